//! What is done with games without a command: their time, their way back from the storage, and their removal.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::Ordering::Relaxed;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::game::{DelayedGame, LiveGame};
use tengen_online::id::GameId;
use tengen_online::message::{GameSummary, GameUpdate, MAX_LOBBY_GAMES, RatingView, ServerMessage};

use super::cluster::Games;
use super::tables::{Shard, Table};
use super::{Hub, text};

/// How long a game stays in memory after its end, for its rematch and for those who come back to look at it.
const STAY: Time = 5 * tengen_online::MINUTE;

/// How long to wait before a game is read again, when the storage fails.
pub(super) const READ_AGAIN: Duration = Duration::from_secs(1);

/// What the lobby shows of the games.
#[derive(Default)]
pub(super) struct Sweep {
    /// How many games are being played.
    pub(super) games: u32,
    /// The game of the players with the highest ratings.
    pub(super) featured: Option<(Prominence, GameId)>,
    /// Games that come into the list of games to watch.
    pub(super) started: Vec<GameSummary>,
    /// Games that leave it.
    pub(super) ended: Vec<GameId>,
    /// Whether there are games in which seconds matter.
    pub(super) is_urgent: bool,
}

impl Sweep {
    /// Adds what other servers have told of their games.
    pub(super) fn add(&mut self, shown: &BTreeSet<GameId>, others: &[Games]) {
        for games in others {
            self.games += games.count;
            self.featured = self.featured.max(games.featured);
            for summary in games.summaries() {
                self.ended.retain(|ended| *ended != summary.game);
                let free =
                    MAX_LOBBY_GAMES.saturating_sub(shown.len() + self.started.len() - self.ended.len());
                if free > 0 && !shown.contains(&summary.game) {
                    self.started.push(summary);
                }
            }
        }
    }
}

/// Which game the lobby displays: the first difference decides. A game stays there until one of higher ratings begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(super) struct Prominence {
    rating: u16,
    was_featured: bool,
    watchers: u32,
    created: Time,
}

/// The mean of two people's ratings; 0 for games in which one of them has none yet, or with programs.
fn rating(game: &LiveGame) -> u16 {
    let of = |player: Player| {
        let player = game.player(player);
        let rating = player.rating.filter(|rating| !rating.provisional && !player.kind.is_bot());
        rating.map_or(0, |rating| rating.value)
    };
    match Player::BOTH.map(of) {
        [0, _] | [_, 0] => 0,
        [one, other] => u16::midpoint(one, other),
    }
}

impl Hub {
    /// The time of a game may have run out.
    pub(super) fn tick_game(self: &Arc<Hub>, game: GameId) {
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game) else { return };
        if !table.is_ahead {
            let reply = table.game.tick(self.now());
            if !reply.events.is_empty() {
                self.settle(table, reply, None);
            }
            self.release(table);
        }
        self.tables.schedule(&mut shard, game);
    }

    /// The ratings of a game's players after it are these.
    pub(super) fn show_ratings(self: &Arc<Hub>, game: GameId, ratings: [RatingView; 2]) {
        let mut shard = self.tables.lock(game);
        let Some(table) = shard.tables.get_mut(&game).filter(|table| !table.is_ahead) else { return };
        let reply = table.game.rated(ratings, self.now());
        self.settle(table, reply, None);
        self.tables.schedule(&mut shard, game);
    }

    /// A game could not be written, and what is in memory has not happened: the game is read again, and those who follow
    /// it receive a snapshot. A game that is not stored ends for them.
    pub(super) fn read_again(self: &Arc<Hub>, game: GameId) {
        {
            let mut shard = self.tables.lock(game);
            let Some(table) = shard.tables.get_mut(&game) else { return };
            if std::mem::replace(&mut table.is_ahead, true) {
                return;
            }
            table.ahead_since = self.now();
        }
        let hub = self.clone();
        self.runtime.spawn(async move {
            // What was queued after the failure does not follow what is stored, so that none of it is written.
            let _ = hub.writer.write(Vec::new()).await;
            let stored = loop {
                let events = hub.stored_events(game).await;
                let now = hub.now();
                let stored = events.and_then(|events| {
                    let stored = events.map(|events| super::late::replay(events, now)).transpose();
                    stored.map_err(|error| super::follow::unreadable(game, &error))
                });
                match stored {
                    Ok(stored) => break stored,
                    Err(_) if hub.is_stopping() => return,
                    Err(_) => tokio::time::sleep(READ_AGAIN).await,
                }
            };
            let mut shard = hub.tables.lock(game);
            hub.put_back(&mut shard, game, stored);
        });
    }

    fn put_back(
        self: &Arc<Hub>,
        shard: &mut Shard,
        game: GameId,
        stored: Option<(LiveGame, Option<DelayedGame>)>,
    ) {
        let Some((stored, late)) = stored else {
            if let Some(table) = shard.tables.remove(&game) {
                self.metrics.games.fetch_sub(1, Relaxed);
                for player in Player::BOTH {
                    self.users.end(table.game.player(player).account, game);
                }
                self.note_played(&table.game);
            }
            return;
        };
        let Some(table) = shard.tables.get_mut(&game) else { return };
        (table.game, table.late) = (stored, late);
        table.is_ahead = false;
        // Nobody could act in the meantime.
        let reply = table.game.resume(table.ahead_since, self.now());
        self.settle(table, reply, None);
        if table.game.result().is_none() && table.ended.take().is_some() {
            self.metrics.games.fetch_add(1, Relaxed);
            self.note_playing(&table.game);
        }
        for player in Player::BOTH {
            let info = table.game.player(player).clone();
            if table.ended.is_none() {
                self.users.begin(&info, game, self.now());
            }
            let is_here = table.is_here(player) || self.house.contains_key(&info.account);
            let now = self.now();
            let reply =
                if is_here { table.game.connect(player, now) } else { table.game.disconnect(player, now) };
            self.settle(table, reply, None);
        }
        for (connection, player) in table.all_members().to_vec() {
            self.join_as(table, &connection, player);
        }
        self.tables.schedule(shard, game);
    }

    /// Removes games that ended a while ago, reports the numbers of watchers that have changed, and chooses the games for
    /// the lobby: those in the list stay until they end, and the latest ones take the free places.
    pub(super) fn sweep_games(&self, now: Time, shown: &BTreeSet<GameId>, featured: Option<GameId>) -> Sweep {
        let mut sweep = Sweep { ended: shown.iter().copied().collect(), ..Sweep::default() };
        let before = featured;
        let mut featured: Option<(Prominence, GameId)> = None;
        let mut others: Vec<(Time, GameId)> = Vec::new();
        for mut shard in self.tables.each() {
            shard.tables.retain(|_, table| table.ended.is_none_or(|ended| now < ended.saturating_add(STAY)));
            for table in shard.tables.values_mut() {
                let watchers = table.watchers();
                if watchers != table.watchers_sent {
                    table.watchers_sent = watchers;
                    let update = GameUpdate::Watchers(watchers);
                    let message = text(&ServerMessage::Game(table.game.id(), update));
                    table.all_members().iter().for_each(|(member, _)| member.push(message.clone()));
                }
                if table.ended.is_some() {
                    continue;
                }
                let (game, created) = (table.game.id(), table.game.created());
                sweep.games += 1;
                sweep.is_urgent |= !table.game.settings().tempo.is_correspondence();
                let prominence = Prominence {
                    rating: rating(&table.game),
                    was_featured: before == Some(game),
                    watchers,
                    created,
                };
                featured = featured.max(Some((prominence, game)));
                if shown.contains(&game) {
                    sweep.ended.retain(|ended| *ended != game);
                } else {
                    others.push((created, game));
                }
            }
        }
        sweep.featured = featured;
        let free = MAX_LOBBY_GAMES.saturating_sub(shown.len() - sweep.ended.len());
        others.sort_unstable_by(|one, other| other.cmp(one));
        let summary =
            |&(_, game): &(Time, GameId)| Some(self.tables.lock(game).tables.get(&game)?.game.summary());
        sweep.started = others.iter().take(free).filter_map(summary).collect();
        sweep
    }

    /// Every player who has not come back after a restart is absent from now on.
    pub(super) fn note_absence(self: &Arc<Hub>) {
        let games: Vec<GameId> =
            self.tables.each().flat_map(|shard| shard.tables.keys().copied().collect::<Vec<_>>()).collect();
        for game in games {
            let mut shard = self.tables.lock(game);
            let Some(table) = shard.tables.get_mut(&game).filter(|table| !table.is_ahead) else { continue };
            for player in Player::BOTH {
                let account = table.game.player(player).account;
                if !table.is_here(player) && !self.house.contains_key(&account) {
                    let reply = table.game.disconnect(player, self.now());
                    self.settle(table, reply, None);
                }
            }
            self.tables.schedule(&mut shard, game);
        }
    }

    /// A game from the storage, which was known to be played until some time, or until its last event.
    pub(super) fn restore_game(self: &Arc<Hub>, game: LiveGame, late: Option<DelayedGame>, alive: Time) {
        let id = game.id();
        let mut shard = self.tables.lock(id);
        let now = self.now();
        if let Some(job) = self.job(&game) {
            self.bots.think(job);
        }
        let mut table = Table::new(game, late);
        let reply = table.game.resume(alive, now);
        self.settle(&mut table, reply, None);
        for player in Player::BOTH {
            let connections = self.users.begin(&table.game.player(player).clone(), id, now);
            if !connections.is_empty() {
                let reply = table.game.connect(player, now);
                self.settle(&mut table, reply, None);
            }
            connections.iter().for_each(|connection| self.join_as(&mut table, connection, Some(player)));
        }
        self.note_playing(&table.game);
        shard.tables.insert(id, table);
        self.metrics.games.fetch_add(1, Relaxed);
        self.tables.schedule(&mut shard, id);
    }
}

#[cfg(test)]
mod tests {
    use tengen_online::game::NewGame;
    use tengen_online::id::AccountId;
    use tengen_online::message::{PlayerInfo, UserKind};
    use tengen_online::name::UserName;
    use tengen_online::settings::pool_settings;

    use super::*;

    #[test]
    fn the_game_of_the_highest_ratings_is_displayed_and_stays_among_equals() {
        let game = |ratings: [Option<(u16, bool)>; 2], kind: UserKind| {
            let players = ratings.map(|rating| {
                let account = AccountId::from_entropy(1);
                let rating = rating.map(|(value, provisional)| RatingView { value, provisional });
                PlayerInfo { account, name: UserName::of_guest(account), kind, rating }
            });
            let new = NewGame::new(GameId::from_entropy(1), pool_settings(0).unwrap(), players);
            rating(&LiveGame::create(new, 0).unwrap().0)
        };
        assert_eq!(game([Some((1_800, false)), Some((1_901, false))], UserKind::Member), 1_850);
        assert_eq!(game([Some((1_800, false)), Some((1_901, true))], UserKind::Member), 0);
        assert_eq!(game([Some((1_800, false)), None], UserKind::Member), 0);
        assert_eq!(game([Some((1_800, false)), Some((2_500, false))], UserKind::Bot), 0);
        let strong = Prominence { rating: 1_850, was_featured: false, watchers: 0, created: 0 };
        let shown = Prominence { rating: 0, was_featured: true, watchers: 0, created: 1 };
        let watched = Prominence { rating: 0, was_featured: false, watchers: 9, created: 2 };
        assert!(strong > shown && shown > watched);
    }
}
