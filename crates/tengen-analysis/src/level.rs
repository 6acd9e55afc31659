//! The levels of the ladder for people, from 1 to 20.

use std::fmt;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

/// A strength of the engine for people to play against: 1 to 20, each about 100 Elo above the one below. The highest is the full engine.
///
/// Levels below the highest overlook what people overlook, and their searches are limited by nodes, so that they are as strong on every
/// machine.
///
/// Its text form (`Display` and `FromStr`) is its [name](Level::name); `level-12` and `12` are read as well.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(into = "&'static str", try_from = "String")]
pub struct Level(u8);

/// The text names no level.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a level from 1 to {most}, `easy`, `normal` or `hard`, found `{0}`", most = Level::HARD.number())]
pub struct ParseLevelError(String);

/// The names of the levels. Three have the names of the three strengths that were there before the ladder.
const NAMES: [&str; 20] = [
    "level-1", "level-2", "easy", "level-4", "level-5", "level-6", "level-7", "level-8", "level-9",
    "level-10", "level-11", "normal", "level-13", "level-14", "level-15", "level-16", "level-17", "level-18",
    "level-19", "hard",
];

impl Level {
    /// Level 3, a friendly opponent for beginners that overlooks fours now and then.
    pub const EASY: Level = Level(3);
    /// Level 12, which sees every direct threat and examines most positions.
    pub const NORMAL: Level = Level(12);
    /// Level 20, the full strength. In the opening the engine chooses among moves that are about equally good.
    pub const HARD: Level = Level(20);

    /// All levels, the weakest first.
    pub const ALL: [Level; 20] = {
        let mut all = [Level(1); 20];
        let mut index = 1;
        while index < all.len() {
            all[index] = Level(index as u8 + 1);
            index += 1;
        }
        all
    };

    /// The ten levels at which a server's own programs play.
    pub const HOUSE: [Level; 10] = [
        Level(1),
        Level::EASY,
        Level(5),
        Level(7),
        Level(9),
        Level::NORMAL,
        Level(14),
        Level(16),
        Level(18),
        Level::HARD,
    ];

    /// The level with this number; `None` if it is not from 1 to 20.
    pub fn new(number: u8) -> Option<Level> {
        Level::ALL.into_iter().find(|level| level.0 == number)
    }

    /// The number of the level: 1 to 20.
    pub const fn number(self) -> u8 {
        self.0
    }

    /// The index of the level in tables, from 0 on.
    pub const fn index(self) -> usize {
        self.0 as usize - 1
    }

    /// The name in messages and saved games: `easy` for level 3, `normal` for level 12, `hard` for level 20, and `level-7` in this form
    /// for the others.
    pub const fn name(self) -> &'static str {
        NAMES[self.index()]
    }

    /// Whether it is the full strength.
    pub fn is_full(self) -> bool {
        self == Level::HARD
    }

    /// Milliseconds that the engine takes for a move at this level by default; `None` for the levels that are limited by nodes.
    pub fn time_ms(self) -> Option<u32> {
        self.is_full().then_some(3_000)
    }
}

impl From<Level> for &'static str {
    fn from(level: Level) -> &'static str {
        level.name()
    }
}

impl TryFrom<String> for Level {
    type Error = ParseLevelError;

    fn try_from(name: String) -> Result<Level, ParseLevelError> {
        name.parse()
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Level {
    type Err = ParseLevelError;

    fn from_str(text: &str) -> Result<Level, ParseLevelError> {
        let by_number = || text.strip_prefix("level-").unwrap_or(text).parse().ok().and_then(Level::new);
        let found = Level::ALL.into_iter().find(|level| level.name() == text).or_else(by_number);
        found.ok_or_else(|| ParseLevelError(text.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_level_is_read_by_its_name_and_its_number() {
        for (index, level) in Level::ALL.into_iter().enumerate() {
            assert_eq!((level.index(), usize::from(level.number())), (index, index + 1));
            assert_eq!(level.to_string().parse(), Ok(level));
            assert_eq!(level.number().to_string().parse(), Ok(level));
            assert_eq!(format!("level-{}", level.number()).parse(), Ok(level));
            let message = serde_json::to_string(&level).unwrap();
            assert_eq!(serde_json::from_str::<Level>(&message).unwrap(), level);
        }
        assert_eq!(
            ["easy", "normal", "hard"].map(|name| name.parse().map(Level::number)),
            [Ok(3), Ok(12), Ok(20)]
        );
        for text in ["", "0", "21", "level-", "level-21", "Easy"] {
            assert_eq!(text.parse::<Level>(), Err(ParseLevelError(text.to_owned())), "{text}");
        }
        let error = "best".parse::<Level>().unwrap_err().to_string();
        assert_eq!(error, "expected a level from 1 to 20, `easy`, `normal` or `hard`, found `best`");
    }
}
