use leptos::prelude::*;
use tengen_game::Rule;
use tengen_game::clock::TimeControl;

use super::{Choice, Form};
use crate::game::Seat;
use crate::texts::Texts;
use crate::tuning::Tuning;

/// A table that is laid with one click, for somebody who plays Black.
struct Preset {
    id: &'static str,
    key: &'static str,
    seat: Seat,
    lines: usize,
    /// The most that the engine may do for a move.
    time_ms: u32,
    depth: u32,
}

/// Boards and limits grow with the level, as beginners find it easier to see a small board.
const PRESETS: [Preset; 3] = [
    Preset { id: "preset-easy", key: "preset-easy", seat: Seat::Easy, lines: 9, time_ms: 3_000, depth: 3 },
    Preset {
        id: "preset-normal",
        key: "preset-normal",
        seat: Seat::Normal,
        lines: 13,
        time_ms: 4_000,
        depth: 6,
    },
    Preset { id: "preset-hard", key: "preset-hard", seat: Seat::Hard, lines: 15, time_ms: 8_000, depth: 12 },
];

impl Preset {
    fn fill(&self, form: Form) {
        let tuning = Tuning { time_ms: Some(self.time_ms), depth: Some(self.depth), ..Tuning::default() };
        form.choice.set(Choice::of(Rule::FREESTYLE));
        form.lines.set(self.lines);
        form.max_moves.set(0);
        form.time.set(TimeControl::Unlimited);
        form.own_time.set(false);
        form.protocol.set(None);
        form.seats.set([Seat::Person, self.seat]);
        form.tuning.set([Tuning::default(), tuning]);
    }
}

/// The presets, for whoever does not want to choose everything.
#[component]
pub(super) fn Presets(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let preset = move |preset: &'static Preset| {
        view! {
            <button type="button" id=preset.id on:click=move |_| preset.fill(form)>
                {move || texts.text(preset.key)}
                <small>{move || texts.text_with("lines", &[("count", preset.lines.into())])}</small>
            </button>
        }
    };
    view! {
        <div class="presets" role="group" aria-label=move || texts.text("presets")>
            {PRESETS.iter().map(preset).collect_view()}
        </div>
    }
}
