use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_game::Rule;
use tengen_game::clock::TimeControl;

use super::{Choice, Form};
use crate::texts::Texts;
use tengen_match::{Seat, Tuning};

/// A game that is set up with one click, for somebody who plays Black.
pub(crate) struct Preset {
    id: &'static str,
    pub(crate) key: &'static str,
    pub(crate) seat: Seat,
    pub(crate) lines: usize,
    /// The most milliseconds and plies for a move, of a level that searches.
    pub(crate) limits: Option<(u32, u32)>,
}

/// Boards and limits grow with the level, as beginners find it easier to see a small board.
pub(crate) const PRESETS: [Preset; 3] = [
    Preset { id: "preset-easy", key: "preset-easy", seat: Seat::Engine(Level::Easy), lines: 9, limits: None },
    Preset {
        id: "preset-normal",
        key: "preset-normal",
        seat: Seat::Engine(Level::Normal),
        lines: 13,
        limits: Some((4_000, 6)),
    },
    Preset {
        id: "preset-hard",
        key: "preset-hard",
        seat: Seat::Engine(Level::Hard),
        lines: 15,
        limits: Some((8_000, 12)),
    },
];

impl Preset {
    fn tuning(&self) -> Tuning {
        let (time_ms, depth) = self.limits.unzip();
        Tuning { time_ms, depth, ..Tuning::default() }
    }

    fn fill(&self, form: Form) {
        form.choice.set(Choice::of(Rule::FREESTYLE));
        form.lines.set(self.lines);
        form.max_moves.set(0);
        form.time.set(TimeControl::Unlimited);
        form.own_time.set(false);
        form.protocol.set(None);
        form.seats.set([Seat::Person, self.seat]);
        form.tuning.set([Tuning::default(), self.tuning()]);
    }

    /// Whether the form is as this preset fills it.
    fn is_chosen(&self, form: Form) -> bool {
        form.choice.get() == Choice::of(Rule::FREESTYLE)
            && form.lines.get() == self.lines
            && form.max_moves.get() == 0
            && form.time.get() == TimeControl::Unlimited
            && !form.own_time.get()
            && form.protocol.get().is_none()
            && form.seats.get() == [Seat::Person, self.seat]
            && form.tuning.get() == [Tuning::default(), self.tuning()]
    }
}

/// The presets, for players who do not want to choose everything.
#[component]
pub(super) fn Presets(form: Form) -> impl IntoView {
    let texts = Texts::of_page();
    let preset = move |preset: &'static Preset| {
        view! {
            <button
                type="button"
                id=preset.id
                aria-pressed=move || preset.is_chosen(form).to_string()
                on:click=move |_| preset.fill(form)
            >
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
