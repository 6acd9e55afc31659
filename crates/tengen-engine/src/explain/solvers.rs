//! The questions to the solvers about a move.

use std::time::Duration;

use tengen_analysis::{
    Clock, Fact, ForcedWin, Means, Proof, Question, Shape, SolveLimits, SolveStop, StopHandle, Undecided,
    Verdict, idle_move, mate_moves,
};
use tengen_game::{Color, Move, Point, Position};

use super::ExplainLimits;
use crate::board::{Board, Cell, Pattern};
use crate::solve::Solver;

/// The answer of a solver, or the reason for which there is none.
pub(super) type Answer<T> = Result<T, SolveStop>;

/// A win that a solver proved.
#[derive(Clone, Debug)]
pub(super) struct Win {
    pub(super) plies: u32,
    pub(super) line: Vec<Move>,
}

impl From<Proof> for Win {
    fn from(proof: Proof) -> Win {
        Win { plies: proof.plies, line: proof.line }
    }
}

/// The answers of the solvers so far. The questions depend on the answers alone, so that a caller that repeats them from the
/// start reaches its last state again, at the cost of one evaluation of the board.
#[derive(Debug, Default)]
pub(super) struct PastAnswers {
    answers: Vec<(Answer<Option<Win>>, u64)>,
    /// The solver of the next question.
    running: Option<Solver>,
}

/// The solvers within the limits, with the questions that they could not answer.
pub(super) struct Solvers<'a> {
    limits: &'a ExplainLimits,
    /// The end of the time limit, in the clock's time, as is the end of the slice.
    deadline: Option<Duration>,
    slice_end: Option<Duration>,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
    past: &'a mut PastAnswers,
    /// The number of questions so far.
    questions: usize,
    /// Whether the slice has ended with a question that is not answered yet: no answer after it counts.
    pub(super) is_paused: bool,
    pub(super) nodes: u64,
    pub(super) undecided: Vec<Undecided>,
}

impl<'a> Solvers<'a> {
    pub(super) fn new(
        limits: &'a ExplainLimits,
        deadline: Option<Duration>,
        slice: Duration,
        clock: &'a dyn Clock,
        stop: &'a StopHandle,
        past: &'a mut PastAnswers,
    ) -> Solvers<'a> {
        Solvers {
            limits,
            deadline,
            slice_end: if slice == Duration::MAX { None } else { clock.now().checked_add(slice) },
            clock,
            stop,
            past,
            questions: 0,
            is_paused: false,
            nodes: 0,
            undecided: Vec::new(),
        }
    }

    /// The answer to a question; `None` if it is to be reported as undecided.
    pub(super) fn reported<T>(&mut self, question: Question, means: Means, answer: Answer<T>) -> Option<T> {
        answer.map_err(|stop| self.undecided.push(Undecided { question, means, stop })).ok()
    }

    /// The win of `attacker`, who moves first, whichever side is to move.
    pub(super) fn win(
        &mut self,
        position: &Position,
        attacker: Color,
        means: Means,
    ) -> Answer<Option<ForcedWin>> {
        let proof = self.proof(position, attacker, means, self.limits.nodes)?;
        Ok(proof.map(|win| forced_win(means, win)))
    }

    fn proof(
        &mut self,
        position: &Position,
        attacker: Color,
        means: Means,
        nodes: u64,
    ) -> Answer<Option<Win>> {
        if self.is_paused {
            return Err(SolveStop::Stopped);
        }
        if self.questions == self.past.answers.len() && !self.continue_with(position, attacker, means, nodes)
        {
            self.is_paused = true;
            return Err(SolveStop::Stopped);
        }
        let (answer, nodes) = self.past.answers[self.questions].clone();
        self.questions += 1;
        self.nodes += nodes;
        answer
    }

    /// Continues with a question that is not answered yet. Returns whether there is an answer before the end of the slice.
    fn continue_with(&mut self, position: &Position, attacker: Color, means: Means, nodes: u64) -> bool {
        let clock = self.clock;
        let time = self.deadline.map(|deadline| deadline.saturating_sub(clock.now()));
        let slice = self.slice_end.map_or(Duration::MAX, |end| end.saturating_sub(clock.now()));
        let solver = self.past.running.get_or_insert_with(|| {
            let limits = SolveLimits { nodes: Some(nodes), time };
            match means {
                Means::Vcf => Solver::vcf(position, attacker, &limits, clock),
                Means::Vct => Solver::vct(position, attacker, &limits, clock),
            }
        });
        let Some(solution) = solver.advance(slice, clock, self.stop) else { return false };
        self.past.running = None;
        let answer = match solution.verdict {
            Verdict::Proved(proof) => Ok(Some(proof.into())),
            Verdict::Refuted => Ok(None),
            Verdict::Unknown(stop) => Err(stop),
        };
        self.past.answers.push((answer, solution.nodes));
        true
    }

    /// Whether `played`, which led to `after`, is the first move of a forced win: by fours where it makes one and every
    /// answer to it loses by fours, by threats where it makes a four or threatens to win by fours, and every answer
    /// loses by threats. The opponent cannot win with its next move.
    ///
    /// All answers together may take as many nodes as one question.
    pub(super) fn win_begun_by(
        &mut self,
        played: Point,
        after: &Position,
        means: Means,
    ) -> Answer<Option<ForcedWin>> {
        let mover = !after.side_to_move();
        let board = Board::new(after, None);
        let wins = *board.wins(mover);
        // A four that is not answered with a stone in its row is completed.
        let replies: Vec<Point> = match wins.first() {
            Some(win) => board.answers(win, mover, Pattern::Five).iter().map(Cell::point).collect(),
            None if means == Means::Vcf => return Ok(None),
            None => after.size().points().collect(),
        };
        let before = self.nodes;
        // If doing nothing does not lose, there is no threat.
        let Some(threat) = self.proof(after, mover, Means::Vcf, self.limits.nodes)? else {
            return Ok(None);
        };
        let idle = idle_move(after, played, |point| replies.contains(&point));
        let mut longest = idle.map(|idle| (threat.plies, [vec![idle], threat.line.clone()].concat()));
        let mut replies: Vec<Point> =
            replies.into_iter().filter(|&reply| after.check(reply).is_ok()).collect();
        // Replies that block the line of the threat come first.
        replies.sort_by_key(|&reply| !threat.line.iter().any(|&moved| moved == reply));
        let mut position = after.clone();
        for reply in replies {
            position.play_unchecked(reply);
            let left = self.limits.nodes.saturating_sub(self.nodes - before);
            let answered = self.proof(&position, mover, means, left);
            position.undo();
            let Some(proof) = answered? else { return Ok(None) };
            if longest.as_ref().is_none_or(|(plies, _)| proof.plies > *plies) {
                longest = Some((proof.plies, [vec![Move::Place(reply)], proof.line].concat()));
            }
        }
        Ok(longest.map(|(plies, rest)| {
            let line = [vec![Move::Place(played)], rest].concat();
            ForcedWin { means, moves: mate_moves(plies) + 1, line }
        }))
    }
}

/// The win that a solver has found.
pub(super) fn forced_win(means: Means, win: Win) -> ForcedWin {
    ForcedWin { means, moves: mate_moves(win.plies), line: win.line }
}

/// The rank among other facts: the most important fact has the least.
pub(super) fn rank(fact: &Fact) -> u32 {
    match fact {
        Fact::Forbidden(_) => 0,
        Fact::Wins { .. } => 1,
        Fact::LosesToFive { .. } => 2,
        Fact::MissesWin(_) => 3,
        Fact::AllowsWin(_) => 4,
        Fact::StartsWin(_) => 5,
        Fact::Traps { .. } => 6,
        Fact::StopsWin { .. } => 7,
        Fact::Makes { shape, .. } if shape.is_decisive() => 8,
        Fact::PreventsWin(_) => 9,
        Fact::Blocks { shape: Shape::OpenThree, .. } => 10,
        Fact::Denies { .. } => 11,
        Fact::Makes { .. } => 12,
        Fact::Blocks { .. } => 13,
        Fact::ThreatensWin(_) => 14,
        Fact::Draws(_) => 15,
        Fact::Quiet { .. } => 16,
    }
}
