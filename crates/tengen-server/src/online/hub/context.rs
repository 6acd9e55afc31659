//! What the owners of games, lobby, tournaments and accounts share.

use std::future::Future;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};

use tengen_analysis::Level;
use tengen_online::Time;
use tengen_online::account::{Account, Action, Scopes};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{ErrorCode, PlayerInfo, Refusal};
use tokio::sync::Notify;

use super::caller::Caller;
use super::follow_up::{Dispatch, FollowUp};
use super::peers::Peers;
use super::presence::Presence;
use crate::online::services::Services;

/// What every owner uses. It has no state of games, lobby or tournaments.
pub(crate) struct Context {
    pub(crate) services: Arc<Services>,
    pub(crate) presence: Presence,
    pub(super) house: House,
    pub(super) peers: Arc<dyn Peers>,
    pub(super) alarm: Alarm,
    dispatcher: Weak<dyn Dispatch>,
}

impl Context {
    pub(super) fn new(
        services: Arc<Services>,
        house: House,
        peers: Arc<dyn Peers>,
        dispatcher: Weak<dyn Dispatch>,
    ) -> Context {
        Context { services, presence: Presence::new(), house, peers, alarm: Alarm::default(), dispatcher }
    }

    pub(super) fn now(&self) -> Time {
        self.services.now()
    }

    pub(super) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.services.spawn(task);
    }

    /// The type that passes follow-ups to their owners; `None` at the end of the program.
    pub(super) fn dispatcher(&self) -> Option<Arc<dyn Dispatch>> {
        self.dispatcher.upgrade()
    }

    /// Has another owner carry something out now. The caller holds no lock of an owner, since the other one takes its own.
    pub(super) fn dispatch(&self, follow_up: FollowUp) {
        if let Some(dispatcher) = self.dispatcher() {
            dispatcher.dispatch(follow_up);
        }
    }

    /// Answers a command with a refusal.
    pub(super) fn refuse(&self, caller: Caller, error: Refusal) {
        self.services.metrics.refused.fetch_add(1, Relaxed);
        caller.answer(Err(error));
    }

    /// A program of the server is always present.
    pub(super) fn is_present(&self, account: AccountId) -> bool {
        self.house.has(account) || self.presence.is_connected(account)
    }

    /// The account of a user who has sent a command, if the user may do something.
    pub(super) fn allowed(&self, account: AccountId, action: Action) -> Result<Account, Refusal> {
        // The user of a connection is known as long as the connection is.
        let account = self
            .presence
            .account(account)
            .ok_or_else(|| Refusal::new(ErrorCode::NotFound, "expected a user who is connected"))?;
        account.check(action, &Scopes::Session, self.now())?;
        Ok(account)
    }

    /// The games of an account which other servers have, or which this one is about to have.
    pub(super) async fn games_elsewhere(&self, account: AccountId) -> Vec<GameId> {
        if self.peers.has_everything() {
            return Vec::new();
        }
        self.services.storage.live_games_of(account).await.unwrap_or_else(|error| {
            tracing::error!(%error, %account, "the games of an account could not be read");
            Vec::new()
        })
    }
}

/// The accounts of the programs that play on the server by themselves.
pub(super) struct House(Vec<(Level, PlayerInfo)>);

impl House {
    pub(super) fn new(programs: Vec<(Level, PlayerInfo)>) -> House {
        House(programs)
    }

    pub(super) fn has(&self, account: AccountId) -> bool {
        self.0.iter().any(|(_, info)| info.account == account)
    }

    /// The program that plays at a level.
    pub(super) fn at(&self, level: Level) -> Option<PlayerInfo> {
        self.0.iter().find(|(of, _)| *of == level).map(|(_, info)| info.clone())
    }

    pub(super) fn programs(&self) -> Vec<(Level, PlayerInfo)> {
        self.0.clone()
    }
}

/// Wakes the timer when something is to be done earlier than it sleeps.
pub(super) struct Alarm {
    /// The time for which the timer sleeps.
    next: AtomicU64,
    earlier: Notify,
}

impl Default for Alarm {
    fn default() -> Alarm {
        Alarm { next: AtomicU64::new(Time::MAX), earlier: Notify::new() }
    }
}

impl Alarm {
    /// Wakes the timer no later than at this time.
    pub(super) fn wake_by(&self, time: Time) {
        if time < self.next.load(Relaxed) {
            self.earlier.notify_one();
        }
    }

    /// Notes until when the timer sleeps.
    pub(super) fn set(&self, time: Time) {
        self.next.store(time, Relaxed);
    }

    /// Waits until something is to be done earlier.
    pub(super) async fn earlier(&self) {
        self.earlier.notified().await;
    }
}
