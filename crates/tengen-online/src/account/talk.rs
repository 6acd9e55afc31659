//! The recipients of remarks, and the texts that are stored for moderators.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Scopes};
use crate::id::{AccountId, GameId};
use crate::message::{ErrorCode, Refusal, UserKind};
use crate::phrase::{MAX_TEXT_LENGTH, Utterance};
use crate::{DAY, SECOND, Time};

/// The number of utterances that a user can make at once.
pub const TALK_BURST: u8 = 5;
/// The time in milliseconds after which another utterance is possible.
pub const TALK_INTERVAL: Time = 4 * SECOND;
/// The time in milliseconds for which the free text of a game is stored if no report names the game.
pub const TALK_KEPT: Time = 7 * DAY;

/// Free text from a game, as it is stored for moderators. Phrases are not stored.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Remark {
    /// The game of the remark.
    pub game: GameId,
    /// The speaker: a player or a watcher of the game.
    pub by: AccountId,
    /// The time of the remark, in milliseconds since 1970-01-01 UTC.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The text in the speaker's words.
    pub text: String,
}

/// Why a remark is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TalkError {
    /// The speaker may not talk.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// Free text needs the consent of both users, who must be members.
    #[error("expected a phrase, as not both users allow free text")]
    FreeText,
    /// The text is empty, too long, or has control characters.
    #[error("expected 1 to {MAX_TEXT_LENGTH} characters without control characters, found {0}")]
    Text(usize),
    /// The speaker has made too many remarks in a short time.
    #[error("expected {0} more milliseconds before the next utterance")]
    TooFast(Time),
}

impl TalkError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            TalkError::Account(error) => error.code(),
            TalkError::FreeText => ErrorCode::NotAllowed,
            TalkError::Text(_) => ErrorCode::Malformed,
            TalkError::TooFast(_) => ErrorCode::TooMuch,
        }
    }
}

impl From<TalkError> for Refusal {
    fn from(error: TalkError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

/// The remarks that a user can still make: [`TALK_BURST`] at once, and one more every [`TALK_INTERVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkBudget {
    /// The time at which the budget is full again.
    full_at: Time,
}

impl TalkBudget {
    /// Takes one utterance off the budget.
    ///
    /// # Errors
    /// When nothing is left. The error contains the time to wait.
    pub fn spend(&mut self, now: Time) -> Result<(), TalkError> {
        let full_at = self.full_at.max(now).saturating_add(TALK_INTERVAL);
        let latest = now.saturating_add(u64::from(TALK_BURST) * TALK_INTERVAL);
        if full_at > latest {
            return Err(TalkError::TooFast(full_at - latest));
        }
        self.full_at = full_at;
        Ok(())
    }
}

/// Whether remarks of `speaker` reach `listener`: not if either blocks the other, or the listener mutes the speaker. The speaker is not
/// notified.
pub fn may_hear(speaker: &Account, listener: &Account) -> bool {
    !listener.muted.contains(&speaker.id) && !speaker.avoids(listener)
}

/// Whether a remark of `speaker` to all watchers of a game reaches `listener`. Free text reaches only users who allow it.
pub fn may_overhear(speaker: &Account, listener: &Account, what: &Utterance) -> bool {
    let is_allowed = matches!(what, Utterance::Phrase(_)) || listener.allows_text();
    is_allowed && may_hear(speaker, listener)
}

/// Checks a remark to the opponent, and returns whether it is to be delivered.
///
/// # Errors
/// When the speaker may not make the remark.
pub fn say(
    speaker: &Account,
    scopes: &Scopes,
    listener: &Account,
    what: &Utterance,
    budget: &mut TalkBudget,
    now: Time,
) -> Result<bool, TalkError> {
    speaker.check(Action::Talk, scopes, now)?;
    if matches!(what, Utterance::Text(_)) && !listener.allows_text() {
        return Err(TalkError::FreeText);
    }
    say_to_all(speaker, scopes, what, budget, now)?;
    Ok(may_hear(speaker, listener))
}

/// Checks a remark to all watchers of a game. [`may_overhear`] decides for each of them.
///
/// # Errors
/// When the speaker may not make the remark.
pub fn say_to_all(
    speaker: &Account,
    scopes: &Scopes,
    what: &Utterance,
    budget: &mut TalkBudget,
    now: Time,
) -> Result<(), TalkError> {
    speaker.check(Action::Talk, scopes, now)?;
    if let Utterance::Text(text) = what {
        if !speaker.allows_text() {
            return Err(TalkError::FreeText);
        }
        let length = text.chars().take(MAX_TEXT_LENGTH + 1).count();
        let is_blank = text.trim().is_empty();
        if is_blank || length > MAX_TEXT_LENGTH || text.chars().any(is_unwanted) {
            return Err(TalkError::Text(length));
        }
    }
    budget.spend(now)
}

impl Account {
    /// Whether the user allows free text. Guests do not.
    pub fn allows_text(&self) -> bool {
        self.free_text && self.kind != UserKind::Guest
    }
}

/// Whether a character is a control character, or changes the direction of the text around it.
pub(crate) fn is_unwanted(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
