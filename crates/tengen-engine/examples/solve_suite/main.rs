//! Makes positions for the solvers' suites (`tests/data/vcf.txt` and its like), one a line:
//!
//! ```text
//! cargo run --release -p tengen-engine --example solve_suite -- vcf SEED RULE SIZE COUNT
//! cargo run --release -p tengen-engine --example solve_suite -- vct SEED RULE SIZE COUNT
//! cargo run --release -p tengen-engine --example solve_suite -- compose SEED RULE SIZE PLIES COUNT
//! cargo run --release -p tengen-engine --example solve_suite -- measure FILE NODES …
//! cargo run --release -p tengen-engine --example solve_suite -- search|choose|losses FILE NODES
//! ```
//!
//! `vcf` and `vct` look for wins in games that a weak engine plays against itself; `compose` makes long wins by fours; `measure`
//! prints what the solver of threats needs for each position of a suite, under each limit of nodes; `search` when the ordinary
//! search finds the win, and `choose` the move that the engine plays instead of the last move. `losses` reads whole games, whose
//! winner is the attacker of the line, and prints the moves that alone have lost one, as a suite for `choose`.
#![forbid(unsafe_code)]
#![allow(clippy::print_stdout, reason = "an example that prints")]

mod compose;
mod games;
mod losses;
mod measure;
#[path = "../../tests/suite/mod.rs"]
mod suite;

use std::error::Error;

use tengen_analysis::{Solution, SolveLimits, StopHandle, SystemClock};
use tengen_engine::solve::vcf;
use tengen_game::{BoardSize, Color, Position, Rule, SplitMix};

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let number = |index: usize| -> Result<u64, Box<dyn Error>> {
        Ok(arguments
            .get(index)
            .ok_or(
                "expected: vcf|vct|compose SEED RULE SIZE …, or measure|search|choose|losses FILE NODES …",
            )?
            .parse()?)
    };
    if let [mode, file, limits @ ..] = arguments.as_slice()
        && mode == "measure"
    {
        let limits: Result<Vec<u64>, _> = limits.iter().map(|limit| limit.parse()).collect();
        measure::print(&std::fs::read_to_string(file)?, &limits?);
        return Ok(());
    }
    if let [mode, file, limit] = arguments.as_slice()
        && let Some(print) = match mode.as_str() {
            "search" => Some(measure::print_search as fn(&str, u64)),
            "choose" => Some(measure::print_choices as fn(&str, u64)),
            "losses" => Some(losses::print as fn(&str, u64)),
            _ => None,
        }
    {
        print(&std::fs::read_to_string(file)?, limit.parse()?);
        return Ok(());
    }
    let mut random = SplitMix::new(number(1)?);
    let rule: Rule = arguments.get(2).ok_or("expected a rule")?.parse()?;
    let size = BoardSize::new(number(3)? as usize)?;
    match arguments[0].as_str() {
        "vcf" => games::print(&mut random, rule, size, number(4)?, games::vcf_of_interest),
        "vct" => games::print(&mut random, rule, size, number(4)?, games::vct_of_interest),
        "compose" => compose::print(&mut random, rule, size, number(4)? as u32, number(5)?),
        other => return Err(format!("expected vcf, vct or compose, found `{other}`").into()),
    }
    Ok(())
}

/// The wins by fours that a few nodes show.
fn fours(position: &Position, attacker: Color, nodes: u64) -> Solution {
    vcf(position, attacker, &SolveLimits::nodes(nodes), &SystemClock::new(), &StopHandle::default())
}
