//! What the solver of threats needs for the positions of a suite.

use std::time::Instant;

use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;

use crate::suite::{Case, read};

/// Prints a row for each position of a suite, with plies, nodes and milliseconds under each limit, and sums.
pub(crate) fn print(text: &str, limits: &[u64]) {
    let mut sums = vec![(0, 0, 0.0); limits.len()];
    let cases = read(text);
    for Case { line, position, attacker, plies, .. } in &cases {
        print!("{line:>4} {:>3} stones, {plies:>2} plies:", position.board().stones());
        for (&limit, sum) in limits.iter().zip(&mut sums) {
            let (clock, stop) = (SystemClock::new(), StopHandle::default());
            let started = Instant::now();
            let solution = vct(position, *attacker, &SolveLimits::nodes(limit), &clock, &stop);
            let time = started.elapsed().as_secs_f64() * 1e3;
            let verdict = match &solution.verdict {
                Verdict::Proved(proof) => format!("{} plies", proof.plies),
                Verdict::Refuted => "none".to_owned(),
                Verdict::Unknown(_) => "?".to_owned(),
            };
            print!("  {verdict:>8} {:>8} {time:>7.1} ms", solution.nodes);
            sum.0 += u32::from(matches!(solution.verdict, Verdict::Proved(_)));
            sum.1 += solution.nodes;
            sum.2 += time;
        }
        println!();
    }
    for (limit, (solved, nodes, time)) in limits.iter().zip(sums) {
        println!("at most {limit}: {solved} of {} solved, {nodes} nodes, {time:.0} ms", cases.len());
    }
}
