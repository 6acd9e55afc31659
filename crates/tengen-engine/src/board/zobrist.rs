use tengen_game::{Color, Rule};

use super::cell::{CELLS, Cell};

/// Random numbers whose exclusive-or names a position. They are made by a fixed rule, so that node counts
/// are the same on every machine.
#[derive(Clone, Debug)]
pub(crate) struct Zobrist {
    stones: [Vec<u64>; 2],
    pub(crate) white_to_move: u64,
}

impl Zobrist {
    pub(crate) fn new() -> Zobrist {
        let mut random = SplitMix::new(0x5eed_0f7e_2026_0001);
        let mut table = || (0..CELLS).map(|_| random.next()).collect::<Vec<u64>>();
        let stones = [table(), table()];
        Zobrist { stones, white_to_move: random.next() }
    }

    pub(crate) fn stone(&self, cell: Cell, color: Color) -> u64 {
        self.stones[color.index()][cell.index()]
    }
}

/// A number that differs between rules, board sizes and maximum numbers of moves (0 for none), so that one table
/// can serve all of them.
pub(crate) fn salt(rule: Rule, lines: u8, max_moves: u16) -> u64 {
    let rule: u64 = match rule {
        Rule::Free(length) => u64::from(length.stones()),
        Rule::Standard => 100,
        Rule::Renju => 101,
        Rule::Caro => 102,
        Rule::CaroExact => 103,
        // A rule that does not exist yet; the board refuses nothing, but keeps it apart.
        _ => 255,
    };
    SplitMix::new(u64::from(max_moves) << 16 | rule << 8 | u64::from(lines)).next()
}

/// The SplitMix64 generator (Steele, Lea and Flood, 2014): small, fast, and the same everywhere.
#[derive(Clone, Debug)]
pub(crate) struct SplitMix(u64);

impl SplitMix {
    pub(crate) const fn new(seed: u64) -> SplitMix {
        SplitMix(seed)
    }

    pub(crate) const fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number from 0 to `bound` − 1. The tiny bias of the remainder does not matter here.
    pub(crate) const fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound
    }
}
