//! The taste of an opponent: what it prefers among moves that it rates about equally.

use tengen_analysis::Character;
use tengen_game::{Position, SplitMix};

use super::sight::distance;
use crate::board::{Board, Cell, Pattern};

/// The distance from the nearer of the last two moves up to which a move belongs to the fight, the liking that it loses for each row or
/// column beyond it, and the greatest loss.
const FIGHT: usize = 3;
const AWAY: i32 = 6;
const FARTHEST: i32 = 40;

/// The least and the greatest liking of a move.
const LIKINGS: [i32; 2] = [40, 180];

/// The taste of an opponent at a position: it keeps to the fight, and it has the character's preferences.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Taste {
    character: Option<Character>,
    /// The last move of either side.
    last: [Option<Cell>; 2],
}

impl Taste {
    pub(crate) fn new(character: Option<Character>, position: &Position) -> Taste {
        let moves = position.moves();
        let last = [1, 2].map(|back| {
            let index = moves.len().checked_sub(back)?;
            moves.get(index)?.point().map(Cell::from)
        });
        Taste { character, last }
    }

    /// The liking of a move of the board's side to move, in per cent of a move without anything that the character prefers.
    pub(crate) fn liking(&self, board: &Board, cell: Cell) -> i32 {
        let distances = self.last.iter().flatten().map(|&last| distance(last, cell));
        let from_fight = distances.min().unwrap_or_default();
        let away = (AWAY * from_fight.saturating_sub(FIGHT) as i32).min(FARTHEST);
        let preferred = self.character.map_or(0, |character| preference(character, board, cell, from_fight));
        (100 - away + preferred).clamp(LIKINGS[0], LIKINGS[1])
    }

    /// One of these moves: the best liked of a few that are drawn. Every move can be chosen.
    pub(crate) fn choose(&self, board: &Board, cells: &[Cell], random: &mut SplitMix) -> Option<Cell> {
        let draws = if self.character.is_some() { 3 } else { 2 };
        let drawn = (0..draws).filter_map(|_| cells.get(random.index(cells.len().max(1))).copied());
        drawn.max_by_key(|&cell| self.liking(board, cell))
    }
}

/// The rows that a move makes, and those of the opponent that it breaks.
struct Rows {
    makes_four: bool,
    makes_three: bool,
    /// The number of open twos that the move makes.
    twos: i32,
    /// The numbers of rows with which the opponent would threaten here, and would build an open two.
    broken_threats: i32,
    broken_twos: i32,
}

impl Rows {
    fn of(board: &Board, cell: Cell) -> Rows {
        let count = |color, of: &dyn Fn(Pattern) -> bool| {
            let code = board.code(cell, color);
            (0..4).filter(|&direction| of(code.pattern(direction))).count() as i32
        };
        let (own, other) = (board.side(), !board.side());
        let is_four = |pattern| matches!(pattern, Pattern::Four | Pattern::OpenFour);
        Rows {
            makes_four: count(own, &is_four) > 0,
            makes_three: count(own, &|pattern| pattern == Pattern::OpenThree) > 0,
            twos: count(own, &|pattern| pattern == Pattern::OpenTwo),
            broken_threats: count(other, &|pattern| is_four(pattern) || pattern == Pattern::OpenThree),
            broken_twos: count(other, &|pattern| pattern == Pattern::OpenTwo),
        }
    }
}

/// What a character adds to the liking of a move at a distance from the fight, in per cent.
fn preference(character: Character, board: &Board, cell: Cell, from_fight: usize) -> i32 {
    let rows = Rows::of(board, cell);
    let threatens = rows.makes_four || rows.makes_three;
    let breaks = rows.broken_threats > 0 || rows.broken_twos > 0;
    match character {
        Character::Attacker => 10 * rows.twos - 4 * rows.broken_twos + if threatens { 24 } else { 0 },
        Character::Defender => {
            6 * rows.broken_twos + 10 * rows.broken_threats - if threatens { 13 } else { 0 }
        }
        Character::CounterPuncher => match (breaks, threatens || rows.twos > 0) {
            (true, true) => 35,
            (true, false) => 10,
            (false, true) => -10,
            (false, false) => 0,
        },
        Character::Builder => 10 * rows.twos - if threatens { 10 } else { 0 },
        Character::Gambler => {
            let threat = match (rows.makes_four, rows.makes_three) {
                (true, _) => 35,
                (false, true) => 20,
                (false, false) => 0,
            };
            threat + (8 * from_fight as i32).min(48)
        }
        Character::OldMaster => {
            let middle = usize::from(board.size().lines() / 2);
            let from_middle = cell.x().abs_diff(middle).max(cell.y().abs_diff(middle)) as i32;
            30 - 9 * from_middle - 4 * from_fight as i32
        }
    }
}
