//! The featured game of the lobby: a small board that follows it, its players and their time.

use leptos::prelude::*;
use tengen_game::{Color, Move};
use tengen_match::Game;
use tengen_match::timing::Reading;
use tengen_online::id::GameId;

use super::words;
use crate::online::{Client, Live, Online, name_of};
use crate::panel::small_board::small_board;
use crate::reactive::Memo;
use crate::texts::Texts;

/// The featured game, which the page follows while the lobby is shown; empty where there is none.
pub(super) fn featured(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let game = Memo::new(move |_| online.client.with(Client::featured));
    Effect::new(move || online.preview(game.get()));
    on_cleanup(move || online.preview(None));
    let live = Memo::new(move |_| {
        let game = game.get()?;
        online.client.with(|client| client.games.get(&game).cloned())
    });
    let is_shown = Memo::new(move |_| live.with(Option::is_some));
    let content = move || {
        let game = game.get().filter(|_| is_shown.get())?;
        Some(view! {
            <div class="online-part" id="featured">
                <h2>{texts.text("online-featured")}</h2>
                {card(online, game, live)}
            </div>
        })
    };
    view! { {content} }.into_any()
}

/// The card of the game. A press anywhere on it opens the game on the board.
fn card(online: Online, game: GameId, live: Memo<Option<Live>>) -> AnyView {
    let texts = Texts::of_page();
    let shown = Memo::new(move |_| {
        let skew = online.client.with_untracked(|client| client.skew);
        let board = |live: &Live| {
            let (state, _) = live.on_board(skew, |player| name_of(texts, player));
            Game::of_remote(&state).ok()
        };
        live.with(|live| live.as_ref().and_then(board))
    });
    let picture = move || shown.with(|game| game.as_ref().map(position));
    let about = move || {
        live.with(|live| {
            let live = live.as_ref()?;
            Some(match live.snapshot.result {
                Some(over) => words::result(texts, live, over)[0].clone(),
                None => words::settings(texts, &live.snapshot.settings),
            })
        })
    };
    let watch = move || texts.text("online-watch");
    view! {
        <button type="button" class="featured-game" id="featured-game" on:click=move |_| online.watch(game)>
            {picture}
            {Color::BOTH.map(|color| side(online, color, shown))}
            <span class="what">{about}</span>
            <span class="turn own">{watch}</span>
        </button>
    }
    .into_any()
}

fn position(game: &Game) -> AnyView {
    let position = game.record().position();
    let board = position.board();
    let of =
        |color: Color| board.size().points().filter(|&point| board.stone(point) == Some(color)).collect();
    small_board(board.size(), &Color::BOTH.map(of), position.last_move().and_then(Move::point))
}

/// A player of the game, with the remaining time.
fn side(online: Online, color: Color, shown: Memo<Option<Game>>) -> AnyView {
    let name = move || shown.with(|game| game.as_ref().map(|game| game.name_of(color).to_owned()));
    let is_active = Memo::new(move |_| {
        shown.with(|game| game.as_ref().is_some_and(|game| game.clock().running() == Some(color)))
    });
    let time = Memo::new(move |_| {
        let now = online.now.get();
        shown.with(|game| {
            let clock = game.as_ref()?.clock();
            clock.control().is_limited().then(|| Reading::of(clock, color, now).digits)
        })
    });
    view! {
        <span class="side" class:active=move || is_active.get()>
            <span class=format!("dot {color}") aria-hidden="true"></span>
            <span class="name">{name}</span>
            <span class="digits">{move || time.get()}</span>
        </span>
    }
    .into_any()
}
