//! The timer: the events that the passing of time causes.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Weak};
use std::time::Duration;

use tengen_online::{MINUTE, SECOND, Time};

use super::Hub;
use super::consequence::Consequence;
use super::context::Context;
use super::games::{CLEANING, drop_old_talk};
use super::peers::News;
use crate::online::part::LOBBY;
use crate::online::storage::Change;

/// The interval at which the lobby's counts are updated and finished games are removed.
const SWEEP: Time = SECOND;
/// The interval at which the time of running is stored, while only games are played in which hours matter.
const ALIVE: Time = MINUTE;

/// The time of running that was stored last.
#[derive(Default)]
pub(super) struct Alive(AtomicU64);

impl Alive {
    /// Stores that the server runs. After a sudden end, no player is charged for the time after the last such entry. Servers that share a
    /// database use leases instead.
    pub(super) fn note(&self, context: &Arc<Context>, now: Time) {
        if context.services.storage.leases().is_none() {
            self.0.store(now, Relaxed);
            context.settle(Consequence::of(vec![Change::Alive(now)]));
        }
    }

    fn is_old(&self, now: Time) -> bool {
        now >= self.0.load(Relaxed).saturating_add(ALIVE)
    }
}

/// Runs the timer until the hub is dropped or stops.
pub(crate) async fn keep_time(hub: Weak<Hub>) {
    let mut next_sweep = 0;
    let mut next_cleaning = 0;
    while let Some(hub) = hub.upgrade().filter(|hub| !hub.context.services.is_stopping()) {
        let context = &hub.context;
        let now = context.now();
        hub.games.tick(now);
        if hub.lobby.next_deadline().is_some_and(|deadline| deadline <= now) {
            hub.lobby.tick(now);
        }
        if hub.tournaments.next_deadline().is_some_and(|deadline| deadline <= now) {
            hub.tournaments.tick(now);
        }
        if now >= next_sweep {
            next_sweep = now + SWEEP;
            sweep(&hub, now);
        }
        if now >= next_cleaning {
            next_cleaning = now + CLEANING;
            drop_old_talk(context, now);
        }
        let others = [hub.lobby.next_deadline(), hub.tournaments.next_deadline()];
        let latest = others.into_iter().flatten().fold(next_sweep, Time::min);
        // Deadlines that arise from now on wake the timer, so that none is missed between the calculation and the sleep.
        context.alarm.set(latest);
        let until = hub.games.next_deadline().map_or(latest, |first| first.min(latest));
        context.alarm.set(until);
        let sleep = tokio::time::sleep(Duration::from_millis(until.saturating_sub(context.now())));
        tokio::select! {
            () = sleep => {}
            () = context.alarm.earlier() => {}
        }
    }
}

fn sweep(hub: &Hub, now: Time) {
    let context = &hub.context;
    let (shown, featured) = hub.lobby.shown_games();
    let mut sweep = hub.games.sweep(now, &shown, featured);
    // Users who left for another place a while ago become absent from their other games.
    for account in context.presence.wanderers(now) {
        let games = context.presence.games(account);
        games.into_iter().for_each(|game| hub.games.note_presence(game, account));
    }
    context.presence.forget(now);
    hub.tournaments.forget(now);
    if sweep.is_urgent || (sweep.games > 0 && hub.alive.is_old(now)) {
        hub.alive.note(context, now);
    }
    if context.services.writer.is_failing() {
        // Since nobody can play, no other write would find out that the storage works again.
        context.settle(Consequence::of(vec![Change::Alive(now)]));
    }
    if context.peers.has(LOBBY) {
        sweep.add(&shown, context.peers.games());
        hub.lobby.note_counts(context.presence.count(), sweep, now);
    } else {
        context.peers.announce(News::Games(&sweep));
    }
}
