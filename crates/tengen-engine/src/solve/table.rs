//! Hash tables that begin small and grow with their entries, so that a short question costs little.

/// An entry of a table: a result for a position, found by its key.
pub(super) trait ProofEntry: Copy {
    /// The empty entry. Its key is never looked up.
    const EMPTY: Self;

    fn key(&self) -> u64;

    fn is_empty(&self) -> bool;

    /// The value of the entry: those of less value are replaced first.
    fn value(&self) -> u32;
}

/// Entries that share a cache line or two.
const BUCKET: usize = 4;

const FIRST_BUCKETS: usize = 1 << 8;

/// Two positions with one key are as good as impossible among so few, and a win from the table is checked when it is written
/// down.
#[derive(Clone, Debug)]
pub(super) struct ProofTable<E> {
    buckets: Vec<[E; BUCKET]>,
    used: usize,
    most_buckets: usize,
}

impl<E: ProofEntry> ProofTable<E> {
    /// A table that grows to about `most_bytes`.
    pub(super) fn new(most_bytes: usize) -> ProofTable<E> {
        let most = (most_bytes / size_of::<[E; BUCKET]>()).max(1);
        // The greatest power of two that fits.
        let most_buckets = (1_usize << most.ilog2()).max(FIRST_BUCKETS);
        ProofTable { buckets: vec![[E::EMPTY; BUCKET]; FIRST_BUCKETS], used: 0, most_buckets }
    }

    pub(super) fn get(&self, key: u64) -> Option<&E> {
        self.buckets[self.place(key)].iter().find(|entry| entry.key() == key && !entry.is_empty())
    }

    /// Puts an entry in, in the place of the one with the same key or of the one with the least value.
    pub(super) fn put(&mut self, entry: E) {
        if 2 * self.used > BUCKET * self.buckets.len() && self.buckets.len() < self.most_buckets {
            self.grow();
        }
        let place = self.place(entry.key());
        let rank = |old: &E| match old {
            old if !old.is_empty() && old.key() == entry.key() => 0,
            old if old.is_empty() => 1,
            old => u64::from(old.value()) + 2,
        };
        let slot = self.buckets[place].iter_mut().min_by_key(|old| rank(old));
        if let Some(slot) = slot {
            self.used += usize::from(slot.is_empty());
            *slot = entry;
        }
    }

    fn grow(&mut self) {
        let doubled = vec![[E::EMPTY; BUCKET]; 2 * self.buckets.len()];
        let old = std::mem::replace(&mut self.buckets, doubled);
        self.used = 0;
        for entry in old.into_iter().flatten().filter(|entry| !entry.is_empty()) {
            self.put(entry);
        }
    }

    fn place(&self, key: u64) -> usize {
        // The number of buckets is a power of two. The key's lower bits are as random as the others.
        key as usize & (self.buckets.len() - 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    struct Numbered(u64, u32);

    impl ProofEntry for Numbered {
        const EMPTY: Numbered = Numbered(0, 0);

        fn key(&self) -> u64 {
            self.0
        }

        fn is_empty(&self) -> bool {
            self.1 == 0
        }

        fn value(&self) -> u32 {
            self.1
        }
    }

    #[test]
    fn a_table_grows_and_keeps_what_is_in_it() {
        let mut table = ProofTable::new(1 << 20);
        for n in 0..10_000_u64 {
            table.put(Numbered(n, 1));
        }
        assert!((0..10_000).all(|n| table.get(n) == Some(&Numbered(n, 1))));
        assert_eq!(table.get(10_000), None);
        table.put(Numbered(7, 5));
        assert_eq!(table.get(7), Some(&Numbered(7, 5)));
    }

    #[test]
    fn a_full_table_replaces_the_least_valuable_entry() {
        let mut table = ProofTable::new(0);
        let step = FIRST_BUCKETS as u64;
        for n in 0..10 {
            table.put(Numbered(n * step, 20 - n as u32));
        }
        // The first three have the greatest value; the fourth place is that of the last comer.
        let stored: Vec<u64> = (0..10).filter(|n| table.get(n * step).is_some()).collect();
        assert_eq!(stored, [0, 1, 2, 9]);
    }
}
