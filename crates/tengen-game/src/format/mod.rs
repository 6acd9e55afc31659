//! Reading and writing positions and records as text and files.
//!
//! Each format has its module, whose page describes the format and names its source; [`any`](mod@any) finds
//! out which one a file is in, and reads and writes all of them.
//!
//! | module | files | holds |
//! |---|---|---|
//! | [`json`] | Tengen's own | everything |
//! | [`sgf`] | Smart Game Format | trees with comments |
//! | [`renlib`] | RenLib's `.lib` | trees with comments, 15×15 |
//! | [`link`] | Tengen's links | trees with comments |
//! | [`foreign_links`] | links of gomocalc and Renju Portal, to be read | moves |
//! | [`psq`], [`rec`] | Piskvork's and Gomotur's games | moves, times and names |
//! | [`sav`], [`pos`] | Yixin's and old renju programs' positions | moves |
//! | [`moves`] | text such as `h8 i9` | moves |
//! | [`diagram`] | a board drawn with characters | a position |
//!
//! Readers take text or bytes and never touch the file system. Black's forbidden moves in a file are taken
//! for what they are: the end of the game. Writers return [`Written`]: the content, and a list of what of
//! this record the format could not hold.
//!
//! ```
//! use tengen_game::format::{Loss, sav};
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

#[cfg(feature = "formats")]
pub mod any;
pub mod diagram;
#[cfg(all(feature = "formats", feature = "encodings"))]
mod encoding;
#[cfg(all(feature = "formats", not(feature = "encodings")))]
#[path = "encoding_utf.rs"]
mod encoding;
#[cfg(feature = "formats")]
pub mod foreign_links;
#[cfg(feature = "formats")]
pub mod json;
mod lines;
#[cfg(feature = "formats")]
pub mod link;
#[cfg(feature = "formats")]
mod location;
#[cfg(feature = "formats")]
mod loss;
#[cfg(feature = "formats")]
mod move_list;
pub mod moves;
#[cfg(feature = "formats")]
mod note;
#[cfg(feature = "formats")]
pub mod pos;
#[cfg(feature = "formats")]
pub mod psq;
#[cfg(feature = "formats")]
pub mod rec;
#[cfg(feature = "formats")]
pub mod renlib;
#[cfg(feature = "formats")]
pub mod rif;
#[cfg(feature = "formats")]
pub mod sav;
#[cfg(feature = "formats")]
pub mod sgf;

#[cfg(feature = "formats")]
pub use encoding::{Encoding, EncodingError};
pub(crate) use lines::unix_lines;
#[cfg(feature = "formats")]
pub use location::{Location, Place};
#[cfg(feature = "formats")]
pub use loss::{Loss, Written, losses_of, without};
#[cfg(feature = "formats")]
pub use move_list::{MoveFault, MoveLineError, MoveListError};
#[cfg(feature = "formats")]
pub use note::ReadNote;
