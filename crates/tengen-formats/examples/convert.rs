//! Converts a game record to the format that the name of the new file ends in: `cargo run --example convert -- game.psq game.sgf`.

#![allow(clippy::print_stdout, reason = "an example prints its result")]

use std::env;
use std::error::Error;
use std::fs;

use tengen_formats::any::{self, Format, Known};

fn main() -> Result<(), Box<dyn Error>> {
    let [from, to] =
        env::args().skip(1).collect::<Vec<_>>().try_into().map_err(|_| "expected two file names")?;
    let target = Format::of_file_name(&to).ok_or_else(|| format!("`{to}` ends in no known format"))?;
    let (record, source) = any::read(&fs::read(&from)?, Format::of_file_name(&from), Known::default())?;
    let written = any::write(&record, target)?;
    fs::write(&to, &written.content)?;
    println!("{} moves, read as {source}, written as {target}", record.main_line().len());
    for loss in written.losses {
        println!("left out: {loss}");
    }
    Ok(())
}
