//! The server that the browser visits.

use std::net::{SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread::{self, JoinHandle};

use anyhow::{Context as _, Result, bail};
use tengen_analysis::Level;
use tengen_game::Move;
use tengen_online::game::LiveGame;
use tengen_server::online::{Action, Database, HouseBot, Online, OnlineLimits, OnlineOptions, Rate};
use tengen_server::{ServeOptions, Server};
use tokio::sync::oneshot;

use crate::plain;

/// A house bot that plays on the first free point and resigns in openings.
struct FirstFree;

impl HouseBot for FirstFree {
    fn level(&self) -> Level {
        Level::EASY
    }

    fn act(&self, game: &LiveGame) -> Option<Action> {
        let position = game.position();
        let free = position.size().points().find(|&point| position.check(point).is_ok());
        free.filter(|_| game.opening().is_finished()).map(|point| Action::Move(Move::Place(point)))
    }
}

/// Generous limits, because all browsers of a test have the same address.
fn generous() -> OnlineLimits {
    let rate = Rate { every: 1, burst: 1_000 };
    OnlineLimits { sockets: rate, guests: rate, accounts: rate, ..OnlineLimits::default() }
}

/// A real server with online play, in this process, on a port that the system has chosen. It ends on drop.
#[derive(Debug)]
pub struct Site {
    address: SocketAddr,
    database: Database,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Site {
    /// Serves the page that `cargo xtask page` has built.
    ///
    /// # Errors
    ///
    /// If the page has not been built, or the server cannot start.
    pub fn built_page() -> Result<Self> {
        let directory = Self::page_directory();
        if !directory.join("index.html").is_file() {
            bail!("there is no page in {}; build it with: cargo xtask page", directory.display());
        }
        Self::of_directory(&directory)
    }

    /// The directory into which `cargo xtask page` writes the page.
    #[must_use]
    pub fn page_directory() -> PathBuf {
        target_directory().join("page")
    }

    /// The directory into which `cargo xtask package` writes a package.
    #[must_use]
    pub fn package(name: &str) -> PathBuf {
        target_directory().join("package").join(name)
    }

    /// The directory into which `cargo xtask test` installs packages from npm.
    #[must_use]
    pub fn npm() -> PathBuf {
        target_directory().join("npm")
    }

    /// Serves a directory as if it were the page.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read, or the server cannot start.
    pub fn of_directory(directory: &Path) -> Result<Self> {
        Self::of_directory_on(directory, 0, Database::Memory)
    }

    /// Serves the built page with a database that outlives the server.
    ///
    /// # Errors
    ///
    /// If the page has not been built, or the server cannot start.
    pub fn with_database(folder: &Path) -> Result<Self> {
        Self::of_directory_on(&Self::page_directory(), 0, Database::Folder(folder.to_owned()))
    }

    /// Serves a directory as a host without any policies does.
    ///
    /// # Errors
    ///
    /// If the server cannot start.
    pub fn of_plain_host(directory: &Path) -> Result<Self> {
        let listener = TcpListener::bind(("127.0.0.1", 0)).context("cannot start the host")?;
        let (address, directory) = (listener.local_addr()?, directory.to_owned());
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            if let Err(error) = plain::serve(&listener, &directory, stopped) {
                panic!("the test's host failed: {error}");
            }
        });
        Ok(Self { address, database: Database::Memory, stop: Some(stop), thread: Some(thread) })
    }

    /// Ends this server, and serves a directory at its address.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read, or the server cannot start.
    pub fn serve_instead(&mut self, directory: &Path) -> Result<()> {
        self.stop();
        *self = Self::of_directory_on(directory, self.address.port(), self.database.clone())?;
        Ok(())
    }

    /// Serves a directory on a port; for 0 the system chooses one.
    fn of_directory_on(directory: &Path, port: u16, database: Database) -> Result<Self> {
        let page = tengen_server::Page::from_directory(directory)
            .with_context(|| format!("cannot read the page in {}", directory.display()))?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()
            .context("cannot start the server's runtime")?;
        let server = runtime.block_on(async {
            let options = OnlineOptions {
                house_bots: vec![Arc::new(FirstFree)],
                limits: generous(),
                ..OnlineOptions::new(database.clone())
            };
            let online = Online::start(options).await?;
            let options = ServeOptions { page, ..ServeOptions::local(port) };
            anyhow::Ok(Server::bind(options).await?.with_online(online))
        })?;
        let address = server.local_address();
        let (stop, stopped) = oneshot::channel();
        let thread = thread::spawn(move || {
            let ended = runtime.block_on(server.run(async move {
                // The end of the sender, for whatever reason, is the signal to stop.
                let _ = stopped.await;
            }));
            // A test that finds no server fails; the message of the panic states the reason.
            if let Err(error) = ended {
                panic!("the test's server failed: {error}");
            }
        });
        Ok(Self { address, database, stop: Some(stop), thread: Some(thread) })
    }

    /// The address of the server.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The address of a path on this server.
    #[must_use]
    pub fn url(&self, path: &str) -> String {
        // `localhost`, unlike other names, is a secure context without a certificate.
        format!("http://localhost:{}/{path}", self.address.port())
    }

    /// Stops answering, as if the server had ended.
    pub fn stop(&mut self) {
        drop(self.stop.take());
        if let Some(thread) = self.thread.take() {
            // The thread's own panic has been reported already.
            let _ = thread.join();
        }
    }
}

impl Drop for Site {
    fn drop(&mut self) {
        self.stop();
    }
}

/// The workspace's `target`, which contains the page and the screenshots.
pub(crate) fn target_directory() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target")
}
