//! The nodes and the time of the solver of threats for the positions of a suite.

use std::time::Instant;

use tengen_analysis::{
    Score, SearchLimits, SearchObserver, SearchProgress, SearchReport, SolveLimits, StopHandle, SystemClock,
    Verdict,
};
use tengen_engine::solve::vct;
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{Move, Position};

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

/// Stores the node count at which the first forced win is found.
#[derive(Default)]
struct FirstWin(Option<(i32, u64)>);

impl SearchObserver for FirstWin {
    fn progress(&mut self, progress: &SearchProgress) {
        if let (None, Score::Mate(plies)) = (self.0, progress.score)
            && plies > 0
        {
            self.0 = Some((plies, progress.nodes));
        }
    }
}

/// Prints after how many nodes the ordinary search finds the win of each position.
pub(crate) fn print_search(text: &str, limit: u64) {
    let mut sum = (0, 0);
    let cases = read(text);
    for Case { line, position, attacker, plies, .. } in &cases {
        if position.side_to_move() != *attacker {
            continue;
        }
        let mut first = FirstWin::default();
        let report = search(position, limit, &mut first);
        let seen = first.0.map_or("?".to_owned(), |(plies, nodes)| format!("{plies} plies {nodes} nodes"));
        println!("{line:>4} {plies:>2} plies: {seen}, depth {}, {:?}", report.depth, report.score);
        sum.0 += u32::from(first.0.is_some());
        sum.1 += first.0.map_or(limit, |(_, nodes)| nodes);
    }
    println!("search, at most {limit}: {} of {} seen, {} nodes", sum.0, cases.len(), sum.1);
}

/// Prints what the engine plays instead of the last move of each game, which lost.
pub(crate) fn print_choices(text: &str, limit: u64) {
    let mut same = 0;
    for Case { line, position, .. } in read(text) {
        let mut before = position.clone();
        let Some(lost) = before.moves().last().copied() else { continue };
        before.undo();
        let size = before.size();
        let report = search(&before, limit, &mut ());
        let best = report.best_move.map_or("none".to_owned(), |best| Move::Place(best).on(size).to_string());
        let lost = lost.on(size).to_string();
        same += u32::from(best == lost);
        println!("{line:>4} lost by {lost}, plays {best}, depth {}, {:?}", report.depth, report.score);
    }
    println!("choices, at most {limit}: {same} lose again");
}

/// A search with an empty memory.
pub(crate) fn search(position: &Position, nodes: u64, observer: &mut dyn SearchObserver) -> SearchReport {
    let mut engine = Engine::new(EngineOptions { hash_bytes: 64 << 20, ..EngineOptions::default() });
    engine.set_position(position.clone());
    engine.search(&SearchLimits::nodes(nodes), &SystemClock::new(), observer)
}
