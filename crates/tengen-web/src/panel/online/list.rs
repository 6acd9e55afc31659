//! Lists of games, players and tournaments.

use leptos::prelude::*;
use tengen_online::id::GameId;

use crate::reactive::Memo;
use crate::texts::Texts;

/// A game in a list that the server updates.
#[derive(Clone, PartialEq)]
pub(super) struct GameLine {
    pub(super) game: GameId,
    /// The first words of [`line()`].
    pub(super) who: String,
    pub(super) what: String,
    pub(super) end: String,
    /// The argument of [`end()`].
    pub(super) is_own: bool,
}

/// Games under their heading; empty where there are none. A line stays the same element while its game is in the list, so that a finger and
/// the keyboard's focus stay on it while other games come and go.
pub(super) fn games(
    texts: Texts,
    key: &'static str,
    id: &'static str,
    all: Memo<Vec<GameLine>>,
    act: impl Fn(GameId) + Copy + Send + Sync + 'static,
) -> AnyView {
    let row = move |game: GameId| {
        let of = move |line: fn(&GameLine) -> &str| {
            Memo::new(move |_| {
                all.with(|all| {
                    all.iter().find(|found| found.game == game).map(|found| line(found).to_owned())
                })
            })
        };
        let (who, what, end) = (of(|line| &line.who), of(|line| &line.what), of(|line| &line.end));
        let is_own =
            Memo::new(move |_| all.with(|all| all.iter().any(|line| line.game == game && line.is_own)));
        view! {
            <li>
                <button type="button" class="online-line" on:click=move |_| act(game)>
                    <span class="who">{move || who.get()}</span>
                    <span class="what">{move || what.get()}</span>
                    <span class="turn" class:own=move || is_own.get()>{move || end.get()}</span>
                </button>
            </li>
        }
    };
    let is_there = Memo::new(move |_| all.with(|all| !all.is_empty()));
    let ids = move || all.with(|all| all.iter().map(|line| line.game).collect::<Vec<_>>());
    let shown = move || {
        is_there.get().then(|| {
            view! {
                <div class="online-part">
                    <h2>{texts.text(key)}</h2>
                    <ul class="online-list" id=id>
                        <For each=ids key=|game| *game children=row/>
                    </ul>
                </div>
            }
        })
    };
    view! { {shown} }.into_any()
}

/// A line that is one button: the players, the description, and a few words at its end.
pub(super) fn line(who: String, what: String, end: AnyView, act: impl Fn() + 'static) -> AnyView {
    view! {
        <li>
            <button type="button" class="online-line" on:click=move |_| act()>
                <span class="who">{who}</span>
                <span class="what">{what}</span>
                {end}
            </button>
        </li>
    }
    .into_any()
}

/// The words at the end of a line. `is_own` highlights them, because they concern the user.
pub(super) fn end(words: String, is_own: bool) -> AnyView {
    view! { <span class="turn" class:own=is_own>{words}</span> }.into_any()
}

/// A list of lines, with its identifier.
pub(super) fn list(id: &'static str, lines: Vec<AnyView>) -> AnyView {
    view! { <ul class="online-list" id=id>{lines}</ul> }.into_any()
}

/// A list under its heading; empty where there are no lines.
pub(super) fn titled(texts: Texts, key: &'static str, id: &'static str, lines: Vec<AnyView>) -> AnyView {
    if lines.is_empty() {
        return ().into_any();
    }
    view! {
        <div class="online-part">
            <h2>{texts.text(key)}</h2>
            {list(id, lines)}
        </div>
    }
    .into_any()
}
