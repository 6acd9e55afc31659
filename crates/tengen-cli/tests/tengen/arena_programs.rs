//! Programs in an arena, most of them faulty.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};
use tengen_formats::any::{Collection, Known};

use crate::{tengen, test_brain};

#[test]
fn a_faulty_engine_loses_its_games_and_the_event_continues() {
    let faults = [
        ("crash", Some("crashes")),
        ("crash-at-start", Some("crashes")),
        ("hang-at-start", Some("crashes")),
        ("hang", Some("timeouts")),
        ("flood", Some("timeouts")),
        ("garbage", Some("illegal_moves")),
        ("illegal", Some("illegal_moves")),
        ("unknown", Some("illegal_moves")),
        ("memory", Some("memory")),
        ("children", None),
    ];
    // Greedy defeats a program that plays the first empty point before any other fault can occur.
    let mut arguments: Vec<String> = [
        "arena",
        "--engine",
        "greedy",
        "--tournament",
        "gauntlet",
        "--concurrency",
        "3",
        "--recover",
        "--json",
        "--quiet",
    ]
    .map(str::to_owned)
    .to_vec();
    for (mode, _) in faults {
        // Only programs that are late on purpose have little time, because others could be late on a busy machine.
        let time = if mode == "hang" || mode == "flood" { "0.3" } else { "20" };
        let engine = format!(
            "cmd='{}' {mode},name={mode},memory=150,start-time=3,time={time},grace=0.2",
            test_brain()
        );
        arguments.extend(["--engine".to_owned(), engine]);
    }
    let run = tengen(&arguments.iter().map(String::as_str).collect::<Vec<_>>(), "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let result: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(result["played"], 2 * faults.len());
    for line in result["standings"].as_array().unwrap() {
        let name = line["name"].as_str().unwrap();
        let mut expected = json!({ "crashes": 0, "illegal_moves": 0, "timeouts": 0, "memory": 0 });
        if let Some((_, Some(fault))) = faults.iter().find(|(mode, _)| *mode == name) {
            expected[fault] = json!(2);
        }
        assert_eq!(line["faults"], expected, "{name}");
    }
}

/// Runs an arena of the engine against a program, with further arguments. The state file is in the folder.
fn against(program: &str, folder: &Path, more: &[&str]) -> crate::Run {
    let state = folder.join("state.json");
    let mut words = vec!["arena", "--engine", "tengen,nodes=50", "--engine", program, "--size", "9"];
    words.extend(["--time", "20", "--quiet", "--state", state.to_str().unwrap()]);
    words.extend(more);
    tengen(&words, "")
}

fn finished(folder: &Path) -> usize {
    let state: Value = serde_json::from_slice(&fs::read(folder.join("state.json")).unwrap()).unwrap();
    state["tournament"]["finished"].as_array().unwrap().len()
}

#[test]
fn a_broken_program_ends_the_arena_and_is_no_result() {
    let brain = test_brain();
    let cases = [
        ("cmd=/nowhere/pbrain,name=none".to_owned(), "`none` cannot play: cannot start `/nowhere/pbrain`: "),
        (format!("cmd='{brain}' crash-at-start,name=x"), "`x` cannot play: exit status: 3"),
        (
            format!("cmd='{brain}' refuse,name=x"),
            "`x` cannot play: expected `OK` to `START`, found `ERROR size`",
        ),
        (format!("cmd='{brain}' crash,name=x"), "`x` failed: exit status: 7, after `out of ideas`"),
    ];
    for (program, fault) in cases {
        let folder = tempfile::tempdir().unwrap();
        let test = ["--sprt", "0,100,0.2,0.2", "--pairs", "20", "--concurrency", "2"];
        let run = against(&program, folder.path(), &test);
        assert_eq!((run.code, run.out.as_str()), (1, ""), "{program}");
        assert!(run.err.contains(fault), "{program}: {}", run.err);
        assert!(
            run.err.contains(" is not counted (use --recover to count such games as lost and go on)"),
            "{}",
            run.err
        );
        assert_eq!(finished(folder.path()), 0, "{program}");
        // With the option the arena continues, and every game counts.
        let resumed =
            against(&program, folder.path(), &[&test[..], &["--resume", "--recover", "--json"]].concat());
        assert_eq!((resumed.code, resumed.err.as_str()), (0, ""), "{program}");
        let result: Value = serde_json::from_str(&resumed.out).unwrap();
        let lost = &result["standings"][1];
        assert_eq!(lost["faults"]["crashes"], lost["games"], "{program}");
        assert_eq!(finished(folder.path()), lost["games"].as_u64().unwrap() as usize);
    }
}

#[test]
fn conversations_are_logged_and_all_games_are_in_one_file() {
    let folder = tempfile::tempdir().unwrap();
    let (logs, games) = (folder.path().join("logs"), folder.path().join("games.sgf"));
    let more = ["--log", logs.to_str().unwrap(), "--sgf", games.to_str().unwrap(), "--pairs", "2"];
    let program = format!("cmd='{}' polite,name=first empty", test_brain());
    let run = against(&program, folder.path(), &[&more[..], &["--openings", "empty"]].concat());
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{}", run.out);
    let log = fs::read_to_string(logs.join("2-first_empty.log")).unwrap();
    assert_eq!(fs::read_dir(&logs).unwrap().count(), 1, "the engine of the arena itself has no conversation");
    // Each line has its time, its sender and its text.
    let lines: Vec<(&str, &str)> = log
        .lines()
        .map(|line| {
            let (time, rest) = line.trim_start().split_once(' ').unwrap();
            assert!(time.parse::<f64>().is_ok(), "{line}");
            rest.split_once(' ').unwrap()
        })
        .collect();
    assert_eq!(lines[0], ("#", "game 1: tengen - first empty"));
    for expected in [(">", "START 9"), ("<", "OK"), (">", "INFO timeout_turn 20000"), ("<", "0,0")] {
        assert!(lines.contains(&expected), "{expected:?} is missing in\n{log}");
    }
    let titles = lines.iter().filter(|(who, text)| *who == "#" && text.contains(" - ")).count();
    let ends = lines.iter().filter(|(_, text)| text.contains(" ended: ")).count();
    assert_eq!((titles, ends), (4, 4), "{log}");
    let file = fs::read(&games).unwrap();
    let collection = Collection::open(&file, None, Known::default()).unwrap();
    assert_eq!(collection.len(), 4);
    let is_over = |index| collection.get(index).unwrap().record.is_over();
    assert!((0..4).all(is_over), "each with its moves");
    // Another arena does not overwrite existing files, and one that continues adds to them.
    let other = tempfile::tempdir().unwrap();
    against(&program, other.path(), &more[..2])
        .fails(1, "expected a folder without logs, found 2-first_empty.log");
    let into = ["--sgf", games.to_str().unwrap()];
    let other = tempfile::tempdir().unwrap();
    against(&program, other.path(), &into).fails(1, "cannot write the games to ");
    let resumed =
        against(&program, folder.path(), &[&more[..], &["--openings", "empty", "--resume"]].concat());
    assert_eq!((resumed.code, resumed.err.as_str()), (0, ""), "nothing is left to play");
}

#[test]
fn programs_play_each_other_and_agree_on_openings() {
    let folder = tempfile::tempdir().unwrap();
    let brain = env!("CARGO_BIN_EXE_pbrain-tengen");
    let run = tengen(
        &[
            "arena",
            "--engine",
            &format!("cmd='{brain}',name=one,hash=4"),
            "--engine",
            &format!("cmd='{brain}' --dialect yixin,dialect=yixin,name=two,hash=4"),
            "--openings",
            "swap2",
            "--rule",
            "standard",
            "--time",
            "0.05",
            "--grace",
            "20",
            "--max-moves",
            "40",
            "--games",
            folder.path().to_str().unwrap(),
            "--json",
            "--quiet",
        ],
        "",
    );
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let result: Value = serde_json::from_str(&run.out).unwrap();
    let faultless = json!({ "crashes": 0, "illegal_moves": 0, "timeouts": 0, "memory": 0 });
    assert_eq!(result["played"], 2);
    assert!(
        result["standings"].as_array().unwrap().iter().all(|line| line["faults"] == faultless),
        "{result}"
    );
    let game = fs::read_to_string(folder.path().join("game-2.sgf")).unwrap();
    assert!(game.contains("Opening\\: 15.swap2."), "{game}");
}
