//! What people do at the table.

use leptos::prelude::*;
use tengen_game::{Move, NodeId, Point, Record};
use tengen_protocol::studio::{Fault, FaultKind};

use super::notice::refusal;
use super::{Notice, Session, change};
use crate::game::{Game, Seat};
use crate::library::Origin;
use crate::sound::{self, Sound};
use crate::storage;
use crate::timing::now;

impl Session {
    /// A person plays on `point`.
    pub(super) fn play_at(self, point: Point) {
        self.replay.stop();
        if self.setup.with_untracked(Option::is_some) {
            change(self.setup, |setup| setup.turn(point));
            self.sound(Sound::Stone);
            return;
        }
        if self.lesson.with_untracked(Option::is_some) {
            self.answer_lesson(point);
            self.sound(Sound::Stone);
            return;
        }
        if self.analysis.walk.with_untracked(Option::is_some) {
            return self.walk_on(Some((point.x(), point.y())));
        }
        if self.game.with_untracked(|game| game.opening_under_way().is_some()) {
            return self.place_in_opening(point);
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
        let now = now();
        if self.end_by_flag(now) {
            return false;
        }
        // Whoever has had the game gone through tries other moves beside it.
        let is_reviewed = self.review.with_untracked(Option::is_some);
        let play = |game: &mut Game| {
            let played = if is_reviewed { game.play_beside(played) } else { game.play(played) };
            played.inspect(|()| game.press_clock(now))
        };
        let outcome = self.game.try_update(play).expect("the game lives as long as the session");
        match outcome {
            Ok(()) => {
                self.notice.set(notice);
                self.clocks.is_held.set(false);
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

    /// Takes back as far as [`Game::undo_target`] says, or else a choice in the opening.
    pub(crate) fn undo(self) {
        match self.game.with_untracked(Game::undo_target) {
            Some(target) => self.go_to(target),
            None => self.take_choice_back(),
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
        self.look(|game| game.go_to(moves));
    }

    /// Shows any moment of any line, as [`Session::go_to`] does.
    pub(crate) fn go_to_node(self, node: NodeId) {
        self.look(|game| game.visit(node));
    }

    pub(super) fn look(self, go: impl FnOnce(&mut Game)) {
        // The moves of an opening go back by the choices that made them.
        if self.game.with_untracked(|game| game.opening_under_way().is_some()) {
            return;
        }
        self.game.update(go);
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
            game.go_to(usize::MAX);
            let loser = game.sole_person().unwrap_or(game.side_to_move());
            // A game that has ended meanwhile stays as it is.
            let _ = game.resign(loser);
        });
        self.notice.set(Notice::Nothing);
        self.sound(self.game.with_untracked(Game::sound_of_move));
        self.changed();
    }

    /// Whoever was asked something at the table would rather play on.
    pub(crate) fn play_on(self) {
        self.resigning.set(false);
        self.decline_draw();
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
        self.draw.forget();
        self.choosing.forget();
        self.analysis.proofs.set_value(Default::default());
        self.clocks.is_held.set(false);
        let begins = game.seat_to_move().is_some_and(Seat::is_person);
        if game.record().nodes().len() == 1 && game.record().setup().is_none() {
            // The best moves are no company for a game that is about to be played.
            self.analysis.is_on.set(false);
        }
        self.game.set(game);
        self.games.update(|games| *games += 1);
        self.paused.set(false);
        self.thought.set(None);
        self.notice.set(if begins { Notice::FirstStone } else { Notice::Nothing });
        self.changed();
    }

    /// The same table once more.
    pub(crate) fn play_again(self) {
        self.new_game(self.game.with_untracked(Game::again));
    }

    /// Looks at a game that comes from elsewhere, with the programs that are at the table waiting, and the clock as well.
    pub(crate) fn open_record(self, record: Record, origin: Origin) {
        self.new_game(self.game.with_untracked(|game| game.with_record(record, origin)));
        self.set_paused(true);
        self.clocks.is_held.set(true);
    }

    /// The page's address holds no game, or could not be read.
    pub(crate) fn refuse_link(self, fault: Fault) {
        self.notice.set(match fault.kind {
            FaultKind::NotLoaded => Notice::ReaderMissing,
            _ => Notice::LinkRefused(fault),
        });
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
            self.clocks.is_held.set(true);
        }
    }

    pub(crate) fn set_paused(self, paused: bool) {
        self.paused.set(paused);
        self.clocks.is_held.set(false);
        self.notice.set(Notice::Nothing);
        self.cancel();
        self.call_engine();
    }
}
