//! The conformance suite against an engine with known faults, and its table of checks in the README.
//!
//! `UPDATE_README=1 cargo test -p tengen-gomocup --all-features --test engines` writes the table.

use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use tengen_gomocup::conform::{Candidate, Grade, Group, Verdict, check_named, checks, examine};

fn sloppy() -> Candidate {
    Candidate {
        // The engine answers at once or never, so that this only has to outlast a busy machine.
        patience: Duration::from_millis(1_500),
        tolerance: Duration::from_millis(200),
        ..Candidate::new([env!("CARGO_BIN_EXE_test-brain"), "sloppy"])
    }
}

/// The verdict of the suite about the sloppy engine.
fn verdict(id: &str) -> Verdict {
    let examination = examine(check_named(id).unwrap(), &sloppy()).unwrap();
    assert!(examination.transcript.entries().len() > 0, "{id}");
    examination.verdict
}

#[track_caller]
fn finds(id: &str, fault: &str) {
    match verdict(id) {
        Verdict::Failed { found, .. } => assert!(found.contains(fault), "{id}: {found}"),
        other => panic!("{id}: {other:?}"),
    }
}

#[test]
fn what_a_sloppy_engine_does_right_passes() {
    for id in [
        "start-20",
        "start-15",
        "begin",
        "turn",
        "about",
        "one-answer",
        "lines-end-with-crlf",
        "tactics-five",
    ] {
        let verdict = verdict(id);
        // The sloppy engine makes no five: it plays the first empty point.
        let passes = id != "tactics-five";
        assert_eq!(verdict == Verdict::Passed, passes, "{id}: {verdict:?}");
    }
    assert!(
        matches!(verdict("suggest"), Verdict::Unsupported { reason } if reason.contains("without asking"))
    );
}

#[test]
fn every_fault_of_a_sloppy_engine_is_found() {
    let faults = [
        ("info-has-no-answer", "`UNKNOWN info`"),
        ("about-format", "`A brain`"),
        ("unknown-command", "no answer within 1500 ms"),
        ("new-start-empties", "no answer within 1600 ms"),
        ("end", "it still runs after 1200 ms"),
        ("end-is-silent", "`GOODBYE`"),
        ("takeback-empties", "no answer within 1600 ms"),
        ("lines-end-with-cr", "no answer"),
        ("turn-20", "a move after "),
        ("closed-input", "it still runs"),
        ("mistakes-are-told", "`0,0`"),
    ];
    // Most of them wait for an engine that does not answer.
    std::thread::scope(|scope| {
        for (id, fault) in faults {
            scope.spawn(move || finds(id, fault));
        }
    });
}

#[test]
fn a_grade_weighs_what_must_be() {
    let grade_of = |ids: &[&str]| {
        let mut grade = Grade::default();
        for id in ids {
            grade.count(&examine(check_named(id).unwrap(), &sloppy()).unwrap());
        }
        grade
    };
    let weak = grade_of(&["start-20", "end-is-silent", "suggest", "tactics-five"]);
    let total = weak.total();
    assert_eq!((total.passed, total.weak, total.notes, total.unsupported), (1, 1, 1, 1));
    assert!(weak.conforms());
    assert!(!grade_of(&["start-20", "info-has-no-answer"]).conforms());
}

#[test]
fn an_engine_that_cannot_be_started_is_an_error() {
    let nowhere = Candidate::new(["/nowhere/pbrain-none"]);
    let error = examine(check_named("begin").unwrap(), &nowhere).unwrap_err();
    assert!(error.to_string().starts_with("cannot start `/nowhere/pbrain-none`"));
}

const BEGIN: &str = "see there -->\n";
const END: &str = "<!-- end of checks -->";

fn table() -> String {
    let mut table = String::new();
    for group in Group::ALL {
        let name = group.name();
        let (first, rest) = name.split_at(1);
        writeln!(table, "\n#### {}{rest}\n", first.to_uppercase()).unwrap();
        writeln!(table, "| check | severity | what is expected | source |\n|---|---|---|---|").unwrap();
        for check in checks().filter(|check| check.group == group) {
            let (id, severity, expected, source) = (check.id, check.severity, check.expected, check.source);
            writeln!(table, "| `{id}` | {severity} | {expected} | {source} |").unwrap();
        }
    }
    table.push('\n');
    table
}

#[test]
fn the_readme_lists_all_checks() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("README.md");
    let readme = std::fs::read_to_string(&path).unwrap();
    let (before, rest) = readme.split_once(BEGIN).unwrap();
    let (found, after) = rest.split_once(END).unwrap();
    if std::env::var_os("UPDATE_README").is_some() {
        std::fs::write(&path, format!("{before}{BEGIN}{}{END}{after}", table())).unwrap();
        return;
    }
    assert!(
        found == table(),
        "the table is out of date; UPDATE_README=1 cargo test -p tengen-gomocup --all-features --test engines"
    );
}
