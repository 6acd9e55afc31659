use tengen_game::{Color, Rule, SplitMix};

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
