//! What happens at the table: people's clicks, the engine's moves, and what the page says about them.
//!
//! All state of a game is in one [`Session`]. Components read its signals and call its methods; what the engine answers
//! comes back through [`Session::hear`](engine) alone.

mod analysis;
mod engine;
mod library;
mod notice;
mod replay;
mod setup;
mod table;
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
pub(crate) use engine::Task;
pub(crate) use library::{Library, Told};
pub(crate) use notice::Notice;
pub(crate) use replay::{Replay, Speed};
pub(crate) use setup::Setup;
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
    pub(crate) notice: RwSignal<Notice>,
    pub(crate) task: RwSignal<Task>,
    pub(crate) thought: RwSignal<Option<Thought>>,
    pub(crate) hint: RwSignal<Option<Point>>,
    pub(crate) analysis: Analysis,
    /// The games that the browser keeps.
    pub(crate) library: Library,
    /// The game on the board as it plays itself.
    pub(crate) replay: Replay,
    /// The position that somebody sets up, instead of the game.
    pub(crate) setup: RwSignal<Option<Setup>>,
    /// Whether the engine waits although it is its turn.
    pub(crate) paused: RwSignal<bool>,
    /// Whether somebody is asked if they really want to resign.
    pub(crate) resigning: RwSignal<bool>,
    preferences: RwSignal<Preferences>,
    engine: StoredValue<Option<WorkerClient<Request>>, LocalStorage>,
    last_id: StoredValue<u32>,
    asked_at: StoredValue<f64>,
    /// The engine's move on its way to the board; dropped when the game goes another way.
    pending_move: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Session {
    /// Takes up the game that the browser kept, or begins a first one.
    pub(crate) fn provide() -> Session {
        let (game, notice) = restore();
        let session = Session {
            game: RwSignal::new(game),
            notice: RwSignal::new(notice),
            task: RwSignal::new(Task::Idle),
            thought: RwSignal::new(None),
            hint: RwSignal::new(None),
            analysis: Analysis::new(),
            library: Library::new(),
            replay: Replay::new(),
            setup: RwSignal::new(None),
            paused: RwSignal::new(false),
            resigning: RwSignal::new(false),
            preferences: Preferences::of_page(),
            engine: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            asked_at: StoredValue::new(0.0),
            pending_move: StoredValue::new_local(None),
        };
        session.start_engine();
        // Two engines at the table do not start by themselves on a page that was just opened.
        session.paused.set(session.game.with_untracked(|game| !game.seats().contains(&Seat::Person)));
        provide_context(session);
        on_cleanup(move || session.engine.set_value(None));
        session.follow_threats();
        session.call_engine();
        session.library.take_in_waiting();
        session
    }

    pub(crate) fn of_page() -> Session {
        expect_context()
    }

    /// The game has changed: whatever the engine was doing is void, and it may be its turn.
    fn changed(self) {
        self.hint.set(None);
        self.resigning.set(false);
        self.analysis.forget();
        self.cancel();
        self.keep_unasked(Game::belongs_in_library);
        self.game.with_untracked(|game| storage::write(storage::GAME, &game.save()));
        self.call_engine();
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
                let fresh = game.record().line().is_empty() && game.seat(Color::Black).is_person();
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
