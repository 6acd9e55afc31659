//! Wins by fours, and defences against them.

use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;
use tengen_game::{Color, Point, Position};
use tengen_puzzles::{Fault, FourFinder, Ground, Puzzle, Soundness, Task, only_defence, win_by_fours};

use crate::find::{Dropped, find_fours};

/// The nodes of the search that looks for a win by threats behind the defence: a position that is lost all the same is no puzzle.
const THREAT_NODES: u64 = 30_000;

/// Two defences are enough to drop a candidate.
const DEFENCES: usize = 2;

/// Finds fours by the engine's solver.
pub(crate) struct Solver;

impl FourFinder for Solver {
    fn find(&mut self, ground: &mut Ground, attacker: Color) -> Result<Option<Vec<Point>>, Fault> {
        ground.position(attacker).map_or(Ok(None), |position| find_fours(&position, attacker))
    }
}

/// The puzzle of a position in which the side to move wins by fours, or the reason for which it makes none; `None` where it does not win so.
pub(crate) fn fours(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    judged(win_by_fours(position, &mut Solver))
}

/// The puzzle of a position in which the side to move has to prevent a win by fours, or the reason for which it makes none; `None` where there
/// is nothing to prevent.
pub(crate) fn defence(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    let found = match only_defence(position, DEFENCES, &mut Solver) {
        Soundness::Unsolvable => return Some(Err(Dropped::Lost)),
        found => judged(found)?,
    };
    Some(found.and_then(|puzzle| if holds(&puzzle) == Some(true) { Ok(puzzle) } else { Err(Dropped::Lost) }))
}

fn judged(soundness: Soundness) -> Option<Result<Puzzle, Dropped>> {
    match soundness {
        Soundness::Sound(puzzle) => Some(Ok(*puzzle)),
        Soundness::Several { .. } => Some(Err(Dropped::SecondSolution)),
        Soundness::Unsolvable | Soundness::NothingThreatened | Soundness::Faulty(Fault::NotQuiet) => None,
        Soundness::Faulty(fault) => Some(Err(fault.into())),
    }
}

/// Whether the other side has no win by threats after the defence; `None` where that is not known.
pub(crate) fn holds(puzzle: &Puzzle) -> Option<bool> {
    let Task::Defence { saves, .. } = puzzle.task else { return Some(true) };
    let mut saved = puzzle.start.clone();
    saved.play_unchecked(saves);
    let limits = SolveLimits::nodes(THREAT_NODES);
    let attacker = !puzzle.solver();
    match vct(&saved, attacker, &limits, &SystemClock::new(), &StopHandle::default()).verdict {
        Verdict::Refuted => Some(true),
        Verdict::Proved(_) => Some(false),
        Verdict::Unknown(_) => None,
    }
}
