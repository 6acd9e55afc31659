//! The detection of games that look like the farming of ratings, or that are thrown away.
//!
//! [`Fairness`] counts events within a period, and drops older ones. An [`Alert`] is for the moderators, and pauses the ratings of the
//! accounts that it names. It proves nothing: a moderator decides.

use std::collections::{HashMap, VecDeque};
use std::hash::Hash;

use crate::game::LiveGame;
use crate::id::AccountId;
use crate::message::EndCause;
use crate::{DAY, MINUTE, Time};

/// The period, in milliseconds, in which short games and aborted games are counted.
pub const SHORT_TIME: Time = 60 * MINUTE;
/// The time in milliseconds for which an alert pauses ratings.
pub const PAUSE: Time = DAY;
/// The number of short rated games that causes an alert: those that a player loses, or that two players play with each other, within
/// [`SHORT_TIME`].
pub const MOST_SHORT: usize = 5;
/// The number of games that a player aborts, or does not begin, within [`SHORT_TIME`], that causes an alert.
pub const MOST_ABORTED: usize = 10;
/// The number of rated games between two players of one address within a day that causes an alert.
pub const MOST_OF_ADDRESS: usize = 5;

/// The reason of an alert.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Suspicion {
    /// Rated games end before the number of moves from which they count.
    ShortGames,
    /// The player aborts games, or does not begin them.
    Aborted,
    /// Two players of one address play rated games with each other.
    OneAddress,
}

impl Suspicion {
    /// The remark of the report, in English.
    pub fn remark(self) -> String {
        match self {
            Suspicion::ShortGames => {
                format!(
                    "The server noticed {MOST_SHORT} rated games within an hour that ended after a few moves."
                )
            }
            Suspicion::Aborted => {
                format!(
                    "The server noticed {MOST_ABORTED} games within an hour that were aborted or not begun."
                )
            }
            Suspicion::OneAddress => {
                format!(
                    "The server noticed {MOST_OF_ADDRESS} rated games within a day between two accounts of one address."
                )
            }
        }
    }
}

/// An alert to the moderators.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alert {
    /// The accounts that the alert concerns.
    pub about: Vec<AccountId>,
    /// The reason of the alert.
    pub suspicion: Suspicion,
}

/// The times of events, by key.
#[derive(Clone, Debug)]
struct Times<K>(HashMap<K, VecDeque<Time>>);

impl<K> Default for Times<K> {
    fn default() -> Times<K> {
        Times(HashMap::new())
    }
}

/// The number of keys above which those without a recent event are removed.
const PURGE: usize = 10_000;

impl<K: Eq + Hash> Times<K> {
    /// Counts an event. Returns whether there were `most` events within `span`, and then removes them.
    fn note(&mut self, key: K, most: usize, span: Time, now: Time) -> bool {
        let is_old = |at: Time| at.saturating_add(span) <= now;
        if self.0.len() >= PURGE {
            self.0.retain(|_, times| times.back().is_some_and(|last| !is_old(*last)));
        }
        let times = self.0.entry(key).or_default();
        while times.front().is_some_and(|first| is_old(*first)) {
            times.pop_front();
        }
        times.push_back(now);
        let is_over = times.len() >= most;
        if is_over {
            times.clear();
        }
        is_over
    }
}

/// The times of recent games that look like farming, by player and by pair.
#[derive(Clone, Debug, Default)]
pub struct Fairness {
    short_lost: Times<AccountId>,
    short_of_pair: Times<[AccountId; 2]>,
    aborted: Times<AccountId>,
    of_address: Times<[AccountId; 2]>,
}

impl Fairness {
    /// Counts a real-time game that has ended. `aborted_by` is the player who aborted it or did not begin it. `one_address` states whether
    /// both players are known to have the same address.
    pub fn note(
        &mut self,
        game: &LiveGame,
        aborted_by: Option<AccountId>,
        one_address: bool,
        now: Time,
    ) -> Vec<Alert> {
        let mut alerts = Vec::new();
        let Some(result) = game.result() else { return alerts };
        if let (Some(account), EndCause::Abort | EndCause::NoStart) = (aborted_by, result.cause)
            && self.aborted.note(account, MOST_ABORTED, SHORT_TIME, now)
        {
            alerts.push(Alert { about: vec![account], suspicion: Suspicion::Aborted });
        }
        if !(game.settings().rated && result.cause.counts()) {
            return alerts;
        }
        let players = tengen_game::opening::Player::BOTH.map(|player| game.player(player).account);
        let mut pair = players;
        pair.sort();
        if !game.counts_for_ratings() {
            if self.short_of_pair.note(pair, MOST_SHORT, SHORT_TIME, now) {
                alerts.push(Alert { about: pair.to_vec(), suspicion: Suspicion::ShortGames });
            } else if let Some(winner) = result.winner
                && self.short_lost.note(players[!winner as usize], MOST_SHORT, SHORT_TIME, now)
            {
                let about = vec![players[!winner as usize]];
                alerts.push(Alert { about, suspicion: Suspicion::ShortGames });
            }
        }
        if one_address && self.of_address.note(pair, MOST_OF_ADDRESS, DAY, now) {
            alerts.push(Alert { about: pair.to_vec(), suspicion: Suspicion::OneAddress });
        }
        alerts
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::opening::Player;
    use tengen_game::{Move, Point};

    use super::*;
    use crate::game::NewGame;
    use crate::id::GameId;
    use crate::message::{GameCommand, PlayerInfo, UserKind};
    use crate::settings::{GameSettings, pool_settings};

    /// A rated game between two accounts that the second player resigns after `plies` plies.
    fn resigned(accounts: [u64; 2], plies: u8) -> LiveGame {
        let player = |number| PlayerInfo {
            account: AccountId::from_entropy(number),
            name: format!("User{number}").parse().unwrap(),
            kind: UserKind::Member,
            rating: None,
        };
        let settings = GameSettings { rated: true, ..pool_settings(7).unwrap() };
        let new = NewGame::new(GameId::from_entropy(1), settings, accounts.map(player));
        let (mut game, _) = LiveGame::create(new, 0).unwrap();
        for ply in 0..plies {
            let to = Move::Place(Point::new(ply / 2 * 2, ply % 2 * 5));
            let by = game.to_act().unwrap();
            let command = GameCommand::Move { ply: u16::from(ply), takebacks: 0, to };
            game.execute(by, command, 0, 1).result.unwrap();
        }
        game.execute(Player::Second, GameCommand::Resign, 0, 2).result.unwrap();
        game
    }

    #[test]
    fn short_games_of_a_pair_and_of_a_loser_are_noticed() {
        let mut fairness = Fairness::default();
        let short = resigned([1, 2], 2);
        let alerts: Vec<Alert> = (0..MOST_SHORT as u64)
            .flat_map(|number| fairness.note(&short, None, false, number * MINUTE))
            .collect();
        let [alert] = &alerts[..] else { panic!("{alerts:?}") };
        assert_eq!((alert.about.len(), alert.suspicion), (2, Suspicion::ShortGames));
        // The same player loses to many others, to whom the alert does not apply.
        let mut fairness = Fairness::default();
        let alerts: Vec<Alert> = (0..MOST_SHORT as u64)
            .flat_map(|number| fairness.note(&resigned([10 + number, 2], 2), None, false, number))
            .collect();
        let about = vec![AccountId::from_entropy(2)];
        assert_eq!(alerts, [Alert { about, suspicion: Suspicion::ShortGames }]);
        // Slow games, or games with enough moves, cause no alert.
        let mut fairness = Fairness::default();
        for number in 0..20 {
            assert_eq!(fairness.note(&short, None, false, number * SHORT_TIME / 4), []);
            assert_eq!(fairness.note(&resigned([1, 2], 10), None, false, number), []);
        }
    }

    #[test]
    fn aborted_games_and_games_of_one_address_are_noticed() {
        let mut fairness = Fairness::default();
        let mut aborted = resigned([1, 2], 0);
        let account = AccountId::from_entropy(1);
        let long = resigned([1, 2], 10);
        let mut alerts = Vec::new();
        for number in 0..MOST_OF_ADDRESS as u64 {
            alerts.extend(fairness.note(&long, None, true, number));
        }
        assert_eq!(
            alerts.pop().map(|alert| (alert.about.len(), alert.suspicion)),
            Some((2, Suspicion::OneAddress))
        );
        let new = aborted.new_game().clone();
        aborted = LiveGame::create(new, 0).unwrap().0;
        aborted.execute(Player::First, GameCommand::Abort, 0, 1).result.unwrap();
        for number in 0..MOST_ABORTED as u64 {
            alerts.extend(fairness.note(&aborted, Some(account), false, number));
        }
        assert_eq!(alerts, [Alert { about: vec![account], suspicion: Suspicion::Aborted }]);
        assert!(Suspicion::Aborted.remark().contains("10 games"));
    }
}
