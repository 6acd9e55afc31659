//! The notice about an opponent who is disconnected, and the claim of the win.

use leptos::prelude::*;
use tengen_online::message::GameCommand;

use super::actions::{Shown, send};
use super::words;
use crate::forms::button;
use crate::online::{Live, Online};
use crate::reactive::{Memo, Signal};
use crate::texts::Texts;

/// The notice about an opponent who is disconnected.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Absence {
    /// The user has the turn, or the game has just begun: there is nothing to wait for.
    Noted,
    /// The number of seconds until the win can be claimed.
    Claim(u64),
}

/// The notice about an opponent who is disconnected, and the button that claims the win.
pub(super) fn absence(online: Online, live: Shown) -> AnyView {
    let texts = Texts::of_page();
    let absence = Memo::new(move |_| {
        let live = live.get().filter(Live::has_opponent_left)?;
        live.snapshot.settings.tempo.speed().claim_after()?;
        let Some(at) = live.claim_at() else { return Some(Absence::Noted) };
        let now = online.client.with_untracked(|client| client.server_time(online.now.get()));
        let after = live.snapshot.settings.tempo.speed().claim_after().unwrap_or_default();
        Some(Absence::Claim(seconds_until(at, after, now)))
    });
    let can_claim = Signal::derive(move || absence.get() == Some(Absence::Claim(0)));
    let words = move || {
        Some(match absence.get()? {
            Absence::Noted => texts.text("online-opponent-disconnected"),
            Absence::Claim(0) => texts.text("online-opponent-gone"),
            Absence::Claim(seconds) => {
                let time = words::countdown(seconds);
                texts.text_with("online-opponent-left", &[("time", time.into())])
            }
        })
    };
    let claims = Memo::new(move |_| matches!(absence.get(), Some(Absence::Claim(_))));
    let claim = move || {
        claims.get().then(|| {
            button("claim-win", "online-claim", "", can_claim, move || {
                send(online, live, GameCommand::ClaimWin);
            })
        })
    };
    let is_away = Memo::new(move |_| absence.get().is_some());
    let shown = move || {
        is_away.get().then(|| {
            view! {
                <div class="offer" id="opponent-left">
                    // A screen reader announces that the opponent has left, and not every second of the countdown.
                    <p role="status" class="unseen">{texts.text("online-opponent-disconnected")}</p>
                    <p role="timer">{words}</p>
                    {claim}
                </div>
            }
        })
    };
    view! { {shown} }.into_any()
}

/// Seconds until a time, which is at most `most` milliseconds away. The page's estimate of the server's time is wrong by up to the duration
/// of a message, so that more may seem to be left.
fn seconds_until(at: u64, most: u64, now: u64) -> u64 {
    at.saturating_sub(now).min(most).div_ceil(1_000)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_countdown_begins_at_the_whole_time_and_ends_at_nothing() {
        assert_eq!(seconds_until(65_000, 60_000, 4_200), 60);
        assert_eq!(seconds_until(65_000, 60_000, 5_001), 60);
        assert_eq!(seconds_until(65_000, 60_000, 64_999), 1);
        assert_eq!(seconds_until(65_000, 60_000, 65_000), 0);
        assert_eq!(seconds_until(65_000, 60_000, 99_000), 0);
    }
}
