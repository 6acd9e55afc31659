//! Plays a game of random moves and prints it: `cargo run --example random_game -- renju 7`. The number is the seed.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::env;
use std::error::Error;

use tengen_game::{BoardSize, Position, Rule, SplitMix, diagram};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = env::args().skip(1);
    let rule: Rule = arguments.next().map_or(Ok(Rule::FREESTYLE), |name| name.parse())?;
    let seed: u64 = arguments.next().map_or(Ok(1), |number| number.parse())?;
    let mut random = SplitMix::new(seed);
    let mut position = Position::new(rule, BoardSize::FIFTEEN);
    loop {
        let moves: Vec<_> = position.legal_moves().collect();
        if moves.is_empty() {
            break;
        }
        position.play(moves[random.index(moves.len())])?;
    }
    println!("{}", diagram::write(position.board()));
    println!("{position}");
    match position.outcome() {
        Some(outcome) => println!("{outcome:?}"),
        None => println!("no legal point is left"),
    }
    Ok(())
}
