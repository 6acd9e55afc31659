//! Puzzles: positions in which one move is right, with the proof of that.
//!
//! A [`Puzzle`] has its solution and the refutations of other moves with it, so that an [`Attempt`] judges a solver's moves by the rules
//! alone, without a search. [`check()`] proves a puzzle again in the same way: its solution wins, and no other move does. A [`PuzzleSet`] is
//! the compact form in which many puzzles travel.
#![forbid(unsafe_code)]

mod attempt;
mod canonical;
mod check;
mod choice;
mod ground;
mod make;
mod own;
mod pack;
mod progress;
mod puzzle;
mod text;
pub mod themes;
mod threats;
mod trainer;

pub use attempt::{Attempt, Mistake, Refuted, Verdict};
pub use canonical::{Likeness, Pattern, likeness};
pub use check::{Fault, check};
pub use choice::Library;
pub use ground::{Answer, FourFault, Ground};
pub use make::{AllFours, FourFinder, Soundness, only_defence, quiet_ground, win_by_fours};
pub use own::{Full, OwnPuzzle, OwnPuzzles};
pub use pack::{PackError, PuzzleSet};
pub use progress::{Day, MASTERED, ParsePuzzleIdError, Progress, PuzzleId, Rating};
pub use puzzle::{Exchange, Puzzle, Refusal, Refutation, Task, Theme, Themes, Then, ThreatTurn, Threats};
pub use text::PuzzleTextError;
pub use threats::Alternatives;
pub use trainer::{Shown, State, Trainer, Training};

/// The sets that come with the program, packed.
#[cfg(feature = "sets")]
pub mod sets {
    use tengen_game::Rule;

    /// The set of a rule; `None` where there is none.
    pub fn of(rule: Rule) -> Option<&'static [u8]> {
        match rule {
            Rule::FREESTYLE => Some(include_bytes!("../data/freestyle.puzzles")),
            Rule::Standard => Some(include_bytes!("../data/standard.puzzles")),
            Rule::Renju => Some(include_bytes!("../data/renju.puzzles")),
            _ => None,
        }
    }
}
