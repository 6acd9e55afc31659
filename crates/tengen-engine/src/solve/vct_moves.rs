//! The attacks and answers of a search by threats.

use tengen_game::Color;

use super::solver::{Budget, Halt};
use super::vcf::{Outcome, blocks, stops};
use super::vcf_tree::{Claims, Notes};
use super::vct::{Child, Expanded, Frame, Numbers, Scope, VctSearch};
use crate::board::{Board, Cell, CellSet, Threat};

/// Nodes for a win by fours where the attacker is to move: enough for an open four. Longer ones are found by the search
/// itself, whose nodes cost no more.
const VCF_SHARE: u64 = 4;

/// Nodes for a win by fours where the attacker is to move and has a four-three.
const FOUR_THREE_SHARE: u64 = 60;

/// An evaluation for the attacker, who is to move, with which a win is near: nothing is added to its first numbers.
const GOOD_VALUE: i32 = 600;

/// The first numbers of a position are greater by one for each of these units that its evaluation is below [`GOOD_VALUE`].
const VALUE_STEP: i32 = 50;

/// The most that is added to the first numbers.
const MOST_HARD: i32 = 30;

/// The threat of an attack, and the answers that matter.
pub(super) struct Threatened {
    /// Plies until the win where the defender plays anything else.
    pub(super) plies: u32,
    /// The legal answers that have to be searched. All other answers do not change the result.
    pub(super) answers: CellSet,
}

impl VctSearch {
    /// Decides a position with the attacker to move, or lists its attacks.
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
        let has_four_three = !board.threats(self.attacker, Threat::FourThree).is_empty();
        let nodes = if has_four_three { FOUR_THREE_SHARE } else { VCF_SHARE };
        if let Some(won) = self.win_by_fours(board, plies_left, nodes, share, budget)? {
            return Ok(Expanded::Known(won));
        }
        // An attack makes the position neither better nor worse until it has been tried.
        let hardness = self.hardness(board);
        let begin = self.children.len();
        for cell in attacks(board, self.attacker, self.scope).iter() {
            if !board.is_legal(cell) {
                continue;
            }
            let known = self.known(board.key_after(cell), plies_left - 1);
            let guess = || {
                let effort = match board.entry(cell, self.attacker).threat {
                    Threat::Four | Threat::FourThree | Threat::OpenFour => 1,
                    Threat::OpenThree | Threat::DoubleThree => 2,
                    _ => 4,
                };
                Numbers::unknown(effort + hardness, 1)
            };
            self.children.push(Child { cell, numbers: known.unwrap_or_else(guess) });
        }
        // Of equally easy attacks the one that the search would order first is tried first.
        self.children[begin..].sort_by_key(|child| std::cmp::Reverse(board.order(child.cell)));
        Ok(Expanded::Listed(Frame::new(false, begin, plies_left, 0)))
    }

    /// Decides a position after an attack, with the defender to move, or lists its answers.
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
            let known = self.known(board.key_after(cell), plies_left - 1);
            match known {
                Some(numbers) if numbers.is_won() => settled = settled.max(numbers.plies + 1),
                numbers => {
                    let numbers = numbers.unwrap_or_else(|| {
                        if self.scope == Scope::AllThrees {
                            return Numbers::unknown(1, 1);
                        }
                        board.make(cell);
                        let hardness = self.hardness(board);
                        board.unmake();
                        Numbers::unknown(1 + hardness, 1)
                    });
                    self.children.push(Child { cell, numbers });
                }
            }
        }
        Ok(Expanded::Listed(Frame::new(true, begin, plies_left, settled)))
    }

    /// The estimated difficulty of a win for the attacker, who is to move. The evaluation is right about most attacks and wrong
    /// about some, so that only one of the two searches uses it.
    fn hardness(&self, board: &Board) -> u32 {
        match self.scope {
            Scope::OpenThrees => {
                ((GOOD_VALUE - board.evaluate()) / VALUE_STEP).clamp(0, MOST_HARD).unsigned_abs()
            }
            Scope::AllThrees => 0,
        }
    }

    /// A win by fours in a position with the attacker to move, who cannot make five at once, if a few nodes are enough to find
    /// one.
    fn win_by_fours(
        &mut self,
        board: &mut Board,
        plies: u32,
        nodes: u64,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<Numbers>, Halt> {
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

    /// The threat of the attack that was just made; `None` if there is none, or if the defender wins at once.
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
            return Ok((plies_left >= 2).then_some(Threatened { plies: 2, answers }));
        }
        if plies_left < 4 {
            self.too_late = true;
            return Ok(None);
        }
        if !self.is_writing
            && let Some(answers) = answers_to_open_fours(board, attacker)
        {
            return Ok(Some(Threatened { plies: 4, answers }));
        }
        board.pass();
        let threat = self.win_after_pass(board, plies_left - 1, share, budget);
        board.pass();
        let Some((plies, claims)) = threat? else { return Ok(None) };
        let answers = if claims.anywhere { *board.empty() } else { claims.cells };
        let answers = answers.iter().filter(|&cell| board.is_legal(cell)).collect();
        Ok(Some(Threatened { plies: plies + 1, answers }))
    }

    /// The attacker's win by fours where the defender has passed: its length, and the cells that it depends on.
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

/// The legal answers to the threat of open fours, where any of these wins unless it is stopped: the defender's fours, and the
/// cells that take part in all of the open fours. `None` where there is none, or where the rule makes it less simple.
fn answers_to_open_fours(board: &mut Board, attacker: Color) -> Option<CellSet> {
    let open = *board.threats(attacker, Threat::OpenFour);
    if open.is_empty() || board.has_far_answers() || board.forbids(attacker) {
        return None;
    }
    let fours = board.fours(!attacker).union(board.threats(!attacker, Threat::Forbidden));
    board.pass();
    let parts = open.iter().map(|cell| {
        board.make(cell);
        // Two of the cells that complete five are enough: the defender can take only one of them.
        let mut part: CellSet = board.wins(attacker).iter().take(2).collect();
        board.unmake();
        part.insert(cell);
        part
    });
    let common = parts.reduce(|common, part| common.intersection(&part)).unwrap_or(CellSet::EMPTY);
    board.pass();
    Some(fours.union(&common).iter().filter(|&cell| board.is_legal(cell)).collect())
}

/// The moves that may threaten something: all fours and threes, open or not as the scope has it. If a five has to be
/// stopped, every move that stops it, since an earlier threat may still exist.
fn attacks(board: &Board, attacker: Color, scope: Scope) -> CellSet {
    if let Some(blocks) = blocks(board, !attacker) {
        return blocks;
    }
    let is_attack = |&cell: &Cell| match board.entry(cell, attacker).threat {
        Threat::Quiet => scope == Scope::AllThrees && board.code(cell, attacker).has_three(),
        Threat::Forbidden => false,
        _ => true,
    };
    board.empty().iter().filter(is_attack).collect()
}
