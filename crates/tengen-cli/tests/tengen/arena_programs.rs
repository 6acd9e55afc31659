//! Programs in an arena, most of which misbehave.

use std::path::PathBuf;
use std::process::Command;
use std::sync::OnceLock;

use serde_json::{Value, json};

use crate::tengen;

/// The engine that misbehaves on demand, which belongs to another crate. Tests of the whole workspace have it built
/// already.
fn hostile_brain() -> &'static str {
    static BUILT: OnceLock<String> = OnceLock::new();
    BUILT.get_or_init(|| {
        let beside = PathBuf::from(env!("CARGO_BIN_EXE_tengen"))
            .with_file_name(format!("hostile-brain{}", std::env::consts::EXE_SUFFIX));
        if !beside.exists() {
            let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
            let mut build = Command::new(cargo);
            build.args(["build", "--quiet", "--package", "tengen-program", "--bin", "hostile-brain"]);
            assert!(build.current_dir(env!("CARGO_MANIFEST_DIR")).status().unwrap().success());
        }
        assert!(beside.exists(), "{} is missing", beside.display());
        beside.to_str().unwrap().to_owned()
    })
}

#[test]
fn whoever_misbehaves_loses_its_games_and_nothing_else_happens() {
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
    // Greedy finishes a program that plays the first empty point before anything else can happen to it.
    let mut arguments: Vec<String> = [
        "arena",
        "--engine",
        "greedy",
        "--tournament",
        "gauntlet",
        "--concurrency",
        "3",
        "--json",
        "--quiet",
    ]
    .map(str::to_owned)
    .to_vec();
    for (mode, _) in faults {
        // Only who is meant to come too late may do so on a busy machine.
        let time = if mode == "hang" || mode == "flood" { "0.3" } else { "20" };
        let engine = format!(
            "cmd='{}' {mode},name={mode},memory=150,start-time=3,time={time},grace=0.2",
            hostile_brain()
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
    let game = std::fs::read_to_string(folder.path().join("game-2.sgf")).unwrap();
    assert!(game.contains("Opening\\: 15.swap2."), "{game}");
}
