//! `tengen puzzles`: finds puzzles in games, checks sets of puzzles, and gives them to a person to solve.

mod check;
mod files;
mod mine;
mod play;

use std::io::{self, Write};

use anyhow::Result;

/// Find puzzles in games, check them, or solve them.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    mine: mine::Mining,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Play(play::Arguments),
    Check(check::Arguments),
}

const AFTER_HELP: &str = "\
Games are read in every format of `tengen convert`, and all games of a file. Files that end in .jsonl or .puzzles have puzzles; they are
checked, graded and joined with those that are found. A puzzle is kept if the rules prove that no other move solves it, and if no other
puzzle is like it up to symmetry, place on the board and colour.

FILE.jsonl has a puzzle in each line, with its proof; FILE.puzzles is the compact form, with the puzzles of one rule.

Examples:
  tengen puzzles games.sgf --output mine.jsonl
  tengen puzzles --self-play 1000 --rule renju --output renju.puzzles
  tengen puzzles mine.jsonl --most 500 --rule standard --output standard.puzzles
  tengen puzzles check renju.puzzles
  tengen puzzles play --rule renju

Exit codes: 0 done, 1 it could not be done or a puzzle is faulty, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    match &arguments.command {
        None => mine::run(&arguments.mine, out),
        Some(Command::Play(arguments)) => play::run(arguments, &mut io::stdin().lock(), out),
        Some(Command::Check(arguments)) => check::run(arguments, out),
    }
}
