//! Reading and writing games of five in a row as text and files.
//!
//! The crate converts the records of [`tengen_game`] to and from the texts and files that programs and people exchange. Readers take text
//! or bytes and never touch the file system. Writers return [`Written`]: the content, and a list of the parts of this record that the
//! format cannot hold.
//!
//! # A guided tour
//!
//! ## Read and write any file
//!
//! [`any::read`] detects the format of a file and reads it, [`any::write`] writes a record in a given one, and an
//! [`any::Collection`] has all games of a file. What a format cannot hold is not lost silently: each writer returns the
//! [losses](Loss).
//!
//! ```
//! use tengen_formats::{Loss, any, any::Format};
//!
//! let file = b"(;GM[4]SZ[15]RU[renju]PB[Ada];B[hh];W[ig]C[A good reply.])";
//! let (record, format) = any::read(file, None, any::Known::default())?;
//! assert_eq!((format, record.players.black.as_str()), (Format::Sgf, "Ada"));
//! let written = any::write(&record, Format::Sav)?;
//! assert_eq!(written.content, b"15\n15\n2\n7 7\n6 8\n");
//! assert_eq!(written.losses, [Loss::Rule, Loss::Players, Loss::Comments]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Use one format
//!
//! Each format has its module, whose page describes the format and names its source.
//!
//! | module | files | holds |
//! |---|---|---|
//! | [`json`] | Tengen's own | everything |
//! | [`sgf`] | Smart Game Format | trees with comments |
//! | [`renlib`] | RenLib's `.lib` | trees with comments, 15×15 |
//! | [`rif`] | RenjuNet's database, to be read | games with facts about them |
//! | [`link`] | Tengen's links | trees with comments |
//! | [`foreign_links`] | links of gomocalc and Renju Portal, to be read | moves |
//! | [`psq`], [`rec`] | Piskvork's and Gomotur's games | moves, times and names |
//! | [`sav`], [`pos`] | Yixin's and old renju programs' positions | moves |
//!
//! Text such as `h8 i9` and a board drawn with characters are notations of the rules themselves:
//! [`tengen_game::moves`] and [`tengen_game::diagram`]. [`any`](mod@any) reads and writes both.
//!
//! A forbidden move of Black in a file is accepted and ends the game.
//!
//! ```
//! use tengen_formats::{Loss, sav};
//! use tengen_game::{BoardSize, NodeId, Point, Record, Rule};
//!
//! let mut record = Record::new(Rule::Standard, BoardSize::FIFTEEN);
//! record.play(Point::new(7, 7))?;
//! record.notes_mut(NodeId::START).comment = "A short game.".to_owned();
//! let written = sav::write(&record)?;
//! assert_eq!(written.content, "15\n15\n1\n7 7\n");
//! assert_eq!(written.losses, [Loss::Rule, Loss::Comments]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! ## Show guesses, and the places of faults
//!
//! Files of other programs are often not quite in their format. A reader takes the readable parts, and a [`ReadNote`] names each guess and
//! each omission. The place of a fault is a [`Location`] ([`any::ReadError::location`]).
//!
//! ```
//! use tengen_formats::{Location, Place, any};
//!
//! let file = b"h8 i9 z9";
//! let error = any::read(file, Some(any::Format::Moves), any::Known::default()).unwrap_err();
//! assert_eq!(error.location(file), Some(Location::Place(Place { line: 1, column: 7 })));
//! ```
//!
//! # Errors
//!
//! All outside data is checked, and a refusal is an error that states what was expected and where. Callers can match on the error
//! types; their messages are in English and may be reworded. No function panics for the content of a file.
//!
//! # Limits
//!
//! | what | limit |
//! |---|---|
//! | files that [`any`](mod@any) reads | [`any::MAX_BYTES`], [`any::MAX_GAME_BYTES`] |
//! | JSON | [`json::MAX_BYTES`], [`json::MAX_MOVES`] |
//! | SGF | 64 MiB, 100,000 games |
//! | RenLib | [`renlib::MAX_BYTES`], [`renlib::MAX_NODES`] |
//! | links | [`link::MAX_BYTES`], [`link::MAX_MOVES`] |
//!
//! The other formats, read by their own functions, set no limit but that a game ends. To read untrusted files,
//! use [`any`](mod@any), or limit their length first.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `encodings` | yes | files in other encodings than UTF-8 and UTF-16 |
//!
//! # Stability
//!
//! Later versions read what earlier versions have written: the names of formats, JSON records of version 1 and links of
//! [version 1](link::VERSION) keep their meaning. Newer versions are refused by name.
#![forbid(unsafe_code)]

pub mod any;
#[cfg(feature = "encodings")]
mod encoding;
#[cfg(not(feature = "encodings"))]
#[path = "encoding_utf.rs"]
mod encoding;
pub mod foreign_links;
pub mod json;
pub mod link;
mod location;
mod loss;
mod move_list;
mod note;
pub mod pos;
pub mod psq;
pub mod rec;
pub mod renlib;
pub mod rif;
pub mod sav;
pub mod sgf;

pub use encoding::{Encoding, EncodingError};
pub use location::{Location, Place};
pub use loss::{Loss, Written, losses_of, without};
pub use move_list::{MoveFault, MoveLineError, MoveListError};
pub use note::ReadNote;

/// The example of the README, run as a test.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeExample;
