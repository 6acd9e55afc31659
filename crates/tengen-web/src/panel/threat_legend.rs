use leptos::prelude::*;
use tengen_board::threat_path;
use tengen_game::Color;

use crate::preferences::preference;
use crate::texts::Texts;

/// What a mark means, by its weight.
const MEANINGS: [&str; 3] = ["shape-win", "threat-four", "threat-three"];

/// What the marks of threats mean, where they are shown.
pub(super) fn threat_legend() -> AnyView {
    let texts = Texts::of_page();
    let is_shown = preference(|preferences| preferences.threats);
    let meaning = move |(weight, key): (u8, &'static str)| {
        let mark = |color: Color| {
            let class = format!("threat {color} weight-{weight}");
            view! {
                <svg viewBox="-9 -9 18 18" aria-hidden="true">
                    <path class=class d=threat_path((0, 0), weight)/>
                </svg>
            }
        };
        view! { <li>{Color::BOTH.map(mark).collect_view()} <span>{move || texts.text(key)}</span></li> }
    };
    let list = move || {
        view! {
            <div class="threat-legend">
                <p class="quiet">{move || texts.text("threats-about")}</p>
                <ul>{(0..).zip(MEANINGS).map(meaning).collect_view()}</ul>
            </div>
        }
    };
    view! { <Show when=move || is_shown.get()>{list()}</Show> }.into_any()
}
