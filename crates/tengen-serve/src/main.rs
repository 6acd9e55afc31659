//! `tengen-serve`: the server of the page and of online play, without the engine and the other commands of `tengen`.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use tengen_serve::serve::ServerPrograms;
use tengen_serve::{admin, program, serve};

/// Gomoku and renju: serve the web page.
#[derive(Debug, Parser)]
#[command(name = "tengen-serve", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Admin(admin::Arguments),
}

const AFTER_HELP: &str = "\
All other commands are those of the program `tengen`:
  cargo build --release -p tengen-cli

Exit codes: 0 done, or ended by Ctrl-C, 1 the request could not be carried out, 2 wrong usage";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    program::run(|out| carry_out(&arguments.command, out), print)
}

fn carry_out(command: &Command, out: &mut dyn Write) -> Result<ExitCode> {
    match command {
        Command::Serve(arguments) => serve::run(arguments, ServerPrograms::default(), out)?,
        Command::Admin(arguments) => admin::run(arguments, out)?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print(error: &anyhow::Error) -> io::Result<()> {
    writeln!(io::stderr(), "error: {}", program::sentence(error))
}
