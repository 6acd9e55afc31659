use serde_json::json;

use crate::tengen;

/// Black has four in a row and is to move: i8 wins, as d8 is taken.
const WIN_IN_ONE: &str = "e8 d8 f8 e7 g8 f7 h8 g6";

#[test]
fn a_win_in_one_is_found() {
    let report = tengen(&["analyse", "--moves", WIN_IN_ONE, "--depth", "4", "--json"], "").json();
    assert_eq!(report["best_move"], "i8");
    assert_eq!(report["score"], json!({"mate": 1}));
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
fn progress_and_the_best_line_are_for_people() {
    let run = tengen(&["analyse", "--moves", "h8 i9 i8", "--rule", "renju", "--depth", "3"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in [
        "depth   1",
        "White to move",
        "Best move: ",
        "Best line: ",
        "Score: ",
        "Searched:  depth 3, ",
        "\nWhat ",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
}

#[test]
fn a_time_limit_is_kept() {
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
}

#[test]
fn faults_are_told_with_their_place() {
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
