//! What the engine finds out about the position on the board, unasked or asked.

use leptos::prelude::*;
use tengen_game::{Color, Evaluation, Move, Point};
use tengen_protocol::worker::{
    ColorMessage, ExplanationMessage, LimitsMessage, MeansMessage, OpponentMessage, PointMessage,
    PositionMessage, ProofMessage, Request, ScoreMessage, SolveLimitsMessage, Thinking, ThreatMessage,
    TuningMessage, VerdictMessage,
};

use super::proofs::{Proofs, moves_of};
use super::{Session, Task, Walk};
use crate::game::Game;
use crate::preferences::preference;
use crate::reactive::{Memo, RwSignal};

/// How long a forced win is looked for.
const SOLVE_MS: u32 = 20_000;

/// One of the best moves, and what should follow it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    pub(crate) depth: u32,
    /// What the position is worth to the side to move.
    pub(crate) score: ScoreMessage,
    pub(crate) pv: Vec<PointMessage>,
}

/// What became of the search for a forced win.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Solution {
    pub(crate) attacker: Color,
    pub(crate) means: MeansMessage,
    pub(crate) verdict: VerdictMessage,
    pub(crate) nodes: u64,
    pub(crate) time_ms: u32,
}

/// What is known about the position on the board.
#[derive(Clone, Copy)]
pub(crate) struct Analysis {
    /// Whether the engine looks at whatever is on the board.
    pub(crate) is_on: RwSignal<bool>,
    /// How many of the best moves it looks for.
    pub(crate) count: RwSignal<u32>,
    /// The best moves, the best first.
    pub(crate) lines: RwSignal<Vec<Line>>,
    /// The beginning of a line that somebody looks at.
    pub(crate) preview: RwSignal<Vec<PointMessage>>,
    /// What the last move did.
    pub(crate) explanation: RwSignal<Option<ExplanationMessage>>,
    pub(crate) solution: RwSignal<Option<Solution>>,
    /// The proof that somebody walks through.
    pub(crate) walk: RwSignal<Option<Walk>>,
    /// Black's and White's threats, where they are wanted.
    pub(crate) threats: RwSignal<[Vec<ThreatMessage>; 2]>,
    /// What was proved of the positions of this game that were looked at.
    pub(super) proofs: StoredValue<Proofs>,
    asked_threats: StoredValue<u32>,
    asked_solution: StoredValue<Option<(Color, MeansMessage)>>,
}

impl Analysis {
    pub(super) fn new() -> Analysis {
        Analysis {
            is_on: RwSignal::new(false),
            count: RwSignal::new(3),
            lines: RwSignal::default(),
            preview: RwSignal::default(),
            explanation: RwSignal::new(None),
            solution: RwSignal::new(None),
            walk: RwSignal::new(None),
            threats: RwSignal::default(),
            proofs: StoredValue::default(),
            asked_threats: StoredValue::new(0),
            asked_solution: StoredValue::new(None),
        }
    }

    /// The position is another one.
    pub(super) fn forget(self) {
        self.lines.set(Vec::new());
        self.preview.set(Vec::new());
        self.explanation.set(None);
        self.solution.set(None);
        self.walk.set(None);
        self.threats.set(Default::default());
    }

    pub(super) fn threatened(self, id: u32, threats: [Vec<ThreatMessage>; 2]) {
        if id == self.asked_threats.get_value() {
            self.threats.set(threats);
        }
    }
}

impl Session {
    /// Lets the engine look at whatever is on the board, or no longer.
    pub(crate) fn set_analysing(self, on: bool) {
        self.analysis.is_on.set(on);
        self.look_again();
    }

    /// Looks for so many of the best moves.
    pub(crate) fn set_line_count(self, count: u32) {
        self.analysis.count.set(count.clamp(1, 10));
        self.analysis.lines.set(Vec::new());
        self.look_again();
    }

    /// Begins the analysis anew, unless the engine has something else to do.
    fn look_again(self) {
        if self.task.get_untracked().is_free() {
            self.cancel();
            self.call_engine();
        }
    }

    /// Finds out what the last move did, and then what the best moves are.
    pub(super) fn analyse(self) {
        if !self.analysis.is_on.get_untracked() || self.game.with_untracked(|game| game.record().is_over()) {
            return;
        }
        if self.analysis.explanation.with_untracked(Option::is_none)
            && let Some((position, point)) = self.last_move()
        {
            let id = self.next_id();
            let limits = SolveLimitsMessage { nodes: Some(30_000), ..SolveLimitsMessage::default() };
            self.send(Request::Explain { id, position, point: (point.x(), point.y()), limits });
            self.task.set(Task::Explain(id));
            return;
        }
        let limits = LimitsMessage { lines: self.analysis.count.get_untracked(), ..LimitsMessage::default() };
        let id = self.search(limits, OpponentMessage::Tengen, TuningMessage::default());
        self.task.set(Task::Analyse(id));
    }

    /// The last move and the position before it.
    fn last_move(self) -> Option<(PositionMessage, Point)> {
        self.game.with_untracked(|game| {
            let mut before = game.record().position().clone();
            let point = before.undo().and_then(Move::point)?;
            Some((PositionMessage::from(&before), point))
        })
    }

    /// Takes down what the engine thinks of one of the best moves.
    pub(super) fn note_line(self, thinking: Thinking) {
        let Thinking { line, depth, score, pv, .. } = thinking;
        if line == 0 {
            self.keep_evaluation(score);
            if let ScoreMessage::Mate(plies) = score {
                self.keep_proof(plies, moves_of(&pv));
            }
        }
        self.analysis.lines.update(|lines| {
            let (index, found) = (line as usize, Line { depth, score, pv });
            match lines.get_mut(index) {
                Some(line) => *line = found,
                // The lines of an iteration come one after the other, the best first.
                None => lines.push(found),
            }
        });
    }

    /// Writes what the position is worth into the record, in which it is that of the side that has moved.
    fn keep_evaluation(self, score: ScoreMessage) {
        let evaluation = match score {
            ScoreMessage::Value(value) => Evaluation::Value(-value),
            ScoreMessage::Mate(plies) => Evaluation::Mate(-plies),
        };
        // Whoever shows evaluations follows the lines as well; everybody else would only be disturbed.
        self.game.update_untracked(|game| game.set_evaluation(evaluation));
    }

    /// Takes down that the position on the board is won or lost by force, to the side to move.
    fn keep_proof(self, plies: i32, line: Vec<Option<PointMessage>>) {
        self.game.with_untracked(|game| {
            let moves = game.record().position().moves();
            self.analysis.proofs.update_value(|proofs| proofs.add(moves, plies, line));
        });
    }

    /// Looks for a forced win of one side.
    pub(crate) fn solve(self, attacker: Color, means: MeansMessage) {
        if !self.task.get_untracked().is_free() || self.game.with_untracked(|game| game.record().is_over()) {
            return;
        }
        self.cancel();
        self.analysis.solution.set(None);
        self.analysis.walk.set(None);
        self.analysis.asked_solution.set_value(Some((attacker, means)));
        let (id, position) = (self.next_id(), self.position_message());
        let limits = SolveLimitsMessage { time_ms: Some(SOLVE_MS), ..SolveLimitsMessage::default() };
        self.send(Request::Solve { id, position, attacker: ColorMessage::from(attacker), means, limits });
        self.task.set(Task::Solve(id));
    }

    pub(super) fn solved(
        self,
        verdict: VerdictMessage,
        nodes: u64,
        time_ms: u32,
        proof: Option<ProofMessage>,
    ) {
        self.task.set(Task::Idle);
        let mover = self.game.with_untracked(Game::side_to_move);
        // What the other side threatens is no proof of how the game ends.
        if let Some(proof) = proof.as_ref().filter(|proof| Color::from(proof.attacker) == mover) {
            let plies = i32::try_from(proof.plies).unwrap_or(i32::MAX);
            self.keep_evaluation(ScoreMessage::Mate(plies));
            self.keep_proof(plies, proof.line.clone());
        }
        if let Some((attacker, means)) = self.analysis.asked_solution.get_value() {
            self.analysis.solution.set(Some(Solution { attacker, means, verdict, nodes, time_ms }));
        }
        self.analysis.walk.set(proof.map(Walk::new));
        self.call_engine();
    }

    /// Asks for the threats of every position, as long as they are wanted.
    pub(crate) fn follow_threats(self) {
        let wanted = preference(|preferences| preferences.threats);
        let position =
            Memo::new(move |_| self.game.with(|game| PositionMessage::from(game.record().position())));
        Effect::new(move || {
            self.analysis.threats.set(Default::default());
            // An engine that takes another's place knows nothing of its questions.
            self.healing.restarts.track();
            if wanted.get() {
                let position = position.get();
                let id = self.next_id();
                self.analysis.asked_threats.set_value(id);
                self.send(Request::Threats { id, position });
            }
        });
    }
}
