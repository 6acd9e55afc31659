//! The lobby's view of the games.

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};
use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::game::LiveGame;
use tengen_online::id::GameId;
use tengen_online::message::{GameSummary, GameUpdate, MAX_LOBBY_GAMES, ServerMessage};

use super::tables::Tables;
use crate::online::hub::text;

/// The time for which a game stays in memory after its end, for a rematch and for users who return to it.
const STAY: Time = 5 * tengen_online::MINUTE;

/// The lobby's view of this server's games.
#[derive(Default)]
pub(in crate::online::hub) struct Sweep {
    /// The number of running games.
    pub(in crate::online::hub) games: u32,
    /// The game of the players with the highest ratings.
    pub(in crate::online::hub) featured: Option<(Prominence, GameId)>,
    /// Games that enter the list of games to watch.
    pub(in crate::online::hub) started: Vec<GameSummary>,
    /// Games that leave the list of games to watch.
    pub(in crate::online::hub) ended: Vec<GameId>,
    /// Whether there are games in which seconds matter.
    pub(in crate::online::hub) is_urgent: bool,
}

/// The lobby's view of another server's games.
pub(in crate::online::hub) struct OtherGames {
    pub(in crate::online::hub) count: u32,
    /// The most prominent game.
    pub(in crate::online::hub) featured: Option<(Prominence, GameId)>,
    /// The games to watch, the latest first.
    pub(in crate::online::hub) latest: Vec<GameSummary>,
}

impl Sweep {
    /// Removes games that ended a while ago, reports the numbers of watchers that have changed, and chooses the games for the lobby: games
    /// in the list stay until they end, and the latest games take the free places.
    pub(super) fn of(
        tables: &Tables,
        now: Time,
        shown: &BTreeSet<GameId>,
        featured: Option<GameId>,
    ) -> Sweep {
        let mut sweep = Sweep { ended: shown.iter().copied().collect(), ..Sweep::default() };
        let before = featured;
        let mut featured: Option<(Prominence, GameId)> = None;
        let mut others: Vec<(Time, GameId)> = Vec::new();
        for mut shard in tables.each() {
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
        let summary = |&(_, game): &(Time, GameId)| Some(tables.lock(game).tables.get(&game)?.game.summary());
        sweep.started = others.iter().take(free).filter_map(summary).collect();
        sweep
    }

    /// Adds the games of other servers.
    pub(in crate::online::hub) fn add(&mut self, shown: &BTreeSet<GameId>, others: Vec<OtherGames>) {
        for games in others {
            self.games += games.count;
            self.featured = self.featured.max(games.featured);
            for summary in games.latest {
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

/// The prominence by which the lobby chooses the displayed game; the first field that differs decides. A game stays displayed until one
/// with higher ratings begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(in crate::online::hub) struct Prominence {
    rating: u16,
    was_featured: bool,
    watchers: u32,
    created: Time,
}

/// The mean of two people's ratings; 0 for games in which one of them has no rating yet, and for games with programs.
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

#[cfg(test)]
mod tests {
    use tengen_online::game::NewGame;
    use tengen_online::id::AccountId;
    use tengen_online::message::{PlayerInfo, RatingView, UserKind};
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
