//! `tengen puzzles`: finding, checking and solving.

use std::fs;

use crate::{Run, tengen};

fn run(arguments: &[&str]) -> Run {
    tengen(arguments, "")
}

#[test]
fn puzzles_are_found_in_games_checked_joined_and_packed() {
    let folder = tempfile::tempdir().unwrap();
    let file = |name: &str| folder.path().join(name).display().to_string();
    let (lines, packed) = (file("found.jsonl"), file("found.puzzles"));
    let found = run(&[
        "puzzles",
        "--self-play",
        "30",
        "--rule",
        "renju",
        "--only",
        "fours,defence",
        "--output",
        &lines,
    ]);
    assert_eq!((found.code, found.err.as_str()), (0, ""));
    assert!(
        found.out.contains("dropped, second solution") && found.out.contains("solved in % by level"),
        "{}",
        found.out
    );
    let count = fs::read_to_string(&lines).unwrap().lines().count();
    assert!(count > 0, "{}", found.out);
    // What was found before is joined with itself: everything is a near-copy.
    let joined = run(&["puzzles", &lines, &lines, "--most", "1000", "--output", &packed]);
    assert_eq!(joined.code, 0, "{}", joined.err);
    assert!(joined.out.contains(&format!("dropped, near-copy: {count}")), "{}", joined.out);
    let checked = run(&["puzzles", "check", &lines, &packed]);
    assert_eq!(checked.code, 0, "{}", checked.err);
    assert_eq!(
        checked.out.matches(&format!("{count} of {count} puzzles are proved")).count(),
        2,
        "{}",
        checked.out
    );

    // A puzzle whose solution was changed is found.
    let text = fs::read_to_string(&lines).unwrap();
    let first: serde_json::Value = serde_json::from_str(text.lines().next().unwrap()).unwrap();
    let mut faulty = first.clone();
    for task in faulty["task"].as_object_mut().unwrap().values_mut() {
        if task["line"].is_array() {
            task["line"] = serde_json::json!([[0, 0]]);
        } else {
            task["saves"] = serde_json::json!([0, 0]);
        }
    }
    fs::write(file("faulty.jsonl"), format!("{faulty}\n")).unwrap();
    let checked = run(&["puzzles", "check", &file("faulty.jsonl")]);
    assert_eq!(checked.code, 1);
    assert!(checked.out.contains("puzzle 1: ") && checked.out.contains("0 of 1 puzzles"), "{}", checked.out);
    assert!(checked.err.contains("faulty puzzles: 1"), "{}", checked.err);
}

#[test]
fn puzzles_are_solved_in_the_terminal_and_the_results_are_kept() {
    let folder = tempfile::tempdir().unwrap();
    let progress = folder.path().join("results.json").display().to_string();
    let play = |input: &str, more: &[&str]| {
        let mut arguments = vec!["puzzles", "play", "--progress", &progress, "--seed", "5"];
        arguments.extend(more);
        tengen(&arguments, input)
    };
    let left = play("h99\nhint\nnext\nquit\n", &[]);
    assert_eq!(left.code, 0, "{}", left.err);
    assert!(left.out.contains("`hint`, `next` and `quit` are commands"), "{}", left.out);
    // The hint is the right move, and counts as a miss.
    let hint = left.out.split("The move is ").nth(1).unwrap().split('.').next().unwrap().to_owned();
    assert!(left.out.contains("Solved: 0 of 1."), "{}", left.out);
    // Leaving after a hint ends the program.
    fs::remove_file(&progress).unwrap();
    assert_eq!(play("hint\nquit\n", &[]).out.matches("Puzzle ").count(), 1);
    fs::remove_file(&progress).unwrap();
    let solving = play(&format!("{hint}\nquit\n"), &[]);
    assert!(
        solving.out.contains("Right. The answer is") || solving.out.contains("Solved: the five"),
        "{}",
        solving.out
    );
    let none = play("", &["--repeat"]);
    assert!(none.out.contains("There is no such puzzle of freestyle today."), "{}", none.out);
    let theme = play("quit\n", &["--rule", "renju", "--theme", "double-three-trap"]);
    assert!(theme.out.contains("wins in"), "{}", theme.out);
    // A run and three minutes end by themselves: with the first miss, and with the third.
    let run = play("hint\n", &["--run"]);
    assert!(run.out.contains("Solved: 0. Missed: 1.") && run.out.contains("Your best: 0."), "{}", run.out);
    let rush = play(&"next\n".repeat(5), &["--rush"]);
    assert!(rush.out.contains("3:00 > ") || rush.out.contains("2:59 > "), "{}", rush.out);
    assert_eq!((rush.out.matches("Puzzle ").count(), rush.out.matches("Missed: 3.").count()), (3, 1));
    // The puzzle of the day is not rated, and a solution that was looked at ends no day.
    let daily = play("next\n", &["--daily"]);
    assert!(
        daily.out.contains("The solution is") && daily.out.contains("In a row: 0 days."),
        "{}",
        daily.out
    );
    play("", &["--run", "--rush"]).fails(2, "cannot be used with");
    let impossible = fs::read_to_string(&progress).unwrap().replace("\"deviation\":", "\"deviation\":9");
    fs::write(&progress, impossible).unwrap();
    play("", &[]).fails(1, "found ratings to which no puzzles lead");
    fs::write(&progress, "{\"person\": 5}").unwrap();
    play("", &[]).fails(1, "expected the results of `tengen puzzles play`");
}

#[test]
fn what_puzzles_cannot_be_made_of_is_said() {
    run(&["puzzles", "games.sgf"]).fails(2, "expected --output FILE, or the command play or check");
    run(&["puzzles", "--output", "a.jsonl"])
        .fails(2, "expected a FILE with games or puzzles, or --self-play GAMES");
    run(&["puzzles", "check", "games.sgf"]).fails(1, "expected a file that ends in .jsonl or .puzzles");
    run(&["puzzles", "--self-play", "1", "--rule", "caro", "--output", "a.jsonl"])
        .fails(1, "expected freestyle, standard or renju, found caro");
    run(&["puzzles", "--self-play", "1", "--only", "mates", "--output", "a.jsonl"])
        .fails(2, "expected fours, threats, quiet, defence");
    run(&["puzzles", "play", "--theme", "mate"]).fails(2, "expected fours, defence, four-three");
}
