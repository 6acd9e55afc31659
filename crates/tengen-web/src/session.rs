//! What happens at the table: people's clicks, the engine's moves, and what the page says about them.

use gloo_timers::callback::Timeout;
use leptos::prelude::*;
use tengen_game::{BoardSize, Color, ForbiddenKind, Move, PlayError, Point, PointName, Rule};
use tengen_protocol::worker::{
    LevelMessage, LimitsMessage, OpponentMessage, PositionMessage, Request, Response, Thinking,
};

use crate::engine_client::EngineClient;
use crate::game::{Game, Seat};
use crate::storage;

/// A person sees the stone fall: the engine waits at least so long before it answers.
const SHORTEST_THOUGHT_MS: f64 = 450.0;

/// Time for a hint.
const HINT_MS: u32 = 1_500;

/// What the page has to say beyond whose turn it is.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Notice {
    Nothing,
    FirstStone,
    EnginePlayed(PointName),
    EnginePassed,
    Hint(PointName),
    Occupied(PointName),
    Forbidden(PointName, ForbiddenKind),
    NotYourTurn,
    GameOver,
    EngineFailed(String),
    EngineRefused(String),
    GameLost,
}

/// What the engine is busy with. The number tells its answers from those to earlier requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Idle,
    Move(u32),
    Hint(u32),
}

impl Task {
    fn id(self) -> Option<u32> {
        match self {
            Task::Idle => None,
            Task::Move(id) | Task::Hint(id) => Some(id),
        }
    }
}

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
    /// Whether the engine waits although it is its turn.
    pub(crate) paused: RwSignal<bool>,
    /// Whether somebody is asked if they really want to resign.
    pub(crate) resigning: RwSignal<bool>,
    engine: StoredValue<Option<EngineClient>, LocalStorage>,
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
            paused: RwSignal::new(false),
            resigning: RwSignal::new(false),
            engine: StoredValue::new_local(None),
            last_id: StoredValue::new(0),
            asked_at: StoredValue::new(0.0),
            pending_move: StoredValue::new_local(None),
        };
        match EngineClient::start(move |response| session.hear(response)) {
            Ok(client) => session.engine.set_value(Some(client)),
            Err(reason) => session.notice.set(Notice::EngineFailed(reason)),
        }
        // Two engines at the table do not start by themselves on a page that was just opened.
        session.paused.set(session.game.with_untracked(|game| !game.seats().contains(&Seat::Person)));
        provide_context(session);
        on_cleanup(move || session.engine.set_value(None));
        session.call_engine();
        session
    }

    pub(crate) fn of_page() -> Session {
        expect_context()
    }

    /// A person plays on `point`.
    pub(crate) fn place(self, point: Point) {
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

    fn play(self, played: Move, notice: Notice) -> bool {
        let outcome =
            self.game.try_update(|game| game.play(played)).expect("the game lives as long as the session");
        match outcome {
            Ok(()) => {
                self.notice.set(notice);
                self.changed();
            }
            Err(error) => self.notice.set(refusal(error)),
        }
        outcome.is_ok()
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
        self.changed();
    }

    pub(crate) fn play_on(self) {
        self.resigning.set(false);
    }

    pub(crate) fn new_game(self, rule: Rule, size: BoardSize, seats: [Seat; 2]) {
        self.game.set(Game::new(rule, size, seats));
        self.paused.set(false);
        self.thought.set(None);
        let begins = seats[Color::Black.index()].is_person();
        self.notice.set(if begins { Notice::FirstStone } else { Notice::Nothing });
        self.changed();
    }

    /// The same table once more.
    pub(crate) fn play_again(self) {
        let (rule, size, seats) =
            self.game.with_untracked(|game| (game.record().rule(), game.record().size(), game.seats()));
        self.new_game(rule, size, seats);
    }

    pub(crate) fn set_paused(self, paused: bool) {
        self.paused.set(paused);
        self.notice.set(Notice::Nothing);
        self.cancel();
        self.call_engine();
    }

    /// Ends the engine's thinking: it moves at once, or gives the hint it has.
    pub(crate) fn stop(self) {
        if let Some(id) = self.task.get_untracked().id() {
            self.send(Request::Stop { id });
        }
    }

    /// Asks the engine for a good move for the person whose turn it is.
    pub(crate) fn ask_hint(self) {
        let person = self.game.with_untracked(|game| game.seat_to_move().is_some_and(Seat::is_person));
        if person && self.task.get_untracked() == Task::Idle {
            let limits = LimitsMessage { time_ms: Some(HINT_MS), ..LimitsMessage::default() };
            self.notice.set(Notice::Nothing);
            let id = self.search(limits, OpponentMessage::Tengen);
            self.task.set(Task::Hint(id));
        }
    }

    /// The game has changed: whatever the engine was doing is void, and it may be its turn.
    fn changed(self) {
        self.hint.set(None);
        self.resigning.set(false);
        self.cancel();
        self.game.with_untracked(|game| storage::write(storage::GAME, &game.save()));
        self.call_engine();
    }

    fn cancel(self) {
        self.pending_move.set_value(None);
        self.stop();
        self.task.set(Task::Idle);
    }

    fn call_engine(self) {
        let seat = self.game.with_untracked(Game::seat_to_move);
        let Some((seat, program)) = seat.and_then(|seat| Some((seat, seat.program()?))) else { return };
        if !self.paused.get_untracked() && self.engine.with_value(Option::is_some) {
            let id = self.search(limits(seat.level()), program);
            self.task.set(Task::Move(id));
        }
    }

    fn search(self, limits: LimitsMessage, opponent: OpponentMessage) -> u32 {
        let id = self.last_id.get_value().wrapping_add(1);
        self.last_id.set_value(id);
        self.asked_at.set_value(js_sys::Date::now());
        let position = self.game.with_untracked(|game| PositionMessage::from(game.record().position()));
        self.send(Request::Search { id, position, limits, opponent });
        id
    }

    fn send(self, request: Request) {
        self.engine.with_value(|engine| {
            if let Some(engine) = engine {
                engine.send(request);
            }
        });
    }

    fn hear(self, response: Response) {
        let task = self.task.get_untracked();
        match response {
            Response::Ready => {}
            Response::Progress { id, thinking } if task.id() == Some(id) => self.note(thinking),
            Response::Finished { id, best_move, thinking } if task.id() == Some(id) => {
                if thinking.depth > 0 {
                    self.note(thinking);
                }
                let best_move = best_move.map(|(x, y)| Point::new(x, y));
                match (task, best_move) {
                    (Task::Move(_), found) => self.play_soon(found.map_or(Move::Pass, Move::Place)),
                    (Task::Hint(_), Some(point)) => self.show_hint(point),
                    (Task::Hint(_), None) | (Task::Idle, _) => self.task.set(Task::Idle),
                }
            }
            // An answer to a request that no longer matters.
            Response::Progress { .. } | Response::Finished { .. } | Response::Benched { .. } => {}
            Response::Failed { id: Some(_), message } => {
                self.task.set(Task::Idle);
                self.notice.set(Notice::EngineRefused(message));
            }
            Response::Failed { id: None, message } => {
                self.task.set(Task::Idle);
                self.engine.set_value(None);
                self.notice.set(Notice::EngineFailed(message));
            }
        }
    }

    fn note(self, thinking: Thinking) {
        let is_hint = matches!(self.task.get_untracked(), Task::Hint(_));
        let seat = self.game.with_untracked(Game::seat_to_move);
        if !is_hint && seat.is_some_and(|seat| !seat.judges_positions()) {
            return;
        }
        let side = self.game.with_untracked(Game::side_to_move);
        self.thought.set(Some(Thought { side, thinking }));
    }

    fn show_hint(self, point: Point) {
        let size = self.game.with_untracked(|game| game.record().size());
        self.task.set(Task::Idle);
        self.hint.set(Some(point));
        self.notice.set(Notice::Hint(point.on(size)));
    }

    /// Plays the engine's move, but not before the person has seen their own.
    fn play_soon(self, played: Move) {
        let passed = js_sys::Date::now() - self.asked_at.get_value();
        let rest = (SHORTEST_THOUGHT_MS - passed).clamp(0.0, SHORTEST_THOUGHT_MS);
        let timeout = Timeout::new(rest as u32, move || {
            self.task.set(Task::Idle);
            let notice = self.game.with_untracked(|game| match played {
                _ if game.sole_person().is_none() => Notice::Nothing,
                Move::Place(point) => Notice::EnginePlayed(point.on(game.record().size())),
                Move::Pass => Notice::EnginePassed,
            });
            self.play(played, notice);
        });
        self.pending_move.set_value(Some(timeout));
    }
}

fn refusal(error: PlayError) -> Notice {
    match error {
        PlayError::Occupied(at) => Notice::Occupied(at),
        PlayError::Forbidden { at, kind } => Notice::Forbidden(at, kind),
        PlayError::NotYourTurn { .. } => Notice::NotYourTurn,
        PlayError::GameOver => Notice::GameOver,
        // The page offers neither points off the board nor passes where there are none.
        PlayError::OffBoard { .. } | PlayError::PassNotAllowed(_) => Notice::Nothing,
    }
}

/// The limits of a level; the classics, which have none, keep limits of their own.
fn limits(level: Option<LevelMessage>) -> LimitsMessage {
    let time_ms = level.map(|level| match level {
        LevelMessage::Easy => 500,
        LevelMessage::Normal => 1_000,
        LevelMessage::Hard => 3_000,
    });
    // The seed only varies the moves of the lower levels, so any number that changes will do.
    let seed = js_sys::Date::now() as u64;
    LimitsMessage { time_ms, level, seed, ..LimitsMessage::default() }
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
