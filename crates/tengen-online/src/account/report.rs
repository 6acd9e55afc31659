//! Reports of users to the moderators.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Scopes};
use crate::Time;
use crate::http::ReportReason;
use crate::id::{AccountId, GameId, ReportId};
use crate::message::{ErrorCode, MAX_REMARK_LENGTH, Refusal};

/// The largest number of open reports of one user.
pub const MAX_OPEN_REPORTS: usize = 10;

/// The state of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportState {
    /// No moderator has decided.
    Open,
    /// A moderator has decided.
    Closed {
        /// The moderator who has decided.
        by: AccountId,
        /// The time of the decision.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
        at: Time,
        /// Whether the report was justified.
        justified: bool,
    },
}

/// A report.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Report {
    /// The identifier of the report.
    pub id: ReportId,
    /// The reporter. Only moderators receive it.
    pub by: AccountId,
    /// The user whom the report concerns.
    pub about: AccountId,
    /// The reason of the report.
    pub reason: ReportReason,
    /// A remark in the reporter's words.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
    /// The game that the report concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// The time of the report.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The state of the report.
    pub state: ReportState,
}

/// Why a report is refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReportError {
    /// The user may not report, or not decide.
    #[error(transparent)]
    Account(#[from] AccountError),
    /// The remark is too long, or missing where it is needed.
    #[error("expected a remark of 1 to {MAX_REMARK_LENGTH} characters, found {0}")]
    Remark(usize),
    /// The user has too many open reports, or one about the same user and reason.
    #[error("expected at most {MAX_OPEN_REPORTS} open reports, each about something else")]
    TooMany,
    /// A moderator has decided already.
    #[error("expected an open report, found one that is closed")]
    Closed,
}

impl ReportError {
    /// The kind of error, as clients receive it.
    pub fn code(&self) -> ErrorCode {
        match self {
            ReportError::Account(error) => error.code(),
            ReportError::Remark(_) => ErrorCode::Malformed,
            ReportError::TooMany => ErrorCode::TooMuch,
            ReportError::Closed => ErrorCode::Over,
        }
    }
}

impl From<ReportError> for Refusal {
    fn from(error: ReportError) -> Refusal {
        Refusal::new(error.code(), error.to_string())
    }
}

impl Report {
    /// The author of reports that the server makes itself: no account has this identifier.
    pub fn server() -> AccountId {
        AccountId::from_entropy(0)
    }

    /// A report of one user about another. `open` are the reporter's open reports.
    ///
    /// # Errors
    /// When the user may not report, or the remark is missing or too long.
    pub fn new<'a>(
        new: Report,
        by: &Account,
        scopes: &Scopes,
        open: impl IntoIterator<Item = &'a Report>,
    ) -> Result<Report, ReportError> {
        by.check(Action::Report, scopes, new.at)?;
        if new.about == by.id {
            return Err(AccountError::OneSelf.into());
        }
        let length = new.remark.chars().count();
        let least = usize::from(new.reason == ReportReason::Other);
        if !(least..=MAX_REMARK_LENGTH).contains(&length) {
            return Err(ReportError::Remark(length));
        }
        let mut count = 0;
        for report in open {
            count += 1;
            if count >= MAX_OPEN_REPORTS || (report.about, report.reason) == (new.about, new.reason) {
                return Err(ReportError::TooMany);
            }
        }
        Ok(Report { by: by.id, state: ReportState::Open, ..new })
    }

    /// Closes the report by a moderator's decision.
    ///
    /// # Errors
    /// When the user is not a moderator, is one of the two users involved, or the report is closed.
    pub fn close(
        &mut self,
        moderator: &Account,
        scopes: &Scopes,
        justified: bool,
        now: Time,
    ) -> Result<(), ReportError> {
        moderator.check(Action::Moderate, scopes, now)?;
        if [self.by, self.about].contains(&moderator.id) {
            return Err(AccountError::NotAllowed(Action::Moderate).into());
        }
        if self.state != ReportState::Open {
            return Err(ReportError::Closed);
        }
        self.state = ReportState::Closed { by: moderator.id, at: now, justified };
        Ok(())
    }
}
