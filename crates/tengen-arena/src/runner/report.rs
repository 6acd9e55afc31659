use serde::Serialize;

use super::{Configuration, SequentialTest, Status};
use crate::schedule::Tournament;
use crate::standings::{PairTally, Standings};
use crate::stats::{Decision, EloEstimate};

/// The results of a run. `Serialize` writes one object; infinite figures are `null`.
#[derive(Clone, Debug, Serialize)]
pub struct Report<'a> {
    /// How the run ended.
    pub status: Status,
    /// Games of the plan.
    pub games: usize,
    /// Games that have ended.
    pub played: usize,
    /// The table.
    pub standings: Standings,
    /// The pairs of games, from the point of view of the first of two participants.
    pub pairs: Option<PairReport>,
    /// The sequential test.
    pub sprt: Option<SprtReport>,
    /// What was played.
    pub configuration: &'a Configuration,
}

/// The results of pairs of games.
#[derive(Clone, Debug, Serialize)]
pub struct PairReport {
    /// Pairs with 0, ½, 1, 1½ and 2 points.
    pub counts: [u64; 5],
    /// The difference in strength.
    pub elo: Option<EloEstimate>,
    /// The probability of being stronger, 0 to 1.
    pub superiority: f64,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct SprtReport {
    /// H0, in logistic Elo.
    pub elo0: f64,
    /// H1, in logistic Elo.
    pub elo1: f64,
    /// The natural logarithm of the likelihood ratio.
    pub llr: f64,
    /// The ratio at which H0 is accepted.
    pub lower: f64,
    /// The ratio at which H1 is accepted.
    pub upper: f64,
    /// The result.
    pub decision: Decision,
}

impl<'a> Report<'a> {
    /// The results of a tournament as it is now.
    pub fn new(
        configuration: &'a Configuration,
        tournament: &Tournament,
        status: Status,
        test: Option<&SequentialTest>,
    ) -> Report<'a> {
        let plan = tournament.plan();
        let pairs = (plan.participants() == 2).then(|| {
            let pairs = PairTally::of(tournament, 0, 1).pairs();
            PairReport { counts: pairs.counts(), elo: pairs.elo(), superiority: pairs.superiority() }
        });
        Report {
            status,
            games: plan.games(),
            played: tournament.finished().count(),
            standings: Standings::of(tournament, &configuration.names()),
            pairs,
            sprt: test.map(SequentialTest::report),
            configuration,
        }
    }
}
