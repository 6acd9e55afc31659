//! Moves that were derived by hand from the descriptions, in `data`, one file for each of the classics.

use crate::support::choose;
use tengen_analysis::{Classic, SearchLimits};
use tengen_game::{Color, Point, Position, Rule, Symmetry, diagram};

/// A position with the moves that are right in it.
struct Case {
    name: String,
    classic: Classic,
    limits: SearchLimits,
    position: Position,
    expected: Vec<Point>,
}

fn read(block: &str) -> Case {
    let (head, rows) = block.split_once('\n').unwrap();
    let (setting, _) = head.split_once(':').unwrap_or_else(|| panic!("no colon: {head}"));
    let words: Vec<&str> = setting.split_whitespace().collect();
    let depth = match words.get(3..) {
        Some(["depth", plies]) => Some(plies.parse().unwrap()),
        Some([]) => None,
        _ => panic!("{head}"),
    };
    let rule: Rule = words[1].parse().unwrap();
    let side: Color = words[2].parse().unwrap();
    let board = diagram::read(&rows.replace('*', ".")).unwrap_or_else(|error| panic!("{head}: {error}"));
    let marks = rows.lines().filter(|line| !line.starts_with('#')).flat_map(str::chars);
    let marks = marks.filter(|mark| !mark.is_whitespace());
    let expected =
        board.size().points().zip(marks).filter(|&(_, mark)| mark == '*').map(|(point, _)| point).collect();
    Case {
        name: head.to_owned(),
        classic: words[0].parse().unwrap(),
        limits: SearchLimits { depth, ..SearchLimits::default() },
        position: Position::from_board(rule, board, side).unwrap(),
        expected,
    }
}

/// Checks every case from all eight sides: the descriptions have no direction of the board.
fn check(text: &str, classics: &[&str]) {
    let cases: Vec<Case> = text.split("\n= ").skip(1).map(read).collect();
    assert!(cases.len() >= 10, "only {} cases were read", cases.len());
    for case in cases {
        assert!(classics.contains(&case.classic.name()) && !case.expected.is_empty(), "{}", case.name);
        let size = case.position.size();
        for (seed, symmetry) in Symmetry::ALL.into_iter().enumerate() {
            let board = symmetry.apply_to_board(case.position.board());
            let turned =
                Position::from_board(case.position.rule(), board, case.position.side_to_move()).unwrap();
            let limits = SearchLimits { seed: seed as u64, ..case.limits.clone() };
            let report = choose(case.classic, &turned, &limits);
            let back = size.points().find(|&point| Some(symmetry.apply(point, size)) == report.best_move);
            let played = back.unwrap();
            assert!(
                case.expected.contains(&played),
                "{}: played {} ({symmetry:?}, {:?}){:?}",
                case.name,
                played.on(size),
                report.score,
                case.position.board()
            );
        }
    }
}

#[test]
fn tuple_follows_its_description() {
    check(include_str!("data/tuple.txt"), &["tuple"]);
}

#[test]
fn direction_follows_its_description() {
    check(include_str!("data/direction.txt"), &["direction"]);
}

#[test]
fn greedy_follows_its_description() {
    check(include_str!("data/greedy.txt"), &["greedy"]);
}

#[test]
fn game_tree_follows_its_description() {
    check(include_str!("data/game-tree.txt"), &["game-tree"]);
}

#[test]
fn minimax_follows_its_description() {
    check(include_str!("data/minimax.txt"), &["minimax-easy", "minimax-normal", "minimax-hard"]);
}
