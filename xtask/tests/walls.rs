//! Tests of the walls between the crates that ARCHITECTURE.md describes.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use std::collections::{BTreeMap, BTreeSet};
use std::process::Command;

/// The allowed dependencies of each crate, among the crates of the workspace.
const ALLOWED: [(&str, &[&str]); 27] = [
    ("tengen-game", &[]),
    ("tengen-formats", &["tengen-game"]),
    ("tengen-text", &["tengen-analysis", "tengen-game"]),
    ("tengen-analysis", &["tengen-formats", "tengen-game"]),
    ("tengen-engine", &["tengen-analysis", "tengen-game"]),
    ("tengen-classic", &["tengen-analysis", "tengen-game"]),
    ("tengen-train", &["tengen-analysis", "tengen-engine", "tengen-game"]),
    (
        "tengen-arena",
        &[
            "tengen-analysis",
            "tengen-classic",
            "tengen-engine",
            "tengen-formats",
            "tengen-game",
            "tengen-gomocup",
            "tengen-pairing",
        ],
    ),
    ("tengen-gomocup", &["tengen-analysis", "tengen-game"]),
    ("tengen-match", &["tengen-analysis", "tengen-formats", "tengen-game"]),
    ("tengen-miner", &["tengen-analysis", "tengen-engine", "tengen-game", "tengen-puzzles"]),
    ("tengen-pairing", &[]),
    ("tengen-puzzles", &["tengen-game"]),
    ("tengen-course", &["tengen-game", "tengen-puzzles"]),
    ("tengen-online", &["tengen-analysis", "tengen-game", "tengen-pairing"]),
    ("tengen-board", &["tengen-game"]),
    ("tengen-picture", &["tengen-board", "tengen-formats", "tengen-game"]),
    (
        "tengen-element",
        &[
            "tengen-analysis",
            "tengen-board",
            "tengen-formats",
            "tengen-game",
            "tengen-match",
            "tengen-puzzles",
            "tengen-worker-client",
        ],
    ),
    ("tengen-worker-client", &["tengen-analysis"]),
    (
        "tengen-web",
        &[
            "tengen-analysis",
            "tengen-board",
            "tengen-course",
            "tengen-formats",
            "tengen-game",
            "tengen-match",
            "tengen-online",
            "tengen-puzzles",
            "tengen-text",
            "tengen-worker-client",
        ],
    ),
    // Without the feature `online` the server uses none of our crates.
    ("tengen-server", &["tengen-analysis", "tengen-formats", "tengen-game", "tengen-online", "tengen-text"]),
    (
        "tengen-worker",
        &[
            "tengen-analysis",
            "tengen-classic",
            "tengen-engine",
            "tengen-formats",
            "tengen-game",
            "tengen-miner",
            "tengen-picture",
        ],
    ),
    (
        "tengen-cli",
        &[
            "tengen-analysis",
            "tengen-arena",
            "tengen-classic",
            "tengen-engine",
            "tengen-formats",
            "tengen-game",
            "tengen-gomocup",
            "tengen-match",
            "tengen-miner",
            "tengen-online",
            "tengen-picture",
            "tengen-puzzles",
            "tengen-serve",
            "tengen-server",
            "tengen-text",
            "tengen-worker",
        ],
    ),
    ("tengen-serve", &["tengen-online", "tengen-server"]),
    ("tengen-load", &["tengen-game", "tengen-online"]),
    (
        "tengen-browser-tests",
        &[
            "tengen-analysis",
            "tengen-engine",
            "tengen-formats",
            "tengen-game",
            "tengen-online",
            "tengen-puzzles",
            "tengen-server",
        ],
    ),
    ("xtask", &[]),
];

/// The additional dependencies that the tests of a crate may have. The page's help shows how Minimax chooses its move, and a test compares
/// it with Minimax.
const ALLOWED_IN_TESTS: [(&str, &str); 5] = [
    ("tengen-browser-tests", "tengen-course"),
    // The answers of the lessons are proved by the solvers.
    ("tengen-course", "tengen-analysis"),
    ("tengen-course", "tengen-engine"),
    ("tengen-online", "tengen-formats"),
    ("tengen-web", "tengen-classic"),
];

/// The crates of the workspace with the workspace crates on which each depends, and whether only its tests do.
fn dependencies() -> BTreeMap<String, BTreeSet<(String, bool)>> {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let output = Command::new(cargo)
        .args(["metadata", "--no-deps", "--format-version", "1", "--offline"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: serde_json::Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap();
    let name = |value: &serde_json::Value| value["name"].as_str().unwrap().to_owned();
    let ours: BTreeSet<String> = packages.iter().map(name).collect();
    let of = |package: &serde_json::Value| {
        let all = package["dependencies"].as_array().unwrap().iter();
        let of_ours = all.filter(|dependency| ours.contains(&name(dependency)));
        of_ours.map(|dependency| (name(dependency), dependency["kind"] == "dev")).collect()
    };
    packages.iter().map(|package| (name(package), of(package))).collect()
}

#[test]
fn no_crate_reaches_over_a_wall() {
    let dependencies = dependencies();
    let allowed: BTreeMap<&str, &[&str]> = ALLOWED.into_iter().collect();
    for (package, of_ours) in &dependencies {
        let Some(allowed) = allowed.get(package.as_str()) else {
            panic!("{package} is new: say in this test what it may depend on");
        };
        for (dependency, is_for_tests) in of_ours {
            let in_tests =
                *is_for_tests && ALLOWED_IN_TESTS.contains(&(package.as_str(), dependency.as_str()));
            let may = allowed.contains(&dependency.as_str()) || in_tests;
            assert!(may, "{package} must not depend on {dependency}");
        }
    }
    assert_eq!(dependencies.len(), ALLOWED.len());
}

/// The desktop program is a separate workspace, which the metadata of this one does not contain.
const DESKTOP: &str = include_str!("../../crates/tengen-desktop/Cargo.toml");

#[test]
fn the_desktop_program_reaches_over_no_wall_either() {
    let names = DESKTOP.lines().filter_map(|line| line.split_once(" = { path = ")).map(|(name, _)| name);
    let ours: Vec<&str> = names.collect();
    assert_eq!(
        ours,
        [
            "tengen-analysis",
            "tengen-formats",
            "tengen-game",
            "tengen-gomocup",
            "tengen-text",
            "tengen-worker"
        ]
    );
}

#[test]
fn the_desktop_program_has_the_lints_of_the_rest() {
    let root = include_str!("../../Cargo.toml");
    let lints = |text: &'static str, heading: &str| -> BTreeSet<&'static str> {
        let (_, section) = text.split_once(heading).unwrap();
        section
            .lines()
            .skip(1)
            .take_while(|line| !line.is_empty())
            .filter(|line| !line.starts_with('#'))
            .collect()
    };
    assert_eq!(lints(DESKTOP, "[lints.clippy]"), lints(root, "[workspace.lints.clippy]"));
    assert!(lints(root, "[workspace.lints.clippy]").len() > 9);
}
