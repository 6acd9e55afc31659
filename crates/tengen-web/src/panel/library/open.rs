use leptos::prelude::*;
use tengen_analysis::files::{Content, Fault, GameSummary};
use tengen_match::Origin;

use crate::files;
use crate::forms::{always, button, file_button};
use crate::panel::Place;
use crate::reactive::{RwSignal, Signal};
use crate::session::Session;
use crate::texts::Texts;
use crate::workers::{FileWorker, Found, record_of};

/// What was opened last.
#[derive(Clone, Debug, PartialEq)]
enum Opened {
    Nothing,
    Reading,
    /// Several games, of which one is to be chosen.
    Choice(Found),
    Refused(Fault),
}

/// Opens games from files, also those that were dropped on the library or come from outside the page, and from texts and links
/// that are pasted.
#[component]
pub(super) fn Open(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let file_worker = FileWorker::of_page();
    let opened = RwSignal::new(Opened::Nothing);
    let pasted = RwSignal::new(String::new());
    let take = move |game: &GameSummary, origin: Origin| match record_of(game) {
        Ok(record) => {
            session.act(|table| table.open_record(record, origin));
            place.set(Place::Play);
        }
        Err(fault) => opened.set(Opened::Refused(fault)),
    };
    let read = move |name: Option<String>, content: Content| {
        opened.set(Opened::Reading);
        file_worker.read(name, content, move |found| match found {
            Ok(found) if found.games.len() == 1 && found.total == 1 => take(&found.games[0], found.origin),
            Ok(found) => opened.set(Opened::Choice(found)),
            Err(fault) => opened.set(Opened::Refused(fault)),
        });
    };
    Effect::new(move || {
        let arrived = session.library.arrived;
        if let Some((name, content)) = arrived.get() {
            arrived.set(None);
            read(Some(name), Content::Base64(content));
        }
    });
    let message = move || match opened.get() {
        Opened::Nothing => String::new(),
        Opened::Reading => texts.text("reading"),
        Opened::Choice(found) if found.games.len() < found.total => {
            let counts = [("count", found.total.into()), ("shown", found.games.len().into())];
            texts.text_with("games-found-first", &counts)
        }
        Opened::Choice(found) => texts.text_with("games-found", &[("count", found.total.into())]),
        Opened::Refused(fault) => super::refusal(texts, &fault),
    };
    let choice = move || match opened.get() {
        Opened::Choice(found) => {
            let take = move |game: &GameSummary| take(game, found.origin);
            found.games.into_iter().map(|game| entry(texts, game, take)).collect()
        }
        _ => Vec::new(),
    };
    let can_paste = Signal::derive(move || pasted.with(|text| !text.trim().is_empty()));
    let has_previous = Signal::derive(move || {
        session.game.track();
        session.has_previous()
    });
    view! {
        <div class="open">
            {file_button("open-file", "open-file", None, move |event| {
                files::chosen(event, move |name, content| read(Some(name), Content::Base64(content)));
            })}
            <textarea
                id="paste"
                rows="2"
                aria-label=move || texts.text("paste")
                placeholder=move || texts.text("paste")
                prop:value=move || pasted.get()
                on:input=move |event| pasted.set(event_target_value(&event))
            ></textarea>
            <div class="row">
                {button("open-pasted", "open-pasted", "", can_paste, move || {
                    read(None, Content::Text(pasted.get_untracked()));
                })}
                <Show when=move || has_previous.get()>
                    {button("previous-game", "previous-game", "", always(), move || {
                        session.open_previous();
                        place.set(Place::Play);
                    })}
                </Show>
            </div>
            <p role="status" class="quiet" id="open-outcome">{message}</p>
            <ol class="found">{choice}</ol>
        </div>
    }
}

/// A game of a file with several.
fn entry(texts: Texts, game: GameSummary, take: impl Fn(&GameSummary) + 'static) -> AnyView {
    let name = |name: &str, key: &str| if name.is_empty() { texts.text(key) } else { name.to_owned() };
    let arguments = [
        ("black", name(&game.black, "color-black").into()),
        ("white", name(&game.white, "color-white").into()),
        ("size", game.size.lines().into()),
        ("moves", game.moves.into()),
    ];
    let about = texts.text_with("game-found", &arguments);
    view! {
        <li>
            <button type="button" class="move" on:click=move |_| take(&game)>{about}</button>
        </li>
    }
    .into_any()
}
