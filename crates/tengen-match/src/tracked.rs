//! Values that count their changes.

use std::ops::Deref;

/// A part of a match's state, with a number that grows with every change. A view compares the number with the one that it has shown,
/// and draws the part again if they differ. Only commands of the match change it.
#[derive(Debug, Default)]
pub struct Tracked<T> {
    value: T,
    revision: u32,
}

impl<T> Tracked<T> {
    pub(crate) fn new(value: T) -> Tracked<T> {
        Tracked { value, revision: 0 }
    }

    /// The number of changes so far, modulo 2³².
    pub fn revision(&self) -> u32 {
        self.revision
    }

    pub(crate) fn set(&mut self, value: T) {
        *self.change() = value;
    }

    pub(crate) fn change(&mut self) -> &mut T {
        self.revision = self.revision.wrapping_add(1);
        &mut self.value
    }

    /// Lets a function change the value, which counts as a change only if it returns something.
    pub(crate) fn try_change<U>(&mut self, change: impl FnOnce(&mut T) -> Option<U>) -> Option<U> {
        let outcome = change(&mut self.value);
        if outcome.is_some() {
            self.revision = self.revision.wrapping_add(1);
        }
        outcome
    }

    /// Access for a change that no view needs to show: what shows it follows another part as well.
    pub(crate) fn quietly(&mut self) -> &mut T {
        &mut self.value
    }
}

impl<T> Deref for Tracked<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.value
    }
}
