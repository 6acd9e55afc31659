use crate::board::Cell;

/// What a stored score says about the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub(crate) enum Bound {
    #[default]
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtHit {
    pub(crate) best: Option<Cell>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
}

const NO_CELL: u16 = u16::MAX;
const BUCKET: usize = 4;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The upper half of the key, which the place in the table says little about.
    check: u32,
    best: u16,
    score: i16,
    depth: i8,
    bound: Bound,
    /// The search that wrote the entry; 0 is an empty entry.
    age: u8,
}

/// The transposition table: results of positions that can be reached by different move orders.
///
/// An engine searches with one thread, so plain memory will do. Two positions may share a key, so that a
/// best move found here must be tested before it is played.
#[derive(Clone, Debug)]
pub(crate) struct TranspositionTable {
    buckets: Vec<[Entry; BUCKET]>,
    age: u8,
}

impl TranspositionTable {
    /// A table of about `bytes`, and of one bucket at least.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let count = (bytes / size_of::<[Entry; BUCKET]>()).clamp(1, u32::MAX as usize);
        TranspositionTable { buckets: vec![[Entry::default(); BUCKET]; count], age: 1 }
    }

    pub(crate) fn clear(&mut self) {
        self.buckets.fill([Entry::default(); BUCKET]);
        self.age = 1;
    }

    /// A new search begins: older entries are the first to make room.
    pub(crate) fn grow_older(&mut self) {
        self.age = if self.age == u8::MAX { 1 } else { self.age + 1 };
    }

    pub(crate) fn get(&self, key: u64) -> Option<TtHit> {
        let check = (key >> 32) as u32;
        let entry = self.buckets[self.place(key)].iter().find(|e| e.check == check && e.age != 0)?;
        Some(TtHit {
            best: Cell::from_raw(entry.best),
            score: i32::from(entry.score),
            depth: i32::from(entry.depth),
            bound: entry.bound,
        })
    }

    /// Stores a result; scores must fit 16 bits, depths are clamped to 8.
    pub(crate) fn put(&mut self, key: u64, hit: TtHit) {
        let (check, age, place) = ((key >> 32) as u32, self.age, self.place(key));
        let bucket = &mut self.buckets[place];
        let worth = |e: &Entry| match e {
            Entry { age: 0, .. } => i32::MIN,
            e if e.check == check => i32::MIN + 1,
            e => i32::from(e.depth) - if e.age == age { 0 } else { 64 },
        };
        let Some(slot) = bucket.iter_mut().min_by_key(|e| (e.check != check || e.age == 0, worth(e))) else {
            return;
        };
        let depth = hit.depth.clamp(-127, 127) as i8;
        let same = slot.check == check && slot.age != 0;
        // A deeper result of this search is kept, unless the new one is exact.
        if same && slot.age == age && slot.depth > depth + 3 && hit.bound != Bound::Exact {
            return;
        }
        let old_best = if same { slot.best } else { NO_CELL };
        let best = hit.best.map_or(old_best, Cell::raw);
        *slot = Entry { check, best, score: hit.score as i16, depth, bound: hit.bound, age };
    }

    fn place(&self, key: u64) -> usize {
        // The lower half of the key, scaled to the number of buckets.
        ((u64::from(key as u32) * self.buckets.len() as u64) >> 32) as usize
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hit(depth: i32) -> TtHit {
        TtHit { best: Some(Cell::new(3, 4)), score: -77, depth, bound: Bound::Lower }
    }

    #[test]
    fn what_is_stored_is_found_again() {
        let mut tt = TranspositionTable::new(1 << 12);
        assert_eq!(tt.get(0), None);
        tt.put(0, hit(3));
        assert_eq!(tt.get(0), Some(hit(3)));
        assert_eq!(tt.get(1 << 32), None);
        tt.clear();
        assert_eq!(tt.get(0), None);
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let mut tt = TranspositionTable::new(0);
        for key in 1..=4 {
            tt.put(key << 32, hit(key as i32));
        }
        tt.grow_older();
        tt.put(9 << 32, hit(1));
        assert_eq!(tt.get(1 << 32), None);
        assert_eq!(tt.get(4 << 32), Some(hit(4)));
        tt.put(10 << 32, hit(0));
        assert_eq!(tt.get(9 << 32), Some(hit(1)), "a new entry outlives an old one");
    }
}
