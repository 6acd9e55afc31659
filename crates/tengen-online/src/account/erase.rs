//! The export of everything about a user, and the deletion of it.

use serde::{Deserialize, Serialize};

use super::{Account, Report, Sanction};
use crate::Time;
use crate::game::{GameEvent, NewGame};
use crate::id::AccountId;
use crate::message::UserKind;
use crate::name::UserName;
use crate::rating::{RatingChange, Ratings};

/// The version of the form of [`AccountExport`].
pub const EXPORT_VERSION: u16 = 1;

/// Everything that the server stores about a user, as a file for this user. Reports about the user are not in it, since
/// they are those of others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct AccountExport {
    /// [`EXPORT_VERSION`].
    pub version: u16,
    /// When it was made.
    pub at: Time,
    /// The account.
    pub account: Account,
    /// The history of the ratings.
    pub ratings: Vec<RatingChange>,
    /// The games, each as its events.
    pub games: Vec<Vec<GameEvent>>,
    /// The user's reports.
    pub reports: Vec<Report>,
}

impl AccountExport {
    /// The export of an account. What does not belong to it is left out: ratings of others, and others' reports.
    pub fn new(
        account: Account,
        ratings: impl IntoIterator<Item = RatingChange>,
        games: impl IntoIterator<Item = Vec<GameEvent>>,
        reports: impl IntoIterator<Item = Report>,
        now: Time,
    ) -> AccountExport {
        let id = account.id;
        AccountExport {
            version: EXPORT_VERSION,
            at: now,
            account,
            ratings: ratings.into_iter().filter(|change| change.account == id).collect(),
            games: games.into_iter().collect(),
            reports: reports.into_iter().filter(|report| report.by == id).collect(),
        }
    }
}

impl Account {
    /// The account after its deletion. Only the identifier, its time and the sanction are left, so that games still have
    /// two players and a sanction cannot be escaped; the name is free for others.
    #[must_use]
    pub fn erased(&self, now: Time) -> Account {
        Account {
            role: super::Role::User,
            renamed: None,
            ratings: Ratings::default(),
            free_text: false,
            muted: Default::default(),
            blocked: Default::default(),
            name: UserName::of_deleted(self.id),
            kind: UserKind::Guest,
            sanction: Sanction { ..self.sanction },
            deleted: Some(now),
            id: self.id,
            created: self.created,
        }
    }
}

/// Replaces the name and the rating of a deleted account in a game; the moves stay, since they are the opponent's game,
/// too.
pub fn erase_player(game: &mut NewGame, account: AccountId) {
    for player in game.players.iter_mut().filter(|player| player.account == account) {
        player.name = UserName::of_deleted(account);
        player.kind = UserKind::Guest;
        player.rating = None;
    }
}
