use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Rating;
use crate::Time;
use crate::id::AccountId;

/// The largest number of ranks that a leaderboard displays.
pub const LEADERBOARD_LENGTH: usize = 200;

/// The best players of a category.
///
/// Players whose rating is too uncertain have no rank until they play again. The caller leaves out programs and closed accounts.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// The players by rating in hundredths of a point, the lowest first.
    order: BTreeSet<(u32, AccountId)>,
    ratings: BTreeMap<AccountId, Rating>,
}

/// A row of a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The rank, from 1.
    pub rank: u32,
    /// The player's account.
    pub account: AccountId,
    /// The rating, rounded.
    pub value: u16,
}

fn hundredths(rating: &Rating) -> u32 {
    (rating.rating * 100.0).round() as u32
}

impl Leaderboard {
    /// Updates the rating of a player.
    pub fn update(&mut self, account: AccountId, rating: Rating) {
        self.remove(account);
        self.order.insert((hundredths(&rating), account));
        self.ratings.insert(account, rating);
    }

    /// Removes a player.
    pub fn remove(&mut self, account: AccountId) {
        if let Some(rating) = self.ratings.remove(&account) {
            self.order.remove(&(hundredths(&rating), account));
        }
    }

    /// The ranked players at a time, the best first.
    pub fn places(&self, now: Time) -> impl Iterator<Item = Place> + '_ {
        let ranked = self.order.iter().rev().filter_map(move |&(_, account)| {
            let rating = self.ratings.get(&account).filter(|rating| rating.is_ranked(now))?;
            Some((account, rating.value()))
        });
        (1..).zip(ranked).map(|(rank, (account, value))| Place { rank, account, value })
    }

    /// The first ranks.
    pub fn top(&self, now: Time) -> Vec<Place> {
        self.places(now).take(LEADERBOARD_LENGTH).collect()
    }

    /// The rank of a player; `None` if the player is not ranked.
    pub fn place_of(&self, account: AccountId, now: Time) -> Option<Place> {
        self.ratings.get(&account).filter(|rating| rating.is_ranked(now))?;
        self.places(now).find(|place| place.account == account)
    }
}
