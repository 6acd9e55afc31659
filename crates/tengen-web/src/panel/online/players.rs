//! The best players of a category.

use leptos::prelude::*;
use tengen_online::category::{Category, Family};
use tengen_online::message::{LeaderboardRow, LeaderboardView};
use tengen_online::settings::Speed;

use super::settings_form::menu;
use super::words;
use crate::online::http::{self, Failure};
use crate::online::{Online, View, name_of};
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The leaderboard, with the choice of its category.
pub(super) fn players(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let chosen = RwSignal::new(Category { family: Family::Freestyle, balanced: true, speed: Speed::Blitz });
    let known = RwSignal::new(None::<Result<LeaderboardView, Failure>>);
    let category = Memo::new(move |_| chosen.get());
    Effect::new(move || {
        let category = category.get();
        known.set(None);
        let path = format!("/leaderboards/{category}");
        online.ask(async move { http::get::<LeaderboardView>(&path).await }, move |read| {
            // The user may have chosen another category by now.
            if category == chosen.get_untracked() {
                known.set(Some(read));
            }
        });
    });
    let board = move || match known.get() {
        None => view! { <p class="quiet" role="status">{texts.text("online-loading")}</p> }.into_any(),
        Some(Err(failure)) => {
            view! { <p role="alert">{words::failure(texts, online, &failure)}</p> }.into_any()
        }
        Some(Ok(board)) if board.rows.is_empty() => {
            view! { <p class="quiet">{texts.text("online-no-ranks")}</p> }.into_any()
        }
        Some(Ok(board)) => table(online, board.rows),
    };
    view! {
        <div class="online-part">
            {kinds(chosen)}
            {speeds(chosen)}
        </div>
        {board}
    }
    .into_any()
}

/// The kinds of categories by rule and opening: `renju.balanced`.
fn kinds(chosen: RwSignal<Category>) -> AnyView {
    let texts = Texts::of_page();
    let all = || Family::ALL.into_iter().flat_map(|family| [true, false].map(|balanced| (family, balanced)));
    let name = |family: Family, balanced: bool| format!("{}.{balanced}", family.name());
    let value = move || {
        let category = chosen.get();
        name(category.family, category.balanced)
    };
    let options = move || {
        let option = |(family, balanced): (Family, bool)| {
            let opening = texts.text(if balanced { "online-balanced" } else { "online-free" });
            (name(family, balanced), format!("{} · {opening}", texts.text(words::family_key(family))))
        };
        all().map(option).collect()
    };
    menu("leaderboard-rule", "rule", value, options, move |text| {
        if let Some((family, balanced)) = all().find(|&(family, balanced)| name(family, balanced) == text) {
            chosen.update(|category| (category.family, category.balanced) = (family, balanced));
        }
    })
}

fn speeds(chosen: RwSignal<Category>) -> AnyView {
    let texts = Texts::of_page();
    let options = move || {
        Speed::ALL.map(|speed| (speed.name().to_owned(), texts.text(words::speed_key(speed)))).to_vec()
    };
    menu(
        "leaderboard-speed",
        "clock",
        move || chosen.get().speed.name().to_owned(),
        options,
        move |text| {
            if let Some(speed) = Speed::ALL.into_iter().find(|speed| speed.name() == text) {
                chosen.update(|category| category.speed = speed);
            }
        },
    )
}

fn table(online: Online, rows: Vec<LeaderboardRow>) -> AnyView {
    let texts = Texts::of_page();
    let row = move |row: LeaderboardRow| {
        let name = name_of(texts, &row.player);
        let of = name.clone();
        let rating = row.player.rating.map(|rating| rating.value);
        view! {
            <tr>
                <td>{row.rank}</td>
                <th scope="row">
                    <button type="button" class="link" on:click=move |_| online.open(View::User(of.clone()))>
                        {name}
                    </button>
                </th>
                <td>{row.games}</td>
                <td>{rating}</td>
            </tr>
        }
    };
    view! {
        <table class="standings" id="leaderboard">
            <thead>
                <tr>
                    <th scope="col">"#"</th>
                    <th scope="col">{texts.text("online-player")}</th>
                    <th scope="col">{texts.text("online-games")}</th>
                    <th scope="col">{texts.text("online-points-rating")}</th>
                </tr>
            </thead>
            <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}
