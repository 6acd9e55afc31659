//! What happens at the table: people's clicks, the engine's moves, and what the page says about them.
//!
//! All state of a game is in one [`Session`]. Components read its signals and call its methods; what the engine answers
//! comes back through [`Session::hear`](engine) alone.

mod analysis;
mod clocks;
mod draw;
mod engine;
mod healing;
mod keys;
mod lesson;
mod library;
mod log;
mod notice;
mod opening;
mod proofs;
mod replay;
mod review;
mod setup;
mod table;
mod variations;
mod walk;

use gloo_timers::callback::Timeout;
use leptos::ev::KeyboardEvent;
use leptos::prelude::*;
use tengen_frontend::WorkerClient;
use tengen_game::{BoardSize, Color, Point};
use tengen_protocol::worker::{EffortMessage, Request, Thinking};

use crate::game::{Game, Seat};
use crate::kept::Kept;
use crate::panel::Place;
use crate::preferences::Preferences;
use crate::reactive::RwSignal;
use crate::storage;
pub(crate) use analysis::{Analysis, Line, Solution};
pub(crate) use clocks::Clocks;
pub(crate) use draw::Draw;
pub(crate) use engine::Task;
pub(crate) use healing::Healing;
pub(crate) use lesson::Lesson;
pub(crate) use library::{Library, Told};
pub(crate) use log::{Account, Log, LoggedSearch};
pub(crate) use notice::Notice;
pub(crate) use opening::{Choosing, count, legal_choices, next_color, point_choice};
pub(crate) use replay::{Replay, Speed};
pub(crate) use review::{Finding, Review, classes_on};
pub(crate) use setup::{Setup, SetupRefusal};
pub(crate) use variations::{Deleted, Step};
pub(crate) use walk::Walk;

/// What the engine thinks, and for which side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thought {
    pub(crate) side: Color,
    pub(crate) thinking: Thinking,
}

/// What people can do at the table once all of the program is there. The part that is there first knows these deeds only by
/// name, so that it need not have them.
#[derive(Clone, Copy)]
struct Deeds {
    place: fn(Session, Point),
    press: fn(Session, &KeyboardEvent, RwSignal<Place>),
}

/// One table on the page. Copies share the same table.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) game: RwSignal<Game>,
    /// How many games have been on the board.
    pub(crate) games: RwSignal<u32>,
    pub(crate) notice: RwSignal<Notice>,
    /// The point that a tap has chosen, for another tap to confirm.
    pub(crate) aim: RwSignal<Option<Point>>,
    pub(crate) task: RwSignal<Task>,
    pub(crate) thought: RwSignal<Option<Thought>>,
    pub(crate) hint: RwSignal<Option<Point>>,
    pub(crate) analysis: Analysis,
    pub(crate) log: Log,
    pub(crate) clocks: Clocks,
    pub(crate) draw: Draw,
    pub(crate) choosing: Choosing,
    pub(crate) healing: Healing,
    /// What the engine found when it went through the game.
    pub(crate) review: RwSignal<Option<Review>>,
    /// How thoroughly the engine goes through the game the next time.
    pub(crate) effort: RwSignal<EffortMessage>,
    /// What of the review is on the board.
    pub(crate) finding: RwSignal<Option<Finding>>,
    /// The record as it was before moves were deleted from it.
    pub(crate) deleted: RwSignal<Option<Deleted>>,
    /// The games that the browser keeps.
    pub(crate) library: Library,
    /// The game on the board as it plays itself.
    pub(crate) replay: Replay,
    /// The position that somebody sets up, instead of the game.
    pub(crate) setup: RwSignal<Option<Setup>>,
    /// What somebody learns, instead of the game.
    pub(crate) lesson: RwSignal<Option<Lesson>>,
    /// Whether the engine waits although it is its turn.
    pub(crate) paused: RwSignal<bool>,
    /// Whether somebody is asked if they really want to resign.
    pub(crate) resigning: RwSignal<bool>,
    deeds: StoredValue<Option<Deeds>>,
    /// The text of the game that this window has last read or written.
    kept: StoredValue<Option<String>>,
    preferences: RwSignal<Preferences>,
    engine: StoredValue<Option<WorkerClient<Request>>, LocalStorage>,
    last_id: StoredValue<u32>,
    asked_at: StoredValue<u64>,
    /// The engine's move on its way to the board; dropped when the game goes another way.
    pending_move: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Session {
    /// A table with a game on it. Nothing happens there before [`Session::begin`] but that a person may place a first stone.
    pub(crate) fn provide(kept: Kept) -> Session {
        let Kept { game, notice, text, .. } = kept;
        let session = Session {
            games: RwSignal::new(1),
            notice: RwSignal::new(notice),
            aim: RwSignal::new(None),
            task: RwSignal::new(Task::Idle),
            thought: RwSignal::new(None),
            hint: RwSignal::new(None),
            analysis: Analysis::new(),
            log: Log::new(),
            clocks: Clocks::new(),
            draw: Draw::new(),
            choosing: Choosing::new(),
            healing: Healing::new(),
            review: RwSignal::new(None),
            effort: RwSignal::default(),
            finding: RwSignal::new(None),
            deleted: RwSignal::new(None),
            library: Library::new(),
            replay: Replay::new(),
            setup: RwSignal::new(None),
            lesson: RwSignal::new(None),
            // Two engines at the table do not start by themselves on a page that was just opened.
            paused: RwSignal::new(!game.seats().contains(&Seat::Person)),
            resigning: RwSignal::new(false),
            game: RwSignal::new(game),
            deeds: StoredValue::new(None),
            kept: StoredValue::new(text),
            preferences: Preferences::of_page(),
            engine: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            asked_at: StoredValue::new(0),
            pending_move: StoredValue::new_local(None),
        };
        provide_context(session);
        on_cleanup(move || {
            session.healing.stop_watching();
            session.engine.set_value(None);
        });
        session
    }

    /// Begins everything that goes on at a table.
    pub(crate) fn begin(self) {
        self.deeds.set_value(Some(Deeds { place: Session::play_at, press: keys::press }));
        self.start_engine();
        self.follow_clock();
        self.library.take_in_waiting();
        self.follow_threats();
        self.follow_notice();
        let is_begun = self.game.with_untracked(|game| !game.record().line().is_empty());
        if is_begun && self.kept.with_value(Option::is_none) {
            // Somebody was quicker than the connection.
            self.changed();
        } else {
            self.call_engine();
        }
    }

    /// A person clicks on `point`.
    pub(crate) fn place(self, point: Point) {
        match self.deeds.get_value() {
            Some(deeds) => (deeds.place)(self, point),
            None => {
                // The first stone and no other: whose turn it is then is not decided here.
                let may_begin = |game: &Game| {
                    game.record().line().is_empty() && game.seat_to_move().is_some_and(Seat::is_person)
                };
                if self.game.with_untracked(may_begin)
                    && self
                        .game
                        .try_update(|game| game.play(point.into()))
                        .is_some_and(|played| played.is_ok())
                {
                    self.notice.set(Notice::Nothing);
                }
            }
        }
    }

    /// A person presses a key, whatever it means where the panel is.
    pub(crate) fn press(self, event: &KeyboardEvent, place: RwSignal<Place>) {
        if let Some(deeds) = self.deeds.get_value() {
            (deeds.press)(self, event, place);
        }
    }

    pub(crate) fn of_page() -> Session {
        expect_context()
    }

    /// Something else than the game comes on the board.
    fn clear_the_board(self) {
        self.cancel();
        self.analysis.forget();
        self.hint.set(None);
        self.notice.set(Notice::Nothing);
    }

    /// Whether the game is on the board.
    pub(crate) fn shows_game(self) -> bool {
        self.setup.with(Option::is_none) && self.lesson.with(Option::is_none)
    }

    /// The game has changed: whatever the engine was doing is void, and it may be its turn.
    fn changed(self) {
        self.hint.set(None);
        self.resigning.set(false);
        self.draw.question.set(None);
        self.analysis.forget();
        self.finding.set(None);
        self.deleted.set(None);
        self.check_review();
        self.keep_unasked(Game::belongs_in_library);
        self.save();
        if !self.is_review_undisturbed() {
            self.cancel();
            self.call_engine();
        }
    }

    /// The size of the board that is shown.
    pub(crate) fn board_size(self) -> BoardSize {
        let learned = self.lesson.with(|lesson| lesson.as_ref().map(|lesson| lesson.board().size()));
        learned.unwrap_or_else(|| self.game.with(|game| game.record().size()))
    }

    fn save(self) {
        let text = self.game.with_untracked(Game::save);
        let there = storage::read(storage::GAME);
        // What another window has written since is that window's game, and is not lost.
        if let Some(there) = there.filter(|there| self.kept.with_value(|kept| kept.as_ref() != Some(there))) {
            storage::write(storage::PREVIOUS_GAME, &there);
        }
        storage::write(storage::GAME, &text);
        self.kept.set_value(Some(text));
    }
}

/// Changes what a signal holds, if it holds anything.
fn change<T: Send + Sync + 'static>(signal: RwSignal<Option<T>>, with: impl FnOnce(&mut T)) {
    signal.update(|held| {
        if let Some(held) = held {
            with(held);
        }
    });
}
