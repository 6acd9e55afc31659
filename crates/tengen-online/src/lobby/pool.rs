//! Pools: waiting players are paired when their ratings are close enough. The longer they wait, the larger the accepted difference.

use std::collections::BTreeMap;

use tengen_game::SplitMix;

use super::record::Record;
use super::{Candidate, Lobby, LobbyError, LobbyEvent, new_game};
use crate::id::AccountId;
use crate::message::{PoolId, PoolView};
use crate::settings::{SeatChoice, pool_settings};
use crate::{SECOND, Time};

/// The interval in milliseconds at which the pools are examined while users wait in them.
pub const POOL_STEP: Time = SECOND;

/// The rating that is assumed for a player without one.
const ASSUMED_RATING: u16 = 1_500;

/// The largest difference in rating points between two players who are paired after one has waited `waited` milliseconds: 100 at first, 20
/// more per second, and any number after 45 seconds.
///
/// ```
/// use tengen_online::lobby::pool_window;
///
/// assert_eq!([0, 10_000, 45_000].map(pool_window), [100, 300, u16::MAX]);
/// ```
pub fn pool_window(waited: Time) -> u16 {
    match waited / SECOND {
        seconds @ 0..45 => 100 + 20 * seconds as u16,
        _ => u16::MAX,
    }
}

/// A user who waits in a pool.
#[derive(Clone, Debug, PartialEq)]
struct Waiting {
    who: Candidate,
    since: Time,
}

impl Waiting {
    fn rating(&self) -> u16 {
        self.who.player.rating.map_or(ASSUMED_RATING, |rating| rating.value)
    }

    fn window(&self, now: Time) -> u16 {
        pool_window(now.saturating_sub(self.since))
    }
}

/// All pools. A user waits in at most one of them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Pools {
    /// The waiting users of each pool, those who have waited longest first.
    waiting: BTreeMap<PoolId, Vec<Waiting>>,
    /// The time at which the pools were examined last.
    checked: Time,
    record: Record,
}

impl Pools {
    fn view(&self, pool: PoolId) -> LobbyEvent {
        let waiting = self.waiting.get(&pool).map_or(0, |waiting| waiting.len() as u32);
        LobbyEvent::PoolChanged(PoolView { pool, waiting })
    }

    pub(super) fn leave(&mut self, account: AccountId) -> Vec<LobbyEvent> {
        let is_in = |waiting: &Vec<Waiting>| waiting.iter().any(|one| one.who.account() == account);
        let pools: Vec<PoolId> =
            self.waiting.iter().filter(|(_, waiting)| is_in(waiting)).map(|(&pool, _)| pool).collect();
        for pool in &pools {
            self.waiting.entry(*pool).or_default().retain(|one| one.who.account() != account);
        }
        self.waiting.retain(|_, waiting| !waiting.is_empty());
        pools.into_iter().map(|pool| self.view(pool)).collect()
    }

    pub(super) fn next_check(&self) -> Option<Time> {
        let is_needed = self.waiting.values().any(|waiting| waiting.len() > 1);
        is_needed.then(|| self.checked.saturating_add(POOL_STEP))
    }
}

impl Lobby {
    /// The number of waiting users of each pool that has any.
    pub fn pools(&self) -> impl Iterator<Item = PoolView> + '_ {
        self.pools.waiting.iter().map(|(&pool, waiting)| PoolView { pool, waiting: waiting.len() as u32 })
    }

    /// Adds a user to a pool, instead of any other one. Joining the same pool again changes nothing.
    ///
    /// # Errors
    /// When there is no such pool, the user plays a real-time game, or has to wait because of aborted games.
    pub fn join_pool(
        &mut self,
        who: Candidate,
        pool: PoolId,
        now: Time,
        entropy: u64,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        let settings = pool_settings(usize::from(pool.0)).ok_or(LobbyError::NotFound)?;
        who.check_is_free(settings.tempo)?;
        let wait = self.pools.record.wait(who.account(), now);
        if wait > 0 {
            return Err(LobbyError::Wait(wait));
        }
        let waiting = self.pools.waiting.get(&pool);
        if waiting.is_some_and(|waiting| waiting.iter().any(|one| one.who.account() == who.account())) {
            return Ok(Vec::new());
        }
        let mut events = self.pools.leave(who.account());
        self.pools.waiting.entry(pool).or_default().push(Waiting { who, since: now });
        events.push(self.pools.view(pool));
        events.extend(self.pair_pools(now, &mut SplitMix::new(entropy)));
        Ok(events)
    }

    /// Removes a user from the pool.
    pub fn leave_pool(&mut self, account: AccountId) -> Vec<LobbyEvent> {
        self.pools.leave(account)
    }

    fn next_pair(&self, pool: PoolId, now: Time) -> Option<(Waiting, Waiting)> {
        next_pair(self.pools.waiting.get(&pool)?, &self.pools.record, now)
    }

    /// Records that a user has aborted a game with an opponent from a pool, or has not begun it.
    pub fn note_abort(&mut self, by: AccountId, other: AccountId, now: Time) {
        self.pools.record.note_abort(by, other, now);
    }

    /// Pairs as many users as possible: those who have waited longest first, each with the user of the nearest rating.
    pub(super) fn pair_pools(&mut self, now: Time, random: &mut SplitMix) -> Vec<LobbyEvent> {
        self.pools.checked = now;
        let mut events = Vec::new();
        let pools: Vec<PoolId> = self.pools.waiting.keys().copied().collect();
        for pool in pools {
            let Some(settings) = pool_settings(usize::from(pool.0)) else { continue };
            while let Some((one, other)) = self.next_pair(pool, now) {
                self.pools.record.note_pair(one.who.account(), other.who.account(), now);
                let new = new_game(settings, &one.who.player, SeatChoice::Random, &other.who.player, random);
                for account in [one.who.account(), other.who.account()] {
                    events.extend(self.leave(account));
                }
                events.push(LobbyEvent::Paired(Box::new(new)));
            }
        }
        events
    }
}

/// The next two users of a pool who can be paired. The window is the mean of both users' windows.
fn next_pair(waiting: &[Waiting], record: &Record, now: Time) -> Option<(Waiting, Waiting)> {
    waiting.iter().enumerate().find_map(|(index, one)| {
        let distance = |other: &Waiting| one.rating().abs_diff(other.rating());
        let fits = |other: &&Waiting| {
            let window = (u32::from(one.window(now)) + u32::from(other.window(now))) / 2;
            let may_meet =
                one.who.may_meet(&other.who) && record.may_pair(one.who.account(), other.who.account(), now);
            u32::from(distance(other)) <= window && may_meet
        };
        // Among equal distances, the first user has waited longest.
        let nearest = waiting[index + 1..].iter().filter(fits).min_by_key(|other| distance(other))?;
        Some((one.clone(), nearest.clone()))
    })
}
