//! What an arena has shown, as text and as JSON.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use tengen_arena::schedule::Tournament;
use tengen_arena::standings::{PairTally, Standings};
use tengen_arena::stats::{Decision, EloEstimate, Pentanomial};

use super::configuration::Configuration;
use super::run::{Status, Test};

/// All there is to tell.
pub(super) struct Report<'a> {
    pub(super) configuration: &'a Configuration,
    pub(super) tournament: &'a Tournament,
    pub(super) status: Status,
    pub(super) test: Option<&'a Test>,
}

/// How far a sequential test is: `LLR 1.25 (-2.94, 2.94)`.
pub(super) fn ratio(test: &Test) -> String {
    let [lower, upper] = test.sprt.limits();
    format!("LLR {:.2} ({lower:.2}, {upper:.2})", test.sprt.log_likelihood_ratio(&test.tally.pairs()))
}

impl Report<'_> {
    /// How the pairs of games came out, where there are only two entrants.
    fn pairs(&self) -> Option<Pentanomial> {
        (self.tournament.plan().entrants() == 2).then(|| PairTally::of(self.tournament, 0, 1).pairs())
    }

    /// Tables and sentences for people.
    pub(super) fn write_text(&self, out: &mut dyn Write) -> Result<()> {
        let names = self.configuration.names();
        let (played, games) = (self.tournament.finished().count(), self.tournament.plan().games());
        match self.status {
            Status::Finished => writeln!(out, "{played} games")?,
            Status::Decided => writeln!(out, "{played} of at most {games} games")?,
            Status::Paused => writeln!(out, "Paused after {played} of {games} games")?,
        }
        write!(out, "\n{}", Standings::of(self.tournament, &names).to_text())?;
        if let (Some(pairs), [first, second]) = (self.pairs(), names.as_slice()) {
            writeln!(out, "\nPairs, from the view of {first} against {second}:")?;
            let [p0, p1, p2, p3, p4] = pairs.counts();
            writeln!(out, "  0: {p0}  ½: {p1}  1: {p2}  1½: {p3}  2: {p4}")?;
            if let Some(EloEstimate { elo, low, high }) = pairs.elo() {
                writeln!(out, "  Elo {elo:+.1}, 95 % between {low:+.1} and {high:+.1}")?;
                writeln!(out, "  Probability of being stronger: {:.1} %", 100.0 * pairs.superiority())?;
            }
        }
        if let Some(test) = self.test {
            let [elo0, elo1] = test.sprt.hypotheses();
            let said = match test.decision() {
                Decision::AcceptH1 => format!("H1 is accepted: stronger by {elo1} Elo rather than by {elo0}"),
                Decision::AcceptH0 => format!("H0 is accepted: stronger by {elo0} Elo rather than by {elo1}"),
                Decision::GoOn => "undecided".to_owned(),
            };
            writeln!(out, "  {}: {said}", ratio(test))?;
        }
        Ok(())
    }

    /// One JSON object; the crate's README documents it.
    pub(super) fn write_json(&self, out: &mut dyn Write) -> Result<()> {
        let names = self.configuration.names();
        let pairs = self.pairs().map(|pairs| Pairs {
            counts: pairs.counts(),
            elo: pairs.elo().map(|estimate| Elo {
                elo: finite(estimate.elo),
                low: finite(estimate.low),
                high: finite(estimate.high),
            }),
            superiority: pairs.superiority(),
        });
        let sprt = self.test.map(|test| {
            let ([elo0, elo1], [lower, upper]) = (test.sprt.hypotheses(), test.sprt.limits());
            let decision = match test.decision() {
                Decision::AcceptH0 => "h0",
                Decision::AcceptH1 => "h1",
                Decision::GoOn => "undecided",
            };
            let llr = test.sprt.log_likelihood_ratio(&test.tally.pairs());
            SprtShape { elo0, elo1, llr, lower, upper, decision }
        });
        let shape = Shape {
            status: match self.status {
                Status::Finished => "finished",
                Status::Decided => "decided",
                Status::Paused => "paused",
            },
            games: self.tournament.plan().games(),
            played: self.tournament.finished().count(),
            standings: Standings::of(self.tournament, &names),
            pairs,
            sprt,
            configuration: self.configuration,
        };
        serde_json::to_writer_pretty(&mut *out, &shape)?;
        writeln!(out)?;
        Ok(())
    }
}

/// JSON has no infinity.
fn finite(number: f64) -> Option<f64> {
    number.is_finite().then_some(number)
}

#[derive(Serialize)]
struct Shape<'a> {
    status: &'static str,
    games: usize,
    played: usize,
    standings: Standings,
    pairs: Option<Pairs>,
    sprt: Option<SprtShape>,
    configuration: &'a Configuration,
}

#[derive(Serialize)]
struct Pairs {
    counts: [u64; 5],
    elo: Option<Elo>,
    superiority: f64,
}

#[derive(Serialize)]
struct Elo {
    elo: Option<f64>,
    low: Option<f64>,
    high: Option<f64>,
}

#[derive(Serialize)]
struct SprtShape {
    elo0: f64,
    elo1: f64,
    llr: f64,
    lower: f64,
    upper: f64,
    decision: &'static str,
}
