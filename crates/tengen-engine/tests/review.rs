//! Reviews of games: missed wins, allowed wins, and moves that deserve no blame.

use std::cell::Cell;
use std::time::Duration;

use crate::support::small_engine;
use tengen_analysis::{Clock, Effort, MoveClass, Proved, ReviewedMove, Score, StopHandle, SystemClock};
use tengen_engine::review::{Review, ReviewError, ReviewLimits, Reviewer, review};
use tengen_game::{BoardSize, Color, Move, Position, Rule, moves};

const NODES: u64 = 4_000;

fn game(text: &str) -> Vec<Move> {
    moves::read(text, BoardSize::FIFTEEN).unwrap()
}

fn start(rule: Rule) -> Position {
    Position::new(rule, BoardSize::FIFTEEN)
}

fn reviewed(rule: Rule, text: &str) -> Review {
    let limits = ReviewLimits::nodes(NODES);
    let stop = StopHandle::default();
    review(&start(rule), &game(text), &limits, &mut small_engine(), &SystemClock::new(), &stop).unwrap()
}

fn names(line: &[Move]) -> Vec<String> {
    line.iter().map(|played| played.point().unwrap().on(BoardSize::FIFTEEN).to_string()).collect()
}

fn classes(review: &Review) -> Vec<MoveClass> {
    review.moves.iter().map(|reviewed| reviewed.class).collect()
}

/// Black has an open three after nine moves. White does not block it, and Black then plays elsewhere.
const LEFT_ALONE: &str = "h8 i9 h9 h10 g8 i8 i7 j6 f9 a1 a15 e10";

#[test]
fn a_missed_block_has_its_refutation_and_the_better_move() {
    // Black makes an open three; White, who has nothing, plays in the corner.
    let review = reviewed(Rule::FREESTYLE, "h8 g9 i8 a1 j8 a15");
    let missed = &review.moves[5];
    assert_eq!((missed.number, missed.mover), (6, Color::White));
    assert_eq!(missed.class, MoveClass::Blunder, "{missed:?}");
    let refutation = names(missed.refutation.as_ref().unwrap());
    assert!(["g8", "k8"].contains(&refutation[0].as_str()), "{refutation:?}");
    assert_eq!(refutation.len(), 3);
    assert_eq!(missed.after, Score::Mate(-4));
    assert!(matches!(missed.before, Score::Value(_)), "{missed:?}");
    let best = missed.best.unwrap().on(BoardSize::FIFTEEN).to_string();
    assert!(["f8", "g8", "k8", "l8"].contains(&best.as_str()), "{best}");
    assert!(missed.missed_win.is_none());
    assert!(review.turning_points.contains(&6));
}

#[test]
fn a_missed_win_has_its_line() {
    let review = reviewed(Rule::FREESTYLE, "h8 g9 i8 a1 j8 a15 o15 f8");
    let missed = &review.moves[6];
    let line = names(missed.missed_win.as_ref().unwrap());
    assert!(["g8", "k8"].contains(&line[0].as_str()), "{line:?}");
    assert_eq!((missed.before, missed.loss > 0), (Score::Mate(3), true));
    assert!(missed.class >= MoveClass::Slip, "{missed:?}");
    assert!(missed.refutation.is_none());
    // The review of one game reports both: White missed the block, and then Black missed the win.
    assert!(review.moves[5].refutation.is_some());
}

#[test]
fn a_forced_win_that_is_played_gets_no_bad_marks() {
    // An open three, an open four, five; White answers as well as can be.
    let review = reviewed(Rule::FREESTYLE, "h8 g9 i8 g10 j8 g11 k8 g8 l8");
    assert!(review.is_complete);
    for reviewed in review.moves.iter().filter(|reviewed| reviewed.mover == Color::Black).skip(3) {
        assert_eq!(reviewed.class, MoveClass::Best, "{reviewed:?}");
        assert_eq!((reviewed.loss, &reviewed.missed_win), (0, &None));
    }
    assert_eq!(review.moves[8].after, Score::Mate(1));
    // White lost with the sixth move, and what came afterwards changed nothing.
    assert!(review.moves[5].refutation.is_some());
    assert!(review.moves[7].refutation.is_none());
    assert!(review.moves[7].class <= MoveClass::Good);
}

#[test]
fn the_first_moves_of_a_sensible_game_are_not_blamed() {
    for opening in ["h8 i9 i7 g9", "h8 h9 g9 i7", "h8 g9 g7 i9 f8", "h8 i8 i9 g7"] {
        for rule in [Rule::FREESTYLE, Rule::Standard, Rule::Renju] {
            let review = reviewed(rule, opening);
            let worst = review.moves.iter().map(|reviewed| reviewed.class).max();
            assert!(worst <= Some(MoveClass::Slip), "{opening} {rule}: {:?}", classes(&review));
            assert!(review.sides.iter().all(|side| side.accuracy.unwrap() >= 80), "{:?}", review.sides);
        }
    }
}

/// A clock that moves on by a microsecond whenever it is looked at.
#[derive(Default)]
struct TickingClock(Cell<u32>);

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_micros(u64::from(self.0.get()))
    }
}

#[test]
fn a_review_is_the_same_again_and_in_slices() {
    let whole = reviewed(Rule::FREESTYLE, LEFT_ALONE);
    assert_eq!(reviewed(Rule::FREESTYLE, LEFT_ALONE), whole);
    // An engine that has searched other positions before has the same result.
    let (mut engine, stop, clock) = (small_engine(), StopHandle::default(), TickingClock::default());
    engine.search(&tengen_analysis::SearchLimits::nodes(2_000), &SystemClock::new(), &mut ());
    let (start, moves) = (start(Rule::FREESTYLE), game(LEFT_ALONE));
    let mut reviewer = Reviewer::new(&start, &moves, &ReviewLimits::nodes(NODES)).unwrap();
    let (mut reported, mut slices) = (Vec::<ReviewedMove>::new(), 0);
    let sliced = loop {
        slices += 1;
        let left = reviewer.left();
        let mut hear = |reviewed: &ReviewedMove| reported.push(reviewed.clone());
        if let Some(review) =
            reviewer.advance(&mut engine, Duration::from_micros(1), &clock, &stop, &mut hear)
        {
            break review;
        }
        assert!(reviewer.left() <= left);
    };
    assert_eq!(sliced, whole);
    assert!(slices > moves.len(), "{slices}");
    // A move may be reported again when more is proved; the last report counts.
    let last = |number| reported.iter().rev().find(|reviewed| reviewed.number == number).cloned();
    let last: Vec<ReviewedMove> = (1..=moves.len()).filter_map(last).collect();
    assert_eq!(last, whole.moves);
}

#[test]
fn a_stop_leaves_the_end_of_the_game() {
    let (mut engine, stop, clock) = (small_engine(), StopHandle::default(), SystemClock::new());
    let (start, moves) = (start(Rule::FREESTYLE), game(LEFT_ALONE));
    let mut reviewer = Reviewer::new(&start, &moves, &ReviewLimits::nodes(NODES)).unwrap();
    let mut reported = 0;
    let review = loop {
        let mut hear = |_: &ReviewedMove| {
            reported += 1;
            if reported == 3 {
                stop.stop();
            }
        };
        if let Some(review) = reviewer.advance(&mut engine, Duration::MAX, &clock, &stop, &mut hear) {
            break review;
        }
    };
    assert!(!review.is_complete && stop.is_requested());
    let numbers: Vec<usize> = review.moves.iter().map(|reviewed| reviewed.number).collect();
    assert_eq!(numbers, [10, 11, 12]);
}

#[test]
fn games_end_in_every_way_and_begin_anywhere() {
    // Nothing was played.
    let empty = reviewed(Rule::FREESTYLE, "");
    assert!(empty.is_complete && empty.moves.is_empty() && empty.sides[0].accuracy.is_none());
    // A forbidden move loses, and there was a better one.
    let forbidden = reviewed(Rule::Renju, "h8 a1 i8 a3 j9 a5 j10 a7 j8");
    let last = forbidden.moves.last().unwrap();
    assert_eq!((last.class, last.loss > 400), (MoveClass::Blunder, true), "{last:?}");
    // The start may have moves too.
    let mut start = start(Rule::FREESTYLE);
    game("h8 g9 i8 a1").into_iter().for_each(|played| start.play(played).unwrap());
    let (limits, stop) = (ReviewLimits::nodes(NODES), StopHandle::default());
    let clock = SystemClock::new();
    let rest = review_of(&start, "j8 a15", &limits);
    assert_eq!(rest.moves.iter().map(|reviewed| reviewed.number).collect::<Vec<_>>(), [1, 2]);
    assert!(rest.moves[1].refutation.is_some());
    // Moves that cannot be played are refused.
    let twice = review(&start, &game("h8"), &limits, &mut small_engine(), &clock, &stop);
    assert!(matches!(twice, Err(ReviewError::Illegal { number: 1, .. })), "{twice:?}");
}

fn review_of(start: &Position, text: &str, limits: &ReviewLimits) -> Review {
    let stop = StopHandle::default();
    review(start, &game(text), limits, &mut small_engine(), &SystemClock::new(), &stop).unwrap()
}

/// A game that Black lost to a stronger engine. The ninth move loses; at the seventeenth that is easy to find.
const LOST_EARLY: &str =
    "h8 i9 k7 i7 f8 i8 i10 h6 j9 g5 f4 i6 i5 g6 f6 g4 g3 h5 j7 h7 f5 f7 f3 f2 j6 h4 h3 e8 d9 i4";

fn blamed(review: &Review) -> Vec<usize> {
    let is_blamed = |reviewed: &&ReviewedMove| reviewed.refutation.is_some() || reviewed.missed_win.is_some();
    review.moves.iter().filter(is_blamed).map(|reviewed| reviewed.number).collect()
}

#[test]
fn the_move_that_lost_is_blamed_and_not_one_at_which_it_is_easier_to_see() {
    assert_eq!(blamed(&review_of(&start(Rule::FREESTYLE), LOST_EARLY, &Effort::Normal.into())), [9]);
}

#[test]
fn earlier_proofs_decide_which_move_is_blamed() {
    let (start, moves) = (start(Rule::FREESTYLE), game(LOST_EARLY));
    let little = ReviewLimits { threat_nodes: 0, last_nodes: 0, ..ReviewLimits::nodes(1_000) };
    let reported = |proved: &[Proved]| {
        let (mut engine, clock, stop) = (small_engine(), SystemClock::new(), StopHandle::default());
        let mut reviewer = Reviewer::new(&start, &moves, &little).unwrap().knowing(proved);
        reviewer.advance(&mut engine, Duration::MAX, &clock, &stop, &mut |_| {}).unwrap()
    };
    let without = blamed(&reported(&[]));
    assert!(without[0] > 9, "{without:?}");
    // White, who is to move, is proved to win after the ninth move.
    let line = game("g5 f4 i6 i5 g6");
    let known = Proved { played: 9, score: Score::Mate(25), line };
    let with = reported(std::slice::from_ref(&known));
    assert_eq!(blamed(&with)[0], 9);
    assert_eq!((with.moves[8].after, with.moves[9].before), (Score::Mate(-26), Score::Mate(25)));
    // As long as the game follows the line, its positions are proved as well.
    assert!(with.moves[9..13].iter().all(|reviewed| matches!(reviewed.after, Score::Mate(_))));
    // An estimate proves nothing, and neither does a result for a position outside the game.
    let idle = [Proved { score: Score::Value(9_000), ..known.clone() }, Proved { played: 99, ..known }];
    assert_eq!(blamed(&reported(&idle)), without);
}

#[test]
fn a_larger_effort_allows_more_of_everything() {
    let limits = Effort::ALL.map(ReviewLimits::from);
    for pair in limits.windows(2) {
        let [less, more] = pair else { panic!("two at a time") };
        assert!(less.nodes < more.nodes && less.solver_nodes < more.solver_nodes);
        assert!(less.threat_nodes < more.threat_nodes && less.last_nodes < more.last_nodes);
        assert!(less.holds < more.holds);
    }
}

#[test]
fn a_forbidden_move_is_a_blunder_where_the_game_was_not_lost() {
    // Black makes a double-three on the centre.
    let review = reviewed(Rule::Renju, "i8 a1 j8 a15 h9 o1 h10 o15 h8");
    let lost = review.moves.last().unwrap();
    assert_eq!((lost.mover, lost.after), (Color::Black, Score::Value(-30_000)), "{lost:?}");
    assert_eq!(lost.class, MoveClass::Blunder, "{lost:?}");
}

#[test]
fn a_review_that_is_complete_stays_so() {
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let limits = ReviewLimits::nodes(500);
    let mut reviewer = Reviewer::new(&start(Rule::FREESTYLE), &game("h8 g9 i8"), &limits).unwrap();
    let mut engine = small_engine();
    let mut ask = || reviewer.advance(&mut engine, Duration::MAX, &clock, &stop, &mut |_| ());
    let first = ask();
    assert!(first.as_ref().is_some_and(|review| review.is_complete && review.moves.len() == 3), "{first:?}");
    assert_eq!(ask(), first);
}
