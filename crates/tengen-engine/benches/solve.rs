//! The number of the suites' wins that the solvers find, and the time: `cargo bench -p tengen-engine --bench solve`. A number of
//! nodes for each position may follow `--`; otherwise it is a million.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "a benchmark prints")]

#[path = "../tests/suite/mod.rs"]
mod suite;

use std::time::{Duration, Instant};

use suite::Case;
use tengen_analysis::{Clock, Solution, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{Color, Position};

type Solver = fn(&Position, Color, &SolveLimits, &dyn Clock, &StopHandle) -> Solution;

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let nodes = arguments.iter().find_map(|argument| argument.parse().ok()).unwrap_or(1_000_000);
    // Run as a test, it only shows that it runs.
    let every = if arguments.iter().any(|argument| argument == "--bench") { 1 } else { 50 };
    println!("at most {nodes} nodes a position");
    println!("suite      solved      nodes      time  nodes/s  slowest");
    report("vcf", suite::VCF, vcf, nodes, every);
    report("vcf long", suite::VCF_LONG, vcf, nodes, every);
    report("vct", suite::VCT, vct, nodes, every);
}

fn report(name: &str, text: &str, solver: Solver, nodes: u64, every: usize) {
    let cases = suite::read(text);
    let (mut solved, mut count, mut visited, mut slowest) = (0, 0, 0, Duration::ZERO);
    let began = Instant::now();
    for Case { position, attacker, .. } in cases.iter().step_by(every) {
        let started = Instant::now();
        let (clock, stop) = (SystemClock::new(), StopHandle::default());
        let solution = solver(position, *attacker, &SolveLimits::nodes(nodes), &clock, &stop);
        slowest = slowest.max(started.elapsed());
        solved += u32::from(matches!(solution.verdict, Verdict::Proved(_)));
        count += 1;
        visited += solution.nodes;
    }
    let time = began.elapsed();
    let speed = visited as f64 / time.as_secs_f64().max(1e-9);
    println!("{name:<8} {solved:>4}/{count:<4} {visited:>10} {time:>9.1?} {speed:>8.0} {slowest:>8.1?}");
}
