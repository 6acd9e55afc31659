//! What moderators decide about users, and the log of it.

use serde::{Deserialize, Serialize};

use super::{Account, AccountError, Action, Role, Sanction, Scopes, Warning};
use crate::Time;
use crate::id::{AccountId, ReportId};
use crate::message::{MAX_REMARK_LENGTH, UserKind};
use crate::name::UserName;

/// Something that moderators can do about a user.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Measure {
    /// The user is warned, and reads the text on the next visit.
    Warn {
        /// In the moderator's words.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::warning))]
        text: String,
    },
    /// The user may not talk until some time.
    Silence {
        /// [`Time::MAX`] for ever.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
        until: Time,
    },
    /// The user may not play until some time. All connections end.
    Ban {
        /// [`Time::MAX`] for ever.
        #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
        until: Time,
    },
    /// A ban, a silence and a pause of ratings end.
    Pardon,
    /// The name is replaced by one that the server makes; the user may choose another one at once.
    Rename,
    /// The user has another role from now on.
    Role(Role),
    /// The user has another password, which an administrator knows, and no session, token or passkey any more.
    ResetPassword,
}

impl Measure {
    /// The right that it needs.
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
    /// The user whom it is about.
    pub about: AccountId,
    /// When.
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::time))]
    pub at: Time,
    /// What.
    pub measure: Measure,
    /// The report that has led to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub report: Option<ReportId>,
    /// For other moderators.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
}

impl Account {
    /// Whether this user may take a measure about another one.
    ///
    /// # Errors
    /// When the user has not the right, or the other one's role is not lower.
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

    /// Takes a measure about this user. Whether someone may take it has been checked before.
    ///
    /// # Errors
    /// When the account is one that the measure does not suit: a guest has no name and no role, and the server's own
    /// programs are no one's to judge.
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
