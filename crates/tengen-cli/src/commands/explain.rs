//! `tengen explain`: what a move does.

use std::io::Write;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_analysis::{StopHandle, SystemClock};
use tengen_engine::explain::{ExplainLimits, explain};
use tengen_game::format::diagram;
use tengen_game::{Move, Point, Position};

use crate::explained::Explained;
use crate::input::PositionArguments;
use crate::json::Stones;
use crate::options::OutputOption;
use crate::{output, wording};

/// Explain a move: the shapes that it makes and breaks, and the forced wins that it starts, prevents, misses or allows.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    asked: PositionArguments,
    /// A move of the side to move, such as h8 [default: the last move played]
    #[arg(long = "move", value_name = "POINT")]
    played: Option<String>,
    /// Node limit for each search for a forced win
    #[arg(long, value_name = "N", default_value_t = ExplainLimits::default().nodes)]
    nodes: u64,
    #[command(flatten)]
    output: OutputOption,
}

const AFTER_HELP: &str = "\
Forced wins are proved: by continuous fours (VCF), or by continuous threats, fours and threes (VCT). What cannot be decided
within --nodes is reported as undecided.

Examples:
  tengen explain --moves \"h8 i9 h9 i8 h10\"
  tengen explain game.sgf --move g7
  tengen explain diagram.txt --rule renju --to-move black --move h8 --json

Exit codes: 0 done, 1 there is no such move, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let (_, position) = arguments.asked.read()?;
    let (position, played) = match &arguments.played {
        Some(name) => {
            let point = Point::parse(name, position.size()).context("--move")?;
            (position, point)
        }
        None => before_last_move(position)?,
    };
    let limits = ExplainLimits { nodes: arguments.nodes, time: None };
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let explanation = explain(&position, played, &limits, &clock, &stop).context("there is no such move")?;
    let explained = Explained::new(&explanation, &position);
    if arguments.output.json {
        return output::write_json(&Report::new(&position, explained), out);
    }
    write!(out, "{}", diagram::write(position.board()))?;
    let mover = wording::color(position.side_to_move());
    writeln!(out, "\nRule: {}", wording::rule(position.rule()))?;
    writeln!(out, "{mover} plays {}:", explained.played())?;
    for sentence in explained.sentences() {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

fn before_last_move(mut position: Position) -> Result<(Position, Point)> {
    match position.undo() {
        Some(Move::Place(point)) => Ok((position, point)),
        Some(Move::Pass) => bail!("the last move is a pass; expected --move with a point"),
        None => bail!("no move has been played; expected --move with a point"),
    }
}

#[derive(Serialize)]
struct Report {
    rule: String,
    size: u8,
    to_move: &'static str,
    stones: Stones,
    explanation: Explained,
}

impl Report {
    fn new(position: &Position, explanation: Explained) -> Report {
        Report {
            rule: position.rule().to_string(),
            size: position.size().lines(),
            to_move: position.side_to_move().name(),
            stones: position.board().into(),
            explanation,
        }
    }
}
