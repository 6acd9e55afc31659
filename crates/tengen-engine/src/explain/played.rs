//! The facts of a legal move that the board shows.

use tengen_analysis::{Fact, ForcedWin, Means, Question, Shape};
use tengen_game::{Color, Outcome, Point, Position, forbidden_kind};

use super::rows::shapes;
use super::rows::{Rows, broken_threes, points};
use super::solvers::Solvers;
use crate::board::{Board, Cell, CellSet};

/// A legal move, with the position before it and after it.
pub(super) struct PlayedMove<'a> {
    pub(super) before: &'a Position,
    pub(super) after: Position,
    pub(super) mover: Color,
    pub(super) played: Point,
}

impl PlayedMove<'_> {
    pub(super) fn new(before: &Position, played: Point) -> PlayedMove<'_> {
        let mut after = before.clone();
        after.play_unchecked(played);
        PlayedMove { before, after, mover: before.side_to_move(), played }
    }

    /// The effects of the move, in no order; at least one fact.
    pub(super) fn facts(&self, solvers: &mut Solvers) -> Vec<Fact> {
        if let Some(Outcome::Win { lines, .. }) = self.after.outcome() {
            return vec![Fact::Wins { rows: lines.clone() }];
        }
        let mut before = Board::new(self.before, None);
        let mut after = (!self.after.is_over()).then(|| Board::new(&self.after, Some(&before)));
        let mut facts = self.own_shapes(&before, after.as_mut());
        facts.extend(self.against_shapes(&mut before, after.as_mut()));
        facts.extend(self.forced_wins(&before, after.as_ref(), &facts, solvers));
        if let Some(Outcome::Draw(reason)) = self.after.outcome() {
            facts.push(Fact::Draws(*reason));
        }
        if facts.is_empty() {
            let rows = Rows::new(&before, Cell::from(self.played), self.mover, self.length());
            facts.push(Fact::Quiet { twos: rows.twos() });
        }
        facts
    }

    fn length(&self) -> u32 {
        u32::from(self.before.rule().win_length().stones())
    }

    fn own_shapes(&self, before: &Board, mut after: Option<&mut Board>) -> Vec<Fact> {
        let made = shapes(self.before, before, after.as_deref_mut(), self.played);
        let makes = made.into_iter().map(|made| Fact::Makes { shape: made.shape, cells: made.cells });
        makes.chain(after.and_then(|after| self.trap(after))).collect()
    }

    /// Whether a four of White's can only be stopped where Black must not play.
    fn trap(&self, after: &Board) -> Option<Fact> {
        let wins = after.wins(self.mover);
        if !after.forbids(!self.mover) || wins.len() != 1 || !after.wins(!self.mover).is_empty() {
            return None;
        }
        let at = wins.first()?.point();
        forbidden_kind(self.after.board(), at).map(|kind| Fact::Traps { at, kind })
    }

    /// The effects of the move on the opponent's shapes.
    fn against_shapes(&self, before: &mut Board, after: Option<&mut Board>) -> Vec<Fact> {
        let (opponent, cell) = (!self.mover, Cell::from(self.played));
        let mut facts = Vec::new();
        let won_before = *before.wins(opponent);
        let wins_after = after.as_ref().map_or(CellSet::EMPTY, |after| *after.wins(opponent));
        let stopped: CellSet = won_before.iter().filter(|&win| !wins_after.contains(win)).collect();
        if !stopped.is_empty() {
            facts.push(Fact::StopsWin { at: points(stopped) });
        }
        if !wins_after.is_empty() {
            facts.push(Fact::LosesToFive { at: points(wins_after) });
        }
        if let Some(after) = after {
            let broken = broken_threes(before, after, cell, opponent, self.length());
            facts.extend(broken.into_iter().map(|it| Fact::Blocks { shape: it.shape, cells: it.cells }));
        }
        facts.extend(self.denied(before, &facts));
        facts
    }

    /// The shape that the opponent would have made on the point of the move, if `reported` does not contain it already.
    fn denied(&self, before: &Board, reported: &[Fact]) -> Option<Fact> {
        let board = self.before.board().clone();
        let theirs = Position::from_board(self.before.rule(), board, !self.mover).ok()?;
        if theirs.check(self.played).is_err() || before.wins(!self.mover).contains(Cell::from(self.played)) {
            return None;
        }
        let mut made = theirs.clone();
        made.play_unchecked(self.played);
        let mut after = (!made.is_over()).then(|| Board::new(&made, Some(before)));
        let shapes = shapes(&theirs, before, after.as_mut(), self.played);
        let strongest = shapes.into_iter().next().filter(|made| made.shape.is_decisive())?;
        let is_reported =
            reported.iter().any(|fact| matches!(fact, Fact::Blocks { shape: Shape::OpenThree, .. }));
        if strongest.shape == Shape::OpenFour && is_reported {
            return None;
        }
        let cells: Vec<Point> = strongest.cells.into_iter().filter(|&point| point != self.played).collect();
        // Where a single stone is a four, every point is as good as this one.
        (!cells.is_empty()).then_some(Fact::Denies { shape: strongest.shape, cells })
    }
}

/// The facts that the solvers prove.
impl PlayedMove<'_> {
    /// The results of the solvers. `reported` are the facts that the board shows.
    pub(super) fn forced_wins(
        &self,
        before: &Board,
        after: Option<&Board>,
        reported: &[Fact],
        solvers: &mut Solvers,
    ) -> Vec<Fact> {
        let opponent = !self.mover;
        let open = after.filter(|after| after.wins(opponent).is_empty());
        let (starts, mut facts) = self.own_win(open.is_some(), solvers);
        if starts == Some(true) {
            return facts;
        }
        // After the end of the game or before a five there is no other forced win.
        let Some(after) = open else { return facts };
        let allowed = self.opponents_win(solvers);
        match allowed {
            Allowed::Win(win) => facts.push(Fact::AllowsWin(win)),
            Allowed::None { by_threats_too } => {
                if before.wins(opponent).is_empty() {
                    facts.extend(self.prevented(by_threats_too, solvers));
                }
                if after.wins(self.mover).is_empty() {
                    facts.extend(self.threatened(reported, solvers));
                }
            }
            Allowed::Undecided => {}
        }
        facts
    }

    /// Whether the move begins a forced win, or misses one; the first answer is `None` where that is undecided. A game that
    /// is lost or over after the move has no win left to begin.
    fn own_win(&self, goes_on: bool, solvers: &mut Solvers) -> (Option<bool>, Vec<Fact>) {
        let (mut had, mut unknown, mut refuted) = (None, Vec::new(), Vec::new());
        for means in [Means::Vcf, Means::Vct] {
            match solvers.win(self.before, self.mover, means) {
                Ok(Some(win)) => {
                    had = Some(win);
                    break;
                }
                Ok(None) => refuted.push(means),
                Err(stop) => unknown.push((means, stop)),
            }
        }
        if had.is_none() && unknown.is_empty() {
            return (Some(false), Vec::new());
        }
        let begins = |win: &ForcedWin| win.line.first().is_some_and(|&first| first == self.played);
        if let Some(win) = had.clone().filter(|win| goes_on && begins(win)) {
            return (Some(true), vec![Fact::StartsWin(win)]);
        }
        // A win by fours may be given up for one by threats.
        let means = [Means::Vcf, Means::Vct].into_iter().filter(|means| !refuted.contains(means));
        for means in means.filter(|_| goes_on) {
            let begun = solvers.win_begun_by(self.played, &self.after, means);
            match solvers.reported(Question::StartsWin, means, begun) {
                Some(Some(win)) => return (Some(true), vec![Fact::StartsWin(win)]),
                Some(None) => {}
                None => return (None, Vec::new()),
            }
        }
        if had.is_none() {
            for (means, stop) in unknown {
                let _ = solvers.reported::<()>(Question::MissesWin, means, Err(stop));
            }
        }
        (Some(false), had.map(Fact::MissesWin).into_iter().collect())
    }

    fn opponents_win(&self, solvers: &mut Solvers) -> Allowed {
        for means in [Means::Vcf, Means::Vct] {
            let win = solvers.win(&self.after, !self.mover, means);
            match solvers.reported(Question::AllowsWin, means, win) {
                Some(Some(win)) => return Allowed::Win(win),
                Some(None) => {}
                None if means == Means::Vcf => return Allowed::Undecided,
                None => return Allowed::None { by_threats_too: false },
            }
        }
        Allowed::None { by_threats_too: true }
    }

    /// The win that the opponent would have had; one by threats only where it is sure to have none any more.
    fn prevented(&self, by_threats_too: bool, solvers: &mut Solvers) -> Option<Fact> {
        let tried = if by_threats_too { &[Means::Vcf, Means::Vct][..] } else { &[Means::Vcf] };
        for &means in tried {
            let win = solvers.win(self.before, !self.mover, means);
            match solvers.reported(Question::PreventsWin, means, win) {
                Some(None) => {}
                found => return found.flatten().map(Fact::PreventsWin),
            }
        }
        None
    }

    fn threatened(&self, reported: &[Fact], solvers: &mut Solvers) -> Option<Fact> {
        let win = solvers.win(&self.after, self.mover, Means::Vcf);
        let win = solvers.reported(Question::ThreatensWin, Means::Vcf, win)??;
        let open_three =
            |fact: &Fact| matches!(fact, Fact::Makes { shape: Shape::OpenThree | Shape::DoubleThree, .. });
        let is_reported = win.moves == 2 && reported.iter().any(open_three);
        (!is_reported).then_some(Fact::ThreatensWin(win))
    }
}

/// Whether the opponent has a forced win after a move.
enum Allowed {
    Win(ForcedWin),
    /// The opponent has no win by fours, and perhaps none by threats either.
    None {
        by_threats_too: bool,
    },
    Undecided,
}
