//! `tengen`: plays, analyses and serves Gomoku from the command line.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use clap::Parser;

mod commands;
mod errors;
mod explained;
mod input;
mod json;
mod options;
mod output;
mod signals;
mod wording;

use commands::Command;

/// Gomoku and renju: play, analyse games, and serve the web page.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

const AFTER_HELP: &str = "\
Examples:
  tengen serve                           open the game in the browser
  tengen play --rule renju --level easy  play in the terminal
  tengen analyse --moves \"h8 i9 i8\"      best moves and evaluation
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
    let mut out = output::Stdout::new();
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
                let _ = errors::print(&error);
                ExitCode::from(1)
            }
        },
    }
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    // Where JSON is written, serde's error hides the one of the stream.
    let kind = |cause: &(dyn std::error::Error + 'static)| {
        let stream = cause.downcast_ref::<io::Error>().map(io::Error::kind);
        stream.or_else(|| cause.downcast_ref::<serde_json::Error>()?.io_error_kind())
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
