//! Binding to an address, and running until told to stop.

use std::future::{Future, IntoFuture};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::{Page, ServeError, router};

/// How long open requests may take to finish once the server has been told to stop.
const FAREWELL: Duration = Duration::from_secs(2);

/// Where to listen and what to serve.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The address to listen on. Port 0 lets the system choose a free port.
    pub address: SocketAddr,
    /// The page to serve, normally [`Page::embedded`].
    pub page: Page,
}

impl ServeOptions {
    /// Serves the embedded page to this machine only.
    #[must_use]
    pub fn local(port: u16) -> Self {
        Self::at(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
    }

    /// Serves the embedded page at any address.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        Self { address, page: Page::embedded() }
    }
}

/// A server that has its port and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    page: Page,
}

impl Server {
    /// Takes the port.
    ///
    /// # Errors
    ///
    /// [`ServeError::PortInUse`] when another program has the port, [`ServeError::PortForbidden`]
    /// when this user may not have it, and [`ServeError::Bind`] for anything else.
    pub async fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let wanted = options.address;
        let listener =
            TcpListener::bind(wanted).await.map_err(|error| ServeError::from_bind(wanted, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::from_bind(wanted, error))?;
        Ok(Self { listener, address, page: options.page })
    }

    /// The address that the server really has; its port is never 0.
    #[must_use]
    pub fn local_address(&self) -> SocketAddr {
        self.address
    }

    /// Whether there is a page to serve, or only the notice that says how to build one.
    #[must_use]
    pub fn has_page(&self) -> bool {
        self.page.is_built()
    }

    /// Answers requests until `shutdown` is ready, then lets open requests finish for a moment.
    ///
    /// # Errors
    ///
    /// [`ServeError::Run`] when the listening socket fails.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        let (told, mut stopping) = oneshot::channel();
        let serving = axum::serve(self.listener, router(self.page)).with_graceful_shutdown(async move {
            shutdown.await;
            // The other end is gone only if the server has ended already.
            let _ = told.send(());
        });
        let serving = serving.into_future();
        tokio::pin!(serving);
        let ended = tokio::select! {
            ended = &mut serving => ended,
            // A browser that keeps a connection half open must not keep the program alive.
            _ = &mut stopping => tokio::time::timeout(FAREWELL, serving).await.unwrap_or(Ok(())),
        };
        ended.map_err(ServeError::Run)
    }
}

/// Is ready when the person, or the system, asks the program to end: Ctrl-C, or SIGTERM on Unix.
///
/// If the system refuses to report those signals, this waits for ever and they keep their usual
/// effect, which is to end the program at once.
pub async fn interrupted() {
    let interrupt = async {
        if tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    #[cfg(unix)]
    let terminate = async {
        use tokio::signal::unix::{SignalKind, signal};
        match signal(SignalKind::terminate()) {
            Ok(mut signal) => {
                signal.recv().await;
            }
            Err(_) => std::future::pending().await,
        }
    };
    #[cfg(not(unix))]
    let terminate = std::future::pending::<()>();
    tokio::select! {
        () = interrupt => {}
        () = terminate => {}
    }
}

/// Serves until the program is interrupted, on a runtime of its own.
///
/// `announce` is called once, with the real address, when the port is taken and requests are
/// about to be answered.
///
/// # Errors
///
/// As [`Server::bind`] and [`Server::run`]; [`ServeError::Runtime`] when threads cannot be started.
pub fn serve(options: ServeOptions, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(ServeError::Runtime)?;
    runtime.block_on(async {
        let server = Server::bind(options).await?;
        announce(server.local_address());
        server.run(interrupted()).await
    })
}
