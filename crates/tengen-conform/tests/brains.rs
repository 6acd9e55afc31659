//! The suite against engines with known faults.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::time::Duration;

use tengen_conform::{Candidate, Grade, Verdict, check_named, examine};

fn sloppy() -> Candidate {
    Candidate {
        // The engine answers at once where it answers at all, so that this only has to outlast a busy machine.
        patience: Duration::from_millis(1_500),
        tolerance: Duration::from_millis(200),
        ..Candidate::new([env!("CARGO_BIN_EXE_sloppy-brain")])
    }
}

/// What the suite finds in the sloppy engine.
fn verdict(id: &str) -> Verdict {
    let examination = examine(check_named(id).unwrap(), &sloppy()).unwrap();
    assert!(examination.conversation.entries().len() > 0, "{id}");
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
        // It makes no five, of course: it plays the first empty point.
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
    // Most of them wait for an engine that says nothing.
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
