//! Games for tests.

use tengen_game::{BoardSize, Color, Rule};

use super::LibraryEntry;
use tengen_match::{Game, Seat};

/// A game of `count` moves without a winner.
pub(crate) fn game(seats: [Seat; 2], count: usize) -> Game {
    let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
    moves(&mut game, count);
    game
}

/// Plays up to `count` further moves.
pub(crate) fn moves(game: &mut Game, count: usize) {
    *game = game.at_its_end();
    let played = game.record().cursor();
    for point in BoardSize::FIFTEEN.points().step_by(3).take(count).skip(played) {
        assert!(game.play(point.into()).is_ok());
    }
}

/// A game that ended at `ended_ms` with the loser's resignation.
pub(crate) fn lost_by(loser: Color, seats: [Seat; 2], ended_ms: u64) -> LibraryEntry {
    let mut game = game(seats, 6);
    assert!(game.resign(loser).is_ok());
    game.stamp(ended_ms, || format!("id-{ended_ms}"));
    LibraryEntry::of(&game)
}
