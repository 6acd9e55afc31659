//! What a position and its moves are worth by the tables alone: all that the search asks an evaluation.

use tengen_game::Color;

use super::Board;
use super::cell::Cell;
use crate::evaluation::Weights;

/// Weights of the worth of all cells to the side to move and to the other one. The one who moves makes use of its
/// rows first.
const TO_MOVE: i32 = 5;
const WAITING: i32 = 4;

/// The sums of two positions with these weights are divided by this.
pub(crate) const VALUE_DIVISOR: i32 = 8;

/// Estimates stay within this: what is beyond is for proved ends.
const LIMIT: i32 = 20_000;

/// Weight of what a cell is to the one who may play there, for the order of moves.
pub const ORDER_OWN: i32 = 4;
/// The weight of what it is to the other one.
pub const ORDER_OTHER: i32 = 3;

impl Board {
    /// What the position is worth to the side to move, in engine units, by its patterns and threats alone.
    ///
    /// How much the right to move is worth swings with every move; so this is the mean of the position and of the one
    /// before it.
    pub(crate) fn evaluate(&self) -> i32 {
        let (side, other) = (self.side.index(), (!self.side).index());
        let values = self.states.values;
        let now = TO_MOVE * values[side] - WAITING * values[other];
        let value = match self.values_before() {
            Some(before) => (now - (TO_MOVE * before[other] - WAITING * before[side])) / VALUE_DIVISOR,
            None => 2 * now / VALUE_DIVISOR,
        };
        let threats = self.entries.threats(self.side, self.threat_pair());
        (value + threats).clamp(-LIMIT, LIMIT)
    }

    /// Which threats both sides have on the board, as [`Weights::threat_pair`] says.
    pub(crate) fn threat_pair(&self) -> usize {
        let masks = [self.side, !self.side].map(|color| self.states.counts[color.index()].mask());
        Weights::threat_pair(masks)
    }

    /// How the worths of all cells count, to the side to move and to the other one.
    pub(crate) fn value_weights(&self) -> [i32; 2] {
        [TO_MOVE, WAITING]
    }

    /// How soon the side to move should try a move on an empty cell: the greater the sooner.
    #[inline]
    pub(crate) fn order(&self, cell: Cell) -> i32 {
        let own = self.entry(cell, self.side);
        let other = self.entry(cell, !self.side);
        ORDER_OWN * i32::from(own.order) + ORDER_OTHER * i32::from(other.order_other)
    }

    /// The sum of the worths of all cells to one colour.
    pub(crate) fn value(&self, color: Color) -> i32 {
        self.states.values[color.index()]
    }
}
