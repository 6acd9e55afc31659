//! Puzzles without near-copies.

use std::collections::{BTreeMap, HashMap, HashSet};

use tengen_puzzles::{Likeness, Pattern, Puzzle, PuzzleId, Themes, likeness};

use crate::grade::Grade;

/// The most puzzles that share the pattern of their win, in different surroundings.
const OF_PATTERN: u32 = 8;

/// Puzzles of which no two have the same stones where the fight is, and only a few the same pattern.
#[derive(Debug, Default)]
pub struct Collection {
    puzzles: Vec<Puzzle>,
    ids: HashSet<PuzzleId>,
    areas: HashSet<Likeness>,
    patterns: HashMap<Pattern, u32>,
}

impl Collection {
    /// Puts a puzzle in; `false` if it is a near-copy of one that is in already.
    pub fn insert(&mut self, puzzle: Puzzle) -> bool {
        let likeness = likeness(&puzzle);
        let count = self.patterns.entry(likeness.pattern.clone()).or_default();
        let is_new =
            *count < OF_PATTERN && !self.areas.contains(&likeness) && self.ids.insert(PuzzleId::of(&puzzle));
        if is_new {
            *count += 1;
            self.areas.insert(likeness);
            self.puzzles.push(puzzle);
        }
        is_new
    }

    /// The puzzles, in the order in which they came.
    pub fn into_puzzles(self) -> Vec<Puzzle> {
        self.puzzles
    }
}

/// The difference of ratings within which puzzles of one kind count as equally difficult.
const STEP: u16 = 100;

/// Puzzles that are as good as equal: the number of puzzles with the same themes, these themes, the length, and the step of difficulty.
type Group = (usize, Themes, usize, u16);

/// At most so many of the puzzles: those that spread over kinds, lengths and difficulties, so that the rare ones stay. They are ordered by
/// rating.
pub fn select(graded: Vec<(Puzzle, Grade)>, most: usize) -> Vec<(Puzzle, Grade)> {
    let mut of_themes: HashMap<Themes, usize> = HashMap::new();
    graded.iter().for_each(|(puzzle, _)| *of_themes.entry(puzzle.themes).or_default() += 1);
    // The rarest themes come first.
    let mut groups: BTreeMap<Group, Vec<(Puzzle, Grade)>> = BTreeMap::new();
    for (puzzle, grade) in graded {
        let themes = puzzle.themes;
        let group = (of_themes[&themes], themes, puzzle.moves(), puzzle.rating / STEP);
        groups.entry(group).or_default().push((puzzle, grade));
    }
    let mut groups: Vec<_> = groups.into_values().map(Vec::into_iter).collect();
    let mut kept = Vec::new();
    // One of each group in turn, as long as there are some.
    while kept.len() < most && !groups.is_empty() {
        groups.retain_mut(|group| match group.next() {
            Some(one) => {
                kept.push(one);
                true
            }
            None => false,
        });
    }
    kept.truncate(most);
    kept.sort_by_key(|(puzzle, _)| (puzzle.rating, puzzle.start.key()));
    kept
}
