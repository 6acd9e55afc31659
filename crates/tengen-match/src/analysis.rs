//! The engine's analysis of the position on the board, continuous or on request.

use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{
    ClassicTuning, Explanation, Means, OpponentKind, PointThreat, Proved, Score, SearchLimits,
    SearchProgress, SolveLimits, SolveStop, Verdict,
};
use tengen_game::{Color, Move, Point, Position};

use crate::engine::{NO_TASK, Purpose};
use crate::front::Effect;
use crate::state::{Match, Thought};
use crate::{Game, Tracked};

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
    /// The proofs about positions of this game that were analysed.
    pub(crate) proofs: Proofs,
    /// The best moves of the positions of this game that were analysed.
    pub(crate) searched: Searched,
    /// Whether no view shows its findings, so that it waits.
    is_unseen: bool,
    /// Whether it has something to do when a view shows them again.
    is_due: bool,
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
            proofs: Proofs::default(),
            searched: Searched::default(),
            is_unseen: false,
            is_due: false,
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
        self.proofs = Proofs::default();
        self.searched = Searched::default();
    }

    /// Notes one of the best moves that the engine has found in the position on the board.
    pub(crate) fn note_line(&mut self, progress: SearchProgress, game: &mut Tracked<Game>) {
        let SearchProgress { line, depth, score, pv, .. } = progress;
        let index = line as usize;
        let is_mate = matches!(score, Score::Mate(_));
        // What an earlier search has found deeper stays until this one has come as far, but a proved end outdoes every estimate.
        let stays = |known: &Line| known.depth > depth && (!is_mate || matches!(known.score, Score::Mate(_)));
        if self.lines.get(index).is_some_and(stays) {
            return;
        }
        if index == 0 {
            note_evaluation(game, score);
        }
        let moves = game.record().position().moves();
        if index == 0 && is_mate {
            self.proofs.add(moves, score, pv.iter().copied().map(Move::Place).collect());
        }
        let lines = self.lines.change();
        let found = Line { depth, score, pv };
        match lines.get_mut(index) {
            Some(line) => *line = found,
            // The lines of an iteration come one after the other, the best first.
            None => lines.push(found),
        }
        self.searched.note(moves, lines.clone());
    }

    /// The score of the last finding, if that was for this side.
    pub(crate) fn score_for(&self, side: Color) -> Option<Score> {
        self.thought.as_ref().filter(|thought| thought.side == side).map(|thought| thought.progress.score)
    }

    pub(crate) fn threatened(&mut self, id: u32, threats: [Vec<PointThreat>; 2]) {
        if id == self.asked_threats {
            self.threats.set(threats);
        }
    }
}

impl Match {
    /// Turns the analysis of the position on the board on or off.
    pub fn set_analysing(&mut self, on: bool) {
        self.analysis.is_on.set(on);
        self.analyse_anew();
    }

    /// Looks for this many of the best moves.
    pub fn set_line_count(&mut self, count: u32) {
        let count = count.clamp(1, 10);
        if *self.analysis.count == count {
            return;
        }
        self.analysis.count.set(count);
        self.analysis.lines.set(Vec::new());
        self.analysis.searched = Searched::default();
        if *self.analysis.is_on {
            self.analyse_anew();
        }
    }

    /// Sets for how many milliseconds a position is analysed; without a number there is no limit.
    pub fn set_analysis_time(&mut self, time_ms: Option<u32>) {
        self.front.habits.analysis_ms = time_ms;
        if *self.analysis.is_on {
            self.analyse_anew();
        }
    }

    /// Sets whether a view shows the findings of the analysis. While none does, the engine rests, and the findings stay.
    pub fn set_analysis_seen(&mut self, is_seen: bool) {
        if self.analysis.is_unseen != is_seen {
            return;
        }
        self.analysis.is_unseen = !is_seen;
        if is_seen {
            // A replay goes on.
            if std::mem::take(&mut self.analysis.is_due) && self.is_free() {
                self.cancel_search();
                self.call_engine();
            }
        } else if matches!(self.purpose(), Some(Purpose::Analyse | Purpose::Explain)) {
            self.cancel_search();
            self.analysis.is_due = true;
        }
    }

    /// Begins the analysis again, unless the engine has something else to do.
    fn analyse_anew(&mut self) {
        if self.is_free() {
            self.cancel();
            self.call_engine();
        }
    }

    /// Shows the beginning of a line on the board.
    pub fn preview(&mut self, line: Vec<Point>) {
        self.analysis.preview.set(line);
    }

    /// Ends the preview if it is one of `length` moves that ends with this one.
    pub fn end_preview(&mut self, length: usize, last: Point) {
        let preview = &*self.analysis.preview;
        if preview.len() == length && preview.last() == Some(&last) {
            self.analysis.preview.set(Vec::new());
        }
    }

    /// Has the last move explained, and then the best moves searched, if the position is to be analysed.
    pub(crate) fn analyse(&mut self) {
        if !*self.analysis.is_on || self.game.record().is_over() {
            return;
        }
        if self.analysis.lines.is_empty() {
            let known = self.analysis.searched.of(self.game.record().position().moves()).to_vec();
            self.analysis.lines.set(known);
        }
        if self.analysis.is_unseen {
            self.analysis.is_due = true;
            return;
        }
        if self.front.habits.explains
            && self.analysis.explanation.is_none()
            && let Some((position, point)) = last_move(self.game.record().position())
        {
            let limits = SolveLimits::nodes(EXPLAIN_NODES);
            self.ask(Purpose::Explain, |id| Effect::Ask(Request::Explain { id, position, point, limits }));
            return;
        }
        let time = self.front.habits.analysis_ms.map(|time_ms| Duration::from_millis(time_ms.into()));
        let limits = SearchLimits { lines: *self.analysis.count, time, ..SearchLimits::default() };
        self.search(Purpose::Analyse, limits, OpponentKind::Tengen, ClassicTuning::default());
    }

    /// Has the recommended move explained; `false` where there is none, or its explanation is there.
    pub(crate) fn explain_hint(&mut self) -> bool {
        let Some(point) =
            self.analysis.hint.filter(|_| self.front.habits.explains && self.analysis.reason.is_none())
        else {
            return false;
        };
        let (position, limits) = (self.game.record().position().clone(), SolveLimits::nodes(EXPLAIN_NODES));
        self.ask(Purpose::ExplainHint, |id| Effect::Ask(Request::Explain { id, position, point, limits }))
    }

    /// Looks for a forced win of one side.
    pub fn solve(&mut self, attacker: Color, means: Means) {
        if !self.shows_game() || !self.is_free() || self.game.record().is_over() {
            return;
        }
        self.cancel();
        self.leave_why_not();
        self.analysis.solution.set(None);
        self.analysis.asked_solution = Some((attacker, means));
        let position = self.game.record().position().clone();
        let limits = SolveLimits::time(SOLVE_TIME);
        let request = |id| Effect::Ask(Request::Solve { id, position, attacker, means, limits });
        self.ask(Purpose::Solve, request);
    }

    pub(crate) fn solved(&mut self, verdict: Verdict, nodes: u64, time: Duration) {
        self.engine.finish_task();
        let (result, proof) = match verdict {
            Verdict::Proved(proof) => (SolveResult::Proved, Some(proof)),
            Verdict::Refuted => (SolveResult::Refuted, None),
            Verdict::Unknown(stop) => (SolveResult::Unknown(stop), None),
        };
        let mover = self.game.side_to_move();
        // A threat of the other side is no proof of how the game ends.
        if let Some(proof) = proof.as_ref().filter(|proof| proof.attacker == mover) {
            let score = Score::Mate(i32::try_from(proof.plies).unwrap_or(i32::MAX));
            note_evaluation(&mut self.game, score);
            self.analysis.proofs.add(self.game.record().position().moves(), score, proof.line.clone());
        }
        if let Some((attacker, means)) = self.analysis.asked_solution {
            self.analysis.solution.set(Some(Solution { attacker, means, result, nodes, time }));
        }
        if let Some(proof) = proof {
            self.begin_walk(proof);
        }
        self.call_engine();
    }

    /// Requests the threats in the position on the board, or clears them.
    pub fn look_up_threats(&mut self, are_wanted: bool) {
        self.analysis.threats.set(Default::default());
        self.analysis.asked_threats = NO_TASK;
        if are_wanted {
            let (id, position) = (self.engine.next_id(), self.game.record().position().clone());
            self.analysis.asked_threats = id;
            self.look_up(Request::Threats { id, position });
        }
    }

    /// Sends a request that the engine service answers besides its task, if there is a service.
    pub(crate) fn look_up(&mut self, request: Request) {
        if self.engine.is_there() && !self.is_remote_running() {
            self.front.effects.push(Effect::Ask(request));
        }
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

/// The most positions that are remembered.
const MOST: usize = 1_000;

/// The positions of the game on the board whose end is proved, as the moves that lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Proofs(Vec<(Vec<Move>, Proved)>);

impl Proofs {
    /// Notes how the game ends after these moves, for the side to move; a later proof of a position takes the place of an earlier one.
    pub(crate) fn add(&mut self, moves: &[Move], score: Score, line: Vec<Move>) {
        self.0.retain(|(known, _)| known != moves);
        if self.0.len() < MOST && score != Score::Mate(0) {
            self.0.push((moves.to_vec(), Proved { played: moves.len(), score, line }));
        }
    }

    /// The proofs about positions of a game.
    pub(crate) fn of_game(&self, game: &[Move]) -> Vec<Proved> {
        let of_game = self.0.iter().filter(|(moves, _)| game.starts_with(moves));
        of_game.map(|(_, proved)| proved.clone()).collect()
    }
}

/// The best moves of positions of the game on the board, as the moves that lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Searched(Vec<(Vec<Move>, Vec<Line>)>);

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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_lies_on_the_way_of_a_game_is_known_of_it() {
        let [a, b, c] = [0, 1, 2].map(|x| Move::from(Point::new(x, x)));
        let mut proofs = Proofs::default();
        proofs.add(&[a, b], Score::Mate(5), vec![Point::new(4, 4).into()]);
        proofs.add(&[a, c], Score::Mate(3), Vec::new());
        proofs.add(&[a, b], Score::Mate(7), vec![Move::Pass]);
        proofs.add(&[], Score::Mate(0), Vec::new());
        let known = [Proved { played: 2, score: Score::Mate(7), line: vec![Move::Pass] }];
        assert_eq!(proofs.of_game(&[a, b, c]), known);
        assert_eq!(proofs.of_game(&[a]), []);
    }
}
