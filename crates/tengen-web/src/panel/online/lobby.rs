use leptos::prelude::*;
use tengen_game::Rule;
use tengen_online::id::GameId;
use tengen_online::message::{ClientCommand, GameSummary, PoolId, SeekView};
use tengen_online::settings::{POOLS, Speed, pool_settings};

use super::words;
use crate::online::{Live, Online};
use crate::panel::phrases;
use crate::reactive::{Memo, RwSignal};
use crate::texts::Texts;

/// The user's games that have not ended.
pub(super) fn own_games(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let games = Memo::new(move |_| {
        online.client.with(|client| {
            let own = client.games.values();
            let own = own.filter(|live| live.snapshot.you.is_some() && live.snapshot.result.is_none());
            own.cloned().collect::<Vec<_>>()
        })
    });
    let line = move |live: Live| {
        let id = live.snapshot.game;
        let turn = live.is_users_turn();
        let opponent = words::player(texts, live.opponent());
        let about = words::settings(texts, &live.snapshot.settings);
        view! {
            <li>
                <button type="button" class="online-line" on:click=move |_| online.show(id)>
                    <span class="who">{opponent}</span>
                    <span class="what">{about}</span>
                    <span class="turn" class:own=turn>
                        {texts.text(if turn { "online-your-turn" } else { "online-their-turn" })}
                    </span>
                </button>
            </li>
        }
    };
    let list = move || {
        let games = games.get();
        (!games.is_empty()).then(|| {
            view! {
                <h2>{texts.text("online-own-games")}</h2>
                <ul class="online-list" id="own-games">{games.into_iter().map(line).collect_view()}</ul>
            }
        })
    };
    view! { <div class="online-part">{list}</div> }.into_any()
}

/// One click to a game: the pools.
pub(super) fn pools(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let joined = Memo::new(move |_| online.client.with(|client| client.pool));
    let pool = move |number: usize| {
        let settings = pool_settings(number)?;
        let id = PoolId(u8::try_from(number).ok()?);
        let is_joined = move || joined.get() == Some(id);
        // The user is one of those who wait.
        let waiting = Memo::new(move |_| {
            online.client.with(|client| {
                let all = client.lobby.as_ref().and_then(|lobby| lobby.pools.get(&id)).copied().unwrap_or(0);
                all.saturating_sub(u32::from(client.pool == Some(id)))
            })
        });
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
                <span class="tempo">{move || words::short_tempo(texts, settings.tempo)}</span>
                <span class="rules">{move || words::rules(texts, &settings)}</span>
                <span class="note">{note}</span>
            </button>
        })
    };
    view! {
        <div class="online-part">
            <h2>{move || texts.text("online-quick")}</h2>
            <div class="pools">{(0..POOLS.len()).filter_map(pool).collect_view()}</div>
        </div>
    }
    .into_any()
}

/// Which open seeks are listed.
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

pub(super) fn speed_key(speed: Speed) -> &'static str {
    match speed {
        Speed::Bullet => "speed-bullet",
        Speed::Blitz => "speed-blitz",
        Speed::Rapid => "speed-rapid",
        Speed::Classical => "speed-classical",
        Speed::Correspondence => "speed-correspondence",
    }
}

/// Open seeks of everyone, with filters.
pub(super) fn seeks(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let filter = RwSignal::new(Filter::default());
    let all = Memo::new(move |_| {
        online
            .client
            .with(|client| client.lobby.as_ref().map(|lobby| lobby.seeks.clone()).unwrap_or_default())
    });
    let you = Memo::new(move |_| online.client.with(|client| client.you.as_ref().map(|you| you.account)));
    let line = move |seek: SeekView| {
        let id = seek.seek;
        let is_own = you.get() == Some(seek.by.account);
        let about = words::settings(texts, &seek.request.settings);
        let who = words::player(texts, &seek.by);
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
    let list = move || {
        let filter = filter.get();
        let shown: Vec<SeekView> = all.get().into_iter().filter(|seek| filter.admits(seek)).collect();
        if shown.is_empty() {
            view! { <p class="quiet">{texts.text("online-no-seeks")}</p> }.into_any()
        } else {
            view! { <ul class="online-list" id="seeks">{shown.into_iter().map(line).collect_view()}</ul> }
                .into_any()
        }
    };
    let rule = move |rule: Rule| {
        view! { <option value=rule.to_string()>{move || texts.text(phrases::name_key(rule))}</option> }
    };
    let speed = move |speed: Speed| {
        view! { <option value=speed.name()>{move || texts.text(speed_key(speed))}</option> }
    };
    view! {
        <div class="online-part">
            <h2>{move || texts.text("online-seeks")}</h2>
            <div class="filters">
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
            {list}
        </div>
    }
    .into_any()
}

/// How many users and games there are, and the games to watch.
pub(super) fn watching(online: Online) -> AnyView {
    let texts = Texts::of_page();
    let counts = Memo::new(move |_| {
        online.client.with(|client| client.lobby.as_ref().map(|lobby| (lobby.users, lobby.games)))
    });
    // The own games have a list of their own, and the featured one comes first.
    let games = Memo::new(move |_| {
        online.client.with(|client| {
            let Some(lobby) = &client.lobby else { return Vec::new() };
            let you = client.you.as_ref().map(|you| you.account);
            let is_own = |game: &GameSummary| game.players.iter().any(|player| Some(player.account) == you);
            let mut games: Vec<GameSummary> =
                lobby.live.iter().filter(|game| !is_own(game)).cloned().collect();
            games.sort_by_key(|game| (lobby.featured != Some(game.game), std::cmp::Reverse(game.created)));
            games
        })
    });
    let words = move || {
        let (users, games) = counts.get()?;
        Some(texts.text_with("online-counts", &[("users", users.into()), ("games", games.into())]))
    };
    let watch = move |game: GameId| {
        online.notice.set(None);
        if online.client.with_untracked(|client| client.games.contains_key(&game)) {
            online.show(game);
        } else {
            online.send(ClientCommand::Watch(game));
        }
    };
    let line = move |summary: GameSummary| {
        let [first, second] = summary.players.each_ref().map(|player| words::player(texts, player));
        let about = words::settings(texts, &summary.settings);
        view! {
            <li>
                <button type="button" class="online-line" on:click=move |_| watch(summary.game)>
                    <span class="who">{format!("{first} – {second}")}</span>
                    <span class="what">{about}</span>
                    <span class="turn">{texts.text("online-watch")}</span>
                </button>
            </li>
        }
    };
    let list = move || {
        let games = games.get();
        (!games.is_empty()).then(|| {
            view! {
                <h2>{texts.text("online-live")}</h2>
                <ul class="online-list" id="live-games">{games.into_iter().map(line).collect_view()}</ul>
            }
        })
    };
    view! {
        <div class="online-part">
            {list}
            <p class="quiet" id="online-counts">{words}</p>
        </div>
    }
    .into_any()
}
