//! The attacks and answers of a search by threats.

use super::solver::{Budget, Halt};
use super::vcf::{Outcome, blocks, stops};
use super::vcf_tree::{Claims, Notes};
use super::vct::{Child, Expanded, Frame, Numbers, VctSearch};
use crate::board::{Board, Cell, CellSet, Threat};

/// Nodes for a win by fours where the attacker is to move.
const VCF_SHARE: u64 = 300;

/// The same after each of the defender's answers, before any of them is searched.
const ANSWER_SHARE: u64 = 40;

/// What an attack threatens, and which answers matter.
pub(super) struct Threatened {
    /// Plies until the win where the defender plays anything else.
    pub(super) plies: u32,
    /// The legal answers that have to be searched. All other answers do not change the result.
    pub(super) answers: CellSet,
    /// Whether the attack is a four.
    pub(super) is_four: bool,
}

impl VctSearch {
    /// Judges a position with the attacker to move, or lists its attacks.
    pub(super) fn expand_attack(
        &mut self,
        board: &mut Board,
        plies_left: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Expanded, Halt> {
        budget.count_node(share)?;
        if plies_left >= 1
            && let Some(five) = board.wins(self.attacker).first()
        {
            return Ok(Expanded::Known(Numbers::won(1, five.raw())));
        }
        if plies_left < 3 {
            self.too_late = true;
            return Ok(Expanded::Known(Numbers::LOST));
        }
        if let Some(won) = self.win_by_fours(board, plies_left, VCF_SHARE, share, budget)? {
            return Ok(Expanded::Known(won));
        }
        let begin = self.children.len();
        for cell in attacks(board, self.attacker).iter() {
            if !board.is_legal(cell) {
                continue;
            }
            let known = self.known(board.key_after(cell), plies_left - 1);
            let guess = || match board.entry(cell, self.attacker).threat {
                Threat::Four | Threat::FourThree | Threat::OpenFour => Numbers::unknown(1, 1),
                Threat::OpenThree | Threat::DoubleThree => Numbers::unknown(2, 1),
                _ => Numbers::unknown(4, 1),
            };
            self.children.push(Child { cell, numbers: known.unwrap_or_else(guess) });
        }
        Ok(Expanded::Listed(Frame::new(false, begin, plies_left, 0)))
    }

    /// Judges a position after an attack, with the defender to move, or lists its answers.
    pub(super) fn expand_answers(
        &mut self,
        board: &mut Board,
        plies_left: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Expanded, Halt> {
        budget.count_node(share)?;
        let Some(threat) = self.threatened(board, plies_left, share, budget)? else {
            return Ok(Expanded::Known(Numbers::LOST));
        };
        let begin = self.children.len();
        let mut settled = threat.plies;
        for cell in threat.answers.iter() {
            let mut known = self.known(board.key_after(cell), plies_left - 1);
            if known.is_none() && !threat.is_four {
                board.make(cell);
                let won = self.win_by_fours(board, plies_left - 1, ANSWER_SHARE, share, budget);
                if let Ok(Some(won)) = won {
                    self.remember(board.key(), won);
                }
                board.unmake();
                known = won?;
            }
            match known {
                Some(numbers) if numbers.is_won() => settled = settled.max(numbers.plies + 1),
                numbers => {
                    let numbers = numbers.unwrap_or(Numbers::unknown(1, 1));
                    self.children.push(Child { cell, numbers });
                }
            }
        }
        Ok(Expanded::Listed(Frame::new(true, begin, plies_left, settled)))
    }

    /// A win by fours in a position with the attacker to move, as far as few nodes show it.
    fn win_by_fours(
        &mut self,
        board: &mut Board,
        plies: u32,
        nodes: u64,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<Numbers>, Halt> {
        if let Some(five) = board.wins(self.attacker).first() {
            return Ok((plies >= 1).then_some(Numbers::won(1, five.raw())));
        }
        let own_share = share.min(budget.nodes() + nodes);
        match self.vcf.any(board, plies, own_share, budget) {
            Ok(Outcome::Won(plies)) => {
                let cell = self.vcf.known_win(board).map_or(0, |(cell, _)| cell.raw());
                Ok(Some(Numbers::won(plies, cell)))
            }
            Ok(Outcome::Lost { cut }) => {
                self.too_late |= cut;
                Ok(None)
            }
            Err(Halt::Share) if budget.nodes() < share => Ok(None),
            Err(halt) => Err(halt),
        }
    }

    /// What the attack that was just made threatens; `None` if nothing, or if the defender wins at once.
    pub(super) fn threatened(
        &mut self,
        board: &mut Board,
        plies_left: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<Threatened>, Halt> {
        let attacker = self.attacker;
        if !board.wins(!attacker).is_empty() {
            return Ok(None);
        }
        if let Some(five) = board.wins(attacker).first() {
            let answers = stops(board, five, attacker);
            return Ok((plies_left >= 2).then_some(Threatened { plies: 2, answers, is_four: true }));
        }
        if plies_left < 4 {
            self.too_late = true;
            return Ok(None);
        }
        board.pass();
        let threat = self.win_after_pass(board, plies_left - 1, share, budget);
        board.pass();
        let Some((plies, claims)) = threat? else { return Ok(None) };
        let answers = if claims.anywhere { *board.empty() } else { claims.cells };
        let answers = answers.iter().filter(|&cell| board.is_legal(cell)).collect();
        Ok(Some(Threatened { plies: plies + 1, answers, is_four: false }))
    }

    /// The attacker's win by fours where the defender has passed: its length, and what it depends on.
    fn win_after_pass(
        &mut self,
        board: &mut Board,
        plies: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<(u32, Claims)>, Halt> {
        let own_share = share.min(budget.nodes().saturating_add(self.threat_share));
        let found = match self.vcf.any(board, plies, own_share, budget) {
            Ok(Outcome::Won(plies)) => plies,
            Ok(Outcome::Lost { cut }) => {
                self.too_late |= cut;
                return Ok(None);
            }
            Err(Halt::Share) if budget.nodes() < share => {
                self.cut_short = true;
                return Ok(None);
            }
            Err(halt) => return Err(halt),
        };
        let mut notes = Notes { claims: Some(Claims::none()), ..Notes::default() };
        self.vcf.note(board, found, &mut notes, budget).map_err(Halt::Stop)?;
        Ok(notes.claims.map(|claims| (found, claims)))
    }
}

/// The moves that may threaten something: all fours and threes, open or not. If a five has to be stopped, every move that
/// stops it, since an earlier threat may still exist.
fn attacks(board: &Board, attacker: tengen_game::Color) -> CellSet {
    if let Some(blocks) = blocks(board, !attacker) {
        return blocks;
    }
    let has_three = |&cell: &Cell| board.code(cell, attacker).has_three();
    board.empty().iter().filter(has_three).collect()
}
