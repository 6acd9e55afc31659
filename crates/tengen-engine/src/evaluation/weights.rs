use crate::board::{CODES, THREAT_MASKS};

/// How many pairs of sets of threats there are: those of the side to move and of the other one.
pub const THREAT_PAIRS: usize = THREAT_MASKS * THREAT_MASKS;

/// The numbers of one family. A *code* is the multiset of the patterns that a stone on an empty cell would make in the
/// four directions; all codes have a number, and 0 is that of a cell where nothing can be won.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// What a cell is worth to the colour whose code it is, in engine units; 0 for code 0.
    pub value: Box<[i16; CODES]>,
    /// How soon the colour whose code it is should try a move there.
    pub order: Box<[i16; CODES]>,
    /// How soon the other colour should, to take it away.
    pub order_other: Box<[i16; CODES]>,
    /// What the threats on the board are worth to the side to move, in engine units, by [`Weights::threat_pair`].
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

    /// Weights that know nothing.
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
