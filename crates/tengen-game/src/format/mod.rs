//! Reading and writing positions and records as text and files.

pub mod any;
pub mod diagram;
pub mod foreign_links;
pub mod json;
pub mod link;
mod loss;
mod move_list;
pub mod moves;
pub mod pos;
pub mod psq;
pub mod rec;
pub mod renlib;
pub mod sav;
pub mod sgf;

pub use loss::{Loss, Written, losses_of, without};
pub use move_list::{MoveFault, MoveListError};
