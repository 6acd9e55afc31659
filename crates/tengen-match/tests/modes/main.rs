//! The mode table: what each command does in each mode of a match.
//!
//! `rows.rs` has the modes, `commands.rs` the commands, `observe.rs` the observable state. Each command is given once in each mode, and
//! what changed is compared with `tests/data/modes.txt`. A behaviour that is changed on purpose is written there by
//! `UPDATE_MODES=1 cargo test -p tengen-match --test modes`, and the difference is part of the commit.
#![cfg(feature = "remote")]
#![allow(clippy::unwrap_used, clippy::print_stderr, reason = "a test may fail here")]

mod commands;
mod observe;
mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

use observe::Snapshot;
use tengen_match::Match;

const GOLDEN: &str = include_str!("../data/modes.txt");
const PATH: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/data/modes.txt");

const HEAD: &str = "\
# The mode table: what each command does in each mode of a match. Written by the test `modes`; see tests/modes/main.rs.
# A section is a mode, with its state on the first line. A line is a command, with the new value of every part of the state that it
# changes, and the effects that it leaves for the front end. The first section has what each command does in more than half of the
# modes, or else nothing; the others have the commands that do something else there.
";

/// The name of the first section.
const MOST: &str = "most modes";

/// The time at which every command is given. The modes are reached before it.
pub(crate) const NOW: u64 = 100_000;

/// One cell of the table: what a command changes in a mode, empty if nothing.
fn cell(mode: fn() -> Match, command: &commands::Command) -> String {
    std::panic::catch_unwind(|| effect(mode(), command)).unwrap_or("panics".to_owned())
}

fn effect(mut table: Match, command: &commands::Command) -> String {
    table.take_effects();
    let before = Snapshot::of(&table);
    let answer = table.at(NOW + command.after_ms, command.give);
    let effects = observe::effects(&table.take_effects());
    let is_due_again = table.wake_at().is_some_and(|at| at <= NOW + command.after_ms);
    let mut parts = before.changes(&Snapshot::of(&table));
    if !effects.is_empty() {
        parts.push(format!("effects: {effects}"));
    }
    if !answer.is_empty() {
        parts.push(format!("returns: {answer}"));
    }
    if is_due_again {
        parts.push("due again at once".to_owned());
    }
    if parts.is_empty() { "nothing".to_owned() } else { parts.join("; ") }
}

/// What a command does in more than half of the modes, or else nothing.
fn usual(cells: &[String]) -> &str {
    let frequency = |cell: &&String| cells.iter().filter(|other| other == cell).count();
    let most = cells.iter().max_by_key(frequency).filter(|cell| 2 * frequency(cell) > cells.len());
    most.map_or("nothing", String::as_str)
}

fn table() -> String {
    let modes = rows::ROWS;
    let columns: Vec<Vec<String>> = commands::COMMANDS
        .iter()
        .map(|command| modes.iter().map(|&(_, mode)| cell(mode, command)).collect())
        .collect();
    let mut text = format!("{HEAD}\n== {MOST}\n");
    for (command, cells) in commands::COMMANDS.iter().zip(&columns) {
        writeln!(text, "{} | {}", command.name, usual(cells)).unwrap();
    }
    for (index, (name, mode)) in modes.iter().enumerate() {
        write!(text, "\n== {name}\n   {}\n", Snapshot::of(&mode()).summary()).unwrap();
        for (command, cells) in commands::COMMANDS.iter().zip(&columns) {
            if cells[index] != usual(cells) {
                writeln!(text, "{} | {}", command.name, cells[index]).unwrap();
            }
        }
    }
    text
}

/// The lines of a table by their section and command.
fn cells(table: &str) -> BTreeMap<(&str, &str), &str> {
    let mut section = "";
    let mut cells = BTreeMap::new();
    for line in table.lines() {
        let (key, value) = match (line.strip_prefix("== "), line.split_once(" | ")) {
            (Some(name), _) => {
                section = name;
                continue;
            }
            (None, Some(cell)) if !line.starts_with(' ') => cell,
            (None, _) => ("state", line.trim()),
        };
        cells.insert((section, key), value);
    }
    cells
}

#[test]
fn every_command_does_in_every_mode_what_the_table_says() {
    let names: Vec<_> = rows::ROWS.iter().map(|(name, _)| *name).collect();
    assert!(
        names.iter().enumerate().all(|(index, name)| !names[..index].contains(name)),
        "a mode is there twice"
    );
    let found = table();
    if found == GOLDEN {
        return;
    }
    if std::env::var_os("UPDATE_MODES").is_some() {
        std::fs::write(PATH, &found).unwrap();
        return;
    }
    let (expected, found) = (cells(GOLDEN), cells(&found));
    let keys: BTreeSet<_> = expected.keys().chain(found.keys()).collect();
    let differences = keys.into_iter().filter_map(|&(mode, command)| {
        let of_most = |cells: &BTreeMap<(&str, &str), _>| cells.get(&(MOST, command)).copied();
        let of_mode =
            |cells: &BTreeMap<_, _>| cells.get(&(mode, command)).copied().or_else(|| of_most(cells));
        let [expected, found] = [&expected, &found].map(|cells| of_mode(cells).unwrap_or("not in the table"));
        (expected != found)
            .then(|| format!("{mode} × {command}\n    expected  {expected}\n    found     {found}\n"))
    });
    panic!("the mode table differs:\n{}", differences.collect::<String>());
}
