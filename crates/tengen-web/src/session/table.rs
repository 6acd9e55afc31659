//! What people do at the table.

use leptos::prelude::*;
use tengen_game::{Move, Point, Record};

use super::notice::refusal;
use super::{Notice, Session, change};
use crate::game::{Game, Seat};
use crate::sound::{self, Sound};
use crate::storage;

impl Session {
    /// A person plays on `point`.
    pub(crate) fn place(self, point: Point) {
        self.replay.stop();
        if self.setup.with_untracked(Option::is_some) {
            change(self.setup, |setup| setup.turn(point));
            self.sound(Sound::Stone);
            return;
        }
        if self.analysis.walk.with_untracked(Option::is_some) {
            return self.walk_on(Some((point.x(), point.y())));
        }
        let seat = self.game.with_untracked(Game::seat_to_move);
        if seat.is_some_and(|seat| !seat.is_person()) {
            // While it waits, the page says so and how to go on.
            self.notice.set(if self.paused.get_untracked() { Notice::Nothing } else { Notice::NotYourTurn });
            return;
        }
        if self.play(point.into(), Notice::Nothing) {
            // What the engine thought was about another position.
            self.thought.set(None);
        }
    }

    /// A person passes, where the rule allows it.
    pub(crate) fn pass(self) {
        if self.game.with_untracked(|game| game.seat_to_move().is_some_and(Seat::is_person))
            && self.play(Move::Pass, Notice::Nothing)
        {
            self.thought.set(None);
        }
    }

    pub(super) fn play(self, played: Move, notice: Notice) -> bool {
        let outcome =
            self.game.try_update(|game| game.play(played)).expect("the game lives as long as the session");
        match outcome {
            Ok(()) => {
                self.notice.set(notice);
                self.sound(self.game.with_untracked(Game::sound_of_move));
                self.changed();
            }
            Err(error) => {
                self.notice.set(refusal(error));
                self.sound(Sound::Button);
            }
        }
        outcome.is_ok()
    }

    pub(super) fn sound(self, sound: Sound) {
        sound::play(self.preferences, sound);
    }

    /// Takes back as far as [`Game::undo_target`] says.
    pub(crate) fn undo(self) {
        if let Some(target) = self.game.with_untracked(Game::undo_target) {
            self.go_to(target);
        }
    }

    /// Plays again what was taken back.
    pub(crate) fn redo(self) {
        if let Some(target) = self.game.with_untracked(Game::redo_target) {
            self.go_to(target);
            if self.game.with_untracked(|game| game.sole_person().is_some() && game.redo_target().is_none()) {
                // The person is back where the engine was thinking.
                self.set_paused(false);
            }
        }
    }

    /// Shows the game as it was after `moves` moves. Where the engine was to move, it waits: whoever looks
    /// back does not want the game to go another way at once.
    pub(crate) fn go_to(self, moves: usize) {
        self.game.update(|game| game.go_to(moves));
        let engines_turn =
            self.game.with_untracked(|game| game.seat_to_move().is_some_and(|s| !s.is_person()));
        self.paused.set(engines_turn);
        self.notice.set(Notice::Nothing);
        self.thought.set(None);
        self.changed();
    }

    pub(crate) fn ask_resign(self) {
        self.resigning.set(true);
    }

    /// The person whose turn it is, or the only one at the table, gives up.
    pub(crate) fn resign(self) {
        self.game.update(|game| {
            let loser = game.sole_person().unwrap_or(game.side_to_move());
            // A game that has ended meanwhile stays as it is.
            let _ = game.resign(loser);
        });
        self.notice.set(Notice::Nothing);
        self.sound(self.game.with_untracked(Game::sound_of_move));
        self.changed();
    }

    pub(crate) fn play_on(self) {
        self.resigning.set(false);
    }

    /// Puts another game on the board. The one that was there is kept, if there is anything in it.
    pub(crate) fn new_game(self, mut game: Game) {
        self.keep_unasked(Game::is_worth_keeping);
        self.game.with_untracked(|before| {
            if !before.record().line().is_empty() {
                storage::write(storage::PREVIOUS_GAME, &before.save());
            }
            // Of two states of one game, the library would have only the later.
            if before.identity.id == game.identity.id {
                game.identity.doubled();
            }
        });
        let begins = game.seat_to_move().is_some_and(Seat::is_person);
        self.game.set(game);
        self.paused.set(false);
        self.thought.set(None);
        self.notice.set(if begins { Notice::FirstStone } else { Notice::Nothing });
        self.changed();
    }

    /// The same table once more.
    pub(crate) fn play_again(self) {
        self.new_game(self.game.with_untracked(Game::again));
    }

    /// Looks at a game that comes from elsewhere, with the programs that are at the table waiting.
    pub(crate) fn open_record(self, record: Record) {
        self.new_game(self.game.with_untracked(|game| game.with_record(record)));
        self.set_paused(true);
    }

    /// The page's address holds no game.
    pub(crate) fn refuse_link(self, reason: String) {
        self.notice.set(Notice::LinkRefused(reason));
    }

    /// Whether there is a game to go back to.
    pub(crate) fn has_previous(self) -> bool {
        storage::read(storage::PREVIOUS_GAME).is_some()
    }

    /// Goes back to the game that was on the board before; the one that is there now can be found in the same way.
    pub(crate) fn open_previous(self) {
        let previous = storage::read(storage::PREVIOUS_GAME).and_then(|text| Game::load(&text).ok());
        if let Some(game) = previous {
            self.new_game(game);
            self.set_paused(true);
        }
    }

    pub(crate) fn set_paused(self, paused: bool) {
        self.paused.set(paused);
        self.notice.set(Notice::Nothing);
        self.cancel();
        self.call_engine();
    }
}
