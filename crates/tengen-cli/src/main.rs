//! `tengen`: plays, analyses and serves Gomoku from the command line.

#![forbid(unsafe_code)]

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};
use tengen_serve::{admin, program, serve};

mod bot;
mod commands;
mod errors;
mod folders;
mod input;
mod options;
mod output;
mod server_programs;
mod signals;
mod wording;

/// Gomoku and renju: play, analyse games, and serve the web page.
#[derive(Debug, Parser)]
#[command(name = "tengen", version, arg_required_else_help = true, after_help = AFTER_HELP)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    Serve(Box<serve::Arguments>),
    Admin(admin::Arguments),
    Bot(Box<bot::Arguments>),
    #[command(flatten)]
    Other(Box<commands::Command>),
}

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
  tengen puzzles play                    solve puzzles in the terminal
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
    program::run(|out| carry_out(&arguments.command, out).map_err(with_hidden_broken_pipe), errors::print)
}

fn carry_out(command: &Command, out: &mut dyn Write) -> Result<ExitCode> {
    match command {
        Command::Serve(arguments) => serve::run(arguments, server_programs::all(), out)?,
        Command::Admin(arguments) => admin::run(arguments, out)?,
        Command::Bot(arguments) => bot::run(arguments, out)?,
        Command::Other(command) => return command.run(out),
    }
    Ok(ExitCode::SUCCESS)
}

/// The broken pipe that serde's error hides where JSON is written, or the same error.
fn with_hidden_broken_pipe(error: anyhow::Error) -> anyhow::Error {
    let hidden = |cause: &(dyn std::error::Error + 'static)| {
        cause.downcast_ref::<serde_json::Error>().and_then(serde_json::Error::io_error_kind)
    };
    if error.chain().filter_map(hidden).any(|kind| kind == io::ErrorKind::BrokenPipe) {
        return io::Error::from(io::ErrorKind::BrokenPipe).into();
    }
    error
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
