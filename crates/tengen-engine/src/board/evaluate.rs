//! The static evaluation and the ordering scores of moves, looked up by the codes of the cells and the threats on the board.

use tengen_game::{Color, Rule};

use super::Board;
use super::cell::Cell;
use super::code::{ALL_NUMBERS, CODES, Code, PATTERNS};
use super::pattern::Pattern;
use super::threat::Threat;
use crate::weights::{EvaluationWeights, FamilyWeights, THREAT_PAIRS};

/// The properties of one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeEntry {
    /// The ordering score of a move here for the colour that plays it.
    pub(crate) order: i16,
    /// The ordering score of a move here for the other colour, which blocks.
    pub(crate) order_other: i16,
    pub(crate) threat: Threat,
    /// Whether renju may forbid the cell for its threes. Only the rules can decide that.
    pub(crate) perhaps_forbidden: bool,
    /// Whether a stone here makes a four, and not even a three in another direction.
    pub(crate) is_plain_four: bool,
    /// Whether a plain four here may build a four-three elsewhere: in another direction it makes an open two, which a second stone turns
    /// into an open three.
    pub(crate) may_build: bool,
}

/// The term of a cell's code in the sums over all cells of one colour, and the sums themselves: one number, so that one addition
/// updates all of them. From the lowest bit on: the value 32, whether a winning row can still run through the cell 16, the threat
/// 16. In a term the value is not negative, since only differences of terms are added up; the sum of the threats has no meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(super) struct Term(u64);

impl Term {
    const LIVE: u32 = 32;
    const THREAT: u32 = 48;

    fn new(value: i16, is_live: bool, threat: Threat) -> Term {
        let value = (i32::from(value) - i32::from(i16::MIN)) as u64;
        Term(value | u64::from(is_live) << Self::LIVE | (threat as u64) << Self::THREAT)
    }

    /// The threat of a term, as a number.
    #[inline]
    pub(super) fn threat(self) -> usize {
        (self.0 >> Self::THREAT) as usize
    }

    /// Replaces a term in sums.
    #[inline]
    pub(super) fn replace(&mut self, old: Term, new: Term) {
        self.0 = self.0.wrapping_add(new.0).wrapping_sub(old.0);
    }

    /// The sum of the values, in engine units.
    #[inline]
    pub(super) fn value(self) -> i32 {
        self.0 as i32
    }

    /// The number of cells through which a winning row can run.
    pub(super) fn live(self) -> u16 {
        (self.0.wrapping_sub(i64::from(self.value()) as u64) >> Self::LIVE) as u16
    }
}

/// A power of two, so that an index is masked instead of checked.
const ENTRIES: usize = CODES.next_power_of_two();

/// The entries of all codes for both colours, under one rule and evaluation.
#[derive(Debug)]
pub(super) struct Entries {
    weights: EvaluationWeights,
    of_color: [Box<[CodeEntry; ENTRIES]>; 2],
    /// The terms are apart from the rest, since moves are made far more often than anything else is looked up.
    terms: [Box<[Term; ENTRIES]>; 2],
    /// The numbers of all codes: one lookup instead of the three of [`Code::number`].
    numbers: &'static [u16; 1 << 16],
    /// The terms of the threats on the board, for the side to move.
    threats: [Box<[i16; THREAT_PAIRS]>; 2],
}

impl Entries {
    pub(super) fn new(weights: EvaluationWeights, rule: Rule) -> Entries {
        let of_colors = Color::BOTH.map(|color| weights.of(rule, color));
        let of_color = Color::BOTH.map(|color| {
            let forbids = rule.has_forbidden_moves() && color == Color::Black;
            entries(of_colors[color.index()], forbids)
        });
        let terms = Color::BOTH.map(|color| {
            let mut terms = Box::new([Term::default(); ENTRIES]);
            let codes = of_colors[color.index()].value.iter().zip(&*of_color[color.index()]);
            for (number, (term, (&value, entry))) in terms.iter_mut().zip(codes).enumerate() {
                *term = Term::new(value, number != 0, entry.threat);
            }
            terms
        });
        let threats = of_colors.map(|weights| weights.threats.clone());
        Entries { of_color, terms, numbers: &ALL_NUMBERS, threats, weights }
    }

    pub(super) fn weights(&self) -> &EvaluationWeights {
        &self.weights
    }

    /// The number of a code.
    #[inline]
    pub(super) fn number(&self, code: Code) -> u16 {
        self.numbers[usize::from(code.0)]
    }

    #[inline]
    pub(super) fn entry(&self, color: usize, number: u16) -> &CodeEntry {
        &self.of_color[color][usize::from(number) % ENTRIES]
    }

    #[inline]
    pub(super) fn term(&self, color: usize, number: u16) -> Term {
        self.terms[color][usize::from(number) % ENTRIES]
    }

    /// The term of a pair of threat sets, for the side to move.
    #[inline]
    pub(super) fn threats(&self, side: Color, pair: usize) -> i32 {
        i32::from(self.threats[side.index()][pair])
    }
}

fn entries(weights: &FamilyWeights, forbids: bool) -> Box<[CodeEntry; ENTRIES]> {
    let dead = CodeEntry {
        order: 0,
        order_other: 0,
        threat: Threat::Quiet,
        perhaps_forbidden: false,
        is_plain_four: false,
        may_build: false,
    };
    let mut entries = Box::new([dead; ENTRIES]);
    for (number, (entry, patterns)) in entries.iter_mut().zip(PATTERNS).enumerate() {
        let threat = Threat::of(patterns, forbids);
        let is_plain_four = threat == Threat::Four
            && patterns.iter().filter(|&&pattern| pattern >= Pattern::Three).count() == 1;
        *entry = CodeEntry {
            order: weights.order[number],
            order_other: weights.order_other[number],
            threat,
            perhaps_forbidden: threat.is_perhaps_forbidden(patterns, forbids),
            is_plain_four,
            may_build: is_plain_four && patterns.contains(&Pattern::OpenTwo),
        };
    }
    entries
}

/// Weights of the cell terms of the side to move and of the other side. The side to move uses its rows first.
const TO_MOVE: i32 = 5;
const WAITING: i32 = 4;

/// The weighted sums of two positions are divided by this.
pub(crate) const VALUE_DIVISOR: i32 = 8;

/// The bound of the evaluation, in engine units; greater scores are proved wins.
pub(crate) const EVALUATION_LIMIT: i32 = 20_000;

/// The weight of the own ordering score of a cell.
pub const ORDER_OWN: i32 = 4;
/// The weight of the ordering score for blocking.
pub const ORDER_OTHER: i32 = 3;

impl Board {
    /// The static evaluation for the side to move, in engine units, from patterns and threats.
    ///
    /// The value of the right to move alternates with every move; this is the mean of the position and of the one before it.
    pub(crate) fn evaluate(&self) -> i32 {
        let (side, other) = (self.side.index(), (!self.side).index());
        let values = self.states.sums.values();
        let now = TO_MOVE * values[side] - WAITING * values[other];
        let value = match self.values_before() {
            Some(before) => (now - (TO_MOVE * before[other] - WAITING * before[side])) / VALUE_DIVISOR,
            None => 2 * now / VALUE_DIVISOR,
        };
        let threats = self.entries.threats(self.side, self.threat_pair());
        (value + threats).clamp(-EVALUATION_LIMIT, EVALUATION_LIMIT)
    }

    /// The index of the threats of both sides, as [`FamilyWeights::threat_pair`] defines it.
    pub(crate) fn threat_pair(&self) -> usize {
        let masks = [self.side, !self.side].map(|color| self.threat_mask(color));
        FamilyWeights::threat_pair(masks)
    }

    /// The weights of the cell terms of the side to move and of the other side.
    pub(crate) fn value_weights(&self) -> [i32; 2] {
        [TO_MOVE, WAITING]
    }

    /// The ordering score of a move of the side to move: the greater, the sooner it is tried.
    #[inline]
    pub(crate) fn order(&self, cell: Cell) -> i32 {
        let own = self.entry(cell, self.side);
        let other = self.entry(cell, !self.side);
        ORDER_OWN * i32::from(own.order) + ORDER_OTHER * i32::from(other.order_other)
    }

    /// The sum of the cell terms of one colour.
    pub(crate) fn value(&self, color: Color) -> i32 {
        self.states.sums.terms[color.index()].value()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_number_has_the_sums_of_values_and_of_live_cells() {
        let mut random = fastrand::Rng::with_seed(1);
        let dead = Term::new(0, false, Threat::Quiet);
        let (mut sums, mut value, mut live) = (Term::default(), 0, 0);
        let mut cells = [(dead, 0, false); 300];
        for _ in 0..3_000 {
            let cell = &mut cells[random.usize(..300)];
            let new = (random.i16(..), random.bool());
            let threat = [Threat::Quiet, Threat::Four, Threat::Forbidden][random.usize(..3)];
            let term = Term::new(new.0, new.1, threat);
            assert_eq!(term.threat(), threat as usize);
            sums.replace(cell.0, term);
            value += i32::from(new.0) - i32::from(cell.1);
            live = live + u16::from(new.1) - u16::from(cell.2);
            *cell = (term, new.0, new.1);
            assert_eq!((sums.value(), sums.live()), (value, live));
        }
    }
}
