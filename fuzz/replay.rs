//! Replays the committed inputs of fuzz targets in the ordinary tests of the crates that have their checks.

use std::panic::catch_unwind;
use std::path::{Path, PathBuf};

/// The name of a target, and its check.
type Target = (&'static str, fn(&[u8]));

/// Runs each target's check over its seeds (`seeds/NAME`, at least one) and over its findings, which are inputs that once failed
/// (`findings/NAME`).
///
/// # Panics
/// When a check fails, with the names of the files, or when the files of a target are incomplete.
pub(crate) fn replay(targets: &[Target]) {
    let fuzz = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    let manifest = read(&fuzz.join("Cargo.toml"));
    let manifest = String::from_utf8_lossy(&manifest);
    let mut failures = Vec::new();
    for &(name, check) in targets {
        assert!(manifest.contains(&format!("name = \"{name}\"")), "fuzz/Cargo.toml has no target {name}");
        let seeds = files(&fuzz.join("seeds").join(name));
        assert!(!seeds.is_empty(), "fuzz/seeds/{name} is missing or empty");
        let findings = files(&fuzz.join("findings").join(name));
        for file in seeds.iter().chain(&findings) {
            let bytes = read(file);
            if catch_unwind(|| check(&bytes)).is_err() {
                failures.push(file.strip_prefix(&fuzz).unwrap_or(file).display().to_string());
            }
        }
    }
    assert!(failures.is_empty(), "in fuzz/, these inputs fail (see above why): {}", failures.join(", "));
}

/// The files of a directory in the order of their names; none if the directory does not exist.
fn files(directory: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(directory).into_iter().flatten();
    let mut files: Vec<PathBuf> = entries.filter_map(|entry| entry.ok().map(|entry| entry.path())).collect();
    files.sort();
    files
}

fn read(file: &Path) -> Vec<u8> {
    std::fs::read(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}
