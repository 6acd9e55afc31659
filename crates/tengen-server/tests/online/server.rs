//! A server for a test, on a runtime of its own.

use std::net::SocketAddr;
use std::time::Duration;

use tengen_server::online::{Database, Online, OnlineOptions};
use tengen_server::{ServeOptions, Server};
use tokio::runtime::Runtime;
use tokio::sync::oneshot;

use crate::client::Client;

/// A server that runs until it is dropped.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    stop: Option<oneshot::Sender<()>>,
    done: Option<tokio::task::JoinHandle<()>>,
    runtime: Option<Runtime>,
}

impl TestServer {
    pub(crate) fn start() -> TestServer {
        TestServer::with(OnlineOptions::new(Database::Memory))
    }

    pub(crate) fn with(options: OnlineOptions) -> TestServer {
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let (stop, stopped) = oneshot::channel::<()>();
        let server = runtime.block_on(async {
            let online = Online::start(options).await.unwrap();
            Server::bind(ServeOptions { online: Some(online), ..ServeOptions::local(0) }).await.unwrap()
        });
        let address = server.local_address();
        let done = runtime.spawn(async move {
            let stopped = async move {
                let _ = stopped.await;
            };
            server.run(stopped).await.unwrap();
        });
        TestServer { address, stop: Some(stop), done: Some(done), runtime: Some(runtime) }
    }

    /// A new guest.
    pub(crate) fn guest(&self) -> Client {
        Client::connect(self.address, None, "Session1").unwrap()
    }

    /// Stops as the program does when it is interrupted.
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
