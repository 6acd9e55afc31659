//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Cell;

/// The relation of a stored score to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Bound {
    Exact,
    /// The true score is at least this.
    Lower,
    /// The true score is at most this.
    Upper,
}

impl Bound {
    /// The bound of the best score of a search in a window.
    pub(crate) fn of(best: i32, alpha: i32, beta: i32) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if best > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }
}

/// What is known about a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtHit {
    pub(crate) best: Option<Cell>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was met on a principal variation.
    pub(crate) is_pv: bool,
}

const NO_CELL: u16 = u16::MAX;

/// Entries of a bucket, which fill a cache line.
const BUCKET: usize = 4;
const WORDS: usize = 2 * BUCKET;
/// No operating system has smaller pages.
const PAGE: usize = 4096;
const CACHE_LINE: usize = WORDS * size_of::<u64>();

/// Ages wrap around after this many searches.
const AGES: u8 = 1 << 5;

/// The transposition table: results of positions that can be reached by different move orders, shared by all threads
/// of a search.
///
/// An entry is two words: what is known, and that exclusive-or the key. Threads read and write them without any lock;
/// words of two writers that got mixed match no key, and are no entry (Hyatt and Mann, "A lock-less transposition table
/// implementation for parallel search", 2002). Still, two positions may share a key, so that a best move found here
/// must be tested before it is played.
///
/// Every page of the memory is written to when the table is made, which takes about a third of a millisecond per MiB. Otherwise
/// the first searches pay for the page faults: with two threads, half of the first second.
#[derive(Debug)]
pub(crate) struct TranspositionTable {
    words: Vec<AtomicU64>,
    /// The first word that begins a cache line.
    begin: usize,
    buckets: usize,
}

/// The fields of an entry's first word, from the lowest bit on: best move 16, score 16, depth 8, bound 2, age 5, on a
/// principal variation 1. A bound of 0 is no entry.
#[derive(Clone, Copy)]
struct Packed(u64);

impl Packed {
    fn new(best: u16, hit: &TtHit, depth: i8, age: u8) -> Packed {
        let bound = match hit.bound {
            Bound::Exact => 1,
            Bound::Lower => 2,
            Bound::Upper => 3,
        };
        Packed(
            u64::from(best)
                | u64::from(hit.score as i16 as u16) << 16
                | u64::from(depth as u8) << 32
                | bound << 40
                | u64::from(age) << 42
                | u64::from(hit.is_pv) << 47,
        )
    }

    fn best(self) -> u16 {
        self.0 as u16
    }

    fn depth(self) -> i32 {
        i32::from((self.0 >> 32) as i8)
    }

    fn age(self) -> u8 {
        (self.0 >> 42) as u8 % AGES
    }

    fn is_pv(self) -> bool {
        self.0 >> 47 & 1 != 0
    }

    fn bound(self) -> Option<Bound> {
        match self.0 >> 40 & 3 {
            1 => Some(Bound::Exact),
            2 => Some(Bound::Lower),
            3 => Some(Bound::Upper),
            _ => None,
        }
    }

    fn hit(self) -> Option<TtHit> {
        Some(TtHit {
            best: Cell::from_raw(self.best()),
            score: i32::from((self.0 >> 16) as i16),
            depth: self.depth(),
            bound: self.bound()?,
            is_pv: self.is_pv(),
        })
    }
}

impl TranspositionTable {
    /// A table of about `bytes`, and of one bucket at least.
    pub(crate) fn new(bytes: usize) -> TranspositionTable {
        let buckets = (bytes / CACHE_LINE).clamp(1, u32::MAX as usize);
        let words: Vec<AtomicU64> = (0..(buckets + 1) * WORDS).map(|_| AtomicU64::new(0)).collect();
        // The compiler turns the zeros into a request for zeroed memory, which is not mapped yet.
        for word in words.iter().step_by(PAGE / size_of::<u64>()) {
            word.store(0, Ordering::Relaxed);
        }
        let begin = (words.as_ptr().addr().wrapping_neg() % CACHE_LINE) / size_of::<u64>();
        TranspositionTable { words, begin, buckets }
    }

    /// Clears the table in place, so that there are never two tables in memory.
    pub(crate) fn clear(&self) {
        for word in &self.words {
            word.store(0, Ordering::Relaxed);
        }
    }

    pub(crate) fn get(&self, key: u64) -> Option<TtHit> {
        let bucket = self.bucket(key);
        (0..BUCKET).map(|slot| read(bucket, slot)).find(|&(_, check)| check == key)?.0.hit()
    }

    /// Stores a result of the search that is `age`; scores must fit 16 bits, depths are clamped to 8.
    pub(crate) fn put(&self, key: u64, hit: TtHit, age: Age) {
        let bucket = self.bucket(key);
        let (mut slot, mut least) = (0, i32::MAX);
        let mut same = None;
        for index in 0..BUCKET {
            let (packed, check) = read(bucket, index);
            let Some(_) = packed.bound() else {
                if least > i32::MIN {
                    (slot, least) = (index, i32::MIN);
                }
                continue;
            };
            if check == key {
                (slot, same) = (index, Some(packed));
                break;
            }
            let value = packed.depth() - 8 * i32::from(age.since(packed.age()));
            if value < least {
                (slot, least) = (index, value);
            }
        }
        let depth = hit.depth.clamp(-127, 127) as i8;
        let mut old_best = NO_CELL;
        if let Some(old) = same {
            // A deeper result of this search stays, unless the new one is exact.
            let is_deeper = old.age() == age.0 && old.depth() > i32::from(depth) + 3;
            if is_deeper && hit.bound != Bound::Exact {
                return;
            }
            old_best = old.best();
        }
        let best = hit.best.map_or(old_best, Cell::raw);
        let packed = Packed::new(best, &hit, depth, age.0).0;
        bucket[2 * slot].store(packed, Ordering::Relaxed);
        bucket[2 * slot + 1].store(packed ^ key, Ordering::Relaxed);
    }

    /// How many of a thousand entries were written by the search that is `age`, from a sample.
    pub(crate) fn per_mille_used(&self, age: Age) -> u32 {
        let buckets = self.buckets.min(250);
        let slots = (0..buckets).flat_map(|bucket| (0..BUCKET).map(move |slot| (bucket, slot)));
        let is_used = |&(bucket, slot): &(usize, usize)| {
            let packed = read(self.words_of(bucket), slot).0;
            packed.bound().is_some() && packed.age() == age.0
        };
        (slots.filter(is_used).count() * 1000 / (buckets * BUCKET)) as u32
    }

    /// Begins to fetch the bucket of a key into the cache.
    #[inline]
    pub(crate) fn prefetch(&self, key: u64) {
        prefetch(self.bucket(key));
    }

    fn bucket(&self, key: u64) -> &[AtomicU64] {
        // The lower half of the key, scaled to the number of buckets.
        self.words_of(((u64::from(key as u32) * self.buckets as u64) >> 32) as usize)
    }

    fn words_of(&self, bucket: usize) -> &[AtomicU64] {
        let begin = self.begin + bucket * WORDS;
        &self.words[begin..begin + WORDS]
    }
}

/// Begins to fetch a bucket into the cache (decision 0116).
#[cfg(all(target_arch = "x86_64", not(miri)))]
#[allow(unsafe_code, reason = "the instruction takes a pointer")]
#[inline]
fn prefetch(bucket: &[AtomicU64]) {
    use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
    // SAFETY: a prefetch reads nothing, and never faults. SSE is part of x86-64.
    unsafe { _mm_prefetch::<_MM_HINT_T0>(bucket.as_ptr().cast()) }
}

#[cfg(not(all(target_arch = "x86_64", not(miri))))]
#[inline]
fn prefetch(_: &[AtomicU64]) {}

/// An entry, and the key that it belongs to.
fn read(bucket: &[AtomicU64], slot: usize) -> (Packed, u64) {
    let [packed, check] = [0, 1].map(|word| bucket[2 * slot + word].load(Ordering::Relaxed));
    (Packed(packed), packed ^ check)
}

/// The number of a search: entries of older ones are the first to make room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Age(u8);

impl Age {
    pub(crate) const fn next(self) -> Age {
        Age((self.0 + 1) % AGES)
    }

    /// How many searches ago `age` was.
    fn since(self, age: u8) -> u8 {
        (self.0 + AGES - age) % AGES
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const KEY: u64 = 0x0123_4567_89ab_cdef;

    fn hit(depth: i32) -> TtHit {
        TtHit { best: Some(Cell::new(3, 4)), score: -77, depth, bound: Bound::Lower, is_pv: depth == 3 }
    }

    #[test]
    fn stored_entries_are_found() {
        let tt = TranspositionTable::new(1 << 12);
        let age = Age::default();
        assert_eq!(tt.get(0), None);
        assert_eq!(tt.get(KEY), None);
        for key in [0, KEY] {
            tt.put(key, hit(3), age);
            assert_eq!(tt.get(key), Some(hit(3)));
            assert_eq!(tt.get(key ^ 1 << 63), None);
        }
    }

    #[test]
    fn a_move_outlives_a_result_without_one() {
        let tt = TranspositionTable::new(1 << 12);
        tt.put(KEY, hit(3), Age::default());
        tt.put(KEY, TtHit { best: None, bound: Bound::Exact, ..hit(-2) }, Age::default());
        assert_eq!(tt.get(KEY), Some(TtHit { bound: Bound::Exact, ..hit(-2) }));
    }

    #[test]
    fn a_deep_result_of_this_search_outlives_a_shallow_one() {
        let tt = TranspositionTable::new(1 << 12);
        tt.put(KEY, hit(9), Age::default());
        tt.put(KEY, hit(2), Age::default());
        assert_eq!(tt.get(KEY), Some(hit(9)));
        tt.put(KEY, hit(2), Age::default().next());
        assert_eq!(tt.get(KEY), Some(hit(2)));
    }

    #[test]
    fn old_and_shallow_entries_make_room() {
        let tt = TranspositionTable::new(0);
        let age = Age::default();
        for key in 1..=4 {
            tt.put(key << 32, hit(key as i32), age);
        }
        assert_eq!(tt.per_mille_used(age), 1000);
        let age = age.next();
        assert_eq!(tt.per_mille_used(age), 0);
        tt.put(9 << 32, hit(1), age);
        assert_eq!(tt.get(1 << 32), None);
        assert_eq!(tt.get(4 << 32), Some(hit(4)));
        tt.put(10 << 32, hit(0), age);
        assert_eq!(tt.get(9 << 32), Some(hit(1)), "a new entry outlives an old one");
        assert_eq!(tt.per_mille_used(age), 500);
    }

    #[test]
    fn a_cleared_table_is_empty() {
        let tt = TranspositionTable::new(1 << 12);
        let keys = || (0..100_u64).map(|number| number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        keys().for_each(|key| tt.put(key, hit(5), Age::default()));
        assert!(keys().any(|key| tt.get(key).is_some()));
        tt.clear();
        assert!(keys().all(|key| tt.get(key).is_none()));
        assert_eq!(tt.per_mille_used(Age::default()), 0);
    }

    #[test]
    fn mixed_words_are_no_entry() {
        let tt = TranspositionTable::new(0);
        tt.put(KEY, hit(5), Age::default());
        let bucket = tt.bucket(KEY);
        let word = bucket[0].load(Ordering::Relaxed);
        bucket[0].store(word ^ 1 << 20, Ordering::Relaxed);
        assert_eq!(tt.get(KEY), None);
    }

    #[test]
    fn threads_write_and_read_at_once() {
        let tt = TranspositionTable::new(1 << 10);
        std::thread::scope(|scope| {
            for thread in 0..4_u64 {
                let tt = &tt;
                scope.spawn(move || {
                    for round in 0..5_000_u64 {
                        let key = (round * 4 + thread).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        let score = (key % 1000) as i32;
                        tt.put(key, TtHit { score, ..hit((key % 9) as i32) }, Age::default());
                        let other = (round * 4 + (thread + 1) % 4).wrapping_mul(0x9e37_79b9_7f4a_7c15);
                        if let Some(found) = tt.get(other) {
                            assert_eq!(found.score, (other % 1000) as i32);
                        }
                    }
                });
            }
        });
    }
}
