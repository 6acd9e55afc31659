//! The table of the levels: what each one overlooks, and how far it reads.

use tengen_analysis::Level;

/// The abilities of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    /// The shares of threats that are overlooked, by their kind, in per mille: in a row or a column, beside the last move, without a crowd.
    pub(super) missed: Missed,
    /// The greatest number of plies of a win by fours that is read, the five included; 1 for none.
    pub(super) four_plies: u32,
    /// The share of the positions that are examined by a search, in per cent. The others are played by shape.
    pub(super) examined_percent: u8,
    /// The nodes of such a search.
    pub(super) nodes: u64,
    /// The weight of the opponent's shapes against one's own in the play by shape, in per cent.
    pub(super) defence_percent: i32,
    /// The difference to the best shape, in per mille of it, within which moves count as equally good.
    pub(super) shape_margin: i32,
    /// The difference to the best move after a search, in engine units, within which moves count as equally good.
    pub(super) margin: i32,
}

/// Shares of overlooked threats in per mille.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Missed {
    pub(super) own_five: u16,
    pub(super) their_five: u16,
    pub(super) own_open_four: u16,
    pub(super) their_open_three: u16,
    /// An open three with a gap, of either side.
    pub(super) broken_three: u16,
    /// Two threats with one stone, of either side.
    pub(super) double: u16,
}

const fn missed(shares: [u16; 6]) -> Missed {
    let [own_five, their_five, own_open_four, their_open_three, broken_three, double] = shares;
    Missed { own_five, their_five, own_open_four, their_open_three, broken_three, double }
}

/// A level that plays by shape alone, or examines some positions.
const fn profile(
    shares: [u16; 6],
    four_plies: u32,
    (examined_percent, nodes): (u8, u64),
    (defence_percent, shape_margin, margin): (i32, i32, i32),
) -> Profile {
    Profile {
        missed: missed(shares),
        four_plies,
        examined_percent,
        nodes,
        defence_percent,
        shape_margin,
        margin,
    }
}

/// The levels from 1 to 19. The distances between them are measured: see `docs/ladder.md`.
const PROFILES: [Profile; 19] = [
    profile([35, 130, 190, 300, 480, 900], 1, (0, 0), (60, 340, 0)),
    profile([17, 70, 104, 167, 287, 798], 1, (0, 0), (69, 303, 0)),
    profile([11, 50, 88, 90, 158, 783], 1, (0, 0), (71, 293, 0)),
    profile([9, 46, 92, 20, 35, 820], 1, (0, 0), (63, 327, 0)),
    profile([3, 31, 63, 0, 0, 720], 1, (0, 0), (72, 270, 0)),
    profile([0, 13, 35, 0, 0, 632], 3, (0, 0), (79, 226, 0)),
    profile([0, 2, 12, 0, 0, 508], 3, (9, 98), (85, 198, 80)),
    profile([0, 0, 6, 0, 0, 457], 5, (14, 113), (88, 191, 80)),
    profile([0, 0, 0, 0, 0, 372], 5, (32, 168), (90, 172, 80)),
    profile([0, 0, 0, 0, 0, 298], 5, (51, 218), (90, 159, 73)),
    profile([0, 0, 0, 0, 0, 232], 5, (66, 268), (90, 151, 70)),
    profile([0, 0, 0, 0, 0, 149], 7, (81, 350), (90, 145, 68)),
    profile([0, 0, 0, 0, 0, 39], 7, (97, 520), (90, 140, 61)),
    profile([0, 0, 0, 0, 0, 0], 9, (100, 960), (90, 140, 60)),
    profile([0, 0, 0, 0, 0, 0], 9, (100, 1_600), (90, 140, 52)),
    profile([0, 0, 0, 0, 0, 0], 11, (100, 3_400), (90, 140, 45)),
    profile([0, 0, 0, 0, 0, 0], 11, (100, 8_600), (90, 140, 38)),
    profile([0, 0, 0, 0, 0, 0], 13, (100, 20_500), (90, 140, 28)),
    profile([0, 0, 0, 0, 0, 0], 13, (100, 61_000), (90, 140, 22)),
];

/// The table as text.
pub(super) fn as_text() -> String {
    format!("{PROFILES:?}")
}

impl Profile {
    /// The abilities of a level. The full strength has those of the level below.
    pub(super) fn of(level: Level) -> &'static Profile {
        &PROFILES[level.index().min(PROFILES.len() - 1)]
    }
}
