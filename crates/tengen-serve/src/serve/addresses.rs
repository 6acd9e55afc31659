//! The addresses of the running server: for the browser on this machine, and for other machines of the network.

use std::io::{self, Write};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

use qrcodegen::{QrCode, QrCodeEcc};

/// The light modules around a QR code, which readers need to find it. The standard demands four; phones read it with two, and a terminal
/// has few lines.
const QUIET_ZONE: i32 = 2;

/// Prints the addresses of the page and, on a terminal, the QR code that opens the page on a phone. Everything is flushed at
/// once, since a script may wait for it.
///
/// # Errors
/// When `out` cannot be written.
pub(super) fn announce(bound: SocketAddr, is_terminal: bool, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "Tengen is at http://{bound}")?;
    let others = of_network(bound, &interfaces());
    for address in &others {
        writeln!(out, "Other machines of the network open http://{address}")?;
    }
    if let Some(address) = others.first().filter(|_| is_terminal) {
        // An address is short enough for every QR code.
        if let Ok(code) = QrCode::encode_text(&format!("http://{address}"), QrCodeEcc::Low) {
            writeln!(out, "{}", drawn(&code))?;
        }
    }
    writeln!(out, "Press Ctrl-C to stop.")?;
    out.flush()
}

/// The address for a browser on this machine, which cannot open the unspecified address (`0.0.0.0` or `::`).
pub(super) fn of_this_machine(bound: SocketAddr) -> SocketAddr {
    let ip = match bound.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => Ipv4Addr::LOCALHOST.into(),
        IpAddr::V6(ip) if ip.is_unspecified() => Ipv6Addr::LOCALHOST.into(),
        ip => ip,
    };
    SocketAddr::new(ip, bound.port())
}

/// An address of this machine, with the name of its network interface.
type Interface = (String, IpAddr);

/// The addresses of this machine; empty if the system does not list them.
fn interfaces() -> Vec<Interface> {
    let interfaces = if_addrs::get_if_addrs().unwrap_or_default();
    interfaces.into_iter().map(|interface| (interface.name.clone(), interface.ip())).collect()
}

/// The addresses for other machines, the most probable first: networks of homes and offices before others, and those of
/// containers and virtual machines last.
fn of_network(bound: SocketAddr, interfaces: &[Interface]) -> Vec<SocketAddr> {
    if bound.ip().is_loopback() {
        return Vec::new();
    }
    if !bound.ip().is_unspecified() {
        return vec![bound];
    }
    let is_virtual = |name: &str| {
        ["br-", "docker", "podman", "veth", "virbr"].iter().any(|prefix| name.starts_with(prefix))
    };
    // Only IPv4 is listed: addresses of IPv6 change often and are long, and a network with IPv6 alone is rare at home.
    let mut found: Vec<(bool, bool, Ipv4Addr)> = interfaces
        .iter()
        .filter_map(|(name, ip)| match ip {
            IpAddr::V4(ip) if !ip.is_loopback() && !ip.is_link_local() => {
                Some((is_virtual(name), !ip.is_private(), *ip))
            }
            _ => None,
        })
        .collect();
    found.sort_by_key(|&(is_virtual, is_public, _)| (is_virtual, is_public));
    found.into_iter().map(|(_, _, ip)| SocketAddr::new(ip.into(), bound.port())).collect()
}

/// A QR code in half blocks, two rows of modules in a line, in black on white whatever the terminal's own colours are.
fn drawn(code: &QrCode) -> String {
    let range = -QUIET_ZONE..code.size() + QUIET_ZONE;
    let line = |y: i32| {
        let modules = range.clone().map(|x| match (code.get_module(x, y), code.get_module(x, y + 1)) {
            (false, false) => ' ',
            (true, false) => '▀',
            (false, true) => '▄',
            (true, true) => '█',
        });
        format!("\x1b[30;107m{}\x1b[0m", modules.collect::<String>())
    };
    range.clone().step_by(2).map(line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn address(text: &str) -> SocketAddr {
        text.parse().unwrap()
    }

    #[test]
    fn the_browser_receives_an_address_that_it_can_open() {
        let cases = [
            ("127.0.0.1:80", "127.0.0.1:80"),
            ("0.0.0.0:8080", "127.0.0.1:8080"),
            ("[::]:8080", "[::1]:8080"),
            ("192.0.2.7:1", "192.0.2.7:1"),
        ];
        for (bound, opened) in cases {
            assert_eq!(of_this_machine(address(bound)), address(opened));
        }
    }

    #[test]
    fn other_machines_receive_the_address_of_the_home_network_first() {
        let interfaces: Vec<Interface> = [
            ("lo", "127.0.0.1"),
            ("docker0", "172.17.0.1"),
            ("eth0", "198.51.100.4"),
            ("eth1", "169.254.3.4"),
            ("wlan0", "fe80::1"),
            ("wlan0", "192.168.1.5"),
        ]
        .map(|(name, ip)| (name.to_owned(), ip.parse().unwrap()))
        .to_vec();
        let expected = ["192.168.1.5:8080", "198.51.100.4:8080", "172.17.0.1:8080"].map(address);
        assert_eq!(of_network(address("0.0.0.0:8080"), &interfaces), expected);
        assert_eq!(of_network(address("192.168.1.5:80"), &interfaces), [address("192.168.1.5:80")]);
        assert_eq!(of_network(address("127.0.0.1:8080"), &interfaces), []);
    }

    #[test]
    fn the_qr_code_on_the_terminal_is_the_address() {
        let code = QrCode::encode_text("http://192.168.1.5:8080", QrCodeEcc::Low).unwrap();
        let text = drawn(&code);
        let rows: Vec<Vec<char>> = text
            .lines()
            .map(|line| line.trim_start_matches("\x1b[30;107m").trim_end_matches("\x1b[0m").chars().collect())
            .collect();
        let size = code.size() + 2 * QUIET_ZONE;
        assert_eq!(rows.len() as i32, (size + 1) / 2);
        for y in 0..size {
            for x in 0..size {
                let symbol = rows[y as usize / 2][x as usize];
                let is_dark = symbol == '█' || symbol == if y % 2 == 0 { '▀' } else { '▄' };
                assert_eq!(is_dark, code.get_module(x - QUIET_ZONE, y - QUIET_ZONE), "{x}, {y}");
            }
        }
    }
}
