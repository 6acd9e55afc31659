//! The levels below full strength: their limits, their choice among good moves, and the threats that `Easy` overlooks.

use std::time::Duration;

use tengen_analysis::{Level, SearchLimits};
use tengen_game::{Color, SplitMix};

use crate::board::{Board, Cell, CellSet, Pattern, Threat};
use crate::search::root::{RootSearch, near_best};
use crate::search::{Budget, Searcher, is_mate};
use crate::weights;

/// The depth of `Normal`, unless a greater depth is set.
const NORMAL_DEPTH: u32 = 4;

/// The bounds of `Normal` unless a greater depth is set, so that it is quick on slow machines too.
const NORMAL_NODES: u64 = 60_000;
const NORMAL_TIME: Duration = Duration::from_millis(400);

/// Moves of `Normal` count as equally good when they differ by less, in engine units.
const NORMAL_MARGIN: i32 = 60;
const NORMAL_CHOICES: usize = 10;

/// At full strength, moves of the opening count as equally good when they differ by less, in engine units.
const OPENING_MARGIN: i32 = 40;
const OPENING_CHOICES: usize = 6;

/// The opening lasts until there are this many stones on the board.
const OPENING_STONES: usize = 6;

/// The divisor of the time for a move: one part of this number is left to choose among good moves of the opening.
const CHOICE_PART: u32 = 5;

/// The limits at which a level searches.
pub(crate) fn limits_of_level(limits: &SearchLimits) -> SearchLimits {
    let mut limits = limits.clone();
    if limits.level == Some(Level::Normal) {
        limits.lines = 1;
        // A greater depth that is set is reached; the caller's other limits still hold.
        if limits.depth.is_none_or(|depth| depth <= NORMAL_DEPTH) {
            limits.depth = limits.depth.or(Some(NORMAL_DEPTH));
            limits.nodes = Some(limits.nodes.map_or(NORMAL_NODES, |nodes| nodes.min(NORMAL_NODES)));
            limits.time = Some(limits.time.map_or(NORMAL_TIME, |time| time.min(NORMAL_TIME)));
        }
    }
    limits
}

/// Whether the level is full strength.
pub(crate) fn is_full_strength(level: Option<Level>) -> bool {
    matches!(level, None | Some(Level::Hard))
}

/// The choice of a move among those that are about as good as the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    margin: i32,
    choices: usize,
    seed: u64,
    /// The end of the choice, in the clock's time.
    deadline: Option<Duration>,
}

impl Choice {
    /// The choice of a level at a position with this number of stones; `None` where the level always plays the best move. Where
    /// the choice takes time, the limits of the search are lowered by that.
    pub(crate) fn new(limits: &mut SearchLimits, stones: usize, started: Duration) -> Option<Choice> {
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        let (margin, choices) = match limits.level? {
            Level::Normal => (NORMAL_MARGIN, NORMAL_CHOICES),
            Level::Hard if stones <= OPENING_STONES && limits.nodes.is_none() && limits.lines <= 1 => {
                limits.time = limits.time.map(|time| time - time / CHOICE_PART);
                limits.target = limits.target.map(|target| target - target / CHOICE_PART);
                (OPENING_MARGIN, OPENING_CHOICES)
            }
            Level::Easy | Level::Hard => return None,
        };
        Some(Choice { margin, choices, seed: limits.seed, deadline })
    }

    /// The move that is played instead of the best one; `None` to play the best one. The choice may spend the rest of the limits.
    pub(crate) fn choose(&self, root: &RootSearch, searcher: &mut Searcher) -> Option<Cell> {
        if root.finished_depth() < 1 || is_mate(root.best().score) {
            return None;
        }
        searcher.budget = Budget { deadline: self.deadline, ..root.budget };
        let choices = near_best(root, searcher, self.margin, self.choices).ok()?;
        let mut random = SplitMix::new(self.seed ^ searcher.board.key());
        choices.get(random.index(choices.len().max(1))).copied()
    }
}

/// The percentage of cases in which `Easy` does not overlook a pattern, in rows and columns and on diagonals.
struct Attention {
    straight: u64,
    diagonal: u64,
}

const OWN_FIVE: Attention = Attention { straight: 98, diagonal: 92 };
const THEIR_FIVE: Attention = Attention { straight: 92, diagonal: 78 };
const OWN_OPEN_FOUR: Attention = Attention { straight: 75, diagonal: 60 };
const THEIR_OPEN_FOUR: Attention = Attention { straight: 65, diagonal: 45 };

/// The move of `Easy`, which evaluates the board and does not search.
///
/// A child can beat it, because it sometimes overlooks a threat, on diagonals more often than on rows and columns. It still
/// plays near the stones and makes rows, so that a win against it is earned.
///
/// The move is one of `allowed`.
pub(crate) fn easy_move(board: &mut Board, allowed: &CellSet, seed: u64) -> Option<Cell> {
    let random = &mut SplitMix::new(seed ^ board.key());
    let side = board.side();
    let wins = [(side, &OWN_FIVE), (!side, &THEIR_FIVE)];
    for (color, attention) in wins {
        let cells = board.threats(color, Threat::Win).intersection(allowed);
        if let Some(cell) = notice(board, color, cells, Pattern::Five, attention, random) {
            return Some(cell);
        }
    }
    let cells = board.threats(side, Threat::OpenFour).intersection(allowed);
    if let Some(cell) = notice(board, side, cells, Pattern::Four, &OWN_OPEN_FOUR, random) {
        return Some(cell);
    }
    let cells = *board.threats(!side, Threat::OpenFour);
    if let Some(threat) = notice(board, !side, cells, Pattern::Four, &THEIR_OPEN_FOUR, random) {
        let answers = board.answers(threat, !side, Pattern::Four).intersection(allowed);
        return choose(board, &answers, random);
    }
    if board.empty().len() == board.size().area() {
        // The engine's own first move, the centre.
        return None;
    }
    let near = board.near().intersection(allowed);
    choose(board, &near, random).or_else(|| choose(board, allowed, random))
}

/// One of these cells, where `color` would make at least the pattern `least` and the side to move may play, if it is not
/// overlooked.
fn notice(
    board: &mut Board,
    color: Color,
    cells: CellSet,
    least: Pattern,
    attention: &Attention,
    random: &mut SplitMix,
) -> Option<Cell> {
    cells.iter().find(|&cell| {
        let code = board.code(cell, color);
        // The directions are row, column and the two diagonals, in this order.
        let is_straight = (0..2).any(|d| code.pattern(d) >= least && code.pattern(d) <= Pattern::Five);
        let percent = if is_straight { attention.straight } else { attention.diagonal };
        random.below(100) < percent && board.is_legal(cell)
    })
}

/// A sensible move: better shapes are likelier. An overlooked threat counts for no more than a good shape.
fn choose(board: &mut Board, cells: &CellSet, random: &mut SplitMix) -> Option<Cell> {
    let side = board.side();
    let mut best: Option<(i32, Cell)> = None;
    for cell in cells.iter() {
        let shape = |color| weights::shape(board.code(cell, color).patterns(), board.forbids(color));
        let (own, other) = (shape(side).min(140), shape(!side).min(100));
        let score = own + other + random.below(90) as i32;
        if best.is_none_or(|(most, _)| score > most) && board.is_legal(cell) {
            best = Some((score, cell));
        }
    }
    best.map(|(_, cell)| cell)
}
