//! `tengen`: plays, analyses and serves Gomoku from the command line.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

#[cfg(feature = "online")]
mod admin;
#[cfg(feature = "bot")]
mod bot;
#[cfg(feature = "full")]
mod commands;
mod common;
#[cfg(feature = "full")]
mod errors;
#[cfg(feature = "full")]
mod input;
#[cfg(feature = "full")]
mod options;
#[cfg(feature = "full")]
mod output;
#[cfg(feature = "full")]
mod replace;
mod serve;
#[cfg(feature = "full")]
mod signals;
#[cfg(feature = "full")]
mod wording;

/// Gomoku and renju: play, analyse games, and serve the web page.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

/// The subcommands. Without the feature `full` there is only the server, which is all that `cargo xtask play` needs.
#[derive(Debug, Subcommand)]
enum Command {
    Serve(serve::Arguments),
    #[cfg(feature = "online")]
    Admin(admin::Arguments),
    #[cfg(feature = "bot")]
    Bot(Box<bot::Arguments>),
    #[cfg(feature = "full")]
    #[command(flatten)]
    Other(Box<commands::Command>),
}

impl Command {
    fn run(&self, out: &mut dyn Write) -> Result<ExitCode> {
        match self {
            Command::Serve(arguments) => serve::run(arguments, out).map(|()| ExitCode::SUCCESS),
            #[cfg(feature = "online")]
            Command::Admin(arguments) => admin::run(arguments, out).map(|()| ExitCode::SUCCESS),
            #[cfg(feature = "bot")]
            Command::Bot(arguments) => bot::run(arguments, out).map(|()| ExitCode::SUCCESS),
            #[cfg(feature = "full")]
            Command::Other(command) => command.run(out),
        }
    }
}

#[cfg(not(feature = "full"))]
const AFTER_HELP: &str = "\
This program was built without the feature `full`, which has all other commands:
  cargo build --release -p tengen-cli

Exit codes: 0 ended by Ctrl-C, 1 the page could not be served, 2 wrong usage";

#[cfg(feature = "full")]
const AFTER_HELP: &str = "\
Examples:
  tengen serve                           open the game in the browser
  tengen bot --server https://gomoku.example -- ./pbrain-other
                                         let an engine play on a server
  tengen play --rule renju --level easy  play in the terminal
  tengen analyse --moves \"h8 i9 i8\"      best moves and evaluation
  tengen annotate games.sgf              review games, with comments and better lines
  tengen explain game.sgf --move h8      threats and wins of a move
  tengen position diagram.txt --json     side to move, result, forbidden points
  tengen convert game.psq game.sgf       convert a game record
  tengen picture game.sgf game.gif       draw a game as a picture
  tengen embed game.sgf                  HTML that shows a game on any web page
  tengen arena --engine tengen --engine greedy
                                         a match between two engines
  tengen conform -- ./pbrain-other       test an engine's Gomocup protocol
  tengen completions bash                shell completions

Exit codes:
  0  done
  1  the request could not be carried out
  2  wrong usage";

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let mut out = common::Stdout::new();
    let done = arguments.command.run(&mut out).and_then(|code| {
        out.flush()?;
        Ok(code)
    });
    match done {
        Ok(code) => code,
        // The reader of the output, `head` for example, has closed it.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => match error.downcast::<clap::Error>() {
            Ok(usage) => usage.exit(),
            Err(error) => {
                // If even the error cannot be written, the exit code reports it.
                let _ = print(&error);
                ExitCode::from(1)
            }
        },
    }
}

#[cfg(feature = "full")]
use errors::print;

#[cfg(not(feature = "full"))]
fn print(error: &anyhow::Error) -> io::Result<()> {
    writeln!(io::stderr(), "error: {}", common::sentence(error))
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let stream = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        // Where JSON is written, serde's error hides the one of the stream.
        #[cfg(feature = "full")]
        let stream = stream.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind());
        stream
    };
    error.chain().filter_map(kind).any(|kind| kind == io::ErrorKind::BrokenPipe)
}

#[cfg(test)]
mod tests {
    use clap::CommandFactory as _;

    use super::*;

    #[test]
    fn the_arguments_are_well_formed() {
        Arguments::command().debug_assert();
    }
}
