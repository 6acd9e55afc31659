//! What happens at the table: people's clicks, the engine's moves, and what the page says about them.
//!
//! All state of a game is in one [`Session`]. Components read its signals and call its methods; what the engine answers
//! comes back through [`Session::hear`](engine) alone.

mod analysis;
mod clocks;
mod draw;
mod engine;
mod healing;
mod lesson;
mod library;
mod log;
mod notice;
mod opening;
mod replay;
mod review;
mod setup;
mod table;
mod variations;
mod walk;

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_game::{BoardSize, Color, Point, Rule};
use tengen_protocol::worker::{Request, Thinking};

use crate::game::{Game, Seat};
use crate::preferences::Preferences;
use crate::storage;
use crate::worker_client::WorkerClient;
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
pub(crate) use setup::Setup;
pub(crate) use variations::{Deleted, Step};
pub(crate) use walk::Walk;

/// What the engine thinks, and for which side.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thought {
    pub(crate) side: Color,
    pub(crate) thinking: Thinking,
}

/// One table on the page. Copies share the same table.
#[derive(Clone, Copy)]
pub(crate) struct Session {
    pub(crate) game: RwSignal<Game>,
    /// How many games have been on the board.
    pub(crate) games: RwSignal<u32>,
    pub(crate) notice: RwSignal<Notice>,
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
    /// What of it is on the board.
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
    preferences: RwSignal<Preferences>,
    engine: StoredValue<Option<WorkerClient<Request>>, LocalStorage>,
    last_id: StoredValue<u32>,
    asked_at: StoredValue<u64>,
    /// The engine's move on its way to the board; dropped when the game goes another way.
    pending_move: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Session {
    /// Takes up the game that the browser kept, or begins a first one.
    pub(crate) fn provide() -> Session {
        let (game, notice) = restore();
        let session = Session {
            game: RwSignal::new(game),
            games: RwSignal::new(1),
            notice: RwSignal::new(notice),
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
            finding: RwSignal::new(None),
            deleted: RwSignal::new(None),
            library: Library::new(),
            replay: Replay::new(),
            setup: RwSignal::new(None),
            lesson: RwSignal::new(None),
            paused: RwSignal::new(false),
            resigning: RwSignal::new(false),
            preferences: Preferences::of_page(),
            engine: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            asked_at: StoredValue::new(0),
            pending_move: StoredValue::new_local(None),
        };
        session.start_engine();
        // Two engines at the table do not start by themselves on a page that was just opened.
        session.paused.set(session.game.with_untracked(|game| !game.seats().contains(&Seat::Person)));
        provide_context(session);
        on_cleanup(move || {
            session.healing.stop_watching();
            session.engine.set_value(None);
        });
        session.follow_clock();
        session.call_engine();
        session.library.take_in_waiting();
        session
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

    fn save(self) {
        self.game.with_untracked(|game| storage::write(storage::GAME, &game.save()));
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

fn restore() -> (Game, Notice) {
    let first = || Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, [Seat::Person, Seat::Easy]);
    match storage::read(storage::GAME) {
        None => (first(), Notice::FirstStone),
        Some(saved) => match Game::load(&saved) {
            Ok(game) => {
                let begins = game.seat_to_move().is_some_and(Seat::is_person);
                let fresh = game.record().line().is_empty() && begins;
                (game, if fresh { Notice::FirstStone } else { Notice::Nothing })
            }
            Err(reason) => {
                storage::write(storage::UNREADABLE_GAME, &saved);
                leptos::logging::warn!("{} holds no game: {reason}", storage::UNREADABLE_GAME);
                (first(), Notice::GameLost)
            }
        },
    }
}
