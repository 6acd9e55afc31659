//! Tests that the documents name files and tests that exist, that the most read documents stay short, and that measurements fit their
//! columns.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The documents that are read most, and the largest number of words of each.
const MOST_WORDS: [(&str, usize); 2] = [("ARCHITECTURE.md", 2_500), ("docs/strength.md", 2_500)];

/// The largest number of words of a decision, which is a few lines.
const MOST_WORDS_OF_A_DECISION: usize = 270;

/// The first columns of every file in `docs/strength`.
const COLUMNS: [&str; 7] = ["date", "change", "setup", "games", "Elo", "interval", "verdict"];

/// Folders whose files are named in code spans by their paths from the root.
const ROOTED: [&str; 6] = ["crates/", "docs/", "examples/", "fuzz/", "xtask/src", "xtask/tests"];

/// Folders of a crate whose files its README names by their paths from the crate.
const OF_CRATE: [&str; 2] = ["src/", "tests/"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

/// The files below a folder with this extension. Folders that builds fill (`target`) are left out.
fn files_below(folder: PathBuf, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders = vec![folder];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() && !path.ends_with("target") && !path.ends_with("node_modules") {
                folders.push(path);
            } else if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found
}

/// The documents of the root, of `docs` and `examples` with their folders, and every crate's README.
fn documents() -> Vec<PathBuf> {
    let root = root();
    let mut found = files_below(root.join("docs"), "md");
    found.extend(files_below(root.join("examples"), "md"));
    found.extend(["README.md", "ARCHITECTURE.md", "CONTRIBUTING.md"].map(|name| root.join(name)));
    let crates =
        fs::read_dir(root.join("crates")).unwrap().map(|entry| entry.unwrap().path().join("README.md"));
    found.extend(crates.filter(|readme| readme.exists()));
    found.sort();
    found
}

/// The targets of the links of a Markdown text, except for web addresses and places within the same text.
fn links(text: &str) -> Vec<&str> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
    let files = targets.map(|target| target.split_once('#').map_or(target, |(file, _)| file));
    files
        .filter(|file| !file.is_empty() && !file.contains("://") && !file.contains(char::is_whitespace))
        .collect()
}

/// The code spans of a Markdown text that name a file or a folder below one of `folders`. Patterns and placeholders, as in
/// `tests/data/v*.txt` and `fuzz/seeds/TARGET`, end at the folder before them.
fn named_paths(text: &str, folders: &[&str]) -> Vec<String> {
    let spans = text.split('`').skip(1).step_by(2);
    let rooted = spans.filter(|span| folders.iter().any(|folder| span.starts_with(folder)));
    let is_fixed = |part: &&str| !part.contains('*') && part.chars().any(char::is_lowercase);
    rooted.map(|span| span.split('/').take_while(is_fixed).collect::<Vec<_>>().join("/")).collect()
}

/// Whether commands create the file, so that no copy of the repository contains it.
fn is_made(path: &str) -> bool {
    ["fuzz/corpus", "fuzz/artifacts"].iter().any(|made| path.starts_with(made))
}

#[test]
fn every_file_that_a_document_names_exists() {
    let root = root();
    let mut missing = Vec::new();
    for document in documents() {
        let text = fs::read_to_string(&document).unwrap();
        let folder = document.parent().unwrap();
        let linked = links(&text).into_iter().filter(|link| !folder.join(link).exists()).map(str::to_owned);
        let named = named_paths(&text, &ROOTED).into_iter();
        let named = named.filter(|path| !is_made(path) && !root.join(path).exists());
        let of_crate = if folder.parent() == Some(&root.join("crates")) { &OF_CRATE[..] } else { &[] };
        let of_crate = named_paths(&text, of_crate).into_iter().filter(|path| !folder.join(path).exists());
        let shown = document.strip_prefix(&root).unwrap().display().to_string();
        missing.extend(linked.chain(named).chain(of_crate).map(|path| format!("{shown} names {path}")));
    }
    assert!(missing.is_empty(), "{}", missing.join("\n"));
}

#[test]
fn every_test_that_the_list_of_features_names_exists() {
    let root = root();
    let sources = ["crates", "xtask"].into_iter().flat_map(|folder| files_below(root.join(folder), "rs"));
    let code: String = sources.map(|path| fs::read_to_string(path).unwrap()).collect();
    let features = fs::read_to_string(root.join("docs/features.md")).unwrap();
    let spans = features.split('`').skip(1).step_by(2);
    let names = spans.filter_map(|span| span.rsplit("::").next()).filter(|name| name.contains('_'));
    let missing: Vec<&str> = names.filter(|name| !code.contains(&format!("fn {name}("))).collect();
    assert!(missing.is_empty(), "docs/features.md names tests that do not exist: {}", missing.join(", "));
}

/// The parts of a decision, after its title.
const PARTS: [&str; 3] = ["\n\n**Context.** ", "\n\n**Decision.** ", "\n\n**Consequences.** "];

#[test]
fn every_decision_is_short_and_has_its_number_and_its_parts_and_is_in_the_index() {
    let folder = root().join("docs/decisions");
    let index = fs::read_to_string(folder.join("README.md")).unwrap();
    let mut numbers = Vec::new();
    for path in files_below(folder, "md") {
        let name = path.file_name().unwrap().to_str().unwrap();
        let Some((number, _)) = name.split_once('-') else { continue };
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.starts_with(&format!("# {number}. ")), "{name} begins with its number and its title");
        let places = PARTS.map(|part| text.find(part));
        assert!(places.is_sorted() && places[0].is_some(), "{name} has context, decision and consequences");
        assert!(index.contains(&format!("]({name})")), "{name} is not in docs/decisions/README.md");
        let words = text.split_whitespace().count();
        let most = MOST_WORDS_OF_A_DECISION;
        assert!(words <= most, "{name} has {words} words, at most {most} were expected");
        numbers.push(number.to_owned());
    }
    numbers.sort();
    assert!(numbers.is_sorted_by(|one, next| one < next), "no number is used twice: {numbers:?}");
}

#[test]
fn documents_that_everybody_reads_are_short() {
    for (name, most) in MOST_WORDS {
        let words = fs::read_to_string(root().join(name)).unwrap().split_whitespace().count();
        assert!(words <= most, "{name} has {words} words, at most {most} were expected");
    }
}

/// The fault of a row of measurements with these fields, which must have as many as the header.
fn fault_of_a_row(fields: &[&str], columns: usize) -> Option<String> {
    let [date, change, _, games, elo, interval, ..] = *fields else {
        return Some(format!("expected {columns} fields, found {}", fields.len()));
    };
    let is_date = date.split('-').map(str::len).eq([4, 2, 2])
        && date.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let bounds = interval.split_once(" to ").map(|(low, high)| (low.parse::<i32>(), high.parse::<i32>()));
    let fits = match (elo, bounds) {
        ("", None) => interval.is_empty(),
        (elo, None) => interval.is_empty() && elo.parse::<i32>().is_ok(),
        (elo, Some((Ok(low), Ok(high)))) => elo.parse::<i32>().is_ok_and(|elo| (low..=high).contains(&elo)),
        (_, Some(_)) => false,
    };
    if fields.len() != columns {
        Some(format!("expected {columns} fields, found {}", fields.len()))
    } else if !is_date {
        Some(format!("expected a date such as 2026-11-30, found `{date}`"))
    } else if change.is_empty() {
        Some("expected a change, found nothing".to_owned())
    } else if !games.is_empty() && games.parse::<u32>().is_err() {
        Some(format!("expected a number of games, found `{games}`"))
    } else if !fits {
        Some(format!("expected Elo within an interval such as `-2 to +55`, found `{elo}` and `{interval}`"))
    } else {
        None
    }
}

#[test]
fn every_row_of_measurements_fits_its_columns() {
    let folder = root().join("docs/strength");
    let books: String =
        files_below(folder.clone(), "md").into_iter().map(|path| fs::read_to_string(path).unwrap()).collect();
    let mut faults = Vec::new();
    let mut rows = 0;
    for path in files_below(folder, "tsv") {
        let name = path.file_name().unwrap().to_str().unwrap();
        assert!(books.contains(&format!("]({name})")), "no document of docs/strength links to {name}");
        let text = fs::read_to_string(&path).unwrap();
        let mut lines = text.lines();
        let header: Vec<&str> = lines.next().unwrap().split('\t').collect();
        assert!(header.starts_with(&COLUMNS), "{name} begins with the columns {COLUMNS:?}, found {header:?}");
        for (number, line) in lines.enumerate() {
            let fields: Vec<&str> = line.split('\t').collect();
            faults.extend(
                fault_of_a_row(&fields, header.len()).map(|fault| format!("{name}:{}: {fault}", number + 2)),
            );
            rows += 1;
        }
    }
    assert!(rows > 0, "docs/strength has no measurements");
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// The attributes of `<tengen-board>` are listed in the program, in the script that loads it, in the types, in the example for Hexo and in
/// the documentation. The script handles `live` itself.
#[test]
fn the_attributes_of_the_embedded_board_are_the_same_everywhere() {
    let read = |path: &str| fs::read_to_string(root().join(path)).unwrap();
    let quoted = |text: &str, from: &str, to: &str| -> BTreeSet<String> {
        let list = text.split_once(from).unwrap().1.split_once(to).unwrap().0;
        list.split('"').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let mut expected = quoted(&read("crates/tengen-element/src/element/mod.rs"), "const ATTRIBUTES", "];");
    expected.insert("live".to_owned());
    let script = read("xtask/src/package/element/element.js");
    assert_eq!(quoted(&script, "const attributes = [", "]"), expected);
    assert_eq!(quoted(&read("examples/hexo-tag-tengen/index.js"), "const NAMES = [", "]"), expected);
    let types = read("xtask/src/package/element/index.d.ts");
    let documentation = read("docs/embedding.md");
    for name in &expected {
        // Every element has `lang`.
        assert!(name == "lang" || types.contains(&format!("  {name}?: ")), "index.d.ts lacks {name}");
        assert!(documentation.contains(&format!("\n| `{name}` |")), "docs/embedding.md lacks {name}");
    }
}
