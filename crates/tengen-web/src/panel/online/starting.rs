//! The beginning of a game: no clock runs before a player's first move, and a player who does not begin in time ends the game.

use leptos::prelude::*;

use super::actions::{Shown, part};
use super::words;
use crate::online::{Live, Online, name_of};
use crate::reactive::Memo;
use crate::texts::Texts;

/// The time by the server's clock until which the player to act has to begin; `None` once the clock runs.
fn deadline(live: &Live) -> Option<u64> {
    let is_waiting = live.snapshot.clock.stands && live.snapshot.result.is_none();
    // A deadline in days needs no countdown.
    let is_at_hand = !live.snapshot.settings.tempo.is_correspondence();
    live.snapshot.clock.until.filter(|_| is_waiting && is_at_hand)
}

/// Whether a player has to begin.
pub(super) fn is_starting(live: Shown) -> Memo<bool> {
    part(live, |live| deadline(live).is_some())
}

/// The countdown to the end of a game that a player does not begin.
pub(super) fn countdown(online: Online, live: Shown) -> AnyView {
    let texts = Texts::of_page();
    let words = move || {
        let now = online.client.with_untracked(|client| client.server_time(online.now.get()));
        live.with(|live| {
            let live = live.as_ref()?;
            let seconds = deadline(live)?.saturating_sub(now).div_ceil(1_000);
            let time = words::countdown(seconds);
            let actor = live.snapshot.to_act()?;
            Some(if live.snapshot.you == Some(actor) {
                texts.text_with("online-start-you", &[("time", time.into())])
            } else {
                let name = name_of(texts, &live.snapshot.players[actor as usize]);
                texts.text_with("online-start-other", &[("name", name.into()), ("time", time.into())])
            })
        })
    };
    view! { <p role="timer" class="quiet" id="online-start">{words}</p> }.into_any()
}
