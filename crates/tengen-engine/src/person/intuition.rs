//! The play by shape: the move that looks best at a glance.

use tengen_game::{Color, SplitMix};

use super::profile::Profile;
use super::sight::{Kind, Sight};
use super::taste::Taste;
use crate::board::{Board, Cell, CellSet, Pattern};
use crate::weights;

/// The best looking of these cells. Among those that look about as good, the seed decides. `None` if none of them may be played.
pub(super) fn choose(
    board: &mut Board,
    profile: &Profile,
    sight: &Sight,
    taste: &Taste,
    cells: &CellSet,
    seed: u64,
) -> Option<Cell> {
    let side = board.side();
    let mut looks: Vec<(i32, Cell)> = Vec::new();
    // A player who looks at a cell that answers a threat sees the threat. Such cells of overlooked threats are left out, unless there are no
    // others.
    let mut not_looked_at = CellSet::EMPTY;
    for cell in cells.iter() {
        let (own, _) = shape(board, sight, cell, side);
        let (other, is_overlooked) = shape(board, sight, cell, !side);
        if is_overlooked {
            not_looked_at = not_looked_at.union(&board.answers(cell, !side, Pattern::Four));
            not_looked_at.insert(cell);
        }
        if board.is_legal(cell) {
            let value = own + other * profile.defence_percent / 100 + 1;
            looks.push((value * taste.liking(board, cell), cell));
        }
    }
    if looks.iter().any(|&(_, cell)| !not_looked_at.contains(cell)) {
        looks.retain(|&(_, cell)| !not_looked_at.contains(cell));
    }
    let best = looks.iter().map(|&(value, _)| value).max()?;
    let least = i64::from(best) * i64::from(1_000 - profile.shape_margin) / 1_000;
    let alike: Vec<Cell> =
        looks.into_iter().filter(|&(value, _)| i64::from(value) >= least).map(|(_, cell)| cell).collect();
    let mut random = SplitMix::new(seed ^ board.key());
    Some(alike[random.index(alike.len())])
}

/// What a row of the opponent looks like that is overlooked: nothing that asks for an answer.
const UNSEEN: Pattern = Pattern::Two;

/// The value of the shape that `color` makes on a cell, as far as it is seen, and whether a row of it is overlooked.
fn shape(board: &Board, sight: &Sight, cell: Cell, color: Color) -> (i32, bool) {
    let code = board.code(cell, color);
    let is_own = color == board.side();
    let mut is_overlooked = false;
    let mut patterns = [0, 1, 2, 3].map(|direction| {
        let pattern = code.pattern(direction);
        let (kind, instead) = match (pattern, is_own) {
            (Pattern::Five, true) => (Kind::OwnFive, Pattern::Three),
            (Pattern::Five, false) => (Kind::TheirFive, UNSEEN),
            (Pattern::OpenFour, true) => {
                (Kind::OwnOpenFour.at(board, cell, color, direction), Pattern::OpenTwo)
            }
            (Pattern::OpenFour, false) => (Kind::TheirOpenThree.at(board, cell, color, direction), UNSEEN),
            _ => return pattern,
        };
        if sight.sees(board, cell, color, direction, kind) {
            return pattern;
        }
        is_overlooked = true;
        instead
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
    (weights::shape(patterns, board.forbids(color)), is_overlooked)
}
