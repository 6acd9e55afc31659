//! Why a move is not played: the user points at a point, and sees what the other side answers to a stone there.
//!
//! First the solvers search for a forced win of the other side, whose proof can be walked through. Where they find none, the score of the
//! move is compared with that of the best one.

use std::time::Duration;

use tengen_analysis::engine::Request;
use tengen_analysis::{
    ClassicTuning, Means, OpponentKind, Proof, SearchLimits, SearchProgress, SolveLimits, SolveStop,
    StopReason, Verdict, mate_moves, win_chance,
};
use tengen_game::{Color, Move, Outcome, Point, Position, Score};

use super::{Mode, Walk};
use crate::analysis::Line;
use crate::consequence::{Consequence, in_order};
use crate::context::{Context, Situation};
use crate::engine::Purpose;
use crate::front::Effect;
use crate::{Game, Notice, Tracked};

/// The time for the search for a win by fours.
const FOURS_TIME: Duration = Duration::from_millis(1_500);
/// The time for the search for a win by threats.
const THREATS_TIME: Duration = Duration::from_millis(3_000);

/// How much better the best move must be, in thousandths of a win, to be an objection. Searches that are this close say nothing about
/// which move is better, and both would be shown with the same chance in per cent.
const LEAST_DIFFERENCE: u16 = 10;

/// A question why a move is not played.
#[derive(Clone, Debug, PartialEq)]
pub enum WhyNot {
    /// The next point that the user chooses is asked about, and no stone is placed there.
    Asking,
    /// The engine works on a question. Clicks concern the game.
    Working(Question),
    /// The question is answered.
    Answered {
        /// The objection to the move.
        objection: Objection,
        /// The proof that refutes the move, if that is the objection.
        walk: Option<Walk>,
    },
}

/// The objection to a move.
#[derive(Clone, Debug, PartialEq)]
pub struct Objection {
    /// The move.
    pub point: Point,
    /// The side that would play it.
    pub side: Color,
    /// The kind of objection.
    pub against: Against,
    /// The best line that begins with the move; with the move alone, the game is over.
    pub line: Vec<Point>,
}

/// The kind of objection to a move.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Against {
    /// The move ends the game, with this winner, or drawn.
    Ends(Option<Color>),
    /// The other side has a forced win after it. [`Mode::walk`](super::Mode::walk) has its proof.
    Refuted {
        /// The kind of threats that force it.
        means: Means,
        /// The number of moves that the other side needs at most, the winning one included.
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

/// The searches about a move, one after the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum QuestionStep {
    /// For a win of the other side by fours.
    Fours,
    /// For a win of the other side by threats.
    Threats,
    /// For the score of the move.
    Value,
    /// For the score of the best move.
    Best,
}

/// A question on which the engine works.
#[derive(Clone, Debug, PartialEq)]
pub struct Question {
    point: Point,
    /// The side that would play the move.
    side: Color,
    step: QuestionStep,
    /// The score of the move for the side that would play it, and the best line that begins with the move.
    found: Option<(Score, Vec<Point>)>,
}

/// The commands.
impl WhyNot {
    /// Whether the user can ask why a move is not played.
    pub fn can_ask(game: &Game, situation: &Situation<'_>) -> bool {
        let may_ask =
            situation.shows_game && situation.can_ask() && situation.is_free() && !situation.is_warned;
        may_ask && !game.record().is_over() && game.opening_under_way().is_none()
    }

    /// Lets the next point that the user chooses be asked about, or no longer. A question on which the engine works goes on.
    pub fn set_asking(mode: &mut Tracked<Mode>, is_on: bool, context: &mut Context<'_>) -> Vec<Consequence> {
        if is_on && !WhyNot::can_ask(context.game, context) {
            return Vec::new();
        }
        Mode::end_if(mode, Mode::is_replay);
        let mut consequences: Vec<_> = WhyNot::clear_answer(mode).into_iter().collect();
        if is_on {
            consequences.extend(Mode::end_finding(mode));
            mode.set(Mode::WhyNot(WhyNot::Asking));
        } else {
            Mode::end_if(mode, Mode::is_asking);
        }
        consequences.push(Consequence::Notice(Notice::Nothing));
        consequences
    }

    /// Leaves the question, with the answer that there may be; a question on which the engine works ends. A solver's proof is left as
    /// well.
    pub fn leave(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        let is_under_way = mode.is_working();
        Mode::end_if(mode, Mode::is_asking);
        let mut consequences: Vec<_> = WhyNot::clear_answer(mode).into_iter().collect();
        if is_under_way {
            consequences.extend([Consequence::Cancel, Consequence::CallEngine]);
        }
        consequences
    }

    /// An answer or a proof leaves the board.
    fn clear_answer(mode: &mut Tracked<Mode>) -> Option<Consequence> {
        let ends = Mode::end_if(mode, |mode| mode.objection().is_some());
        // A warning of the coach stays until it is answered.
        Mode::end_if(mode, |mode| mode.walk().is_some() && mode.warned().is_none());
        ends.then_some(Consequence::Preview(Vec::new()))
    }

    /// Gives the engine the next request about a question; where there is no engine, the question ends.
    fn ask_next(question: &Question, context: &mut Context<'_>) -> Vec<Consequence> {
        let before = context.game.record().position().clone();
        let time = Duration::from_millis(context.habits.hint_ms.into());
        let request = context.ask(Purpose::WhyNot, |id| Effect::Ask(question.request(id, &before, time)));
        let end = (!context.can_ask()).then_some(Consequence::EndQuestion);
        request.into_iter().chain(end).collect()
    }

    /// What follows from an answer of the engine about the question: its end, or else the next request.
    fn go_on(
        mode: &mut Tracked<Mode>,
        context: &mut Context<'_>,
        answer: impl FnOnce(&mut Question) -> Option<Vec<Consequence>>,
    ) -> Vec<Consequence> {
        let end = mode.try_change(|mode| mode.question_mut().map(answer));
        let next = match (end, mode.question()) {
            (Some(Some(end)), _) => end,
            (Some(None), Some(question)) => WhyNot::ask_next(question, context),
            _ => Vec::new(),
        };
        in_order([Consequence::FinishTask], next)
    }

    /// A solver has ended its search about the question.
    pub(crate) fn solved(
        mode: &mut Tracked<Mode>,
        verdict: Verdict,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        WhyNot::go_on(mode, context, |question| question.solved(verdict))
    }

    /// The engine has ended its search about the question. `known` is the best move that the analysis has found.
    pub(crate) fn searched(
        mode: &mut Tracked<Mode>,
        known: Option<Line>,
        found: Option<Point>,
        progress: SearchProgress,
        stopped_by: Option<StopReason>,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        // The analysis may have found the best move already.
        let known = known.filter(|known| known.depth > progress.depth);
        let known = known.and_then(|known| Some((*known.pv.first()?, known.score)));
        WhyNot::go_on(mode, context, |question| question.searched(found, progress, stopped_by, known))
    }

    /// What follows from a click on a point. A point that cannot be played is refused with the reason.
    pub(super) fn ask(point: Point, context: &mut Context<'_>) -> Vec<Consequence> {
        let position = context.game.record().position();
        if let Err(refusal) = position.check(point) {
            return vec![Consequence::Notice(Notice::Refused(refusal))];
        }
        let side = position.side_to_move();
        let next = match after(position, point).outcome().map(Outcome::winner) {
            Some(winner) => {
                let objection = Objection { point, side, against: Against::Ends(winner), line: vec![point] };
                answered(objection, None)
            }
            None => {
                let question = Question { point, side, step: QuestionStep::Fours, found: None };
                let next = WhyNot::ask_next(&question, context);
                let working = Mode::WhyNot(WhyNot::Working(question));
                in_order([Consequence::Cancel, Consequence::Mode(working)], next)
            }
        };
        in_order([Consequence::Notice(Notice::Nothing)], next)
    }
}

/// The question is answered, with a proof to walk through where the move is refuted.
fn answered(objection: Objection, walk: Option<Walk>) -> Vec<Consequence> {
    let line = walk.is_none().then(|| Consequence::Preview(objection.line.clone()));
    let answer = Consequence::Mode(Mode::WhyNot(WhyNot::Answered { objection, walk }));
    line.into_iter().chain([answer, Consequence::CallEngine]).collect()
}

/// The question has no answer.
fn given_up() -> Vec<Consequence> {
    vec![Consequence::EndQuestion, Consequence::CallEngine]
}

impl Question {
    /// The next request to the engine, about a position in which the move has not been played. A search takes this time.
    fn request(&self, id: u32, before: &Position, time: Duration) -> Request {
        let solve = |means, time| {
            let (position, limits) = (after(before, self.point), SolveLimits::time(time));
            Request::Solve { id, attacker: position.side_to_move(), position, means, limits }
        };
        let search = |position| Request::Search {
            id,
            position,
            limits: SearchLimits::time(time),
            opponent: OpponentKind::Tengen,
            tuning: ClassicTuning::default(),
        };
        match self.step {
            QuestionStep::Fours => solve(Means::Vcf, FOURS_TIME),
            QuestionStep::Threats => solve(Means::Vct, THREATS_TIME),
            QuestionStep::Value => search(after(before, self.point)),
            QuestionStep::Best => search(before.clone()),
        }
    }

    /// What follows from the verdict of a solver about a win of the other side; `None` where another request is due.
    fn solved(&mut self, verdict: Verdict) -> Option<Vec<Consequence>> {
        let (means, next) = match self.step {
            QuestionStep::Fours => (Means::Vcf, QuestionStep::Threats),
            _ => (Means::Vct, QuestionStep::Value),
        };
        match verdict {
            Verdict::Proved(proof) => Some(self.refuted(means, proof)),
            Verdict::Unknown(SolveStop::Stopped) => Some(given_up()),
            Verdict::Refuted | Verdict::Unknown(_) => {
                self.step = next;
                None
            }
        }
    }

    /// What follows from the end of a search: for the score of the move, or of the best move; `None` where another request is due.
    /// `known` has the best move and its score, if a deeper search has found them.
    fn searched(
        &mut self,
        found: Option<Point>,
        progress: SearchProgress,
        stopped_by: Option<StopReason>,
        known: Option<(Point, Score)>,
    ) -> Option<Vec<Consequence>> {
        let Some(best) = found else { return Some(given_up()) };
        match self.found.clone() {
            Some((score, line)) => Some(self.compared(score, line, (best, progress.score))),
            None if stopped_by == Some(StopReason::Stopped) => Some(given_up()),
            None => {
                let line: Vec<Point> = std::iter::once(self.point).chain(progress.pv).collect();
                let score = progress.score.before_move();
                if let Some(best) = known {
                    return Some(self.compared(score, line, best));
                }
                self.found = Some((score, line));
                self.step = QuestionStep::Best;
                None
            }
        }
    }

    fn refuted(&self, means: Means, proof: Proof) -> Vec<Consequence> {
        let against = Against::Refuted { means, moves: mate_moves(proof.plies) };
        let played = proof.line.iter().filter_map(|played| played.point());
        let line = std::iter::once(self.point).chain(played).collect();
        let walk = Walk::against(self.point, proof);
        answered(self.objection(against, line), Some(walk))
    }

    fn compared(
        &self,
        score: Score,
        line: Vec<Point>,
        (best, best_score): (Point, Score),
    ) -> Vec<Consequence> {
        let is_better = best != self.point && win_chance(best_score) >= win_chance(score) + LEAST_DIFFERENCE;
        let against =
            if is_better { Against::Worse { score, best, best_score } } else { Against::Nothing { score } };
        answered(self.objection(against, line), None)
    }

    fn objection(&self, against: Against, line: Vec<Point>) -> Objection {
        Objection { point: self.point, side: self.side, against, line }
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
    use crate::{Engine, Match};

    /// A game of two people in which it is Black's turn, and the question that Black asks.
    fn asking(name: &str) -> Match {
        let mut table = table(PEOPLE);
        for (index, name) in ["h8", "a1", "i9", "c1"].into_iter().enumerate() {
            place(&mut table, index as u64, name);
        }
        table.at(10, |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)));
        place(&mut table, 11, name);
        table
    }

    fn solved(table: &mut Match, verdict: Verdict) {
        let id = table.engine.task.unwrap().id;
        let response = Response::Solved { id, verdict, nodes: 9, time: Duration::from_millis(1) };
        table.at(20, |table| table.on_response(response));
    }

    fn against(table: &Match) -> Option<Against> {
        table.mode.objection().map(|objection| objection.against)
    }

    #[test]
    fn a_forced_win_of_the_other_side_is_walked_through() {
        let mut table = asking("o15");
        let Some(Request::Solve { position, attacker, means, .. }) = asked(&mut table) else { panic!() };
        assert_eq!((position.moves().len(), attacker, means), (5, Color::White, Means::Vcf));
        assert_eq!((table.game.record().cursor(), table.engine.is_free()), (4, false));
        let proof = r#"{"attacker": "white", "plies": 3, "line": [[1, 1], [2, 2], [3, 3]], "turns": [
            {"attack": [3, 3]}, {"attack": [1, 1], "otherwise": 0}]}"#;
        solved(&mut table, Verdict::Proved(serde_json::from_str(proof).unwrap()));
        assert_eq!(against(&table), Some(Against::Refuted { means: Means::Vcf, moves: 2 }));
        let walk = table.mode.walk().unwrap();
        assert_eq!((walk.refuted(), walk.stones().len()), (Some(point("o15")), 2));
        // The next click is a defence, and no stone.
        place(&mut table, 21, "g7");
        assert_eq!((table.game.record().cursor(), table.mode.walk().unwrap().depth()), (4, 1));
        table.at(22, |table| table.give(Walk::leave));
        assert_eq!((table.mode.objection().is_none(), table.mode.walk().is_none()), (true, true));
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
        assert_eq!((against(&table), *table.engine.task), (Some(worse), None));
        assert_eq!(*table.analysis.preview, [point("o15"), point("g7")]);
        assert!(table.analysis.thought.is_none(), "nothing was found about the position on the board");
        assert!(table.mode.is_why_not());
        table.give(WhyNot::leave);
        assert!(!table.mode.is_why_not());
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
        assert_eq!((table.mode.is_asking(), *table.engine.task), (true, None));
        place(&mut table, 12, "h7");
        assert_eq!((table.mode.is_asking(), table.engine.purpose()), (false, Some(Purpose::WhyNot)));
        // Nothing else can be asked meanwhile, and a stone ends the question.
        table.at(13, |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)));
        assert!(!table.mode.is_asking());
        place(&mut table, 14, "g7");
        assert_eq!((table.game.record().cursor(), *table.engine.task), (5, None));
        assert!(table.mode.question().is_none());
    }

    #[test]
    fn a_move_that_ends_the_game_needs_no_engine() {
        let mut table = table(PEOPLE);
        for name in ["h8", "a1", "i8", "c1", "j8", "e1", "k8", "g1"] {
            place(&mut table, 0, name);
        }
        table.at(1, |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)));
        place(&mut table, 2, "l8");
        assert_eq!(against(&table), Some(Against::Ends(Some(Color::Black))));
        assert_eq!((table.game.record().cursor(), *table.engine.task), (8, None));
    }

    #[test]
    fn a_question_ends_with_the_engine_or_when_it_is_stopped() {
        let mut table = asking("o15");
        let failed = Response::Failed { id: None, message: "a panic".to_owned() };
        table.at(12, |table| table.on_response(failed));
        assert!(table.mode.question().is_none() && against(&table).is_none());
        assert_eq!((&*table.notice, *table.engine.task), (&Notice::EngineRestarted, None));
        let mut table = asking("o15");
        table.at(12, |table| table.give(Engine::stop));
        assert!(matches!(asked(&mut table), Some(Request::Stop { .. })));
        solved(&mut table, Verdict::Unknown(SolveStop::Stopped));
        assert_eq!((against(&table), *table.engine.task), (None, None));
    }

    #[test]
    fn a_question_under_way_is_left_and_the_analysis_continues() {
        let mut table = asking("o15");
        table.analysis.is_on.set(true);
        table.take_effects();
        let question = table.engine.task.unwrap().id;
        table.at(12, |table| table.give(WhyNot::leave));
        assert!(table.take_effects().contains(&Effect::Ask(Request::Stop { id: question })));
        assert!(table.mode.question().is_none());
        assert_eq!(table.engine.purpose(), Some(Purpose::Explain));
        assert!(!table.mode.is_why_not());
    }

    #[test]
    fn the_question_ends_where_the_position_does() {
        let mut table = table(PEOPLE);
        place(&mut table, 0, "h8");
        table.at(1, |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)));
        table.at(2, Match::undo);
        assert!(!table.mode.is_asking());
        table.at(3, |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context)));
        table.at(4, |table| table.give(|mode, context| WhyNot::set_asking(mode, false, context)));
        place(&mut table, 5, "g7");
        assert_eq!(table.game.record().cursor(), 1);
    }
}
