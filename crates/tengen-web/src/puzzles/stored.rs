//! What the browser keeps of puzzles: the progress, and the person's own puzzles.

use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_puzzles::{OwnPuzzles, Progress};

use crate::storage;

/// The progress of the person.
pub(super) fn read_progress() -> Progress {
    read(storage::PUZZLES, storage::UNREADABLE_PUZZLES, Progress::is_possible)
}

/// The person's own puzzles.
pub(super) fn read_own() -> OwnPuzzles {
    read(storage::OWN_PUZZLES, storage::UNREADABLE_OWN_PUZZLES, |_: &OwnPuzzles| true)
}

pub(super) fn write_progress(progress: &Progress) -> bool {
    write(storage::PUZZLES, progress)
}

pub(super) fn write_own(own: &OwnPuzzles) -> bool {
    write(storage::OWN_PUZZLES, own)
}

/// Stores the progress of a member who does not use the browser now.
pub(super) fn put_aside(progress: &Progress, member: &str) {
    write(&format!("{}{member}", storage::PUZZLES_OF_MEMBER), progress);
}

/// The progress of a member who uses the browser again; a new one for others.
pub(super) fn take_up(member: &str) -> Progress {
    let name = format!("{}{member}", storage::PUZZLES_OF_MEMBER);
    read(&name, storage::UNREADABLE_PUZZLES, Progress::is_possible)
}

/// Reads a value. A text that cannot be read, or is not possible, is put aside for a version that can read it.
pub(crate) fn read<T: DeserializeOwned + Default>(name: &str, aside: &str, is_possible: fn(&T) -> bool) -> T {
    let Some(text) = storage::read(name) else { return T::default() };
    match serde_json::from_str::<T>(&text) {
        Ok(value) if is_possible(&value) => value,
        _ => {
            storage::write(aside, &text);
            T::default()
        }
    }
}

/// Writes a value; whether the browser keeps it.
pub(crate) fn write<T: Serialize>(name: &str, value: &T) -> bool {
    // Records of numbers and texts can always be written as JSON.
    serde_json::to_string(value).is_ok_and(|text| storage::write(name, &text))
}
