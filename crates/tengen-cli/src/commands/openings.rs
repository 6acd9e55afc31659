//! `tengen openings`: makes even openings of all phases for long tests.

use std::io::Write;
use std::path::PathBuf;
use std::thread;

use anyhow::{Context as _, Result};
use clap::ValueHint;
use tengen_arena::openings::{OpeningMaker, pack};
use tengen_game::format::moves;
use tengen_game::{BoardSize, Position, Rule};

use crate::options;

/// Make openings for the arena: from 4 to 34 stones, with no side better for searches of 120,000 nodes
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100)]
    count: usize,
    /// The rule: one of these, or free-N for N in a row
    #[arg(long, default_value = "freestyle", value_parser = options::named::<Rule>(&options::RULES))]
    rule: Rule,
    /// Lines of the board, 3 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::board_size)]
    size: BoardSize,
    /// Seed: the same one and the same number of threads make the same openings
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// Threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=1024))]
    concurrency: u16,
    /// Write them packed into this file, as the built-in ones are, instead of as text
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    packed: Option<PathBuf>,
}

const AFTER_HELP: &str = "\
Each line is an opening, as `tengen arena --openings FILE` reads it.

Examples:
  tengen openings --count 500 --rule caro --concurrency 4 > caro.txt
  tengen arena --engine tengen,name=new --engine cmd=./old/pbrain-tengen,name=old --rule caro --openings caro.txt

Exit codes: 0 done, 1 an error, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let &Arguments { count, rule, size, seed, concurrency, .. } = arguments;
    let threads = u64::from(concurrency);
    let make = move |thread: u64| -> Vec<Position> {
        let share = (count as u64 + threads - 1 - thread) / threads;
        OpeningMaker::new(rule, size, seed.wrapping_mul(1 << 16).wrapping_add(thread))
            .take(share as usize)
            .collect()
    };
    let mut made = Vec::new();
    thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|thread| scope.spawn(move || make(thread))).collect();
        for worker in workers {
            match worker.join() {
                Ok(openings) => made.extend(openings),
                Err(panic) => std::panic::resume_unwind(panic),
            }
        }
    });
    // Two threads may have found the same one.
    made.sort_by_key(|position| position.moves().len());
    let mut seen = std::collections::BTreeSet::new();
    made.retain(|position| seen.insert(position.canonical_key().0));
    match &arguments.packed {
        Some(path) => {
            std::fs::write(path, pack(&made)).with_context(|| format!("cannot write {}", path.display()))?;
        }
        None => {
            for position in &made {
                writeln!(out, "{}", moves::write(position.moves(), position.size()))?;
            }
        }
    }
    Ok(())
}
