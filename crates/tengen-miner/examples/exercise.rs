//! Exercises for the lessons of the course.
//!
//! `exercise judge KIND RULE SIDE < DIAGRAM` judges a position as a puzzle (KIND is `fours`, `threats` or `defence`), and prints its text.
//!
//! `exercise find RULE KIND MOVES STONES COUNT [THEME]` prints the easiest puzzles of the sets with at most so many moves and stones.

#![allow(
    clippy::unwrap_used,
    clippy::print_stdout,
    reason = "a tool for authors prints, and may fail by panicking"
)]

use std::io::Read as _;

use tengen_analysis::PuzzleKind;
use tengen_game::{Color, Position, Rule, diagram};
use tengen_miner::judge;
use tengen_puzzles::{Attempt, Puzzle, PuzzleSet, Soundness, Task, sets};

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["judge", kind, rule, side] => judged(kind, rule.parse().unwrap(), side),
        ["find", rule, kind, moves, stones, count, ref theme @ ..] => find(
            rule.parse().unwrap(),
            kind,
            moves.parse().unwrap(),
            stones.parse().unwrap(),
            count.parse().unwrap(),
            theme.first().copied(),
        ),
        _ => panic!("expected `judge KIND RULE SIDE` or `find RULE KIND MOVES STONES COUNT [THEME]`"),
    }
}

fn judged(kind: &str, rule: Rule, side: &str) {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).unwrap();
    let side = Color::BOTH.into_iter().find(|color| color.name() == side).unwrap();
    let position = Position::from_board(rule, diagram::read(&text).unwrap(), side).unwrap();
    let kind = match kind {
        "fours" => PuzzleKind::Fours,
        "threats" => PuzzleKind::Threats,
        "defence" => PuzzleKind::Defence,
        other => panic!("expected `fours`, `threats` or `defence`, found `{other}`"),
    };
    match judge(&position, kind) {
        Soundness::Sound(puzzle) => print(&puzzle),
        Soundness::Several { after, points } => {
            let names = |points: &[tengen_game::Point]| {
                points.iter().map(|point| point.on(position.size()).to_string()).collect::<Vec<_>>().join(" ")
            };
            println!("several solutions: after [{}] all of [{}]", names(&after), names(&points));
        }
        other => println!("no puzzle: {other:?}"),
    }
}

fn find(rule: Rule, kind: &str, moves: usize, stones: usize, count: usize, theme: Option<&str>) {
    let set = PuzzleSet::open(sets::of(rule).unwrap().to_vec()).unwrap();
    let is_of_kind = |puzzle: &Puzzle| match puzzle.task {
        Task::Fours { .. } => kind == "fours",
        Task::Threats(_) => kind == "threats",
        Task::Defence { .. } => kind == "defence",
    };
    let is_of_theme =
        |puzzle: &Puzzle| theme.is_none_or(|name| puzzle.themes.iter().any(|theme| theme.name() == name));
    let mut found: Vec<Puzzle> = set
        .iter()
        .filter_map(Result::ok)
        .filter(|puzzle| is_of_kind(puzzle) && is_of_theme(puzzle))
        .filter(|puzzle| puzzle.moves() <= moves && puzzle.start.board().stones() <= stones)
        .collect();
    found.sort_by_key(|puzzle| (puzzle.rating, puzzle.start.board().stones()));
    println!("{} puzzles", found.len());
    found.iter().take(count).for_each(print);
}

fn print(puzzle: &Puzzle) {
    let themes: Vec<&str> = puzzle.themes.iter().map(|theme| theme.name()).collect();
    let solution = Attempt::new(puzzle.clone()).solution();
    let moves: Vec<String> =
        solution.iter().map(|(point, _)| point.on(puzzle.start.size()).to_string()).collect();
    println!(
        "\n{} to move, {} moves, rating {}, {}\n{}solution {}\n{}",
        puzzle.solver().name(),
        puzzle.moves(),
        puzzle.rating,
        themes.join(" "),
        diagram::write(puzzle.start.board()),
        moves.join(" "),
        puzzle.to_text().unwrap()
    );
}
