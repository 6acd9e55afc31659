use serde_json::json;

use crate::{command, tengen};

/// Black has four in a row and is to move: i8 wins, as d8 is taken.
const WIN_IN_ONE: &str = "e8 d8 f8 e7 g8 f7 h8 g6";

#[test]
fn a_win_in_one_is_found() {
    let report = tengen(&["analyse", "--moves", WIN_IN_ONE, "--depth", "4", "--json"], "").json();
    assert_eq!(report["best_move"], "i8");
    assert_eq!((&report["score"], &report["win_chance"]), (&json!({"mate": 1}), &json!(1.0)));
    assert_eq!(report["pv"], json!(["i8"]));
    assert_eq!(
        (&report["to_move"], &report["rule"], &report["size"]),
        (&json!("black"), &json!("freestyle"), &json!(15))
    );
    assert_eq!(report["outcome"], json!(null));
    let facts = report["explanation"]["facts"].as_array().unwrap();
    assert_eq!((facts.len(), &facts[0]["text"]), (1, &json!("Wins: e8 f8 g8 h8 i8.")));
    assert_eq!(report["moves"].as_array().unwrap().len(), 8);
    assert!(report["nodes"].is_u64() && report["time_ms"].is_u64() && report["depth"].is_u64());
}

#[test]
fn the_same_position_is_read_in_every_form() {
    let diagram = "\
        ...............\n...............\n...............\n...............\n\
        ...............\n...............\n...............\n...OXXXX.......\n\
        ....OO.........\n......O........\n...............\n...............\n\
        ...............\n...............\n...............\n";
    let moves: Vec<String> =
        WIN_IN_ONE.split(' ').map(|point| format!("{{\"move\": \"{point}\"}}")).collect();
    let record = format!(
        "{{\"format\": \"tengen-record\", \"version\": 1, \"rule\": \"standard\", \"size\": 15, \"moves\": [{}]}}",
        moves.join(", ")
    );
    for (text, rule) in [(diagram, "freestyle"), (record.as_str(), "standard"), (WIN_IN_ONE, "freestyle")] {
        let report = tengen(&["analyse", "-", "--nodes", "1000", "--json"], text).json();
        assert_eq!((&report["best_move"], &report["rule"]), (&json!("i8"), &json!(rule)), "{text}");
    }
    tengen(&["analyse", "--rule", "renju"], &record).fails(1, "the record is of a standard game");
    tengen(&["analyse", "--size", "19"], diagram).fails(1, "the board is 15×15; expected no --size");
}

#[test]
fn the_best_line_is_for_people_and_progress_does_not_go_down_a_pipe() {
    let run = tengen(&["analyse", "--moves", "h8 i9 i8", "--rule", "renju", "--depth", "3"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(!run.out.contains("depth   1"), "{}", run.out);
    for part in [
        "White to move",
        "Best move: ",
        "Best line: ",
        "Score: ",
        "% for White to win (",
        "Searched:  depth 3, ",
        "\nWhat ",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
}

#[test]
fn several_lines_are_printed_one_below_the_other() {
    let asked = ["analyse", "--moves", "h8 i9 i8", "--depth", "4", "--lines", "3"];
    let run = tengen(&asked, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in ["\nBest line: ", "\nLine 2: ", "\nLine 3: "] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
    let report = tengen(&[&asked[..], &["--json", "--threads", "2"]].concat(), "").json();
    let lines = report["lines"].as_array().unwrap();
    assert_eq!(lines.len(), 3);
    assert_eq!((&lines[0]["move"], &lines[0]["score"]), (&report["best_move"], &report["score"]));
    assert_eq!(lines[0]["pv"], report["pv"]);
    let chance = |line: &serde_json::Value| line["win_chance"].as_f64().unwrap();
    assert!(chance(&lines[0]) >= chance(&lines[2]) && chance(&lines[0]) < 1.0, "{lines:?}");
    assert_eq!(report["win_chance"], lines[0]["win_chance"]);
    assert!(lines[1]["move"] == lines[1]["pv"][0] && lines[1]["move"] != lines[0]["move"], "{lines:?}");
    assert!(lines[1]["score"]["value"].as_i64() >= lines[2]["score"]["value"].as_i64());
}

#[test]
fn iterations_are_streamed_as_lines_of_json() {
    let asked = ["analyse", "--moves", "h8 i9 i8", "--nodes", "2e4", "--lines", "2", "--json-lines"];
    let run = tengen(&asked, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let objects: Vec<serde_json::Value> =
        run.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let (result, iterations) = objects.split_last().unwrap();
    assert_eq!((&result["type"], &result["stopped_by"]), (&json!("result"), &json!("nodes")));
    assert!(result["nodes"].as_u64().unwrap() >= 20_000, "{result}");
    assert!(iterations.iter().all(|object| object["type"] == "iteration" && !object["pv"].is_null()));
    for line in [1, 2] {
        assert!(iterations.iter().any(|object| object["line"] == line && object["depth"] == 4), "{line}");
    }
    let over = tengen(&["analyse", "--moves", &format!("{WIN_IN_ONE} i8"), "--json-lines"], "").json();
    assert_eq!((&over["type"], &over["best_move"]), (&json!("result"), &json!(null)));
    tengen(&["analyse", "--moves", "h8", "--json", "--json-lines"], "").fails(2, "cannot be used with");
}

/// Control-C sends a signal, which ends the search.
#[cfg(unix)]
#[test]
fn control_c_prints_what_has_been_found() {
    use std::io::{BufRead as _, BufReader, Read as _};

    let asked = ["analyse", "--moves", "h8 i9 i8", "--time", "600", "--json-lines"];
    let mut child = command(&asked).spawn().unwrap();
    let mut output = BufReader::new(child.stdout.take().unwrap());
    let mut first = String::new();
    // The search has begun, so the program handles signals.
    output.read_line(&mut first).unwrap();
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let mut rest = String::new();
    output.read_to_string(&mut rest).unwrap();
    assert_eq!(child.wait().unwrap().code(), Some(0));
    let result: serde_json::Value = serde_json::from_str(rest.lines().last().unwrap()).unwrap();
    assert_eq!((&result["type"], &result["stopped_by"]), (&json!("result"), &json!("stopped")));
    assert!(result["best_move"].is_string(), "{result}");
}

#[test]
fn moves_can_be_chosen_and_left_out() {
    let best = |more: &[&str]| {
        let asked = ["analyse", "--moves", WIN_IN_ONE, "--depth", "3", "--json"];
        tengen(&[&asked[..], more].concat(), "").json()["best_move"].clone()
    };
    assert_eq!(best(&[]), "i8");
    assert_eq!(best(&["--only", "A1 i8"]), "i8");
    assert_eq!(best(&["--only", "a1,i8", "--without", "i8"]), "a1");
    assert_ne!(best(&["--without", "i8"]), "i8");
    let fails = |more: &[&str], fault: &str| {
        let asked = ["analyse", "--moves", WIN_IN_ONE, "--depth", "3"];
        tengen(&[&asked[..], more].concat(), "").fails(1, fault);
    };
    fails(&["--only", "a1 z9"], "--only: move 2, at character 4: `z9` is not on a 15×15 board");
    fails(&["--without", "e8"], "--without: e8 cannot be played: e8 is already occupied");
    fails(&["--only", ""], "--only: expected at least one move, found none");
    fails(&["--only", "a1", "--without", "a1"], "expected --only and --without to leave a move");
    fails(&["--only", "pass"], "expected a point, found a pass");
    tengen(&["analyse", "--moves", "h8", "--lines", "0"], "").fails(2, "0 is not in 1..=484");
    tengen(&["analyse", "--moves", "h8", "--threads", "300"], "").fails(2, "300 is not in 1..=256");
}

#[test]
fn a_time_limit_is_respected() {
    let started = std::time::Instant::now();
    let report = tengen(&["analyze", "--moves", "h8 i9", "--time", "0.3", "--json"], "").json();
    assert!(started.elapsed().as_secs_f64() < 5.0);
    assert!(report["time_ms"].as_u64().unwrap() < 1_000);
    assert_ne!(report["best_move"], json!(null));
}

#[test]
fn a_finished_game_has_nothing_to_analyse() {
    let report = tengen(&["analyse", "--moves", &format!("{WIN_IN_ONE} i8"), "--json"], "").json();
    assert_eq!(report["outcome"], json!({"winner": "black", "reason": "line"}));
    assert_eq!((&report["best_move"], &report["score"]), (&json!(null), &json!(null)));
    assert_eq!(report["explanation"], json!(null));
    assert_eq!(report["lines"], json!([]));
}

#[test]
fn faults_are_reported_with_their_place() {
    let moves = |text| tengen(&["analyse", "--moves", text], "");
    moves("h8 z9").fails(1, "error: --moves: move 2, at character 4: `z9` is not on a 15×15 board");
    moves("h8 h8").fails(1, "error: --moves: move 2: h8 is already occupied\n  |\n1 | h8 h8\n  |    ^\n");
    let renju = ["analyse", "--rule", "renju", "--moves", "g8 a1 i8 a15 h7 o1 h9 o15 h8"];
    tengen(&renju, "").fails(1, "move 9, h8, cannot be played: h8 is forbidden to Black: double-three");
    tengen(&["analyse"], "# nothing\n").fails(1, "standard input is empty: expected a record");
    tengen(&["analyse"], "{\"format\": 1}")
        .fails(1, "cannot read standard input: json: not a Tengen record: ");
    tengen(&["analyse", "a.json", "--moves", "h8"], "").fails(2, "cannot be used with");
}
