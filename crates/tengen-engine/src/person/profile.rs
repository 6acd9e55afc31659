//! The table of the levels: what each one overlooks, and how far it reads.

use tengen_analysis::Level;

/// The abilities of a level.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Profile {
    /// The shares of threats that are overlooked, by their kind, in per mille: in a row or a column, beside the last move, without a crowd.
    pub(super) missed: Missed,
    /// The greatest number of plies of a win by fours that is read, the five included; 1 for none.
    pub(super) four_plies: u32,
    /// The positions that are read for a win by threats (fours and open threes); 0 where such wins are not read.
    pub(super) threat_nodes: u64,
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
    (four_plies, threat_nodes): (u32, u64),
    (examined_percent, nodes): (u8, u64),
    (defence_percent, shape_margin, margin): (i32, i32, i32),
) -> Profile {
    Profile {
        missed: missed(shares),
        four_plies,
        threat_nodes,
        examined_percent,
        nodes,
        defence_percent,
        shape_margin,
        margin,
    }
}

/// The levels from 1 to 19. The distances between them are measured: see `docs/ladder.md`.
const PROFILES: [Profile; 19] = [
    profile([24, 94, 138, 220, 363, 840], (1, 0), (0, 0), (64, 322, 0)),
    profile([16, 67, 101, 154, 265, 795], (1, 0), (0, 0), (69, 301, 0)),
    profile([11, 52, 90, 96, 168, 785], (1, 0), (0, 0), (71, 293, 0)),
    profile([9, 48, 93, 34, 60, 815], (1, 0), (0, 0), (64, 322, 0)),
    profile([5, 36, 74, 0, 0, 770], (1, 0), (0, 0), (69, 287, 0)),
    profile([0, 13, 35, 0, 0, 633], (3, 0), (0, 0), (79, 226, 0)),
    profile([0, 4, 15, 0, 0, 526], (3, 0), (8, 98), (84, 202, 80)),
    profile([0, 1, 8, 0, 0, 472], (5, 0), (13, 108), (87, 193, 80)),
    profile([0, 0, 1, 0, 0, 374], (5, 0), (33, 165), (89, 173, 80)),
    profile([0, 0, 0, 0, 0, 317], (5, 0), (46, 204), (90, 162, 75)),
    profile([0, 0, 0, 0, 0, 238], (5, 0), (65, 263), (90, 152, 70)),
    profile([0, 0, 0, 0, 0, 171], (7, 40), (77, 326), (90, 147, 69)),
    profile([0, 0, 0, 0, 0, 68], (7, 54), (91, 480), (90, 141, 63)),
    profile([0, 0, 0, 0, 0, 12], (9, 85), (99, 791), (90, 140, 60)),
    profile([0, 0, 0, 0, 0, 0], (9, 145), (100, 1_500), (90, 140, 53)),
    profile([0, 0, 0, 0, 0, 0], (11, 241), (100, 3_200), (90, 140, 45)),
    profile([0, 0, 0, 0, 0, 0], (11, 380), (100, 8_300), (90, 140, 40)),
    profile([0, 0, 0, 0, 0, 0], (13, 620), (100, 18_500), (90, 140, 31)),
    profile([0, 0, 0, 0, 0, 0], (13, 1_250), (100, 72_000), (90, 140, 22)),
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
