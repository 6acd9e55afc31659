//! To stay or to swap.

use tengen_game::Color;
use tengen_game::opening::Choice;

use super::Decider;
use super::ahead::Ahead;
use super::worth::Worth;

impl Decider<'_> {
    /// Takes the better side; with nothing between them, keeps what it has.
    pub(super) fn stay_or_swap(&mut self) -> Choice {
        let of_black = match Ahead::after(self.opening, Choice::Stay) {
            // Whoever chooses the last time may choose the better side. To place the stone before that leaves us balance
            // at best, and to let the other side place it leaves us balance at worst.
            Ahead::Colors(chooser) => {
                return if chooser == self.player { Choice::Stay } else { Choice::Swap };
            }
            Ahead::Fifths(count) => self.worths_of_fifths(self.opening, count).pop().unwrap_or(Worth::EVEN),
            Ahead::Game => {
                let worth = Worth::from(self.means.search(&self.position, None, 1).score);
                if self.position.side_to_move() == Color::Black { worth } else { -worth }
            }
        };
        let is_black = self.opening.player_of(Color::Black) == self.player;
        let ours = if is_black { of_black } else { -of_black };
        if ours >= Worth::EVEN { Choice::Stay } else { Choice::Swap }
    }
}
