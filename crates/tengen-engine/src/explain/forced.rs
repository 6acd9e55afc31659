//! The facts of a legal move that the solvers prove.

use super::fact::{ForcedWin, Means};
use super::played::PlayedMove;
use super::solvers::Solvers;
use super::{Fact, Question, Shape};
use crate::board::Board;

impl PlayedMove<'_> {
    /// What the solvers say. `told` are the facts that the board shows.
    pub(super) fn forced_wins(
        &self,
        before: &Board,
        after: Option<&Board>,
        told: &[Fact],
        solvers: &mut Solvers,
    ) -> Vec<Fact> {
        let opponent = !self.mover;
        let open = after.filter(|after| after.wins(opponent).is_empty());
        let (starts, mut facts) = self.own_win(open.is_some(), solvers);
        if starts == Some(true) {
            return facts;
        }
        // With nobody to win any more, or a five to come, there is nothing more to ask.
        let Some(after) = open else { return facts };
        let allowed = self.opponents_win(solvers);
        match allowed {
            Allowed::Win(win) => facts.push(Fact::AllowsWin(win)),
            Allowed::None { by_threats_too } => {
                if before.wins(opponent).is_empty() {
                    facts.extend(self.prevented(by_threats_too, solvers));
                }
                if after.wins(self.mover).is_empty() {
                    facts.extend(self.threatened(told, solvers));
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
        for means in [Means::Fours, Means::Threats] {
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
        let asked = [Means::Fours, Means::Threats].into_iter().filter(|means| !refuted.contains(means));
        for means in asked.filter(|_| goes_on) {
            let begun = solvers.win_begun_by(self.played, &self.after, means);
            match solvers.told(Question::StartsWin, means, begun) {
                Some(Some(win)) => return (Some(true), vec![Fact::StartsWin(win)]),
                Some(None) => {}
                None => return (None, Vec::new()),
            }
        }
        if had.is_none() {
            for (means, stop) in unknown {
                let _ = solvers.told::<()>(Question::MissesWin, means, Err(stop));
            }
        }
        (Some(false), had.map(Fact::MissesWin).into_iter().collect())
    }

    fn opponents_win(&self, solvers: &mut Solvers) -> Allowed {
        for means in [Means::Fours, Means::Threats] {
            let win = solvers.win(&self.after, !self.mover, means);
            match solvers.told(Question::AllowsWin, means, win) {
                Some(Some(win)) => return Allowed::Win(win),
                Some(None) => {}
                None if means == Means::Fours => return Allowed::Undecided,
                None => return Allowed::None { by_threats_too: false },
            }
        }
        Allowed::None { by_threats_too: true }
    }

    /// The win that the opponent would have had; one by threats only where it is sure to have none any more.
    fn prevented(&self, by_threats_too: bool, solvers: &mut Solvers) -> Option<Fact> {
        let tried = if by_threats_too { &[Means::Fours, Means::Threats][..] } else { &[Means::Fours] };
        for &means in tried {
            let win = solvers.win(self.before, !self.mover, means);
            match solvers.told(Question::PreventsWin, means, win) {
                Some(None) => {}
                found => return found.flatten().map(Fact::PreventsWin),
            }
        }
        None
    }

    fn threatened(&self, told: &[Fact], solvers: &mut Solvers) -> Option<Fact> {
        let win = solvers.win(&self.after, self.mover, Means::Fours);
        let win = solvers.told(Question::ThreatensWin, Means::Fours, win)??;
        let open_three =
            |fact: &Fact| matches!(fact, Fact::Makes { shape: Shape::OpenThree | Shape::DoubleThree, .. });
        let is_told = win.moves == 2 && told.iter().any(open_three);
        (!is_told).then_some(Fact::ThreatensWin(win))
    }
}

/// Whether the opponent has a forced win after a move.
enum Allowed {
    Win(ForcedWin),
    /// None by fours, and perhaps none by threats either.
    None {
        by_threats_too: bool,
    },
    Undecided,
}
