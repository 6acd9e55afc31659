//! The play of the levels below full strength, which err as people do.
//!
//! A level does not make random mistakes. It overlooks threats with a chance that depends on their kind, their direction, their distance from
//! the last move and the crowd around them ([`Sight`]); it reads forced lines only so far ([`fours`]); and it examines a position by a search
//! only now and then, and with few nodes. Otherwise it plays by the shapes that it sees ([`intuition`]). The table of the levels is in
//! [`profile`].

mod faced;
mod fours;
mod intuition;
mod profile;
mod sight;
mod taste;
#[cfg(test)]
mod tests;

use tengen_analysis::{Character, Clock, Level, StopHandle};
use tengen_game::{Color, Position, SplitMix};

use crate::board::{Board, Cell, CellSet, Pattern, Threat};
use crate::search::threads::NoClock;
use crate::solve::vct_on_board;
pub use faced::{Faced, FacedKind, faced};
use profile::Profile;
use sight::{Kind, Sight};
pub(crate) use taste::Taste;

/// The way in which a level finds its move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Decision {
    /// The move is clear without a search.
    Play(Cell),
    /// A search of so many nodes decides among these moves; `None` for all.
    Read { nodes: u64, moves: Option<CellSet> },
}

/// The difference to the best move, in engine units, within which a level regards moves as equally good after a search.
pub(crate) fn margin(level: Level) -> i32 {
    Profile::of(level).margin
}

/// A checksum of the levels, by which a calibration is tied to them: of their table, and of their decisions in a few positions.
pub fn levels_fingerprint() -> u32 {
    /// A quiet opening, an open three, open threes of both sides, and a middle game.
    const POSITIONS: [&str; 4] = [
        "freestyle 15 black - h8",
        "freestyle 15 black - h8 i9 h9 a1 h10",
        "freestyle 15 black - h8 g7 i9 f6 h9 e5 i8 o1",
        "freestyle 15 black - h8 i9 h10 g8 j8 f7 i8 e6 k9 h9 g10 i11 f9",
    ];
    const SEEDS: u64 = 8;
    let levels = || Level::ALL.into_iter().filter(|level| !level.is_full());
    let mut text = profile::as_text();
    for position in POSITIONS {
        // A position that cannot be read is a fault of this table, which the test of the checksum finds.
        let Ok(position) = position.parse::<Position>() else { continue };
        let mut board = Board::new(&position, None);
        let all = *board.empty();
        let characters = [None].into_iter().chain(Character::ALL.map(Some));
        for (level, character) in levels().flat_map(|level| characters.clone().map(move |of| (level, of))) {
            let taste = Taste::new(character, &position);
            for seed in 0..SEEDS {
                let person = Person { level, taste, allowed: &all, seed };
                text.push_str(&format!("{:?}", person.decide(&mut board, &NoClock, &StopHandle::default())));
            }
        }
    }
    // FNV-1a.
    let hash = |hash: u32, byte: u8| (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    text.bytes().fold(0x811c_9dc5, hash)
}

/// The nodes of all searches for one decision in an opening with choices.
pub(crate) fn opening_nodes(level: Level) -> u64 {
    /// With fewer, the stones of an opening are no better than random ones.
    const FEWEST: u64 = 2_000;
    Profile::of(level).nodes.max(FEWEST)
}

/// A level below full strength at a position, in which a move of `allowed` can be played. The same seed gives the same decision.
pub(crate) struct Person<'a> {
    pub(crate) level: Level,
    pub(crate) taste: Taste,
    pub(crate) allowed: &'a CellSet,
    pub(crate) seed: u64,
}

impl Person<'_> {
    /// The decision at the board's position. The clock is read, and does not limit the decision.
    pub(crate) fn decide(&self, board: &mut Board, clock: &dyn Clock, stop: &StopHandle) -> Decision {
        let profile = Profile::of(self.level);
        let sight = Sight::new(profile, board, self.seed);
        let reads =
            Reads { profile, sight, taste: self.taste, allowed: self.allowed, seed: self.seed, clock, stop };
        reads.decide(board)
    }
}

/// A level with its sight of a position.
struct Reads<'a> {
    profile: &'static Profile,
    sight: Sight,
    taste: Taste,
    allowed: &'a CellSet,
    seed: u64,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
}

impl Reads<'_> {
    fn decide(&self, board: &mut Board) -> Decision {
        if board.empty().len() == board.size().area() {
            // The first move is the engine's own.
            return Decision::Read { nodes: 1, moves: None };
        }
        if let Some(cell) = self.urgent(board) {
            return Decision::Play(cell);
        }
        if self.profile.four_plies > 1
            && let Some(cell) = fours::win(board, self.profile.four_plies, self.allowed)
        {
            return Decision::Play(cell);
        }
        let answers = self.answers(board);
        if answers.is_none()
            && let Some(cell) = self.win_by_threats(board)
        {
            return Decision::Play(cell);
        }
        if let Some(nodes) = self.examines(board) {
            return Decision::Read { nodes, moves: answers };
        }
        let cells = answers.unwrap_or_else(|| self.nearby(board));
        match intuition::choose(board, self.profile, &self.sight, &self.taste, &cells, self.seed) {
            Some(cell) => Decision::Play(cell),
            None => Decision::Read { nodes: 1, moves: None },
        }
    }

    /// A move that needs no thought: an own five, the block of a five, an own open four.
    fn urgent(&self, board: &mut Board) -> Option<Cell> {
        let side = board.side();
        let wins = board.wins(side).intersection(self.allowed);
        if let Some(cell) = self.first_seen(board, wins, side, Pattern::Five, Kind::OwnFive) {
            return Some(cell);
        }
        let threats = *board.wins(!side);
        if let Some(cell) = self.first_seen(board, threats, !side, Pattern::Five, Kind::TheirFive) {
            let answers = board.answers(cell, !side, Pattern::Five).intersection(self.allowed);
            let near = if board.has_far_answers() {
                answers
            } else {
                CellSet::from_iter([cell]).intersection(&answers)
            };
            return intuition::choose(board, self.profile, &self.sight, &self.taste, &near, self.seed);
        }
        let fours = board.threats(side, Threat::OpenFour).intersection(self.allowed);
        self.first_seen(board, fours, side, Pattern::OpenFour, Kind::OwnOpenFour)
    }

    /// The first of these legal cells at which `color` would make a pattern that is seen.
    fn first_seen(
        &self,
        board: &mut Board,
        cells: CellSet,
        color: Color,
        pattern: Pattern,
        kind: Kind,
    ) -> Option<Cell> {
        let side = board.side();
        cells.iter().find(|&cell| {
            let is_seen = self.sight.directions(board, cell, color, pattern).any(|direction| {
                let kind = kind.at(board, cell, color, direction);
                self.sight.sees(board, cell, color, direction, kind)
            });
            is_seen && (color != side || board.is_legal(cell))
        })
    }

    /// The moves that answer the opponent's open three or double threat, if one is seen: on its row, or a four of one's own.
    fn answers(&self, board: &mut Board) -> Option<CellSet> {
        let (side, other) = (board.side(), !board.side());
        let threats = *board.threats(other, Threat::OpenFour);
        let open = self.first_seen(board, threats, other, Pattern::OpenFour, Kind::TheirOpenThree);
        // Two fours through one cell are harder to see than an open three.
        let sees_two_fours = |&cell: &Cell| {
            let mut fours = self.sight.directions(board, cell, other, Pattern::Four);
            let both = fours.next().zip(fours.next());
            both.is_some_and(|(one, two)| self.sight.sees_double(board, cell, other, [one, two]))
        };
        let seen = open.or_else(|| threats.iter().find(sees_two_fours))?;
        let fours = board.fours(side);
        let answers = board.answers(seen, other, Pattern::Four).union(&fours).intersection(self.allowed);
        let legal: CellSet = answers.iter().filter(|&cell| board.is_legal(cell)).collect();
        (!legal.is_empty()).then_some(legal)
    }

    /// The first move of a win by threats, as far as the level reads such wins.
    fn win_by_threats(&self, board: &mut Board) -> Option<Cell> {
        if self.profile.threat_nodes == 0 {
            return None;
        }
        let turns = vct_on_board(board, self.profile.threat_nodes, self.clock, self.stop)?;
        // The turn of the board's position is the last one.
        let first = turns.last().map(|turn| Cell::from(turn.attack))?;
        (self.allowed.contains(first) && board.is_legal(first)).then_some(first)
    }

    /// The nodes of a search, if the level examines this position.
    fn examines(&self, board: &Board) -> Option<u64> {
        let mut random = SplitMix::new(self.seed ^ board.key() ^ 0x5ea4_c4ed);
        (random.below(100) < u64::from(self.profile.examined_percent)).then_some(self.profile.nodes)
    }

    /// The cells near the stones, or all cells where there are none.
    fn nearby(&self, board: &Board) -> CellSet {
        let near = board.near().intersection(self.allowed);
        if near.is_empty() { *self.allowed } else { near }
    }
}
