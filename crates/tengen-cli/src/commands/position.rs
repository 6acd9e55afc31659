//! `tengen position`: a position under the rules.

use std::io::Write;
use std::num::NonZeroU16;

use anyhow::Result;
use serde::Serialize;
use tengen_formats::link::Link;
use tengen_game::opening::RenjuOpening;
use tengen_game::{Color, Position, diagram};

use crate::input::{Game, PositionArguments};
use crate::options::{OutputOption, ProgressOption};
use crate::output::{Ending, Stones, names};
use crate::{output, wording};

/// Show a position by the rules: side to move, result, legal moves and forbidden points.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: PositionArguments,
    #[command(flatten)]
    output: OutputOption,
}

const AFTER_HELP: &str = "\
Points are written as a column letter (i included) and a row number that counts from the bottom: the
first row of the text is the top of the board.

Examples:
  tengen position diagram.txt --rule renju
  tengen position game.sgf --json
  tengen position --moves \"h8 i9 i8\" --rule renju
  tengen position - --rule renju --to-move black --json < diagram.txt

Exit codes: 0 done, 1 the position cannot be read, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let (Game { record, opening, .. }, position) = arguments.input.read(ProgressOption::default())?;
    if arguments.output.json {
        return output::write_json(&Report::new(&position, opening), out);
    }
    write_report(&position, out)?;
    if let Some(text) = opening {
        let words = wording::protocol(&Link { record, opening: Some(text) });
        writeln!(out, "Opening protocol: {words}")?;
    }
    Ok(())
}

fn write_report(position: &Position, out: &mut dyn Write) -> Result<()> {
    let size = position.size();
    let board = position.board();
    write!(out, "{}", diagram::write(board))?;
    writeln!(out, "\nRule: {}, on {} {size} board", wording::rule(position.rule()), size.article())?;
    let counts = Color::BOTH.map(|color| board.count(color));
    writeln!(out, "Stones: {} black, {} white", counts[0], counts[1])?;
    match position.outcome() {
        Some(outcome) => writeln!(out, "The game is over: {}.", wording::outcome(outcome, size))?,
        None => {
            let legal = wording::counted(position.legal_moves().count(), "legal move");
            writeln!(out, "{} to move: {legal}", wording::color(position.side_to_move()))?;
        }
    }
    if let Some(opening) = RenjuOpening::classify_board(board) {
        writeln!(out, "Opening: {opening} ({}, {})", opening.kanji(), opening.chinese())?;
    }
    if position.rule().has_forbidden_moves() && !position.is_over() {
        let forbidden = position.forbidden_points();
        let count = wording::counted(forbidden.len(), "point");
        writeln!(out, "Forbidden to Black: {count}")?;
        for (point, kind) in forbidden {
            writeln!(out, "  {:<4}{kind}", point.on(size))?;
        }
    }
    Ok(())
}

#[derive(Serialize)]
struct Report {
    rule: String,
    size: u8,
    max_moves: Option<NonZeroU16>,
    to_move: &'static str,
    stones: Stones,
    over: bool,
    outcome: Option<Ending>,
    winning_lines: Vec<Vec<String>>,
    legal_moves: usize,
    forbidden: Vec<Forbidden>,
    opening: Option<Opening>,
    protocol: Option<String>,
}

#[derive(Serialize)]
struct Opening {
    number: &'static str,
    name: &'static str,
    kanji: &'static str,
    chinese: &'static str,
}

impl From<RenjuOpening> for Opening {
    fn from(opening: RenjuOpening) -> Opening {
        Opening {
            number: opening.number(),
            name: opening.name(),
            kanji: opening.kanji(),
            chinese: opening.chinese(),
        }
    }
}

#[derive(Serialize)]
struct Forbidden {
    point: String,
    kind: &'static str,
}

impl Report {
    fn new(position: &Position, protocol: Option<String>) -> Report {
        let size = position.size();
        let lines = position.outcome().map_or(&[][..], |outcome| outcome.winning_lines());
        let forbidden = position.forbidden_points().into_iter();
        Report {
            rule: position.rule().to_string(),
            size: size.lines(),
            max_moves: position.max_moves(),
            to_move: position.side_to_move().name(),
            stones: position.board().into(),
            over: position.is_over(),
            outcome: position.outcome().map(Ending::from),
            winning_lines: lines.iter().map(|line| names(line.points(), size)).collect(),
            legal_moves: position.legal_moves().count(),
            forbidden: forbidden
                .map(|(point, kind)| Forbidden { point: point.on(size).to_string(), kind: kind.name() })
                .collect(),
            opening: RenjuOpening::classify_board(position.board()).map(Opening::from),
            protocol,
        }
    }
}
