use leptos::prelude::*;
use tengen_analysis::files::{Content, Fault, FaultKind, GameSummary};
use tengen_formats::any::Known;
use tengen_game::Rule;
use tengen_match::{Notice, Origin};

use crate::files;
use crate::forms::{always, button, file_button};
use crate::panel::phrases;
use crate::place::Place;
use crate::reactive::{Memo, RwSignal, Signal};
use crate::session::{Adding, AddingState, Outcome, Session};
use crate::texts::Texts;
use crate::workers::{FileWorker, Found, GameFile, record_of};

/// The result of the last attempt to open a file or a text.
#[derive(Clone, Debug, PartialEq)]
enum Opened {
    Nothing,
    Reading,
    /// A file with several games, of which the user chooses one.
    Choice(Found),
    Refused(Fault),
}

/// Opens games from files, including files that were dropped on the library or come from outside the page, and from pasted texts and links.
#[component]
pub(super) fn Open(place: RwSignal<Place>) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let file_worker = FileWorker::of_page();
    let opened = RwSignal::new(Opened::Nothing);
    let pasted = RwSignal::new(String::new());
    // The last file. It is read again when the user has chosen a rule, and can be added to the library as a whole.
    let last_file = StoredValue::new(None::<GameFile>);
    let take = move |game: &GameSummary, origin: Origin| match record_of(game) {
        Ok(record) => {
            session.act(|table| {
                table.open_game(table.game.with_record(record, origin));
                if !game.notes.is_empty() {
                    table.say(Notice::Interpreted(game.notes.clone()));
                }
            });
            place.set(Place::Play);
        }
        Err(fault) => opened.set(Opened::Refused(fault)),
    };
    let read_file = move |file: GameFile| {
        opened.set(Opened::Reading);
        last_file.set_value(Some(file.clone()));
        file_worker.read(file, move |found| match found {
            Ok(found) if found.games.len() == 1 && found.total == 1 => take(&found.games[0], found.origin),
            Ok(found) => opened.set(Opened::Choice(found)),
            Err(fault) => opened.set(Opened::Refused(fault)),
        });
    };
    let read = move |name: Option<String>, content: Content| {
        read_file(GameFile { name, content, known: Known::default() });
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
        Opened::Refused(fault) if fault.kind == FaultKind::OtherGame => texts.text("ask-rule"),
        Opened::Refused(fault) => super::refusal(texts, &fault),
    };
    // A file of another game may contain five in a row, because some Go programs write such files.
    let asks_rule = Memo::new(move |_| {
        opened.with(|opened| matches!(opened, Opened::Refused(fault) if fault.kind == FaultKind::OtherGame))
    });
    let rule_buttons = move || {
        let button = |rule: Rule| {
            let read_again = move |_| {
                if let Some(file) = last_file.get_value() {
                    read_file(GameFile { known: Known { rule: Some(rule), ..file.known }, ..file });
                }
            };
            view! {
                <button type="button" value=rule.to_string() on:click=read_again>
                    {move || phrases::name(texts, rule)}
                </button>
            }
        };
        asks_rule.get().then(|| {
            view! {
                <div class="row" id="ask-rule" role="group" aria-label=move || texts.text("rule")>
                    {Rule::NAMED.map(button).into_iter().collect_view()}
                </div>
            }
        })
    };
    let choice = move || match opened.get() {
        Opened::Choice(found) => {
            let take = move |game: &GameSummary| take(game, found.origin);
            found.games.into_iter().map(|game| entry(texts, game, take)).collect()
        }
        _ => Vec::new(),
    };
    let count = Memo::new(move |_| {
        opened.with(|opened| if let Opened::Choice(found) = opened { found.total } else { 0 })
    });
    let add_all = move || {
        if let (Some(file), total @ 1..) = (last_file.get_value(), count.get_untracked()) {
            session.library.add_all(file_worker, file, total);
        }
    };
    let can_paste = Signal::derive(move || pasted.with(|text| !text.trim().is_empty()));
    let has_previous = Signal::derive(move || {
        session.table.game.track();
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
            {rule_buttons}
            {adding(count, add_all)}
            <ol class="found">{choice}</ol>
        </div>
    }
}

/// The button that adds all games of a file to the library, and the progress. The work continues when the user leaves the place.
fn adding(count: Memo<usize>, add_all: impl Fn() + Copy + Send + Sync + 'static) -> AnyView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    let is_running = Memo::new(move |_| {
        library.adding.with(|adding| adding.as_ref().is_some_and(|it| it.state == AddingState::Running))
    });
    let done = move || library.adding.with(|adding| adding.as_ref().map_or(0, |adding| adding.done));
    let of = move || library.adding.with(|adding| adding.as_ref().map_or(1, |adding| adding.of));
    let outcome = move || library.adding.get().map(|adding| words(texts, &adding)).unwrap_or_default();
    let label = move || texts.text_with("add-all", &[("count", count.get().into())]);
    view! {
        <p role="status" id="adding-outcome">{outcome}</p>
        <Show when=move || is_running.get()>
            <div class="row adding">
                <progress max=move || of().to_string() prop:value=move || done().to_string() aria-label=move || texts.text("adding")></progress>
                {button("stop-adding", "stop-adding", "", always(), move || library.stop_adding())}
            </div>
        </Show>
        <Show when=move || count.get() != 0 && !is_running.get()>
            <div class="row">
                <button type="button" id="add-all" class="primary" on:click=move |_| add_all()>{label}</button>
            </div>
        </Show>
    }
    .into_any()
}

/// The sentence about the progress of adding games.
fn words(texts: Texts, adding: &Adding) -> String {
    let mut sentences = Vec::new();
    match &adding.state {
        AddingState::Running => {
            let arguments = [("done", adding.done.into()), ("of", adding.of.into())];
            return texts.text_with("adding-games", &arguments);
        }
        AddingState::Done => {}
        AddingState::Stopped => sentences.push(texts.text("adding-stopped")),
        AddingState::Unreadable(fault) => sentences.push(super::refusal(texts, fault)),
        AddingState::Refused(refusal) => sentences.push(super::trouble(texts, refusal)),
    }
    sentences.push(super::sentence(texts, &Outcome::Imported(adding.added, adding.there, Vec::new())));
    if let Some(fault) = &adding.fault {
        let reason = phrases::reason(texts, fault);
        let arguments = [("count", adding.unreadable.into()), ("reason", reason.into())];
        sentences.push(texts.text_with("adding-unreadable", &arguments));
    }
    sentences.join(&texts.text("between-sentences"))
}

/// A row for a game of a file with several.
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
