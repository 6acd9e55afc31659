use leptos::prelude::*;
use tengen_game::Color;
use tengen_game::clock::TimeControl;

use super::super::scores::seconds_word;
use super::players::color_key;
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;
use tengen_match::timing::{Reading, announcement};

/// One side's time. Only the digits change while it runs.
#[component]
pub(super) fn SideClock(color: Color) -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let reading = Memo::new(move |_| {
        let now = session.clocks.now.get();
        session.game.with(|game| Reading::of(game.clock(), color, now))
    });
    let digits = Memo::new(move |_| reading.with(|reading| reading.digits.clone()));
    let periods = Memo::new(move |_| reading.with(|reading| reading.periods));
    let is_low = Memo::new(move |_| reading.with(|reading| reading.is_low));
    let label = move || {
        let color = texts.text(color_key(color));
        texts.text_with("clock-of", &[("color", color.into())])
    };
    view! {
        <span class="clock" class:low=move || is_low.get() role="timer" aria-label=label>
            <span class="periods">{move || (periods.get() > 0).then(|| format!("{} ×", periods.get()))}</span>
            <span class="digits">{move || digits.get()}</span>
        </span>
    }
    .into_any()
}

/// Tells a screen reader, and it alone, when a person has little time left.
#[component]
pub(super) fn TimeLeft() -> impl IntoView {
    let texts = Texts::of_page();
    let session = Session::of_page();
    let message = Memo::new(move |_| {
        let now = session.clocks.now.get();
        session.game.with(|game| {
            let side = game.clock().running().filter(|&side| game.seat(side).is_person())?;
            announcement(game.clock(), side, now)
        })
    });
    view! {
        <p class="unseen" role="status" id="time-left">
            {move || message.get().map(|seconds| texts.text_with("seconds-left", &[("seconds", seconds.into())]))}
        </p>
    }
    .into_any()
}

/// What either side is given, in as few words as can be.
pub(crate) fn control_words(texts: Texts, control: TimeControl) -> String {
    let time = |seconds| seconds_word(texts, seconds);
    match control {
        TimeControl::Unlimited => texts.text("clock-none"),
        TimeControl::PerMove { seconds } => {
            texts.text_with("clock-per-move", &[("time", time(seconds).into())])
        }
        TimeControl::Fischer { main, increment: 0 } => time(main),
        TimeControl::Fischer { main, increment } => {
            texts.text_with("clock-fischer", &[("main", time(main).into()), ("more", time(increment).into())])
        }
        TimeControl::ByoYomi { main, periods, period } => {
            let arguments =
                [("main", time(main).into()), ("periods", periods.into()), ("period", time(period).into())];
            texts.text_with(if main == 0 { "clock-only-periods" } else { "clock-byo-yomi" }, &arguments)
        }
    }
}
