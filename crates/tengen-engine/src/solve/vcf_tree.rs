//! Writes the proof tree of a found win by fours, and determines the cells that the win depends on.

use tengen_analysis::{AttackerTurn, SolveStop};
use tengen_game::{Color, Direction, Point};

use super::solver::Budget;
use super::vcf::{Outcome, VcfSearch, fours_of, stop_of, stops};
use crate::board::{Board, Cell, CellSet, Pattern, Threat};

/// The cells that a win depends on: with a stone of the defender added on any other cell, it is still one.
#[derive(Clone, Copy, Debug)]
pub(super) struct Claims {
    pub(super) cells: CellSet,
    /// Whether the win depends on forbidden points, whose reasons may be anywhere on the board.
    pub(super) anywhere: bool,
}

impl Claims {
    pub(super) fn none() -> Claims {
        Claims { cells: CellSet::EMPTY, anywhere: false }
    }

    /// The attacker's four on `cell`, before it is made. The defender's stones make nothing forbidden to Black that has no
    /// two open threes now.
    fn attack(&mut self, board: &Board, cell: Cell, attacker: Color) {
        self.cells.insert(cell);
        self.anywhere |= board.entry(cell, attacker).perhaps_forbidden;
    }

    /// A cell that completes five.
    fn five(&mut self, board: &Board, cell: Cell, attacker: Color) {
        if board.has_far_answers() {
            self.cells = self.cells.union(&board.answers(cell, attacker, Pattern::Five));
        } else {
            self.cells.insert(cell);
        }
    }

    /// The defender has no four: not with the stones on the board, but with one more it could.
    fn no_four(&mut self, board: &Board, defender: Color) {
        let fours = board.fours(defender).union(board.threats(defender, Threat::Forbidden));
        self.cells = self.cells.union(&fours);
    }

    /// The only answer is forbidden to the defender.
    fn forbidden(&mut self, board: &Board, cell: Cell, defender: Color) {
        if board.entry(cell, defender).threat != Threat::Forbidden {
            self.anywhere = true;
            return;
        }
        // An overline or a double-four: that is a matter of the lines through the cell.
        let reach = i16::from(board.rule().win_length().stones());
        for direction in Direction::ALL {
            let (dx, dy) = direction.step();
            let line = (-reach..=reach).filter_map(|k| cell.point().offset(k * dx, k * dy, board.size()));
            self.cells.extend(line.map(Cell::from).filter(|&cell| board.empty().contains(cell)));
        }
    }
}

/// A four whose answers are being written down.
struct Frame {
    attack: Cell,
    length: u32,
    answers: CellSet,
    answer: Option<Cell>,
    defences: Vec<(Point, usize)>,
    otherwise: usize,
}

/// The requested parts of a win.
#[derive(Default)]
pub(super) struct Notes {
    pub(super) turns: Option<Vec<AttackerTurn>>,
    /// The number of plies that the defender can hold out from each turn on.
    pub(super) lengths: Vec<u32>,
    pub(super) claims: Option<Claims>,
}

impl Notes {
    /// Writes a turn if that is requested, and returns its index.
    pub(super) fn turn(
        &mut self,
        attack: Cell,
        defences: Vec<(Point, usize)>,
        otherwise: Option<usize>,
    ) -> usize {
        let Some(turns) = &mut self.turns else { return 0 };
        let next = defences.iter().map(|&(_, next)| next).chain(otherwise);
        let longest = next.filter_map(|next| self.lengths.get(next)).max();
        self.lengths.push(longest.map_or(1, |longest| longest + 2));
        turns.push(AttackerTurn { attack: attack.point(), defences, otherwise });
        turns.len() - 1
    }

    fn claim(&mut self, claim: impl FnOnce(&mut Claims)) {
        if let Some(claims) = &mut self.claims {
            claim(claims);
        }
    }
}

impl VcfSearch {
    /// The turns of a win of at most `length` plies that was found.
    pub(super) fn write(
        &mut self,
        board: &mut Board,
        length: u32,
        budget: &mut Budget,
    ) -> Result<Vec<AttackerTurn>, SolveStop> {
        let mut notes = Notes { turns: Some(Vec::new()), ..Notes::default() };
        self.note(board, length, &mut notes, budget)?;
        Ok(notes.turns.unwrap_or_default())
    }

    /// Writes a win of at most `length` plies that was found, and returns the index of its first turn.
    pub(super) fn note(
        &mut self,
        board: &mut Board,
        length: u32,
        notes: &mut Notes,
        budget: &mut Budget,
    ) -> Result<usize, SolveStop> {
        let attacker = self.attacker;
        let mut frames: Vec<Frame> = Vec::new();
        let mut length = length;
        loop {
            // The attacker is to move.
            let mut done = if let Some(five) = board.wins(attacker).first() {
                notes.claim(|claims| claims.five(board, five, attacker));
                Some(notes.turn(five, Vec::new(), None))
            } else {
                match self.winning_four(board, length, budget) {
                    Ok(attack) => frames.push(self.frame(board, attack, length, notes)),
                    Err(stop) => {
                        for frame in &frames {
                            board.unmake();
                            if frame.answer.is_some() {
                                board.unmake();
                            }
                        }
                        return Err(stop);
                    }
                }
                None
            };
            // The defender is, after the last frame's four.
            loop {
                let Some(frame) = frames.last_mut() else { return Ok(done.unwrap_or(0)) };
                if let Some(turn) = done.take()
                    && let Some(answer) = frame.answer.take()
                {
                    board.unmake();
                    if notes.turns.is_some() {
                        frame.defences.push((answer.point(), turn));
                    }
                }
                if let Some(answer) = frame.answers.first() {
                    frame.answers.remove(answer);
                    frame.answer = Some(answer);
                    length = frame.length - 2;
                    board.make(answer);
                    break;
                }
                board.unmake();
                let Some(frame) = frames.pop() else { return Ok(0) };
                done = Some(notes.turn(frame.attack, frame.defences, Some(frame.otherwise)));
                if frames.is_empty() {
                    return Ok(done.unwrap_or(0));
                }
            }
        }
    }

    /// Makes a four and writes the win if it is not answered.
    fn frame(&self, board: &mut Board, attack: Cell, length: u32, notes: &mut Notes) -> Frame {
        let (attacker, defender) = (self.attacker, !self.attacker);
        notes.claim(|claims| claims.attack(board, attack, attacker));
        board.make(attack);
        notes.claim(|claims| claims.no_four(board, defender));
        let (mut answers, mut otherwise) = (CellSet::EMPTY, 0);
        if let Some(five) = board.wins(attacker).first() {
            notes.claim(|claims| claims.five(board, five, attacker));
            otherwise = notes.turn(five, Vec::new(), None);
            answers = stops(board, five, attacker);
            if !board.has_far_answers() && answers.is_empty() {
                notes.claim(|claims| claims.forbidden(board, five, defender));
            }
        }
        Frame { attack, length, answers, answer: None, defences: Vec::new(), otherwise }
    }

    /// The four with which the win continues; searched again where the table has lost it.
    fn winning_four(
        &mut self,
        board: &mut Board,
        length: u32,
        budget: &mut Budget,
    ) -> Result<Cell, SolveStop> {
        for _ in 0..2 {
            if let Some((cell, known)) = self.known_win(board)
                && known <= length
            {
                return Ok(cell);
            }
            let found = self.within(board, fours_of(length), u64::MAX, budget).map_err(stop_of)?;
            if found == (Outcome::Lost { cut: false }) {
                break;
            }
        }
        // Two positions with one key led here, which is next to impossible: there is no proof to be had.
        Err(SolveStop::Nodes)
    }
}
