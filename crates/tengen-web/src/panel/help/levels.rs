use leptos::prelude::*;

use tengen_analysis::{Classic, Level};

use super::super::play::{PRESETS, Preset, classic_key};
use super::super::scores::seconds_word;
use super::steps;
use crate::texts::Texts;
use tengen_match::Seat;

/// The programs to play against.
#[component]
pub(super) fn Levels() -> impl IntoView {
    let texts = Texts::of_page();
    let entry = move |seat: Seat| {
        let (name, about) = keys(seat)?;
        // What a level takes for a move where nothing else is set is said where it is said of one.
        let time_ms = seat.level().map_or(0, Level::time_ms);
        let time = move || seconds_word(texts, time_ms / 1_000);
        let entry = view! {
            <dt>{move || texts.text(name)}</dt>
            <dd>{move || texts.text_with(about, &[("time", time().into())])}</dd>
        };
        Some(entry.into_any())
    };
    view! {
        <p>{move || texts.text("about-levels")}</p>
        <dl class="levels">{Seat::USUAL.into_iter().filter_map(entry).collect_view()}</dl>
        {presets(texts)}
        <h2>{move || texts.text("classics")}</h2>
        <p>{move || texts.text("about-classics")}</p>
        <dl class="levels">{Seat::CLASSICS.into_iter().filter_map(entry).collect_view()}</dl>
        <h2>{move || texts.text("minimax-steps")}</h2>
        <p>{move || texts.text("about-minimax-steps")}</p>
        {steps::steps()}
    }
}

/// What the presets of a new game set.
fn presets(texts: Texts) -> AnyView {
    let row = move |preset: &'static Preset| {
        let lines = move || texts.text_with("lines", &[("count", preset.lines.into())]);
        let limits = move || match preset.limits {
            Some((time_ms, depth)) => {
                let arguments =
                    [("time", seconds_word(texts, time_ms / 1_000).into()), ("depth", depth.into())];
                texts.text_with("preset-limits", &arguments)
            }
            None => texts.text("preset-no-search"),
        };
        view! {
            <tr>
                <th scope="row">{move || texts.text(preset.key)}</th>
                <td>{lines}</td>
                <td>{limits}</td>
            </tr>
        }
        .into_any()
    };
    view! {
        <h2>{move || texts.text("presets")}</h2>
        <p>{move || texts.text("about-presets")}</p>
        <table class="keys" id="presets-table">
            <tbody>{PRESETS.iter().map(row).collect_view()}</tbody>
        </table>
    }
    .into_any()
}

/// The keys of a program's name and of what is to be said of it.
fn keys(seat: Seat) -> Option<(&'static str, &'static str)> {
    Some(match seat {
        Seat::Person | Seat::External => return None,
        Seat::Engine(Level::Easy) => ("seat-easy", "about-easy"),
        Seat::Engine(Level::Normal) => ("seat-normal", "about-normal"),
        Seat::Engine(Level::Hard) => ("seat-hard", "about-hard"),
        Seat::Classic(Classic::Tuple) => (classic_key(seat), "about-tuple"),
        Seat::Classic(Classic::Direction) => (classic_key(seat), "about-direction"),
        Seat::Classic(Classic::Greedy) => (classic_key(seat), "about-greedy"),
        Seat::Classic(Classic::GameTree) => (classic_key(seat), "about-game-tree"),
        Seat::Classic(Classic::Minimax(Level::Easy)) => (classic_key(seat), "about-minimax-easy"),
        Seat::Classic(Classic::Minimax(Level::Normal)) => (classic_key(seat), "about-minimax-normal"),
        Seat::Classic(Classic::Minimax(Level::Hard)) => (classic_key(seat), "about-minimax-hard"),
    })
}
