//! Binding to an address, and running until the end is requested.

use std::future::Future;
use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::time::Duration;

#[cfg(feature = "online")]
use axum::middleware::map_response;
use hyper::Request;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::Service;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::sync::watch;

#[cfg(feature = "online")]
use crate::headers::demand_https;
use crate::limits::{Client, Door};
#[cfg(feature = "online")]
use crate::online::{Online, OnlineOptions};
use crate::router::router_with;
use crate::writing::WriteTimeout;
use crate::{Limits, Page, ServeError};

/// The longest time for open requests to finish after the end of the server was requested.
const FAREWELL: Duration = Duration::from_secs(2);

/// The time before the server accepts connections again when the system lacks the resources for another one, for example file descriptors.
const SHORTAGE: Duration = Duration::from_millis(500);

/// The most bytes of a request that are buffered while its head is incomplete. Browsers send less than two thousand, and store at most a
/// few thousand bytes of cookies.
const LARGEST_REQUEST: usize = 32 * 1024;

/// The answer to a connection over a limit. Only the part is sent that the system accepts at once.
const REFUSAL: &[u8] = b"HTTP/1.1 503 Service Unavailable\r\ncontent-type: text/plain; charset=utf-8\r\n\
    content-length: 48\r\nretry-after: 5\r\nconnection: close\r\n\r\n\
    Too many connections are open. Try again later.\n";

/// The address on which the server listens, the page and the limits.
#[derive(Debug, Clone)]
pub struct ServeOptions {
    /// The address to listen on. Port 0 lets the system choose a free port.
    pub address: SocketAddr,
    /// The page to serve, normally [`Page::embedded`].
    pub page: Page,
    /// The limits for clients.
    pub limits: Limits,
}

impl ServeOptions {
    /// Serves the embedded page to this machine only.
    #[must_use]
    pub fn local(port: u16) -> Self {
        Self::at(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), port))
    }

    /// Serves the embedded page at the given address.
    #[must_use]
    pub fn at(address: SocketAddr) -> Self {
        Self { address, page: Page::embedded(), limits: Limits::default() }
    }
}

/// A server that has bound its port and does not answer yet.
#[derive(Debug)]
pub struct Server {
    listener: TcpListener,
    address: SocketAddr,
    page: Page,
    limits: Limits,
    #[cfg(feature = "online")]
    online: Option<Online>,
}

impl Server {
    /// Binds the port.
    ///
    /// # Errors
    ///
    /// [`ServeError::PortInUse`] when another program uses the port, [`ServeError::PortForbidden`] when this user may not use it, and
    /// [`ServeError::Bind`] for any other error.
    pub async fn bind(options: ServeOptions) -> Result<Self, ServeError> {
        let wanted = options.address;
        let listener =
            TcpListener::bind(wanted).await.map_err(|error| ServeError::from_bind(wanted, error))?;
        let address = listener.local_addr().map_err(|error| ServeError::from_bind(wanted, error))?;
        Ok(Self {
            listener,
            address,
            page: options.page,
            limits: options.limits,
            #[cfg(feature = "online")]
            online: None,
        })
    }

    /// Offers online play beside the page.
    #[cfg(feature = "online")]
    #[must_use]
    pub fn with_online(self, online: Online) -> Self {
        Self { online: Some(online), ..self }
    }

    /// The real address of the server; its port is never 0.
    #[must_use]
    pub fn local_address(&self) -> SocketAddr {
        self.address
    }

    /// Whether there is a page to serve. Otherwise the server shows a notice with the command that builds one.
    #[must_use]
    pub fn has_page(&self) -> bool {
        self.page.is_built()
    }

    /// Answers requests until `shutdown` is ready, and then lets open requests finish for a moment.
    ///
    /// # Errors
    ///
    /// [`ServeError::Run`] when the listening socket fails.
    pub async fn run(self, shutdown: impl Future<Output = ()> + Send + 'static) -> Result<(), ServeError> {
        #[cfg(feature = "online")]
        let others = self.online.as_ref().map(Online::routes).unwrap_or_default();
        #[cfg(not(feature = "online"))]
        let others = axum::Router::new();
        let router = router_with(self.page, others);
        #[cfg(feature = "online")]
        let router = match &self.online {
            Some(online) if online.is_secure() => router.layer(map_response(demand_https)),
            _ => router,
        };
        let service = TowerToHyperService::new(router);
        let mut http = http1::Builder::new();
        // The time limit begins when the server starts to wait for a request, so that it also closes a connection that is idle after an
        // answer.
        http.timer(TokioTimer::new()).header_read_timeout(self.limits.request).max_buf_size(LARGEST_REQUEST);
        let door = Door::new(&self.limits);
        let closing = watch::Sender::new(false);
        tokio::pin!(shutdown);
        loop {
            let (stream, client) = tokio::select! {
                accepted = self.listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(error) if is_of_one_connection(&error) => continue,
                    Err(error) if is_shortage(&error) => {
                        tokio::time::sleep(SHORTAGE).await;
                        continue;
                    }
                    Err(error) => return Err(ServeError::Run(error)),
                },
                () = &mut shutdown => break,
            };
            let Some(place) = door.enter(client.ip()) else {
                refuse(stream);
                continue;
            };
            let stream = TokioIo::new(WriteTimeout::new(stream, self.limits.answer));
            let service = OfClient { service: service.clone(), client: Client::new(client.ip(), place) };
            let connection = http.serve_connection(stream, service).with_upgrades();
            let mut closing = closing.subscribe();
            tokio::spawn(async move {
                tokio::pin!(connection);
                // An error here is caused by the client, and affects only its connection.
                tokio::select! {
                    _ = connection.as_mut() => return,
                    _ = closing.wait_for(|is_closing| *is_closing) => connection.as_mut().graceful_shutdown(),
                }
                let _ = connection.await;
            });
        }
        drop(self.listener);
        #[cfg(feature = "online")]
        if let Some(online) = &self.online {
            online.stop().await;
        }
        // A client that never receives its answer must not keep the program running.
        closing.send_replace(true);
        let _ = tokio::time::timeout(FAREWELL, closing.closed()).await;
        #[cfg(feature = "online")]
        if let Some(online) = &self.online {
            online.finish().await;
        }
        Ok(())
    }
}

/// A service that adds the client to each request. The client's place is free again when the connection, and a socket that it may have
/// become, have ended.
struct OfClient<S> {
    service: S,
    client: Client,
}

impl<S: Service<Request<Incoming>>> Service<Request<Incoming>> for OfClient<S> {
    type Response = S::Response;
    type Error = S::Error;
    type Future = S::Future;

    fn call(&self, mut request: Request<Incoming>) -> S::Future {
        request.extensions_mut().insert(self.client.clone());
        self.service.call(request)
    }
}

/// Whether accepting failed because the connection had already ended.
fn is_of_one_connection(error: &io::Error) -> bool {
    use io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset, Interrupted};
    matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset | Interrupted)
}

/// Whether accepting failed because of a temporary lack of resources in the system.
fn is_shortage(error: &io::Error) -> bool {
    // The standard library has no stable name for a lack of file descriptors or of buffers.
    const TOO_MANY_FILES: [i32; 3] = [23, 24, 10_024];
    const NO_BUFFERS: [i32; 3] = [55, 105, 10_055];
    let code = error.raw_os_error().unwrap_or_default();
    error.kind() == io::ErrorKind::OutOfMemory || TOO_MANY_FILES.contains(&code) || NO_BUFFERS.contains(&code)
}

/// Answers that there are too many connections, without waiting, and closes this connection.
fn refuse(stream: TcpStream) {
    // The stream of the standard library writes as much as fits, and does not wait for the runtime's notification.
    if let Ok(mut stream) = stream.into_std() {
        let _ = stream.write(REFUSAL);
    }
}

/// Becomes ready when the user or the system requests the end of the program: by Ctrl-C, or by SIGTERM on Unix. Signals count from the call
/// on, not only while the result is awaited.
///
/// If the system refuses to report these signals, the future never becomes ready. The signals then keep their usual effect, which is to end
/// the program at once.
///
/// # Panics
/// When it is called outside of a runtime.
pub fn interrupted() -> impl Future<Output = ()> {
    #[cfg(unix)]
    let (mut interrupt, mut terminate) = {
        use tokio::signal::unix::{SignalKind, signal};
        (signal(SignalKind::interrupt()), signal(SignalKind::terminate()))
    };
    #[cfg(windows)]
    let (mut interrupt, mut terminate) = {
        use tokio::signal::windows::{ctrl_c, ctrl_shutdown};
        (ctrl_c(), ctrl_shutdown())
    };
    async move {
        let interrupt = async {
            match &mut interrupt {
                Ok(signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        let terminate = async {
            match &mut terminate {
                Ok(signal) => signal.recv().await,
                Err(_) => std::future::pending().await,
            }
        };
        tokio::select! {
            _ = interrupt => {}
            _ = terminate => {}
        }
    }
}

/// Serves until the program is interrupted, on a new runtime.
///
/// `announce` is called once, with the real address, when the port is bound and before requests are answered.
///
/// # Errors
///
/// The errors of [`Server::bind`] and [`Server::run`], and [`ServeError::Runtime`] when threads cannot be started.
pub fn serve(options: ServeOptions, announce: impl FnOnce(SocketAddr)) -> Result<(), ServeError> {
    runtime(Some(2))?.block_on(async {
        let server = Server::bind(options).await?;
        let interrupted = interrupted();
        announce(server.local_address());
        server.run(interrupted).await
    })
}

/// Like [`serve`], with online play.
///
/// # Errors
///
/// The errors of [`serve`], and [`ServeError::Online`] when online play cannot start.
#[cfg(feature = "online")]
pub fn serve_online(
    options: ServeOptions,
    online: OnlineOptions,
    announce: impl FnOnce(SocketAddr),
) -> Result<(), ServeError> {
    runtime(None)?.block_on(async {
        let server = Server::bind(options).await?;
        let server = server.with_online(Online::start(online).await?);
        let interrupted = interrupted();
        announce(server.local_address());
        server.run(interrupted).await
    })
}

/// A runtime with the given number of threads, or with one for each processor.
fn runtime(threads: Option<usize>) -> Result<Runtime, ServeError> {
    let mut builder = tokio::runtime::Builder::new_multi_thread();
    if let Some(threads) = threads {
        builder.worker_threads(threads);
    }
    builder.enable_all().build().map_err(ServeError::Runtime)
}
