//! The subcommands of `tengen` except `serve`, one module each.

mod adapt;
mod analyse;
mod annotate;
mod arena;
mod bench;
mod calibrate;
mod conform;
mod convert;
mod embed;
mod explain;
mod generated;
mod openings;
mod picture;
mod play;
mod position;
mod puzzles;
mod rules;
mod tune;

use std::io::{self, Write};
use std::process::ExitCode;

use anyhow::Result;

/// A subcommand.
#[derive(Debug, clap::Subcommand)]
pub(crate) enum Command {
    Play(play::Arguments),
    #[command(visible_alias = "analyze")]
    Analyse(analyse::Arguments),
    Annotate(annotate::Arguments),
    Explain(explain::Arguments),
    Position(position::Arguments),
    Rules(rules::Arguments),
    Convert(convert::Arguments),
    Picture(picture::Arguments),
    Embed(embed::Arguments),
    Arena(Box<arena::Arguments>),
    Tune(Box<tune::Arguments>),
    Openings(openings::Arguments),
    Puzzles(puzzles::Arguments),
    Bench(bench::Arguments),
    Calibrate(calibrate::Arguments),
    Conform(conform::Arguments),
    Completions(generated::CompletionArguments),
    Man(generated::ManArguments),
    Adapt(adapt::Arguments),
}

impl Command {
    /// Carries the command out and writes its result to `out`. The exit code is 0 for most commands; `arena` and `calibrate` have their own codes.
    pub(crate) fn run(&self, out: &mut dyn Write) -> Result<ExitCode> {
        match self {
            Command::Arena(arguments) => return arena::run(arguments, out),
            Command::Calibrate(arguments) => return calibrate::run(arguments, out),
            Command::Play(arguments) => play::run(arguments, &mut io::stdin().lock(), out)?,
            Command::Analyse(arguments) => analyse::run(arguments, out)?,
            Command::Annotate(arguments) => annotate::run(arguments, out)?,
            Command::Explain(arguments) => explain::run(arguments, out)?,
            Command::Position(arguments) => position::run(arguments, out)?,
            Command::Rules(arguments) => rules::run(arguments, out)?,
            Command::Convert(arguments) => convert::run(arguments, out)?,
            Command::Picture(arguments) => picture::run(arguments, out)?,
            Command::Embed(arguments) => embed::run(arguments, out)?,
            Command::Openings(arguments) => openings::run(arguments, out)?,
            Command::Puzzles(arguments) => puzzles::run(arguments, out)?,
            Command::Tune(arguments) => tune::run(arguments, out)?,
            Command::Bench(arguments) => bench::run(arguments, out)?,
            Command::Conform(arguments) => conform::run(arguments, out)?,
            Command::Completions(arguments) => generated::completions(arguments, out)?,
            Command::Man(arguments) => generated::man(arguments, out)?,
            Command::Adapt(arguments) => adapt::run(arguments, out)?,
        }
        Ok(ExitCode::SUCCESS)
    }
}
