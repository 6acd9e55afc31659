//! Victory by continuous threats: a depth-first proof-number search (df-pn; Nagai, 2002) over fours, threes and the
//! answers to them, with an explicit stack.
//!
//! The proof number of a position is the least number of positions that must still be won to prove it, its disproof number the
//! least number that must be lost. Of children that may share what lies below them only the hardest is counted in full, and one
//! for each other (weak proof numbers; Ueda and others, 2008): where a defender can put in a four at any time, the same positions
//! come up in every order, and sums would count them again and again.
//!
//! Positions are met cheaply: the answers to an open four that threatens need no search, and the first numbers of a position come
//! from its evaluation. Closed threes threaten something only in combination, which takes a search by fours to find out, so that
//! most wins are sooner found without them: two searches take turns, one of them with all threes.

use tengen_analysis::{AttackerTurn, SolveStop};
use tengen_game::Color;

use super::solver::{Budget, Halt};
use super::table::{ProofEntry, ProofTable};
use super::vcf::VcfSearch;
use crate::board::{Board, Cell};

/// The number of a decided position: greater than all others.
pub(super) const INFINITE: u32 = 1 << 30;

const TABLE_BYTES: usize = 128 << 20;

/// The proof and disproof numbers of a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) proof: u32,
    pub(super) disproof: u32,
    /// Plies until the win, where it is proved.
    pub(super) plies: u32,
    /// The attacker's winning move where it is to move and wins.
    pub(super) cell: u16,
}

impl Numbers {
    pub(super) const LOST: Numbers = Numbers { proof: INFINITE, disproof: 0, plies: 0, cell: 0 };

    pub(super) const fn unknown(proof: u32, disproof: u32) -> Numbers {
        Numbers { proof, disproof, plies: 0, cell: 0 }
    }

    pub(super) const fn won(plies: u32, cell: u16) -> Numbers {
        Numbers { proof: 0, disproof: INFINITE, plies, cell }
    }

    pub(super) const fn is_won(&self) -> bool {
        self.proof == 0
    }

    const fn is_lost(&self) -> bool {
        self.disproof == 0
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct VctEntry {
    key: u64,
    proof: u32,
    disproof: u32,
    /// The run in which the numbers are valid, except those of wins; 0 is an empty entry.
    run: u16,
    plies: u16,
    cell: u16,
}

impl ProofEntry for VctEntry {
    const EMPTY: VctEntry = VctEntry { key: 0, proof: 0, disproof: 0, run: 0, plies: 0, cell: 0 };

    fn key(&self) -> u64 {
        self.key
    }

    fn is_empty(&self) -> bool {
        self.run == 0
    }

    fn value(&self) -> u32 {
        match (self.proof, self.disproof) {
            (0, _) => 1 << 20,
            (_, 0) => 1 << 10,
            (proof, disproof) => proof.saturating_add(disproof).min(1 << 9),
        }
    }
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Child {
    pub(super) cell: Cell,
    pub(super) numbers: Numbers,
}

/// A position on the current path whose children are listed.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    pub(super) is_answer: bool,
    /// The index of its first child in the common list; the children reach to those of the next frame.
    pub(super) begin: usize,
    /// The most plies that may still be played from here.
    pub(super) plies_left: u32,
    /// Plies that the defender can hold out with answers that are settled already.
    pub(super) settled: u32,
    /// The search leaves the position when one of its numbers reaches these.
    most_proof: u32,
    most_disproof: u32,
    /// The child that is being searched.
    current: usize,
}

impl Frame {
    pub(super) fn new(is_answer: bool, begin: usize, plies_left: u32, settled: u32) -> Frame {
        let (most_proof, most_disproof) = (INFINITE, INFINITE);
        Frame { is_answer, begin, plies_left, settled, most_proof, most_disproof, current: begin }
    }
}

/// Which threes are attacks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scope {
    OpenThrees,
    AllThrees,
}

/// The difference of the keys of one scope from those of the other: both have entries for the same positions.
const ALL_THREES_KEY: u64 = 0x9e37_79b9_7f4a_7c15;

/// A position that was met for the first time, or again after it was left.
pub(super) enum Expanded {
    /// The position is decided without any children.
    Known(Numbers),
    /// The children of the position are listed.
    Listed(Frame),
}

/// The search, with its table of the positions of one question.
#[derive(Clone, Debug)]
pub(super) struct VctSearch {
    pub(super) attacker: Color,
    pub(super) vcf: VcfSearch,
    table: ProofTable<VctEntry>,
    frames: Vec<Frame>,
    pub(super) children: Vec<Child>,
    made: usize,
    pub(super) scope: Scope,
    /// The run of the search that uses the table now, and the last one that was begun.
    run: u16,
    last_run: u16,
    /// Whether a win is being written down, which needs the win behind every threat and not only the answers to it.
    pub(super) is_writing: bool,
    /// The most nodes to determine whether a move threatens anything.
    pub(super) threat_share: u64,
    /// Whether some move was given up because `threat_share` was not enough.
    pub(super) cut_short: bool,
    /// Whether a line was given up because its win would have come too late.
    pub(super) too_late: bool,
    /// Whether a slice has ended within a proof; the frames and the board are as they were.
    is_paused: bool,
}

impl VctSearch {
    pub(super) fn new(attacker: Color) -> VctSearch {
        VctSearch {
            attacker,
            vcf: VcfSearch::new(attacker),
            table: ProofTable::new(TABLE_BYTES),
            frames: Vec::new(),
            children: Vec::new(),
            made: 0,
            scope: Scope::OpenThrees,
            run: 0,
            last_run: 0,
            is_writing: false,
            threat_share: FIRST_THREAT,
            cut_short: false,
            too_late: false,
            is_paused: false,
        }
    }

    /// The numbers of a position in the table; `None` unless they fit in `plies`.
    pub(super) fn known(&self, key: u64, plies: u32) -> Option<Numbers> {
        let entry = self.table.get(self.key_in_table(key))?;
        let is_won = entry.proof == 0;
        let fits = if is_won { u32::from(entry.plies) <= plies } else { entry.run == self.run };
        let VctEntry { proof, disproof, plies, cell, .. } = *entry;
        fits.then_some(Numbers { proof, disproof, plies: u32::from(plies), cell })
    }

    pub(super) fn remember(&mut self, key: u64, numbers: Numbers) {
        let Numbers { proof, disproof, plies, cell } = numbers;
        let key = self.key_in_table(key);
        self.table.put(VctEntry { key, proof, disproof, run: self.run, plies: plies as u16, cell });
    }

    fn key_in_table(&self, key: u64) -> u64 {
        match self.scope {
            Scope::OpenThrees => key,
            Scope::AllThrees => key ^ ALL_THREES_KEY,
        }
    }

    /// Begins a run: a position that was lost within other limits may be won now.
    pub(super) fn new_run(&mut self) -> u16 {
        self.last_run = self.last_run.checked_add(1).unwrap_or(1);
        self.last_run
    }

    /// Whether the attacker, who is to move, wins within `plies`; in how many, if so. A run that was given up continues with its
    /// entries in the table. After a [`Halt::Pause`] the same question continues where it was.
    pub(super) fn prove(
        &mut self,
        board: &mut Board,
        plies: u32,
        run: u16,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Halt> {
        self.run = run;
        let result = if std::mem::take(&mut self.is_paused) {
            self.go_on(board, share, budget)
        } else {
            (self.cut_short, self.too_late) = (false, false);
            self.search(board, plies, share, budget)
        };
        if result == Err(Halt::Pause) {
            self.is_paused = true;
            return result;
        }
        for _ in 0..std::mem::take(&mut self.made) {
            board.unmake();
        }
        self.frames.clear();
        self.children.clear();
        result
    }

    fn search(
        &mut self,
        board: &mut Board,
        plies: u32,
        share: u64,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Halt> {
        let key = board.key();
        match self.expand_attack(board, plies, share, budget)? {
            Expanded::Listed(frame) => self.frames.push(frame),
            Expanded::Known(numbers) => {
                self.remember(key, numbers);
                return Ok(numbers.is_won().then_some(numbers.plies));
            }
        }
        self.go_on(board, share, budget)
    }

    fn go_on(&mut self, board: &mut Board, share: u64, budget: &mut Budget) -> Result<Option<u32>, Halt> {
        loop {
            if budget.is_slice_over() {
                return Err(Halt::Pause);
            }
            let Some(&frame) = self.frames.last() else { return Ok(None) };
            let look =
                if frame.is_answer { self.look_at_answers(&frame) } else { self.look_at_attacks(&frame) };
            let Look { numbers, best, child_proof, child_disproof } = look;
            if numbers.proof >= frame.most_proof || numbers.disproof >= frame.most_disproof {
                self.remember(board.key(), numbers);
                self.children.truncate(frame.begin);
                self.frames.pop();
                let Some(parent) = self.frames.last() else {
                    return Ok(numbers.is_won().then_some(numbers.plies));
                };
                self.children[parent.current].numbers = numbers;
                board.unmake();
                self.made -= 1;
                continue;
            }
            if let Some(frame) = self.frames.last_mut() {
                frame.current = best;
            }
            board.make(self.children[best].cell);
            self.made += 1;
            let left = frame.plies_left - 1;
            let expanded = if frame.is_answer {
                self.expand_attack(board, left, share, budget)?
            } else {
                self.expand_answers(board, left, share, budget)?
            };
            match expanded {
                Expanded::Known(numbers) => {
                    self.remember(board.key(), numbers);
                    self.children[best].numbers = numbers;
                    board.unmake();
                    self.made -= 1;
                }
                Expanded::Listed(mut frame) => {
                    (frame.most_proof, frame.most_disproof) = (child_proof, child_disproof);
                    self.frames.push(frame);
                }
            }
        }
    }

    /// The attacker needs one child that it wins.
    fn look_at_attacks(&self, frame: &Frame) -> Look {
        let mut picked = Picked::new(frame.begin);
        for (index, child) in self.children.iter().enumerate().skip(frame.begin) {
            let Numbers { proof, disproof, plies, .. } = child.numbers;
            if child.numbers.is_won() {
                let numbers = Numbers::won(plies + 1, child.cell.raw());
                return Look { numbers, best: index, child_proof: 0, child_disproof: 0 };
            }
            if !child.numbers.is_lost() {
                picked.add(index, proof, disproof);
            }
        }
        if picked.count == 0 {
            return Look { numbers: Numbers::LOST, best: frame.begin, child_proof: 0, child_disproof: 0 };
        }
        let numbers = Numbers::unknown(picked.least, (picked.most + picked.count - 1).min(INFINITE - 1));
        Look {
            numbers,
            best: picked.best,
            child_proof: frame.most_proof.min(picked.next_limit()),
            child_disproof: frame.most_disproof.saturating_sub(picked.count - 1),
        }
    }

    /// The attacker needs all children.
    fn look_at_answers(&self, frame: &Frame) -> Look {
        let mut picked = Picked::new(frame.begin);
        let mut plies = frame.settled;
        for (index, child) in self.children.iter().enumerate().skip(frame.begin) {
            let Numbers { proof, disproof, .. } = child.numbers;
            if child.numbers.is_lost() {
                return Look { numbers: Numbers::LOST, best: index, child_proof: 0, child_disproof: 0 };
            }
            if child.numbers.is_won() {
                plies = plies.max(child.numbers.plies + 1);
            } else {
                picked.add(index, disproof, proof);
            }
        }
        if picked.count == 0 {
            return Look {
                numbers: Numbers::won(plies, 0),
                best: frame.begin,
                child_proof: 0,
                child_disproof: 0,
            };
        }
        let numbers = Numbers::unknown((picked.most + picked.count - 1).min(INFINITE - 1), picked.least);
        Look {
            numbers,
            best: picked.best,
            child_proof: frame.most_proof.saturating_sub(picked.count - 1),
            child_disproof: frame.most_disproof.min(picked.next_limit()),
        }
    }
}

/// The numbers of a position by its children, and the child to search with its limits.
struct Look {
    numbers: Numbers,
    best: usize,
    child_proof: u32,
    child_disproof: u32,
}

/// Picks the undecided child that is easiest to settle in favour of the side to move. `least` and `second` are in the number that
/// this side minimizes, `most` is in the other.
struct Picked {
    best: usize,
    least: u32,
    second: u32,
    most_of_best: u32,
    most: u32,
    count: u32,
}

impl Picked {
    fn new(begin: usize) -> Picked {
        Picked { best: begin, least: INFINITE, second: INFINITE, most_of_best: 0, most: 0, count: 0 }
    }

    fn add(&mut self, index: usize, wanted: u32, other: u32) {
        self.count += 1;
        self.most = self.most.max(other);
        if (wanted, other) < (self.least, self.most_of_best) || self.count == 1 {
            self.second = self.least;
            (self.best, self.least, self.most_of_best) = (index, wanted, other);
        } else {
            self.second = self.second.min(wanted);
        }
    }

    /// The best child is searched until it is clearly worse than the second, so that the search does not run to and fro.
    fn next_limit(&self) -> u32 {
        self.second.saturating_add(self.second / 4 + 1).min(INFINITE)
    }
}

/// Nodes for the first turn of the search without closed threes; twice as many each time.
const FIRST_NODES: u64 = 20_000;

/// The search with all threes has one in this many of the other's nodes.
const ALL_THREES_SHARE: u64 = 2;

/// The first length of the search with all threes; a third more each time. The search for the threats of closed threes takes the
/// longer, the more plies it has.
const FIRST_PLIES: u32 = 7;

/// The first number of nodes for a threat.
const FIRST_THREAT: u64 = 500;

/// Nodes for shorter wins, on top of as many as the first win took.
const SHORTENING_NODES: u64 = 20_000;

/// The state of the search for a win.
#[derive(Clone, Copy, Debug)]
pub(super) struct Turns {
    /// The run without closed threes, once it has begun: each turn continues it.
    narrow: Option<u16>,
    /// Whether there is surely no win without closed threes.
    is_narrow_done: bool,
    /// The most plies of a win with all threes in this turn.
    limit: u32,
    /// Nodes for the next turn of the search without closed threes.
    nodes: u64,
    /// The current turn, once it has begun: its run, and the node count at which it ends.
    current: Option<(u16, u64)>,
}

impl Turns {
    pub(super) fn new(plies: u32) -> Turns {
        let limit = FIRST_PLIES.min(plies);
        Turns { narrow: None, is_narrow_done: false, limit, nodes: FIRST_NODES, current: None }
    }
}

/// A win that is written down, its length, and the node count at which the search for a shorter one is given up.
#[derive(Debug)]
pub(super) struct Shortening {
    pub(super) turns: Vec<AttackerTurn>,
    length: u32,
    share: u64,
    /// The run that looks for a shorter win, once it has begun.
    run: Option<u16>,
}

impl VctSearch {
    /// Looks for a win within `plies`. `Ok(None)`: there is none. After a [`Halt::Pause`] it continues from `at`.
    pub(super) fn find(
        &mut self,
        board: &mut Board,
        plies: u32,
        at: &mut Turns,
        budget: &mut Budget,
    ) -> Result<Option<u32>, Halt> {
        loop {
            let (run, share) = *at.current.get_or_insert_with(|| match self.scope {
                Scope::OpenThrees => {
                    let run = *at.narrow.get_or_insert_with(|| self.new_run());
                    (run, budget.nodes() + at.nodes)
                }
                Scope::AllThrees if at.limit == plies && at.is_narrow_done => (self.new_run(), u64::MAX),
                Scope::AllThrees => (self.new_run(), budget.nodes() + at.nodes / ALL_THREES_SHARE),
            });
            let limit = if self.scope == Scope::OpenThrees { plies } else { at.limit };
            let proved = self.prove(board, limit, run, share, budget);
            if proved == Err(Halt::Pause) {
                return Err(Halt::Pause);
            }
            at.current = None;
            match (proved, self.scope) {
                (Ok(Some(length)), _) => return Ok(Some(length)),
                (Ok(None), Scope::OpenThrees) => at.is_narrow_done = true,
                (Err(Halt::Share), Scope::OpenThrees) => {}
                (Ok(None), Scope::AllThrees) if self.cut_short && (at.limit == plies || !self.too_late) => {
                    self.threat_share *= 16;
                }
                (Ok(None), Scope::AllThrees) if at.limit == plies || !self.too_late => return Ok(None),
                (Ok(None) | Err(Halt::Share), Scope::AllThrees) => {
                    let longer = (at.limit + at.limit / 3).next_multiple_of(2).saturating_add(1);
                    at.limit = longer.min(plies);
                    at.nodes *= 2;
                }
                (Err(halt), _) => return Err(halt),
            }
            self.scope = match self.scope {
                Scope::AllThrees if !at.is_narrow_done => Scope::OpenThrees,
                _ => Scope::AllThrees,
            };
        }
    }

    /// Writes down a win that was found.
    pub(super) fn written_down(
        &mut self,
        board: &mut Board,
        found: u32,
        budget: &mut Budget,
    ) -> Result<Shortening, SolveStop> {
        let (turns, length) = self.write_unlimited(board, found, budget)?;
        Ok(Shortening { turns, length, share: 2 * budget.nodes() + SHORTENING_NODES, run: None })
    }

    /// Looks for shorter wins if that takes no longer than the search so far. `false`: the slice is over, and there may be more
    /// to find.
    pub(super) fn shorten(&mut self, board: &mut Board, at: &mut Shortening, budget: &mut Budget) -> bool {
        while at.length > 3 {
            let run = *at.run.get_or_insert_with(|| self.new_run());
            let proved = self.prove(board, at.length - 2, run, at.share, budget);
            if proved == Err(Halt::Pause) {
                return false;
            }
            at.run = None;
            match proved {
                Ok(Some(shorter)) => match self.write_unlimited(board, shorter, budget) {
                    Ok(better) => (at.turns, at.length) = better,
                    Err(_) => break,
                },
                Ok(None) | Err(_) => break,
            }
        }
        true
    }

    fn write_unlimited(
        &mut self,
        board: &mut Board,
        length: u32,
        budget: &mut Budget,
    ) -> Result<(Vec<AttackerTurn>, u32), SolveStop> {
        budget.lift(true);
        let written = self.write(board, length, budget);
        budget.lift(false);
        written
    }
}
