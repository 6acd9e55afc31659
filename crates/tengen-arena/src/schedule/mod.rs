//! Which games a tournament consists of, and which are still to be played.
//!
//! A [`Plan`] defines the pairings. Its games are numbered, and what game N is follows from the plan alone; in a Swiss
//! tournament, where pairings follow the standings, from the plan and the results of the rounds before. A
//! [`Tournament`] is a plan with the games that have ended. It hands out games to any number of workers, and is all
//! that has to be saved: the remaining games do not depend on the order in which games ended.
//!
//! **Openings are played in pairs.** Games 2k and 2k + 1 are the same two participants and the same opening with colours
//! reversed, so each participant has each colour equally often against each other, and
//! [pairs](crate::stats::Pentanomial) can be counted.
//!
//! ```
//! use tengen_arena::Ending;
//! use tengen_arena::schedule::{Format, Next, Plan, Tournament};
//! use tengen_game::Color;
//!
//! // Three participants, all against all, with two openings each.
//! let plan = Plan::new(3, Format::RoundRobin { cycles: 1 }, 2, 2)?;
//! let mut tournament = Tournament::new(plan);
//! while let Next::Game(game) = tournament.take() {
//!     // ... a worker plays it ...
//!     tournament.finish(game.number, Ending::resignation(Color::White))?;
//! }
//! assert!(tournament.is_over());
//! assert_eq!(tournament.finished().count(), 12);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod tournament;

use serde::{Deserialize, Serialize};
use tengen_pairing::{Encounter, gauntlet, round_robin, round_robin_rounds};

pub use tengen_pairing::ParticipantId;
pub use tournament::{Conclusion, Finished, Next, Tournament, TournamentError};

/// The pairings of a tournament.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Format {
    /// Two against each other.
    Match,
    /// Every participant against every other one.
    RoundRobin {
        /// The number of encounters of each two participants.
        cycles: usize,
    },
    /// The first participants against all the others, but not among themselves.
    Gauntlet {
        /// The number of participants that challenge the others.
        challengers: usize,
        /// The number of encounters of each challenger with each other participant.
        cycles: usize,
    },
    /// Rounds in which participants with equal points meet, as far as possible.
    Swiss {
        /// The number of rounds.
        rounds: usize,
    },
}

/// The plan of a tournament: its format, the number of participants, and the number of openings of each encounter.
///
/// ```
/// use tengen_arena::schedule::{ParticipantId, Format, Plan};
///
/// let plan = Plan::new(2, Format::Match, 100, 50)?;
/// assert_eq!((plan.games(), plan.rounds()), (200, 1));
/// let [first, second] = [0, 1].map(|number| plan.game(number));
/// let (first, second) = first.zip(second).ok_or("no games")?;
/// // The same opening with colours reversed.
/// assert_eq!((first.black, first.white, first.opening), (ParticipantId(0), ParticipantId(1), 0));
/// assert_eq!((second.black, second.white, second.opening), (ParticipantId(1), ParticipantId(0), 0));
/// // The book has 50 openings only, and begins again.
/// assert_eq!((plan.game(102).map(|game| game.opening), plan.openings_used()), (Some(1), 100));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "Shape", into = "Shape")]
pub struct Plan {
    participants: usize,
    format: Format,
    pairs: usize,
    openings: usize,
}

/// A plan as it is saved, before it is checked.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Shape {
    #[serde(rename = "entrants")]
    participants: usize,
    format: Format,
    pairs: usize,
    openings: usize,
}

/// The reason for which a plan is impossible.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PlanError {
    /// The wrong number of participants for the format.
    #[error("expected {expected} participants, found {found}")]
    Participants {
        /// The expected number, in words.
        expected: &'static str,
        /// The number of participants.
        found: usize,
    },
    /// The number of something is zero.
    #[error("expected at least one of the {0}, found none")]
    None(&'static str),
    /// As many challengers as participants, or more.
    #[error("expected fewer challengers than the {participants} participants, found {challengers}")]
    Challengers {
        /// The number of challengers.
        challengers: usize,
        /// The number of participants.
        participants: usize,
    },
    /// More games than the limit.
    #[error("expected at most {} games", Plan::MAX_GAMES)]
    TooManyGames,
    /// A match would lose games that may have been played.
    #[error("expected at least the {began_with} pairs of games that the match began with, found {found}")]
    FewerPairs {
        /// The pairs of the plan.
        began_with: usize,
        /// The pairs that it should have.
        found: usize,
    },
    /// In tournaments other than a match, games would get other numbers.
    #[error(
        "expected the {began_with} pairs of games that the tournament began with, found {found}; only a match can become longer"
    )]
    OtherPairs {
        /// The pairs of the plan.
        began_with: usize,
        /// The pairs that it should have.
        found: usize,
    },
}

/// A game of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Game {
    /// The number of the game, from 0. Games 2k and 2k + 1 are a pair.
    pub number: usize,
    /// The round of the game, from 0.
    pub round: usize,
    /// The participant with the black stones; in an opening protocol the first player, which has them at first.
    pub black: ParticipantId,
    /// The participant with the white stones; in an opening protocol the second player.
    pub white: ParticipantId,
    /// The opening, by its number from 0 in the book.
    pub opening: usize,
}

impl Game {
    /// The number of the game's pair, from 0.
    pub const fn pair(self) -> usize {
        self.number / 2
    }

    /// Whether the game is the second one of its pair, with colours reversed.
    pub const fn is_return(self) -> bool {
        self.number % 2 == 1
    }
}

impl Plan {
    /// The most games that a plan may have.
    pub const MAX_GAMES: usize = 100_000_000;

    /// The most participants.
    pub const MAX_PARTICIPANTS: usize = 1_000;

    /// A plan for `participants`, in which each encounter is `pairs` openings from a book of `openings`, each played twice
    /// with colours reversed.
    ///
    /// Where openings are used up the book begins again, and engines without any randomness will repeat their games:
    /// see [`Plan::openings_used`].
    ///
    /// # Errors
    /// When there are too few participants, too many challengers, nothing to play, or too much.
    pub fn new(
        participants: usize,
        format: Format,
        pairs: usize,
        openings: usize,
    ) -> Result<Plan, PlanError> {
        let expected = |expected| Err(PlanError::Participants { expected, found: participants });
        for (number, what) in [(pairs, "pairs of games"), (openings, "openings")] {
            if number == 0 {
                return Err(PlanError::None(what));
            }
        }
        match format {
            Format::Match if participants != 2 => return expected("two"),
            _ if participants < 2 => return expected("two or more"),
            _ if participants > Plan::MAX_PARTICIPANTS => return expected("at most 1,000"),
            Format::RoundRobin { cycles: 0 } | Format::Gauntlet { cycles: 0, .. } => {
                return Err(PlanError::None("cycles"));
            }
            Format::Gauntlet { challengers: 0, .. } => return Err(PlanError::None("challengers")),
            Format::Gauntlet { challengers, .. } if challengers >= participants => {
                return Err(PlanError::Challengers { challengers, participants });
            }
            Format::Swiss { rounds: 0 } => return Err(PlanError::None("rounds")),
            _ => {}
        }
        let plan = Plan { participants, format, pairs, openings };
        let games = plan.checked_rounds().and_then(|rounds| rounds.checked_mul(plan.games_of_a_round()?));
        match games {
            Some(games) if games <= Plan::MAX_GAMES => Ok(plan),
            _ => Err(PlanError::TooManyGames),
        }
    }

    /// The number of participants.
    pub fn participants(&self) -> usize {
        self.participants
    }

    /// The pairings of a tournament.
    pub fn format(&self) -> Format {
        self.format
    }

    /// The number of openings of an encounter; each opening is two games.
    pub fn pairs(&self) -> usize {
        self.pairs
    }

    /// The plan of a longer match, which begins with the games of this one.
    ///
    /// # Errors
    /// When it is no match, or would have fewer pairs of games, or too many.
    pub fn with_more_pairs(self, pairs: usize) -> Result<Plan, PlanError> {
        let (began_with, found) = (self.pairs, pairs);
        if self.format != Format::Match {
            return Err(PlanError::OtherPairs { began_with, found });
        }
        if found < began_with {
            return Err(PlanError::FewerPairs { began_with, found });
        }
        Plan::new(self.participants, self.format, pairs, self.openings)
    }

    fn checked_rounds(&self) -> Option<usize> {
        let (of_a_cycle, cycles) = self.cycle();
        of_a_cycle.checked_mul(cycles)
    }

    fn games_of_a_round(&self) -> Option<usize> {
        self.pairs.checked_mul(2)?.checked_mul(self.encounters_of_a_round())
    }

    /// Rounds of a cycle, in which all pairings of the format come once, and cycles. A Swiss tournament has cycles of
    /// one round.
    fn cycle(&self) -> (usize, usize) {
        match self.format {
            Format::Match => (1, 1),
            Format::RoundRobin { cycles } => (round_robin_rounds(self.participants), cycles),
            Format::Gauntlet { challengers, cycles } => {
                (challengers.max(self.participants - challengers), cycles)
            }
            Format::Swiss { rounds } => (1, rounds),
        }
    }

    /// The number of encounters of a round, which is the same for all rounds.
    fn encounters_of_a_round(&self) -> usize {
        match self.format {
            Format::Gauntlet { challengers, .. } => challengers.min(self.participants - challengers),
            _ => self.participants / 2,
        }
    }

    /// The number of rounds.
    pub fn rounds(&self) -> usize {
        let (of_a_cycle, cycles) = self.cycle();
        of_a_cycle * cycles
    }

    /// The number of games of a round.
    pub fn games_a_round(&self) -> usize {
        2 * self.pairs * self.encounters_of_a_round()
    }

    /// The number of games.
    pub fn games(&self) -> usize {
        self.rounds() * self.games_a_round()
    }

    /// The number of openings that the plan uses. If the book has fewer, each two participants play some of them more
    /// often.
    pub fn openings_used(&self) -> usize {
        self.cycle().1 * self.pairs
    }

    /// Game `number`; `None` for a number beyond the plan, and for the games of a Swiss tournament, which only a
    /// [`Tournament`] has.
    pub fn game(&self, number: usize) -> Option<Game> {
        let round = number.checked_div(self.games_a_round())?;
        self.game_of(number, &self.fixed_round(round)?)
    }

    /// The encounters of a round that follow from the plan alone.
    pub(super) fn fixed_round(&self, round: usize) -> Option<Vec<Encounter>> {
        if round >= self.rounds() {
            return None;
        }
        let in_cycle = round % self.cycle().0;
        // The right to begin is reversed from cycle to cycle.
        let turned = (round / self.cycle().0) % 2 == 1;
        let mut encounters = match self.format {
            Format::Match => vec![(ParticipantId(0), ParticipantId(1))],
            Format::RoundRobin { .. } => round_robin(self.participants, in_cycle),
            Format::Gauntlet { challengers, .. } => {
                gauntlet(challengers, self.participants - challengers, in_cycle)
            }
            Format::Swiss { .. } => return None,
        };
        if turned {
            encounters.iter_mut().for_each(|pair| *pair = (pair.1, pair.0));
        }
        Some(encounters)
    }

    /// Game `number`, in a round with these encounters.
    pub(super) fn game_of(&self, number: usize, encounters: &[Encounter]) -> Option<Game> {
        let (round, in_round) = (number / self.games_a_round(), number % self.games_a_round());
        let &(one, other) = encounters.get(in_round / (2 * self.pairs))?;
        let pair = in_round % (2 * self.pairs) / 2;
        let (black, white) = if number.is_multiple_of(2) { (one, other) } else { (other, one) };
        // All encounters of a cycle have the same openings, which makes them comparable.
        let opening = (round / self.cycle().0 * self.pairs + pair) % self.openings;
        Some(Game { number, round, black, white, opening })
    }
}

impl TryFrom<Shape> for Plan {
    type Error = PlanError;

    fn try_from(Shape { participants, format, pairs, openings }: Shape) -> Result<Plan, PlanError> {
        Plan::new(participants, format, pairs, openings)
    }
}

impl From<Plan> for Shape {
    fn from(Plan { participants, format, pairs, openings }: Plan) -> Shape {
        Shape { participants, format, pairs, openings }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn impossible_plans_are_refused() {
        let swiss = Format::Swiss { rounds: 3 };
        let cases = [
            (Plan::new(3, Format::Match, 1, 1), "expected two participants, found 3"),
            (Plan::new(1, swiss, 1, 1), "expected two or more participants, found 1"),
            (Plan::new(1_001, swiss, 1, 1), "expected at most 1,000 participants, found 1001"),
            (Plan::new(4, swiss, 0, 1), "expected at least one of the pairs of games, found none"),
            (Plan::new(4, swiss, 1, 0), "expected at least one of the openings, found none"),
            (
                Plan::new(4, Format::Gauntlet { challengers: 4, cycles: 1 }, 1, 1),
                "expected fewer challengers than the 4 participants, found 4",
            ),
            (Plan::new(4, Format::Swiss { rounds: usize::MAX }, 9, 1), "expected at most 100000000 games"),
            (
                Plan::new(4, Format::RoundRobin { cycles: 2 }, usize::MAX, 1),
                "expected at most 100000000 games",
            ),
        ];
        for (plan, expected) in cases {
            assert_eq!(plan.map_err(|error| error.to_string()), Err(expected.to_owned()));
        }
    }

    #[test]
    fn plans_survive_the_round_trip_and_saved_ones_are_checked() {
        let plan = Plan::new(7, Format::Gauntlet { challengers: 2, cycles: 3 }, 4, 10).unwrap();
        let json = serde_json::to_string(&plan).unwrap();
        assert_eq!(serde_json::from_str::<Plan>(&json).unwrap(), plan);
        assert!(serde_json::from_str::<Plan>(&json.replace("\"entrants\":7", "\"entrants\":2")).is_err());
    }
}
