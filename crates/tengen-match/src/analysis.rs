//! The engine's analysis of the position on the board, continuous or on request.

use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{
    ClassicTuning, Explanation, Means, OpponentKind, PointThreat, Score, SearchLimits, SearchProgress,
    SolveLimits, SolveStop, Verdict,
};
use tengen_game::{Color, Move, Point, Position};

use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::engine::{NO_TASK, Purpose};
use crate::front::Effect;
use crate::mode::Walk;
use crate::state::Thought;
use crate::{Game, Notice, Tracked};

/// The time for the search for a forced win.
const SOLVE_TIME: Duration = Duration::from_secs(20);

/// Nodes for each question to a solver in an explanation.
const EXPLAIN_NODES: u64 = 30_000;

/// One of the best moves, and what should follow it.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Plies.
    pub depth: u32,
    /// From the point of view of the side to move.
    pub score: Score,
    /// The moves.
    pub pv: Vec<Point>,
}

/// The end of a search for a forced win.
#[derive(Clone, Debug, PartialEq)]
pub struct Solution {
    /// The side whose win was to be proved.
    pub attacker: Color,
    /// The kind of threats that were searched.
    pub means: Means,
    /// The result.
    pub result: SolveResult,
    /// Visited nodes.
    pub nodes: u64,
    /// Time spent.
    pub time: Duration,
}

/// Whether there is a forced win. Where there is one, [`Mode::walk`](crate::Mode::walk) has its proof.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SolveResult {
    /// There is one.
    Proved,
    /// There is none of this kind.
    Refuted,
    /// The solver ended without a result.
    Unknown(SolveStop),
}

/// The analysis of the position on the board.
#[derive(Debug)]
pub struct Analysis {
    /// Whether the engine analyses the position on the board, after each change of it.
    pub is_on: Tracked<bool>,
    /// How many of the best moves it looks for.
    pub count: Tracked<u32>,
    /// The best moves, the best first.
    pub lines: Tracked<Vec<Line>>,
    /// The beginning of a line that is shown on the board.
    pub preview: Tracked<Vec<Point>>,
    /// The last finding of the engine. It stays until a move is played or another position is looked at.
    pub thought: Tracked<Option<Thought>>,
    /// The recommended move.
    pub hint: Tracked<Option<Point>>,
    /// The explanation of the last move.
    pub explanation: Tracked<Option<Explanation>>,
    /// The explanation of the recommended move.
    pub reason: Tracked<Option<Explanation>>,
    /// The end of the last search for a forced win.
    pub solution: Tracked<Option<Solution>>,
    /// The threats of Black and of White, if a view shows them.
    pub threats: Tracked<[Vec<PointThreat>; 2]>,
    /// The best moves of the positions of this game that were analysed.
    searched: Searched,
    /// Whether no view shows its findings, so that it waits.
    is_unseen: bool,
    /// Whether it has something to do when a view shows them again.
    is_due: bool,
    /// Milliseconds after which an analysis of a position ends, where that is set in place of the time of the habits.
    time_ms: Option<Option<u32>>,
    asked_threats: u32,
    asked_solution: Option<(Color, Means)>,
}

impl Default for Analysis {
    fn default() -> Analysis {
        Analysis {
            is_on: Tracked::default(),
            count: Tracked::new(3),
            lines: Tracked::default(),
            preview: Tracked::default(),
            thought: Tracked::default(),
            hint: Tracked::default(),
            explanation: Tracked::default(),
            reason: Tracked::default(),
            solution: Tracked::default(),
            threats: Tracked::default(),
            searched: Searched::default(),
            is_unseen: false,
            is_due: false,
            time_ms: None,
            asked_threats: 0,
            asked_solution: None,
        }
    }
}

impl Analysis {
    /// The position is another one.
    pub(crate) fn forget(&mut self) {
        self.lines.set(Vec::new());
        self.preview.set(Vec::new());
        self.hint.set(None);
        self.explanation.set(None);
        self.reason.set(None);
        self.solution.set(None);
        self.threats.set(Default::default());
    }

    /// Another game, or another start of one.
    pub(crate) fn forget_positions(&mut self) {
        self.searched = Searched::default();
    }

    pub(crate) fn threatened(&mut self, id: u32, threats: [Vec<PointThreat>; 2]) {
        if id == self.asked_threats {
            self.threats.set(threats);
        }
    }
}

/// The commands.
impl Analysis {
    /// Turns the analysis of the position on the board on or off.
    pub fn set_on(&mut self, on: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        self.is_on.set(on);
        Analysis::begin_again(context)
    }

    /// Turns the analysis on if it is off, and off if it is on.
    pub fn toggle(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        self.set_on(!*self.is_on, context)
    }

    /// Looks for this many of the best moves.
    pub fn set_line_count(&mut self, count: u32, context: &mut Context<'_>) -> Vec<Consequence> {
        let count = count.clamp(1, 10);
        if *self.count == count {
            return Vec::new();
        }
        self.count.set(count);
        self.lines.set(Vec::new());
        self.searched = Searched::default();
        if *self.is_on { Analysis::begin_again(context) } else { Vec::new() }
    }

    /// Sets for how many milliseconds a position is analysed, in place of the time of the habits; without a number there is no limit.
    pub fn set_time(&mut self, time_ms: Option<u32>, context: &mut Context<'_>) -> Vec<Consequence> {
        self.time_ms = Some(time_ms);
        if *self.is_on { Analysis::begin_again(context) } else { Vec::new() }
    }

    /// Sets whether a view shows the findings of the analysis. While none does, the engine rests, and the findings stay.
    pub fn set_seen(&mut self, is_seen: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        if self.is_unseen != is_seen {
            return Vec::new();
        }
        self.is_unseen = !is_seen;
        if is_seen {
            // A replay goes on.
            if std::mem::take(&mut self.is_due) && context.is_free() {
                return vec![Consequence::CancelSearch, Consequence::CallEngine];
            }
        } else if matches!(context.purpose(), Some(Purpose::Analyse | Purpose::Explain)) {
            self.is_due = true;
            return vec![Consequence::CancelSearch];
        }
        Vec::new()
    }

    /// Begins the analysis again, unless the engine has something else to do.
    fn begin_again(context: &Context<'_>) -> Vec<Consequence> {
        let again = || vec![Consequence::Cancel, Consequence::CallEngine];
        context.is_free().then(again).unwrap_or_default()
    }

    /// Shows the beginning of a line on the board.
    pub fn show_line(&mut self, line: Vec<Point>) -> Vec<Consequence> {
        self.preview.set(line);
        Vec::new()
    }

    /// Ends the preview if it is one of `length` moves that ends with this one.
    pub fn end_preview(&mut self, length: usize, last: Point) -> Vec<Consequence> {
        if self.preview.len() == length && self.preview.last() == Some(&last) {
            self.preview.set(Vec::new());
        }
        Vec::new()
    }

    /// Has the recommended move explained; then, if the position is to be analysed, the last move explained, and the best moves
    /// searched.
    pub(crate) fn go_on(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let position = context.game.record().position().clone();
        if let Some(point) = self.hint.filter(|_| context.habits.explains && self.reason.is_none()) {
            return Analysis::explain(Purpose::ExplainHint, position, point, context);
        }
        if !*self.is_on || context.game.record().is_over() {
            return Vec::new();
        }
        if self.lines.is_empty() {
            self.lines.set(self.searched.of(position.moves()).to_vec());
        }
        if self.is_unseen {
            self.is_due = true;
            return Vec::new();
        }
        if context.habits.explains
            && self.explanation.is_none()
            && let Some((before, point)) = last_move(&position)
        {
            return Analysis::explain(Purpose::Explain, before, point, context);
        }
        let time = self.time_ms.unwrap_or(context.habits.analysis_ms);
        let time = time.map(|time_ms| Duration::from_millis(time_ms.into()));
        let limits = SearchLimits { lines: *self.count, time, ..SearchLimits::default() };
        let tuning = ClassicTuning::default();
        context.search(Purpose::Analyse, limits, OpponentKind::Tengen, tuning).into_iter().collect()
    }

    fn explain(
        purpose: Purpose,
        position: Position,
        point: Point,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let limits = SolveLimits::nodes(EXPLAIN_NODES);
        let request = |id| Effect::Ask(Request::Explain { id, position, point, limits });
        context.ask(purpose, request).into_iter().collect()
    }

    /// The engine recommends this move.
    pub(crate) fn found_hint(&mut self, point: Point, context: &mut Context<'_>) -> Vec<Consequence> {
        self.hint.set(Some(point));
        let notice = Notice::Hint(point.on(context.game.record().size()));
        vec![Consequence::FinishTask, Consequence::Notice(notice), Consequence::CallEngine]
    }

    /// The engine has explained a move: the last one, or the one that it recommends.
    pub(crate) fn explained(
        &mut self,
        id: u32,
        explanation: Explanation,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        if context.is_task(id, Purpose::Explain) {
            self.explanation.set(Some(explanation));
        } else if context.is_task(id, Purpose::ExplainHint) {
            self.reason.set(Some(explanation));
        } else {
            return Vec::new();
        }
        vec![Consequence::FinishTask, Consequence::CallEngine]
    }

    /// Notes one of the best moves that the engine has found in the position on the board.
    pub(crate) fn note_line(
        &mut self,
        progress: SearchProgress,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let SearchProgress { line, depth, score, pv, .. } = progress;
        let index = line as usize;
        let is_mate = matches!(score, Score::Mate(_));
        // What an earlier search has found deeper stays until this one has come as far, but a proved end outdoes every estimate.
        let stays = |known: &Line| known.depth > depth && (!is_mate || matches!(known.score, Score::Mate(_)));
        if self.lines.get(index).is_some_and(stays) {
            return Vec::new();
        }
        if index == 0 {
            note_evaluation(context.game, score);
        }
        let proved = (index == 0 && is_mate)
            .then(|| Consequence::Proved(score, pv.iter().copied().map(Move::Place).collect()));
        let lines = self.lines.change();
        let found = Line { depth, score, pv };
        match lines.get_mut(index) {
            Some(line) => *line = found,
            // The lines of an iteration come one after the other, the best first.
            None => lines.push(found),
        }
        self.searched.note(context.game.record().position().moves(), lines.clone());
        proved.into_iter().collect()
    }

    /// Looks for a forced win of one side.
    pub fn solve(&mut self, attacker: Color, means: Means, context: &mut Context<'_>) -> Vec<Consequence> {
        // A warning of the coach waits for its answer.
        let is_busy = !context.is_free() || context.is_warned;
        if !context.shows_game || is_busy || context.game.record().is_over() {
            return Vec::new();
        }
        self.solution.set(None);
        self.asked_solution = Some((attacker, means));
        let position = context.game.record().position().clone();
        let limits = SolveLimits::time(SOLVE_TIME);
        let request = |id| Effect::Ask(Request::Solve { id, position, attacker, means, limits });
        let before = [Consequence::Cancel, Consequence::LeaveWhyNot];
        in_order(before, context.ask(Purpose::Solve, request))
    }

    /// A solver has ended its search for a forced win.
    pub(crate) fn solved(
        &mut self,
        verdict: Verdict,
        nodes: u64,
        time: Duration,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        let (result, proof) = match verdict {
            Verdict::Proved(proof) => (SolveResult::Proved, Some(proof)),
            Verdict::Refuted => (SolveResult::Refuted, None),
            Verdict::Unknown(stop) => (SolveResult::Unknown(stop), None),
        };
        let mut consequences = vec![Consequence::FinishTask];
        let mover = context.game.side_to_move();
        // A threat of the other side is no proof of how the game ends.
        if let Some(proof) = proof.as_ref().filter(|proof| proof.attacker == mover) {
            let score = Score::Mate(i32::try_from(proof.plies).unwrap_or(i32::MAX));
            note_evaluation(context.game, score);
            consequences.push(Consequence::Proved(score, proof.line.clone()));
        }
        if let Some((attacker, means)) = self.asked_solution {
            self.solution.set(Some(Solution { attacker, means, result, nodes, time }));
        }
        if let Some(proof) = proof.filter(|_| context.shows_game) {
            consequences.extend([Consequence::EndFinding, Walk::begin(proof)]);
        }
        consequences.push(Consequence::CallEngine);
        consequences
    }

    /// Requests the threats in the position on the board, or clears them.
    pub fn look_up_threats(&mut self, are_wanted: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        self.threats.set(Default::default());
        self.asked_threats = NO_TASK;
        if !are_wanted {
            return Vec::new();
        }
        let (id, position) = (context.next_id(), context.game.record().position().clone());
        self.asked_threats = id;
        context.look_up(Request::Threats { id, position })
    }
}

/// The last move and the position before it.
fn last_move(position: &Position) -> Option<(Position, Point)> {
    let mut before = position.clone();
    let point = before.undo().and_then(Move::point)?;
    Some((before, point))
}

/// Writes the score into the record, in which it is that of the side that has moved.
fn note_evaluation(game: &mut Tracked<Game>, score: Score) {
    // A view of evaluations follows the lines as well; all others would only be drawn again.
    game.quietly().set_evaluation(-score);
}

/// The most positions whose best moves are remembered.
const MOST: usize = 1_000;

/// The best moves of positions of the game on the board, as the moves that lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
struct Searched(Vec<(Vec<Move>, Vec<Line>)>);

impl Searched {
    /// Notes the best moves in the position after these moves. The oldest position makes room where there are too many.
    fn note(&mut self, moves: &[Move], lines: Vec<Line>) {
        match self.0.iter_mut().find(|(known, _)| known == moves) {
            Some((_, known)) => *known = lines,
            None => {
                if self.0.len() >= MOST {
                    self.0.remove(0);
                }
                self.0.push((moves.to_vec(), lines));
            }
        }
    }

    /// The best moves in the position after these moves.
    fn of(&self, moves: &[Move]) -> &[Line] {
        self.0.iter().find(|(known, _)| known == moves).map_or(&[], |(_, lines)| lines)
    }
}
