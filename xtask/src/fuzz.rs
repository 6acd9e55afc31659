//! `cargo xtask fuzz`: runs the fuzz targets of `fuzz/`, one after the other.

use std::fs;
use std::path::Path;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;

use crate::process::{cargo, find_program, output, run, spoken};
use crate::workspace::Workspace;

/// The memory above which an input is a finding. All targets run in fifty megabytes, including the fuzzer.
const MEMORY_LIMIT_MB: u32 = 2048;

/// The time in seconds above which an input is a finding.
const TIMEOUT_S: u32 = 10;

/// Runs the named targets, or all, each for `seconds`.
///
/// The corpus grows in `fuzz/corpus`, which is not committed; the committed inputs are only read.
pub(crate) fn fuzz(workspace: &Workspace, seconds: u32, wanted: &[String]) -> Result<()> {
    let directory = workspace.root().join("fuzz");
    let all = targets(workspace, &directory)?;
    if let Some(unknown) = wanted.iter().find(|name| !all.contains(name)) {
        bail!("there is no fuzz target `{unknown}`; expected one of: {}", all.join(", "));
    }
    ensure_tools()?;
    let chosen: Vec<&String> = all.iter().filter(|name| wanted.is_empty() || wanted.contains(name)).collect();
    let start = Instant::now();
    for (index, name) in chosen.iter().enumerate() {
        println!("\n[{}/{}] {name}, for {seconds} s", index + 1, chosen.len());
        run(&mut command(workspace, &directory, name, seconds)?).with_context(|| {
            format!(
                "{name} has found something; minimise the file named above with \
                 `cargo +nightly fuzz tmin --fuzz-dir fuzz --sanitizer none {name} FILE`, \
                 and keep the result in fuzz/findings/{name}/"
            )
        })?;
    }
    println!("\nNo finding in {} targets after {}.", chosen.len(), spoken(start.elapsed()));
    Ok(())
}

/// The names of the fuzz targets, which are the programs of their package, in alphabetical order.
fn targets(workspace: &Workspace, directory: &Path) -> Result<Vec<String>> {
    let mut metadata = cargo(workspace);
    metadata.args(["metadata", "--no-deps", "--format-version", "1", "--manifest-path"]);
    let metadata = output(metadata.arg(directory.join("Cargo.toml")))?;
    let metadata: Value = serde_json::from_str(&metadata).context("cargo's metadata")?;
    let targets = metadata["packages"][0]["targets"].as_array().into_iter().flatten();
    let programs = targets.filter(|target| target["kind"][0] == "bin");
    let mut names: Vec<String> = programs.filter_map(|it| it["name"].as_str().map(str::to_owned)).collect();
    names.sort();
    Ok(names)
}

/// Checks that libFuzzer's compiler and its driver are installed.
///
/// Neither is installed automatically: a toolchain is large, and only fuzzing needs it.
fn ensure_tools() -> Result<()> {
    if find_program("rustup").is_none() {
        bail!("fuzzing needs a nightly compiler by way of rustup, which is missing; see https://rustup.rs");
    }
    if output(Command::new("rustup").args(["run", "nightly", "rustc", "--version"])).is_err() {
        bail!("fuzzing needs a nightly compiler, which is missing; run: rustup toolchain install nightly");
    }
    if find_program("cargo-fuzz").is_none() {
        bail!("fuzzing needs cargo-fuzz, which is missing; run: cargo install cargo-fuzz --locked");
    }
    Ok(())
}

/// The command for one target. The address sanitizer can find faults only in `unsafe` code, which our crates do not have, and without it
/// the fuzzer is twice as fast.
fn command(workspace: &Workspace, directory: &Path, name: &str, seconds: u32) -> Result<Command> {
    let corpus = directory.join("corpus").join(name);
    fs::create_dir_all(&corpus).with_context(|| format!("cannot make {}", corpus.display()))?;
    let mut command = Command::new("rustup");
    command.current_dir(workspace.root());
    command.args(["run", "nightly", "cargo", "fuzz", "run", "--fuzz-dir", "fuzz", "--sanitizer", "none"]);
    // The ordinary builds use another compiler, and therefore another directory.
    command.arg("--target-dir").arg(workspace.target().join("fuzz"));
    command.arg(name);
    // The fuzzer writes new inputs to the first directory.
    command.arg(&corpus).arg(directory.join("seeds").join(name));
    let findings = directory.join("findings").join(name);
    if findings.is_dir() {
        command.arg(findings);
    }
    command.arg("--").args([
        format!("-max_total_time={seconds}"),
        format!("-rss_limit_mb={MEMORY_LIMIT_MB}"),
        format!("-timeout={TIMEOUT_S}"),
        "-print_final_stats=1".to_owned(),
    ]);
    Ok(command)
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::targets;
    use crate::workspace::Workspace;

    /// Each target needs seeds to start from.
    #[test]
    fn every_target_has_seeds() {
        let directory = Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz");
        let names = targets(&Workspace::find().unwrap(), &directory).unwrap();
        assert!(names.len() >= 18, "{names:?}");
        let mut seeds: Vec<String> = std::fs::read_dir(directory.join("seeds"))
            .unwrap()
            .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
            .collect();
        seeds.sort();
        assert_eq!(seeds, names);
    }
}
