//! The play by shape: the move that looks best at a glance.

use tengen_game::{Color, SplitMix};

use super::profile::Profile;
use super::sight::{Kind, Sight, distance};
use crate::board::{Board, Cell, CellSet, Pattern};
use crate::weights;

/// The greatest distance from the opponent's last move at which a move belongs to the fight, and the share of its value that a move elsewhere
/// keeps, in per cent.
const FIGHT: usize = 4;
const ELSEWHERE: i32 = 80;

/// The best looking of these cells. Among those that look about as good, the seed decides. `None` if none of them may be played.
pub(super) fn choose(
    board: &mut Board,
    profile: &Profile,
    sight: &Sight,
    cells: &CellSet,
    seed: u64,
) -> Option<Cell> {
    let side = board.side();
    let last = board.last_move();
    let mut looks: Vec<(i32, Cell)> = Vec::new();
    for cell in cells.iter() {
        let own = shape(board, sight, cell, side);
        let other = shape(board, sight, cell, !side) * profile.defence_percent / 100;
        let is_in_fight = last.is_some_and(|last| distance(last, cell) <= FIGHT);
        let value = (own + other + 1) * if is_in_fight { 100 } else { ELSEWHERE };
        if board.is_legal(cell) {
            looks.push((value, cell));
        }
    }
    let best = looks.iter().map(|&(value, _)| value).max()?;
    let least = i64::from(best) * i64::from(1_000 - profile.shape_margin) / 1_000;
    let alike: Vec<Cell> =
        looks.into_iter().filter(|&(value, _)| i64::from(value) >= least).map(|(_, cell)| cell).collect();
    let mut random = SplitMix::new(seed ^ board.key());
    Some(alike[random.index(alike.len())])
}

/// The value of the shape that `color` makes on a cell, as far as it is seen.
fn shape(board: &Board, sight: &Sight, cell: Cell, color: Color) -> i32 {
    let code = board.code(cell, color);
    let is_own = color == board.side();
    let mut patterns = [0, 1, 2, 3].map(|direction| {
        let pattern = code.pattern(direction);
        let (kind, instead) = match (pattern, is_own) {
            (Pattern::Five, true) => (Kind::OwnFive, Pattern::Three),
            (Pattern::Five, false) => (Kind::TheirFive, Pattern::Three),
            (Pattern::OpenFour, true) => {
                (Kind::OwnOpenFour.at(board, cell, color, direction), Pattern::OpenTwo)
            }
            (Pattern::OpenFour, false) => {
                (Kind::TheirOpenThree.at(board, cell, color, direction), Pattern::OpenTwo)
            }
            _ => return pattern,
        };
        if sight.sees(board, cell, color, direction, kind) { pattern } else { instead }
    });
    // A double threat that is overlooked looks like the greater of its parts.
    let strong = |pattern: &Pattern| (Pattern::OpenThree..=Pattern::OpenFour).contains(pattern);
    let threats: Vec<usize> = (0..4).filter(|&direction| strong(&patterns[direction])).collect();
    if let [first, second, ..] = &threats[..]
        && !sight.sees_double(board, cell, color, [*first, *second])
    {
        let less = if patterns[*first] < patterns[*second] { first } else { second };
        patterns[*less] = Pattern::Two;
    }
    weights::shape(patterns, board.forbids(color))
}
