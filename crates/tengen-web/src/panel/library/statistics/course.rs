use leptos::prelude::*;

use super::super::words;
use crate::library::statistics::Statistics;
use crate::texts::Texts;

/// How wide the chart is where it is a hundred high.
const WIDTH: f64 = 320.0;

/// With more games than this, a dot for each would only be a thicker line.
const MOST_DOTS: usize = 40;

/// How the person's share of the points went up and down, game by game.
pub(super) fn drawing(texts: Texts, counted: &Statistics) -> AnyView {
    let (course, Some((first, last))) = (&counted.course, counted.span_ms) else { return ().into_any() };
    if course.len() < 2 {
        return ().into_any();
    }
    let x = |index: usize| index as f64 * WIDTH / (course.len() - 1) as f64;
    let path: Vec<String> = course
        .iter()
        .enumerate()
        .map(|(index, percent)| format!("{:.1} {}", x(index), 100 - percent))
        .collect();
    let dots = course.iter().enumerate().filter(|_| course.len() <= MOST_DOTS).map(|(index, percent)| {
        let about = [("number", (index + 1).into()), ("percent", (*percent).into())];
        view! {
            <circle cx=format!("{:.1}", x(index)) cy=100 - percent r="3.5">
                <title>{texts.text_with("course-game", &about)}</title>
            </circle>
        }
    });
    let now = course.last().copied().unwrap_or_default();
    let label = texts.text_with("course-now", &[("count", course.len().into()), ("percent", now.into())]);
    view! {
        <figure class="course">
            <figcaption>{texts.text("course")}</figcaption>
            <svg viewBox="-42 -8 368 116" role="img" aria-label=label>
                {["100%", "50%", "0%"].into_iter().zip([4, 54, 104])
                    .map(|(name, y)| view! { <text x="-8" y=y>{name}</text> })
                    .collect_view()}
                <path class="middle" d="M0 0H320M0 50H320M0 100H320"/>
                <path class="curve" d=format!("M{}", path.join("L"))/>
                {dots.collect_view()}
            </svg>
            <p class="ends">
                <span>{words::day(texts, first)}</span>
                <span>{words::day(texts, last)}</span>
            </p>
        </figure>
    }
    .into_any()
}
