//! `tengen openings`: makes even openings of all phases for long tests.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use tengen_arena::openings::OpeningMaker;
use tengen_game::format::moves;
use tengen_game::{BoardSize, Rule};

use crate::options::{self, ProgressOption};
use crate::output::Progress;

/// Make openings for the arena: from 4 to 34 stones, with no side better for searches of 100,000 nodes
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..))]
    count: u32,
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
    #[command(flatten)]
    patience: ProgressOption,
}

const AFTER_HELP: &str = "\
Each line is an opening, as `tengen arena --openings FILE` reads it.

Examples:
  tengen openings --count 500 --rule caro --concurrency 4 > caro.txt
  tengen arena --engine tengen,name=new --engine cmd=./old/pbrain-tengen,name=old --rule caro --openings caro.txt

Exit codes: 0 done, 1 an error, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let &Arguments { count, rule, size, seed, concurrency, .. } = arguments;
    let count = count as usize;
    let threads = u64::from(concurrency);
    let progress = Progress::bar(arguments.patience, "openings");
    progress.set(0, count);
    let mut written = Ok(());
    thread::scope(|scope| {
        // The threads take turns, so that the order does not depend on their speed. A thread ends when its receiver does.
        let makers: Vec<_> = (0..threads)
            .map(|thread| {
                let maker = OpeningMaker::new(rule, size, seed.wrapping_mul(1 << 16).wrapping_add(thread));
                let (sender, receiver) = mpsc::sync_channel(AHEAD);
                scope.spawn(move || {
                    for position in maker {
                        if sender.send(position).is_err() {
                            break;
                        }
                    }
                });
                receiver
            })
            .collect();
        let mut seen = BTreeSet::new();
        for receiver in makers.iter().cycle() {
            let Ok(position) = receiver.recv() else { break };
            // Two threads may find the same one.
            if !seen.insert(position.canonical_key().0) {
                continue;
            }
            written = writeln!(out, "{}", moves::write(position.moves(), size)).and_then(|()| out.flush());
            progress.set(seen.len(), count);
            if seen.len() >= count || written.is_err() {
                break;
            }
        }
    });
    drop(progress);
    Ok(written?)
}

/// How many openings a thread makes before they are taken.
const AHEAD: usize = 4;
