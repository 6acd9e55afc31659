mod course;

use leptos::prelude::*;
use tengen_game::Color;

use super::super::play::{color_key, seat_key};
use super::super::rule_words;
use super::words;
use crate::files;
use crate::forms::{always, button};
use crate::library::statistics::{self, Score, Statistics, Tally};
use crate::reactive::Memo;
use crate::session::Session;
use crate::texts::Texts;

/// How the person's games ended: altogether, by rule, side and opponent, and one after the other.
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
            let moment = words::moment(texts, since);
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
    let rules = counted.by_rule.iter().map(|&(rule, tally)| (rule_words::name(texts, rule), tally));
    let sides = Color::BOTH.map(|side| (texts.text(color_key(side)), counted.by_side[side.index()]));
    let sides = sides.into_iter().filter(|(_, tally)| tally.games() > 0);
    let opponents = counted.by_opponent.iter().map(|&(seat, tally)| (texts.text(seat_key(seat)), tally));
    view! {
        <p id="streaks">{streaks(texts, counted)}</p>
        {course::drawing(texts, counted)}
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

/// What stands over the columns, in short and in full.
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

/// The lines of one kind, under its name.
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

/// What the last games were, and the longest rows of wins and losses.
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

/// The games that do not count for the person.
fn others(texts: Texts, counted: &Statistics) -> String {
    let arguments =
        [("people", counted.between_people.into()), ("programs", counted.between_programs.into())];
    let others = (counted.between_people + counted.between_programs > 0)
        .then(|| texts.text_with("statistics-others", &arguments));
    let set_up = (counted.set_up > 0)
        .then(|| texts.text_with("statistics-set-up", &[("count", counted.set_up.into())]));
    [others, set_up].into_iter().flatten().collect::<Vec<_>>().join(&texts.text("between-sentences"))
}
