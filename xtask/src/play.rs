//! `cargo xtask play`: from a fresh checkout to a game in the browser.

use std::io;
use std::net::{Ipv4Addr, TcpListener};
use std::process::Command;

use anyhow::{Context as _, Result, anyhow, bail};

use crate::page::{self, Purpose};
use crate::workspace::Workspace;
use crate::{process, wasm_target};

/// The advice where the page cannot be built.
const TERMINAL_GAME: &str = "To play in the terminal instead, run: \
    cargo run --release -p tengen-cli --bin tengen -- play";

/// The program that serves the page and online play, without the engine and the other commands, and its package.
pub(crate) const PROGRAM: &str = "tengen-serve";

/// The settings that make the first build of the program faster: the server needs no fast rules, and no fast formats.
const UNOPTIMISED: [&str; 4] = [
    "--config",
    "profile.dev.package.tengen-game.opt-level=0",
    "--config",
    "profile.dev.package.tengen-formats.opt-level=0",
];

/// The options of `cargo xtask play`.
#[derive(Debug, clap::Args)]
pub(crate) struct Options {
    /// Port of the server.
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Let other machines of the network open the page and play; without it, only this machine can.
    #[arg(long)]
    network: bool,
    /// Do not open the browser; only print the address.
    #[arg(long)]
    no_open: bool,
    /// Arguments after `--` for `tengen serve`.
    #[arg(last = true)]
    extra: Vec<String>,
}

/// Builds everything that the page needs, and then becomes the server.
pub(crate) fn play(workspace: &Workspace, options: &Options) -> Result<()> {
    let Options { port, network, no_open, extra } = options;
    let address = if *network { Ipv4Addr::UNSPECIFIED } else { Ipv4Addr::LOCALHOST };
    // A port that is taken is detected before the build, which can take minutes.
    check_port(address, *port)?;
    wasm_target::ensure(workspace).map_err(|error| anyhow!("{error:#}\n{TERMINAL_GAME}"))?;
    println!("Building the page and the server (the first time takes some minutes).");
    page::build(workspace, Purpose::Play)?;
    // In the profile of this tool, dependencies of both are compiled once. Our own crates are not optimised, because the engine runs in the
    // browser.
    let mut build = process::cargo(workspace);
    build.args(["build", "--package", PROGRAM, "--bin", PROGRAM, "--no-default-features"]).args(UNOPTIMISED);
    process::run(build.env("TENGEN_PAGE_DIR", Purpose::Play.directory(workspace)))?;

    let program = workspace.target().join("debug").join(format!("{PROGRAM}{}", std::env::consts::EXE_SUFFIX));
    let mut server = Command::new(&program);
    server.args(["serve", "--port", &port.to_string()]);
    if *network {
        server.args(["--address", &address.to_string()]);
    }
    if *no_open {
        server.arg("--no-open");
    }
    server.args(extra);
    if *port != 0 {
        println!("Starting Tengen at http://127.0.0.1:{port} (Ctrl-C ends it).");
    }
    become_program(&mut server).with_context(|| format!("cannot run {}", program.display()))
}

/// Fails early if the server would not get its port.
fn check_port(address: Ipv4Addr, port: u16) -> Result<()> {
    match TcpListener::bind((address, port)) {
        Ok(_) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AddrInUse => bail!(
            "port {port} is already in use, perhaps by another Tengen; stop that program, \
             or choose another port: cargo xtask play --port {}",
            port.checked_add(1).unwrap_or(8080)
        ),
        Err(error) => Err(error).with_context(|| format!("cannot use port {port}; try --port 8080")),
    }
}

/// Replaces this process by the server, so that Ctrl-C and the exit status are those of the server.
#[cfg(unix)]
fn become_program(server: &mut Command) -> Result<()> {
    use std::os::unix::process::CommandExt as _;
    Err(server.exec().into())
}

/// Runs the server and waits for it: other systems cannot replace a running program.
#[cfg(not(unix))]
fn become_program(server: &mut Command) -> Result<()> {
    process::run(server)
}

#[cfg(test)]
mod tests {
    use std::net::{Ipv4Addr, TcpListener};

    use super::check_port;

    #[test]
    fn a_taken_port_is_noticed_and_another_suggested() {
        let taken = TcpListener::bind((Ipv4Addr::LOCALHOST, 0)).unwrap();
        let port = taken.local_addr().unwrap().port();
        let message = check_port(Ipv4Addr::LOCALHOST, port).unwrap_err().to_string();
        assert!(message.contains(&format!("port {port} is already in use")), "{message}");
        assert!(message.contains("cargo xtask play --port"), "{message}");
        drop(taken);
        check_port(Ipv4Addr::LOCALHOST, 0).unwrap();
    }
}
