//! The limits of the levels, and their choice among good moves.

use std::time::Duration;

use tengen_analysis::{Level, SearchLimits};
use tengen_game::SplitMix;

use crate::board::Cell;
use crate::person::{self, Taste};
use crate::search::root::{RootSearch, near_best};
use crate::search::{Budget, Searcher, is_mate};

/// The moves among which a level below full strength chooses after a search.
const CHOICES: usize = 10;

/// At full strength, moves of the opening count as equally good when they differ by less, in engine units.
const OPENING_MARGIN: i32 = 40;
const OPENING_CHOICES: usize = 6;

/// A character of full strength chooses among moves that differ by less.
const CHARACTER_MARGIN: i32 = 20;
const CHARACTER_CHOICES: usize = 5;

/// The opening lasts until there are this many stones on the board.
const OPENING_STONES: usize = 6;

/// The divisor of the limits for a move: one part of this number is left to choose among good moves.
const CHOICE_PART: u32 = 5;

/// The same for the levels below full strength in the opening.
const OPENING_PART: u32 = 2;

/// The levels below full strength, which play as people do.
pub(crate) fn of_person(level: Option<Level>) -> Option<Level> {
    level.filter(|level| !level.is_full())
}

/// The choice of a move among those that are about as good as the best one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Choice {
    margin: i32,
    choices: usize,
    seed: u64,
    taste: Taste,
    /// The end of the choice, in the clock's time and in nodes of the search.
    deadline: Option<Duration>,
    nodes: Option<u64>,
}

impl Choice {
    /// The choice of a level at a position with this number of stones; `None` where the level always plays the best move. The limits of the
    /// search are lowered by the part that the choice takes.
    pub(crate) fn new(
        limits: &mut SearchLimits,
        taste: Taste,
        stones: usize,
        started: Duration,
    ) -> Option<Choice> {
        let deadline = limits.time.and_then(|time| started.checked_add(time));
        let nodes = limits.nodes;
        let is_opening = stones <= OPENING_STONES;
        let person = of_person(limits.level);
        let (margin, choices, part) = match person {
            // No game is to be like the last one.
            Some(level) if is_opening => (person::margin(level) + OPENING_MARGIN, CHOICES, OPENING_PART),
            Some(level) => (person::margin(level), CHOICES, CHOICE_PART),
            None if limits.lines > 1 => return None,
            None if is_opening && limits.level.is_some() && limits.nodes.is_none() => {
                (OPENING_MARGIN, OPENING_CHOICES, CHOICE_PART)
            }
            // A character has no need of a level.
            None if limits.character.is_some() => (CHARACTER_MARGIN, CHARACTER_CHOICES, CHOICE_PART),
            None => return None,
        };
        limits.time = limits.time.map(|time| time - time / part);
        limits.target = limits.target.map(|target| target - target / part);
        limits.nodes = limits.nodes.map(|nodes| nodes - nodes / u64::from(part));
        Some(Choice { margin, choices, seed: limits.seed, taste, deadline, nodes })
    }

    /// The move that is played instead of the best one; `None` to play the best one. The choice may spend the rest of the limits.
    pub(crate) fn choose(&self, root: &RootSearch, searcher: &mut Searcher) -> Option<Cell> {
        if root.finished_depth() < 1 || is_mate(root.best().score) {
            return None;
        }
        searcher.budget = Budget { deadline: self.deadline, nodes: self.nodes, ..root.budget };
        let choices = near_best(root, searcher, self.margin, self.choices);
        let mut random = SplitMix::new(self.seed ^ searcher.board.key());
        self.taste.choose(searcher.board, &choices, &mut random)
    }
}
