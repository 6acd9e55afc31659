//! Plays the engine against itself, and fits its evaluation to the games. README.md tells the whole way.

#![forbid(unsafe_code)]

mod game;
mod selfplay;

use clap::Parser;

/// Make training games and fit the engine's evaluation to them
#[derive(Debug, Parser)]
#[command(name = "tengen-train", version)]
enum Command {
    Selfplay(selfplay::Arguments),
}

fn main() -> anyhow::Result<()> {
    match Command::parse() {
        Command::Selfplay(arguments) => selfplay::run(&arguments),
    }
}
