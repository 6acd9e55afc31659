//! The categories of ratings.

use std::fmt;
use std::str::FromStr;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use tengen_game::Rule;
use tengen_game::opening::Protocol;

use crate::settings::{GameSettings, Speed};

/// A family of rules that share ratings, because skill carries over between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Family {
    /// Rules with which five or more win.
    Freestyle,
    /// The rule with which exactly five win.
    Standard,
    /// Renju.
    Renju,
    /// Both variants of Caro.
    Caro,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 4] = [Family::Freestyle, Family::Standard, Family::Renju, Family::Caro];

    /// The family of a rule; `None` for rules without ratings.
    pub fn of(rule: Rule) -> Option<Family> {
        match rule {
            Rule::FREESTYLE => Some(Family::Freestyle),
            Rule::Standard => Some(Family::Standard),
            Rule::Renju => Some(Family::Renju),
            Rule::Caro | Rule::CaroExact => Some(Family::Caro),
            _ => None,
        }
    }

    /// Whether games are rated only with an opening that balances them. The forbidden moves of renju, and the blocked fives of Caro, remove
    /// most of the first player's advantage.
    pub const fn needs_balance(self) -> bool {
        matches!(self, Family::Freestyle | Family::Standard)
    }

    /// The name in lower case.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Freestyle => "freestyle",
            Family::Standard => "standard",
            Family::Renju => "renju",
            Family::Caro => "caro",
        }
    }
}

/// Whether a protocol balances the first player's advantage, which it does if the colours are chosen after the first stones.
pub fn is_balanced(opening: Protocol) -> bool {
    !matches!(opening, Protocol::Free | Protocol::Pro | Protocol::LongPro)
}

/// A category of ratings: the family of the rule, whether the opening is balanced, and the speed.
///
/// The first player has an advantage without a balanced opening, so that results of the two kinds of games are not
/// comparable. The text form, which is also the form in JSON, is `renju.balanced.blitz`, or `freestyle.free.rapid`.
///
/// ```
/// use tengen_online::category::Category;
///
/// let category: Category = "renju.balanced.blitz".parse()?;
/// assert!(category.balanced);
/// assert_eq!(category.to_string(), "renju.balanced.blitz");
/// assert_eq!(Category::all().count(), 40);
/// # Ok::<(), tengen_online::category::ParseCategoryError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Category {
    /// The family of the rule.
    pub family: Family,
    /// Whether the opening protocol balances the game.
    pub balanced: bool,
    /// The speed of the game.
    pub speed: Speed,
}

/// The error of a text that names no category.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a category such as `renju.balanced.blitz` or `freestyle.free.rapid`, found `{found}`")]
pub struct ParseCategoryError {
    /// The text, shortened to a few characters.
    pub found: String,
}

impl Category {
    /// The category of a game; `None` for games without ratings.
    pub fn of(settings: &GameSettings) -> Option<Category> {
        let family = Family::of(settings.rule)?;
        Some(Category { family, balanced: is_balanced(settings.opening), speed: settings.tempo.speed() })
    }

    /// All categories.
    pub fn all() -> impl Iterator<Item = Category> {
        Family::ALL.into_iter().flat_map(|family| {
            [true, false].into_iter().flat_map(move |balanced| {
                Speed::ALL.into_iter().map(move |speed| Category { family, balanced, speed })
            })
        })
    }
}

impl fmt::Display for Category {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let opening = if self.balanced { "balanced" } else { "free" };
        f.pad(&format!("{}.{opening}.{}", self.family.name(), self.speed))
    }
}

impl FromStr for Category {
    type Err = ParseCategoryError;

    fn from_str(text: &str) -> Result<Category, ParseCategoryError> {
        let found = || ParseCategoryError { found: text.chars().take(40).collect() };
        Category::all().find(|category| category.to_string() == text).ok_or_else(found)
    }
}

impl Serialize for Category {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.to_string().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Category {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Category, D::Error> {
        String::deserialize(deserializer)?.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::BoardSize;

    use super::*;

    #[test]
    fn every_category_has_a_name_of_its_own() {
        for category in Category::all() {
            assert_eq!(category.to_string().parse(), Ok(category));
        }
        assert!("renju.balanced".parse::<Category>().is_err());
    }

    #[test]
    fn a_game_has_the_category_of_its_settings() {
        let of = |rule: &str, opening: &str, tempo: &str| {
            let settings = GameSettings {
                rule: rule.parse().unwrap(),
                size: BoardSize::FIFTEEN,
                opening: opening.parse().unwrap(),
                tempo: tempo.parse().unwrap(),
                rated: true,
            };
            Category::of(&settings).map(|category| category.to_string()).unwrap_or_default()
        };
        assert_eq!(of("caro-exact", "swap", "60+1"), "caro.balanced.bullet");
        assert_eq!(of("freestyle", "pro", "600+5"), "freestyle.free.rapid");
        assert_eq!(of("renju", "taraguchi-10", "3d"), "renju.balanced.correspondence");
        assert_eq!(of("free-6", "free", "60+1"), "");
    }
}
