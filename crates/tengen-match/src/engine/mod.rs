//! The engine service as a match uses it: its state, its task, and the answers that wait for their time.
//!
//! `commands.rs` has the commands of the service, `answers.rs` what follows from its answers, and `recovery.rs` its breakdowns.

mod answers;
mod commands;
mod recovery;

use tengen_analysis::engine::Request;
use tengen_game::Move;
use tengen_game::opening::Choice;

use crate::Tracked;
use crate::front::{Effect, Event};
use crate::log::Log;

pub use recovery::Recovery;

/// A task of the engine, and the number by which its answers are told from those to earlier requests.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Task {
    /// The number of the request.
    pub id: u32,
    /// The use of the answer.
    pub purpose: Purpose,
}

impl Task {
    /// The effect that ends the search early.
    pub(crate) fn stop_effect(self) -> Effect {
        match self.purpose {
            Purpose::External => Effect::StopExternal(self.id),
            _ => Effect::Ask(Request::Stop { id: self.id }),
        }
    }
}

/// A request to the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A move to play.
    Move,
    /// A move to recommend.
    Hint,
    /// The best moves of the position on the board.
    Analyse,
    /// An explanation of the last move.
    Explain,
    /// An explanation of the recommended move.
    ExplainHint,
    /// A forced win.
    Solve,
    /// The objection to a move.
    WhyNot,
    /// A choice in the opening.
    Decide,
    /// Whether a draw suits the program that was offered one.
    Judge,
    /// Whether the move just played in a puzzle still wins, and the best defence.
    Check,
    /// A review of the game.
    Review,
    /// Whether the person's last move misses a forced win or allows one.
    Coach,
    /// A move of an external player, which is requested in place of the engine's.
    External,
}

impl Purpose {
    /// Whether the engine has such a task without a request of the user.
    pub(crate) fn is_unrequested(self) -> bool {
        matches!(self, Purpose::Analyse | Purpose::Explain | Purpose::ExplainHint)
    }
}

/// The answer of an external player to a request for a move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExternalAnswer {
    /// It plays this move.
    Play(Move),
    /// It resigns.
    Resign,
    /// It has no answer, for this reason, in English.
    Fail(String),
}

/// The state of the engine service.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    Absent,
    /// It has been started, and has not yet answered that it is ready.
    Starting,
    Ready,
}

/// An action of a program after its pause.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Pending {
    Play(Move),
    Choose(Choice),
    /// The engine was started again, and continues unless it got another task meanwhile.
    Ask,
}

/// The number of messages to the engine that are no task, such as its settings; tasks are numbered from 1.
pub const NO_TASK: u32 = 0;

/// The engine service.
#[derive(Debug)]
pub struct Engine {
    /// The task of the engine, or of the external player in its place.
    pub task: Tracked<Option<Task>>,
    /// The breakdowns of the engine, and the engines that took its place.
    pub recovery: Recovery,
    /// The reports of its searches.
    pub log: Log,
    state: State,
    /// The time at which a program was called last.
    called_at: u64,
    /// An action at a later time, unless the game changes until then.
    pending: Option<(u64, Pending)>,
}

impl Engine {
    /// A service that is ready, or one that has yet to be started.
    pub(crate) fn new(is_ready: bool) -> Engine {
        Engine {
            task: Tracked::default(),
            recovery: Recovery::default(),
            log: Log::default(),
            state: if is_ready { State::Ready } else { State::Absent },

            called_at: 0,
            pending: None,
        }
    }

    /// Whether there is a service, which may still be starting.
    pub fn is_there(&self) -> bool {
        self.state != State::Absent
    }

    pub(crate) fn is_ready(&self) -> bool {
        self.state == State::Ready
    }

    /// The effect that starts the service.
    fn start_effect(&mut self) -> Effect {
        self.state = State::Starting;
        self.recovery.is_off.set(false);
        Effect::StartEngine
    }

    /// Leaves the service off until the user starts it.
    fn turn_off(&mut self) -> Effect {
        self.state = State::Absent;
        self.recovery.is_off.set(true);
        Effect::DropEngine
    }

    /// The purpose of its task, if it has one.
    pub fn purpose(&self) -> Option<Purpose> {
        self.task.map(|task| task.purpose)
    }

    /// Whether it runs at most tasks that the user did not request.
    pub fn is_free(&self) -> bool {
        self.purpose().is_none_or(Purpose::is_unrequested)
    }

    pub(crate) fn is_task(&self, id: u32, purpose: Purpose) -> bool {
        *self.task == Some(Task { id, purpose })
    }

    /// Gets this task with this request. A program is called with it, from which its pause counts; a move that does not come in time is
    /// watched for.
    pub(crate) fn begin_task(&mut self, task: Task, request: &Effect, now: u64) {
        self.called_at = now;
        self.task.set(Some(task));
        let time = match (task.purpose, request) {
            (Purpose::Move | Purpose::Coach, Effect::Ask(Request::Search { limits, .. })) => limits.time,
            (Purpose::Coach, Effect::Ask(Request::Solve { limits, .. })) => limits.time,
            _ => None,
        };
        if let Some(time) = time {
            self.recovery.watch_move(task.id, time, now);
        }
    }

    /// Its task is done.
    pub(crate) fn finish_task(&mut self) {
        self.task.set(None);
    }

    /// Ends its task without an answer, and returns what the front end is told.
    pub(crate) fn drop_task(&mut self) -> Vec<Effect> {
        let task = *self.task;
        self.task.set(None);
        let told = |Task { id, .. }| [Effect::Found(id, None), Effect::Announce(Event::Think(None))];
        task.map(told).into_iter().flatten().collect()
    }

    /// The effect that ends its search early.
    pub(crate) fn stop_effect(&self) -> Option<Effect> {
        self.task.map(Task::stop_effect)
    }

    /// Lets a program act when this many milliseconds have passed since it was called.
    fn act_after(&mut self, pause_ms: u64, act: Pending, now: u64) {
        let passed = now.saturating_sub(self.called_at);
        self.pending = Some((now + pause_ms.saturating_sub(passed), act));
    }

    /// Lets the engine continue after this many milliseconds.
    fn ask_after(&mut self, pause_ms: u64, now: u64) {
        self.pending = Some((now + pause_ms, Pending::Ask));
    }

    pub(crate) fn drop_pending(&mut self) {
        self.pending = None;
    }

    /// Takes the action whose time has come.
    pub(crate) fn take_due(&mut self, now: u64) -> Option<Pending> {
        self.pending.take_if(|(at, _)| *at <= now).map(|(_, act)| act)
    }

    pub(crate) fn wake_at(&self) -> Option<u64> {
        let pending = self.pending.as_ref().map(|(at, _)| *at);
        [pending, self.recovery.wake_at()].into_iter().flatten().min()
    }
}
