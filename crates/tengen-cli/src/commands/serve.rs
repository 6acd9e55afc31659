//! `tengen serve`: the game's page, on this machine.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use anyhow::Result;
use tengen_server::{ServeOptions, serve};

/// Serve the web page and open it in the browser. Ctrl-C stops the server.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// Port to listen on; 0 chooses a free port
    #[arg(long, default_value_t = 8080)]
    port: u16,
    /// Address to listen on; the default accepts connections from this machine only
    #[arg(long, default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Do not open the browser
    #[arg(long)]
    no_open: bool,
}

const AFTER_HELP: &str = "\
Examples:
  tengen serve
  tengen serve --port 9000 --no-open
  tengen serve --address 0.0.0.0       also accept connections from the network

Exit codes: 0 ended by Ctrl-C, 1 the port cannot be had, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let options = ServeOptions::at(SocketAddr::new(arguments.address, arguments.port));
    if !options.page.is_built() {
        note("this program was built without the page; `cargo xtask play` builds both");
    }
    if !arguments.address.is_loopback() {
        note("the page can be opened from other machines in the network");
    }
    let mut announced = Ok(());
    serve(options, |address| {
        announced = announce(address, out);
        if !arguments.no_open {
            open_browser(address);
        }
    })?;
    Ok(announced?)
}

/// Says where the page is. Who started the server in a script reads this line, so it goes out at once.
fn announce(address: SocketAddr, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Tengen is at http://{address}")?;
    writeln!(out, "Press Ctrl-C to stop.")?;
    out.flush()
}

fn open_browser(address: SocketAddr) {
    let url = format!("http://{}", reachable(address));
    if let Err(error) = open::that_detached(&url) {
        note(&format!("the browser cannot be opened ({error}); open {url} yourself"));
    }
}

/// "Any address" is good for listening, but a browser needs one of them.
fn reachable(address: SocketAddr) -> SocketAddr {
    let ip = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, address.port())
}

/// Tells something that is not the result. If nobody can read it, the server runs all the same.
fn note(text: &str) {
    let _ = writeln!(io::stderr(), "note: {text}");
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_browser_is_given_an_address_it_can_open() {
        let cases = [
            ("127.0.0.1:80", "127.0.0.1:80"),
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("192.0.2.7:1", "192.0.2.7:1"),
        ];
        for (bound, opened) in cases {
            assert_eq!(reachable(bound.parse().unwrap()), opened.parse().unwrap());
        }
    }
}
