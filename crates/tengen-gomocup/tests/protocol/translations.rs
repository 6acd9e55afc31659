//! Runs the conversations in `tests/translations`, between a manager and an engine of different dialects.
//!
//! A line begins with what it is:
//!
//! * `@ MANAGER ENGINE` their dialects; a new conversation begins;
//! * `> ` the manager sends, and `e> ` the engine receives;
//! * `e< ` the engine sends, and `< ` the manager receives;
//! * `#` a remark.

use std::collections::VecDeque;
use std::path::Path;

use proptest::prelude::*;
use tengen_gomocup::{Dialect, Forward, Translator};

#[test]
fn conversations_are_translated() {
    let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/translations");
    let mut files: Vec<_> =
        std::fs::read_dir(directory).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(files.len() >= 6, "the conversations are missing");
    let faults: Vec<String> = files.iter().filter_map(|file| run(file).err()).collect();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Runs the conversations of one file to the first fault.
fn run(file: &Path) -> Result<(), String> {
    let name = file.file_name().unwrap().to_string_lossy().into_owned();
    let mut translator = None;
    let mut heard = VecDeque::new();
    for (index, line) in std::fs::read_to_string(file).unwrap().lines().enumerate() {
        let place = |fault: String| format!("{name}, line {}: `{line}`: {fault}", index + 1);
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let is_expected = line.starts_with("e> ") || line.starts_with("< ");
        if !is_expected && !heard.is_empty() {
            return Err(place(format!("before it: {heard:?}")));
        }
        if let Some(text) = line.strip_prefix("@ ") {
            let (manager, engine) = text.split_once(' ').unwrap();
            translator = Some(Translator::new(manager.parse().unwrap(), engine.parse().unwrap()));
            continue;
        }
        let translator = translator.as_mut().ok_or_else(|| place("expected `@` before it".to_owned()))?;
        if let Some(text) = line.strip_prefix("> ") {
            heard.extend(translator.from_manager(text).into_iter().map(in_words));
        } else if let Some(text) = line.strip_prefix("e< ") {
            heard.extend(translator.from_engine(text).into_iter().map(in_words));
        } else if heard.pop_front().as_deref() != Some(line) {
            return Err(place(format!("no such line; then {heard:?}")));
        }
    }
    if heard.is_empty() { Ok(()) } else { Err(format!("{name}, at the end: {heard:?}")) }
}

fn in_words(out: Forward) -> String {
    match out {
        Forward::ToEngine(line) => format!("e> {line}"),
        Forward::ToManager(line) => format!("< {line}"),
    }
}

/// The lines that pass through two translators, there and back, and reach the engine's side in the manager's words.
fn there_and_back(manager: Dialect, engine: Dialect, lines: &[String]) -> Vec<String> {
    let mut there = Translator::new(manager, engine);
    let mut back = Translator::new(engine, manager);
    let mut arrived = Vec::new();
    for line in lines {
        let mut to_engine: VecDeque<String> = VecDeque::new();
        let take = |outs: Vec<Forward>, queue: &mut VecDeque<String>| {
            for out in outs {
                match out {
                    Forward::ToEngine(line) => queue.push_back(line),
                    Forward::ToManager(line) => panic!("{manager} to {engine}: {line}"),
                }
            }
        };
        take(there.from_manager(line), &mut to_engine);
        for line in to_engine {
            let mut queue = VecDeque::new();
            take(back.from_manager(&line), &mut queue);
            arrived.extend(queue);
        }
        // Each answer makes both translators ready for the next question.
        let mut answer = |text: &str| {
            let inner = back.from_engine(text);
            let [Forward::ToManager(inner)] = &inner[..] else { panic!("{inner:?}") };
            assert_eq!(there.from_engine(inner), [Forward::ToManager(text.to_owned())]);
        };
        let word = line.split_whitespace().next().unwrap();
        match word {
            "START" | "TAKEBACK" => answer("OK"),
            "TURN" | "DONE" => answer("11,13"),
            _ => {}
        }
    }
    arrived
}

proptest! {
    #[test]
    fn there_and_back_is_the_same_game(
        manager in prop::sample::select(Dialect::ALL.to_vec()),
        engine in prop::sample::select(Dialect::ALL.to_vec()),
        code in prop::sample::select(vec!["0", "1"]),
        points in prop::collection::vec((0_u8..11, 0_u8..11, 0_u8..3), 1..20),
    ) {
        let mut lines = vec![format!("INFO rule {code}"), "START 15".to_owned()];
        for (first, second, kind) in points {
            match kind {
                0 => lines.push(format!("TURN {first},{second}")),
                1 => lines.push(format!("TAKEBACK {first},{second}")),
                _ => lines.extend(["BOARD".to_owned(), format!("{first},{second},2"), "DONE".to_owned()]),
            }
        }
        prop_assert_eq!(there_and_back(manager, engine, &lines), lines);
    }

    #[test]
    fn any_lines_leave_a_translator_that_plays(bytes in prop::collection::vec(any::<u8>(), 0..300)) {
        crate::fuzz_checks::translate(&bytes);
    }

    /// Lines that are commands and answers, or nearly.
    #[test]
    fn any_conversation_leaves_a_translator_that_plays(
        lines in prop::collection::vec(prop::sample::select(LINES.to_vec()), 0..80),
    ) {
        crate::fuzz_checks::translate(lines.join("\n").as_bytes());
    }
}

/// A `<` marks a line of the engine; the first character of all chooses the dialects.
const LINES: &[&str] = &[
    "START 15",
    "START 3",
    "START 99",
    "RESTART",
    "RECTSTART 9,9",
    "RECTSTART 9,8",
    "BEGIN",
    "TURN 3,4",
    "TURN 0,1",
    "TURN 14,2",
    "TAKEBACK 3,4",
    "PLAY 1,0",
    "BOARD",
    "YXBOARD",
    "SWAP2BOARD",
    "YXBLOCK",
    "3,4,1",
    "5,6,2",
    "1,2,3",
    "7,8",
    "DONE",
    "INFO rule 2",
    "INFO rule 8",
    "INFO rule 0",
    "INFO evaluate 3,4",
    "INFO max_depth 4",
    "YXNBEST 2",
    "YXSHOWFORBID",
    "YXBALANCEONE 3",
    "YXHASHCLEAR",
    "YXSHOWINFO",
    "STOP",
    "YXSTOP",
    "ABOUT",
    "TURN",
    "YXFOO 1,2",
    "<OK",
    "<3,4",
    "<5,7",
    "<0,0 1,2 3,4",
    "<SWAP",
    "<UNKNOWN command",
    "<ERROR no",
    "<SUGGEST 2,9",
    "<FORBID 0102.",
    "<MESSAGE REALTIME BEST 3,4",
    "<INFO PV 0",
    "<INFO EVAL -M3",
    "<INFO BESTLINE 1,2 3,4",
    "<INFO PV DONE",
    "<15,15",
    "<name=\"x\"",
    "<what",
    "<",
];
