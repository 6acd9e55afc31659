//! Forced wins that the search itself would find only iterations later: the solvers look for them.

use std::collections::VecDeque;
use std::time::Duration;

use tengen_analysis::{AttackerTurn, Proof, SolveLimits, Verdict};
use tengen_game::Position;

use super::Line;
use crate::board::Cell;
use crate::search::{MATE, Searcher};
use crate::solve::{ByFours, ThreatQuestion, is_won_by_fours, vcf_on_board, vct};

/// The solvers' part of a search.
#[derive(Clone, Debug, Default)]
pub(super) struct ForcedWins {
    /// The root; `None` where the solvers are not used.
    position: Option<Position>,
    has_tried_vcf: bool,
    next_vct: u64,
    /// The root moves after which the solver found no win of the opponent by fours, and the nodes that it was allowed;
    /// `u64::MAX` where there surely is none.
    checked: Vec<(Cell, u64)>,
    /// The questions about the opponent's wins after root moves, the latest last.
    questions: VecDeque<(Cell, ThreatQuestion)>,
    /// The nodes of all questions about the opponent's wins so far.
    reply_nodes: u64,
    deadline: Option<Duration>,
}

/// The result of a search by fours before the first iteration.
pub(super) enum AtFirst {
    /// The side to move wins.
    Win(Line),
    /// The opponent threatens to win; only these root moves prevent it.
    Defend(Vec<Cell>),
    Nothing,
}

impl ForcedWins {
    /// The nodes of the search after which the solver of continuous threats first runs: with fewer, its share of them is too small to
    /// find a win.
    const FIRST_VCT: u64 = 8_000;

    pub(super) fn new(position: &Position, deadline: Option<Duration>) -> ForcedWins {
        ForcedWins {
            position: Some(position.clone()),
            next_vct: ForcedWins::FIRST_VCT,
            deadline,
            ..ForcedWins::default()
        }
    }

    /// The solvers are never used.
    pub(super) fn none() -> ForcedWins {
        ForcedWins { has_tried_vcf: true, next_vct: u64::MAX, ..ForcedWins::default() }
    }

    /// Leaves the search by fours out.
    pub(super) fn skip_vcf(&mut self) {
        self.has_tried_vcf = true;
    }

    pub(super) fn has_tried_vcf(&self) -> bool {
        self.has_tried_vcf
    }

    /// Looks for a win by fours of the side to move, and for one that the opponent threatens.
    pub(super) fn vcf(&mut self, searcher: &mut Searcher, moves: &[Cell]) -> AtFirst {
        /// The most nodes of a search by fours: a tenth of the search's limit, but at most this, which takes a few milliseconds, so that
        /// a short search has time left.
        const MOST_NODES: u64 = 5_000;
        self.has_tried_vcf = true;
        let Some(position) = &self.position else { return AtFirst::Nothing };
        let nodes = searcher.budget.nodes.map_or(MOST_NODES, |limit| (limit / 10).min(MOST_NODES));
        if let Some(turns) = self.turns_by_fours(searcher, nodes) {
            return line(&Proof::new(position, turns)).map_or(AtFirst::Nothing, AtFirst::Win);
        }
        searcher.board.pass();
        let is_threatened = self.turns_by_fours(searcher, nodes).is_some();
        searcher.board.pass();
        if !is_threatened {
            return AtFirst::Nothing;
        }
        let each = nodes / moves.len().max(1) as u64;
        let is_safe = |&cell: &Cell| {
            searcher.with_move(0, cell, |searcher| self.turns_by_fours(searcher, each)).is_none()
        };
        let safe: Vec<Cell> = moves.iter().copied().filter(is_safe).collect();
        if safe.is_empty() { AtFirst::Nothing } else { AtFirst::Defend(safe) }
    }

    /// The win by fours of the side to move on the searcher's board.
    fn turns_by_fours(&self, searcher: &mut Searcher, nodes: u64) -> Option<Vec<AttackerTurn>> {
        let limits = self.limits(searcher, nodes, 1);
        let (turns, nodes) = vcf_on_board(searcher.board, &limits, searcher.clock, searcher.stop);
        searcher.nodes += nodes;
        turns
    }

    /// A win by threats of the side to move, if a run of the solver is due and finds one.
    pub(super) fn vct(&mut self, searcher: &mut Searcher) -> Option<Line> {
        /// The solver runs again whenever the search has this many times as many nodes. Each run begins anew: all together
        /// have at most a third more nodes than the last one.
        const GROWTH: u64 = 4;
        /// The most nodes of a run, since only a stop or the deadline interrupts it.
        const MOST_NODES: u64 = 64_000;
        let percent = percent(searcher.params().vct_percent);
        if searcher.nodes < self.next_vct || percent == 0 {
            return None;
        }
        self.next_vct = searcher.nodes.saturating_mul(GROWTH);
        let position = self.position.as_ref()?;
        // A win that is found has to be written down, which the deadline does not interrupt: half of the time is left for that.
        let limits = self.limits(searcher, (searcher.nodes * percent / 100).min(MOST_NODES), 2);
        let solution = vct(position, position.side_to_move(), &limits, searcher.clock, searcher.stop);
        searcher.nodes += solution.nodes;
        if let Verdict::Proved(proof) = solution.verdict { line(&proof) } else { None }
    }

    /// The number of plies in which the opponent wins by fours after a root move, if the solver finds such a win. The answer of an
    /// earlier call holds until the search has twice as many nodes.
    pub(super) fn fours_after(&mut self, searcher: &mut Searcher, cell: Cell) -> Option<u32> {
        /// The most nodes, which take about a millisecond.
        const MOST_NODES: u64 = 2_000;
        /// The part of the nodes of the search that a question may have, so that the questions of short searches are cheap as well.
        const PART: u64 = 16;
        self.position.as_ref()?;
        let nodes = (searcher.nodes / PART).min(MOST_NODES);
        let place = self.checked.iter().position(|&(other, _)| other == cell);
        let before = place.map_or(0, |place| self.checked[place].1);
        let is_due = before < MOST_NODES && (nodes >= 2 * before || nodes == MOST_NODES);
        if nodes == 0 || !is_due {
            return None;
        }
        let limits = self.limits(searcher, nodes, 1);
        let ask = |search: &mut Searcher| is_won_by_fours(search.board, &limits, search.clock, search.stop);
        let (answer, visited) = searcher.with_move(0, cell, ask);
        searcher.nodes += visited;
        let checked = match answer {
            ByFours::Won(plies) => return Some(plies),
            ByFours::Refuted => u64::MAX,
            ByFours::Unknown => nodes,
        };
        match place {
            Some(place) => self.checked[place].1 = checked,
            None => self.checked.push((cell, checked)),
        }
        None
    }

    /// The number of plies in which the opponent wins by threats after a root move, if a question is due and the solver finds a
    /// win.
    pub(super) fn reply(&mut self, searcher: &mut Searcher, cell: Cell) -> Option<u32> {
        /// The nodes of the search before the first question: earlier, the best move changes too often.
        const FIRST: u64 = 4_000;
        /// The most nodes for one part of a question, and the least, with which a solver that continues makes progress.
        const NODES: std::ops::RangeInclusive<u64> = 500..=64_000;
        /// The moves whose questions are kept. Each question has a table of its own, so that more of them would need much memory.
        const MOST_QUESTIONS: usize = 3;
        let percent = percent(searcher.params().reply_percent);
        if searcher.nodes < FIRST || percent == 0 {
            return None;
        }
        if !self.questions.iter().any(|&(other, _)| other == cell) {
            let mut position = self.position.clone()?;
            let attacker = !position.side_to_move();
            position.play(cell.point()).ok()?;
            if self.questions.len() == MOST_QUESTIONS {
                self.questions.pop_front();
            }
            self.questions.push_back((cell, ThreatQuestion::new(&position, attacker)?));
        }
        let index = self.questions.iter().position(|&(other, _)| other == cell)?;
        // Where the best move changes often, not every question gets all nodes.
        let allowed = searcher.nodes * percent / 100;
        let before = self.questions[index].1.nodes();
        let left = (2 * allowed).saturating_sub(self.reply_nodes).min(allowed.saturating_sub(before));
        if left < *NODES.start() {
            return None;
        }
        let limits = self.limits(searcher, left.min(*NODES.end()), 2);
        let limits = SolveLimits { nodes: limits.nodes.map(|nodes| before + nodes), ..limits };
        let question = &mut self.questions[index].1;
        let found = question.go_on(&limits, searcher.clock, searcher.stop);
        let visited = question.nodes() - before;
        searcher.nodes += visited;
        self.reply_nodes += visited;
        found
    }

    /// At most `nodes` nodes and one part of the time, within the limits of the search.
    fn limits(&self, searcher: &Searcher, nodes: u64, parts: u32) -> SolveLimits {
        let left = searcher.budget.nodes.map_or(u64::MAX, |limit| limit.saturating_sub(searcher.nodes));
        let time = self.deadline.map(|deadline| deadline.saturating_sub(searcher.clock.now()) / parts);
        SolveLimits { nodes: Some(nodes.min(left)), time }
    }
}

/// A percentage of the parameters.
fn percent(parameter: i32) -> u64 {
    u64::try_from(parameter).unwrap_or(0)
}

/// The principal variation of a proof; `None` where it has a pass, which a line of cells cannot have.
fn line(proof: &Proof) -> Option<Line> {
    let pv: Option<Vec<Cell>> = proof.line.iter().map(|played| played.point().map(Cell::from)).collect();
    Some(Line { score: MATE - i32::try_from(proof.plies).ok()?, pv: pv? })
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Point, Position, Rule, moves};

    use super::*;
    use crate::search::testing::with_searcher;

    /// A lost game, in which e12 allows a win by fours.
    const LOST: &str = "h6 d6 c8 e6 f8 e9 f7 e8 e7 f9 d7 c7 f6 g5 h7 g7 h8 h9 g9 f4 e5 i7 g11 h10 i8 j9 i6 j8 j5 k4 h11 j10 j11 f11 j6 g6 g4 h5 \
                        k10 i12 k9 k11 k6 l6 k7 k8 l8 m9 l7 m8 m7 n7 k3 j3 i5 h4 l5 m5 m4 j7 k2 h3 i3 h2 h1";

    #[test]
    fn a_win_by_fours_after_a_root_move_is_found_and_others_are_asked_about_once() {
        let read = |text| -> Vec<Point> {
            let played = moves::read(text, BoardSize::FIFTEEN).unwrap();
            played.iter().filter_map(|played| played.point()).collect()
        };
        let points = read(LOST);
        let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        points.iter().for_each(|&point| position.play(point).unwrap());
        let stones: Vec<(u8, u8)> = points.iter().map(|point| (point.x(), point.y())).collect();
        with_searcher("", &stones, |searcher| {
            let mut forced = ForcedWins::new(&position, None);
            let mut after = |searcher: &mut Searcher, name| {
                let before = searcher.nodes;
                (forced.fours_after(searcher, Cell::from(read(name)[0])), searcher.nodes > before)
            };
            assert_eq!(after(searcher, "e12"), (None, false), "the search has no nodes to share yet");
            searcher.nodes = 100_000;
            assert_eq!(after(searcher, "e12"), (Some(9), true));
            assert_eq!(after(searcher, "l2"), (None, true));
            assert_eq!(after(searcher, "l2"), (None, false), "it is answered for good");
        });
    }
}
