//! The numbers of the parameters, by families of rules and colours.

use tengen_game::{Color, Rule};

use crate::board::{CODES, THREAT_MASKS};

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

/// How many pairs of sets of threats there are: those of the side to move and of the other one.
pub const THREAT_PAIRS: usize = THREAT_MASKS * THREAT_MASKS;

/// The numbers of one family. A *code* is the multiset of the patterns that a stone on an empty cell would make in the
/// four directions; all codes have a number, and 0 is that of a cell where nothing can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// The evaluation term of a cell for the colour whose code it is, in engine units; 0 for code 0.
    pub value: Box<[i16; CODES]>,
    /// The ordering score of a move there for the colour whose code it is.
    pub order: Box<[i16; CODES]>,
    /// The same for the other colour, which blocks.
    pub order_other: Box<[i16; CODES]>,
    /// The terms of the threats on the board for the side to move, in engine units, by [`Weights::threat_pair`].
    pub threats: Box<[i16; THREAT_PAIRS]>,
    /// The value that makes winning e times as likely as losing, in engine units; more than 0.
    pub scale: u16,
}

impl Weights {
    /// The index of a pair of sets of threats, of the side to move and of the other one: each a bit for open three, double
    /// three, four, four-three, open four and win, from the lowest on, that says whether there is such a cell.
    pub const fn threat_pair(masks: [usize; 2]) -> usize {
        masks[0] + THREAT_MASKS * masks[1]
    }

    /// Weights that are all 0.
    pub(crate) fn zero(scale: u16) -> Weights {
        Weights {
            value: Box::new([0; CODES]),
            order: Box::new([0; CODES]),
            order_other: Box::new([0; CODES]),
            threats: Box::new([0; THREAT_PAIRS]),
            scale,
        }
    }
}
