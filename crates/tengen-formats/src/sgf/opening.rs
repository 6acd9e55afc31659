//! Properties of other programs that stand for the first moves.

use std::collections::BTreeMap;

use tengen_game::{Fact, Point, Record};

use super::parse::Value;
use crate::ReadNote;

/// Properties of the four versions of the standard that can name points, or whose values can look like one, but for the
/// facts about a game.
const STANDARD: [&str; 69] = [
    "AN", "CP", "US", "AB", "AE", "AR", "AS", "AW", "B", "BL", "BM", "C", "CA", "CH", "CR", "DD", "DI", "DM",
    "DO", "EL", "EX", "FF", "FG", "GB", "GM", "GW", "HA", "HO", "ID", "IP", "IT", "IY", "KM", "KO", "L",
    "LB", "LN", "LT", "M", "MA", "MN", "N", "OB", "OM", "OP", "OV", "OW", "PB", "PL", "PM", "PW", "RE", "RG",
    "SC", "SE", "SI", "SL", "SQ", "ST", "SU", "SZ", "TB", "TC", "TE", "TR", "TW", "V", "VW", "W",
];

/// The most properties whose names are shown.
const SHOWN: usize = 5;

/// The contents of a game before its first move.
///
/// In the files of Gomoku Quest, `QPR` has the three stones of the opening that one player proposed, Black's first, and
/// `QSLW` the stone with which the other player chose White. Other unknown properties that name points may be moves too,
/// so that a result of the game may be that of another position.
pub(super) struct Opening {
    /// Whether the file is one of Tengen's, in which no move is missing.
    is_own: bool,
    /// Whether the first move has been read.
    pub(super) is_over: bool,
    /// The properties that were played.
    played: Vec<ReadNote>,
    /// The unknown properties with points, each with their number and whether it is in the first node.
    unknown: BTreeMap<String, Unknown>,
}

#[derive(Clone, Copy, Default)]
struct Unknown {
    points: usize,
    is_in_root: bool,
}

impl Unknown {
    /// Two letters in the first node are more likely a word, such as a language, than a move.
    fn is_suspect(self) -> bool {
        self.points > usize::from(self.is_in_root)
    }
}

impl Opening {
    pub(super) fn new(is_own: bool) -> Opening {
        Opening { is_own, is_over: false, played: Vec::new(), unknown: BTreeMap::new() }
    }

    /// Plays a property whose meaning is known, and returns whether it did so. Points of one whose meaning is unknown are
    /// counted.
    pub(super) fn take(&mut self, record: &mut Record, value: &Value<'_>, is_in_root: bool) -> bool {
        let name = value.name.as_ref();
        if self.is_over || self.is_own || is_known(name) {
            return false;
        }
        let Some(points) = points(value.raw, record) else { return false };
        if is_next(name, points.len(), record) && play(record, &points) {
            let property = name.to_owned();
            self.played.push(ReadNote::OpeningMoves { property, moves: points.len() });
            return true;
        }
        let unknown = self.unknown.entry(name.to_owned()).or_default();
        unknown.points += points.len();
        unknown.is_in_root |= is_in_root;
        false
    }

    /// Whether no moves can be missing.
    pub(super) fn is_complete(&self) -> bool {
        !self.unknown.values().any(|unknown| unknown.is_suspect())
    }

    /// The notes on moves that were played, and on those that may be missing.
    pub(super) fn notes(&self) -> Vec<ReadNote> {
        let mut suspects = self.unknown.iter().filter(|(_, unknown)| unknown.is_suspect());
        let mut names: Vec<&str> = suspects.by_ref().take(SHOWN).map(|(name, _)| name.as_str()).collect();
        if suspects.next().is_some() {
            names.push("…");
        }
        let unknown = (!names.is_empty()).then(|| ReadNote::UnknownPoints { properties: names.join(", ") });
        self.played.iter().cloned().chain(unknown).collect()
    }
}

/// Whether the property belongs to the standard.
fn is_known(name: &str) -> bool {
    STANDARD.contains(&name) || Fact::ALL.into_iter().any(|fact| fact.sgf_name() == name)
}

/// Whether a property of Gomoku Quest stands for just the next moves.
fn is_next(name: &str, points: usize, record: &Record) -> bool {
    let is_plain = record.setup().is_none();
    is_plain && matches!((name, points, record.cursor()), ("QPR", 3, 0) | ("QSLW", 1, 3))
}

/// The points of a value, such as `hh` or `hh,hg,jf`; `None` where it has any other part.
fn points(raw: &str, record: &Record) -> Option<Vec<Point>> {
    let words = raw.split([',', ';', ' ']).map(str::trim).filter(|word| !word.is_empty());
    // Names and numbers in capitals are rarely points.
    let point = |word: &str| {
        let is_point = word.len() <= 3 && word.starts_with(|c: char| c.is_ascii_lowercase());
        is_point.then(|| Point::parse_sgf(word, record.size())).flatten()
    };
    let points: Vec<Point> = words.map(point).collect::<Option<_>>()?;
    (!points.is_empty()).then_some(points)
}

/// Plays all points, or none.
fn play(record: &mut Record, points: &[Point]) -> bool {
    let mut trial = record.position().clone();
    let can_be_played = !record.is_over() && points.iter().all(|&point| trial.play(point).is_ok());
    can_be_played && points.iter().all(|&point| record.play_or_lose(point).is_ok())
}
