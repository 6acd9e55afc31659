//! Pairings of the participants of a tournament.
//!
//! * [`swiss`]: the next round of a Swiss tournament, from the standings.
//! * [`round_robin`] and [`round_robin_rounds`]: every participant against every other one.
//! * [`gauntlet`]: a few participants against all others.
//!
//! Participants are numbers. Games, results and time belong to the caller.
#![forbid(unsafe_code)]

mod matching;
mod rounds;

use serde::{Deserialize, Serialize};

pub use rounds::{Standing, gauntlet, round_robin, round_robin_rounds, swiss};

/// A participant, by number from 0 in the order of entry: the strongest first, if that is known, since a Swiss tournament begins with this
/// order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ParticipantId(pub usize);

/// Two participants that meet in a round. The first one has Black, or begins the opening, in the first game of each pair.
pub type Encounter = (ParticipantId, ParticipantId);

/// The README's example, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExamples;
