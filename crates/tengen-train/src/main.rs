//! Plays the engine against itself, and fits its evaluation to the games. README.md describes the whole process.

#![forbid(unsafe_code)]

mod agreement;
mod calibrate;
mod fit;
mod game;
mod loss;
mod network;
mod order;
mod samples;
mod selfplay;
mod tied;
mod value;
#[cfg(test)]
mod whole_way;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::Context;
use clap::Parser;
use tengen_engine::EvaluationWeights;
use tengen_engine::features::hand_made;

/// Make training games and fit the engine's evaluation to them
#[derive(Debug, Parser)]
#[command(name = "tengen-train", version)]
enum Command {
    Selfplay(selfplay::Arguments),
    Fit(fit::Arguments),
    Network(network::Arguments),
    Policy(network::policy::Arguments),
    Positions(network::positions::Arguments),
    Calibrate(calibrate::Arguments),
    Agreement(agreement::Arguments),
    HandMade(HandMade),
}

/// Write the parameters that were set by hand
#[derive(Debug, clap::Args)]
struct HandMade {
    /// File to write
    #[arg(long, value_name = "FILE")]
    out: PathBuf,
}

fn main() -> anyhow::Result<()> {
    carry_out(Command::parse())
}

/// Carries out a command line without the name of the program.
#[cfg(test)]
fn carry_out_line(line: &str) -> anyhow::Result<()> {
    let words = std::iter::once("tengen-train").chain(line.split_whitespace());
    carry_out(Command::try_parse_from(words)?)
}

fn carry_out(command: Command) -> anyhow::Result<()> {
    match command {
        Command::Selfplay(arguments) => selfplay::run(&arguments),
        Command::Fit(arguments) => fit::run(&arguments),
        Command::Network(arguments) => network::run(&arguments),
        Command::Policy(arguments) => network::policy::run(&arguments),
        Command::Positions(arguments) => network::positions::run(&arguments),
        Command::Calibrate(arguments) => calibrate::run(&arguments),
        Command::Agreement(arguments) => agreement::run(&arguments),
        Command::HandMade(arguments) => write(&arguments.out, &hand_made().write()),
    }
}

/// The tables in a file, or the built-in ones.
fn read(path: Option<&Path>) -> anyhow::Result<EvaluationWeights> {
    let Some(path) = path else { return Ok(EvaluationWeights::built_in()) };
    EvaluationWeights::read(&read_bytes(path)?).with_context(|| path.display().to_string())
}

/// The weights with the networks in some files, each of which replaces the one for its rule.
fn with_networks(weights: EvaluationWeights, files: &[PathBuf]) -> anyhow::Result<EvaluationWeights> {
    files.iter().try_fold(weights, |weights, file| {
        weights.with_network(&read_bytes(file)?).with_context(|| file.display().to_string())
    })
}

fn read_bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    std::fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}

fn write(path: &Path, bytes: &[u8]) -> anyhow::Result<()> {
    std::fs::write(path, bytes).with_context(|| format!("cannot write {}", path.display()))
}

/// Reads a share, from 0 to 1.
fn share<T: FromStr + PartialOrd + From<u8>>(text: &str) -> Result<T, String> {
    let share = text.parse().ok().filter(|share| (T::from(0)..=T::from(1)).contains(share));
    share.ok_or_else(|| format!("expected a share from 0 to 1, found `{text}`"))
}

/// Prints the progress. A closed output is not an error.
fn report(news: &str) {
    let _ = writeln!(std::io::stderr(), "{news}");
}
