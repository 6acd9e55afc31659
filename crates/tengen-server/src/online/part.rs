//! The parts into which the games are divided, so that several servers can share them.

use tengen_online::id::GameId;

/// The number of parts of the games. It is stored with each game, and never changes.
pub const GAME_PARTS: u16 = 64;

/// The part of the lobby: seeks, pools, challenges and tournaments.
pub const LOBBY: u16 = GAME_PARTS;

/// The number of all parts, including that of the lobby.
pub const PARTS: usize = GAME_PARTS as usize + 1;

/// The part of a game, a number below [`GAME_PARTS`].
pub fn part_of(game: GameId) -> u16 {
    // Identifiers are texts. Without the multiplication, the first characters alone would decide, with too few different values.
    let number = game.number().wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
    (number % u64::from(GAME_PARTS)) as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_parts_have_about_as_many_games_each() {
        let mut games = [0; GAME_PARTS as usize];
        (0..64_000).for_each(|entropy| games[usize::from(part_of(GameId::from_entropy(entropy)))] += 1);
        assert!(games.iter().all(|games| (850..1_150).contains(games)), "{games:?}");
        assert_eq!(part_of("AbCdEfGh".parse().unwrap()), part_of("AbCdEfGh".parse().unwrap()));
    }
}
