//! The export of all data about a user, and their deletion.

use serde::{Deserialize, Serialize};

use super::{Account, Decision, PasskeyInfo, Remark, Report, Sanction, TokenInfo};
use crate::Time;
use crate::game::{GameEvent, NewGame};
use crate::id::AccountId;
use crate::message::{PlayerInfo, UserKind};
use crate::name::UserName;
use crate::rating::{RatingChange, Ratings};
use crate::tournament::Happened;

/// The version of the format of [`AccountExport`].
pub const EXPORT_VERSION: u16 = 1;

/// All data that the server stores about a user, as a file for this user. Reports about the user are not in it, since they are the data of
/// others.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AccountExport {
    /// [`EXPORT_VERSION`].
    pub version: u16,
    /// The time at which the export was made.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The account.
    pub account: Account,
    /// The history of the ratings.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::objects))]
    pub ratings: Vec<RatingChange>,
    /// The games, each as its events.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::events))]
    pub games: Vec<Vec<GameEvent>>,
    /// The user's reports.
    pub reports: Vec<Report>,
    /// The tokens of the user's programs, without their secrets.
    #[serde(default)]
    pub tokens: Vec<TokenInfo>,
    /// The passkeys.
    #[serde(default)]
    pub passkeys: Vec<PasskeyInfo>,
    /// The decisions of moderators about the user, without the moderators' names and remarks.
    #[serde(default)]
    pub decisions: Vec<Decision>,
    /// The user's free text that is stored at present.
    #[serde(default)]
    pub remarks: Vec<Remark>,
}

impl AccountExport {
    /// The export of an account. Data of other users, such as their ratings and reports, are left out.
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
            tokens: Vec::new(),
            passkeys: Vec::new(),
            decisions: Vec::new(),
            remarks: Vec::new(),
        }
    }

    /// Adds the credentials besides the password.
    #[must_use]
    pub fn with_credentials(self, tokens: Vec<TokenInfo>, passkeys: Vec<PasskeyInfo>) -> AccountExport {
        AccountExport { tokens, passkeys, ..self }
    }

    /// Adds the decisions of moderators about the user, without the moderators' identities and their remarks to each other.
    #[must_use]
    pub fn with_decisions(self, decisions: impl IntoIterator<Item = Decision>) -> AccountExport {
        let id = self.account.id;
        let own = decisions.into_iter().filter(|decision| decision.about == id);
        let decisions = own.map(|decision| Decision { by: None, remark: String::new(), ..decision });
        AccountExport { decisions: decisions.collect(), ..self }
    }

    /// Adds the user's free text that is stored for moderators.
    #[must_use]
    pub fn with_remarks(self, remarks: impl IntoIterator<Item = Remark>) -> AccountExport {
        let id = self.account.id;
        AccountExport { remarks: remarks.into_iter().filter(|remark| remark.by == id).collect(), ..self }
    }
}

impl Account {
    /// The account after its deletion. Only the identifier, its time and the sanction remain, so that games still have two players and a
    /// user cannot escape a sanction. The name becomes available to others.
    #[must_use]
    pub fn erased(&self, now: Time) -> Account {
        Account {
            role: super::Role::User,
            renamed: None,
            ratings: Ratings::default(),
            free_text: false,
            delays_watchers: false,
            progress: String::new(),
            puzzles: String::new(),
            muted: Default::default(),
            blocked: Default::default(),
            friends: Default::default(),
            name: UserName::of_deleted(self.id),
            kind: UserKind::Guest,
            sanction: Sanction { ..self.sanction },
            warning: None,
            deleted: Some(now),
            id: self.id,
            created: self.created,
        }
    }
}

/// Replaces the name and the rating of a deleted account in a game. The moves stay, because the game is also the opponent's.
pub fn erase_player(game: &mut NewGame, account: AccountId) {
    game.players.iter_mut().for_each(|player| {
        erase_name(player, account);
    });
}

/// Replaces the name and the rating of a deleted account in an event of a tournament. Returns whether the event contained them.
pub fn erase_from_tournament(event: &mut Happened, account: AccountId) -> bool {
    match event {
        Happened::Created { creator: named, .. } | Happened::Joined(named) => erase_name(named, account),
        _ => false,
    }
}

fn erase_name(player: &mut PlayerInfo, account: AccountId) -> bool {
    if player.account != account {
        return false;
    }
    player.name = UserName::of_deleted(account);
    player.kind = UserKind::Guest;
    player.rating = None;
    true
}
