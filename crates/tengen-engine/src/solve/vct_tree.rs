//! Writes a found win by threats down.

use std::collections::HashMap;

use tengen_analysis::{AttackerTurn, SolveStop};
use tengen_game::Point;

use super::solver::Budget;
use super::vcf::stop_of;
use super::vcf_tree::Notes;
use super::vct::VctSearch;
use crate::board::{Board, Cell, CellSet};

/// An attack whose answers are being written down.
struct Frame {
    key: u64,
    attack: Cell,
    /// Plies that may be played from the attack on, itself included.
    plies: u32,
    answers: CellSet,
    answer: Option<Cell>,
    defences: Vec<(Point, usize)>,
    otherwise: usize,
}

/// The turns that are written, with an index of them by position.
#[derive(Default)]
struct Written {
    notes: Notes,
    /// The turn of a position by its key, with its length.
    turns: HashMap<u64, (usize, u32)>,
}

impl VctSearch {
    /// The turns of a win of at most `plies` plies that was found, and how many it takes.
    pub(super) fn write(
        &mut self,
        board: &mut Board,
        plies: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<AttackerTurn>, u32), SolveStop> {
        // The threats were found with any number of nodes, and have to be found again.
        let threat_share = std::mem::replace(&mut self.threat_share, u64::MAX);
        let mut written = Written::default();
        written.notes.turns = Some(Vec::new());
        let mut frames = Vec::new();
        self.is_writing = true;
        let result = self.write_all(board, plies, &mut written, &mut frames, budget);
        self.is_writing = false;
        if result.is_err() {
            for frame in &frames {
                (0..1 + usize::from(frame.answer.is_some())).for_each(|_| board.unmake());
            }
        }
        self.threat_share = threat_share;
        result?;
        let length = written.notes.lengths.last().copied().unwrap_or(0);
        Ok((written.notes.turns.unwrap_or_default(), length))
    }

    fn write_all(
        &mut self,
        board: &mut Board,
        plies: u32,
        written: &mut Written,
        frames: &mut Vec<Frame>,
        budget: &mut Budget,
    ) -> Result<(), SolveStop> {
        let mut plies = plies;
        loop {
            // The attacker is to move.
            let mut done = self.written(board, plies, written, budget)?;
            if done.is_none() {
                frames.push(self.attack(board, plies, written, budget)?);
            }
            // The defender is, after the last frame's attack.
            loop {
                let Some(frame) = frames.last_mut() else { return Ok(()) };
                if let Some(turn) = done.take()
                    && let Some(answer) = frame.answer.take()
                {
                    board.unmake();
                    frame.defences.push((answer.point(), turn));
                }
                if let Some(answer) = frame.answers.first() {
                    frame.answers.remove(answer);
                    frame.answer = Some(answer);
                    plies = frame.plies - 2;
                    board.make(answer);
                    break;
                }
                board.unmake();
                let Some(frame) = frames.pop() else { return Ok(()) };
                let turn = written.notes.turn(frame.attack, frame.defences, Some(frame.otherwise));
                written.remember(frame.key, turn);
                done = Some(turn);
            }
        }
    }

    /// The turn of a position with the attacker to move if it is written already, or can be without any frame.
    fn written(
        &mut self,
        board: &mut Board,
        plies: u32,
        written: &mut Written,
        budget: &mut Budget,
    ) -> Result<Option<usize>, SolveStop> {
        let key = board.key();
        if let Some(&(turn, length)) = written.turns.get(&key)
            && length <= plies
        {
            return Ok(Some(turn));
        }
        let by_fours = if board.wins(self.attacker).is_empty() {
            let by_threats = self.known(key, plies).filter(|known| known.is_won());
            let by_fours = self.vcf.known_win(board).map(|(_, length)| length);
            by_fours.filter(|&length| length <= by_threats.map_or(plies, |known| known.plies))
        } else {
            Some(1)
        };
        let Some(length) = by_fours else { return Ok(None) };
        let turn = self.vcf.note(board, length, &mut written.notes, budget)?;
        written.remember(key, turn);
        Ok(Some(turn))
    }

    /// Makes the attack that wins, and writes down the win after no answer.
    fn attack(
        &mut self,
        board: &mut Board,
        plies: u32,
        written: &mut Written,
        budget: &mut Budget,
    ) -> Result<Frame, SolveStop> {
        let key = board.key();
        let mut known = self.known(key, plies).filter(|known| known.is_won());
        if known.is_none() {
            // The search may use all results about threats without a proof.
            self.is_writing = false;
            let run = self.new_run();
            let proved = self.prove(board, plies, run, u64::MAX, budget);
            self.is_writing = true;
            proved.map_err(stop_of)?;
            known = self.known(key, plies).filter(|known| known.is_won());
        }
        let attack = known.and_then(|known| Cell::from_raw(known.cell));
        // Two positions with one key, which is next to impossible: there is no proof to be had.
        let attack = attack.filter(|&cell| board.empty().contains(cell)).ok_or(SolveStop::Nodes)?;
        board.make(attack);
        let otherwise = self.otherwise(board, plies - 1, written, budget);
        match otherwise {
            Ok((answers, otherwise)) => {
                Ok(Frame { key, attack, plies, answers, answer: None, defences: Vec::new(), otherwise })
            }
            Err(stop) => {
                board.unmake();
                Err(stop)
            }
        }
    }

    /// The answers to an attack that matter, and the turn after all others.
    fn otherwise(
        &mut self,
        board: &mut Board,
        plies_left: u32,
        written: &mut Written,
        budget: &mut Budget,
    ) -> Result<(CellSet, usize), SolveStop> {
        let threat = self.threatened(board, plies_left, u64::MAX, budget).map_err(stop_of)?;
        let threat = threat.ok_or(SolveStop::Nodes)?;
        board.pass();
        let turn = self.written(board, plies_left - 1, written, budget);
        board.pass();
        Ok((threat.answers, turn?.ok_or(SolveStop::Nodes)?))
    }
}

impl Written {
    fn remember(&mut self, key: u64, turn: usize) {
        if let Some(&length) = self.notes.lengths.get(turn) {
            self.turns.insert(key, (turn, length));
        }
    }
}
