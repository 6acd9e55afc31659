use leptos::prelude::*;
use tengen_game::Color;

use crate::files;
use crate::forms::{always, button};
use crate::library::statistics;
use crate::library::statistics::{Score, Statistics, Tally};
use crate::panel::dates;
use crate::panel::phrases;
use crate::panel::play::{color_key, seat_name};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// The results of the user's games: in total, by rule, side and opponent, and in sequence.
#[component]
pub(super) fn StatisticsOfGames() -> impl IntoView {
    let texts = Texts::of_page();
    let library = Session::of_page().library;
    let counted =
        Memo::new(move |_| library.entries.with(|entries| Statistics::of(entries, library.since_ms.get())));
    let since = Memo::new(move |_| library.since_ms.get());
    let has_games = Memo::new(move |_| counted.with(|counted| counted.total.games() > 0));
    let save = move || {
        let text = library.entries.with_untracked(|entries| statistics::csv(entries, since.get_untracked()));
        files::save("tengen-games.csv", "text/csv", text.as_bytes());
    };
    let from = move || match since.get() {
        0 => texts.text("about-statistics"),
        since => {
            let moment = dates::moment(texts, since);
            texts.text_with("statistics-since", &[("moment", moment.into())])
        }
    };
    let reset = move || {
        if since.get() == 0 {
            button("reset-statistics", "reset-statistics", "", has_games.into(), move || {
                library.count_since(js_sys::Date::now() as u64);
            })
        } else {
            button("count-all", "count-all", "", always(), move || library.count_since(0))
        }
    };
    view! {
        <p class="quiet" role="status" id="statistics-since">{from}</p>
        {move || if has_games.get() { counted.with(|counted| figures(texts, counted)) } else { nothing(texts) }}
        <p class="quiet" id="statistics-others">{move || counted.with(|counted| others(texts, counted))}</p>
        <div class="row">
            {button("save-statistics", "save-statistics", "", has_games.into(), save)}
            {reset}
        </div>
    }
    .into_any()
}

fn nothing(texts: Texts) -> AnyView {
    view! { <p>{texts.text("statistics-empty")}</p> }.into_any()
}

fn figures(texts: Texts, counted: &Statistics) -> AnyView {
    let rules = counted.by_rule.iter().map(|&(rule, tally)| (phrases::name(texts, rule), tally));
    let sides = Color::BOTH.map(|side| (texts.text(color_key(side)), counted.by_side[side.index()]));
    let sides = sides.into_iter().filter(|(_, tally)| tally.games() > 0);
    let opponents = counted.by_opponent.iter().map(|&(seat, tally)| (seat_name(texts, seat), tally));
    view! {
        <p id="streaks">{streaks(texts, counted)}</p>
        {drawing(texts, counted)}
        <table class="tallies">
            <thead>
                <tr>
                    <td></td>
                    {HEADS.map(|(short, full)| head(texts, short, full)).collect_view()}
                </tr>
            </thead>
            <tbody class="total">{line(texts.text("tally-total"), counted.total)}</tbody>
            {kind(texts.text("tally-by-opponent"), opponents.collect())}
            {kind(texts.text("tally-by-rule"), rules.collect())}
            {kind(texts.text("tally-by-side"), sides.collect())}
        </table>
    }
    .into_any()
}

/// The headings of the columns, in short and in full.
const HEADS: [(&str, &str); 5] = [
    ("tally-games", "tally-games"),
    ("tally-wins-short", "tally-wins"),
    ("tally-draws-short", "tally-draws"),
    ("tally-losses-short", "tally-losses"),
    ("tally-points", "tally-points"),
];

fn head(texts: Texts, short: &'static str, full: &'static str) -> AnyView {
    let name = texts.text(full);
    view! { <th scope="col" title=name.clone() aria-label=name>{texts.text(short)}</th> }.into_any()
}

/// The rows of one group, under its name.
fn kind(name: String, lines: Vec<(String, Tally)>) -> AnyView {
    view! {
        <tbody>
            <tr>
                <th scope="rowgroup" colspan="6" class="kind">{name}</th>
            </tr>
            {lines.into_iter().map(|(name, tally)| line(name, tally)).collect_view()}
        </tbody>
    }
    .into_any()
}

fn line(name: String, tally: Tally) -> AnyView {
    let points = tally.percent().map(|percent| format!("{percent}%"));
    view! {
        <tr>
            <th scope="row">{name}</th>
            {[tally.games(), tally.wins, tally.draws, tally.losses]
                .map(|count| view! { <td>{count}</td> })
                .collect_view()}
            <td>{points}</td>
        </tr>
    }
    .into_any()
}

/// The current streak, and the longest streaks of wins and losses.
fn streaks(texts: Texts, counted: &Statistics) -> String {
    let now = counted.streak.map(|(score, count)| {
        let key = match score {
            Score::Win => "streak-wins",
            Score::Loss => "streak-losses",
            Score::Draw => "streak-draws",
        };
        texts.text_with(key, &[("count", count.into())])
    });
    let arguments = [("wins", counted.longest_wins.into()), ("losses", counted.longest_losses.into())];
    let longest = texts.text_with("streaks-longest", &arguments);
    [now, Some(longest)].into_iter().flatten().collect::<Vec<_>>().join(&texts.text("between-sentences"))
}

/// The games that do not count for the user.
fn others(texts: Texts, counted: &Statistics) -> String {
    let arguments =
        [("people", counted.between_people.into()), ("programs", counted.between_programs.into())];
    let others = (counted.between_people + counted.between_programs > 0)
        .then(|| texts.text_with("statistics-others", &arguments));
    let set_up = (counted.set_up > 0)
        .then(|| texts.text_with("statistics-set-up", &[("count", counted.set_up.into())]));
    [others, set_up].into_iter().flatten().collect::<Vec<_>>().join(&texts.text("between-sentences"))
}

/// The width of the chart, in units of which its height has a hundred.
const WIDTH: f64 = 320.0;

/// With more games than this, the dots would merge into a thick line.
const MOST_DOTS: usize = 40;

/// The user's percentage of points, game by game.
fn drawing(texts: Texts, counted: &Statistics) -> AnyView {
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
                <span>{dates::day(texts, first)}</span>
                <span>{dates::day(texts, last)}</span>
            </p>
        </figure>
    }
    .into_any()
}
