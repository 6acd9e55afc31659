//! The data that the owners of games, lobby, tournaments and accounts share.

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

/// The services that every owner uses. They contain no state of games, lobby or tournaments.
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

    /// Passes a follow-up to its owner, which carries it out at once. The caller must hold no lock of an owner, since the other owner takes
    /// its own.
    pub(super) fn dispatch(&self, follow_up: FollowUp) {
        if let Some(dispatcher) = self.dispatcher() {
            dispatcher.dispatch(follow_up);
        }
    }

    pub(super) fn refuse(&self, caller: Caller, error: Refusal) {
        self.services.metrics.refused.fetch_add(1, Relaxed);
        caller.answer(Err(error));
    }

    /// Whether a user is connected, or is a program of the server, which is always present.
    pub(super) fn is_present(&self, account: AccountId) -> bool {
        self.house.has(account) || self.presence.is_connected(account)
    }

    /// The account of a user who has sent a command, or a refusal if the user may not do this action.
    pub(super) fn allowed(&self, account: AccountId, action: Action) -> Result<Account, Refusal> {
        // The account of a user is in memory as long as the user is connected.
        let account = self
            .presence
            .account(account)
            .ok_or_else(|| Refusal::new(ErrorCode::NotFound, "expected a user who is connected"))?;
        account.check(action, &Scopes::Session, self.now())?;
        Ok(account)
    }

    /// The games of an account that other servers have, or that this server is about to take.
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

/// The accounts of the server's own programs.
pub(super) struct House(Vec<(Level, PlayerInfo)>);

impl House {
    pub(super) fn new(programs: Vec<(Level, PlayerInfo)>) -> House {
        House(programs)
    }

    pub(super) fn has(&self, account: AccountId) -> bool {
        self.0.iter().any(|(_, info)| info.account == account)
    }

    /// The program of a level.
    pub(super) fn at(&self, level: Level) -> Option<PlayerInfo> {
        self.0.iter().find(|(of, _)| *of == level).map(|(_, info)| info.clone())
    }

    pub(super) fn programs(&self) -> Vec<(Level, PlayerInfo)> {
        self.0.clone()
    }
}

/// The alarm of the timer, which wakes it when something has to be done before the planned time.
pub(super) struct Alarm {
    /// The time until which the timer sleeps.
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

    /// Sets the time until which the timer sleeps.
    pub(super) fn set(&self, time: Time) {
        self.next.store(time, Relaxed);
    }

    /// Waits until something has to be done before the planned time.
    pub(super) async fn earlier(&self) {
        self.earlier.notified().await;
    }
}
