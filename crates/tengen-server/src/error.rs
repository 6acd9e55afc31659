//! Errors while the server starts or runs.

use std::io;
use std::net::SocketAddr;

/// The reason why the server could not start, or ended early.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// Another program, perhaps another Tengen, listens on this port.
    #[error(
        "port {} is already in use (wanted {address}); stop the program that uses it, or choose \
         another port with `--port`, for example `--port {}`",
        address.port(),
        another_port(address.port())
    )]
    PortInUse {
        /// The requested address.
        address: SocketAddr,
    },

    /// The system does not allow this user to listen on this port.
    #[error(
        "not allowed to listen on {address}; ports below 1024 usually need more rights, so choose \
         a higher one with `--port`, for example `--port 8080`"
    )]
    PortForbidden {
        /// The requested address.
        address: SocketAddr,
    },

    /// The server cannot listen on the address for another reason, for example because no network interface of this machine has it.
    #[error("cannot listen on {address}: {source}")]
    Bind {
        /// The requested address.
        address: SocketAddr,
        /// The error of the system.
        source: io::Error,
    },

    /// The asynchronous runtime could not be started.
    #[error("cannot start the server's threads: {0}")]
    Runtime(#[source] io::Error),

    /// Online play cannot start.
    #[cfg(feature = "online")]
    #[error(transparent)]
    Online(#[from] crate::online::StartError),

    /// The server was running and failed.
    #[error("the server stopped unexpectedly: {0}")]
    Run(#[source] io::Error),
}

impl ServeError {
    /// Classifies the system's error of a failed bind into the cases that a user can correct.
    pub(crate) fn from_bind(address: SocketAddr, source: io::Error) -> Self {
        match source.kind() {
            io::ErrorKind::AddrInUse => Self::PortInUse { address },
            io::ErrorKind::PermissionDenied => Self::PortForbidden { address },
            _ => Self::Bind { address, source },
        }
    }
}

/// A port to suggest in place of one that is in use.
fn another_port(taken: u16) -> u16 {
    if taken < 1024 || taken == u16::MAX { 8080 } else { taken + 1 }
}
