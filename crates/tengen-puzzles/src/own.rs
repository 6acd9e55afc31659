//! A person's own puzzles: those of mistakes in games, and those that the person has made.

use serde::{Deserialize, Serialize};

use crate::progress::{Day, PuzzleId};
use crate::puzzle::Puzzle;
use crate::text;

/// The most puzzles of each kind.
const MOST: usize = 300;

/// A puzzle of a person.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OwnPuzzle {
    /// The puzzle, stored as its text.
    #[serde(with = "text::serde")]
    pub puzzle: Puzzle,
    /// The name that the person has given to it; empty without one.
    #[serde(default)]
    pub name: String,
    /// The day on which it was made or found.
    pub day: Day,
}

/// The puzzles of a person.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct OwnPuzzles {
    mistakes: Vec<OwnPuzzle>,
    made: Vec<OwnPuzzle>,
}

/// There are as many puzzles as can be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected fewer than {MOST} puzzles of your own; delete one first")]
pub struct Full;

impl OwnPuzzles {
    /// The puzzles of mistakes, the latest last.
    pub fn mistakes(&self) -> &[OwnPuzzle] {
        &self.mistakes
    }

    /// The puzzles that the person has made, the latest last.
    pub fn made(&self) -> &[OwnPuzzle] {
        &self.made
    }

    /// Adds the puzzle of a mistake; whether it is new. The oldest of too many leaves.
    pub fn add_mistake(&mut self, puzzle: Puzzle, day: Day) -> bool {
        let id = PuzzleId::of(&puzzle);
        if self.mistakes.iter().any(|own| PuzzleId::of(&own.puzzle) == id) {
            return false;
        }
        if self.mistakes.len() >= MOST {
            self.mistakes.remove(0);
        }
        self.mistakes.push(OwnPuzzle { puzzle, name: String::new(), day });
        true
    }

    /// Saves a puzzle that the person has made, in place of one with the same position.
    ///
    /// # Errors
    /// When there are too many.
    pub fn save(&mut self, puzzle: Puzzle, name: String, day: Day) -> Result<(), Full> {
        let own = OwnPuzzle { puzzle, name, day };
        let id = PuzzleId::of(&own.puzzle);
        let known = self.made.iter().position(|other| PuzzleId::of(&other.puzzle) == id);
        match known {
            Some(index) => self.made[index] = own,
            None if self.made.len() >= MOST => return Err(Full),
            None => self.made.push(own),
        }
        Ok(())
    }

    /// Deletes a puzzle that the person has made.
    pub fn delete(&mut self, id: PuzzleId) {
        self.made.retain(|own| PuzzleId::of(&own.puzzle) != id);
    }
}
