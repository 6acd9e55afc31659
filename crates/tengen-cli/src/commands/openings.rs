//! `tengen openings`: makes even openings of all phases for long tests.

use std::collections::BTreeSet;
use std::io::Write;
use std::sync::mpsc;
use std::thread;

use anyhow::{Result, ensure};
use tengen_arena::openings::{OpeningMaker, OpeningMakerStop, pack, packed_header};
use tengen_game::{BoardSize, Rule, moves};

use crate::errors;
use crate::options::{self, ProgressOption};
use crate::output::Progress;

/// Make openings for the arena: from 4 to 34 stones, with no side better for a search of 100,000 nodes, or of --nodes
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// How many
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = options::count::<u32>(1))]
    count: u32,
    /// The rule: one of these, or free-N for N in a row, from 5 on
    #[arg(long, default_value = "freestyle", value_parser = options::named::<Rule>(&options::RULES))]
    rule: Rule,
    /// Lines of the board, 9 to 22
    #[arg(long, value_name = "LINES", default_value = "15", value_parser = options::board_size)]
    size: BoardSize,
    /// Nodes of the search that finds no side better; take more than the games have for a move
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = options::count::<u64>(1_000))]
    nodes: u64,
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
  tengen openings --count 100 --nodes 2000000 > even-at-one-second.txt
  tengen arena --engine tengen,name=new --engine cmd=./old/pbrain-tengen,name=old --rule caro --openings caro.txt

Exit codes: 0 done, 1 an error, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let &Arguments { count, rule, size, nodes, seed, concurrency, packed, .. } = arguments;
    let count = count as usize;
    let makers = (0..u64::from(concurrency)).map(|thread| {
        OpeningMaker::new(rule, size, seed.wrapping_mul(1 << 16).wrapping_add(thread))
            .map(|maker| maker.with_nodes(nodes))
    });
    let makers: Vec<OpeningMaker> =
        makers.collect::<Result<_, _>>().map_err(|error| errors::usage("openings", &error.to_string()))?;
    let stops: Vec<_> = makers.iter().map(OpeningMaker::stop_handle).collect();
    let progress = Progress::bar(arguments.patience, "openings");
    progress.set(0, count);
    let mut written = if packed { write!(out, "{}", packed_header(rule, size)) } else { Ok(()) };
    let mut seen = BTreeSet::new();
    thread::scope(|scope| {
        // The threads take turns, so that the order does not depend on their speed.
        let receivers: Vec<_> = makers
            .into_iter()
            .map(|maker| {
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
        for receiver in receivers.iter().cycle() {
            let Ok(position) = receiver.recv() else { break };
            // Two threads may find the same opening.
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
        // A thread may be in the middle of a long search.
        stops.iter().for_each(OpeningMakerStop::stop);
    });
    drop(progress);
    written?;
    let found = seen.len();
    ensure!(
        found >= count,
        "expected {count} openings, found {found}: thousands of attempts in a row made none that is even to {nodes} nodes"
    );
    Ok(())
}

/// The number of openings that a thread makes before they are collected.
const AHEAD: usize = 4;
