//! Several lines, and searches that may choose among some moves only.

use std::collections::HashSet;

use crate::support::{all_rules, check, played, position, search, small_engine};
use tengen_analysis::{Score, SearchLimits, SearchProgress, SearchReport, StopReason, SystemClock};
use tengen_game::{BoardSize, Color, Point, Position, Rule};

const QUIET: &str = "h8 i9 h10 g9 j8 j10";

/// Greater is better for the side to move.
fn value(score: Score) -> i32 {
    match score {
        Score::Value(value) => value,
        Score::Mate(plies) if plies > 0 => 1_000_000 - plies,
        Score::Mate(plies) => -1_000_000 - plies,
    }
}

/// The first moves of all lines, after a check that they are legal, different, and the best first.
fn first_moves(position: &Position, report: &SearchReport) -> Vec<Point> {
    check(position, report);
    let mut scores = vec![value(report.score)];
    let mut moves: Vec<Point> = report.best_move.into_iter().collect();
    for line in &report.others {
        let whole = report
            .clone()
            .with_best_move(line.pv.first().copied())
            .with_score(line.score)
            .with_pv(line.pv.clone());
        check(position, &whole);
        scores.push(value(line.score));
        moves.push(line.pv[0]);
    }
    assert!(scores.is_sorted_by(|a, b| a >= b), "{report:?}");
    assert_eq!(moves.iter().collect::<HashSet<_>>().len(), moves.len(), "{report:?}");
    moves
}

fn named(position: &Position, names: &str) -> Vec<Point> {
    names.split(' ').map(|name| Point::parse(name, position.size()).unwrap()).collect()
}

#[test]
fn lines_are_different_legal_and_sorted_under_every_rule() {
    for rule in all_rules() {
        let start = Position::new(rule, BoardSize::new(9).unwrap());
        let mut next = start.clone();
        next.play(start.size().center()).unwrap();
        for position in [start, next] {
            if position.is_over() {
                continue;
            }
            let limits = SearchLimits { lines: 4, ..SearchLimits::nodes(3_000) };
            let report = search(&position, &limits);
            let moves = first_moves(&position, &report);
            assert!(!moves.is_empty() && moves.len() <= 4, "{rule}: {report:?}");
        }
    }
}

#[test]
fn every_iteration_finds_and_reports_all_lines() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let mut engine = small_engine();
    engine.set_position(quiet.clone());
    let mut reported = Vec::new();
    let mut observer =
        |progress: &SearchProgress| reported.push((progress.depth, progress.line, progress.pv[0]));
    let limits = SearchLimits { lines: 3, ..SearchLimits::depth(5) };
    let report = engine.search(&limits, &SystemClock::new(), &mut observer);
    let moves = first_moves(&quiet, &report);
    assert_eq!((moves.len(), report.depth), (3, 5));
    let last = reported[reported.len() - 3..].to_vec();
    let expected: Vec<_> = (0..3).map(|line| (5, line, moves[line as usize])).collect();
    assert_eq!(last, expected);
}

#[test]
fn the_first_line_is_what_a_search_for_one_finds() {
    // The threats of both sides leave no doubt about the best move.
    let cases = [("e8 d8 f8 e7 g8 f7 h8 g6", "i8"), ("h8 a1 h9 a3 h10 a5", "h7 h11")];
    for (moves, best) in cases {
        let position = played(Rule::FREESTYLE, 15, moves);
        let one = search(&position, &SearchLimits::depth(6));
        let several = search(&position, &SearchLimits { lines: 3, ..SearchLimits::depth(6) });
        let firsts = first_moves(&position, &several);
        assert_eq!(value(one.score) > 900_000, value(several.score) > 900_000, "{several:?}");
        for found in [one.best_move.unwrap(), firsts[0]] {
            assert!(named(&position, best).contains(&found), "{moves}: {found:?}");
        }
        assert_eq!(several.others.len(), 2);
    }
}

#[test]
fn no_lines_are_one_line_and_more_than_there_are_moves_are_all() {
    let lines = "
        X . X
        O . O
        X . O
    ";
    let position = position(crate::support::rule("free-3"), Color::White, lines);
    let none = search(&position, &SearchLimits { lines: 0, ..SearchLimits::default() });
    assert!(none.others.is_empty());
    let all = search(&position, &SearchLimits { lines: u32::MAX, ..SearchLimits::default() });
    assert_eq!(first_moves(&position, &all), named(&position, "b2 b3 b1"));
    assert_eq!((all.score, all.others[0].score), (Score::Mate(1), Score::Mate(-2)));
}

#[test]
fn all_lines_that_are_proved_end_the_search() {
    let lines = "
        . . . . . .
        . X X X X .
        . . . . . .
        . . . . . .
        . O O O . .
        . . . . . .
    ";
    let position = position(Rule::FREESTYLE, Color::Black, lines);
    let report = search(&position, &SearchLimits { lines: 2, ..SearchLimits::default() });
    first_moves(&position, &report);
    assert_eq!((report.score, report.others[0].score), (Score::Mate(1), Score::Mate(1)));
    assert_eq!(report.stopped_by, StopReason::Decided);
    // The win is found as well where the opponent threatens to make five.
    let both = played(Rule::FREESTYLE, 15, "e8 d8 f8 e7 g8 f7 h8 g7 a1 h7");
    let report = search(&both, &SearchLimits { lines: 2, ..SearchLimits::depth(3) });
    assert_eq!((report.best_move, report.score), (Some(named(&both, "i8")[0]), Score::Mate(1)));
}

#[test]
fn only_wanted_moves_are_chosen_under_every_rule() {
    for rule in all_rules() {
        let mut start = Position::new(rule, BoardSize::new(7).unwrap());
        let opening: Vec<Point> = named(&start, "d4 a1 g7");
        for &point in &opening {
            if !start.is_over() {
                start.play(point).unwrap();
            }
        }
        if start.is_over() {
            continue;
        }
        // Points with stones, and those that are named twice, make no moves.
        let wanted = named(&start, "d4 c3 e5 c3 g1");
        for lines in [1, 2, 9] {
            for limits in [SearchLimits::nodes(500), SearchLimits::depth(2), SearchLimits::nodes(0)] {
                let limits = SearchLimits { lines, moves: Some(wanted.clone()), ..limits };
                let moves = first_moves(&start, &search(&start, &limits));
                assert!(!moves.is_empty() && moves.iter().all(|point| wanted[1..].contains(point)), "{rule}");
                let excluded = named(&start, "c3 e5 a1");
                let report = search(&start, &SearchLimits { excluded, ..limits });
                assert_eq!(first_moves(&start, &report), [wanted[4]], "{rule}");
            }
        }
    }
}

#[test]
fn excluded_moves_are_left_out_one_after_the_other() {
    let quiet = played(Rule::Renju, 15, QUIET);
    let mut excluded = Vec::new();
    for _ in 0..5 {
        let limits = SearchLimits { excluded: excluded.clone(), ..SearchLimits::nodes(2_000) };
        let report = search(&quiet, &limits);
        check(&quiet, &report);
        let best = report.best_move.unwrap();
        assert!(!excluded.contains(&best));
        excluded.push(best);
    }
}

#[test]
fn where_no_move_is_left_there_is_none() {
    let quiet = played(Rule::FREESTYLE, 15, QUIET);
    let none = [
        SearchLimits { moves: Some(Vec::new()), ..SearchLimits::default() },
        SearchLimits { moves: Some(named(&quiet, "h8 i9")), lines: 3, ..SearchLimits::default() },
        SearchLimits { excluded: quiet.legal_moves().collect(), ..SearchLimits::default() },
    ];
    for limits in none {
        let report = search(&quiet, &limits);
        assert_eq!((report.best_move, report.pv.len(), report.others.len()), (None, 0, 0));
        assert_eq!((report.nodes, report.stopped_by), (0, StopReason::Decided));
    }
}

#[test]
fn forbidden_moves_among_the_given_ones_are_ignored() {
    // h8 is a double-three.
    let position = played(Rule::Renju, 15, "g8 a1 i8 a15 h7 o1 h9 o15");
    let limits = SearchLimits { moves: Some(named(&position, "h8 b2")), ..SearchLimits::depth(3) };
    let report = search(&position, &limits);
    assert_eq!(report.best_move, Some(named(&position, "b2")[0]));
    let limits = SearchLimits { moves: Some(named(&position, "h8")), ..SearchLimits::depth(3) };
    assert_eq!(search(&position, &limits).best_move, None);
}

#[test]
fn a_win_that_is_excluded_is_not_played() {
    let position = played(Rule::FREESTYLE, 15, "e8 d8 f8 e7 g8 f7 h8 g6");
    let limits = SearchLimits { excluded: named(&position, "i8"), ..SearchLimits::depth(4) };
    let report = search(&position, &limits);
    assert_ne!(report.best_move, Some(named(&position, "i8")[0]));
    assert_ne!(report.score, Score::Mate(1));
}
