//! The JSON object itself, as serde reads and writes it.

use std::collections::BTreeMap;
use std::num::NonZeroU16;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::find::at_most;
use super::{MAX_MOVES, MarkError};
use crate::{BoardSize, Color, Mark, NodeId, Notes, Point, Record, Score, Sign};

/// As many stones of a colour as the largest board has points.
const MAX_STONES: usize = BoardSize::MAX.area();

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct File {
    pub(super) format: String,
    pub(super) version: u32,
    pub(super) rule: String,
    pub(super) size: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) max_moves: Option<NonZeroU16>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) setup: Option<Setup>,
    #[serde(default)]
    pub(super) players: Names,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) info: BTreeMap<String, String>,
    #[serde(default, skip_serializing_if = "Remarks::is_empty")]
    pub(super) start: Remarks,
    #[serde(deserialize_with = "at_most::<_, _, MAX_MOVES>")]
    pub(super) moves: Vec<Entry>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) cursor: Option<usize>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Setup {
    #[serde(deserialize_with = "at_most::<_, _, MAX_STONES>")]
    pub(super) black: Vec<String>,
    #[serde(deserialize_with = "at_most::<_, _, MAX_STONES>")]
    pub(super) white: Vec<String>,
    pub(super) to_move: Color,
}

/// The fields of [`Remarks`] are repeated here: serde cannot flatten and refuse unknown fields at once.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Entry {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) parent: Option<usize>,
    #[serde(rename = "move")]
    pub(super) played: String,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<FileMark>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) evaluation: Option<Score>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<FileResult>,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) properties: BTreeMap<String, Vec<String>>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Remarks {
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(super) comment: String,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) marks: Vec<FileMark>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) time_ms: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) evaluation: Option<Score>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) result: Option<FileResult>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub(super) properties: BTreeMap<String, Vec<String>>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileMark {
    pub(super) point: String,
    pub(super) sign: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) label: Option<String>,
}

#[derive(Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub(super) struct Names {
    pub(super) black: String,
    pub(super) white: String,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct FileResult {
    pub(super) winner: Option<Color>,
    pub(super) reason: String,
}

impl Remarks {
    pub(super) fn is_empty(&self) -> bool {
        self.comment.is_empty()
            && self.marks.is_empty()
            && self.time_ms.is_none()
            && self.evaluation.is_none()
            && self.result.is_none()
            && self.properties.is_empty()
    }

    pub(super) fn of(record: &Record, id: NodeId) -> Remarks {
        let notes = record.notes(id);
        let mark = |mark: &Mark| {
            let (sign, label) = match &mark.sign {
                Sign::Circle => ("circle", None),
                Sign::Square => ("square", None),
                Sign::Triangle => ("triangle", None),
                Sign::Cross => ("cross", None),
                Sign::Label(text) => ("label", Some(text.clone())),
            };
            FileMark { point: mark.point.on(record.size()).to_string(), sign: sign.to_owned(), label }
        };
        Remarks {
            comment: notes.comment.clone(),
            marks: record.marks(id).iter().map(mark).collect(),
            time_ms: notes.time.map(|time| u64::try_from(time.as_millis()).unwrap_or(u64::MAX)),
            evaluation: notes.evaluation,
            result: record
                .result_at(id)
                .map(|result| FileResult { winner: result.winner, reason: result.reason.name().to_owned() }),
            properties: record
                .properties(id)
                .iter()
                .map(|(name, values)| (name.to_owned(), values.to_vec()))
                .collect(),
        }
    }

    pub(super) fn into_notes(
        self,
        size: BoardSize,
    ) -> Result<(Notes, Vec<Mark>, Option<FileResult>), MarkError> {
        let mark = |mark: FileMark| {
            let sign = match (mark.sign.as_str(), mark.label) {
                ("circle", None) => Sign::Circle,
                ("square", None) => Sign::Square,
                ("triangle", None) => Sign::Triangle,
                ("cross", None) => Sign::Cross,
                ("label", Some(text)) => Sign::Label(text),
                _ => return Err(MarkError::Sign(mark.sign)),
            };
            Ok(Mark { point: Point::parse(&mark.point, size)?, sign })
        };
        let marks = self.marks.into_iter().map(mark).collect::<Result<_, _>>()?;
        let notes = Notes {
            comment: self.comment,
            time: self.time_ms.map(Duration::from_millis),
            evaluation: self.evaluation,
        };
        Ok((notes, marks, self.result))
    }
}
