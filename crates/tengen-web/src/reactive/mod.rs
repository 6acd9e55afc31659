//! Signals, memos and derived signals, as Leptos has them under the same names, with two differences.
//!
//! * They forget the types of their values inside, so that the machinery is in the program once and not once for every type. With some
//!   two hundred types of signals and memos that is a large part of the page.
//! * They let go of effects that have ended. Leptos's own keep a trace of each until their value changes, which the language of
//!   the page, for example, never does: a page that stays open for days would grow and grow.
//!
//! Everything else is Leptos's: effects, owners, the arena in which handles live, and the algorithm by which memos are brought up
//! to date.

mod derived;
mod memo;
mod signal;
mod subscribers;

use std::any::Any;
use std::sync::Arc;

pub(crate) use derived::Signal;
pub(crate) use memo::Memo;
pub(crate) use signal::RwSignal;

/// A value whose type is known only to the handles.
type Erased = dyn Any + Send + Sync;
type Shared = Arc<Erased>;

/// The value as what it is.
fn as_known<T: 'static>(value: &Erased) -> &T {
    value.downcast_ref().expect("a handle has the type of the value it was made for")
}
