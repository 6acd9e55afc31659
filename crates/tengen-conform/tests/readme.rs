//! The table of checks in the README is that of the program.
//!
//! `UPDATE_README=1 cargo test -p tengen-conform --test readme` writes it anew.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::fmt::Write as _;
use std::path::Path;

use tengen_conform::{Group, checks};

const BEGIN: &str = "see there -->\n";
const END: &str = "<!-- end of checks -->";

fn table() -> String {
    let mut table = String::new();
    for group in Group::ALL {
        let name = group.name();
        let (first, rest) = name.split_at(1);
        writeln!(table, "\n### {}{rest}\n", first.to_uppercase()).unwrap();
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
        "the table is out of date; UPDATE_README=1 cargo test -p tengen-conform --test readme"
    );
}
