//! A server for a test, on a runtime of its own.

use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tempfile::TempDir;
use tengen_server::online::{Database, InProcess, Online, OnlineOptions, StartError, Storage};
use tengen_server::{ServeOptions, Server};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::client::Client;

/// The environment variable that makes the tests use PostgreSQL.
pub(crate) const STORAGE: &str = "TENGEN_TEST_STORAGE";

/// An empty database, and its folder if it has one. The database outlives the server.
pub(crate) fn database() -> (Option<TempDir>, Database) {
    #[cfg(unix)]
    if std::env::var_os(STORAGE).is_some_and(|storage| storage == "postgresql") {
        return (None, Database::Postgres(crate::services::PostgresServer::shared().database()));
    }
    let folder = tempfile::tempdir().unwrap();
    let database = Database::Folder(folder.path().to_owned());
    (Some(folder), database)
}

/// A server that runs until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl TestServer {
    pub(crate) fn start() -> TestServer {
        TestServer::with(TestServer::options())
    }

    /// The options of a server whose database ends with it.
    pub(crate) fn options() -> OnlineOptions {
        match database() {
            (None, database) => OnlineOptions::new(database),
            (Some(_), _) => OnlineOptions::new(Database::Memory),
        }
    }

    pub(crate) fn with(options: OnlineOptions) -> TestServer {
        TestServer::try_with(options).unwrap()
    }

    pub(crate) fn try_with(options: OnlineOptions) -> Result<TestServer, StartError> {
        TestServer::run(Online::start(options))
    }

    /// A server on a storage that the test reads and writes as well. The connections of the storage belong to the server's runtime.
    pub(crate) fn on(storage: impl Future<Output = Arc<dyn Storage>>, options: OnlineOptions) -> TestServer {
        let bus = Arc::new(InProcess::default());
        TestServer::run(async { Online::with_storage(options, storage.await, bus).await }).unwrap()
    }

    /// Waits for a future on the server's runtime.
    pub(crate) fn block_on<T>(&self, future: impl Future<Output = T>) -> T {
        self.runtime.as_ref().unwrap().block_on(future)
    }

    fn run(online: impl Future<Output = Result<Online, StartError>>) -> Result<TestServer, StartError> {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let server = runtime.block_on(async {
            let online = online.await?;
            Ok::<_, StartError>(Server::bind(ServeOptions::local(0)).await.unwrap().with_online(online))
        })?;
        let address = server.local_address();
        let done = runtime.spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            server.run(stopped).await.unwrap();
        });
        Ok(TestServer { address, stop: Some(stop), done: Some(done), runtime: Some(runtime) })
    }

    pub(crate) fn guest(&self) -> Client {
        Client::connect(self.address, None, "Session1").unwrap()
    }

    /// Stops the server in the way of an interrupted program.
    pub(crate) fn stop(mut self) {
        let _ = self.stop.take().unwrap().send(());
        let (runtime, done) = (self.runtime.take().unwrap(), self.done.take().unwrap());
        let ended = runtime.block_on(async { tokio::time::timeout(Duration::from_secs(10), done).await });
        ended.expect("the server stops within seconds").unwrap();
        runtime.shutdown_timeout(Duration::from_secs(5));
    }
}

impl Drop for TestServer {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            runtime.shutdown_background();
        }
    }
}
