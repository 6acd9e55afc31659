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
    /// The same after a search, in engine units.
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
    profile([25, 98, 142, 236, 385, 840], 1, (0, 0), (66, 320, 0)),
    profile([15, 65, 97, 155, 270, 790], 1, (0, 0), (70, 300, 0)),
    profile([9, 44, 84, 62, 110, 780], 1, (0, 0), (72, 290, 0)),
    profile([9, 47, 96, 0, 0, 840], 1, (0, 0), (59, 345, 0)),
    profile([3, 33, 66, 0, 0, 730], 1, (0, 0), (71, 275, 0)),
    profile([0, 13, 34, 0, 0, 630], 3, (0, 0), (79, 225, 0)),
    profile([0, 2, 14, 0, 0, 520], 3, (8, 95), (85, 200, 80)),
    profile([0, 0, 5, 0, 0, 450], 5, (15, 115), (88, 190, 80)),
    profile([0, 0, 0, 0, 0, 390], 5, (27, 155), (90, 176, 80)),
    profile([0, 0, 0, 0, 0, 330], 5, (43, 200), (90, 163, 75)),
    profile([0, 0, 0, 0, 0, 260], 5, (60, 240), (90, 154, 70)),
    profile([0, 0, 0, 0, 0, 190], 7, (75, 310), (90, 147, 70)),
    profile([0, 0, 0, 0, 0, 100], 7, (89, 400), (90, 142, 65)),
    profile([0, 0, 0, 0, 0, 30], 7, (98, 540), (90, 140, 60)),
    profile([0, 0, 0, 0, 0, 0], 9, (100, 900), (90, 140, 60)),
    profile([0, 0, 0, 0, 0, 0], 9, (100, 2_000), (90, 140, 50)),
    profile([0, 0, 0, 0, 0, 0], 11, (100, 6_000), (90, 140, 40)),
    profile([0, 0, 0, 0, 0, 0], 13, (100, 25_000), (90, 140, 25)),
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
