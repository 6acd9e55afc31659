//! The games of a user: a page, or all games as a stream.

use std::collections::VecDeque;
use std::convert::Infallible;
use std::sync::Arc;

use axum::Json;
use axum::body::{Body, Bytes};
use axum::extract::State as Extract;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse as _, Response};
use futures_util::stream::unfold;
use serde::Deserialize;
use tengen_formats::any::Format;
use tengen_game::Rule;
use tengen_online::Time;
use tengen_online::game::LiveGame;
use tengen_online::http::PlayedGame;
use tengen_online::id::AccountId;
use tengen_online::message::{ErrorCode, GameSummary};
use tengen_online::name::UserName;

use super::file::{self, Wanted};
use crate::online::accounts::named;
use crate::online::refusal::OnlineError;
use crate::online::request::{Costly, FromPath, FromQuery};
use crate::online::state::State;
use crate::online::storage::{GameLine, StorageError};

/// The number of lines of a page unless the request names another one, and the largest number.
const USUAL_LINES: u32 = 50;
const MOST_LINES: u32 = 200;
/// The number of games in one read.
const AT_A_TIME: u32 = 200;
/// The most games that are searched for one page.
const MOST_LOOKED_AT: usize = 20_000;

/// The filter of a request for games, and the form of the answer.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Filter {
    /// Games that were created before this time.
    before: Option<Time>,
    limit: Option<u32>,
    rule: Option<Rule>,
    /// Rated games, or casual ones.
    rated: Option<bool>,
    opponent: Option<String>,
    /// Games that were created at this time or later.
    since: Option<Time>,
    /// Games that were created before this time.
    until: Option<Time>,
    /// `ndjson` or `sgf` for a stream of whole games.
    format: Option<String>,
}

/// Returns the games of a user, the latest first.
pub(crate) async fn of_user(
    Extract(state): Extract<Arc<State>>,
    FromPath(name): FromPath<UserName>,
    FromQuery(filter): FromQuery<Filter>,
    headers: HeaderMap,
    costly: Result<Costly, OnlineError>,
) -> Result<Response, OnlineError> {
    let account = named(&state, &name).await?.id;
    let opponent = match &filter.opponent {
        Some(opponent) => {
            let name = opponent.parse::<UserName>().map_err(|error| {
                OnlineError::refused(StatusCode::NOT_FOUND, ErrorCode::NotFound, error.to_string())
            })?;
            Some(named(&state, &name).await?.id)
        }
        None => None,
    };
    let wanted = match &filter.format {
        Some(format) => Wanted::of_ending(format)
            .map_err(|text| OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text))?,
        None => Wanted::of_accept(&headers).unwrap_or(Wanted::Snapshot),
    };
    let mut search = Search::new(state, account, opponent, &filter);
    match wanted {
        Wanted::Snapshot => {
            let limit = filter.limit.unwrap_or(USUAL_LINES).min(MOST_LINES) as usize;
            let mut lines = Vec::new();
            while lines.len() < limit && search.looked_at < MOST_LOOKED_AT {
                let Some(found) = search.next().await? else { break };
                lines.push(line(found));
            }
            let headers = [(header::CACHE_CONTROL, "no-store"), (header::VARY, "accept")];
            Ok((headers, Json(lines)).into_response())
        }
        Wanted::Lines | Wanted::File(Format::Sgf) => {
            costly?;
            Ok(stream(search, wanted))
        }
        Wanted::File(format) => {
            let text = format!("expected `ndjson` or `sgf` for many games, found `{format}`");
            Err(OnlineError::refused(StatusCode::BAD_REQUEST, ErrorCode::Malformed, text))
        }
    }
}

fn line(GameLine { new, created, result }: GameLine) -> PlayedGame {
    let game = GameSummary {
        game: new.game,
        settings: new.settings,
        players: new.players,
        tournament: new.tournament,
        created,
    };
    PlayedGame { about: game, result }
}

/// Streams the games as they are read. If the storage fails, the answer ends before its regular end, which clients notice.
fn stream(search: Search, wanted: Wanted) -> Response {
    let (media_type, ending) = match wanted {
        Wanted::File(format) => (file::media_type(format), "sgf"),
        _ => ("application/x-ndjson", "ndjson"),
    };
    let headers = [
        (header::CONTENT_TYPE, media_type.to_owned()),
        (header::CONTENT_DISPOSITION, format!("attachment; filename=\"games.{ending}\"")),
        (header::CACHE_CONTROL, "no-store".to_owned()),
        (header::VARY, "accept".to_owned()),
    ];
    let games = unfold(search, move |mut search| async move {
        let next = search.next_game().await;
        let next =
            next.inspect_err(|error| tracing::error!(%error, "a stream of games ends early")).ok()??;
        let text = match wanted {
            Wanted::File(format) => file::write(&next, format).ok(),
            _ => serde_json::to_vec(&next.snapshot(None, 0)).ok(),
        };
        let mut text = text.unwrap_or_default();
        if !text.is_empty() && !text.ends_with(b"\n") {
            text.push(b'\n');
        }
        Some((Ok::<Bytes, Infallible>(text.into()), search))
    });
    (headers, Body::from_stream(games)).into_response()
}

/// A search through the games of a user, the latest first.
struct Search {
    state: Arc<State>,
    account: AccountId,
    opponent: Option<AccountId>,
    rule: Option<Rule>,
    rated: Option<bool>,
    since: Time,
    before: Time,
    read: VecDeque<GameLine>,
    is_at_end: bool,
    looked_at: usize,
}

impl Search {
    fn new(state: Arc<State>, account: AccountId, opponent: Option<AccountId>, filter: &Filter) -> Search {
        let latest = [filter.before, filter.until].into_iter().flatten().min();
        Search {
            state,
            account,
            opponent,
            rule: filter.rule,
            rated: filter.rated,
            since: filter.since.unwrap_or(0),
            before: latest.unwrap_or(Time::MAX >> 1),
            read: VecDeque::new(),
            is_at_end: false,
            looked_at: 0,
        }
    }

    /// The next game that matches the filter.
    async fn next(&mut self) -> Result<Option<GameLine>, StorageError> {
        loop {
            while let Some(line) = self.read.pop_front() {
                self.looked_at += 1;
                if line.created < self.since {
                    self.is_at_end = true;
                    self.read.clear();
                } else if self.is_wanted(&line) {
                    return Ok(Some(line));
                }
            }
            if self.is_at_end {
                return Ok(None);
            }
            let lines = self.state.services.storage.games_of(self.account, self.before, AT_A_TIME).await?;
            self.is_at_end = lines.len() < AT_A_TIME as usize;
            self.before = lines.last().map_or(0, |last| last.created);
            self.read = lines.into();
        }
    }

    /// The next matching game with all its events. Games that this version cannot read are left out.
    async fn next_game(&mut self) -> Result<Option<LiveGame>, StorageError> {
        while let Some(line) = self.next().await? {
            // Of a delayed game, only the part is sent that its watchers have received.
            if let Ok(Some(game)) = self.state.hub.games.public(line.new.game).await {
                return Ok(Some(game));
            }
        }
        Ok(None)
    }

    fn is_wanted(&self, line: &GameLine) -> bool {
        let settings = &line.new.settings;
        let is_against = |opponent| line.new.players.iter().any(|player| player.account == opponent);
        self.rule.is_none_or(|rule| rule == settings.rule)
            && self.rated.is_none_or(|rated| rated == settings.rated)
            && self.opponent.is_none_or(is_against)
    }
}
