//! Reports of users to the moderators.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Scopes};
use crate::Time;
use crate::http::ReportReason;
use crate::id::{AccountId, GameId, ReportId};
use crate::message::{ErrorCode, MAX_REMARK_LENGTH, Refusal};

/// The most open reports of one user.
pub const MAX_OPEN_REPORTS: usize = 10;

/// How far a report is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportState {
    /// No moderator has decided.
    Open,
    /// A moderator has decided.
    Closed {
        /// Who.
        by: AccountId,
        /// When.
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
    /// The report.
    pub id: ReportId,
    /// Who reports. Only moderators see it.
    pub by: AccountId,
    /// About whom.
    pub about: AccountId,
    /// What about.
    pub reason: ReportReason,
    /// In the reporter's words.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
    /// The game that it is about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
    /// When.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// How far it is.
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
    /// A moderator has decided before.
    #[error("expected an open report, found one that is closed")]
    Closed,
}

impl ReportError {
    /// The kind of error, as it is sent.
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
    /// The author of reports that the server makes by itself: no account has this identifier.
    pub fn server() -> AccountId {
        AccountId::from_entropy(0)
    }

    /// A user reports another one. `open` are the user's reports that are open.
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

    /// A moderator decides.
    ///
    /// # Errors
    /// When the user is no moderator, is one of the two involved, or the report is closed.
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
