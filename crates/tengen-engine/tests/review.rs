//! Games that are gone through: what was missed, what was allowed, and what deserves no blame.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod support;

use std::cell::Cell;
use std::time::Duration;

use support::small_engine;
use tengen_engine::review::{
    Effort, MoveClass, Proved, Review, ReviewError, ReviewLimits, ReviewedMove, Reviewer, review,
};
use tengen_engine::{Clock, Score, StopHandle, SystemClock};
use tengen_game::{BoardSize, Color, Move, Position, Rule, format::moves};

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

/// Black has an open three after nine moves' worth of play, which White leaves, and Black then plays elsewhere.
const LEFT_ALONE: &str = "h8 i9 h9 h10 g8 i8 i7 j6 f9 a1 a15 e10";

#[test]
fn a_missed_block_comes_with_its_refutation_and_with_what_would_have_held() {
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
fn a_missed_win_comes_with_its_line() {
    let review = reviewed(Rule::FREESTYLE, "h8 g9 i8 a1 j8 a15 o15 f8");
    let missed = &review.moves[6];
    let line = names(missed.missed_win.as_ref().unwrap());
    assert!(["g8", "k8"].contains(&line[0].as_str()), "{line:?}");
    assert_eq!((missed.before, missed.loss > 0), (Score::Mate(3), true));
    assert!(missed.class >= MoveClass::Slip, "{missed:?}");
    assert!(missed.refutation.is_none());
    // Both are told of the same game: White missed the block, and then Black the win.
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
    // An engine that has thought about other things does not know them any more.
    let (mut engine, stop, clock) = (small_engine(), StopHandle::default(), TickingClock::default());
    engine.search(&tengen_engine::SearchLimits::nodes(2_000), &SystemClock::new(), &mut ());
    let (start, moves) = (start(Rule::FREESTYLE), game(LEFT_ALONE));
    let mut reviewer = Reviewer::new(&start, &moves, &ReviewLimits::nodes(NODES)).unwrap();
    let (mut told, mut slices) = (Vec::<ReviewedMove>::new(), 0);
    let sliced = loop {
        slices += 1;
        let left = reviewer.left();
        let mut hear = |reviewed: &ReviewedMove| told.push(reviewed.clone());
        if let Some(review) =
            reviewer.advance(&mut engine, Duration::from_micros(1), &clock, &stop, &mut hear)
        {
            break review;
        }
        assert!(reviewer.left() <= left);
    };
    assert_eq!(sliced, whole);
    assert!(slices > moves.len(), "{slices}");
    told.reverse();
    assert_eq!(told, whole.moves);
}

#[test]
fn a_stop_leaves_the_end_of_the_game() {
    let (mut engine, stop, clock) = (small_engine(), StopHandle::default(), SystemClock::new());
    let (start, moves) = (start(Rule::FREESTYLE), game(LEFT_ALONE));
    let mut reviewer = Reviewer::new(&start, &moves, &ReviewLimits::nodes(NODES)).unwrap();
    let mut told = 0;
    let review = loop {
        let mut hear = |_: &ReviewedMove| {
            told += 1;
            if told == 3 {
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
    // The start may have moves of its own.
    let mut start = start(Rule::FREESTYLE);
    game("h8 g9 i8 a1").into_iter().for_each(|played| start.play(played).unwrap());
    let (limits, stop) = (ReviewLimits::nodes(NODES), StopHandle::default());
    let clock = SystemClock::new();
    let rest = review_of(&start, "j8 a15", &limits);
    assert_eq!(rest.moves.iter().map(|reviewed| reviewed.number).collect::<Vec<_>>(), [1, 2]);
    assert!(rest.moves[1].refutation.is_some());
    // What cannot be played is refused.
    let twice = review(&start, &game("h8"), &limits, &mut small_engine(), &clock, &stop);
    assert!(matches!(twice, Err(ReviewError::Illegal { number: 1, .. })), "{twice:?}");
}

fn review_of(start: &Position, text: &str, limits: &ReviewLimits) -> Review {
    let stop = StopHandle::default();
    review(start, &game(text), limits, &mut small_engine(), &SystemClock::new(), &stop).unwrap()
}
