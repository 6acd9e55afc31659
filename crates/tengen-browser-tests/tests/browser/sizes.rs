//! The figures in `docs/sizes.md` and `docs/embedding.md`.

use std::fs;

use tengen_browser_tests::{Result, Site};

use crate::budgets::{is_first, is_of_threads, is_quick_build, travelling};
use crate::element::gzipped;

/// The accepted deviation of a figure from the measured size, in per cent: a document need not follow every change.
const TOLERANCE: u64 = 5;

/// A row of a table: the part and its sizes in bytes, one for each column.
type Row = (&'static str, Vec<u64>);

/// The sizes in the last columns of a row, converted from kB or MB to bytes.
fn stated(document: &str, part: &str) -> Vec<u64> {
    let row = document.lines().find(|line| line.starts_with(&format!("| {part} |")));
    let cells = row.unwrap_or_else(|| panic!("no row begins with | {part} |")).split('|').map(str::trim);
    let bytes = cells.filter_map(|cell| {
        let (figure, unit) = cell.split_once(' ')?;
        let unit = match unit {
            "kB" => 1e3,
            "MB" => 1e6,
            _ => return None,
        };
        Some((figure.parse::<f64>().ok()? * unit) as u64)
    });
    bytes.collect()
}

/// The rows of a document whose sizes differ from these.
fn wrong(document: &str, rows: &[Row]) -> Vec<String> {
    let is_right = |stated: &u64, measured: &u64| {
        // The last digit of a figure is rounded.
        stated.abs_diff(*measured) <= measured * TOLERANCE / 100 + 500
    };
    let differs = rows.iter().filter(|(part, measured)| {
        let stated = stated(document, part);
        stated.len() != measured.len()
            || !stated.iter().zip(measured).all(|(one, other)| is_right(one, other))
    });
    differs
        .map(|(part, measured)| {
            format!("{part}: {measured:?} bytes were measured, {:?} are stated", stated(document, part))
        })
        .collect()
}

/// The compressed sizes of the page's files for which `is_counted` is true, by gzip and by Brotli.
fn both(is_counted: impl Fn(&str) -> bool) -> Vec<u64> {
    ["gz", "br"].map(|form| travelling(form, &is_counted)).to_vec()
}

fn network(rule: &str) -> Vec<u64> {
    both(|name| name.starts_with(rule) && name.ends_with(".network"))
}

/// The compressed sizes of the element's files for which `is_counted` is true, by gzip and by Brotli.
fn of_element(is_counted: impl Fn(&str) -> bool) -> Result<Vec<u64>> {
    let mut sums = vec![0, 0];
    for entry in fs::read_dir(Site::package("element"))? {
        let path = entry?.path();
        if path.file_name().is_some_and(|name| is_counted(&name.to_string_lossy())) {
            let contents = fs::read(&path)?;
            sums[0] += gzipped(&contents) as u64;
            let mut compressed = Vec::new();
            brotli::BrotliCompress(&mut contents.as_slice(), &mut compressed, &Default::default())?;
            sums[1] += compressed.len() as u64;
        }
    }
    Ok(sums)
}

/// Whether a viewer loads this file of the element.
fn is_of_board(name: &str) -> bool {
    name == "tengen-board.js" || name.starts_with("tengen-board-")
}

#[test]
fn the_documents_state_the_sizes_as_they_are() -> Result<()> {
    if is_quick_build() {
        return Ok(());
    }
    let document = fs::read_to_string(Site::page_directory().join("index.html"))?;
    let single = fs::metadata(Site::package("tengen.html"))?.len();
    let networks = || {
        [
            ("network for freestyle", network("freestyle")),
            ("network for standard", network("standard")),
            ("network for renju", network("renju")),
            ("network for caro", network("caro")),
        ]
    };
    let board = of_element(is_of_board)?;
    let engine = both(|name| name.starts_with("worker"));
    let of_embedding = [
        ("board", board.clone()),
        ("script for `live`", of_element(|name| name.starts_with("tengen-live"))?),
        ("engine", engine.clone()),
    ];
    let puzzles = |rule: &str| both(|name| name.starts_with(rule) && name.ends_with(".puzzles"));
    let of_sizes = [
        ("puzzles of freestyle", puzzles("freestyle")),
        ("puzzles of standard", puzzles("standard")),
        ("puzzles of renju", puzzles("renju")),
        ("page", both(|name| is_first(&document, name))),
        ("online play", both(|name| name.starts_with("online-"))),
        ("files and pictures", both(|name| name.starts_with("files-"))),
        ("judge of puzzles", both(|name| name.starts_with("judge-"))),
        ("engine", engine),
        ("engine with threads", both(is_of_threads)),
        ("`<tengen-board>`", board),
        ("`tengen.html`", vec![single]),
    ];
    let mut faults =
        wrong(include_str!("../../../../docs/embedding.md"), &[&of_embedding[..], &networks()].concat());
    faults.extend(wrong(include_str!("../../../../docs/sizes.md"), &[&of_sizes[..], &networks()].concat()));
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    Ok(())
}

#[test]
fn a_figure_that_is_far_from_the_measured_one_is_named() {
    let table = "| part | gzip | brotli |\n|---|---|---|\n| page | 250 kB | 0.2 MB |\n";
    assert!(wrong(table, &[("page", vec![255_000, 199_000])]).is_empty());
    let faults = wrong(table, &[("page", vec![300_000, 199_000])]);
    assert_eq!(faults, ["page: [300000, 199000] bytes were measured, [250000, 200000] are stated"]);
}
