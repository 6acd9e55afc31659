//! `tengen serve`: the server of the page and of online play.

mod addresses;
mod online;

pub(crate) use online::{database, folder_or_default};

use std::io::{self, IsTerminal as _, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::num::NonZeroUsize;
use std::sync::Arc;
use std::time::Duration;

use anyhow::Result;
use tengen_server::online::{HouseBot, MoveJudge};
use tengen_server::{Limits, ServeOptions, serve, serve_online};

use crate::program;

/// Serve the web page with games between users, and open it in the browser. Ctrl-C stops the server.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
    /// Port to listen on; 0 chooses a free port
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on; the default accepts connections from this machine only
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
    #[command(flatten)]
    online: online::OnlineArguments,
    #[command(flatten)]
    limits: LimitArguments,
}

/// The limits for clients.
#[derive(Clone, Copy, Debug, clap::Args)]
#[command(next_help_heading = "Limits, for a server that other machines reach")]
struct LimitArguments {
    /// The most connections at the same time; a browser opens up to six
    #[arg(long, value_name = "NUMBER", default_value = "500")]
    connections: NonZeroUsize,
    /// The most connections at the same time from one address, or from one /64 network of IPv6
    #[arg(long, value_name = "NUMBER", default_value = "100")]
    connections_per_address: NonZeroUsize,
    /// How long a request may take to arrive; an idle connection is closed after this time as well
    #[arg(long, value_name = "SECONDS", default_value = "20", value_parser = some_seconds)]
    request_timeout: Duration,
    /// How long an answer may wait for the client to take some of it
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = some_seconds)]
    answer_timeout: Duration,
}

impl From<LimitArguments> for Limits {
    fn from(arguments: LimitArguments) -> Limits {
        Limits {
            connections: arguments.connections.get(),
            connections_per_address: arguments.connections_per_address.get(),
            request: arguments.request_timeout,
            answer: arguments.answer_timeout,
        }
    }
}

/// Reads seconds like [`program::seconds`], but refuses 0, because a limit of 0 would close every connection.
fn some_seconds(text: &str) -> Result<Duration, String> {
    match program::seconds(text)? {
        Duration::ZERO => Err("expected more than 0 seconds".to_owned()),
        seconds => Ok(seconds),
    }
}

const AFTER_HELP: &str = "\
Examples:
  tengen serve
  tengen serve --port 9000 --no-open
  tengen serve --data /srv/tengen                 store accounts and games there
  tengen serve --address 0.0.0.0                  also accept connections from the network
  tengen serve --connections-per-address 500      behind a reverse proxy, which is one address for all clients

A browser that has opened the page keeps it: the page then works at the same address without the server, can be installed,
and offers a newer version when the server has one. Browsers allow this only for localhost and over HTTPS.

Exit codes: 0 ended by Ctrl-C, 1 the port or the data folder cannot be had, 2 wrong usage";

/// The programs that play and judge on the server. There are none by default.
#[derive(Default)]
pub struct ServerPrograms {
    /// The opponents for users who find no other opponent.
    pub house_bots: Vec<Arc<dyn HouseBot>>,
    /// The judge that compares the moves of rated games with its own choice.
    pub judge: Option<Arc<dyn MoveJudge>>,
}

/// Runs the server until Ctrl-C, and writes the addresses to `out`.
///
/// # Errors
/// When the port or the storage cannot be used, or `out` cannot be written.
pub fn run(arguments: &Arguments, programs: ServerPrograms, out: &mut dyn Write) -> Result<()> {
    let address = SocketAddr::new(arguments.address, arguments.port);
    let options = ServeOptions { limits: arguments.limits.into(), ..ServeOptions::at(address) };
    if !options.page.is_built() {
        note("this program was built without the page; `cargo xtask play` builds both");
    }
    let mut announced = Ok(());
    let began = |address| {
        announced = addresses::announce(address, io::stdout().is_terminal(), out);
        if !arguments.no_open {
            open_browser(address);
        }
    };
    if let Some(online) = arguments.online.options(programs)? {
        arguments.online.begin_log();
        serve_online(options, online, began)?;
        return Ok(announced?);
    }
    serve(options, began)?;
    Ok(announced?)
}

fn open_browser(address: SocketAddr) {
    let url = format!("http://{}", addresses::of_this_machine(address));
    if let Err(error) = open::that_detached(&url) {
        note(&format!("the browser cannot be opened ({error}); open {url} yourself"));
    }
}

/// Writes a note. The server continues if this fails.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

#[cfg(test)]
mod tests {
    use clap::Parser as _;

    use super::*;

    #[derive(clap::Parser)]
    struct Program {
        #[command(flatten)]
        arguments: Arguments,
    }

    #[test]
    fn the_limits_are_the_servers_own_unless_others_are_given() {
        let limits = |arguments: &[&str]| -> Result<Limits, String> {
            let program = Program::try_parse_from([&["serve"], arguments].concat());
            program.map(|program| program.arguments.limits.into()).map_err(|error| error.to_string())
        };
        assert_eq!(limits(&[]), Ok(Limits::default()));
        let given =
            limits(&["--connections", "3", "--connections-per-address", "2", "--request-timeout", "0.5"]);
        let expected = Limits {
            connections: 3,
            connections_per_address: 2,
            request: Duration::from_millis(500),
            ..Limits::default()
        };
        assert_eq!(given, Ok(expected));
        assert!(limits(&["--request-timeout", "0"]).unwrap_err().contains("expected more than 0 seconds"));
        assert!(limits(&["--connections", "0"]).is_err());
    }
}
