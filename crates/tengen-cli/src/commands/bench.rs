//! `tengen bench`: the engine's speed, and the number that must be the same on every machine.

use std::io::Write;
use std::time::Duration;

use anyhow::Result;
use serde::Serialize;
use tengen_analysis::SystemClock;
use tengen_engine::bench::{BENCH_DEPTH, BENCH_POSITIONS, BenchReport, BenchedPosition, bench_each};

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

Exit codes: 0 done, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
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
    writeln!(out, "Bench: {}", report.nodes)?;
    Ok(())
}

#[derive(Serialize)]
struct Report {
    depth: u32,
    #[serde(flatten)]
    all: Cost,
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
        Cost { nodes, time_ms, nodes_per_second: wording::per_second(nodes, time) }
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
            positions: positions.iter().map(searched).collect(),
        }
    }
}
