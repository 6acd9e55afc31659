//! `tengen bench`: the engine's speed, and the number that must be the same on every machine.

use std::io::Write;

use anyhow::Result;
use tengen_engine::SystemClock;
use tengen_engine::bench::{BENCH_DEPTH, bench};

use crate::wording;

/// Search a fixed set of positions; tell the speed, and the number of nodes, which is the same on every machine.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Plies to look ahead in each position
    #[arg(long, value_name = "PLIES", default_value_t = BENCH_DEPTH, value_parser = clap::value_parser!(u32).range(1..=100))]
    depth: u32,
}

const AFTER_HELP: &str = "\
The last line is `Bench: N` with the number of visited nodes. It changes only when the search changes.

Exit codes: 0 done, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let report = bench(arguments.depth, &SystemClock::new());
    writeln!(out, "Depth:  {}", arguments.depth)?;
    writeln!(out, "Time:   {:.3} s", report.time.as_secs_f64())?;
    writeln!(out, "Speed:  {} nodes/s", wording::grouped(report.nodes_per_second()))?;
    writeln!(out, "Bench: {}", report.nodes)?;
    Ok(())
}
