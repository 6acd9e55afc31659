//! Victory by continuous fours: a depth-first search over fours and their answers, with an explicit stack.

use tengen_analysis::SolveStop;
use tengen_game::Color;

use super::solver::{Budget, Halt};
use super::table::{ProofEntry, ProofTable};
use crate::board::{Board, Cell, CellSet, Pattern, Threat};

/// The number of fours up to which each number is tried in turn, so that the first win is the shortest. Lines beyond are found
/// sooner by wider steps, and shortened afterwards.
const SINGLE_STEPS: u32 = 8;

const TABLE_BYTES: usize = 64 << 20;

/// The result for a position with the attacker to move.
#[derive(Clone, Copy, Debug)]
struct VcfEntry {
    key: u64,
    /// The move that wins, where one does.
    cell: u16,
    /// The length of the win; 0 where none was found.
    plies: u16,
    /// The number of fours with which no win was found; [`ALL_FOURS`] where there is none at all.
    fours: u16,
}

const ALL_FOURS: u16 = u16::MAX;

impl ProofEntry for VcfEntry {
    const EMPTY: VcfEntry = VcfEntry { key: 0, cell: 0, plies: 0, fours: 0 };

    fn key(&self) -> u64 {
        self.key
    }

    fn is_empty(&self) -> bool {
        self.plies == 0 && self.fours == 0
    }

    fn value(&self) -> u32 {
        // Wins are few, and the line is read from them.
        if self.plies > 0 { 1 << 20 } else { u32::from(self.fours) }
    }
}

/// The result of a search with a limited number of fours.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Outcome {
    /// The attacker wins in this number of plies.
    Won(u32),
    /// The attacker does not win with the given number of fours; `cut` if more of them could change that.
    Lost { cut: bool },
}

#[derive(Clone, Copy, Debug)]
struct Frame {
    /// Whether the moves are the defender's answers; the attacker's fours otherwise.
    is_answer: bool,
    /// The moves of the frame, in the common list.
    begin: usize,
    next: usize,
    /// Whether the limit of fours cut a line below.
    cut: bool,
    /// The longest of the attacker's turns that the answers so far lead to.
    longest: u32,
}

#[derive(Clone, Copy, Debug)]
enum Step {
    /// The attacker is to move in a new position.
    Enter,
    /// The next move of the last frame.
    Next,
    /// A position with the attacker to move is decided.
    Done(Outcome),
}

/// The search, with its table of the positions of one question.
#[derive(Clone, Debug)]
pub(super) struct VcfSearch {
    pub(super) attacker: Color,
    table: ProofTable<VcfEntry>,
    frames: Vec<Frame>,
    /// The moves of all frames, one behind the other, the last of each frame to be tried first.
    moves: Vec<(i32, Cell)>,
    /// The number of moves made on the board.
    made: usize,
    /// The step at which to continue after a pause, and the number of fours left; the frames and the board are as they were.
    paused: Option<(Step, u32)>,
    /// Whether a slice may end within the search. Inside of another search it may not.
    pauses: bool,
}

/// The search for the shortest win, as far as it has got.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Widening {
    /// The number of fours that is tried.
    fours: u32,
    /// The number of fours with which there is surely no win.
    refuted: u32,
    /// The length of the shortest win found so far.
    found: Option<u32>,
}

impl VcfSearch {
    pub(super) fn new(attacker: Color) -> VcfSearch {
        VcfSearch {
            attacker,
            table: ProofTable::new(TABLE_BYTES),
            frames: Vec::new(),
            moves: Vec::new(),
            made: 0,
            paused: None,
            pauses: false,
        }
    }

    /// A search that the end of a slice pauses: the same call again continues.
    pub(super) fn with_pauses(attacker: Color) -> VcfSearch {
        VcfSearch { pauses: true, ..VcfSearch::new(attacker) }
    }

    /// The length of a win within `plies`, and the shortest unless the limits end the search for it; `None` if there
    /// is none at all. After a [`Halt::Pause`] it continues from `at`.
    pub(super) fn shortest(
        &mut self,
        board: &mut Board,
        plies: u32,
        at: &mut Widening,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Halt> {
        let mut found = match at.found {
            Some(found) => found,
            None => match self.find(board, plies, u64::MAX, budget, at)? {
                Outcome::Won(found) => found,
                Outcome::Lost { .. } => return Ok(None),
            },
        };
        while at.refuted + 1 < fours_of(found) {
            at.found = Some(found);
            match self.within(board, at.refuted + 1, u64::MAX, budget) {
                Ok(Outcome::Won(plies)) => found = plies,
                Ok(Outcome::Lost { .. }) => at.refuted += 1,
                Err(Halt::Pause) => return Err(Halt::Pause),
                Err(_) => break,
            }
        }
        Ok(Some(found))
    }

    /// Looks for any win within `plies`, with more and more fours. Where it is lost, `cut` is set if that is for want of plies.
    pub(super) fn any(
        &mut self,
        board: &mut Board,
        plies: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Outcome, Halt> {
        self.find(board, plies, share, budget, &mut Widening::default())
    }

    fn find(
        &mut self,
        board: &mut Board,
        plies: u32,
        share: u64,
        budget: &mut Budget,
        at: &mut Widening,
    ) -> Result<Outcome, Halt> {
        if plies == 0 {
            return Ok(Outcome::Lost { cut: true });
        }
        let most = fours_of(plies);
        loop {
            match self.within(board, at.fours, share, budget)? {
                Outcome::Lost { cut: true } if at.fours < most => at.refuted = at.fours,
                lost @ Outcome::Lost { .. } => return Ok(lost),
                won @ Outcome::Won(_) => return Ok(won),
            }
            let wider = if at.fours < SINGLE_STEPS { 0 } else { at.fours * 5 / 4 };
            at.fours = (at.fours + 1).max(wider).min(most);
        }
    }

    /// The win in the table for a position with the attacker to move: its first move and length.
    pub(super) fn known_win(&self, board: &Board) -> Option<(Cell, u32)> {
        let entry = self.table.get(board.key()).filter(|entry| entry.plies > 0)?;
        Some((Cell::from_raw(entry.cell)?, u32::from(entry.plies)))
    }

    /// Looks for a win with at most `fours` fours before the winning move.
    pub(super) fn within(
        &mut self,
        board: &mut Board,
        fours: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Outcome, Halt> {
        let (mut step, mut left) = self.paused.take().unwrap_or((Step::Enter, fours));
        loop {
            if self.pauses && budget.is_slice_over() {
                self.paused = Some((step, left));
                return Err(Halt::Pause);
            }
            step = match step {
                Step::Enter => match budget.count_node(share) {
                    Ok(()) => self.enter(board, left),
                    Err(halt) => return Err(self.unwind(board, halt)),
                },
                Step::Next => match self.frames.last_mut() {
                    Some(frame) if frame.is_answer => self.next_answer(board, &mut left),
                    Some(_) => match budget.count_node(share) {
                        Ok(()) => self.next_four(board, &mut left),
                        Err(halt) => return Err(self.unwind(board, halt)),
                    },
                    None => Step::Done(Outcome::Lost { cut: true }),
                },
                Step::Done(outcome) => {
                    let Some(frame) = self.frames.last_mut() else { return Ok(outcome) };
                    // Only an answer leads to a new position of the attacker's.
                    self.made -= 1;
                    board.unmake();
                    match outcome {
                        Outcome::Won(plies) => frame.longest = frame.longest.max(plies),
                        Outcome::Lost { cut } => {
                            self.leave_answers(board, &mut left);
                            if let Some(frame) = self.frames.last_mut() {
                                frame.cut |= cut;
                            }
                        }
                    }
                    Step::Next
                }
            };
        }
    }

    /// Decides a position with the attacker to move, or lists its fours.
    fn enter(&mut self, board: &mut Board, left: u32) -> Step {
        if !board.wins(self.attacker).is_empty() {
            return Step::Done(Outcome::Won(1));
        }
        let mut fours = board.fours(self.attacker);
        let blocks = blocks(board, !self.attacker);
        if let Some(blocks) = &blocks {
            fours = fours.intersection(blocks);
        }
        if fours.is_empty() {
            return Step::Done(Outcome::Lost { cut: false });
        }
        if left == 0 {
            return Step::Done(Outcome::Lost { cut: true });
        }
        if let Some(entry) = self.table.get(board.key()) {
            if entry.plies > 0 && fours_of(u32::from(entry.plies)) <= left {
                return Step::Done(Outcome::Won(u32::from(entry.plies)));
            }
            if entry.plies == 0 && u32::from(entry.fours) >= left {
                return Step::Done(Outcome::Lost { cut: entry.fours != ALL_FOURS });
            }
        }
        // An open four wins, unless it has to stop a row from its far end and may fail to.
        if blocks.is_none() || !board.has_far_answers() {
            let open = board.threats(self.attacker, Threat::OpenFour).intersection(&fours);
            if let Some(cell) = open.iter().find(|&cell| board.is_legal(cell)) {
                self.remember_win(board, cell, 3);
                return Step::Done(Outcome::Won(3));
            }
        }
        let begin = self.moves.len();
        for cell in fours.iter() {
            let own = i32::from(board.entry(cell, self.attacker).order);
            let other = i32::from(board.entry(cell, !self.attacker).order);
            self.moves.push((4 * own + 3 * other, cell));
        }
        self.moves[begin..].sort_unstable_by_key(|&(order, cell)| (order, std::cmp::Reverse(cell)));
        self.frames.push(Frame { is_answer: false, begin, next: self.moves.len(), cut: false, longest: 0 });
        Step::Next
    }

    /// Makes the next four of the last frame, and lists the answers.
    fn next_four(&mut self, board: &mut Board, left: &mut u32) -> Step {
        let Some(frame) = self.frames.last_mut() else { return Step::Next };
        if frame.next == frame.begin {
            let cut = frame.cut;
            self.moves.truncate(frame.begin);
            self.frames.pop();
            // Do not overwrite a known win that takes more fours.
            if self.known_win(board).is_none() {
                let fours = if cut { *left as u16 } else { ALL_FOURS };
                self.table.put(VcfEntry { key: board.key(), cell: 0, plies: 0, fours });
            }
            return Step::Done(Outcome::Lost { cut });
        }
        frame.next -= 1;
        let (_, cell) = self.moves[frame.next];
        if !board.is_legal(cell) {
            return Step::Next;
        }
        board.make(cell);
        let five = board.wins(self.attacker).first();
        let (Some(five), true) = (five, board.wins(!self.attacker).is_empty()) else {
            board.unmake();
            return Step::Next;
        };
        self.made += 1;
        *left -= 1;
        let begin = self.moves.len();
        if board.has_far_answers() {
            let stops = stops(board, five, self.attacker);
            self.moves.extend(stops.iter().map(|cell| (0, cell)));
        } else if board.wins(self.attacker).len() == 1 && board.is_legal(five) {
            self.moves.push((0, five));
        }
        self.frames.push(Frame { is_answer: true, begin, next: self.moves.len(), cut: false, longest: 1 });
        Step::Next
    }

    /// Makes the next answer of the last frame; after the last, the four has won.
    fn next_answer(&mut self, board: &mut Board, left: &mut u32) -> Step {
        let Some(frame) = self.frames.last_mut() else { return Step::Next };
        if frame.next > frame.begin {
            frame.next -= 1;
            let (_, cell) = self.moves[frame.next];
            board.make(cell);
            self.made += 1;
            return Step::Enter;
        }
        let plies = frame.longest + 2;
        self.leave_answers(board, left);
        let Some(frame) = self.frames.pop() else { return Step::Next };
        let (_, cell) = self.moves[frame.next];
        self.moves.truncate(frame.begin);
        self.remember_win(board, cell, plies);
        Step::Done(Outcome::Won(plies))
    }

    /// Drops the frame of answers, and takes the four back.
    fn leave_answers(&mut self, board: &mut Board, left: &mut u32) {
        if let Some(frame) = self.frames.pop() {
            self.moves.truncate(frame.begin);
            self.made -= 1;
            board.unmake();
            *left += 1;
        }
    }

    fn remember_win(&mut self, board: &Board, cell: Cell, plies: u32) {
        let known = self.known_win(board);
        if known.is_none_or(|(_, known)| known > plies) {
            let entry = VcfEntry { key: board.key(), cell: cell.raw(), plies: plies as u16, fours: 0 };
            self.table.put(entry);
        }
    }

    fn unwind(&mut self, board: &mut Board, halt: Halt) -> Halt {
        for _ in 0..std::mem::take(&mut self.made) {
            board.unmake();
        }
        self.frames.clear();
        self.moves.clear();
        halt
    }
}

/// The reason for the end of a search without a share of nodes.
pub(super) fn stop_of(halt: Halt) -> SolveStop {
    match halt {
        Halt::Stop(stop) => stop,
        Halt::Share => SolveStop::Nodes,
        // Only searches that can continue pause, and a pause is no reason for an end.
        Halt::Pause => SolveStop::Stopped,
    }
}

/// The number of fours before the winning move in a win of `plies` plies.
pub(super) const fn fours_of(plies: u32) -> u32 {
    plies.saturating_sub(1) / 2
}

/// The cells of which the side to move has to take one because `other` would win; `None` where it is free.
///
/// Where only the winning cell itself answers, two of them cannot be answered. Elsewhere not all of the cells help.
pub(super) fn blocks(board: &Board, other: Color) -> Option<CellSet> {
    let wins = board.wins(other);
    let first = wins.first()?;
    if board.has_far_answers() {
        let answers = wins.iter().map(|cell| board.answers(cell, other, Pattern::Five));
        return answers.reduce(|all, cells| all.intersection(&cells));
    }
    let mut cells = CellSet::EMPTY;
    if wins.len() == 1 {
        cells.insert(first);
    }
    Some(cells)
}

/// The legal moves of the side to move after which `five` no longer wins for `attacker`. The side to move itself must
/// not be able to win.
pub(super) fn stops(board: &mut Board, five: Cell, attacker: Color) -> CellSet {
    if !board.has_far_answers() {
        return [five].into_iter().filter(|&cell| board.is_legal(cell)).collect();
    }
    let answers = board.answers(five, attacker, Pattern::Five);
    let mut stops = CellSet::EMPTY;
    for cell in answers.iter() {
        board.make(cell);
        if !board.wins(attacker).contains(five) {
            stops.insert(cell);
        }
        board.unmake();
    }
    stops
}
