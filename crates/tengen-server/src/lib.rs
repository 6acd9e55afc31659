//! Serves Tengen's page over HTTP.
//!
//! The page is static: a handful of files that are embedded in the program when it is built, and
//! kept in memory, already compressed. The server adds what a browser needs around them: types,
//! caching, compression and security headers. With the feature `online` it also offers games between users: see the module
//! `online`.
//!
//! A client that is slow, silent or greedy costs the others nothing: [`Limits`] bound how long it
//! may take and how many connections it may have.
//!
//! Binding and running are separate, so that a caller learns the real address (port 0 lets the
//! system choose one) before the first request is answered:
//!
//! ```no_run
//! # async fn example() -> Result<(), tengen_server::ServeError> {
//! use tengen_server::{ServeOptions, Server, interrupted};
//!
//! let server = Server::bind(ServeOptions::local(8080)).await?;
//! println!("http://{}", server.local_address());
//! server.run(interrupted()).await
//! # }
//! ```
//!
//! A program that has no asynchronous runtime of its own calls [`serve`].

#![forbid(unsafe_code)]

mod error;
mod headers;
mod limits;
mod negotiate;
#[cfg(feature = "online")]
pub mod online;
mod page;
mod router;
mod server;
mod writing;

pub use error::ServeError;
pub use limits::Limits;
pub use page::Page;
pub use router::router;
#[cfg(feature = "online")]
pub use server::serve_online;
pub use server::{ServeOptions, Server, interrupted, serve};
