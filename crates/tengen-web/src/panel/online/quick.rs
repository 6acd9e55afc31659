//! The first layer of the lobby: a quick game against anybody, and a game with a friend, each with one tap and with the plain rules.

use leptos::prelude::*;
use tengen_game::opening::Protocol;
use tengen_game::{BoardSize, Rule};
use tengen_online::message::{ChallengeRequest, ClientCommand, PoolId};
use tengen_online::settings::{GameSettings, POOLS, SeatChoice, pool_settings};

use super::lobby::waiting;
use super::words;
use crate::forms::{big_tile, segment};
use crate::icons;
use crate::online::Online;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// Whether a pool has the plain rules: five in a row or more on the usual board, without an opening.
pub(super) fn is_plain(settings: &GameSettings) -> bool {
    (settings.rule, settings.size, settings.opening) == (Rule::FREESTYLE, BoardSize::FIFTEEN, Protocol::Free)
}

/// The pools with the plain rules, from the fastest to the slowest.
fn plain_pools() -> Vec<(PoolId, GameSettings)> {
    let pool = |number: usize| Some((PoolId(u8::try_from(number).ok()?), pool_settings(number)?));
    let mut pools: Vec<_> =
        (0..POOLS.len()).filter_map(pool).filter(|(_, settings)| is_plain(settings)).collect();
    pools.sort_by_key(|(_, settings)| settings.tempo.main_time());
    pools
}

/// The tempo that is chosen at first.
const USUAL: usize = 1;

/// The two large buttons, and the speed of either game.
pub(super) fn quick(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let pools = StoredValue::new(plain_pools());
    let chosen = RwSignal::new(USUAL.min(pools.with_value(Vec::len).saturating_sub(1)));
    let pool = move |index: usize| pools.with_value(|pools| pools.get(index).copied());
    let joined = Memo::new(move |_| online.client.with(|client| client.pool));
    let is_searching = Memo::new(move |_| {
        joined.get().is_some_and(|joined| pools.with_value(|pools| pools.iter().any(|(id, _)| *id == joined)))
    });
    let play = move || {
        online.notice.set(None);
        if is_searching.get_untracked() {
            online.send(ClientCommand::LeavePool);
        } else if let Some((id, _)) = pool(chosen.get_untracked()) {
            online.send(ClientCommand::JoinPool(id));
        }
    };
    let invite = move || {
        if let Some((_, settings)) = pool(chosen.get_untracked()) {
            online.notice.set(None);
            let request = ChallengeRequest { settings, seat: SeatChoice::Random, to: None };
            online.send(ClientCommand::Challenge(request));
        }
    };
    // A search that is under way continues with the speed that is chosen now.
    let choose = move |index: usize| {
        chosen.set(index);
        if is_searching.get_untracked()
            && let Some((id, _)) = pool(index)
        {
            online.send(ClientCommand::JoinPool(id));
        }
    };
    let speed = move |index: usize| {
        let (id, settings) = pool(index)?;
        let waiting = waiting(online, id);
        let note = move || {
            (waiting.get() > 0).then(|| texts.text_with("online-waiting", &[("count", waiting.get().into())]))
        };
        let content = view! { {move || words::tempo(texts, settings.tempo)} <small>{note}</small> };
        let is_chosen = move || chosen.get() == index;
        Some(segment(format!("speed-{index}"), is_chosen, move || choose(index), content.into_any()))
    };
    let game_text =
        move || texts.text(if is_searching.get() { "online-searching-stop" } else { "online-quick" });
    let count = pools.with_value(Vec::len);
    view! {
        <div class="online-part">
            <div class="tiles">
                {big_tile("quick-game", icons::BOLT, "primary", Some(is_searching.into()), game_text, play)}
                {big_tile("invite-friend", icons::FRIEND, "", None, move || texts.text("online-invite"), invite)}
            </div>
            <div class="segments" role="group" aria-label=move || texts.text("clock")>
                {(0..count).filter_map(speed).collect_view()}
            </div>
        </div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plain_games_have_three_speeds() {
        let tempos: Vec<String> =
            plain_pools().iter().map(|(_, settings)| settings.tempo.to_string()).collect();
        assert_eq!(tempos, ["120+1", "300+3", "600+5"]);
    }
}
