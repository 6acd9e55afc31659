//! Prints the forbidden points of a renju position: `cargo run --example forbidden -- "renju 15 black - h8 a1 h9 c1 i10 e1 j10 g1"`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::env;
use std::error::Error;

use tengen_game::{ForbiddenKind, Position, diagram};

fn main() -> Result<(), Box<dyn Error>> {
    let text = env::args().nth(1).ok_or("expected a position, such as `renju 15 black - h8 i9`")?;
    let position: Position = text.parse()?;
    println!("{}", diagram::write(position.board()));
    for (point, kind) in position.forbidden_points() {
        let reason = match kind {
            ForbiddenKind::Overline => "six or more in a row",
            ForbiddenKind::DoubleFour => "two fours",
            ForbiddenKind::DoubleThree => "two open threes",
        };
        println!("{}: {reason}", point.on(position.size()));
    }
    Ok(())
}
