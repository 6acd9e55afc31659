//! What happens because time passes.

use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Arc, Weak};
use std::time::Duration;

use tengen_online::{MINUTE, SECOND, Time};

use super::Hub;
use super::cluster::Games;
use super::talk::CLEANING;
use crate::online::part::LOBBY;
use crate::online::storage::Change;

/// How often counts are looked at, and what is over is removed.
const SWEEP: Time = SECOND;
/// How often it is stored that the server runs, while games are played in which only hours matter.
const ALIVE: Time = MINUTE;

impl Hub {
    /// Runs until the hub is dropped or stops.
    pub(crate) async fn keep_time(hub: Weak<Hub>) {
        let mut next_sweep = 0;
        let mut next_cleaning = 0;
        while let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) {
            let now = hub.now();
            for game in hub.tables.due(now) {
                hub.tick_game(game);
            }
            if hub.room().next_deadline().is_some_and(|deadline| deadline <= now) {
                hub.tick_lobby(now);
            }
            if hub.hall().next_deadline().is_some_and(|deadline| deadline <= now) {
                hub.tick_tournaments(now);
            }
            if now >= next_sweep {
                next_sweep = now + SWEEP;
                hub.sweep(now);
            }
            if now >= next_cleaning {
                next_cleaning = now + CLEANING;
                hub.drop_old_talk(now);
            }
            let lobby = hub.room().next_deadline().unwrap_or(Time::MAX);
            let hall = hub.hall().next_deadline().unwrap_or(Time::MAX);
            let until = hub.tables.sleep_until(next_sweep.min(lobby).min(hall));
            let sleep = tokio::time::sleep(Duration::from_millis(until.saturating_sub(hub.now())));
            tokio::select! {
                () = sleep => {}
                () = hub.tables.earlier.notified() => {}
            }
        }
    }

    fn sweep(self: &Arc<Hub>, now: Time) {
        let (shown, featured) = self.shown_games();
        let mut sweep = self.sweep_games(now, &shown, featured);
        self.note_wanderers(now);
        self.users.forget(now);
        self.hall().forget(now);
        let noted = self.alive.load(Relaxed);
        if sweep.is_urgent || (sweep.games > 0 && now >= noted.saturating_add(ALIVE)) {
            self.note_alive(now);
        }
        if self.writer.is_failing() {
            // Nobody can play, so that nothing else would find out that the storage works again.
            self.writer.submit(vec![Change::Alive(now)], |_| {});
        }
        if self.has(LOBBY) {
            sweep.add(&shown, &self.games_elsewhere());
            self.note_counts(self.users.count(), sweep, now);
        } else {
            self.announce_games(|node| Games::new(node, &sweep));
        }
    }

    /// After a sudden end nobody is charged for the time from here on. Servers that share a database have leases for this.
    pub(super) fn note_alive(&self, now: Time) {
        if self.storage.leases().is_none() {
            self.alive.store(now, Relaxed);
            self.writer.submit(vec![Change::Alive(now)], |_| {});
        }
    }
}
