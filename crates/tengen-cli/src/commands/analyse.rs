//! `tengen analyse`: what the engine thinks about a position.

use std::io::Write;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_engine::{
    Engine, EngineOptions, Score, SearchLimits, SearchProgress, SearchReport, StopReason, SystemClock,
};
use tengen_game::format::any::{Format, Known};
use tengen_game::format::{diagram, moves};
use tengen_game::{BoardSize, Color, Move, Position, Rule};

use crate::input::{Game, Source, read_game};
use crate::json::{Ending, Stones, names};
use crate::{options, wording};

/// Let the engine think about a position, and tell its best line and what the position is worth.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// A record in any format that `tengen convert` reads, also a board of `X`, `O` and `.` or moves such as
    /// `h8 i9`; `-` reads standard input
    #[arg(value_name = "FILE", default_value = "-", conflicts_with = "moves")]
    source: Source,
    /// The moves themselves, in place of a file; "" is the empty board
    #[arg(long, value_name = "MOVES")]
    moves: Option<String>,
    /// freestyle, standard, renju, caro, caro-exact, or free-N for N in a row [default: the record's, else freestyle]
    #[arg(long)]
    rule: Option<Rule>,
    /// Lines of the board, 3 to 22 [default: the record's, else 15]
    #[arg(long, value_parser = options::board_size)]
    size: Option<BoardSize>,
    /// Whose turn it is on a board: black or white. Left out, it follows from the number of stones
    #[arg(long, value_name = "COLOR")]
    to_move: Option<Color>,
    /// Seconds to think [default: 5, unless there is another limit]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time: Option<Duration>,
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=400))]
    depth: Option<u32>,
    /// Nodes to visit
    #[arg(long, value_parser = clap::value_parser!(u64).range(1..))]
    nodes: Option<u64>,
    /// Memory for positions that have been searched, in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    /// Write one JSON object when the search has ended, and nothing before
    #[arg(long)]
    json: bool,
}

const AFTER_HELP: &str = "\
Examples:
  tengen analyse game.json --time 10
  tengen analyse game.psq --rule standard
  tengen analyse diagram.txt --rule renju --depth 12
  tengen analyse --moves \"h8 i9 i8\" --nodes 1000000 --json

Exit codes: 0 done, 1 there is no such position, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let position = read_position(arguments)?;
    if position.is_over() {
        return write_game_over(&position, arguments.json, out);
    }
    let limits = limits(arguments);
    let mut engine = Engine::new(EngineOptions { hash_bytes: (arguments.hash as usize) << 20 });
    engine.set_position(position.clone());
    let clock = SystemClock::new();
    if arguments.json {
        let report = engine.search(&limits, &clock, &mut ());
        return write_json(&Analysis::new(&position, Some(&report)), out);
    }
    write!(out, "{}", diagram::write(position.board()))?;
    let mover = wording::color(position.side_to_move());
    writeln!(out, "\nRule: {}; {mover} to move", wording::rule(position.rule()))?;
    // The search has no use for an error of its listener, so the first one waits until it has ended.
    let mut written = Ok(());
    let stop = engine.stop_handle();
    let report = engine.search(&limits, &clock, &mut |progress: &SearchProgress| {
        if written.is_ok() {
            written = write_progress(progress, position.size(), out);
            if written.is_err() {
                stop.stop();
            }
        }
    });
    written?;
    write_report(&report, &position, out)
}

fn limits(arguments: &Arguments) -> SearchLimits {
    let unlimited = arguments.time.is_none() && arguments.depth.is_none() && arguments.nodes.is_none();
    SearchLimits {
        time: arguments.time.or(unlimited.then_some(Duration::from_secs(5))),
        depth: arguments.depth,
        nodes: arguments.nodes,
        ..SearchLimits::default()
    }
}

fn read_position(arguments: &Arguments) -> Result<Position> {
    let known = Known { rule: arguments.rule, size: arguments.size, to_move: arguments.to_move };
    if let Some(text) = &arguments.moves {
        return read_moves(text, known).context("--moves");
    }
    let source = &arguments.source;
    let Game { record, format, .. } = read_game(source, None, known)?;
    if format == Format::Moves {
        let position = replay(&record.line(), record.rule(), record.size());
        return position.with_context(|| format!("cannot read {source}"));
    }
    Ok(record.position().clone())
}

fn read_moves(text: &str, known: Known) -> Result<Position> {
    let size = known.size.unwrap_or(BoardSize::FIFTEEN);
    let position = replay(&moves::read(text, size)?, known.rule.unwrap_or(Rule::FREESTYLE), size)?;
    if known.to_move.is_some_and(|color| color != position.side_to_move()) {
        bail!("after these moves it is {}'s turn; expected no other --to-move", position.side_to_move());
    }
    Ok(position)
}

/// Whoever asks about moves wants to know that one of them is forbidden, rather than that the game is over.
fn replay(moves: &[Move], rule: Rule, size: BoardSize) -> Result<Position> {
    let mut position = Position::new(rule, size);
    for (index, &played) in moves.iter().enumerate() {
        position
            .play(played)
            .with_context(|| format!("move {}, {}, cannot be played", index + 1, played.on(size)))?;
    }
    Ok(position)
}

fn write_progress(progress: &SearchProgress, size: BoardSize, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(
        out,
        "depth {:>3}  {:>7}  {:>13} nodes  {:>7.2} s  {}",
        progress.depth,
        progress.score,
        wording::grouped(progress.nodes),
        progress.time.as_secs_f64(),
        wording::points(progress.pv.iter().copied(), size),
    )?;
    out.flush()
}

fn write_report(report: &SearchReport, position: &Position, out: &mut dyn Write) -> Result<()> {
    let size = position.size();
    let best = report.best_move.map_or_else(|| "none".to_owned(), |point| point.on(size).to_string());
    writeln!(out, "\nBest move: {best}")?;
    if report.pv.len() > 1 {
        writeln!(out, "Best line: {}", wording::points(report.pv.iter().copied(), size))?;
    }
    writeln!(out, "Score:     {}", wording::score(report.score, position.side_to_move()))?;
    writeln!(
        out,
        "Searched:  depth {}, {} nodes in {:.2} s ({} nodes/s)",
        report.depth,
        wording::grouped(report.nodes),
        report.time.as_secs_f64(),
        wording::grouped(wording::per_second(report.nodes, report.time)),
    )?;
    Ok(())
}

fn write_game_over(position: &Position, as_json: bool, out: &mut dyn Write) -> Result<()> {
    if as_json {
        return write_json(&Analysis::new(position, None), out);
    }
    write!(out, "{}", diagram::write(position.board()))?;
    if let Some(outcome) = position.outcome() {
        writeln!(out, "\nThe game is over: {}.", wording::outcome(outcome, position.size()))?;
    }
    Ok(())
}

fn write_json(analysis: &Analysis, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, analysis)?;
    writeln!(out)?;
    Ok(())
}

#[derive(Serialize)]
struct Analysis {
    rule: String,
    size: u8,
    to_move: &'static str,
    stones: Stones,
    moves: Vec<String>,
    outcome: Option<Ending>,
    best_move: Option<String>,
    pv: Vec<String>,
    score: Option<ScoreJson>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
    stopped_by: Option<&'static str>,
}

/// Either `{"value": 120}` or `{"mate": 5}`, from the view of the side to move.
#[derive(Serialize)]
#[serde(rename_all = "snake_case")]
enum ScoreJson {
    Value(i32),
    Mate(i32),
}

impl Analysis {
    /// The report is missing where there was nothing to search, because the game is over.
    fn new(position: &Position, report: Option<&SearchReport>) -> Analysis {
        let size = position.size();
        let time = report.map_or(Duration::ZERO, |report| report.time);
        let nodes = report.map_or(0, |report| report.nodes);
        Analysis {
            rule: position.rule().to_string(),
            size: size.lines(),
            to_move: position.side_to_move().name(),
            stones: position.board().into(),
            moves: position.moves().iter().map(|played| played.on(size).to_string()).collect(),
            outcome: position.outcome().map(Ending::from),
            best_move: report.and_then(|r| r.best_move).map(|point| point.on(size).to_string()),
            pv: names(report.iter().flat_map(|r| r.pv.iter().copied()), size),
            score: report.map(|r| match r.score {
                Score::Value(value) => ScoreJson::Value(value),
                Score::Mate(plies) => ScoreJson::Mate(plies),
            }),
            depth: report.map_or(0, |report| report.depth),
            nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            nodes_per_second: wording::per_second(nodes, time),
            stopped_by: report.map(|r| match r.stopped_by {
                StopReason::Decided => "decided",
                StopReason::Depth => "depth",
                StopReason::Nodes => "nodes",
                StopReason::Time => "time",
                StopReason::Stopped => "stopped",
            }),
        }
    }
}
