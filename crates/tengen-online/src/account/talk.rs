//! Who hears what.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Scopes};
use crate::message::{ErrorCode, Refusal, UserKind};
use crate::phrase::{MAX_TEXT_LENGTH, Utterance};
use crate::{SECOND, Time};

/// How many utterances a user may make at once.
pub const TALK_BURST: u8 = 5;
/// After how long another utterance is possible.
pub const TALK_INTERVAL: Time = 4 * SECOND;

/// Why something cannot be said.
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
    /// The speaker has said too much in a short time.
    #[error("expected {0} more milliseconds before the next utterance")]
    TooFast(Time),
}

impl TalkError {
    /// The kind of error, as it is sent.
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

/// How much a user may still say: [`TALK_BURST`] at once, and one more every [`TALK_INTERVAL`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct TalkBudget {
    /// When the budget is whole again.
    full_at: Time,
}

impl TalkBudget {
    /// Takes one utterance off the budget.
    ///
    /// # Errors
    /// When nothing is left; it says how long to wait.
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

/// Whether `listener` hears what `speaker` says: not if either blocks the other, or the listener mutes the speaker. The
/// speaker receives no sign of it.
pub fn may_hear(speaker: &Account, listener: &Account) -> bool {
    !listener.muted.contains(&speaker.id) && !speaker.avoids(listener)
}

/// Says something to the opponent, and returns whether it is to be delivered.
///
/// # Errors
/// When the speaker may not say it.
pub fn say(
    speaker: &Account,
    scopes: &Scopes,
    listener: &Account,
    what: &Utterance,
    budget: &mut TalkBudget,
    now: Time,
) -> Result<bool, TalkError> {
    speaker.check(Action::Talk, scopes, now)?;
    if let Utterance::Text(text) = what {
        let allows = |account: &Account| account.free_text && account.kind != UserKind::Guest;
        if !allows(speaker) || !allows(listener) {
            return Err(TalkError::FreeText);
        }
        let length = text.chars().take(MAX_TEXT_LENGTH + 1).count();
        let is_blank = text.trim().is_empty();
        if is_blank || length > MAX_TEXT_LENGTH || text.chars().any(is_unwanted) {
            return Err(TalkError::Text(length));
        }
    }
    budget.spend(now)?;
    Ok(may_hear(speaker, listener))
}

/// Control characters, and those that change the direction of the text around them.
pub(crate) fn is_unwanted(character: char) -> bool {
    character.is_control() || matches!(character, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}
