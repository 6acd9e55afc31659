//! `tengen analyse`: the engine's search of a position.

use std::io::{self, IsTerminal as _, Write};
use std::num::NonZeroU16;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_analysis::{
    Score, SearchLimits, SearchProgress, SearchReport, StopHandle, StopReason, SystemClock, per_second,
};
use tengen_engine::explain::{ExplainLimits, explain};
use tengen_engine::{Engine, EngineOptions};
use tengen_formats::any::Format;
use tengen_game::{BoardSize, Point, Position, diagram, moves};

use super::explain::Explained;
use crate::input::PositionArguments;
use crate::options::{self, OutputOption, ProgressOption};
use crate::output::{Ending, Progress, Stones, names};
use crate::{output, signals, wording};

/// Analyse a position: best moves, principal variation and evaluation.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: PositionArguments,
    /// Time limit in seconds [default: 5 unless another limit is given]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds)]
    time: Option<Duration>,
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=400))]
    depth: Option<u32>,
    /// Maximum number of nodes
    #[arg(long, value_name = "N", value_parser = options::count::<u64>(1))]
    nodes: Option<u64>,
    /// Number of lines: the best moves, each with its variation
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=484))]
    lines: u32,
    /// Search only these moves, such as "h8 i9"
    #[arg(long, value_name = "MOVES")]
    only: Option<String>,
    /// Exclude these moves
    #[arg(long, value_name = "MOVES")]
    without: Option<String>,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    #[command(flatten)]
    output: OutputOption,
    /// Print a JSON object on one line for each line of each iteration, and the result as the last one
    #[arg(long, conflicts_with = "json")]
    json_lines: bool,
    #[command(flatten)]
    patience: ProgressOption,
}

/// The form in which the analysis is written.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Form {
    /// Text for people, with each iteration on a terminal.
    Text,
    Json,
    JsonLines,
}

impl Arguments {
    fn form(&self) -> Form {
        match (self.output.json, self.json_lines) {
            (true, _) => Form::Json,
            (_, true) => Form::JsonLines,
            _ => Form::Text,
        }
    }

    /// Whether iterations are written as text. In a pipe or a file only the result is of use.
    fn shows_iterations(&self) -> bool {
        self.form() == Form::Text && !self.patience.quiet && io::stdout().is_terminal()
    }
}

const AFTER_HELP: &str = "\
Examples:
  tengen analyse game.json --time 10
  tengen analyse game.psq --rule standard
  tengen analyse diagram.txt --rule renju --depth 12
  tengen analyse --moves \"h8 i9 i8\" --nodes 1e6 --json
  tengen analyse game.json --time 60 --json-lines
  tengen analyse game.json --lines 3 --threads 4
  tengen analyse game.json --only \"g9 j11\" --lines 2

Ctrl-C ends the search, and what has been found is printed.

Exit codes: 0 done, 1 the position cannot be read, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let (form, patience) = (arguments.form(), arguments.patience);
    let position = read_position(&arguments.input, patience)?;
    if position.is_over() {
        return write_game_over(&position, form, out);
    }
    let limits = limits(arguments, &position)?;
    let size = position.size();
    if form == Form::Text {
        write!(out, "{}", diagram::write(position.board()))?;
        let mover = wording::color(position.side_to_move());
        writeln!(out, "\nRule: {}; {mover} to move", wording::rule(position.rule()))?;
        out.flush()?;
    }
    let mut engine = Engine::new(EngineOptions {
        hash_bytes: (arguments.hash as usize) << 20,
        threads: usize::from(arguments.threads),
        ..EngineOptions::default()
    });
    engine.set_position(position.clone());
    // The search cannot return an error of its observer, so the first one is stored until the search has ended.
    let mut written: Result<()> = Ok(());
    let stop = engine.stop_handle();
    let (shows_iterations, lines) = (arguments.shows_iterations(), arguments.lines);
    let shown = Progress::spinner(patience);
    let mut listener = |progress: &SearchProgress| {
        if progress.line == 0 {
            shown.say(summary(progress, size));
        }
        let is_wanted = shows_iterations || form == Form::JsonLines;
        if is_wanted && written.is_ok() {
            written = shown.aside(|| match form {
                Form::JsonLines => output::write_json_line(&JsonLine::iteration(progress, size), out),
                _ => Ok(write_progress(progress, lines, size, out)?),
            });
            if written.is_err() {
                stop.stop();
            }
        }
    };
    let requests = signals::stop_when_requested(engine.stop_handle())?;
    let report = engine.search(&limits, &SystemClock::new(), &mut listener);
    drop((requests, shown));
    written?;
    let explained = explained(&report, &position)?;
    match form {
        Form::Text => write_report(&report, &position, explained.as_ref(), out),
        _ => write_analysis(&Analysis::new(&position, Some(&report), explained), form, out),
    }
}

/// The result as JSON.
fn write_analysis(analysis: &Analysis, form: Form, out: &mut dyn Write) -> Result<()> {
    match form {
        Form::JsonLines => output::write_json_line(&JsonLine::Result(analysis), out),
        _ => output::write_json(analysis, out),
    }
}

/// The explanation of the best move.
fn explained(report: &SearchReport, position: &Position) -> Result<Option<Explained>> {
    let Some(best) = report.best_move else { return Ok(None) };
    let limits = ExplainLimits::default();
    let explanation = explain(position, best, &limits, &SystemClock::new(), &StopHandle::default())?;
    Ok(Some(Explained::new(&explanation, position)))
}

fn limits(arguments: &Arguments, position: &Position) -> Result<SearchLimits> {
    let unlimited = arguments.time.is_none() && arguments.depth.is_none() && arguments.nodes.is_none();
    let points = |name, text: &Option<String>| text.as_ref().map(|text| read_points(name, text, position));
    let moves = points("--only", &arguments.only).transpose()?;
    let excluded = points("--without", &arguments.without).transpose()?.unwrap_or_default();
    let limits = SearchLimits {
        time: arguments.time.or(unlimited.then_some(Duration::from_secs(5))),
        depth: arguments.depth,
        nodes: arguments.nodes,
        lines: arguments.lines,
        moves,
        excluded,
        ..SearchLimits::default()
    };
    if limits.restrict_moves() && !position.legal_moves().any(|point| limits.allow(point)) {
        bail!("expected --only and --without to leave a move to choose, found none left");
    }
    Ok(limits)
}

/// The moves that an option names, each of which must be legal.
fn read_points(option: &str, text: &str, position: &Position) -> Result<Vec<Point>> {
    let points = moves::read_points(text, position.size()).with_context(|| option.to_owned())?;
    if points.is_empty() {
        bail!("{option}: expected at least one move, found none");
    }
    for &point in &points {
        let name = point.on(position.size());
        position.check(point).with_context(|| format!("{option}: {name} cannot be played"))?;
    }
    Ok(points)
}

fn read_position(input: &PositionArguments, patience: ProgressOption) -> Result<Position> {
    let (game, position) = input.read(patience)?;
    if game.format == Format::Moves {
        check_moves(&position)?;
    }
    Ok(position)
}

/// Checks the moves of the command line: a forbidden one is an error, and not the end of the game.
fn check_moves(position: &Position) -> Result<()> {
    let size = position.size();
    let mut start = Position::new(position.rule(), size).with_max_moves(position.max_moves());
    for (index, &played) in position.moves().iter().enumerate() {
        start
            .play(played)
            .with_context(|| format!("move {}, {}, cannot be played", index + 1, played.on(size)))?;
    }
    Ok(())
}

/// The progress in a few words.
fn summary(progress: &SearchProgress, size: BoardSize) -> String {
    let best = progress.pv.first().map(|point| point.on(size).to_string()).unwrap_or_default();
    let nodes = wording::grouped(progress.nodes);
    format!("depth {}  {}  {nodes} nodes  {best}", progress.depth, progress.score)
}

fn write_progress(
    progress: &SearchProgress,
    lines: u32,
    size: BoardSize,
    out: &mut dyn Write,
) -> io::Result<()> {
    if lines > 1 {
        write!(out, "{:>3}.  ", progress.line + 1)?;
    }
    writeln!(
        out,
        "depth {:>3}  {:>4} {:>7}  {:>13} nodes  {:>7.2} s  {}",
        progress.depth,
        wording::percent(progress.score),
        progress.score,
        wording::grouped(progress.nodes),
        progress.time.as_secs_f64(),
        wording::points(progress.pv.iter().copied(), size),
    )?;
    out.flush()
}

fn write_report(
    report: &SearchReport,
    position: &Position,
    explained: Option<&Explained>,
    out: &mut dyn Write,
) -> Result<()> {
    let size = position.size();
    let best = report.best_move.map_or_else(|| "none".to_owned(), |point| point.on(size).to_string());
    writeln!(out, "\nBest move: {best}")?;
    if report.pv.len() > 1 {
        writeln!(out, "Best line: {}", wording::points(report.pv.iter().copied(), size))?;
    }
    writeln!(out, "Score:     {}", wording::score(report.score, position.side_to_move()))?;
    for (number, line) in (2..).zip(&report.others) {
        let moves = wording::points(line.pv.iter().copied(), size);
        let chance = wording::percent(line.score);
        writeln!(out, "Line {:<5} {chance:>4} {:>7}  {moves}", format!("{number}:"), line.score)?;
    }
    writeln!(
        out,
        "Searched:  depth {}, {} nodes in {:.2} s ({} nodes/s)",
        report.depth,
        wording::grouped(report.nodes),
        report.time.as_secs_f64(),
        wording::grouped(per_second(report.nodes, report.time)),
    )?;
    if let Some(explained) = explained {
        writeln!(out, "\nWhat {} does:", explained.played())?;
        for sentence in explained.sentences() {
            writeln!(out, "  {sentence}")?;
        }
    }
    Ok(())
}

fn write_game_over(position: &Position, form: Form, out: &mut dyn Write) -> Result<()> {
    if form != Form::Text {
        return write_analysis(&Analysis::new(position, None, None), form, out);
    }
    write!(out, "{}", diagram::write(position.board()))?;
    if let Some(outcome) = position.outcome() {
        writeln!(out, "\nThe game is over: {}.", wording::outcome(outcome, position.size()))?;
    }
    Ok(())
}

/// An object of `--json-lines`.
#[derive(Serialize)]
#[serde(tag = "type", rename_all = "kebab-case")]
enum JsonLine<'a> {
    Iteration(Iteration),
    Result(&'a Analysis),
}

/// A report of the running search about one line.
#[derive(Serialize)]
struct Iteration {
    /// The number of the line, from 1.
    line: u32,
    depth: u32,
    selective_depth: u32,
    score: Score,
    win_chance: f64,
    nodes: u64,
    time_ms: u64,
    pv: Vec<String>,
}

impl JsonLine<'_> {
    fn iteration(progress: &SearchProgress, size: BoardSize) -> JsonLine<'static> {
        JsonLine::Iteration(Iteration {
            line: progress.line.saturating_add(1),
            depth: progress.depth,
            selective_depth: progress.selective_depth,
            score: progress.score,
            win_chance: win_chance(progress.score),
            nodes: progress.nodes,
            time_ms: u64::try_from(progress.time.as_millis()).unwrap_or(u64::MAX),
            pv: names(progress.pv.iter().copied(), size),
        })
    }
}

#[derive(Serialize)]
struct Analysis {
    rule: String,
    size: u8,
    max_moves: Option<NonZeroU16>,
    to_move: &'static str,
    stones: Stones,
    moves: Vec<String>,
    outcome: Option<Ending>,
    best_move: Option<String>,
    pv: Vec<String>,
    score: Option<Score>,
    win_chance: Option<f64>,
    lines: Vec<LineJson>,
    depth: u32,
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
    stopped_by: Option<StopReason>,
    explanation: Option<Explained>,
}

/// One of the best moves, with the line after it.
#[derive(Serialize)]
struct LineJson {
    #[serde(rename = "move")]
    first: String,
    score: Score,
    win_chance: f64,
    pv: Vec<String>,
}

/// The win chance of the side to move, from 0 to 1.
fn win_chance(score: Score) -> f64 {
    f64::from(tengen_analysis::win_chance(score)) / 1_000.0
}

impl LineJson {
    fn new(score: Score, pv: &[Point], size: BoardSize) -> Option<LineJson> {
        let first = pv.first()?.on(size).to_string();
        let pv = names(pv.iter().copied(), size);
        Some(LineJson { first, score, win_chance: win_chance(score), pv })
    }

    /// All lines of a report, the best first.
    fn all(report: &SearchReport, size: BoardSize) -> Vec<LineJson> {
        let best = LineJson::new(report.score, &report.pv, size);
        let others = report.others.iter().filter_map(|line| LineJson::new(line.score, &line.pv, size));
        best.into_iter().chain(others).collect()
    }
}

impl Analysis {
    /// The analysis of a position. `report` is `None` where the game is over, so that there was nothing to search.
    fn new(position: &Position, report: Option<&SearchReport>, explanation: Option<Explained>) -> Analysis {
        let size = position.size();
        let time = report.map_or(Duration::ZERO, |report| report.time);
        let nodes = report.map_or(0, |report| report.nodes);
        Analysis {
            rule: position.rule().to_string(),
            size: size.lines(),
            max_moves: position.max_moves(),
            to_move: position.side_to_move().name(),
            stones: position.board().into(),
            moves: position.moves().iter().map(|played| played.on(size).to_string()).collect(),
            outcome: position.outcome().map(Ending::from),
            best_move: report.and_then(|r| r.best_move).map(|point| point.on(size).to_string()),
            pv: names(report.iter().flat_map(|r| r.pv.iter().copied()), size),
            score: report.map(|r| r.score),
            win_chance: report.map(|r| win_chance(r.score)),
            lines: report.map_or_else(Vec::new, |report| LineJson::all(report, size)),
            depth: report.map_or(0, |report| report.depth),
            nodes,
            time_ms: u64::try_from(time.as_millis()).unwrap_or(u64::MAX),
            nodes_per_second: per_second(nodes, time),
            stopped_by: report.map(|r| r.stopped_by),
            explanation,
        }
    }
}
