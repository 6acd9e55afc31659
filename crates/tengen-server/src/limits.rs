//! Limits of the times that clients may take, and of the number of connections.

use std::collections::HashMap;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The limits for clients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Limits {
    /// The most connections at the same time.
    pub connections: usize,
    /// The most connections at the same time from one address, or from one /64 network of IPv6, which is the usual share of one machine.
    pub connections_per_address: usize,
    /// The longest time for the arrival of a request, counted from the start of the connection or from the answer before. The limit also
    /// ends idle connections. The server does not wait for the body of a request, because no answer depends on it.
    pub request: Duration,
    /// The longest time that an answer may wait for the client to receive a part of it.
    pub answer: Duration,
}

impl Default for Limits {
    /// Limits with room for some eighty browsers, which open up to six connections each, and for a network behind one address.
    fn default() -> Self {
        Self {
            connections: 500,
            connections_per_address: 100,
            request: Duration::from_secs(20),
            answer: Duration::from_secs(60),
        }
    }
}

/// The counter of the connections.
pub(crate) struct Door {
    most: usize,
    most_per_address: usize,
    inside: Arc<Mutex<Inside>>,
}

#[derive(Default)]
struct Inside {
    all: usize,
    by_address: HashMap<IpAddr, usize>,
}

/// The place of a connection. It is free again when this value is dropped.
pub(crate) struct Place {
    address: IpAddr,
    inside: Arc<Mutex<Inside>>,
}

impl Door {
    pub(crate) fn new(limits: &Limits) -> Self {
        Self {
            most: limits.connections,
            most_per_address: limits.connections_per_address,
            inside: Arc::default(),
        }
    }

    /// A place for a connection from this address; `None` if there is none.
    pub(crate) fn enter(&self, address: IpAddr) -> Option<Place> {
        let address = network(address);
        let mut inside = lock(&self.inside);
        let all = inside.all;
        let here = inside.by_address.entry(address).or_default();
        if all >= self.most || *here >= self.most_per_address {
            return None;
        }
        *here += 1;
        inside.all += 1;
        Some(Place { address, inside: Arc::clone(&self.inside) })
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        let mut inside = lock(&self.inside);
        inside.all -= 1;
        if let Some(here) = inside.by_address.get_mut(&self.address) {
            *here -= 1;
            if *here == 0 {
                inside.by_address.remove(&self.address);
            }
        }
    }
}

/// The counts are correct after every change, so that a panic elsewhere cannot corrupt them.
fn lock(inside: &Mutex<Inside>) -> MutexGuard<'_, Inside> {
    inside.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The client of a connection, as an extension of its requests.
#[derive(Clone)]
pub(crate) struct Client {
    #[cfg_attr(not(feature = "online"), allow(dead_code, reason = "for limits of online play"))]
    pub(crate) address: IpAddr,
    /// The place of the connection. A socket keeps it after the HTTP connection has become the socket.
    _place: Arc<Place>,
}

impl Client {
    pub(crate) fn new(address: IpAddr, place: Place) -> Client {
        Client { address, _place: Arc::new(place) }
    }
}

/// The network whose connections are counted together: one address of IPv4, or one /64 network of IPv6.
pub(crate) fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        address @ IpAddr::V4(_) => address,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn door(connections: usize, connections_per_address: usize) -> Door {
        Door::new(&Limits { connections, connections_per_address, ..Limits::default() })
    }

    fn address(text: &str) -> IpAddr {
        text.parse().unwrap()
    }

    #[test]
    fn places_are_counted_by_address_and_in_all_and_come_free_again() {
        let door = door(3, 2);
        let (one, other) = (address("192.0.2.1"), address("192.0.2.2"));
        let first = door.enter(one);
        let second = door.enter(one);
        assert!(first.is_some() && second.is_some());
        assert!(door.enter(one).is_none(), "two for each address");
        let third = door.enter(other);
        assert!(third.is_some());
        assert!(door.enter(other).is_none(), "three in all");
        drop(first);
        assert!(door.enter(other).is_some());
        drop((second, third));
        assert!(lock(&door.inside).by_address.is_empty(), "addresses without connections are removed");
        assert_eq!(lock(&door.inside).all, 0);
    }

    #[test]
    fn a_machine_with_many_addresses_of_one_network_is_one_client() {
        let same = [("2001:db8::1", "2001:db8::ffff:1"), ("::ffff:192.0.2.1", "192.0.2.1")];
        for (one, other) in same {
            let door = door(9, 1);
            let _place = door.enter(address(one));
            assert!(door.enter(address(other)).is_none(), "{one} {other}");
        }
        let door = door(9, 1);
        let _place = door.enter(address("2001:db8:0:1::1"));
        assert!(door.enter(address("2001:db8:0:2::1")).is_some());
    }
}
