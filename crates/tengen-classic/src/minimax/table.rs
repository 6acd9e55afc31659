use tengen_game::{Point, SplitMix};

use crate::tree::Bound;

/// Places in the table: about three megabytes.
const PLACES: usize = 1 << 17;

/// The contents of the table for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TableEntry {
    /// Names the position; compared in full, so that two positions are mixed up once in 2^64 times.
    key: u64,
    pub(super) value: i32,
    /// The depth to which the position was searched, in plies.
    pub(super) remaining: u32,
    pub(super) bound: Bound,
    pub(super) best: Option<Point>,
}

/// A transposition table: one entry a place, the newer one stays.
///
/// The table is cleared before each search, so that a move depends only on its position.
#[derive(Clone, Debug, Default)]
pub(super) struct TranspositionTable {
    /// The places; empty until the first search needs them.
    places: Vec<Option<TableEntry>>,
    /// A number that differs from search to search, so that the keys of earlier ones do not match.
    salt: u64,
}

impl TranspositionTable {
    pub(super) fn forget(&mut self) {
        self.salt = SplitMix::mix(self.salt);
    }

    pub(super) fn get(&self, key: u64) -> Option<TableEntry> {
        let key = key ^ self.salt;
        self.places.get(place(key)).copied().flatten().filter(|entry| entry.key == key)
    }

    pub(super) fn put(&mut self, key: u64, value: i32, remaining: u32, bound: Bound, best: Option<Point>) {
        if self.places.is_empty() {
            self.places = vec![None; PLACES];
        }
        let key = key ^ self.salt;
        let held = &mut self.places[place(key)];
        // A deeper result for the same position takes precedence over a newer one.
        if held.is_none_or(|held| held.key != key || held.remaining <= remaining) {
            *held = Some(TableEntry { key, value, remaining, bound, best });
        }
    }
}

fn place(key: u64) -> usize {
    key as usize % PLACES
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_same_position_of_the_same_search_is_found() {
        let mut table = TranspositionTable::default();
        assert_eq!(table.get(7), None);
        let best = Some(Point::new(3, 4));
        table.put(7, -5, 2, Bound::Upper, best);
        let held = table.get(7).unwrap();
        assert_eq!((held.value, held.remaining, held.bound, held.best), (-5, 2, Bound::Upper, best));
        assert_eq!(table.get(7 + PLACES as u64), None, "the same place, another position");
        table.put(7, 9, 1, Bound::Exact, None);
        assert_eq!(table.get(7).unwrap().remaining, 2, "the deeper result stays");
        table.put(7 + PLACES as u64, 1, 1, Bound::Exact, None);
        assert_eq!(table.get(7), None, "another position takes the place");
        table.forget();
        assert_eq!(table.get(7 + PLACES as u64), None);
    }
}
