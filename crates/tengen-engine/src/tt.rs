//! The transposition table.

use std::sync::atomic::{AtomicU64, Ordering};

use crate::board::Cell;
use crate::search::MATE;

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

/// The result of a search of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtHit {
    pub(crate) best: Option<Cell>,
    pub(crate) score: i32,
    pub(crate) depth: i32,
    pub(crate) bound: Bound,
    /// Whether the position was on a principal variation.
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

/// An entry is replaced like one that is this many plies less deep for each search since it was written.
const AGE_COST: i32 = 8;

/// The transposition table: results of positions that can be reached by different move orders, shared by all threads
/// of a search.
///
/// An entry is two words: the packed result, and the packed result exclusive-or the key. Threads read and write them without any
/// lock; words of two writers that got mixed match no key, and are no entry (Hyatt and Mann, "A lock-less transposition table
/// implementation for parallel search", 2002). Still, two positions may share a key, so that a best move found here must be
/// tested before it is played.
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
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Packed(u64);

/// An entry outside of the table. Its age is the number of searches since it was written, so that it does not depend on the
/// table's count of searches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct TtEntry {
    key: u64,
    packed: Packed,
}

impl TtEntry {
    /// The bytes of an entry in a file.
    pub(crate) const BYTES: usize = 2 * size_of::<u64>();

    /// The key and the packed word, little-endian.
    pub(crate) fn to_bytes(self) -> [u8; TtEntry::BYTES] {
        let mut bytes = [0; TtEntry::BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..].copy_from_slice(&self.packed.0.to_le_bytes());
        bytes
    }

    /// The entry of these bytes; `None` if no search writes one like it.
    pub(crate) fn from_bytes(bytes: [u8; TtEntry::BYTES]) -> Option<TtEntry> {
        let number = u128::from_le_bytes(bytes);
        let (key, packed) = (number as u64, Packed((number >> 64) as u64));
        let hit = packed.hit()?;
        let has_best = hit.best.is_some() || packed.best() == NO_CELL;
        let is_score = hit.score.abs() <= MATE;
        (has_best && is_score && packed.0 >> Packed::BITS == 0).then_some(TtEntry { key, packed })
    }
}

impl Packed {
    /// The bits of all fields.
    const BITS: u32 = 48;

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

    fn with_age(self, age: u8) -> Packed {
        Packed(self.0 & !(u64::from(AGES - 1) << 42) | u64::from(age) << 42)
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

    /// Stores a result of the search `age`; scores must fit 16 bits, depths are clamped to 8.
    pub(crate) fn put(&self, key: u64, hit: TtHit, age: Age) {
        let bucket = self.bucket(key);
        let place = place_of(bucket, key, age);
        let depth = hit.depth.clamp(-127, 127) as i8;
        let mut old_best = NO_CELL;
        if let Some(old) = place.same {
            // A deeper result of this search stays, unless the new one is exact.
            let is_deeper = old.age() == age.0 && old.depth() > i32::from(depth) + 3;
            if is_deeper && hit.bound != Bound::Exact {
                return;
            }
            old_best = old.best();
        }
        let best = hit.best.map_or(old_best, Cell::raw);
        write(bucket, place.slot, Packed::new(best, &hit, depth, age.0), key);
    }

    /// All entries, with their ages counted back from the search `age`.
    pub(crate) fn entries(&self, age: Age) -> impl Iterator<Item = TtEntry> {
        let slots = (0..self.buckets).flat_map(|bucket| (0..BUCKET).map(move |slot| (bucket, slot)));
        slots.filter_map(move |(bucket, slot)| {
            let (packed, key) = read(self.words_of(bucket), slot);
            packed.bound()?;
            Some(TtEntry { key, packed: packed.with_age(age.since(packed.age())) })
        })
    }

    /// Puts in an entry of another table, whose age counts back from the search `age`. Where its bucket is full, the deeper and
    /// younger entries stay.
    pub(crate) fn take_in(&self, TtEntry { key, packed }: TtEntry, age: Age) {
        let bucket = self.bucket(key);
        let (place, searches_ago) = (place_of(bucket, key, age), packed.age());
        let value = packed.depth() - AGE_COST * i32::from(searches_ago);
        if place.same.is_none() && place.value < value {
            write(bucket, place.slot, packed.with_age(age.before(searches_ago)), key);
        }
    }

    /// The entries that were written by the search `age`, per mille of all, from a sample.
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

/// The slot for an entry in its bucket, and the entry that is there.
struct EntryPlace {
    slot: usize,
    /// The value of the entry in the slot: that of the least value is replaced. The least number for an empty slot.
    value: i32,
    /// The entry in the slot, if it has the same key.
    same: Option<Packed>,
}

/// The slot for an entry of the search `age`: that of the same key, or an empty slot, or the entry that is the least deep and the
/// oldest.
#[inline]
fn place_of(bucket: &[AtomicU64], key: u64, age: Age) -> EntryPlace {
    let mut place = EntryPlace { slot: 0, value: i32::MAX, same: None };
    for slot in 0..BUCKET {
        let (packed, check) = read(bucket, slot);
        let Some(_) = packed.bound() else {
            if place.value > i32::MIN {
                (place.slot, place.value) = (slot, i32::MIN);
            }
            continue;
        };
        if check == key {
            (place.slot, place.same) = (slot, Some(packed));
            break;
        }
        let value = packed.depth() - AGE_COST * i32::from(age.since(packed.age()));
        if value < place.value {
            (place.slot, place.value) = (slot, value);
        }
    }
    place
}

fn write(bucket: &[AtomicU64], slot: usize, packed: Packed, key: u64) {
    bucket[2 * slot].store(packed.0, Ordering::Relaxed);
    bucket[2 * slot + 1].store(packed.0 ^ key, Ordering::Relaxed);
}

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

    /// The age of this many searches ago.
    fn before(self, searches: u8) -> u8 {
        (self.0 + AGES - searches % AGES) % AGES
    }

    /// The number of searches since `age`.
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
    fn entries_move_to_a_table_of_another_size_and_count_of_searches() {
        let (old, new) = (TranspositionTable::new(1 << 14), TranspositionTable::new(1 << 12));
        let (first, third) = (Age::default(), Age::default().next().next());
        old.put(KEY, hit(3), first);
        old.put(0, TtHit { best: None, ..hit(-2) }, third);
        let entries: Vec<TtEntry> = old.entries(third).collect();
        assert_eq!(entries.len(), 2);
        for entry in entries {
            assert_eq!(TtEntry::from_bytes(entry.to_bytes()), Some(entry));
            new.take_in(entry, first);
        }
        assert_eq!((new.get(KEY), new.get(0)), (Some(hit(3)), old.get(0)));
        assert_eq!(
            read(new.bucket(KEY), 0).0.age(),
            first.before(2),
            "the age is counted from the reader's search"
        );
    }

    #[test]
    fn the_deeper_and_younger_entries_stay_in_a_full_bucket() {
        let tt = TranspositionTable::new(0);
        let entry = |key: u64, depth: i32, searches_ago: u8| TtEntry {
            key: key << 32,
            packed: Packed::new(NO_CELL, &hit(depth), depth as i8, searches_ago),
        };
        let entries =
            [entry(1, 9, 0), entry(2, 4, 0), entry(3, 9, 1), entry(4, 5, 0), entry(5, 3, 0), entry(6, 6, 0)];
        entries.into_iter().for_each(|entry| tt.take_in(entry, Age::default()));
        let stays: Vec<u64> = (1..=6).filter(|key| tt.get(key << 32).is_some()).collect();
        assert_eq!(stays, [1, 2, 4, 6]);
    }

    #[test]
    fn bytes_that_no_search_writes_are_no_entry() {
        let bytes = |packed: u64| TtEntry { key: KEY, packed: Packed(packed) }.to_bytes();
        let sound = Packed::new(NO_CELL, &hit(3), 3, 0).0;
        assert!(TtEntry::from_bytes(bytes(sound)).is_some());
        for wrong in [
            0,
            sound & !(3 << 40),
            sound | 1 << 48,
            sound & !0xffff | 500,
            sound & !0xffff_0000 | 0x7fff_0000,
        ] {
            assert_eq!(TtEntry::from_bytes(bytes(wrong)), None, "{wrong:x}");
        }
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
