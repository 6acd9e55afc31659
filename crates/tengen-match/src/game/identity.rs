//! Which game it is, and whether the library of games has it.

use serde::{Deserialize, Serialize};
use tengen_formats::json;

use super::Game;

/// Games of fewer moves than this are not saved automatically when another game replaces them.
const FEW_MOVES: usize = 4;

/// The identity of a game: the same on the board, in the library and in its files, while the game continues.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, rename_all = "kebab-case")]
pub struct Identity {
    /// Empty as long as nothing was played.
    pub id: String,
    /// When the first move was played, in milliseconds since 1970.
    pub began_ms: u64,
    /// When the game last went on.
    pub ended_ms: u64,
    /// Whether the game comes from another source. Then only the record names its players, and it counts in no statistics.
    pub opened: bool,
    /// Whether it came by a link.
    pub shared: bool,
    /// Whether it is only looked at, because it came by a link and nobody here has continued it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub watched: bool,
    /// The fingerprint with which the library has it. A game that is deleted there does not come back until it continues.
    #[serde(rename = "kept")]
    pub archived: Option<u64>,
    /// The progress of the game at `ended_ms`.
    progress: usize,
}

/// The source of a game from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// As a file, or as a text of its content.
    File,
    /// As a link.
    Link,
}

impl Identity {
    /// For a game from outside.
    pub fn opened(origin: Origin) -> Identity {
        let is_link = origin == Origin::Link;
        Identity { opened: true, shared: is_link, watched: is_link, ..Identity::default() }
    }

    /// The seed by which a program varies the game, and overlooks the same rows throughout; `None` before the first move.
    pub fn seed(&self) -> Option<u64> {
        (!self.id.is_empty()).then(|| hash(&self.id))
    }

    /// Turns this into a second game that continues in another way.
    pub fn doubled(&mut self) {
        self.id.clear();
        self.archived = None;
    }
}

impl Game {
    /// Records the time if the game has continued. The game gets its id with the first move.
    pub fn stamp(&mut self, now_ms: u64, id: impl FnOnce() -> String) {
        let progress = self.record().main_line().len() + usize::from(self.result().is_some());
        let identity = &mut self.identity;
        if progress == 0 {
            return;
        }
        if identity.id.is_empty() {
            identity.id = id();
        }
        if identity.began_ms == 0 {
            identity.began_ms = now_ms;
        }
        if identity.progress != progress {
            identity.progress = progress;
            identity.ended_ms = now_ms;
        }
    }

    /// Whether the library gets it as it is without being asked: it has ended, or the library has it already.
    pub fn belongs_in_library(&self) -> bool {
        self.identity.archived.is_some() || (self.was_played_out() && !self.identity.opened)
    }

    /// Whether the library gets it when another game takes its place.
    pub fn belongs_in_library_when_replaced(&self) -> bool {
        self.belongs_in_library() || self.was_played_out() || self.record().main_line().len() >= FEW_MOVES
    }

    /// Whether it has ended, and not before its first move.
    fn was_played_out(&self) -> bool {
        self.result().is_some() && !self.record().main_line().is_empty()
    }

    /// A fingerprint of the game without its cursor.
    pub fn fingerprint(&self) -> u64 {
        hash(&json::write(self.at_its_end().record()))
    }

    /// The game as the library gets it, which this game notes.
    pub fn into_library(&mut self) -> Game {
        self.identity.archived = Some(self.fingerprint());
        self.at_its_end()
    }

    /// Whether the library has it as it is now.
    pub fn is_archived(&self) -> bool {
        self.identity.archived.is_some_and(|fingerprint| fingerprint == self.fingerprint())
    }
}

/// FNV-1a; games of one library are few enough for 64 bits.
fn hash(text: &str) -> u64 {
    let step = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    text.bytes().fold(0xcbf2_9ce4_8422_2325, step)
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;

    use super::super::tests::{game, moves};
    use super::*;
    use crate::Seat;
    use tengen_game::Color;

    const SEATS: [Seat; 2] = [Seat::Person, Seat::Engine(Level::EASY)];

    #[test]
    fn a_game_gets_its_id_with_the_first_move_and_keeps_it() {
        let mut played = game(SEATS, 0);
        played.stamp(5, || "never".to_owned());
        assert_eq!(played.identity, Identity::default());
        moves(&mut played, 1);
        played.stamp(7, || "first".to_owned());
        moves(&mut played, 3);
        played.stamp(9, || "second".to_owned());
        // Looking at an earlier position does not continue the game.
        played.go_to(1);
        played.stamp(11, || "third".to_owned());
        let Identity { id, began_ms, ended_ms, .. } = played.identity.clone();
        assert_eq!((id.as_str(), began_ms, ended_ms), ("first", 7, 9));
        assert_eq!(Game::load(&played.save()).unwrap().identity, played.identity);
        assert_eq!(game(SEATS, 1).again().identity, Identity::default());
    }

    #[test]
    fn ended_games_are_archived_at_once_and_longer_ones_when_they_are_replaced() {
        let keeps = |game: &Game| (game.belongs_in_library(), game.belongs_in_library_when_replaced());
        assert_eq!(keeps(&game(SEATS, 3)), (false, false));
        assert_eq!(keeps(&game(SEATS, 4)), (false, true));
        let mut ended = game(SEATS, 1);
        assert!(ended.resign(Color::Black).is_ok());
        assert_eq!(keeps(&ended), (true, true));
        // A game that ended before its first move was none.
        let mut unplayed = game(SEATS, 0);
        assert!(unplayed.resign(Color::White).is_ok());
        assert_eq!(keeps(&unplayed), (false, false));
        // An opened game is saved only when another game replaces it, or if it is in the library already.
        let mut opened = ended.with_record(ended.record().clone(), Origin::File);
        assert_eq!(keeps(&opened), (false, true));
        opened.identity.archived = Some(1);
        assert_eq!(keeps(&opened), (true, true));
    }

    #[test]
    fn a_fingerprint_tells_games_apart_but_not_moments_of_one() {
        let mut played = game(SEATS, 5);
        let fingerprint = played.fingerprint();
        played.go_to(2);
        assert_eq!(played.fingerprint(), fingerprint);
        played.identity.archived = Some(fingerprint);
        assert!(played.is_archived());
        moves(&mut played, 6);
        assert!(!played.is_archived());
        assert_ne!(game(SEATS, 4).fingerprint(), fingerprint);
    }
}
