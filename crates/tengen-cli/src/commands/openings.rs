//! `tengen openings`: makes even openings of all phases for long tests.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::mpsc;
use std::thread;

use anyhow::Result;
use tengen_arena::openings::{OpeningMaker, pack, packed_header};
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
    /// Write a packed book, with a byte for each stone, instead of a line for each opening
    #[arg(long)]
    packed: bool,
    #[command(flatten)]
    patience: ProgressOption,
}

const AFTER_HELP: &str = "\
Each line is an opening; `tengen arena --openings FILE` reads such files, and packed books. A packed book has no openings with stones
more than seven steps from the centre.

Examples:
  tengen openings --count 500 --rule caro --concurrency 4 > caro.txt
  tengen openings --count 1000 --rule renju --packed > renju.openings
  tengen arena --engine tengen,name=new --engine cmd=./old/pbrain-tengen,name=old --rule caro --openings caro.txt

Exit codes: 0 done, 1 an error, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let &Arguments { count, rule, size, seed, concurrency, packed, .. } = arguments;
    let count = count as usize;
    let threads = u64::from(concurrency);
    let progress = Progress::bar(arguments.patience, "openings");
    progress.set(0, count);
    let mut written = if packed { write!(out, "{}", packed_header(rule, size)) } else { Ok(()) };
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
            let bytes = if packed {
                pack(&position)
            } else {
                Some(format!("{}\n", moves::write(position.moves(), size)).into_bytes())
            };
            let Some(bytes) = bytes.filter(|_| seen.insert(position.canonical_key().0)) else { continue };
            written = out.write_all(&bytes).and_then(|()| out.flush());
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
