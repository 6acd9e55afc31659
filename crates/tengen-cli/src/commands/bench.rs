//! `tengen bench`: the engine's speed, and the number that must be the same on every machine.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use tengen_analysis::{SystemClock, per_second};
use tengen_engine::bench::{
    BENCH_DEPTH, BENCH_POSITIONS, BenchReport, BenchedPosition, bench_each, depth_growth, quiet_positions,
};

use crate::options::{OutputOption, ProgressOption};
use crate::output::Progress;
use crate::{output, wording};

/// Benchmark: search a fixed set of positions, and print the speed and the number of nodes (the same on every machine).
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Search depth in plies
    #[arg(long, value_name = "PLIES", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
    /// Search 24 quiet middle games instead, and print how the number of nodes grows with each depth
    #[arg(long)]
    depth_growth: bool,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    patience: ProgressOption,
}

const AFTER_HELP: &str = "\
The last line is `Bench: N`, the number of nodes. It changes only when the search changes.

Examples:
  tengen bench
  tengen bench --depth 6 --json
  tengen bench --depth-growth --depth 13

Exit codes: 0 done, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    if arguments.depth_growth {
        return growth(arguments, out);
    }
    let mut positions = Vec::new();
    let progress = Progress::bar(arguments.patience, "positions");
    progress.set(0, BENCH_POSITIONS);
    let report = bench_each(arguments.depth, &SystemClock::new(), &mut |benched| {
        positions.push(benched);
        progress.set(positions.len(), BENCH_POSITIONS);
    });
    drop(progress);
    if arguments.output.json {
        return output::write_json(&Report::new(arguments.depth, &report, &positions), out);
    }
    writeln!(out, "Depth:  {}", arguments.depth)?;
    writeln!(out, "Time:   {:.3} s", report.time.as_secs_f64())?;
    writeln!(out, "Speed:  {} nodes/s", wording::grouped(report.nodes_per_second()))?;
    let share = |part: u64| 100.0 * part as f64 / report.cuts.all.max(1) as f64;
    let (first, third) = (share(report.cuts.first), share(report.cuts.third));
    writeln!(out, "Cuts:   {first:.1} % by the first move, {third:.1} % by the first three")?;
    let evaluations = wording::grouped(report.evaluations_per_second());
    writeln!(out, "Network: {evaluations} evaluations/s")?;
    writeln!(out, "Bench: {}", report.nodes)?;
    Ok(())
}

fn growth(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let progress = Progress::bar(arguments.patience, "positions");
    progress.set(0, quiet_positions());
    let mut count = 0;
    let sums = depth_growth(arguments.depth, &SystemClock::new(), &mut || {
        count += 1;
        progress.set(count, quiet_positions());
    });
    drop(progress);
    if arguments.output.json {
        return output::write_json(&sums, out);
    }
    writeln!(out, "Depth          Nodes  Growth")?;
    let mut before = None;
    for (depth, nodes) in (1..).zip(sums) {
        let growth: f64 = before.map_or(f64::NAN, |before: u64| nodes as f64 / before.max(1) as f64);
        let growth = if growth.is_nan() { String::new() } else { format!("{growth:.2}") };
        writeln!(out, "{depth:5} {:>14}  {growth:>6}", wording::grouped(nodes))?;
        before = Some(nodes);
    }
    Ok(())
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    #[serde(flatten)]
    all: Cost,
    cutoffs: u64,
    cutoffs_by_first_move: u64,
    cutoffs_by_first_three_moves: u64,
    network_evaluations: u64,
    positions: Vec<Searched>,
}

#[derive(Serialize)]
struct Searched {
    rule: String,
    size: u8,
    moves: Vec<String>,
    #[serde(flatten)]
    cost: Cost,
}

/// The time and the nodes of a search.
#[derive(Serialize)]
struct Cost {
    nodes: u64,
    time_ms: u64,
    nodes_per_second: u64,
}

impl Cost {
    fn new(nodes: u64, time: Duration) -> Cost {
        let time_ms = u64::try_from(time.as_millis()).unwrap_or(u64::MAX);
        Cost { nodes, time_ms, nodes_per_second: per_second(nodes, time) }
    }
}

impl Report {
    fn new(depth: u32, report: &BenchReport, positions: &[BenchedPosition]) -> Report {
        let searched = |benched: &BenchedPosition| {
            let position = &benched.position;
            let size = position.size();
            Searched {
                rule: position.rule().to_string(),
                size: size.lines(),
                moves: position.moves().iter().map(|played| played.on(size).to_string()).collect(),
                cost: Cost::new(benched.nodes, benched.time),
            }
        };
        Report {
            depth,
            all: Cost::new(report.nodes, report.time),
            cutoffs: report.cuts.all,
            cutoffs_by_first_move: report.cuts.first,
            cutoffs_by_first_three_moves: report.cuts.third,
            network_evaluations: report.evaluations,
            positions: positions.iter().map(searched).collect(),
        }
    }
}
