//! Wins by threats: the check of their proofs, and the moves that threaten something.

use std::collections::HashSet;

use tengen_game::{Color, Point};

use crate::check::{Fault, MOST_FOURS, check_fours};
use crate::ground::{Answer, Ground};
use crate::puzzle::{Refusal, Then, ThreatTurn, Threats};

/// The moves of a side that threaten something: they make a four, or threaten to win by fours.
///
/// At the solver's own turns any point counts. In the positions behind an alternative, only fours and threes do, open or not, as in a win by
/// continuous threats (VCT).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Alternatives {
    /// Every move that threatens something.
    All,
    /// The fours and threes among them.
    Threes,
}

impl Alternatives {
    /// The threats of the attacker, who is to move and cannot win by fours; each with its only answer if it is a four. `None` if there are
    /// too many possibilities.
    pub fn of(self, ground: &mut Ground, attacker: Color) -> Option<Vec<(Point, Option<Point>)>> {
        let stops = ground.fives(!attacker);
        let points = match (&stops[..], self) {
            ([], Alternatives::All) => ground.board().empty_points().collect(),
            ([], Alternatives::Threes) => ground.threes(attacker),
            // Of several fives the attacker can stop only one.
            ([one], _) => vec![*one],
            _ => Vec::new(),
        };
        let mut threats = Vec::new();
        for point in points {
            match ground.four(attacker, point) {
                Ok(Answer::Forced(answer)) => threats.push((point, Some(answer))),
                Ok(Answer::Won | Answer::Unstoppable(_)) => return None,
                Err(_) if !ground.is_legal(point, attacker) => {}
                Err(_) => {
                    ground.make(point, attacker);
                    let threatens = ground.wins_by_fours(attacker, MOST_FOURS);
                    ground.unmake(point, attacker);
                    if threatens? {
                        threats.push((point, None));
                    }
                }
            }
        }
        Some(threats)
    }
}

/// The most positions of a proof. Those of puzzles for people have some hundred.
const MOST_POSITIONS: usize = 2_000;

/// Checks a puzzle of threats: its first move wins against every answer, and at each turn of the solver no other threat wins.
pub(crate) fn check(ground: &mut Ground, solver: Color, threats: &Threats) -> Result<(), Fault> {
    let size = ground.board().size();
    if threats.exchanges.is_empty() || threats.fours.is_empty() {
        return Err(Fault::NoWin(threats.fours.len()));
    }
    let root = threats.turns.len().checked_sub(1).ok_or(Fault::Circle)?;
    let first = threats.exchanges[0].attack;
    if !threats.counter.is_empty() && !ground.wins_by(!solver, &threats.counter) {
        return Err(Fault::NotRefuted(first.on(size)));
    }
    Proved { solver, turns: &threats.turns, known: HashSet::new() }.turn(ground, root)?;
    follows_proof(threats, root).map_err(|attack| Fault::NotProved(attack.on(size)))?;
    let mut made = 0;
    let mut result = Ok(());
    for (index, exchange) in threats.exchanges.iter().enumerate() {
        result = check_exchange(ground, solver, threats, index);
        if result.is_err() {
            break;
        }
        ground.exchange(solver, exchange.attack, exchange.answer);
        made += 1;
    }
    if result.is_ok() {
        result = check_fours(ground, solver, &threats.fours, &[], false);
    }
    for exchange in threats.exchanges[..made].iter().rev() {
        ground.take_back(solver, exchange.attack, exchange.answer);
    }
    result
}

/// Checks that each exchange is one of the proof: its move is that of the turn, and its answer leads to the turn of the next one. The error is
/// the first move that is not.
fn follows_proof(threats: &Threats, root: usize) -> Result<(), Point> {
    let mut next = Some(root);
    for exchange in &threats.exchanges {
        let turn = next.and_then(|index| threats.turns.get(index));
        let turn = turn.filter(|turn| turn.attack == exchange.attack).ok_or(exchange.attack)?;
        let then = turn.answers.iter().find(|(answer, _)| *answer == exchange.answer);
        next = match then {
            Some((_, Then::Turn(index))) => Some(*index),
            // Fours win behind all other answers.
            Some((_, Then::Fours(_))) | None => None,
        };
    }
    // The fours of the puzzle are checked by themselves, and they win only where no threat is needed any more.
    Ok(())
}

/// Checks that the move of an exchange is the only one that wins.
fn check_exchange(ground: &mut Ground, solver: Color, threats: &Threats, index: usize) -> Result<(), Fault> {
    let size = ground.board().size();
    let exchange = &threats.exchanges[index];
    match ground.wins_by_fours(solver, MOST_FOURS) {
        None => return Err(Fault::TooMany),
        Some(true) => return Err(Fault::FoursWin(index + 1)),
        Some(false) => {}
    }
    let alternatives = Alternatives::All.of(ground, solver).ok_or(Fault::TooMany)?;
    let answers = alternatives.iter().find(|&&(point, _)| point == exchange.attack);
    let is_answer = |forced: Option<Point>| forced.is_none_or(|forced| forced == exchange.answer);
    if !answers.is_some_and(|&(_, forced)| is_answer(forced)) {
        return Err(Fault::NotProved(exchange.attack.on(size)));
    }
    let mut lost = Lost { solver, lost: &threats.lost, known: HashSet::new() };
    let others: Vec<_> = alternatives.into_iter().filter(|&(point, _)| point != exchange.attack).collect();
    lost.refused(ground, &others, &exchange.refusals, threats.lost.len())?;
    ground.make(exchange.attack, solver);
    let is_legal = ground.is_legal(exchange.answer, !solver);
    ground.unmake(exchange.attack, solver);
    if is_legal { Ok(()) } else { Err(Fault::NotProved(exchange.answer.on(size))) }
}

/// The check that positions have no win left.
struct Lost<'a> {
    solver: Color,
    lost: &'a [Vec<Refusal>],
    /// The positions that are checked, by their key and the index of the node.
    known: HashSet<(u64, usize)>,
}

impl Lost<'_> {
    /// Checks that each of these threats is refused, and its refusal leads to a node before `limit`.
    fn refused(
        &mut self,
        ground: &mut Ground,
        threats: &[(Point, Option<Point>)],
        refusals: &[Refusal],
        limit: usize,
    ) -> Result<(), Fault> {
        let size = ground.board().size();
        for &(attack, forced) in threats {
            let refusal = refusals.iter().find(|refusal| refusal.attack == attack);
            let refusal = refusal.ok_or(Fault::SecondSolution(attack.on(size)))?;
            let is_answer = forced.is_none_or(|forced| forced == refusal.answer);
            if !is_answer || refusal.then >= limit {
                return Err(Fault::SecondSolution(attack.on(size)));
            }
            ground.make(attack, self.solver);
            let is_legal = ground.is_legal(refusal.answer, !self.solver);
            ground.unmake(attack, self.solver);
            if !is_legal {
                return Err(Fault::SecondSolution(attack.on(size)));
            }
            ground.exchange(self.solver, attack, refusal.answer);
            let result = self.node(ground, refusal.then);
            ground.take_back(self.solver, attack, refusal.answer);
            result.map_err(|fault| {
                if fault == Fault::TooMany { fault } else { Fault::SecondSolution(attack.on(size)) }
            })?;
        }
        Ok(())
    }

    /// Checks that the solver, who is to move, has no win left. Nodes lead to nodes before them, so that this ends.
    fn node(&mut self, ground: &mut Ground, index: usize) -> Result<(), Fault> {
        if !self.known.insert((ground.key(), index)) {
            return Ok(());
        }
        if self.known.len() > MOST_POSITIONS {
            return Err(Fault::TooMany);
        }
        match ground.wins_by_fours(self.solver, MOST_FOURS) {
            None => return Err(Fault::TooMany),
            Some(true) => return Err(Fault::FoursWin(0)),
            Some(false) => {}
        }
        let threats = Alternatives::Threes.of(ground, self.solver).ok_or(Fault::TooMany)?;
        let lost = self.lost;
        self.refused(ground, &threats, &lost[index], index)
    }
}

/// The check that the solver's threats win.
struct Proved<'a> {
    solver: Color,
    turns: &'a [ThreatTurn],
    /// The turns that are checked, with the positions in which they come up.
    known: HashSet<(u64, usize)>,
}

impl Proved<'_> {
    /// Checks a turn. Turns lead to turns before them, so that this ends.
    fn turn(&mut self, ground: &mut Ground, index: usize) -> Result<(), Fault> {
        if !self.known.insert((ground.key(), index)) {
            return Ok(());
        }
        if self.known.len() > MOST_POSITIONS {
            return Err(Fault::TooMany);
        }
        let size = ground.board().size();
        let turn = &self.turns[index];
        let fault = || Fault::NotProved(turn.attack.on(size));
        if turn.threat.is_empty() {
            let Ok(Answer::Forced(answer)) = ground.four(self.solver, turn.attack) else {
                return Err(fault());
            };
            let then = turn.answers.iter().find(|&&(point, _)| point == answer).ok_or(fault())?;
            ground.exchange(self.solver, turn.attack, answer);
            let result = self.then(ground, &then.1, index);
            ground.take_back(self.solver, turn.attack, answer);
            return result.and_then(|wins| if wins { Ok(()) } else { Err(fault()) });
        }
        let is_free = ground.fives(!self.solver).iter().all(|&five| five == turn.attack);
        if !is_free || !ground.is_legal(turn.attack, self.solver) {
            return Err(fault());
        }
        ground.make(turn.attack, self.solver);
        let result = self.answers(ground, turn, index);
        ground.unmake(turn.attack, self.solver);
        result
    }

    /// Checks every legal answer to a threat that is no four.
    fn answers(&mut self, ground: &mut Ground, turn: &ThreatTurn, index: usize) -> Result<(), Fault> {
        let size = ground.board().size();
        let points: Vec<Point> = ground.board().empty_points().collect();
        for point in points {
            if !ground.is_legal(point, !self.solver) {
                continue;
            }
            let named = turn.answers.iter().find(|(answer, _)| *answer == point);
            ground.make(point, !self.solver);
            let wins = match named {
                Some((_, then)) => self.then(ground, then, index),
                None => Ok(ground.wins_by(self.solver, &turn.threat)),
            };
            ground.unmake(point, !self.solver);
            if !wins? {
                return Err(Fault::NotProved(point.on(size)));
            }
        }
        Ok(())
    }

    fn then(&mut self, ground: &mut Ground, then: &Then, index: usize) -> Result<bool, Fault> {
        match then {
            Then::Fours(line) => Ok(ground.wins_by(self.solver, line)),
            Then::Turn(next) if *next < index => self.turn(ground, *next).map(|()| true),
            Then::Turn(_) => Err(Fault::Circle),
        }
    }
}
