//! Decisions of moderators about users, and the log of these decisions.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Role, Sanction, Scopes, Warning};
use crate::Time;
use crate::id::{AccountId, ReportId};
use crate::message::{MAX_REMARK_LENGTH, UserKind};
use crate::name::UserName;

/// A measure that moderators can take about a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// A warning, which the user reads at the next visit.
    Warn {
        /// The text in the moderator's words.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::warning))]
        text: String,
    },
    /// The user cannot talk until a time.
    Silence {
        /// The end of the silence; [`Time::MAX`] for a permanent one.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
        until: Time,
    },
    /// The user cannot play until a time. All connections end.
    Ban {
        /// The end of the ban; [`Time::MAX`] for a permanent one.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
        until: Time,
    },
    /// The end of a ban, a silence and a pause of ratings.
    Pardon,
    /// The name is replaced by one that the server makes. The user may choose another one at once.
    Rename,
    /// A new role of the user.
    Role(Role),
    /// A new password, which the administrator receives. All sessions, tokens and passkeys end.
    ResetPassword,
}

impl Measure {
    /// The right that a moderator needs for the measure.
    const fn action(&self) -> Action {
        match self {
            Measure::Role(_) | Measure::ResetPassword => Action::Administer,
            _ => Action::Moderate,
        }
    }
}

/// An entry of the moderators' log.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Decision {
    /// The moderator; `None` for an administrator at the command line.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<AccountId>,
    /// The user whom the decision concerns.
    pub about: AccountId,
    /// The time of the decision.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// The measure.
    pub measure: Measure,
    /// The report that has led to the decision.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportId>,
    /// A remark for other moderators.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
}

impl Account {
    /// Checks whether this user may take a measure about `other`.
    ///
    /// # Errors
    /// When the user lacks the right, or the other user's role is not lower.
    pub fn check_measure(
        &self,
        measure: &Measure,
        about: &Account,
        scopes: &Scopes,
        now: Time,
    ) -> Result<(), AccountError> {
        self.check(measure.action(), scopes, now)?;
        if self.may_sanction(about) { Ok(()) } else { Err(AccountError::NotAllowed(measure.action())) }
    }

    /// Takes a measure about this user. The caller has checked the moderator's right before.
    ///
    /// # Errors
    /// When the measure does not fit the account: a guest has no name and no role, and the server's own programs are exempt.
    pub fn sanctioned(&mut self, measure: &Measure, now: Time) -> Result<(), AccountError> {
        let has_name = self.kind != UserKind::Guest && self.deleted.is_none();
        let is_suitable = match measure {
            Measure::Rename | Measure::Role(_) | Measure::ResetPassword => has_name,
            _ => true,
        };
        if self.kind == UserKind::HouseBot || !is_suitable {
            return Err(AccountError::NotAllowed(measure.action()));
        }
        match measure {
            Measure::Warn { text } => {
                let length = text.chars().count();
                if !(1..=MAX_REMARK_LENGTH).contains(&length) {
                    return Err(AccountError::Text(length));
                }
                self.warning = Some(Warning { at: now, text: text.clone() });
            }
            Measure::Silence { until } => self.sanction.silenced = Some(*until),
            Measure::Ban { until } => self.sanction.banned = Some(*until),
            Measure::Pardon => {
                self.sanction = Sanction::default();
            }
            Measure::Rename => {
                self.name = UserName::of_renamed(self.id);
                self.renamed = None;
            }
            Measure::Role(role) => self.role = *role,
            Measure::ResetPassword => {}
        }
        Ok(())
    }
}
