//! The check of a puzzle: its solution wins, and no other move does. Every alternative is tried, by the rules alone.

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Point, PointName};

use crate::ground::{Answer, Ground};
use crate::puzzle::{Puzzle, Refutation, Task};
use crate::threats;

/// The fours that one question may try. A puzzle that needs more is none for people.
pub(crate) const MOST_FOURS: u64 = 200_000;

/// The fault of a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Fault {
    /// Puzzles are not made for this rule.
    #[error("expected freestyle, standard or renju, found {0}")]
    Rule(tengen_game::Rule),
    /// The game is over, or a side wins with its next move.
    #[error("expected a position in which nobody has a four")]
    NotQuiet,
    /// The line is empty, or does not win.
    #[error("the solution does not win with {0} fours")]
    NoWin(usize),
    /// The win takes a single move, which is no task.
    #[error("there are two moves that win at once, or the win is an open four")]
    Trivial,
    /// Another move of the solver wins as well.
    #[error("{0} wins as well")]
    SecondSolution(PointName),
    /// A shorter way wins.
    #[error("{0} wins sooner")]
    Shorter(PointName),
    /// The solver wins by fours where it is to defend itself, or may at least make a four, so that the defence can wait.
    #[error("the solver has a four at {0} before the defence")]
    OwnFour(PointName),
    /// The move does not save the position.
    #[error("the other side wins after {0} all the same")]
    NotSaved(PointName),
    /// A refutation does not win.
    #[error("{0} is not refuted")]
    NotRefuted(PointName),
    /// The solver can win by fours alone.
    #[error("the solver wins by fours already before move {0}")]
    FoursWin(usize),
    /// The proof does not answer a move of the other side.
    #[error("the proof does not win after {0}")]
    NotProved(PointName),
    /// The proof leads to a turn that does not come before it.
    #[error("the proof runs in a circle, or out of its turns")]
    Circle,
    /// There are too many possibilities to try all.
    #[error("too many fours to try them all")]
    TooMany,
}

/// Checks a puzzle by the rules and its own solution alone: every legal alternative of the solver is tried.
///
/// # Errors
/// The first fault. Themes, rating and level are not looked at.
pub fn check(puzzle: &Puzzle) -> Result<(), Fault> {
    if !Puzzle::RULES.contains(&puzzle.start.rule()) {
        return Err(Fault::Rule(puzzle.start.rule()));
    }
    let mut ground = Ground::new(&puzzle.start);
    if puzzle.start.is_over() || !ground.is_quiet() {
        return Err(Fault::NotQuiet);
    }
    match &puzzle.task {
        Task::Fours { line, counter } => check_fours(&mut ground, puzzle.solver(), line, counter, true),
        Task::Threats(threats) => threats::check(&mut ground, puzzle.solver(), threats),
        Task::Defence { saves, refutations } => {
            check_defence(&mut ground, puzzle.solver(), *saves, refutations)
        }
    }
}

/// Checks a win by fours from the solver's turn on, and that no other four wins.
pub(crate) fn check_fours(
    ground: &mut Ground,
    solver: Color,
    line: &[Point],
    counter: &[Point],
    is_whole: bool,
) -> Result<(), Fault> {
    let size = ground.board().size();
    if !ground.wins_by(solver, line) {
        return Err(Fault::NoWin(line.len()));
    }
    if !counter.is_empty() && !ground.wins_by(!solver, counter) {
        return Err(Fault::NotRefuted(line[0].on(size)));
    }
    let mut result = Ok(());
    ground.follow(solver, line, |ground, index, _| {
        result =
            check_turn(ground, solver, line[index], index + 1 == line.len(), is_whole && line.len() == 1);
        result.is_ok()
    });
    result
}

/// Checks that no four but `attack` wins. At the end of a longer line, any four that decides is right; a single move has to be the only one.
fn check_turn(
    ground: &mut Ground,
    solver: Color,
    attack: Point,
    is_last: bool,
    is_only: bool,
) -> Result<(), Fault> {
    let size = ground.board().size();
    for (other, answer) in ground.fours(solver) {
        if other == attack {
            continue;
        }
        let name = other.on(size);
        match answer {
            Answer::Won | Answer::Unstoppable(_) if is_only => return Err(Fault::Trivial),
            Answer::Won | Answer::Unstoppable(_) if is_last => {}
            Answer::Won | Answer::Unstoppable(_) => return Err(Fault::Shorter(name)),
            // The solver may finish in another order as well.
            Answer::Forced(_) if is_last && !is_only => {}
            Answer::Forced(answer) => {
                ground.exchange(solver, other, answer);
                let wins = ground.wins_by_fours(solver, MOST_FOURS);
                ground.take_back(solver, other, answer);
                match wins {
                    None => return Err(Fault::TooMany),
                    Some(true) => return Err(Fault::SecondSolution(name)),
                    Some(false) => {}
                }
            }
        }
    }
    Ok(())
}

fn check_defence(
    ground: &mut Ground,
    solver: Color,
    saves: Point,
    refutations: &[Refutation],
) -> Result<(), Fault> {
    let size = ground.board().size();
    if let Some(&(four, _)) = ground.fours(solver).first() {
        return Err(Fault::OwnFour(four.on(size)));
    }
    if !ground.is_legal(saves, solver) {
        return Err(Fault::NotSaved(saves.on(size)));
    }
    let points: Vec<Point> = ground.board().empty_points().collect();
    for point in points {
        if !ground.is_legal(point, solver) {
            continue;
        }
        ground.make(point, solver);
        let result = if point == saves {
            match ground.wins_by_fours(!solver, MOST_FOURS) {
                Some(false) => Ok(()),
                Some(true) => Err(Fault::NotSaved(point.on(size))),
                None => Err(Fault::TooMany),
            }
        } else {
            let refutation = Task::refutation(refutations, point);
            let is_refuted = refutation.is_some_and(|one| ground.wins_by(!solver, &one.line));
            if is_refuted { Ok(()) } else { Err(Fault::NotRefuted(point.on(size))) }
        };
        ground.unmake(point, solver);
        result?;
    }
    Ok(())
}
