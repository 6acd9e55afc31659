//! Reports of a search as a foreign client reads them: `pygomo-lib`, from the package index of Python.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The version that this test was written for.
const PACKAGE: &str = "pygomo-lib==0.1.1";

/// A Python with the package, in a folder of the build. `None` without a Python, or without the package index.
fn python() -> Option<PathBuf> {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pygomo");
    let python = folder.join(if cfg!(windows) { "Scripts/python.exe" } else { "bin/python" });
    if !succeeds(&python, ["-c", "import pygomo"]) {
        let made = succeeds("python3", [OsStr::new("-m"), OsStr::new("venv"), folder.as_os_str()]);
        let pip = ["-m", "pip", "install", "--quiet", "--retries", "1", "--timeout", "20", PACKAGE];
        if !made || !succeeds(&python, pip) {
            return None;
        }
    }
    Some(python)
}

fn succeeds<Argument: AsRef<OsStr>>(
    program: impl AsRef<OsStr>,
    arguments: impl IntoIterator<Item = Argument>,
) -> bool {
    let mut command = Command::new(program);
    let command = command.args(arguments).stdout(Stdio::null()).stderr(Stdio::null());
    command.status().is_ok_and(|status| status.success())
}

/// A report as the library has parsed it.
#[derive(Debug)]
struct Seen {
    depth: u32,
    selective_depth: u32,
    number: u32,
    score: String,
    nodes: u64,
    line: Vec<String>,
}

/// The reports of a search with this name.
fn seen(output: &str, name: &str) -> Vec<Seen> {
    let reports = output.lines().filter_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    let report = |line: &str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [depth, selective_depth, number, score, nodes, _speed, _time, line @ ..] = &words[..] else {
            panic!("{words:?}");
        };
        Seen {
            depth: depth.parse().unwrap(),
            selective_depth: selective_depth.parse().unwrap(),
            number: number.parse().unwrap(),
            score: (*score).to_owned(),
            nodes: nodes.parse().unwrap(),
            line: line.iter().map(|&name| name.to_owned()).collect(),
        }
    };
    reports.map(report).collect()
}

#[test]
fn a_foreign_client_reads_depth_evaluation_and_line() {
    let Some(python) = python() else {
        eprintln!("{PACKAGE} is not available; what it reads is not tested");
        return;
    };
    let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pbrain/foreign_client.py");
    let output = Command::new(python).arg(script).arg(env!("CARGO_BIN_EXE_pbrain-tengen")).output().unwrap();
    let (text, faults) =
        (String::from_utf8(output.stdout).unwrap(), String::from_utf8_lossy(&output.stderr).into_owned());
    assert!(output.status.success(), "{text}{faults}");
    assert!(text.starts_with("start True\n"), "{text}");
    let turn = seen(&text, "turn");
    assert!(turn.len() > 1, "one report for each iteration: {text}");
    let depths: Vec<u32> = turn.iter().map(|report| report.depth).collect();
    assert!(depths.is_sorted() && depths[0] > 0, "{depths:?}");
    for report in &turn {
        assert!(report.selective_depth >= report.depth && report.nodes > 0, "{report:?}");
        assert!(report.score.parse::<i32>().is_ok() && report.number == 1, "{report:?}");
        assert!(!report.line.is_empty(), "{report:?}");
    }
    let last = turn.last().unwrap();
    // The library numbers rows from the top, and names them from the bottom.
    let played = text.lines().find_map(|line| line.strip_prefix("move ")).unwrap();
    let (column, row) = played.split_at(1);
    let row = 16 - row.parse::<u32>().unwrap();
    assert_eq!(last.line[0], format!("{column}{row}"), "{text}");
    let best = seen(&text, "nbest");
    let deepest = best.iter().map(|report| report.depth).max().unwrap();
    for number in 1..=3 {
        let of_number = |report: &&Seen| report.number == number && report.depth == deepest;
        assert!(best.iter().any(|report| of_number(&report) && !report.line.is_empty()), "{number}: {text}");
    }
}
