//! The candidates of a game.

use std::collections::BTreeMap;
use std::fmt;

use tengen_analysis::{Proof, PuzzleKind, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vcf;
use tengen_game::{Color, Move, Point, Position};
use tengen_puzzles::{Fault, Ground, Puzzle, Task, Theme};

use crate::fours::{defence, fours};
use crate::threats::{quiet, threats};

/// The nodes of a search for a win by fours. Longer ones are no puzzles for people.
const SOLVER_NODES: u64 = 60_000;

/// The kind of a puzzle.
pub const fn kind_of(puzzle: &Puzzle) -> PuzzleKind {
    match puzzle.task {
        Task::Fours { .. } => PuzzleKind::Fours,
        Task::Threats(_) if puzzle.themes.contains(Theme::Quiet) => PuzzleKind::Quiet,
        Task::Threats(_) => PuzzleKind::Threats,
        Task::Defence { .. } => PuzzleKind::Defence,
    }
}

/// The puzzle of a position, or the reason for which it makes none; `None` where it has nothing of this kind.
fn find(kind: PuzzleKind, position: &Position) -> Option<Result<Puzzle, Dropped>> {
    match kind {
        PuzzleKind::Fours => fours(position),
        PuzzleKind::Threats => threats(position),
        PuzzleKind::Quiet => quiet(position),
        PuzzleKind::Defence => defence(position),
    }
}

/// The reason for which a position with a win by fours makes no puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dropped {
    /// The solver has another way to win, or another defence.
    SecondSolution,
    /// The other way wins sooner.
    Shorter,
    /// The win is at hand.
    Trivial,
    /// A four can be put in before the defence.
    OwnFour,
    /// Nothing prevents the win, or the other side has a longer one by threes.
    Lost,
    /// There are too many possibilities.
    TooMany,
    /// It is a near-copy of another puzzle.
    Copy,
}

impl fmt::Display for Dropped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Dropped::SecondSolution => "second solution",
            Dropped::Shorter => "shorter solution",
            Dropped::Trivial => "trivial",
            Dropped::OwnFour => "own four before the defence",
            Dropped::Lost => "lost all the same",
            Dropped::TooMany => "too many possibilities",
            Dropped::Copy => "near-copy",
        })
    }
}

impl From<Fault> for Dropped {
    fn from(fault: Fault) -> Dropped {
        match fault {
            Fault::Trivial | Fault::NotQuiet | Fault::Rule(_) => Dropped::Trivial,
            Fault::Shorter(_) => Dropped::Shorter,
            Fault::OwnFour(_) => Dropped::OwnFour,
            Fault::TooMany => Dropped::TooMany,
            Fault::NotSaved(_) => Dropped::Lost,
            Fault::SecondSolution(_) | Fault::NotRefuted(_) | Fault::NoWin(_) => Dropped::SecondSolution,
            Fault::FoursWin(_) => Dropped::Shorter,
            Fault::NotProved(_) | Fault::Circle => Dropped::TooMany,
        }
    }
}

/// The numbers of candidates, of puzzles, and of those that were dropped.
#[derive(Clone, Debug, Default)]
pub struct Tally {
    /// Positions that were looked at.
    pub positions: u64,
    /// Positions with a win by fours, or with one to prevent.
    pub candidates: u64,
    /// Why candidates were dropped.
    pub dropped: BTreeMap<Dropped, u64>,
}

impl Tally {
    /// Counts a dropped candidate.
    pub fn drop_one(&mut self, reason: Dropped) {
        *self.dropped.entry(reason).or_default() += 1;
    }

    /// Adds the numbers of another tally.
    pub fn add(&mut self, other: &Tally) {
        self.positions += other.positions;
        self.candidates += other.candidates;
        for (&reason, count) in &other.dropped {
            *self.dropped.entry(reason).or_default() += count;
        }
    }
}

/// The puzzles of these kinds in the positions of a game, which starts at `start` and continues with `moves`: at most one of each kind where
/// positions of one fight follow each other. Each is proved by the rules; none is graded.
pub fn candidates(start: &Position, moves: &[Move], kinds: &[PuzzleKind], tally: &mut Tally) -> Vec<Puzzle> {
    let mut position = start.clone();
    let mut found: Vec<Puzzle> = Vec::new();
    for turn in 0..=moves.len() {
        if position.is_over() {
            break;
        }
        tally.positions += 1;
        for &kind in kinds {
            match find(kind, &position) {
                None => {}
                Some(Err(reason)) => {
                    tally.candidates += 1;
                    tally.drop_one(reason);
                }
                Some(Ok(puzzle)) => {
                    tally.candidates += 1;
                    // The same fight a move later: the longer puzzle came first.
                    let is_same = |other: &Puzzle| share_moves(other, &puzzle);
                    if found.iter().any(is_same) { tally.drop_one(Dropped::Copy) } else { found.push(puzzle) }
                }
            }
        }
        let Some(&played) = moves.get(turn) else { break };
        if position.play(played).is_err() {
            break;
        }
    }
    found
}

/// Whether the solution of a later puzzle has moves of an earlier one of the same side.
fn share_moves(earlier: &Puzzle, later: &Puzzle) -> bool {
    use Task::{Defence, Fours, Threats};
    if earlier.solver() != later.solver() {
        return false;
    }
    match (&earlier.task, &later.task) {
        (Fours { line, .. }, Fours { line: others, .. }) => line.iter().any(|point| others.contains(point)),
        (Defence { saves, .. }, Defence { saves: other, .. }) => saves == other,
        (Threats(one), Threats(other)) => {
            one.exchanges.iter().any(|one| other.exchanges.iter().any(|other| one.attack == other.attack))
        }
        // The fours are the end of the threats before them.
        (Threats(one), Fours { line, .. }) => one.fours.iter().any(|point| line.contains(point)),
        _ => false,
    }
}

/// The position without the moves that led to it.
pub(crate) fn set_up(position: &Position) -> Option<Position> {
    Position::from_board(position.rule(), position.board().clone(), position.side_to_move()).ok()
}

/// The fours of the attacker's shortest win, the attacker to move first, up to the one that cannot be stopped.
pub(crate) fn winning_fours(position: &Position, attacker: Color) -> Option<Vec<Point>> {
    find_fours(position, attacker).ok().flatten()
}

/// The fours of [`winning_fours`], where a position without a win has to be told from one that is not decided.
///
/// # Errors
/// When that takes too long to find out.
pub(crate) fn find_fours(position: &Position, attacker: Color) -> Result<Option<Vec<Point>>, Fault> {
    let limits = SolveLimits::nodes(SOLVER_NODES);
    match vcf(position, attacker, &limits, &SystemClock::new(), &StopHandle::default()).verdict {
        Verdict::Proved(proof) => Ok(Some(fours_of(&proof, &mut Ground::new(position)))),
        Verdict::Refuted => Ok(None),
        Verdict::Unknown(_) => Err(Fault::TooMany),
    }
}

/// The attacker's moves of the proof's line, without the five at its end.
fn fours_of(proof: &Proof, ground: &mut Ground) -> Vec<Point> {
    let attacks: Vec<Point> = proof.line.iter().step_by(2).filter_map(|played| played.point()).collect();
    // The line may hold out behind a four that cannot be stopped; that four is its end.
    let end = (1..=attacks.len()).find(|&end| ground.wins_by(proof.attacker, &attacks[..end]));
    attacks[..end.unwrap_or(attacks.len())].to_vec()
}
