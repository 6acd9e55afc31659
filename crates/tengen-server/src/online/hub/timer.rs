//! What happens because time passes.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tengen_online::{SECOND, Time};

use super::Hub;

/// How often counts are looked at, and what is over is removed.
const SWEEP: Time = SECOND;

impl Hub {
    /// Runs until the hub is dropped or stops.
    pub(crate) async fn keep_time(hub: Weak<Hub>) {
        let mut next_sweep = 0;
        while let Some(hub) = hub.upgrade().filter(|hub| !hub.is_stopping()) {
            let now = hub.now();
            for game in hub.tables.due(now) {
                hub.tick_game(game);
            }
            if hub.room().next_deadline().is_some_and(|deadline| deadline <= now) {
                hub.tick_lobby(now);
            }
            if now >= next_sweep {
                next_sweep = now + SWEEP;
                hub.sweep(now);
            }
            let lobby = hub.room().next_deadline().unwrap_or(Time::MAX);
            let until = hub.tables.sleep_until(next_sweep.min(lobby));
            let sleep = tokio::time::sleep(Duration::from_millis(until.saturating_sub(hub.now())));
            tokio::select! {
                () = sleep => {}
                () = hub.tables.earlier.notified() => {}
            }
        }
    }

    fn sweep(self: &Arc<Hub>, now: Time) {
        let shown = self.shown_games();
        let sweep = self.sweep_games(now, &shown);
        self.users.forget(now);
        self.note_counts(self.users.count(), sweep, now);
    }
}
