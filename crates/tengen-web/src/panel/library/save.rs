use base64::prelude::{BASE64_STANDARD, Engine as _};
use leptos::prelude::*;
use tengen_analysis::files::{FileFormat, PictureFormat, PictureSettings, Request, Response};
use tengen_formats::json;

use super::words;
use crate::files;
use crate::forms::{always, button};
use crate::library::LibraryEntry;
use crate::preferences::{Choice, Preferences, Theme};
use crate::reactive::RwSignal;
use crate::session::Session;
use crate::texts::Texts;
use crate::workers::FileWorker;

/// The form that saves the game in any format, and as a picture.
#[component]
pub(super) fn Save() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let file_worker = FileWorker::of_page();
    let preferences = Preferences::of_page();
    let formats = RwSignal::new(Vec::<FileFormat>::new());
    let chosen = RwSignal::new("sgf".to_owned());
    let message = RwSignal::new(String::new());
    let ask_formats = move || {
        if formats.with_untracked(|formats| !formats.is_empty()) {
            return;
        }
        file_worker.ask(
            |id| Request::Formats { id },
            move |answer| match answer {
                Ok(Response::Formats { formats: found, .. }) => {
                    let offered = found.into_iter().filter(|format| format.writes || is_picture(format));
                    formats.set(offered.collect());
                    message.set(String::new());
                }
                Ok(_) => {}
                Err(fault) => message.set(super::refusal(texts, &fault)),
            },
        );
    };
    ask_formats();
    // Without a network the file worker may not have been loaded yet.
    let online = window_event_listener(leptos::ev::online, move |_| ask_formats());
    on_cleanup(move || online.remove());
    let save = move || {
        ask_formats();
        let (record, name) = session.table.game.with_untracked(|game| {
            let known = untrack(|| session.library.entry(&game.identity.id)).map(|entry| entry.name);
            let entry = LibraryEntry { name: known.unwrap_or_default(), ..LibraryEntry::of(game) };
            (json::write(&words::for_others(texts, game)), words::file_name(texts, &entry))
        });
        let format = chosen.get_untracked();
        let picture = preferences.with_untracked(picture);
        message.set(texts.text("writing"));
        let request = |id| match kind(&format) {
            Some(kind) => Request::Picture { id, record, kind, options: picture },
            None => Request::Write { id, record, format, opening: None, base: Some(files::address()) },
        };
        file_worker.ask(request, move |answer| match answer {
            Ok(Response::Written { extension, mime, content, losses, .. }) => {
                files::save_written(&format!("{name}.{extension}"), &mime, &content);
                message.set(lost(texts, &losses));
            }
            Ok(_) => message.set(String::new()),
            Err(fault) => message.set(super::refusal(texts, &fault)),
        });
    };
    let copy = move || {
        let record = session.table.game.with_untracked(|game| json::write(&words::for_others(texts, game)));
        let picture = preferences.with_untracked(picture);
        message.set(texts.text("writing"));
        let request = |id| Request::Picture { id, record, kind: PictureFormat::Png, options: picture };
        file_worker.ask(request, move |answer| match answer {
            Ok(Response::Written { mime, content, .. }) => {
                let bytes = BASE64_STANDARD.decode(content).unwrap_or_default();
                leptos::task::spawn_local(async move {
                    let is_copied = files::copy_picture(&mime, &bytes).await.is_ok();
                    message.set(texts.text(if is_copied { "picture-copied" } else { "picture-not-copied" }));
                });
            }
            Ok(_) => message.set(String::new()),
            Err(fault) => message.set(super::refusal(texts, &fault)),
        });
    };
    let option = move |format: FileFormat| {
        let name = format.name.clone();
        let (key, extension) = (format_key(&format.name), format.extension.clone());
        // A link is not a file, and its extension would be meaningless.
        let ending = if format.name == "link" { String::new() } else { format!(" (.{extension})") };
        let about = move || {
            let name = key.map_or_else(|| extension.to_uppercase(), |key| texts.text(key));
            name + &ending
        };
        view! {
            <option value=format.name selected=move || chosen.with(|chosen| *chosen == name)>
                {about}
            </option>
        }
    };
    view! {
        <section class="save">
            <div class="row">
                <select
                    id="format"
                    aria-label=move || texts.text("format")
                    on:change=move |event| chosen.set(event_target_value(&event))
                >
                    {move || formats.get().into_iter().map(option).collect_view()}
                </select>
                {button("save-file", "save-file", "", always(), save)}
                {button("copy-picture", "copy-picture", "", always(), copy)}
            </div>
            <p role="status" id="save-outcome">{move || message.get()}</p>
        </section>
    }
}

fn is_picture(format: &FileFormat) -> bool {
    !format.reads && !format.writes
}

fn kind(format: &str) -> Option<PictureFormat> {
    match format {
        "svg" => Some(PictureFormat::Svg),
        "png" => Some(PictureFormat::Png),
        "gif" => Some(PictureFormat::Gif),
        _ => None,
    }
}

/// The key of a format's name; `None` for a format of a later file worker.
fn format_key(format: &str) -> Option<&'static str> {
    Some(match format {
        "json" => "format-json",
        "sgf" => "format-sgf",
        "psq" => "format-psq",
        "rec" => "format-rec",
        "lib" => "format-lib",
        "sav" => "format-sav",
        "pos" => "format-pos",
        "link" => "format-link",
        "moves" => "format-moves",
        "txt" => "format-txt",
        "svg" => "format-svg",
        "png" => "format-png",
        "gif" => "format-gif",
        _ => return None,
    })
}

/// Settings for a picture that resembles the board on the page as closely as possible.
pub(in crate::panel) fn picture(preferences: &Preferences) -> PictureSettings {
    let theme = match preferences.theme {
        Theme::Auto | Theme::Kaya => "wood",
        other => other.name(),
    };
    let numbers = match preferences.numbers.count() {
        0 => "none".to_owned(),
        usize::MAX => "all".to_owned(),
        count => format!("last:{count}"),
    };
    PictureSettings {
        theme: theme.to_owned(),
        numbers,
        coordinates: preferences.coordinates,
        ..PictureSettings::default()
    }
}

/// A sentence about the data that the file does not contain.
fn lost(texts: Texts, losses: &[String]) -> String {
    if losses.is_empty() {
        return texts.text("saved-all");
    }
    let names: Vec<String> = losses.iter().map(|loss| texts.text(loss_key(loss))).collect();
    texts.text_with("saved-without", &[("losses", names.join(&texts.text("between-names")).into())])
}

/// The key of the text of a loss. A loss that only a later file worker reports is shown by its identifier.
fn loss_key(loss: &str) -> &str {
    match loss {
        "rule" => "loss-rule",
        "size" => "loss-size",
        "max-moves" => "loss-max-moves",
        "to-move" => "loss-to-move",
        "moves" => "loss-moves",
        "players" => "loss-players",
        "info" => "loss-info",
        "result" => "loss-result",
        "line-ends" => "loss-line-ends",
        "comments" => "loss-comments",
        "marks" => "loss-marks",
        "times" => "loss-times",
        "evaluations" => "loss-evaluations",
        "properties" => "loss-properties",
        "variations" => "loss-variations",
        "cursor" => "loss-cursor",
        "protocol" => "loss-protocol",
        other => other,
    }
}
