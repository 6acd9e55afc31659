use serde::{Deserialize, Serialize};

use crate::id::{AccountId, GameId};

/// The reason of a report.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum ReportReason {
    /// The use of an engine.
    Engine,
    /// Insults, spam or other abuse of words.
    Abuse,
    /// An offensive or deceiving name.
    Name,
    /// Games that were lost on purpose, or against the own second account.
    Manipulation,
    /// Games that were left, or in which time was wasted.
    Stalling,
    /// Another reason, which the remark describes.
    Other,
}

impl ReportReason {
    /// All reasons.
    pub const ALL: [ReportReason; 6] = [
        ReportReason::Engine,
        ReportReason::Abuse,
        ReportReason::Name,
        ReportReason::Manipulation,
        ReportReason::Stalling,
        ReportReason::Other,
    ];

    /// The name, which is the form in JSON.
    pub const fn name(self) -> &'static str {
        match self {
            ReportReason::Engine => "engine",
            ReportReason::Abuse => "abuse",
            ReportReason::Name => "name",
            ReportReason::Manipulation => "manipulation",
            ReportReason::Stalling => "stalling",
            ReportReason::Other => "other",
        }
    }
}

/// A report to the moderators.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct NewReport {
    /// The user whom the report concerns.
    pub about: AccountId,
    /// The reason.
    pub reason: ReportReason,
    /// A remark of at most [`MAX_REMARK_LENGTH`](crate::message::MAX_REMARK_LENGTH) characters, in the reporter's words.
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(schema_with = crate::schema::remark))]
    pub remark: String,
    /// The game that the report concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game: Option<GameId>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_reason_is_its_form_in_json() {
        for reason in ReportReason::ALL {
            assert_eq!(serde_json::to_value(reason).unwrap(), reason.name());
        }
    }
}
