use tengen_game::{Color, Rule};

/// Rules and colours that share their numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// A row of five or more wins. Caro and rows of other lengths are counted here too: their patterns are named for
    /// how far they are from winning, whatever wins, and too few games are played under these rules to train them apart.
    Freestyle,
    /// Only a row of exactly five wins; caro with exactly five as well.
    Standard,
    /// Black in renju, who has forbidden moves.
    RenjuBlack,
    /// White in renju.
    RenjuWhite,
}

impl Family {
    /// All families.
    pub const ALL: [Family; 4] =
        [Family::Freestyle, Family::Standard, Family::RenjuBlack, Family::RenjuWhite];

    /// The family of a colour under a rule.
    pub const fn of(rule: Rule, color: Color) -> Family {
        match (rule, color) {
            (Rule::Standard | Rule::CaroExact, _) => Family::Standard,
            (Rule::Renju, Color::Black) => Family::RenjuBlack,
            (Rule::Renju, Color::White) => Family::RenjuWhite,
            _ => Family::Freestyle,
        }
    }

    /// The name, as in a file's sections.
    pub const fn name(self) -> &'static str {
        match self {
            Family::Freestyle => "freestyle",
            Family::Standard => "standard",
            Family::RenjuBlack => "renju-black",
            Family::RenjuWhite => "renju-white",
        }
    }
}
