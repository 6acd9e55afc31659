//! The recent history of users of pools: their pairings, and the games that they aborted.

use std::collections::BTreeMap;

use crate::id::AccountId;
use crate::{MINUTE, SECOND, Time};

/// The time in milliseconds for which a pool does not pair the same two users again, after it has paired them or one of them has aborted
/// their game.
pub const PAIR_AGAIN: Time = 3 * MINUTE;
/// The time in milliseconds that a user waits after the first aborted game. It doubles with each further one.
pub const FIRST_WAIT: Time = 10 * SECOND;
/// The largest time in milliseconds that a user waits because of aborted games.
pub const MOST_WAIT: Time = 10 * MINUTE;
/// The time in milliseconds after which earlier aborted games no longer count, if there was no further one.
const FORGET: Time = 60 * MINUTE;

/// The recent pairings and aborted games.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Record {
    /// The time at which a pair met last.
    met: BTreeMap<[AccountId; 2], Time>,
    /// The number of games that a user has aborted, and the time of the last one.
    aborted: BTreeMap<AccountId, (u32, Time)>,
}

fn pair(one: AccountId, other: AccountId) -> [AccountId; 2] {
    let mut pair = [one, other];
    pair.sort();
    pair
}

impl Record {
    pub(super) fn note_pair(&mut self, one: AccountId, other: AccountId, now: Time) {
        self.met.retain(|_, at| now < at.saturating_add(PAIR_AGAIN));
        self.met.insert(pair(one, other), now);
    }

    pub(super) fn may_pair(&self, one: AccountId, other: AccountId, now: Time) -> bool {
        self.met.get(&pair(one, other)).is_none_or(|at| now >= at.saturating_add(PAIR_AGAIN))
    }

    pub(super) fn note_abort(&mut self, by: AccountId, other: AccountId, now: Time) {
        self.note_pair(by, other, now);
        self.aborted.retain(|_, (_, at)| now < at.saturating_add(FORGET));
        let (games, last) = self.aborted.entry(by).or_default();
        (*games, *last) = (games.saturating_add(1), now);
    }

    /// The milliseconds that a user has to wait before the next search.
    pub(super) fn wait(&self, account: AccountId, now: Time) -> Time {
        let Some(&(games, last)) = self.aborted.get(&account) else { return 0 };
        let doublings = games.saturating_sub(1).min(16);
        let wait = (FIRST_WAIT << doublings).min(MOST_WAIT);
        last.saturating_add(wait).saturating_sub(now)
    }
}
