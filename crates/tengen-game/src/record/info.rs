//! What is known about a game as a whole.

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
    /// When the game was played. SGF's form is `2023-05-10`; sources may have another.
    Date,
    /// Where the game was played.
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
    /// The result in the words of the source, where they say more than [`Record::result_at`](crate::Record::result_at):
    /// `Void`, for example.
    Result,
    /// A remark about the whole game, beside the comments on its positions.
    Remark,
}

impl Fact {
    /// All facts, in the order in which they are shown.
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

    /// One word for programs: lower case, with hyphens. Tengen's JSON has it.
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

    /// The property that holds it in the first node of an SGF file.
    pub(crate) const fn sgf_name(self) -> &'static str {
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

/// What is known about a game as a whole: a text for each [`Fact`], empty where it is unknown.
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

    /// Sets the text of a fact; an empty text forgets it.
    pub fn set(&mut self, fact: Fact, text: impl Into<String>) {
        self.0[fact as usize] = text.into();
    }

    /// The facts that are known, in the order of [`Fact::ALL`].
    pub fn known(&self) -> impl Iterator<Item = (Fact, &str)> {
        Fact::ALL.into_iter().map(|fact| (fact, self.get(fact))).filter(|(_, text)| !text.is_empty())
    }

    /// Whether nothing is known.
    pub fn is_empty(&self) -> bool {
        self.known().next().is_none()
    }
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
}
