use crate::{tengen, test_brain};

const TENGEN: &str = env!("CARGO_BIN_EXE_pbrain-tengen");

/// Runs some checks with a short patience, and returns the JSON report.
fn report(checks: &[&str], command: &[&str]) -> serde_json::Value {
    let mut arguments =
        vec!["conform", "--json", "--patience", "1500", "--tolerance", "1000", "--time", "30"];
    for check in checks {
        arguments.extend(["--only", check]);
    }
    arguments.push("--");
    arguments.extend(command);
    let run = tengen(&arguments, "");
    let report: serde_json::Value =
        serde_json::from_str(&run.out).unwrap_or_else(|error| panic!("{error}: {}{}", run.out, run.err));
    assert_eq!(run.code, i32::from(report["conforms"] == false), "{}", run.err);
    report
}

#[track_caller]
fn finds(mode: &str, check: &str, fault: &str) {
    let report = report(&[check], &[test_brain(), mode]);
    let examined = &report["checks"][0];
    assert_eq!(
        (&examined["id"], &examined["verdict"]),
        (&check.into(), &"failed".into()),
        "{mode}: {report}"
    );
    let found = examined["found"].as_str().unwrap();
    assert!(found.contains(fault), "{mode}: expected `{fault}`, found `{found}`");
    let entries = examined["transcript"]["entries"].as_array().unwrap();
    assert_eq!(entries[0]["speaker"], "manager", "{mode}");
}

#[test]
fn every_fault_of_a_hostile_engine_is_found() {
    let faults = [
        ("crash", "game-with-first-move", "the process has terminated: exit status: 7, after `out of ideas`"),
        ("crash-at-start", "start-15", "the process has terminated: exit status: 3"),
        ("panic", "game-with-second-move", "the process has terminated"),
        ("hang", "game-with-first-move", "no answer within 1530 ms"),
        ("hang-at-start", "start-20", "no answer within 1500 ms"),
        ("deaf", "start-15", "no answer within 1500 ms"),
        ("garbage", "game-with-first-move", "!!! 7;7"),
        ("illegal", "game-with-first-move", "already occupied"),
        ("outside", "game-with-first-move", "`99,99`"),
        ("flood-at-start", "start-15", "no answer within 1500 ms"),
        ("flood", "game-with-first-move", "no answer within 1530 ms"),
        ("mute", "game-with-first-move", "the process has terminated"),
        ("error", "game-with-first-move", "`ERROR no`"),
        ("unknown", "game-with-first-move", "`UNKNOWN command`"),
        ("swap", "game-with-first-move", "`SWAP`"),
        ("stubborn", "end-before-start", "it still runs after 2000 ms"),
        ("memory", "game-with-first-move", "no answer within 1530 ms"),
        ("polite", "unknown-command", "no answer within 1500 ms"),
    ];
    // Most of the checks wait for an engine that does not answer.
    std::thread::scope(|scope| {
        for (mode, check, fault) in faults {
            scope.spawn(move || finds(mode, check, fault));
        }
    });
}

#[test]
fn a_late_move_is_detected() {
    // The engine takes 700 ms for every move but its first.
    let hostile = test_brain();
    let arguments = ["conform", "--only", "turn-100", "--tolerance", "50", "--", hostile, "late"];
    let run = tengen(&arguments, "");
    assert_eq!(run.code, 1);
    let expected =
        "---> expected a move within 100 ms, and 50 ms of tolerance\n            found a move after ";
    assert!(run.out.contains(expected), "{}", run.out);
}

#[test]
fn an_engine_that_suggests_is_asked_to_play_something_else() {
    let report = report(&["suggest", "game-with-first-move"], &[test_brain(), "suggest"]);
    assert_eq!(
        (&report["checks"][0]["verdict"], &report["checks"][1]["verdict"]),
        (&"passed".into(), &"passed".into())
    );
}

#[test]
fn unsupported_commands_of_a_hostile_engine_are_no_fault() {
    let report = report(&["begin", "suggest"], &[test_brain(), "polite"]);
    assert_eq!(report["conforms"], true);
    assert_eq!(report["checks"][1]["verdict"], "unsupported");
    assert_eq!(report["grade"][1]["group"], "optional");
    assert_eq!(report["grade"][1]["unsupported"], 1);
    // The report has no transcript of a passed check unless it is requested.
    assert_eq!(report["checks"][0].get("transcript"), None);
}

/// The checks that neither take seconds nor measure time.
const QUICK: [&str; 16] = [
    "optional",
    "extensions",
    "board-any-order",
    "board-replaces",
    "info-has-no-answer",
    "unknown-command",
    "end",
    "end-while-thinking",
    "closed-input-while-thinking",
    "renju-no-double-three",
    "tactics-caro-blocked-five",
    "garbage",
    "huge-numbers",
    "partial-lines",
    "mistakes-are-told",
    "stop-storm",
];

#[test]
fn our_own_engine_passes_in_every_dialect() {
    std::thread::scope(|scope| {
        for dialect in ["piskvork", "yixin", "rapfi", "alphagomoku"] {
            scope.spawn(move || passes_in(dialect));
        }
    });
    let suggesting = report(&["suggest", "begin"], &[TENGEN, "--suggest"]);
    assert_eq!(suggesting["checks"][1]["verdict"], "passed", "{suggesting}");
}

fn passes_in(dialect: &str) {
    let chosen = format!("{TENGEN} --dialect {dialect}");
    let mut arguments = vec!["conform", "--dialect", dialect, "--tolerance", "1000", "--time", "30"];
    for check in QUICK {
        arguments.extend(["--only", check]);
    }
    arguments.extend(["--", &chosen]);
    let run = tengen(&arguments, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""), "{dialect}: {}", run.out);
    assert!(run.out.ends_with("\nVerdict: conforms\n"), "{dialect}: {}", run.out);
}

#[test]
fn a_failure_is_reported_with_its_conversation_its_rule_and_an_arrow() {
    let hostile = test_brain();
    let arguments =
        ["conform", "--only", "game-with-first-move", "--patience", "1500", "--", hostile, "swap"];
    let run = tengen(&arguments, "");
    assert_eq!(run.code, 1);
    assert_eq!(run.err, "error: the engine does not conform: it fails 1 check that it must pass\n");
    for part in [
        "FAILED       mandatory   game-with-first-move",
        "FAILED game-with-first-move (must): a game that the engine begins continues with legal moves\n",
        "  source: Gomocup protocol, BEGIN, https://plastovicka.github.io/protocl2en.htm\n",
        " ms  > BEGIN\n",
        " ms  < SWAP\n       ---> expected a move on an empty point, such as `7,7`\n            found `SWAP`\n",
        "\nVerdict: does not conform\n",
    ] {
        assert!(run.out.contains(part), "expected `{part}`, found: {}", run.out);
    }
    let silent = tengen(&[&arguments[..1], &["--transcripts", "none"], &arguments[1..]].concat(), "");
    assert!(!silent.out.contains("BEGIN") && silent.out.contains("does not conform"), "{}", silent.out);
}

#[test]
fn the_checks_are_listed_without_an_engine() {
    let run = tengen(&["conform", "--list"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("mandatory\n  start-20 "), "{}", run.out);
    let listed = tengen(&["conform", "--list", "--json", "--only", "timing"], "").json();
    let checks = listed["checks"].as_array().unwrap();
    assert!(checks.iter().all(|check| check["group"] == "timing" && check["source"].is_string()));
    assert!(checks.len() > 5);
}

#[test]
fn usage_errors_are_reported() {
    tengen(&["conform"], "").fails(2, "<COMMAND>");
    let unknown = ["conform", "--only", "speed", "--", "x"];
    tengen(&unknown, "")
        .fails(2, "expected a group (mandatory, optional, extensions, rules, timing, robustness)");
    tengen(&["conform", "--dialect", "gtp", "--", "x"], "").fails(2, "expected a dialect");
    tengen(&["conform", "--time", "soon", "--", "x"], "").fails(2, "expected milliseconds, 0 to 3600000");
    let nowhere = ["conform", "--", "/nowhere/pbrain-none"];
    tengen(&nowhere, "").fails(1, "error: cannot start `/nowhere/pbrain-none`");
    tengen(&["conform", "--", "brain 'a"], "").fails(1, "error: expected a closing ' in `brain 'a`");
}
