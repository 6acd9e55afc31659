//! The choice of the next puzzle.

use tengen_game::SplitMix;

use crate::pack::PuzzleSet;
use crate::progress::{Day, Progress, PuzzleId};
use crate::puzzle::{Puzzle, Theme};

/// The puzzles nearest to the wanted rating of which one is drawn.
const NEAREST: usize = 16;

/// The ratings of the puzzles of the day: neither for beginners alone nor for masters alone.
const OF_DAY: std::ops::RangeInclusive<u16> = 900..=1600;

/// The rating with which a run begins, and what each solved puzzle adds.
const RUN_BEGIN: f64 = 550.0;
const RUN_STEP: f64 = 45.0;

/// The puzzles of a set, all read.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Library {
    puzzles: Vec<(PuzzleId, Puzzle)>,
}

impl Library {
    /// The puzzles of sets. Those whose bytes are broken are left out.
    pub fn of<'a>(sets: impl IntoIterator<Item = &'a PuzzleSet>) -> Library {
        let puzzles = sets.into_iter().flat_map(|set| set.iter().filter_map(Result::ok).collect::<Vec<_>>());
        Library::of_puzzles(puzzles)
    }

    /// These puzzles.
    pub fn of_puzzles(puzzles: impl IntoIterator<Item = Puzzle>) -> Library {
        Library { puzzles: puzzles.into_iter().map(|puzzle| (PuzzleId::of(&puzzle), puzzle)).collect() }
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.puzzles.len()
    }

    /// Whether there is none.
    pub fn is_empty(&self) -> bool {
        self.puzzles.is_empty()
    }

    /// The puzzle with this identifier.
    pub fn get(&self, id: PuzzleId) -> Option<&Puzzle> {
        self.puzzles.iter().find(|(other, _)| *other == id).map(|(_, puzzle)| puzzle)
    }

    /// The number of puzzles with each theme, in the order of [`Theme::ALL`].
    pub fn themes(&self) -> Vec<(Theme, usize)> {
        let count = |theme| self.puzzles.iter().filter(|(_, puzzle)| puzzle.themes.contains(theme)).count();
        Theme::ALL.into_iter().map(|theme| (theme, count(theme))).collect()
    }

    /// A puzzle about as difficult as the person is strong, which was not a rated one before if there is such a one; of this theme, if one is
    /// wanted; none of those in `used`. `number` chooses among equals.
    pub fn rated(
        &self,
        progress: &Progress,
        theme: Option<Theme>,
        used: &[PuzzleId],
        number: u64,
    ) -> Option<&Puzzle> {
        let wanted = |id: PuzzleId, puzzle: &Puzzle| {
            !used.contains(&id) && theme.is_none_or(|theme| puzzle.themes.contains(theme))
        };
        let new = |id: PuzzleId| !progress.has_seen(id);
        let distance = |puzzle: &Puzzle| (progress.rating_of(puzzle) - progress.rating()).abs();
        self.nearest(|id, puzzle| wanted(id, puzzle) && new(id), distance, number)
            .or_else(|| self.nearest(wanted, distance, number))
    }

    /// A puzzle of a run after so many that were solved: each is a little more difficult.
    pub fn run(&self, solved: u32, used: &[PuzzleId], number: u64) -> Option<&Puzzle> {
        let rating = RUN_BEGIN + RUN_STEP * f64::from(solved);
        let distance = |puzzle: &Puzzle| (f64::from(puzzle.rating) - rating).abs();
        self.nearest(|id, _| !used.contains(&id), distance, number)
    }

    /// A puzzle that comes back by today, or else any; none of those in `used`. `number` chooses among the others.
    pub fn mistake(
        &self,
        progress: &Progress,
        today: Day,
        used: &[PuzzleId],
        number: u64,
    ) -> Option<&Puzzle> {
        let due = progress.due(today).into_iter().filter(|id| !used.contains(id)).find_map(|id| self.get(id));
        due.or_else(|| self.nearest(|id, _| !used.contains(&id), |_| 0.0, number))
    }

    /// The puzzle of a day, which is the same for everybody who has the set.
    pub fn of_day(&self, day: Day) -> Option<&Puzzle> {
        let fitting: Vec<&Puzzle> = self
            .puzzles
            .iter()
            .map(|(_, puzzle)| puzzle)
            .filter(|puzzle| OF_DAY.contains(&puzzle.rating))
            .collect();
        let count = fitting.len() as u64;
        // Neighbouring days take distant puzzles, and none comes again before all have been there.
        fitting.get((u64::from(day).checked_mul(7_919)? % count.max(1)) as usize).copied()
    }

    fn nearest(
        &self,
        is_wanted: impl Fn(PuzzleId, &Puzzle) -> bool,
        distance: impl Fn(&Puzzle) -> f64,
        number: u64,
    ) -> Option<&Puzzle> {
        let wanted = self.puzzles.iter().filter(|(id, puzzle)| is_wanted(*id, puzzle));
        let mut near: Vec<(f64, &Puzzle)> = wanted.map(|(_, puzzle)| (distance(puzzle), puzzle)).collect();
        near.sort_by(|(one, _), (other, _)| one.total_cmp(other));
        near.truncate(NEAREST);
        let index = SplitMix::new(number).below((near.len() as u64).max(1));
        near.get(index as usize).map(|&(_, puzzle)| puzzle)
    }
}
