use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use super::Rating;
use crate::Time;
use crate::id::AccountId;

/// The most places that a leaderboard displays.
pub const LEADERBOARD_LENGTH: usize = 200;

/// The best players of a category.
///
/// Players whose rating is too uncertain have no place until they play again. Programs and closed accounts are for the
/// caller to leave out.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Leaderboard {
    /// By rating in hundredths of a point, the lowest first.
    order: BTreeSet<(u32, AccountId)>,
    ratings: BTreeMap<AccountId, Rating>,
}

/// A place on a leaderboard.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Place {
    /// The place, from 1.
    pub rank: u32,
    /// Who has it.
    pub account: AccountId,
    /// The rating, rounded.
    pub value: u16,
}

fn hundredths(rating: &Rating) -> u32 {
    (rating.rating * 100.0).round() as u32
}

impl Leaderboard {
    /// A player's rating has changed.
    pub fn update(&mut self, account: AccountId, rating: Rating) {
        self.remove(account);
        self.order.insert((hundredths(&rating), account));
        self.ratings.insert(account, rating);
    }

    /// A player takes no part any more.
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

    /// The first places.
    pub fn top(&self, now: Time) -> Vec<Place> {
        self.places(now).take(LEADERBOARD_LENGTH).collect()
    }

    /// A player's place, if the player is ranked.
    pub fn place_of(&self, account: AccountId, now: Time) -> Option<Place> {
        self.ratings.get(&account).filter(|rating| rating.is_ranked(now))?;
        self.places(now).find(|place| place.account == account)
    }
}
