//! Why a move is not played: the user points at a point, and sees what the other side answers to a stone there.
//!
//! First the solvers look for a forced win of the other side, whose proof can be walked through. Where they find none, the value of the
//! move is compared with that of the best one.

use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{
    ClassicTuning, Means, OpponentKind, Proof, SearchLimits, SearchProgress, SolveLimits, SolveStop,
    StopReason, Verdict, mate_moves, win_chance,
};
use tengen_game::{Color, Move, Outcome, Point, Position, Score};

use crate::state::{Effect, Match};
use crate::task::{Engine, Purpose};
use crate::walk::Walk;
use crate::{Notice, Tracked};

/// The time for the search for a win by fours.
const FOURS_TIME: Duration = Duration::from_millis(1_500);
/// The time for the search for a win by threats.
const THREATS_TIME: Duration = Duration::from_millis(3_000);

/// How much better the best move must be, in thousandths of a win, to be an objection. Searches that are this close say nothing about
/// which move is better, and both would be shown with the same chance in per cent.
const LEAST_DIFFERENCE: u16 = 10;

/// The questions why a move is not played.
#[derive(Debug, Default)]
pub struct WhyNot {
    /// Whether the next point that the user chooses is asked about, and no stone is placed there.
    pub is_on: Tracked<bool>,
    /// The answer to the last question.
    pub answer: Tracked<Option<Objection>>,
    /// The question on which the engine works.
    question: Option<Question>,
}

impl WhyNot {
    /// The engine no longer works on the question.
    pub(crate) fn drop_question(&mut self) {
        self.question = None;
    }

    /// The position is another one.
    pub(crate) fn forget(&mut self) {
        self.question = None;
        self.is_on.set(false);
        self.answer.set(None);
    }
}

/// What there is to say against a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Objection {
    /// The move.
    pub point: Point,
    /// The side that would play it.
    pub side: Color,
    /// What speaks against it.
    pub against: Against,
    /// What should follow, the move included; with it alone, the game is over.
    pub line: Vec<Point>,
}

/// What speaks against a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Against {
    /// The move ends the game, with this winner, or drawn.
    Ends(Option<Color>),
    /// The other side has a forced win after it. [`Analysis::walk`](crate::Analysis::walk) has its proof.
    Refuted {
        /// How it is forced.
        means: Means,
        /// How many moves the other side needs at most, the winning one included.
        moves: u32,
    },
    /// Another move is better. The scores are for the side that would play.
    Worse {
        /// With the move.
        score: Score,
        /// The best move that was found.
        best: Point,
        /// With the best move.
        best_score: Score,
    },
    /// No better move was found. The score is for the side that would play.
    Nothing {
        /// With the move.
        score: Score,
    },
}

/// What is asked about a move, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Whether the other side wins by fours.
    Fours,
    /// Whether it wins by threats.
    Threats,
    /// How good the move is.
    Value,
    /// How good the best move is.
    Best,
}

/// A question on which the engine works.
#[derive(Clone, Debug)]
struct Question {
    point: Point,
    step: Step,
    /// The value of the move for the side that would play it, and what should follow, the move included.
    found: Option<(Score, Vec<Point>)>,
}

impl Match {
    /// Whether the user can ask why a move is not played.
    pub fn can_ask_why_not(&self) -> bool {
        let may_ask = self.shows_game() && !self.is_remote_running() && self.is_free();
        may_ask
            && self.engine != Engine::Absent
            && !self.game.record().is_over()
            && self.game.opening_under_way().is_none()
    }

    /// Lets the next point that the user chooses be asked about, or no longer.
    pub fn set_asking_why_not(&mut self, is_on: bool) {
        if is_on && !self.can_ask_why_not() {
            return;
        }
        self.stop_replay();
        self.clear_objection();
        self.why_not.is_on.set(is_on);
        self.notice.set(Notice::Nothing);
    }

    /// Leaves the questions why a move is not played, with the answer that there may be; a question on which the engine works ends.
    /// `false` where there was nothing to leave.
    pub fn leave_why_not(&mut self) -> bool {
        let is_under_way = self.why_not.question.is_some();
        let is_there = *self.why_not.is_on || self.why_not.answer.is_some() || is_under_way;
        self.why_not.is_on.set(false);
        self.clear_objection();
        if is_under_way {
            self.cancel();
            self.call_engine();
        }
        is_there
    }

    /// The last answer leaves the board.
    fn clear_objection(&mut self) {
        if self.why_not.answer.is_some() {
            self.why_not.answer.set(None);
            self.analysis.preview.set(Vec::new());
        }
        if self.analysis.walk.is_some() {
            self.analysis.walk.set(None);
        }
    }

    /// Asks what speaks against a move of the side whose turn it is. A point that cannot be played is refused with the reason.
    pub(crate) fn ask_why_not(&mut self, point: Point) {
        let position = self.game.record().position();
        if let Err(refusal) = position.check(point) {
            return self.notice.set(Notice::Refused(refusal));
        }
        let side = position.side_to_move();
        let end = after(position, point).outcome().map(Outcome::winner);
        self.why_not.is_on.set(false);
        self.clear_objection();
        self.notice.set(Notice::Nothing);
        if let Some(winner) = end {
            return self.object(Objection { point, side, against: Against::Ends(winner), line: vec![point] });
        }
        self.cancel();
        self.why_not.question = Some(Question { point, step: Step::Fours, found: None });
        self.ask_step();
    }

    /// Asks the engine what is to be known next.
    fn ask_step(&mut self) {
        let Some(Question { point, step, .. }) = self.why_not.question else { return };
        let before = self.game.record().position().clone();
        let time = Duration::from_millis(self.habits.hint_ms.into());
        let solve = |means, time| {
            let (position, limits) = (after(&before, point), SolveLimits::time(time));
            move |id| Request::Solve { id, attacker: position.side_to_move(), position, means, limits }
        };
        let search = |position| {
            move |id| Request::Search {
                id,
                position,
                limits: SearchLimits::time(time),
                opponent: OpponentKind::Tengen,
                tuning: ClassicTuning::default(),
            }
        };
        let is_asked = match step {
            Step::Fours => self.ask_engine(solve(Means::Vcf, FOURS_TIME)),
            Step::Threats => self.ask_engine(solve(Means::Vct, THREATS_TIME)),
            Step::Value => self.ask_engine(search(after(&before, point))),
            Step::Best => self.ask_engine(search(before)),
        };
        if !is_asked {
            self.why_not.drop_question();
        }
    }

    fn ask_engine(&mut self, request: impl FnOnce(u32) -> Request) -> bool {
        self.ask(Purpose::WhyNot, |id| Effect::Ask(request(id)))
    }

    /// A solver has looked for a win of the other side.
    pub(crate) fn why_not_solved(&mut self, verdict: Verdict) {
        self.task.set(None);
        let Some(question) = self.why_not.question.as_mut() else { return };
        let (means, next) = match question.step {
            Step::Fours => (Means::Vcf, Step::Threats),
            _ => (Means::Vct, Step::Value),
        };
        match verdict {
            Verdict::Proved(proof) => self.refute(means, proof),
            Verdict::Unknown(SolveStop::Stopped) => self.give_question_up(),
            Verdict::Refuted | Verdict::Unknown(_) => {
                question.step = next;
                self.ask_step();
            }
        }
    }

    /// A search has found a value: that after the move, or that of the best move.
    pub(crate) fn why_not_searched(
        &mut self,
        found: Option<Point>,
        progress: SearchProgress,
        stopped_by: Option<StopReason>,
    ) {
        self.task.set(None);
        let Some(question) = self.why_not.question.as_mut() else { return };
        let Some(best) = found else { return self.give_question_up() };
        match &question.found {
            Some((score, line)) => {
                let (score, line) = (*score, line.clone());
                self.compare(score, line, (best, progress.score));
            }
            None if stopped_by == Some(StopReason::Stopped) => self.give_question_up(),
            None => {
                let mut line = vec![question.point];
                line.extend(&progress.pv);
                let score = progress.score.before_move();
                question.found = Some((score, line.clone()));
                question.step = Step::Best;
                // The analysis may know the best move already.
                let known = self.analysis.lines.first().filter(|known| known.depth > progress.depth);
                match known.and_then(|known| Some((*known.pv.first()?, known.score))) {
                    Some(best) => self.compare(score, line, best),
                    None => self.ask_step(),
                }
            }
        }
    }

    /// The other side wins by force.
    fn refute(&mut self, means: Means, proof: Proof) {
        let Some(Question { point, .. }) = self.why_not.question else { return };
        let side = self.game.side_to_move();
        let moves = mate_moves(proof.plies);
        let line =
            std::iter::once(point).chain(proof.line.iter().filter_map(|played| played.point())).collect();
        self.analysis.walk.set(Some(Walk::against(point, proof)));
        self.object(Objection { point, side, against: Against::Refuted { means, moves }, line });
    }

    /// Both values are known.
    fn compare(&mut self, score: Score, line: Vec<Point>, (best, best_score): (Point, Score)) {
        let Some(Question { point, .. }) = self.why_not.question else { return };
        let is_better = best != point && win_chance(best_score) >= win_chance(score) + LEAST_DIFFERENCE;
        let against =
            if is_better { Against::Worse { score, best, best_score } } else { Against::Nothing { score } };
        let side = self.game.side_to_move();
        self.object(Objection { point, side, against, line });
    }

    /// The question is answered.
    fn object(&mut self, objection: Objection) {
        self.why_not.drop_question();
        if self.analysis.walk.is_none() {
            self.analysis.preview.set(objection.line.clone());
        }
        self.why_not.answer.set(Some(objection));
        self.call_engine();
    }

    /// The question has no answer.
    fn give_question_up(&mut self) {
        self.why_not.drop_question();
        self.call_engine();
    }
}

/// The position after a legal move.
fn after(position: &Position, point: Point) -> Position {
    let mut after = position.clone();
    after.play_unchecked(Move::Place(point));
    after
}

#[cfg(test)]
mod tests {
    use tengen_analysis::engine::Response;
    use tengen_game::PlayError;

    use super::*;
    use crate::tests::{PEOPLE, answer, asked, place, point, table};

    /// A game of two people in which it is Black's turn, and the question that Black asks.
    fn asking(name: &str) -> Match {
        let mut table = table(PEOPLE);
        for (index, name) in ["h8", "a1", "i9", "c1"].into_iter().enumerate() {
            place(&mut table, index as u64, name);
        }
        table.at(10, |table| table.set_asking_why_not(true));
        place(&mut table, 11, name);
        table
    }

    fn solved(table: &mut Match, verdict: Verdict) {
        let id = table.task.unwrap().id;
        let response = Response::Solved { id, verdict, nodes: 9, time: Duration::from_millis(1) };
        table.at(20, |table| table.on_response(response));
    }

    fn against(table: &Match) -> Option<Against> {
        table.why_not.answer.as_ref().map(|answer| answer.against)
    }

    #[test]
    fn a_forced_win_of_the_other_side_is_walked_through() {
        let mut table = asking("o15");
        let Some(Request::Solve { position, attacker, means, .. }) = asked(&mut table) else { panic!() };
        assert_eq!((position.moves().len(), attacker, means), (5, Color::White, Means::Vcf));
        assert_eq!((table.game.record().cursor(), table.is_free()), (4, false));
        let proof = r#"{"attacker": "white", "plies": 3, "line": [[1, 1], [2, 2], [3, 3]], "turns": [
            {"attack": [3, 3]}, {"attack": [1, 1], "otherwise": 0}]}"#;
        solved(&mut table, Verdict::Proved(serde_json::from_str(proof).unwrap()));
        assert_eq!(against(&table), Some(Against::Refuted { means: Means::Vcf, moves: 2 }));
        let walk = table.analysis.walk.as_ref().unwrap();
        assert_eq!((walk.refuted(), walk.stones().len()), (Some(point("o15")), 2));
        // The next click is a defence, and no stone.
        place(&mut table, 21, "g7");
        assert_eq!((table.game.record().cursor(), table.analysis.walk.as_ref().unwrap().depth()), (4, 1));
        table.at(22, Match::end_walk);
        assert_eq!((table.why_not.answer.is_none(), table.analysis.walk.is_none()), (true, true));
        place(&mut table, 23, "g7");
        assert_eq!(table.game.record().cursor(), 5);
    }

    #[test]
    fn without_a_forced_win_the_value_is_compared_with_that_of_the_best_move() {
        let mut table = asking("o15");
        solved(&mut table, Verdict::Refuted);
        assert!(matches!(asked(&mut table), Some(Request::Solve { means: Means::Vct, .. })));
        solved(&mut table, Verdict::Unknown(SolveStop::Time));
        let Some(Request::Search { position, .. }) = asked(&mut table) else { panic!() };
        assert_eq!(position.moves().len(), 5);
        answer(&mut table, 30, "g7", Score::Value(200));
        let Some(Request::Search { position, .. }) = asked(&mut table) else { panic!() };
        assert_eq!(position.moves().len(), 4);
        answer(&mut table, 31, "h9", Score::Value(50));
        let worse =
            Against::Worse { score: Score::Value(-200), best: point("h9"), best_score: Score::Value(50) };
        assert_eq!((against(&table), *table.task), (Some(worse), None));
        assert_eq!(*table.analysis.preview, [point("o15"), point("g7")]);
        assert!(table.thought.is_none(), "nothing was found about the position on the board");
        assert!(table.leave_why_not() && !table.leave_why_not());
        assert!(table.analysis.preview.is_empty());
    }

    #[test]
    fn no_move_is_worse_than_itself_or_than_one_that_is_hardly_better() {
        let close = [("h9", -50, Score::Value(50)), ("h9", -50, Score::Value(54))];
        for (best, after, with_best) in [("o15", 9, Score::Value(80))].into_iter().chain(close) {
            let mut table = asking("o15");
            solved(&mut table, Verdict::Refuted);
            solved(&mut table, Verdict::Refuted);
            answer(&mut table, 30, "g7", Score::Value(after));
            answer(&mut table, 31, best, with_best);
            assert_eq!(against(&table), Some(Against::Nothing { score: Score::Value(-after) }));
        }
    }

    #[test]
    fn points_that_cannot_be_played_are_refused_and_another_may_be_chosen() {
        let mut table = asking("h8");
        assert!(matches!(*table.notice, Notice::Refused(PlayError::Occupied(_))));
        assert_eq!((*table.why_not.is_on, *table.task), (true, None));
        place(&mut table, 12, "h7");
        assert_eq!((*table.why_not.is_on, table.purpose()), (false, Some(Purpose::WhyNot)));
        // Nothing else can be asked meanwhile, and a stone ends the question.
        table.at(13, |table| table.set_asking_why_not(true));
        assert!(!*table.why_not.is_on);
        place(&mut table, 14, "g7");
        assert_eq!((table.game.record().cursor(), *table.task), (5, None));
        assert!(table.why_not.question.is_none());
    }

    #[test]
    fn a_move_that_ends_the_game_needs_no_engine() {
        let mut table = table(PEOPLE);
        for name in ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"] {
            place(&mut table, 0, name);
        }
        table.at(1, |table| table.set_asking_why_not(true));
        place(&mut table, 2, "l8");
        assert_eq!(against(&table), Some(Against::Ends(Some(Color::Black))));
        assert_eq!((table.game.record().cursor(), *table.task), (8, None));
    }

    #[test]
    fn a_question_ends_with_the_engine_or_when_it_is_stopped() {
        let mut table = asking("o15");
        let failed = Response::Failed { id: None, message: "a panic".to_owned() };
        table.at(12, |table| table.on_response(failed));
        assert!(table.why_not.question.is_none() && against(&table).is_none());
        assert_eq!((&*table.notice, *table.task), (&Notice::EngineRestarted, None));
        let mut table = asking("o15");
        table.at(12, Match::stop);
        assert!(matches!(asked(&mut table), Some(Request::Stop { .. })));
        solved(&mut table, Verdict::Unknown(SolveStop::Stopped));
        assert_eq!((against(&table), *table.task), (None, None));
    }

    #[test]
    fn a_question_under_way_is_left_and_the_analysis_continues() {
        let mut table = asking("o15");
        table.analysis.is_on.set(true);
        table.take_effects();
        let question = table.task.unwrap().id;
        assert!(table.at(12, Match::leave_why_not));
        assert!(table.take_effects().contains(&Effect::Ask(Request::Stop { id: question })));
        assert!(table.why_not.question.is_none());
        assert_eq!(table.purpose(), Some(Purpose::Explain));
        assert!(!table.at(13, Match::leave_why_not));
    }

    #[test]
    fn the_question_ends_where_the_position_does() {
        let mut table = table(PEOPLE);
        place(&mut table, 0, "h8");
        table.at(1, |table| table.set_asking_why_not(true));
        table.at(2, Match::undo);
        assert!(!*table.why_not.is_on);
        table.at(3, |table| table.set_asking_why_not(true));
        table.at(4, |table| table.set_asking_why_not(false));
        place(&mut table, 5, "g7");
        assert_eq!(table.game.record().cursor(), 1);
    }
}
