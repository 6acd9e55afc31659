//! Defences against wins by fours.

use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;
use tengen_game::{Color, Point, Position};
use tengen_puzzles::{Ground, Puzzle, Refutation, Task, Theme, Themes, check};

use crate::find::{Dropped, set_up, winning_fours};

/// The nodes of the search that looks for a win by threats behind the defence: a position that is lost all the same is no puzzle.
const THREAT_NODES: u64 = 30_000;

/// The puzzle of a position in which the side to move has to prevent a win by fours, or the reason for which it makes none; `None` where there
/// is nothing to prevent.
pub(crate) fn defence(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    let solver = position.side_to_move();
    let mut ground = Ground::new(position);
    if Color::BOTH.into_iter().any(|color| !ground.fives(color).is_empty()) {
        return None;
    }
    let threat = winning_fours(position, !solver)?;
    if !ground.fours(solver).is_empty() {
        return Some(Err(Dropped::OwnFour));
    }
    Some(make(position, &mut ground, threat))
}

fn make(position: &Position, ground: &mut Ground, threat: Vec<Point>) -> Result<Puzzle, Dropped> {
    let solver = position.side_to_move();
    let mut refutations = vec![Refutation { after: Vec::new(), line: threat }];
    let mut saves = None;
    for point in position.legal_moves() {
        ground.make(point, solver);
        let known = refutations.iter().position(|one| ground.wins_by(!solver, &one.line));
        ground.unmake(point, solver);
        match known {
            Some(0) => {}
            Some(index) => refutations[index].after.push(point),
            None => {
                let mut after = position.clone();
                after.play_unchecked(point);
                match winning_fours(&after, !solver) {
                    Some(line) => refutations.push(Refutation { after: vec![point], line }),
                    None if saves.is_some() => return Err(Dropped::SecondSolution),
                    None => saves = Some(point),
                }
            }
        }
    }
    let saves = saves.ok_or(Dropped::Lost)?;
    let start = set_up(position).ok_or(Dropped::Trivial)?;
    let themes = Themes::from_iter([Theme::Defence]);
    let puzzle = Puzzle { start, task: Task::Defence { saves, refutations }, themes, rating: 0, level: 0 };
    check(&puzzle)?;
    let mut saved = position.clone();
    saved.play_unchecked(saves);
    let limits = SolveLimits::nodes(THREAT_NODES);
    let solution = vct(&saved, !solver, &limits, &SystemClock::new(), &StopHandle::default());
    if solution.verdict == Verdict::Refuted { Ok(puzzle) } else { Err(Dropped::Lost) }
}
