//! Games whose states come from elsewhere.

use tengen_game::clock::Clock;
use tengen_game::opening::Opening;
use tengen_game::{GameResult, Move, PlayError, Position, Record, Rule};

use super::Game;
use crate::Seat;

impl Game {
    /// A state of a game that is decided elsewhere: its opening with the choices made, the moves after the opening's
    /// stones, and Black's and White's player at present.
    ///
    /// # Errors
    /// When a stone or a move is illegal.
    pub fn of_remote(
        rule: Rule,
        opening: Opening,
        moves: &[Move],
        seats: [Seat; 2],
        clock: Clock,
    ) -> Result<Game, PlayError> {
        let mut record = Record::from_position(Position::new(rule, opening.size()));
        for &stone in opening.stones() {
            record.play(stone)?;
        }
        for &played in moves {
            record.play(played)?;
        }
        let opening = Some(opening).filter(|opening| !opening.is_finished() || !opening.choices().is_empty());
        Ok(Game { clock, opening, ..Game::from_record(record, seats) })
    }

    /// Ends the game at the end of its line; a game that has ended stays as it is.
    pub fn end_as(&mut self, result: GameResult) {
        self.record.go_to(usize::MAX);
        // The rules may have ended the game already.
        let _ = self.record.end(result);
    }

    /// Changes the record's facts: names, ranks, date.
    pub fn change_info(&mut self, change: impl FnOnce(&mut tengen_game::GameInfo)) {
        change(&mut self.record.info);
    }

    /// Whether both are the same state of one game, but for the position on the board and the clock.
    pub(crate) fn is_same_state(&self, other: &Game) -> bool {
        self.main_moves() == other.main_moves()
            && self.opening == other.opening
            && self.seats == other.seats
            && self.record.players == other.record.players
            && self.result() == other.result()
    }

    pub(crate) fn put_clock(&mut self, clock: Clock) {
        self.clock = clock;
    }
}
