//! What the engine knows about each code: the threat, by the rule, and numbers from the evaluation's parameters.

use tengen_game::{Color, Rule};

use super::code::{CODES, PATTERNS};
use super::threat::Threat;
use crate::evaluation::{Evaluation, THREAT_PAIRS, Weights};

/// All that the engine knows about one code.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct CodeEntry {
    /// What the cell is worth to its colour, in engine units.
    pub(crate) value: i16,
    /// How soon its own colour should try a move here …
    pub(crate) order: i16,
    /// … and how soon the other one, to take it away.
    pub(crate) order_other: i16,
    pub(crate) threat: Threat,
    /// Whether renju may forbid the cell for its threes; then the rules have to be asked.
    pub(crate) perhaps_forbidden: bool,
}

/// As many entries as make a mask of any index, so that no look-up can miss.
const ENTRIES: usize = CODES.next_power_of_two();

/// The entries of all codes for both colours, under one rule and evaluation.
#[derive(Debug)]
pub(super) struct Entries {
    evaluation: Evaluation,
    of_color: [Box<[CodeEntry; ENTRIES]>; 2],
    /// What the threats on the board are worth to a side that is to move.
    threats: [Box<[i16; THREAT_PAIRS]>; 2],
}

impl Entries {
    pub(super) fn new(evaluation: Evaluation, rule: Rule) -> Entries {
        let weights = Color::BOTH.map(|color| evaluation.weights_of(rule, color));
        let of_color = Color::BOTH.map(|color| {
            let forbids = rule.has_forbidden_moves() && color == Color::Black;
            entries(weights[color.index()], forbids)
        });
        let threats = weights.map(|weights| weights.threats.clone());
        Entries { of_color, threats, evaluation }
    }

    pub(super) fn evaluation(&self) -> &Evaluation {
        &self.evaluation
    }

    #[inline]
    pub(super) fn entry(&self, color: usize, number: u16) -> &CodeEntry {
        &self.of_color[color][usize::from(number) % ENTRIES]
    }

    /// What a pair of sets of threats is worth to the side to move.
    #[inline]
    pub(super) fn threats(&self, side: Color, pair: usize) -> i32 {
        i32::from(self.threats[side.index()][pair])
    }
}

fn entries(weights: &Weights, forbids: bool) -> Box<[CodeEntry; ENTRIES]> {
    let dead =
        CodeEntry { value: 0, order: 0, order_other: 0, threat: Threat::Quiet, perhaps_forbidden: false };
    let mut entries = Box::new([dead; ENTRIES]);
    for (number, (entry, patterns)) in entries.iter_mut().zip(PATTERNS).enumerate() {
        let threat = Threat::of(patterns, forbids);
        *entry = CodeEntry {
            value: weights.value[number],
            order: weights.order[number],
            order_other: weights.order_other[number],
            threat,
            perhaps_forbidden: threat.is_perhaps_forbidden(patterns, forbids),
        };
    }
    entries
}
