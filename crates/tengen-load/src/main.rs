//! `tengen-load`: many games at once between clients on this machine, and their cost for the server.
//!
//! The program starts one or several `tengen serve` on one processor and plays on another one. Each game has two sockets; each side makes a
//! move in a fixed interval. The program measures the time from sending a move until the opponent's socket receives it, the bytes of a
//! move, and the memory and processor time of the server.

#![forbid(unsafe_code)]

#[cfg(target_os = "linux")]
mod client;
#[cfg(target_os = "linux")]
mod measure;
#[cfg(target_os = "linux")]
mod pair;
#[cfg(target_os = "linux")]
mod run;
#[cfg(target_os = "linux")]
mod server;

use std::path::PathBuf;

use clap::Parser;

/// Measure a server of online play: latency, bytes, memory and processor time of many games at once
#[derive(Debug, Parser)]
#[command(version, after_help = AFTER_HELP)]
#[cfg_attr(not(target_os = "linux"), allow(dead_code, reason = "it runs on Linux alone"))]
struct Arguments {
    /// Numbers of games, one run for each
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "100,1000,5000,10000")]
    games: Vec<usize>,
    /// Seconds between two moves of a side
    #[arg(long, value_name = "SECONDS", default_value_t = 5.0)]
    interval: f64,
    /// Number of moves after which the last move is taken back and made again; 0 for never
    #[arg(long, value_name = "NUMBER", default_value_t = 0)]
    takebacks: u16,
    /// Seconds of the measurement, which begins after all games have begun
    #[arg(long, value_name = "SECONDS", default_value_t = 60.0)]
    seconds: f64,
    /// Program `tengen`; the default is the one beside this program
    #[arg(long, value_name = "FILE")]
    program: Option<PathBuf>,
    /// Folder for the server's data; the default is a temporary one, or the database that TENGEN_DATABASE names
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Number of servers that share the games; more than one server needs PostgreSQL and NATS, which TENGEN_DATABASE and TENGEN_BUS name
    #[arg(long, value_name = "NUMBER", default_value_t = 1)]
    nodes: usize,
    /// Processors of the server and of the games
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', num_args = 2, default_values_t = [0, 1])]
    processors: Vec<usize>,
    /// Further arguments for `tengen serve`
    #[arg(last = true, value_name = "ARGUMENTS")]
    server: Vec<String>,
}

const AFTER_HELP: &str = "\
Example, for the table in docs/load.md:
  cargo build --release -p tengen-cli -p tengen-load
  target/release/tengen-load

With several servers, the players of a game are at any of them, and processor time and memory are their sums.
20,000 sockets need as many file descriptors for each of the two processes; `ulimit -Hn` shows what the system allows.";

#[cfg(target_os = "linux")]
fn main() -> anyhow::Result<()> {
    run::run(&Arguments::parse())
}

#[cfg(not(target_os = "linux"))]
fn main() -> anyhow::Result<()> {
    Arguments::parse();
    anyhow::bail!("tengen-load runs on Linux, where the system says what a process uses")
}
