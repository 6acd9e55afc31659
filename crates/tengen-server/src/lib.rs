//! Serves Tengen's page over HTTP.
//!
//! The page is static: a few files that are embedded in the program when it is built, each in its
//! smallest form. Other forms are made when a client first needs them. The server adds the headers that a browser needs: types,
//! caching, compression and security. With the feature `online` it also offers games between users: see the module
//! `online`.
//!
//! A slow or idle client, or one with many connections, does not affect the others: [`Limits`] bound the times and the number of its
//! connections.
//!
//! Binding and running are separate, so that a caller has the real address (port 0 lets the system choose one) before the first request is
//! answered:
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
//! A program without an asynchronous runtime calls [`serve`].

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
