//! The threats that a level sees.
//!
//! People see a row as a whole, so each row is seen or overlooked, with all of its cells. A row that is overlooked stays so until the level
//! looks again, a few moves later, or until it grows.

use tengen_game::{Color, SplitMix};

use super::profile::Profile;
use crate::board::{Board, Cell, Pattern};

/// The kind of a threat, as people see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    OwnFive,
    TheirFive,
    OwnOpenFour,
    TheirOpenThree,
    /// An open three with a gap, of either side.
    BrokenThree,
    /// Two threats with one stone, of either side.
    Double,
}

impl Kind {
    /// The kind of the row through a cell in a direction: an open three that the cell would fill is broken.
    pub(super) fn at(self, board: &Board, cell: Cell, color: Color, direction: usize) -> Kind {
        let is_three = matches!(self, Kind::OwnOpenFour | Kind::TheirOpenThree);
        if is_three && board.is_between(cell, color, direction) { Kind::BrokenThree } else { self }
    }
}

/// The number of moves of both sides after which a level looks again at the rows that it has overlooked.
const LOOKS_AGAIN: usize = 6;

/// The factors of the share that is overlooked, in per cent: on diagonals, for each row or column of distance from the last move beyond the
/// second, and for each stone around the cell beyond the fourth.
const DIAGONAL: u64 = 160;
const FAR: u64 = 12;
const CROWD: u64 = 6;
/// The factor of distance and crowd is at most this.
const MOST: u64 = 200;

/// The greatest share that is overlooked, in per mille.
const MOST_MISSED: u64 = 980;

/// The sight of a level at a position.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sight {
    profile: &'static Profile,
    last: Option<Cell>,
    /// The seed of the game with the number of the look.
    seed: u64,
}

impl Sight {
    pub(super) fn new(profile: &'static Profile, board: &Board, seed: u64) -> Sight {
        let stones = board.size().area() - board.empty().len();
        Sight {
            profile,
            last: board.last_move(),
            seed: SplitMix::mix(seed).wrapping_add((stones / LOOKS_AGAIN) as u64),
        }
    }

    /// The directions in which `color` would make this pattern on a cell.
    pub(super) fn directions(
        &self,
        board: &Board,
        cell: Cell,
        color: Color,
        pattern: Pattern,
    ) -> impl Iterator<Item = usize> + use<> {
        let code = board.code(cell, color);
        (0..4).filter(move |&direction| code.pattern(direction) == pattern)
    }

    /// Whether the level sees the threat of `color` through a cell in a direction.
    pub(super) fn sees(&self, board: &Board, cell: Cell, color: Color, direction: usize, kind: Kind) -> bool {
        let missed = self.missed(board, cell, direction, kind);
        // All cells of a line share a number.
        let name = (board.line_number(cell, direction) * 16 + kind as usize) * 2 + color.index();
        missed == 0 || SplitMix::new(self.seed ^ SplitMix::mix(name as u64)).below(1_000) >= missed
    }

    /// Whether the level sees that both directions through a cell are threats of `color`. That is as hard as the harder of both.
    pub(super) fn sees_double(
        &self,
        board: &Board,
        cell: Cell,
        color: Color,
        directions: [usize; 2],
    ) -> bool {
        // Diagonals have the higher numbers.
        self.sees(board, cell, color, directions[0].max(directions[1]), Kind::Double)
    }

    /// The share of such threats that is overlooked, in per mille.
    pub(super) fn missed(&self, board: &Board, cell: Cell, direction: usize, kind: Kind) -> u64 {
        let missed = self.profile.missed;
        let share = match kind {
            Kind::OwnFive => missed.own_five,
            Kind::TheirFive => missed.their_five,
            Kind::OwnOpenFour => missed.own_open_four,
            Kind::TheirOpenThree => missed.their_open_three,
            Kind::BrokenThree => missed.broken_three,
            Kind::Double => missed.double,
        };
        let distance = self.last.map_or(0, |last| distance(last, cell));
        let hardness = 100
            + FAR * (distance.saturating_sub(2) as u64)
            + CROWD * (board.stones_around(cell).saturating_sub(4) as u64);
        let diagonal = if direction >= 2 { DIAGONAL } else { 100 };
        (u64::from(share) * diagonal * hardness.min(MOST) / 10_000).min(MOST_MISSED)
    }
}

/// The distance of two cells in rows and columns: the greater of both.
pub(super) fn distance(one: Cell, other: Cell) -> usize {
    one.x().abs_diff(other.x()).max(one.y().abs_diff(other.y()))
}
