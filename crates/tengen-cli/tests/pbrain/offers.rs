//! The abilities of `pbrain-tengen` besides finding a move: threads, lines, pondering, weaker play, balanced moves.

use std::collections::HashSet;
use std::thread;
use std::time::Duration;

use crate::brain::Brain;
use tengen_game::{BoardSize, Point};

/// A position with three stones, in any dialect: the important ones lie on the diagonal.
const OPENING: &str = "YXBOARD\r\n7,7,2\r\n8,8,1\r\n10,10,2\r\nDONE";

fn ready(arguments: &[&str], infos: &[&str]) -> Brain {
    let mut brain = Brain::start_with(arguments);
    for info in infos {
        brain.send(&format!("INFO {info}"));
    }
    brain.expect("START 15", "OK");
    brain
}

/// The points of an answer, all of them on the board, empty in the opening, and different.
fn points(answer: &str) -> Vec<Point> {
    let points: Vec<Point> =
        answer.split(' ').map(|point| Point::parse_xy(point, BoardSize::FIFTEEN).unwrap()).collect();
    let taken = [7, 8, 10].map(|place| Point::new(place, place));
    let all: HashSet<Point> = points.iter().copied().chain(taken).collect();
    assert_eq!(all.len(), points.len() + taken.len(), "{answer}");
    points
}

fn answer(brain: &mut Brain, line: &str) -> String {
    brain.send(line);
    brain.hear().1
}

#[test]
fn pondering_never_keeps_an_answer_waiting() {
    let mut brain = ready(&[], &["timeout_turn 50", "pondering 1"]);
    let mut stones = HashSet::new();
    assert!(stones.insert(answer(&mut brain, "BEGIN")));
    for (own, x) in [0, 14, 0, 14].into_iter().enumerate() {
        thread::sleep(Duration::from_millis(30));
        let opponent = format!("{x},{}", 3 * own);
        assert!(stones.insert(opponent.clone()));
        assert!(answer(&mut brain, "ABOUT").starts_with("name="));
        assert!(stones.insert(answer(&mut brain, &format!("TURN {opponent}"))), "{stones:?}");
    }
    // A table of another size is made while it ponders.
    brain.send("INFO hash_size 2048");
    assert!(answer(&mut brain, "ABOUT").starts_with("name="));
    assert!(stones.insert(answer(&mut brain, "TURN 13,1")));
    brain.expect("START 15", "OK");
    answer(&mut brain, "BEGIN");
    brain.send("END");
    assert!(brain.ends().0.success());
}

#[test]
fn pondering_ends_with_the_pipe() {
    let mut brain = ready(&[], &["timeout_turn 0", "pondering 1"]);
    answer(&mut brain, "BEGIN");
    thread::sleep(Duration::from_millis(30));
    brain.hang_up();
    assert!(brain.ends().0.success());
}

#[test]
fn every_strength_plays_legally() {
    let mut brain = ready(&[], &["timeout_turn 100"]);
    for strength in [0, 10, 20, 35, 50, 75, 99, 100] {
        brain.send(&format!("INFO strength {strength}"));
        brain.expect("START 15", "OK");
        let mut stones = HashSet::new();
        assert!(stones.insert(answer(&mut brain, "BEGIN")), "{strength}");
        for point in ["0,0", "14,14", "0,14"] {
            assert!(stones.insert(point.to_owned()));
            assert!(stones.insert(answer(&mut brain, &format!("TURN {point}"))), "{strength} {stones:?}");
        }
    }
}

/// The values of a key in the news of a search, and the answer.
fn news(brain: &mut Brain, line: &str, key: &str) -> (Vec<String>, String) {
    brain.send(line);
    let mut values = Vec::new();
    loop {
        let line = brain.hear().1;
        match line.strip_prefix("INFO ") {
            Some(news) => values.extend(news.strip_prefix(key).map(|value| value.trim().to_owned())),
            None => return (values, line),
        }
    }
}

#[test]
fn several_lines_are_reported_in_every_dialect_that_has_them() {
    for dialect in ["yixin", "rapfi", "alphagomoku"] {
        for threads in ["thread_num 1", "thread_num 2"] {
            let infos = ["timeout_turn 60000", "max_node 20000", "show_detail 2", threads];
            let mut brain = ready(&["--dialect", dialect], &infos);
            brain.send(OPENING);
            let (lines, answer) = news(&mut brain, "YXNBEST 3", "BESTLINE ");
            let firsts: Vec<&str> =
                lines[lines.len() - 3..].iter().map(|line| line.split(' ').next().unwrap()).collect();
            let different: HashSet<&str> = firsts.iter().copied().collect();
            assert_eq!(different.len(), 3, "{dialect} {threads} {firsts:?}");
            assert_eq!(points(&answer).len(), 1);
            brain.expect("RESTART", "OK");
            brain.send(OPENING);
            let (counts, _) = news(&mut brain, "YXNBEST 3", "NUMPV ");
            assert!(!counts.is_empty() && counts.iter().all(|count| count == "3"), "{counts:?}");
        }
    }
}

#[test]
fn moves_that_balance_are_found_in_every_dialect() {
    for dialect in ["yixin", "rapfi", "alphagomoku"] {
        let mut brain = ready(&["--dialect", dialect], &["timeout_turn 60000", "max_node 5000"]);
        brain.send(OPENING);
        for (question, stones) in [("YXBALANCEONE 0", 1), ("YXBALANCEONE -100", 1), ("YXBALANCETWO 50", 2)] {
            let answer = answer(&mut brain, question);
            assert_eq!(points(&answer).len(), stones, "{dialect} {question}: {answer}");
        }
        // The game is unchanged.
        brain.expect("PLAY 3,11", "3,11");
    }
}

#[test]
fn a_search_for_balance_is_stopped() {
    let mut brain = ready(&["--dialect", "rapfi"], &["timeout_turn 1000000"]);
    brain.send(OPENING);
    brain.send("YXBALANCETWO 0");
    thread::sleep(Duration::from_millis(30));
    brain.send("YXSTOP");
    assert_eq!(points(&brain.hear().1).len(), 2);
    brain.send("YXBALANCEONE 0\r\nEND");
    assert_eq!(points(&brain.hear().1).len(), 1);
    assert!(brain.ends().0.success());
}

#[test]
fn no_more_threads_are_used_than_run_at_a_time() {
    let mut brain = ready(&[], &["timeout_turn 30"]);
    brain.send("INFO thread_num 100000");
    let first = answer(&mut brain, "BEGIN");
    assert!(Point::parse_xy(&first, BoardSize::FIFTEEN).is_ok(), "{first}");
}
