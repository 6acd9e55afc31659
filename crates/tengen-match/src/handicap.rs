//! What a person gets in advance against a program: stones on the board, or a second move at the first turn.

use serde::{Deserialize, Serialize};
use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

/// The head start of a person against a program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum HeadStart {
    /// Nothing.
    #[default]
    None,
    /// Two moves at the first turn.
    TwoMoves,
    /// Two stones on the board.
    TwoStones,
    /// Three stones on the board.
    ThreeStones,
}

/// The distances of the stones from the centre of the board, in columns and rows.
const STONES: [(i16, i16); 3] = [(-2, -2), (2, 2), (-2, 2)];

impl HeadStart {
    /// All of them, from the least to the most.
    pub const ALL: [HeadStart; 4] =
        [HeadStart::None, HeadStart::TwoMoves, HeadStart::TwoStones, HeadStart::ThreeStones];

    /// The name in settings: `two-moves`.
    pub const fn name(self) -> &'static str {
        match self {
            HeadStart::None => "none",
            HeadStart::TwoMoves => "two-moves",
            HeadStart::TwoStones => "two-stones",
            HeadStart::ThreeStones => "three-stones",
        }
    }

    const fn stones(self) -> usize {
        match self {
            HeadStart::None | HeadStart::TwoMoves => 0,
            HeadStart::TwoStones => 2,
            HeadStart::ThreeStones => 3,
        }
    }

    /// The position with which the game begins. Stones that the board has no room for, or that would win, are left out.
    pub(crate) fn start(self, rule: Rule, size: BoardSize, person: Color) -> Position {
        let mut board = Board::new(size);
        let center = size.center();
        for &(dx, dy) in &STONES[..self.stones()] {
            if let Some(point) = center.offset(dx, dy, size) {
                board.set(point, Some(person));
            }
        }
        Position::from_board(rule, board, Color::Black)
            .ok()
            .filter(|position| !position.is_over())
            .unwrap_or(Position::new(rule, size))
    }
}

/// The position in which a person moves once more, after the first move; `None` where it is not the first move of the person, or the game is over.
pub(crate) fn second_move(position: &Position, person: Color) -> Option<Position> {
    let own = position.moves().iter().filter_map(|played| played.point());
    let own = own.filter(|&point: &Point| position.board().stone(point) == Some(person)).count();
    let is_first = own == 1 && position.side_to_move() != person && position.start().board().stones() == 0;
    let again = Position::from_board(position.rule(), position.board().clone(), person).ok()?;
    (is_first && !again.is_over()).then_some(again)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::*;
    use crate::tests::{place, point, table};
    use crate::{Game, Match, Purpose, Seat};

    const SEATS: [Seat; 2] = [Seat::Person, Seat::Engine(Level::EASY)];

    fn begun(head_start: HeadStart, seats: [Seat; 2]) -> Match {
        let mut table = table(seats);
        let game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats).with_head_start(head_start);
        table.at(0, |table| table.new_game(game));
        table
    }

    #[test]
    fn stones_are_on_the_board_before_the_first_move_also_in_the_next_game() {
        let table = begun(HeadStart::ThreeStones, SEATS);
        let board = table.game.record().position().board();
        assert_eq!(board.stones(), 3);
        assert_eq!(board.stone(point("f10")), Some(Color::Black));
        assert_eq!(table.game.side_to_move(), Color::Black);
        // The stones follow the person to the other colour.
        let swapped = table.game.again_with([SEATS[1], SEATS[0]], Default::default());
        assert_eq!(swapped.record().position().board().stone(point("f10")), Some(Color::White));
        assert_eq!(Game::load(&table.game.save()).unwrap().head_start(), HeadStart::ThreeStones);
        let without = table.game.again().with_head_start(HeadStart::None);
        assert_eq!(without.record().position().board().stones(), 0);
    }

    #[test]
    fn a_person_with_two_moves_plays_twice_at_first_and_once_after_that() {
        let mut table = begun(HeadStart::TwoMoves, SEATS);
        place(&mut table, 1, "h8");
        assert_eq!((table.game.side_to_move(), table.engine.purpose()), (Color::Black, None));
        place(&mut table, 2, "i8");
        assert_eq!(table.engine.purpose(), Some(Purpose::Move));
        assert_eq!(table.game.record().position().board().stones(), 2);
        // The game is no measure of strength, and the next one begins in the same way.
        assert_eq!(table.game.again().record().position().board().stones(), 0);
        assert_eq!(table.game.again().head_start(), HeadStart::TwoMoves);
    }

    #[test]
    fn every_head_start_has_its_name_and_small_boards_their_room() {
        for head_start in HeadStart::ALL {
            assert_eq!(serde_json::to_value(head_start).unwrap(), head_start.name());
            let small = BoardSize::try_from(3).unwrap();
            assert!(head_start.start(Rule::FREESTYLE, small, Color::White).board().stones() <= 3);
        }
    }
}
