//! One tournament: its settings, its progress, the user's place and the standings.

use leptos::prelude::*;
use tengen_online::id::TournamentId;
use tengen_online::message::{
    ClientCommand, StandingView, TournamentFormat, TournamentStatus, TournamentView,
};

use super::words;
use crate::files;
use crate::forms::{always, button};
use crate::online::{Online, View};
use crate::panel::dates;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The tournament. The page follows it while it is shown.
pub(super) fn tournament(online: Online, id: TournamentId) -> AnyView {
    let texts = Texts::of_page();
    online.send(ClientCommand::WatchTournament(id));
    on_cleanup(move || online.send(ClientCommand::UnwatchTournament(id)));
    let view = Memo::new(move |_| online.client.with(|client| client.tournaments.get(&id).cloned()));
    let is_known = Memo::new(move |_| view.with(Option::is_some));
    let content = move || {
        if !is_known.get() {
            return view! { <p class="quiet" role="status">{texts.text("online-loading")}</p> }.into_any();
        }
        view! {
            {head(online, view)}
            {buttons(online, id, view)}
            {own_row(view)}
            {standings(online, view)}
        }
        .into_any()
    };
    view! {
        <div class="row">{button("all-tournaments", "online-all-tournaments", "", always(), move || {
            online.open(View::Tournaments);
        })}</div>
        {content}
    }
    .into_any()
}

const DAY_MS: u64 = 24 * 60 * 60 * 1_000;

type Shown = Memo<Option<TournamentView>>;

fn head(online: Online, shown: Shown) -> AnyView {
    let texts = Texts::of_page();
    let about = Memo::new(move |_| {
        shown
            .with(|view| view.as_ref().map(|view| (view.request.clone(), view.players, view.creator.clone())))
    });
    let described = move || {
        let (request, players, creator) = about.get()?;
        let about = [words::format(texts, request.format), words::settings(texts, &request.settings)];
        let creator = words::player(online, &creator);
        let players = texts.text_with("online-tournament-players", &[("count", players.into())]);
        let by = texts.text_with("online-tournament-by", &[("name", creator.into())]);
        Some(view! {
            <h2 class="tournament-name" id="tournament-title">{request.name}</h2>
            <p class="quiet">{about.join(" · ")}</p>
            <p class="quiet">{format!("{players} · {by}")}</p>
        })
    };
    let state = move || shown.with(|view| view.as_ref().map(|view| status(texts, online, view)));
    view! {
        <div class="online-part">
            {described}
            <p class="tournament-state" id="tournament-state" role="timer">{state}</p>
        </div>
    }
    .into_any()
}

/// The progress of a tournament, with a countdown.
fn status(texts: Texts, online: Online, view: &TournamentView) -> String {
    let now = online.client.with_untracked(|client| client.server_time(online.now.get()));
    let until = |time: u64| words::countdown(time.saturating_sub(now).div_ceil(1_000));
    match (view.status, view.request.format) {
        // A start that is more than a day away is a date rather than a countdown.
        (TournamentStatus::Open, _) if view.request.starts > now + DAY_MS => {
            let at = online.client.with_untracked(|client| client.browser_time(view.request.starts));
            texts.text_with("online-tournament-on", &[("date", dates::moment(texts, at).into())])
        }
        (TournamentStatus::Open, _) => {
            texts.text_with("online-tournament-starts", &[("time", until(view.request.starts).into())])
        }
        (TournamentStatus::Running, TournamentFormat::Arena { .. }) => match view.ends {
            Some(ends) => texts.text_with("online-tournament-left", &[("time", until(ends).into())]),
            None => texts.text("online-tournament-runs"),
        },
        (TournamentStatus::Running, TournamentFormat::Swiss { rounds }) => texts.text_with(
            "online-tournament-round-of",
            &[("round", view.round.into()), ("rounds", rounds.into())],
        ),
        (TournamentStatus::Running, TournamentFormat::RoundRobin { .. }) => {
            texts.text_with("online-tournament-round", &[("round", view.round.into())])
        }
        (TournamentStatus::Finished, _) => texts.text("online-tournament-over"),
        (TournamentStatus::Cancelled, _) => texts.text("online-tournament-cancelled"),
    }
}

fn buttons(online: Online, id: TournamentId, shown: Shown) -> AnyView {
    let texts = Texts::of_page();
    let copied = RwSignal::new(false);
    let state = Memo::new(move |_| {
        shown.with(|view| {
            let view = view.as_ref()?;
            let is_in = view.you.as_ref().is_some_and(|you| !you.withdrawn);
            Some((view.status, is_in, view.featured))
        })
    });
    let own_game = Memo::new(move |_| {
        online.client.with(|client| {
            let mut games = client.games.values().map(|live| &live.snapshot);
            let is_own = |game: &&tengen_online::message::GameSnapshot| {
                game.tournament == Some(id) && game.you.is_some() && game.result.is_none()
            };
            games.find(is_own).map(|game| game.game)
        })
    });
    let act = move |command: fn(TournamentId) -> ClientCommand| {
        online.notice.set(None);
        online.send(command(id));
    };
    let taking_part = move || {
        let (status, is_in, _) = state.get()?;
        let is_joinable = matches!(status, TournamentStatus::Open | TournamentStatus::Running);
        is_joinable.then(|| match is_in {
            true => button("leave-tournament", "online-tournament-leave", "", always(), move || {
                act(ClientCommand::LeaveTournament);
            }),
            false => button("join-tournament", "online-tournament-join", "primary", always(), move || {
                act(ClientCommand::JoinTournament);
            }),
        })
    };
    // A round robin cannot leave out a pair of players, which a player should know before joining.
    let all_meet = move || {
        let (status, is_in, _) = state.get()?;
        let is_round_robin = shown.with(|view| {
            view.as_ref()
                .is_some_and(|view| matches!(view.request.format, TournamentFormat::RoundRobin { .. }))
        });
        (is_round_robin && !is_in && status == TournamentStatus::Open)
            .then(|| view! { <p class="quiet" id="all-meet">{texts.text("online-tournament-all-meet")}</p> })
    };
    let is_creator = Memo::new(move |_| {
        shown.with(|view| view.as_ref().is_some_and(|view| online.is_you(view.creator.account)))
    });
    let cancelling = move || {
        let (status, ..) = state.get()?;
        let can_cancel = is_creator.get() && status == TournamentStatus::Open;
        can_cancel.then(|| {
            button("cancel-tournament", "online-tournament-cancel", "", always(), move || {
                act(ClientCommand::CancelTournament);
            })
        })
    };
    let to_game = move || {
        let game = own_game.get()?;
        Some(button("own-tournament-game", "online-tournament-game", "primary", always(), move || {
            online.show(game);
        }))
    };
    let to_featured = move || {
        let (_, _, featured) = state.get()?;
        let game = featured.filter(|&game| own_game.get() != Some(game))?;
        Some(button("watch-featured", "online-tournament-watch", "", always(), move || online.watch(game)))
    };
    let share = move || {
        files::copy(&format!("{}?tournament={id}", files::address()));
        copied.set(true);
    };
    view! {
        {all_meet}
        <div class="row">
            {to_game}
            {taking_part}
            {cancelling}
            {to_featured}
            {button("copy-tournament", "online-copy-link", "", always(), share)}
        </div>
        <p role="status" class="quiet">{move || copied.get().then(|| texts.text("link-copied"))}</p>
    }
    .into_any()
}

fn own_row(shown: Shown) -> AnyView {
    let texts = Texts::of_page();
    let own = Memo::new(move |_| shown.with(|view| view.as_ref().and_then(|view| view.you.clone())));
    let words = move || {
        let row = own.get()?;
        let points = words::points(row.points);
        let arguments = [("rank", row.rank.into()), ("points", points.into())];
        Some(view! {
            <p id="tournament-own" role="status">{texts.text_with("online-tournament-own", &arguments)}</p>
        })
    };
    view! { {words} }.into_any()
}

fn standings(online: Online, shown: Shown) -> AnyView {
    let texts = Texts::of_page();
    let rows = Memo::new(move |_| {
        shown.with(|view| view.as_ref().map(|view| view.standings.clone()).unwrap_or_default())
    });
    let row = move |row: StandingView| {
        let name = words::player(online, &row.player);
        let games: Vec<String> = row.games.iter().map(|&points| words::points(points.into())).collect();
        let is_own = online.is_you(row.player.account);
        view! {
            <tr class:own=is_own class:withdrawn=row.withdrawn>
                <td>{row.rank}</td>
                <th scope="row">{name}</th>
                <td class="of-games">{games.join(" ")}</td>
                <td>{words::points(row.points)}</td>
            </tr>
        }
    };
    let table = move || {
        let rows = rows.get();
        (!rows.is_empty()).then(|| {
            view! {
                <table class="standings" id="standings">
                    <thead>
                        <tr>
                            <th scope="col">"#"</th>
                            <th scope="col">{texts.text("online-player")}</th>
                            <th scope="col" class="of-games">{texts.text("online-results")}</th>
                            <th scope="col">{texts.text("online-points")}</th>
                        </tr>
                    </thead>
                    <tbody>{rows.into_iter().map(row).collect_view()}</tbody>
                </table>
            }
        })
    };
    view! { {table} }.into_any()
}
