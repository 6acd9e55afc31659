use leptos::prelude::*;
use tengen_game::Rule;
use tengen_online::message::{ClientCommand, GameSummary, PoolId, SeekView};
use tengen_online::settings::{POOLS, Speed, pool_settings};

use super::{create, featured, friends, invitation, list, quick, words};
use crate::forms::more;
use crate::online::{Live, Online};
use crate::panel::phrases;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The lobby. The page follows it while it is shown.
pub(super) fn lobby(online: Online) -> AnyView {
    online.send(ClientCommand::WatchLobby);
    on_cleanup(move || online.send(ClientCommand::UnwatchLobby));
    let for_experts = view! {
        {pools(online)}
        {create::form(online)}
    };
    view! {
        {invitation::challenges(online)}
        {own_games(online)}
        {quick::quick(online)}
        {invitation::own(online)}
        {friends::friends(online)}
        {seeks(online)}
        {featured::featured(online)}
        {watching(online)}
        {more("more-ways", "online-more-games", "row-wide", for_experts.into_any())}
    }
    .into_any()
}

/// The user's games that have not ended.
fn own_games(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let line = move |live: &Live| {
        let is_own = live.is_users_turn();
        list::GameLine {
            game: live.snapshot.game,
            who: words::player(online, live.opponent()),
            what: words::settings(texts, &live.snapshot.settings),
            end: texts.text(if is_own { "online-your-turn" } else { "online-their-turn" }),
            is_own,
        }
    };
    let games = Memo::new(move |_| {
        online.client.with(|client| {
            let own = client.games.values();
            let own = own.filter(|live| live.snapshot.you.is_some() && live.snapshot.result.is_none());
            own.map(line).collect::<Vec<_>>()
        })
    });
    list::games(texts, "online-own-games", "own-games", games, move |game| online.show(game))
}

/// The pools with rules or openings for experts, each of which starts a game with one click.
fn pools(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let joined = Memo::new(move |_| online.client.with(|client| client.pool));
    let pool = move |number: usize| {
        let settings = pool_settings(number).filter(|settings| !quick::is_plain(settings))?;
        let id = PoolId(u8::try_from(number).ok()?);
        let is_joined = move || joined.get() == Some(id);
        let waiting = waiting(online, id);
        let toggle = move |_| {
            online.notice.set(None);
            online.send(if joined.get_untracked() == Some(id) {
                ClientCommand::LeavePool
            } else {
                ClientCommand::JoinPool(id)
            });
        };
        let note = move || match (is_joined(), waiting.get()) {
            (true, _) => texts.text("online-searching"),
            (false, 0) => String::new(),
            (false, count) => texts.text_with("online-waiting", &[("count", count.into())]),
        };
        Some(view! {
            <button
                type="button"
                class="pool"
                id=format!("pool-{number}")
                aria-pressed=move || is_joined().to_string()
                on:click=toggle
            >
                <span class="tempo">{move || words::tempo(texts, settings.tempo)}</span>
                <span class="rules">{move || words::rules(texts, &settings)}</span>
                <span class="note">{note}</span>
            </button>
        })
    };
    view! {
        <div class="online-part">
            <h2>{move || texts.text("online-pools")}</h2>
            <div class="pools">{(0..POOLS.len()).filter_map(pool).collect_view()}</div>
        </div>
    }
    .into_any()
}

/// The number of other users who wait in a pool. The server's number includes the user.
pub(super) fn waiting(online: Online, pool: PoolId) -> Memo<u32> {
    Memo::new(move |_| {
        online.client.with(|client| {
            let all = client.lobby.as_ref().and_then(|lobby| lobby.pools.get(&pool)).copied().unwrap_or(0);
            all.saturating_sub(u32::from(client.pool == Some(pool)))
        })
    })
}

/// The filter of the listed seeks.
#[derive(Clone, Copy, Default, PartialEq)]
struct Filter {
    rule: Option<Rule>,
    speed: Option<Speed>,
}

impl Filter {
    fn admits(self, seek: &SeekView) -> bool {
        let settings = &seek.request.settings;
        self.rule.is_none_or(|rule| settings.rule == rule)
            && self.speed.is_none_or(|speed| settings.tempo.speed() == speed)
    }
}

/// The open seeks of all users, with filters.
fn seeks(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let filter = RwSignal::new(Filter::default());
    let all = Memo::new(move |_| {
        online
            .client
            .with(|client| client.lobby.as_ref().map(|lobby| lobby.seeks.clone()).unwrap_or_default())
    });
    let line = move |seek: SeekView| {
        let id = seek.seek;
        let is_own = online.is_you(seek.by.account);
        let about = words::settings(texts, &seek.request.settings);
        let who = words::player(online, &seek.by);
        let (key, command) = if is_own {
            ("cancel", ClientCommand::CancelSeek(id))
        } else {
            ("online-accept", ClientCommand::TakeSeek(id))
        };
        let act = move |_| {
            online.notice.set(None);
            online.send(command.clone());
        };
        view! {
            <li>
                <span class="who">{who.clone()}</span>
                <span class="what">{about}</span>
                <button
                    type="button"
                    class:take=!is_own
                    aria-label=format!("{} – {who}", texts.text(key))
                    on:click=act
                >
                    {texts.text(key)}
                </button>
            </li>
        }
    };
    let shown = Memo::new(move |_| {
        let filter = filter.get();
        all.with(|all| all.iter().filter(|seek| filter.admits(seek)).cloned().collect::<Vec<_>>())
    });
    let is_empty = Memo::new(move |_| shown.with(Vec::is_empty));
    // The line of a seek stays the same element while others come and go.
    let open = move || {
        if is_empty.get() {
            return view! { <p class="quiet">{texts.text("online-no-seeks")}</p> }.into_any();
        }
        view! {
            <ul class="online-list" id="seeks">
                <For each=move || shown.get() key=|seek| seek.seek children=line/>
            </ul>
        }
        .into_any()
    };
    let rule = move |rule: Rule| {
        view! { <option value=rule.to_string()>{move || texts.text(phrases::name_key(rule))}</option> }
    };
    let speed = move |speed: Speed| {
        view! { <option value=speed.name()>{move || texts.text(words::speed_key(speed))}</option> }
    };
    // An empty list needs no filters.
    let has_seeks = Memo::new(move |_| all.with(|all| !all.is_empty()));
    view! {
        <div class="online-part">
            <h2>{move || texts.text("online-seeks")}</h2>
            <div class="filters" hidden=move || !has_seeks.get()>
                <select
                    id="filter-rule"
                    aria-label=move || texts.text("rule")
                    on:change=move |event| {
                        filter.update(|filter| filter.rule = event_target_value(&event).parse().ok());
                    }
                >
                    <option value="">{move || texts.text("online-all-rules")}</option>
                    {Rule::NAMED.map(rule).collect_view()}
                </select>
                <select
                    id="filter-speed"
                    aria-label=move || texts.text("clock")
                    on:change=move |event| {
                        let name = event_target_value(&event);
                        let found = Speed::ALL.into_iter().find(|speed| speed.name() == name);
                        filter.update(|filter| filter.speed = found);
                    }
                >
                    <option value="">{move || texts.text("online-all-speeds")}</option>
                    {Speed::ALL.map(speed).collect_view()}
                </select>
            </div>
            {open}
        </div>
    }
    .into_any()
}

/// The numbers of users and games, and the games to watch.
fn watching(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let counts = Memo::new(move |_| {
        online.client.with(|client| client.lobby.as_ref().map(|lobby| (lobby.users, lobby.games)))
    });
    let line = move |summary: &GameSummary| {
        let [first, second] = summary.players.each_ref().map(|player| words::player(online, player));
        list::GameLine {
            game: summary.game,
            who: format!("{first} – {second}"),
            what: words::settings(texts, &summary.settings),
            end: texts.text("online-watch"),
            is_own: false,
        }
    };
    // The user's own games have a list of their own, and the featured game has its board.
    let games = Memo::new(move |_| {
        online.client.with(|client| {
            let Some(lobby) = &client.lobby else { return Vec::new() };
            let featured = client.featured();
            let is_listed = |game: &&GameSummary| {
                !game.players.iter().any(|player| online.is_you(player.account))
                    && featured != Some(game.game)
            };
            let mut games: Vec<&GameSummary> = lobby.live.iter().filter(is_listed).collect();
            games.sort_by_key(|game| std::cmp::Reverse(game.created));
            games.into_iter().map(line).collect()
        })
    });
    let words = move || {
        let (users, games) = counts.get()?;
        // The server counts a new connection a moment later.
        Some(texts.text_with("online-counts", &[("users", users.max(1).into()), ("games", games.into())]))
    };
    let list = list::games(texts, "online-live", "live-games", games, move |game| online.watch(game));
    view! {
        {list}
        <p class="quiet" id="online-counts">{words}</p>
    }
    .into_any()
}
