//! Facts about a game as a whole, and properties of other programs, which a record stores unchanged.

use std::collections::BTreeMap;
use std::fmt;

/// A fact about a game as a whole, besides its rule, its board and its players' names.
///
/// ```
/// use tengen_game::Fact;
///
/// assert_eq!(Fact::BlackRank.key(), "black-rank");
/// assert_eq!(Fact::of_key("black-rank"), Some(Fact::BlackRank));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Fact {
    /// The tournament or match.
    Event,
    /// The round of the event.
    Round,
    /// The date of the game. SGF's form is `2023-05-10`; sources may have another.
    Date,
    /// The place of the game.
    Place,
    /// The rank of the player with the black stones, such as `5 dan`.
    BlackRank,
    /// The rank of the player with the white stones.
    WhiteRank,
    /// The team of the player with the black stones.
    BlackTeam,
    /// The team of the player with the white stones.
    WhiteTeam,
    /// The name of the opening.
    Opening,
    /// The rule in the words of the source, where they differ from the name of [`Record::rule`](crate::Record::rule):
    /// `Yamaguchi`, for example.
    Rules,
    /// The result in the words of the source, where they are more precise than
    /// [`Record::result_at`](crate::Record::result_at): `Void`, for example.
    Result,
    /// A remark about the whole game, beside the comments on its positions.
    Remark,
}

impl Fact {
    /// The facts, in the order in which they are shown.
    pub const ALL: [Fact; 12] = [
        Fact::Event,
        Fact::Round,
        Fact::Date,
        Fact::Place,
        Fact::BlackRank,
        Fact::WhiteRank,
        Fact::BlackTeam,
        Fact::WhiteTeam,
        Fact::Opening,
        Fact::Rules,
        Fact::Result,
        Fact::Remark,
    ];

    /// The name for programs, in lower case with hyphens, as in Tengen's JSON.
    pub const fn key(self) -> &'static str {
        match self {
            Fact::Event => "event",
            Fact::Round => "round",
            Fact::Date => "date",
            Fact::Place => "place",
            Fact::BlackRank => "black-rank",
            Fact::WhiteRank => "white-rank",
            Fact::BlackTeam => "black-team",
            Fact::WhiteTeam => "white-team",
            Fact::Opening => "opening",
            Fact::Rules => "rules",
            Fact::Result => "result",
            Fact::Remark => "remark",
        }
    }

    /// The property that holds the fact in the first node of an SGF file. A record refuses this property at its start
    /// ([`PropertyError::Held`]), so that the fact has one place.
    pub const fn sgf_name(self) -> &'static str {
        match self {
            Fact::Event => "EV",
            Fact::Round => "RO",
            Fact::Date => "DT",
            Fact::Place => "PC",
            Fact::BlackRank => "BR",
            Fact::WhiteRank => "WR",
            Fact::BlackTeam => "BT",
            Fact::WhiteTeam => "WT",
            Fact::Opening => "ON",
            Fact::Rules => "RU",
            Fact::Result => "RE",
            Fact::Remark => "GC",
        }
    }

    /// The fact with this [`key`](Fact::key); `None` if there is none.
    pub fn of_key(key: &str) -> Option<Fact> {
        Fact::ALL.into_iter().find(|fact| fact.key() == key)
    }
}

impl fmt::Display for Fact {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.key())
    }
}

/// The facts about a game as a whole: a text for each [`Fact`], empty where it is unknown.
///
/// ```
/// use tengen_game::{BoardSize, Fact, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.info.set(Fact::Event, "World Championship");
/// record.info.set(Fact::Date, "2023-08-05");
/// assert_eq!(record.info.get(Fact::Event), "World Championship");
/// assert_eq!(record.info.get(Fact::Place), "");
/// let known: Vec<(Fact, &str)> = record.info.known().collect();
/// assert_eq!(known, [(Fact::Event, "World Championship"), (Fact::Date, "2023-08-05")]);
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameInfo([String; Fact::ALL.len()]);

impl GameInfo {
    /// The text of a fact; empty where it is unknown.
    pub fn get(&self, fact: Fact) -> &str {
        &self.0[fact as usize]
    }

    /// Sets the text of a fact; an empty text removes it.
    pub fn set(&mut self, fact: Fact, text: impl Into<String>) {
        self.0[fact as usize] = text.into();
    }

    /// The facts that are known, in the order of [`Fact::ALL`].
    pub fn known(&self) -> impl Iterator<Item = (Fact, &str)> {
        Fact::ALL.into_iter().map(|fact| (fact, self.get(fact))).filter(|(_, text)| !text.is_empty())
    }

    /// Whether all facts are unknown.
    pub fn is_empty(&self) -> bool {
        self.known().next().is_none()
    }
}

/// Properties for which a record has typed fields at every node.
const HELD: [&str; 22] = [
    "AB", "AE", "AP", "AW", "B", "C", "CA", "CR", "FF", "GM", "LB", "MA", "RE", "SQ", "SZ", "TGMATE",
    "TGRESULT", "TGRULES", "TGTIME", "TR", "V", "W",
];

/// Properties for which a record has typed fields at the start, beside those of its [`Fact`]s.
const HELD_AT_START: [&str; 3] = ["PB", "PL", "PW"];

/// The reason for which a property cannot be added to a record.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PropertyError {
    /// The text is no name of a property.
    #[error("expected capital letters and digits that begin with a letter as a property's name, found `{0}`")]
    Name(String),
    /// The record stores this property in a typed field.
    #[error("a record holds the property `{0}` in another way")]
    Held(String),
    /// The value contains a bracket that would end it, or an incomplete escape.
    #[error(r"the value of `{0}`: expected a `\` before each `]`, and a character after each `\`")]
    Value(String),
}

/// Unknown properties of a position, as SGF files have them: names, each with its values.
///
/// Values are as between the brackets of a file, with a `\` before each `]` and `\` that is meant as such. Lines
/// end in `\n`. [`Record::add_property`](crate::Record::add_property) adds one.
///
/// ```
/// use tengen_game::{BoardSize, NodeId, Record, Rule};
///
/// let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
/// record.add_property(NodeId::START, "AN", "Ada")?;
/// let properties = record.properties(NodeId::START);
/// assert_eq!(properties.iter().next(), Some(("AN", &["Ada".to_owned()][..])));
/// // Stones that were set up have a place of their own.
/// assert!(record.add_property(NodeId::START, "AB", "hh").is_err());
/// # Ok::<(), tengen_game::PropertyError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Properties(BTreeMap<String, Vec<String>>);

impl Properties {
    /// The properties in the order of their names, each with at least one value.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &[String])> {
        self.0.iter().map(|(name, values)| (name.as_str(), values.as_slice()))
    }

    /// Whether there are no properties.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// The values of a property; empty if the property is missing.
    pub fn get(&self, name: &str) -> &[String] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    /// Replaces the values of a property by these. Without values the property is removed.
    pub(super) fn set(&mut self, name: &str, values: Vec<String>) {
        if values.is_empty() {
            self.0.remove(name);
        } else {
            self.0.insert(name.to_owned(), values);
        }
    }

    /// Adds the properties that are missing here and for whose names `is_taken` holds.
    pub(super) fn add_missing(&mut self, others: &Properties, is_taken: impl Fn(&str) -> bool) {
        for (name, values) in others.iter() {
            if self.get(name).is_empty() && is_taken(name) {
                self.set(name, values.to_vec());
            }
        }
    }

    /// Adds a value to those of the property; `at_start` is set at the start of the record.
    pub(super) fn add(&mut self, name: &str, value: &str, at_start: bool) -> Result<(), PropertyError> {
        if !is_name(name) {
            return Err(PropertyError::Name(name.to_owned()));
        }
        if is_held(name, value, at_start) {
            return Err(PropertyError::Held(name.to_owned()));
        }
        if !is_value(value) {
            return Err(PropertyError::Value(name.to_owned()));
        }
        let value = crate::unix_lines(value);
        match self.0.get_mut(name) {
            Some(values) => values.push(value),
            None => {
                self.0.insert(name.to_owned(), vec![value]);
            }
        }
        Ok(())
    }
}

fn is_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase())
        && name.bytes().all(|b| b.is_ascii_uppercase() || b.is_ascii_digit())
}

fn is_held(name: &str, value: &str, at_start: bool) -> bool {
    let is_fact = || Fact::ALL.into_iter().any(|fact| fact.sgf_name() == name);
    match name {
        // Evaluations are whole numbers.
        "V" => value.trim().parse::<i64>().is_ok(),
        _ => HELD.contains(&name) || at_start && (HELD_AT_START.contains(&name) || is_fact()),
    }
}

/// Whether no bracket ends the value before its end, and no escape goes beyond it.
fn is_value(value: &str) -> bool {
    let mut escaped = false;
    let closes = value.chars().any(|c| {
        let closes = c == ']' && !escaped;
        escaped = c == '\\' && !escaped;
        closes
    });
    !closes && !escaped
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fact_has_a_place_and_a_key_of_its_own() {
        let mut info = GameInfo::default();
        assert!(info.is_empty());
        for fact in Fact::ALL {
            assert_eq!(Fact::of_key(fact.key()), Some(fact));
            info.set(fact, fact.key());
        }
        assert!(info.known().map(|(fact, text)| (fact.key(), text)).all(|(key, text)| key == text));
        assert_eq!(info.known().count(), Fact::ALL.len());
        assert_eq!(Fact::of_key("weather"), None);
    }

    #[test]
    fn values_that_could_not_be_read_again_are_refused() {
        let mut properties = Properties::default();
        for name in ["", "a", "Ab", "1A", "É", "A B"] {
            assert_eq!(properties.add(name, "", true), Err(PropertyError::Name(name.to_owned())));
        }
        for (name, at_start) in [("B", false), ("RE", false), ("RU", true), ("PB", true), ("GC", true)] {
            assert_eq!(properties.add(name, "", at_start), Err(PropertyError::Held(name.to_owned())));
        }
        for value in ["]", "a\\", "\\\\]"] {
            assert_eq!(properties.add("N", value, true), Err(PropertyError::Value("N".to_owned())));
        }
        assert!(properties.is_empty());
    }

    #[test]
    fn values_keep_their_order() {
        let mut properties = Properties::default();
        for (name, value) in
            [("X1", "\\]"), ("LN", "bb:cc"), ("LN", "aa:\r\nbb"), ("PB", "Ada"), ("V", "0.5")]
        {
            properties.add(name, value, false).unwrap();
        }
        let all: Vec<(&str, Vec<&str>)> = properties
            .iter()
            .map(|(name, values)| (name, values.iter().map(String::as_str).collect()))
            .collect();
        let expected =
            [("LN", vec!["bb:cc", "aa:\nbb"]), ("PB", vec!["Ada"]), ("V", vec!["0.5"]), ("X1", vec!["\\]"])];
        assert_eq!(all, expected);
        assert_eq!(properties.add("V", " -12 ", false), Err(PropertyError::Held("V".to_owned())));
    }
}
