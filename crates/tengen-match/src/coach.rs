//! The coach: before a program answers, it examines whether the person's move misses a forced win or allows one.
//!
//! All that it reports is proved by the solvers: a win that was there, where some answer to the move leaves none; and a win of the opponent,
//! where another move is not lost to the same solvers. The move stays on the board meanwhile, and the program waits.

use std::time::Duration;

use serde::{Deserialize, Serialize};
use tengen_analysis::engine::Request;
use tengen_analysis::{
    ClassicTuning, Means, OpponentKind, Proof, SearchLimits, SearchProgress, SolveLimits, Verdict,
};
use tengen_game::{Key, Move, Point, Position, Score};

use crate::base::Base;
use crate::consequence::{Consequence, in_order};
use crate::context::Context;
use crate::engine::Purpose;
use crate::front::Effect;
use crate::mode::{Mode, Warned, Warning};
use crate::{Game, Notice};

/// The limits of a solver and of a search. Most end far earlier.
const FOURS_NODES: u64 = 5_000;
const THREATS_NODES: u64 = 20_000;
const SEARCH_NODES: u64 = 12_000;
/// The bounds of time for a question and for all questions about a move, for slow machines.
const MOST_TIME: Duration = Duration::from_millis(900);
const MOST_MS: u64 = 4_000;

/// The longest win, in plies, about which a gentle coach warns, and the most warnings in a game.
const GENTLE_PLIES: u32 = 5;
const GENTLE_WARNINGS: u32 = 3;

/// How often the coach warns.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Coaching {
    /// The coach never warns.
    #[default]
    Off,
    /// The coach warns of short wins, a few times in a game.
    Gently,
    /// The coach warns of every win that is proved.
    Always,
}

/// The coach of the person who plays against a program.
#[derive(Debug, Default)]
pub struct Coach {
    coaching: Coaching,
    /// The position that was examined last, so that the same move passes another time.
    examined: Option<Key>,
    check: Option<Check>,
    /// The game with the last warning, and the number of its warnings.
    given: (u32, u32),
}

/// The examination of a move.
#[derive(Clone, Debug)]
struct Check {
    before: Position,
    played: Point,
    /// The time at which the examination began, in milliseconds.
    began: u64,
    step: CheckStep,
}

/// The questions about a move, one after the other.
#[derive(Clone, Debug, PartialEq, Eq)]
enum CheckStep {
    /// Whether the person had a win by fours, and then by threats.
    Own(Means),
    /// Whether a search finds a win after the move as well.
    Keeps(Win),
    /// Whether the person threatens to win after the move, by fours or by threats.
    Threatens(Win, Means),
    /// Whether the person wins after the last of these answers, by fours or by threats.
    Answered(Win, Vec<Point>, Means),
    /// Whether the opponent has a win by fours after the move, and then by threats.
    Theirs(Means),
    /// The best move, against this win of the opponent.
    Better(Win),
    /// Whether the opponent has a win after this other move as well, by fours or by threats.
    Holds(Win, Point, Means),
}

/// A win that is proved, and the kind of its threats.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Win {
    means: Means,
    proof: Proof,
}

/// The end of an examination, or its next question.
enum Next {
    Ask(CheckStep),
    Fine,
    Warn(Warning, Win),
}

impl Coach {
    /// Whether the move just played is to be examined before the program answers.
    pub(crate) fn is_due(&self, game: &Game, base: &Base) -> bool {
        if self.coaching == Coaching::Off || *base != Base::default() {
            return false;
        }
        let record = game.record();
        let is_newest = record.cursor() == record.line_nodes().len() && !game.has_ended();
        let is_of_person = game.sole_player().is_some_and(|person| person != game.side_to_move());
        let is_move = matches!(record.position().last_move(), Some(Move::Place(_)));
        // The last stone of an opening need not be the person's.
        let opening = game.opening().map_or(0, |opening| opening.stones().len());
        is_newest
            && record.cursor() > opening
            && is_of_person
            && is_move
            && !game.clock().control().is_limited()
            && self.examined != Some(record.position().key())
    }

    /// The move passes without an examination, since the engine has failed.
    pub(crate) fn give_up(&mut self, game: &Game) {
        self.check = None;
        self.examined = Some(game.record().position().key());
    }
}

/// The commands.
impl Coach {
    /// Sets how often the coach warns. A warning on the board stays.
    pub fn set(&mut self, coaching: Coaching) -> Vec<Consequence> {
        self.coaching = coaching;
        Vec::new()
    }

    /// Examines the move just played.
    pub(crate) fn begin(&mut self, context: &mut Context<'_>) -> Vec<Consequence> {
        let mut before = context.game.record().position().clone();
        let Some(played) = before.undo().and_then(Move::point) else {
            self.give_up(context.game);
            return vec![Consequence::CallEngine];
        };
        let check = Check { before, played, began: context.now, step: CheckStep::Own(Means::Vcf) };
        let request = check.ask(context);
        self.check = Some(check);
        request
    }

    /// A solver has answered a question.
    pub(crate) fn solved(&mut self, verdict: Verdict, context: &mut Context<'_>) -> Vec<Consequence> {
        let proof = match verdict {
            Verdict::Proved(proof) => {
                Some(proof).filter(|proof| !self.is_about_warning() || self.matters(proof, context))
            }
            Verdict::Refuted | Verdict::Unknown(_) => None,
        };
        self.go_on(context, |check| check.solved(proof))
    }

    /// The engine has answered a question by a search.
    pub(crate) fn searched(
        &mut self,
        found: Option<Point>,
        progress: &SearchProgress,
        context: &mut Context<'_>,
    ) -> Vec<Consequence> {
        self.go_on(context, |check| check.searched(found, progress.score))
    }

    /// Whether the coach looks for a win of which it would warn.
    fn is_about_warning(&self) -> bool {
        let step = self.check.as_ref().map(|check| &check.step);
        step.is_some_and(|step| matches!(step, CheckStep::Own(_) | CheckStep::Theirs(_)))
    }

    /// Whether the coach would warn of this win.
    fn matters(&self, proof: &Proof, context: &Context<'_>) -> bool {
        let (game, count) = self.given;
        let is_short = proof.plies <= GENTLE_PLIES && (game != context.games || count < GENTLE_WARNINGS);
        self.coaching == Coaching::Always || is_short
    }

    fn go_on(&mut self, context: &mut Context<'_>, answer: impl FnOnce(&Check) -> Next) -> Vec<Consequence> {
        let Some(check) = &mut self.check else { return vec![Consequence::FinishTask] };
        let is_late = context.now.saturating_sub(check.began) > MOST_MS;
        match answer(check) {
            Next::Ask(step) if !is_late => {
                check.step = step;
                let request = check.ask(context);
                in_order([Consequence::FinishTask], request)
            }
            // Without an answer in time there is no warning.
            Next::Fine | Next::Ask(_) => {
                self.give_up(context.game);
                vec![Consequence::FinishTask, Consequence::CallEngine]
            }
            Next::Warn(warning, win) => {
                let warned = Warned::new(warning, check.played, win.means, win.proof);
                self.give_up(context.game);
                let (game, count) = self.given;
                self.given = (context.games, if game == context.games { count + 1 } else { 1 });
                let warned = Consequence::Mode(Mode::Warned(warned));
                vec![Consequence::FinishTask, warned, Consequence::Notice(Notice::Nothing)]
            }
        }
    }
}

impl Check {
    /// Sends the question of this step; without an engine, nothing waits for its answer.
    fn ask(&self, context: &mut Context<'_>) -> Vec<Consequence> {
        context.ask(Purpose::Coach, |id| Effect::Ask(self.request(id))).into_iter().collect()
    }

    fn request(&self, id: u32) -> Request {
        let solve = |position: Position, attacker, means| {
            let nodes = if means == Means::Vcf { FOURS_NODES } else { THREATS_NODES };
            let limits = SolveLimits::nodes(nodes).with_time(MOST_TIME);
            Request::Solve { id, position, attacker, means, limits }
        };
        let search = |position: Position| Request::Search {
            id,
            position,
            limits: SearchLimits::nodes(SEARCH_NODES).with_time(MOST_TIME),
            opponent: OpponentKind::Tengen,
            tuning: ClassicTuning::default(),
        };
        let person = self.before.side_to_move();
        match &self.step {
            CheckStep::Own(means) => solve(self.before.clone(), person, *means),
            CheckStep::Keeps(_) => search(self.after(self.played)),
            CheckStep::Threatens(_, means) => solve(self.after(self.played), person, *means),
            CheckStep::Answered(_, answers, means) => {
                let mut answered = self.after(self.played);
                answers.last().into_iter().for_each(|&answer| answered.play_unchecked(answer));
                solve(answered, person, *means)
            }
            CheckStep::Theirs(means) => solve(self.after(self.played), !person, *means),
            CheckStep::Better(_) => search(self.before.clone()),
            CheckStep::Holds(_, better, means) => solve(self.after(*better), !person, *means),
        }
    }

    fn after(&self, point: Point) -> Position {
        let mut after = self.before.clone();
        after.play_unchecked(point);
        after
    }

    /// What follows from the answer of a solver: the win, if there is one that matters.
    fn solved(&self, proof: Option<Proof>) -> Next {
        match (&self.step, proof) {
            (CheckStep::Own(_), Some(proof)) if proof.first() == Some(self.played) => Next::Fine,
            // A five at hand is named even where the move wins as well.
            (CheckStep::Own(means), Some(proof)) if proof.plies == 1 => {
                Next::Warn(Warning::Misses, Win { means: *means, proof })
            }
            (CheckStep::Own(means), Some(proof)) => Next::Ask(CheckStep::Keeps(Win { means: *means, proof })),
            (CheckStep::Own(Means::Vcf), None) => Next::Ask(CheckStep::Own(Means::Vct)),
            (CheckStep::Own(_), None) => Next::Ask(CheckStep::Theirs(Means::Vcf)),
            (CheckStep::Threatens(win, _), Some(threat)) => self.answer(win, self.answers(&threat)),
            (CheckStep::Threatens(win, Means::Vcf), None) => {
                Next::Ask(CheckStep::Threatens(win.clone(), Means::Vct))
            }
            (CheckStep::Answered(win, answers, _), Some(_)) => {
                let mut rest = answers.clone();
                rest.pop();
                self.answer(win, rest)
            }
            (CheckStep::Answered(win, answers, Means::Vcf), None) => {
                Next::Ask(CheckStep::Answered(win.clone(), answers.clone(), Means::Vct))
            }
            // The person threatens nothing, or an answer leaves no win.
            (CheckStep::Threatens(win, _) | CheckStep::Answered(win, ..), None) => {
                Next::Warn(Warning::Misses, win.clone())
            }
            (CheckStep::Theirs(means), Some(proof)) => {
                Next::Ask(CheckStep::Better(Win { means: *means, proof }))
            }
            (CheckStep::Theirs(Means::Vcf), None) => Next::Ask(CheckStep::Theirs(Means::Vct)),
            (CheckStep::Holds(win, better, Means::Vcf), None) => {
                Next::Ask(CheckStep::Holds(win.clone(), *better, Means::Vct))
            }
            (CheckStep::Holds(win, better, _), None) => {
                Next::Warn(Warning::Loses { better: *better }, win.clone())
            }
            // Nothing is gained by another move that loses as well.
            (CheckStep::Holds(..), Some(_))
            | (CheckStep::Theirs(_), None)
            | (CheckStep::Keeps(_) | CheckStep::Better(_), _) => Next::Fine,
        }
    }

    /// What follows from a search, whose score is for the side to move.
    fn searched(&self, found: Option<Point>, score: Score) -> Next {
        let loses = matches!(score, Score::Mate(plies) if plies <= 0);
        match (&self.step, found) {
            // The opponent is to move, and still loses.
            (CheckStep::Keeps(_), _) if loses => Next::Fine,
            (CheckStep::Keeps(win), _) => Next::Ask(CheckStep::Threatens(win.clone(), Means::Vcf)),
            (CheckStep::Better(win), Some(better)) if !loses && better != self.played => {
                Next::Ask(CheckStep::Holds(win.clone(), better, Means::Vcf))
            }
            _ => Next::Fine,
        }
    }

    /// All answers of the opponent to the move. Those on the points of the threat come last and are tried first: they are the likeliest to stop
    /// it.
    fn answers(&self, threat: &Proof) -> Vec<Point> {
        let on_threat = |point: &Point| {
            threat.turns.iter().any(|turn| {
                turn.attack == *point || turn.defences.iter().any(|(defence, _)| defence == point)
            })
        };
        let mut answers: Vec<Point> = self.after(self.played).legal_moves().collect();
        answers.sort_by_key(on_threat);
        answers
    }

    /// The question whether the person wins after the last of these answers as well; without answers, the win is kept.
    fn answer(&self, win: &Win, answers: Vec<Point>) -> Next {
        let Some(&answer) = answers.last() else { return Next::Fine };
        let mut answered = self.after(self.played);
        answered.play_unchecked(answer);
        if answered.is_over() {
            return Next::Warn(Warning::Misses, win.clone());
        }
        Next::Ask(CheckStep::Answered(win.clone(), answers, Means::Vcf))
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_analysis::Level;
    use tengen_analysis::engine::Response;
    use tengen_game::{BoardSize, Color, Rule};

    use super::*;
    use crate::tests::{answer, asked, place, point, table};
    use crate::{Match, Seat};

    const AGAINST_LEVEL: [Seat; 2] = [Seat::Person, Seat::Engine(Level::EASY)];

    fn coached(coaching: Coaching) -> Match {
        let mut table = table(AGAINST_LEVEL);
        table.give(|coach: &mut Coach, _| Coach::set(coach, coaching));
        place(&mut table, 1, "h8");
        table
    }

    fn solved(table: &mut Match, verdict: Verdict) {
        let id = table.engine.task.unwrap().id;
        let response = Response::Solved { id, verdict, nodes: 9, time: Duration::from_millis(1) };
        table.at(20, |table| table.on_response(response));
    }

    /// A proof of a win with so many plies that begins at a point.
    fn proof(attacker: Color, first: &str, plies: u32) -> Verdict {
        let first = point(first);
        let turns = vec![tengen_analysis::AttackerTurn { attack: first, defences: vec![], otherwise: None }];
        Verdict::Proved(Proof { attacker, plies, line: vec![first.into()], turns })
    }

    fn purpose(table: &Match) -> Option<Purpose> {
        table.engine.purpose()
    }

    #[test]
    fn a_move_without_a_fault_is_answered_by_the_program() {
        let mut table = coached(Coaching::Always);
        let mut means_of = Vec::new();
        while purpose(&table) == Some(Purpose::Coach) {
            let Some(Request::Solve { attacker, means, position, .. }) = asked(&mut table) else { panic!() };
            means_of.push((attacker, means, position.moves().len()));
            solved(&mut table, Verdict::Refuted);
        }
        let (black, white) = (Color::Black, Color::White);
        let expected =
            [(black, Means::Vcf, 0), (black, Means::Vct, 0), (white, Means::Vcf, 1), (white, Means::Vct, 1)];
        assert_eq!(means_of, expected);
        assert_eq!(purpose(&table), Some(Purpose::Move));
        assert!(matches!(asked(&mut table), Some(Request::Search { limits, .. }) if limits.level.is_some()));
    }

    #[test]
    fn nothing_is_examined_without_the_coach() {
        let table = coached(Coaching::Off);
        assert_eq!(purpose(&table), Some(Purpose::Move));
    }

    #[test]
    fn a_missed_win_is_shown_from_the_position_before_and_the_move_can_be_kept() {
        let mut table = coached(Coaching::Gently);
        solved(&mut table, proof(Color::Black, "i9", 5));
        // The win is not there any more.
        assert!(
            matches!(asked(&mut table), Some(Request::Search { position, .. }) if position.moves().len() == 1)
        );
        answer(&mut table, 30, "a1", Score::Value(0));
        (0..2).for_each(|_| solved(&mut table, Verdict::Refuted));
        let warned = |table: &Match| table.mode.warned().cloned();
        assert_eq!(warned(&table).map(|warned| (warned.warning, warned.moves())), Some((Warning::Misses, 3)));
        assert_eq!(purpose(&table), None);
        // A click on the board changes nothing while the question is open.
        place(&mut table, 40, "a2");
        assert_eq!(table.game.record().cursor(), 1);
        table.at(50, |table| table.give(Warned::show));
        assert_eq!(table.game.record().cursor(), 0);
        assert_eq!(table.mode.walk().unwrap().stones(), [(point("i9"), Color::Black)]);
        table.at(60, |table| table.give(Warned::keep));
        assert_eq!((table.game.record().cursor(), warned(&table)), (1, None));
        assert_eq!(purpose(&table), Some(Purpose::Move));
    }

    #[test]
    fn a_win_that_stays_is_no_reason_for_a_warning() {
        let mut table = coached(Coaching::Always);
        solved(&mut table, proof(Color::Black, "i9", 9));
        answer(&mut table, 30, "a1", Score::Mate(-6));
        assert_eq!(purpose(&table), Some(Purpose::Move));
        let mut table = coached(Coaching::Always);
        solved(&mut table, proof(Color::Black, "h8", 9));
        assert_eq!(purpose(&table), Some(Purpose::Move));

        // The search does not find it, and the solvers do after each of the 224 answers.
        let mut table = coached(Coaching::Always);
        solved(&mut table, proof(Color::Black, "i9", 9));
        answer(&mut table, 30, "a1", Score::Value(0));
        (0..225).for_each(|_| solved(&mut table, proof(Color::Black, "i9", 3)));
        assert_eq!(purpose(&table), Some(Purpose::Move));
    }

    #[test]
    fn a_move_that_loses_is_taken_back_once_another_holds() {
        let mut table = coached(Coaching::Always);
        (0..3).for_each(|_| solved(&mut table, Verdict::Refuted));
        solved(&mut table, proof(Color::White, "i9", 7));
        answer(&mut table, 30, "g7", Score::Value(0));
        (0..2).for_each(|_| solved(&mut table, Verdict::Refuted));
        let warned = table.mode.warned().unwrap();
        assert_eq!(warned.warning, Warning::Loses { better: point("g7") });
        table.at(50, |table| table.give(Warned::show));
        assert_eq!(table.mode.walk().unwrap().stones(), [(point("i9"), Color::White)]);
        assert_eq!(table.game.record().cursor(), 1);
        table.at(60, |table| table.give(Warned::take_back));
        assert_eq!((table.game.record().cursor(), table.mode.warned()), (0, None));
        // The coach lets the same move pass when it is played again.
        place(&mut table, 70, "h8");
        assert_eq!(purpose(&table), Some(Purpose::Move));
    }

    #[test]
    fn a_lost_position_and_long_wins_for_a_gentle_coach_pass() {
        let mut table = coached(Coaching::Always);
        (0..2).for_each(|_| solved(&mut table, Verdict::Refuted));
        solved(&mut table, proof(Color::White, "i9", 5));
        answer(&mut table, 30, "g7", Score::Mate(-6));
        assert_eq!(purpose(&table), Some(Purpose::Move));

        let mut table = coached(Coaching::Gently);
        solved(&mut table, proof(Color::Black, "i9", 7));
        (0..3).for_each(|_| solved(&mut table, Verdict::Refuted));
        assert_eq!(purpose(&table), Some(Purpose::Move));
    }

    #[test]
    fn games_with_a_clock_and_set_up_games_of_two_people_are_left_alone() {
        let mut coach = Coach::default();
        coach.set(Coaching::Always);
        let game = |seats| {
            let mut game = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, seats);
            game.play(point("h8").into()).unwrap();
            game
        };
        let is_due = |game: &Game| coach.is_due(game, &Base::default());
        assert!(is_due(&game(AGAINST_LEVEL)));
        assert!(!is_due(&game([Seat::Person; 2])));
        let control = tengen_game::clock::TimeControl::PerMove { seconds: 9 };
        let timed = Game::new(Rule::FREESTYLE, BoardSize::FIFTEEN, AGAINST_LEVEL).with_control(control);
        assert!(!is_due(&timed));
    }
}
