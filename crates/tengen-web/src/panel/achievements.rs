//! What a person has achieved: levels beaten, wins in a row, themes mastered, lessons done, days in a row.

use leptos::prelude::*;
use tengen_analysis::Level;
use tengen_match::Seat;
use tengen_puzzles::{MASTERED, Theme};

use super::face::face;
use super::puzzles::theme_key;
use crate::course::Lessons;
use crate::preferences::preference;
use crate::puzzles::{Puzzles, today};
use crate::texts::Texts;

/// The achievements. They are nowhere announced during a game.
pub(in crate::panel) fn achievements() -> AnyView {
    let texts = Texts::of_page();
    let puzzles = Puzzles::of_page();
    let lessons = Lessons::of_page();
    let wins = preference(|preferences| preferences.wins.clone());
    let level = move |level: Level| {
        let name = move || {
            let key =
                if wins.with(|wins| wins.has_beaten(level)) { "level-beaten" } else { "level-not-beaten" };
            texts.text_with(key, &[("level", level.number().into())])
        };
        view! {
            <li class:earned=move || wins.with(|wins| wins.has_beaten(level)) title=name>
                {face(Seat::Engine(level), None)} <span aria-hidden="true">{level.number()}</span>
                <span class="unseen">{name}</span>
            </li>
        }
    };
    let theme = move |theme: Theme| {
        let solved = move || puzzles.progress.with(|progress| progress.solved_of(theme));
        let is_earned = move || puzzles.progress.with(|progress| progress.has_mastered(theme));
        let text = move || {
            let arguments = [
                ("theme", texts.text(theme_key(theme)).into()),
                ("solved", solved().min(MASTERED).into()),
                ("of", MASTERED.into()),
            ];
            texts.text_with("theme-mastered", &arguments)
        };
        move || (solved() > 0).then(|| view! { <li class:earned=is_earned>{text}</li> })
    };
    let counted = move |key: &'static str, count: u32| texts.text_with(key, &[("count", count.into())]);
    let figures = move || {
        let days = puzzles.progress.with(|progress| progress.days_in_a_row(today()));
        let done = lessons.progress.with(|progress| progress.done().count() as u32);
        let (row, best) = wins.with(|wins| wins.in_a_row());
        let rows = texts.text_with("wins-in-a-row", &[("count", row.into()), ("best", best.into())]);
        let all = [
            (best > 1).then_some(rows),
            (done > 0).then(|| counted("lessons-done", done)),
            (days > 1).then(|| counted("puzzles-daily-days", days)),
        ];
        all.into_iter().flatten().map(|text| view! { <li class="earned">{text}</li> }).collect_view()
    };
    let beaten = move || counted("levels-beaten", wins.with(|wins| wins.levels() as u32));
    view! {
        <section class="achievements" id="achievements" aria-label=move || texts.text("achievements")>
            <h2 class="label">{move || texts.text("achievements")}</h2>
            <p class="quiet">{beaten}</p>
            <ol class="levels-beaten">{Level::ALL.map(level).into_iter().collect_view()}</ol>
            <ul class="earned-list">
                {figures}
                {Theme::ALL.map(theme).into_iter().collect_view()}
            </ul>
        </section>
    }
    .into_any()
}
