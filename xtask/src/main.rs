//! Builds, checks and starts Tengen. This is the project's only build tool: `cargo xtask help`.
//!
//! Everything here is plain Rust and needs only cargo. Other requirements of a task (the WebAssembly target, a browser) are detected,
//! installed where that is possible without a question, and otherwise reported together with the command that installs them.

#![forbid(unsafe_code)]
#![allow(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "a command-line tool speaks to its user this way"
)]

mod desktop;
mod fuzz;
mod minify;
mod npm;
mod package;
mod page;
mod play;
mod process;
mod publishing;
mod steps;
mod wasm_target;
mod workspace;

use std::process::ExitCode;

use clap::{Parser, Subcommand};

use crate::steps::Step;
use crate::workspace::Workspace;

/// Builds, checks and starts Tengen.
#[derive(Debug, Parser)]
#[command(name = "cargo xtask", bin_name = "cargo xtask", version)]
struct Arguments {
    #[command(subcommand)]
    task: Task,
}

#[derive(Debug, Subcommand)]
enum Task {
    /// Build the page and the server, and open the game in the browser.
    Play(play::Options),
    /// Run every check and every test.
    Test {
        /// Leave out the slow steps: the browser tests, the licence and publishing checks and the desktop program.
        #[arg(long)]
        quick: bool,
        /// Run only this step; repeat the option for further steps.
        #[arg(long, value_name = "STEP", value_enum, conflicts_with = "quick")]
        only: Vec<Step>,
    },
    /// Fuzz the readers and the rules, one target after the other.
    Fuzz {
        /// Seconds for each target.
        #[arg(long, default_value_t = 300)]
        seconds: u32,
        /// Names of the targets; the default is all targets.
        #[arg(value_name = "TARGET")]
        targets: Vec<String>,
    },
    /// Build the page into `target/page/` and print the sizes of its files.
    Page,
    /// Build the page in a form for distribution.
    Package {
        /// Form of the page.
        #[arg(value_enum)]
        package: package::Package,
    },
}

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let outcome = Workspace::find().and_then(|workspace| match arguments.task {
        Task::Play(options) => play::play(&workspace, &options),
        Task::Test { quick, only } => steps::test(&workspace, quick, &only),
        Task::Fuzz { seconds, targets } => fuzz::fuzz(&workspace, seconds, &targets),
        Task::Page => page::build(&workspace, page::Purpose::Release).map(|page| page.print_sizes()),
        Task::Package { package } => package::make(&workspace, &[package]).map(drop),
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}
