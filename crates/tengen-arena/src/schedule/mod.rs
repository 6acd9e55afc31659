//! Which games a tournament consists of, and which are still to be played.
//!
//! A [`Plan`] defines the pairings. Its games are numbered, and what game N is follows from the plan alone; in a Swiss
//! tournament, where pairings follow the standings, from the plan and the results of the rounds before. A
//! [`Tournament`] is a plan with the games that have ended. It hands out games to any number of workers, and is all
//! that has to be saved: whatever the order in which games ended, the same games remain.
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

mod matching;
mod pairings;
mod plan;
mod tournament;

pub use plan::{Format, Game, ParticipantId, Plan, PlanError};
pub use tournament::{Conclusion, Finished, Next, Tournament, TournamentError};
