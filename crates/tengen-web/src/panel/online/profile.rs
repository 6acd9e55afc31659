//! The profile of a user: ratings with their history, and games.

use leptos::prelude::*;
use tengen_online::category::Category;
use tengen_online::http::{PlayedGame, Profile};
use tengen_online::id::AccountId;
use tengen_online::message::{RatingHistory, RatingView};

use super::super::achievements::achievements;
use super::{friends, invitation, list, words};
use crate::forms::{always, button};
use crate::online::http::{self, Failure};
use crate::online::{Online, View};
use crate::reactive::RwSignal;
use crate::texts::Texts;

/// The number of games that are listed at first, and the number that is added each time.
const GAMES: usize = 20;
/// The size of a rating's graph, in units of its view box.
const GRAPH: (f64, f64) = (120.0, 36.0);

/// The profile of the user with this name.
pub(super) fn profile(online: Online, name: String) -> AnyView {
    let texts = Texts::of_page();
    let known = RwSignal::new(None::<Result<Profile, Failure>>);
    let path = format!("/users/{}", http::in_path(&name));
    online.ask(async move { http::get::<Profile>(&path).await }, move |read| known.set(Some(read)));
    let content = move || match known.get() {
        None => view! { <p class="quiet" role="status">{texts.text("online-loading")}</p> }.into_any(),
        Some(Err(failure)) => {
            view! { <p role="alert">{words::failure(texts, online, &failure)}</p> }.into_any()
        }
        Some(Ok(profile)) => described(online, profile),
    };
    view! {
        <div class="row">{button("all-players", "online-players", "", always(), move || online.open(View::Players))}</div>
        {content}
    }
    .into_any()
}

/// The public data of a user.
pub(super) fn described(online: Online, profile: Profile) -> AnyView {
    let texts = Texts::of_page();
    let name = profile.user.name.as_str().to_owned();
    let tally = profile.games;
    let counts = texts.text_with(
        "online-tally",
        &[("won", tally.won.into()), ("drawn", tally.drawn.into()), ("lost", tally.lost.into())],
    );
    let kind = words::kind_key(profile.user.kind).map(|key| texts.text(key));
    // The browser has the user's own achievements.
    let own = online.you.get_untracked().map(|you| you.account);
    let is_own = own == Some(profile.user.account);
    let about: Vec<String> = kind.into_iter().chain([counts]).collect();
    view! {
        <div class="online-part" id="profile">
            <h2 class="profile-name">{name.clone()}</h2>
            <p class="quiet">{about.join(" · ")}</p>
            <div class="row">{friends::friend_button(online, &profile.user)}</div>
            {ratings(online, &name, profile.ratings)}
        </div>
        {is_own.then(achievements)}
        {friends::challenge(online, &profile.user)}
        {invitation::own(online)}
        {games(online, name, profile.user.account)}
    }
    .into_any()
}

fn ratings(online: Online, name: &str, ratings: Vec<(Category, RatingView)>) -> AnyView {
    let texts = Texts::of_page();
    if ratings.is_empty() {
        return view! { <p class="quiet">{texts.text("online-no-ratings")}</p> }.into_any();
    }
    let row = |(category, rating): (Category, RatingView)| {
        view! {
            <tr>
                <th scope="row">{words::category(texts, category)}</th>
                <td>{graph(online, name, category)}</td>
                <td class="rating">{words::rating_value(rating)}</td>
            </tr>
        }
    };
    view! { <table class="ratings"><tbody>{ratings.into_iter().map(row).collect_view()}</tbody></table> }
        .into_any()
}

/// The history of a rating, as a line.
fn graph(online: Online, name: &str, category: Category) -> AnyView {
    let texts = Texts::of_page();
    let history = RwSignal::new(Vec::<f64>::new());
    let path = format!("/users/{}/ratings/{category}", http::in_path(name));
    online.ask(async move { http::get::<RatingHistory>(&path).await }, move |read| {
        // The table contains the rating, with or without its history.
        let points = read.map(|history| history.points).unwrap_or_default();
        history.set(points.into_iter().map(|point| f64::from(point.value)).collect());
    });
    let (width, height) = GRAPH;
    let line = move || {
        let path = line_through(&history.get(), GRAPH)?;
        Some(view! {
            <svg class="rating-graph" viewBox=format!("-2 -2 {} {}", width + 4.0, height + 4.0) role="img"
                aria-label=texts.text("online-rating-graph")>
                <path d=path/>
            </svg>
        })
    };
    view! { {line} }.into_any()
}

/// The path of a line through values that fills the box; `None` for fewer than two values.
fn line_through(values: &[f64], (width, height): (f64, f64)) -> Option<String> {
    let last = values.len().checked_sub(1).filter(|&last| last > 0)?;
    let least = values.iter().copied().fold(f64::INFINITY, f64::min);
    let most = values.iter().copied().fold(f64::NEG_INFINITY, f64::max);
    // A rating that does not change is a line through the middle.
    let span = (most - least).max(1.0);
    let point = |(index, value): (usize, &f64)| {
        let x = width * index as f64 / last as f64;
        let y = if most > least { height * (most - value) / span } else { height / 2.0 };
        format!("{x:.1} {y:.1}")
    };
    Some(format!("M{}", values.iter().enumerate().map(point).collect::<Vec<_>>().join("L")))
}

/// The games of a user, the latest first; each can be opened on the board.
fn games(online: Online, name: String, account: AccountId) -> AnyView {
    let texts = Texts::of_page();
    let known = RwSignal::new(Vec::<PlayedGame>::new());
    let failure = RwSignal::new(None::<Failure>);
    let has_more = RwSignal::new(false);
    let load = move || {
        let before = known.with_untracked(|games| games.last().map(|game| game.about.created));
        let before = before.map(|before| format!("&before={before}")).unwrap_or_default();
        let path = format!("/users/{}/games?limit={GAMES}{before}", http::in_path(&name));
        online.ask(async move { http::get::<Vec<PlayedGame>>(&path).await }, move |read| match read {
            Ok(more) => {
                has_more.set(more.len() == GAMES);
                known.update(|games| games.extend(more));
            }
            Err(reason) => failure.set(Some(reason)),
        });
    };
    load();
    let line = move |played: PlayedGame| {
        let game = played.about.game;
        let own = usize::from(played.about.players[1].account == account);
        let opponent = words::player(online, &played.about.players[1 - own]);
        let about = words::settings(texts, &played.about.settings);
        let end = list::end(words::result_for(texts, own, played.result), false);
        list::line(opponent, about, end, move || online.watch(game))
    };
    let lines = move || {
        let lines = known.get().into_iter().map(line).collect();
        list::titled(texts, "online-games", "played-games", lines)
    };
    let failed = move || {
        failure.get().map(|failure| view! { <p role="alert">{words::failure(texts, online, &failure)}</p> })
    };
    let more = move || {
        let load = load.clone();
        has_more.get().then(|| button("more-games", "online-more", "", always(), load))
    };
    view! {
        {lines}
        {failed}
        <div class="row">{more}</div>
    }
    .into_any()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_fills_its_box_and_a_constant_rating_is_in_the_middle() {
        assert_eq!(line_through(&[1500.0], (100.0, 20.0)), None);
        let rising = line_through(&[1500.0, 1600.0, 1550.0], (100.0, 20.0));
        assert_eq!(rising.as_deref(), Some("M0.0 20.0L50.0 0.0L100.0 10.0"));
        let constant = line_through(&[1500.0, 1500.0], (100.0, 20.0));
        assert_eq!(constant.as_deref(), Some("M0.0 10.0L100.0 10.0"));
    }
}
