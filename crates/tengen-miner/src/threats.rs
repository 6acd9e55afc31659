//! Wins by threats.

use std::collections::HashMap;

use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;
use tengen_game::{Color, Direction, Point, Position};
use tengen_puzzles::{
    Alternatives, Answer, Exchange, Fault, Ground, Puzzle, Refusal, Soundness, Task, Theme, Themes, Then,
    ThreatTurn, Threats, check, quiet_ground, themes, win_by_fours,
};

use crate::find::{Dropped, set_up, winning_fours};
use crate::fours::Solver;

/// The nodes of a search for a win by threats in a game's position, and behind a single answer.
const FIRST_NODES: u64 = 10_000;
const LATER_NODES: u64 = 5_000;

/// The fours that one question may try.
const MOST_FOURS: u64 = 20_000;

/// The most turns of a proof, and the most positions in the proof that no other move wins. More of them are not for people.
const MOST_TURNS: usize = 60;
const MOST_LOST: usize = 150;

/// The most threats before the win by fours.
const MOST_EXCHANGES: usize = 4;

/// The puzzle of a position in which the side to move wins by threats and not by fours, or the reason for which it makes none; `None` where it
/// does not win so.
pub(crate) fn threats(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    let start = without_fours(position)?;
    let first = first_threat(position, FIRST_NODES)??;
    Some(Builder::new(start.side_to_move()).puzzle(start, first))
}

/// The puzzle of a position in which no four and no three wins, but a move that makes neither and threatens all the same; `None` where there is
/// no such move.
pub(crate) fn quiet(position: &Position) -> Option<Result<Puzzle, Dropped>> {
    let start = without_fours(position)?;
    let solver = start.side_to_move();
    if first_threat(position, FIRST_NODES)?.is_some() {
        return None;
    }
    let mut ground = Ground::new(&start);
    let threes = ground.threes(solver);
    let threats = Alternatives::All.of(&mut ground, solver)?;
    let quiet = threats.into_iter().map(|(point, _)| point).filter(|point| !threes.contains(point));
    let wins = |&point: &Point| Builder::new(solver).turn(&start, point, 0).is_ok();
    let first = quiet.into_iter().find(wins)?;
    Some(Builder::new(solver).puzzle(start, first))
}

/// The position without its moves, if no side has a four and the side to move does not win by fours.
fn without_fours(position: &Position) -> Option<Position> {
    let mut ground = Ground::new(position);
    let is_wanted =
        ground.is_quiet() && ground.wins_by_fours(position.side_to_move(), MOST_FOURS) == Some(false);
    is_wanted.then(|| set_up(position)).flatten()
}

/// The first move of a win by threats of the side to move, `Some(None)` where there is none, and `None` where it is not known.
fn first_threat(position: &Position, nodes: u64) -> Option<Option<Point>> {
    let limits = SolveLimits::nodes(nodes);
    let solution =
        vct(position, position.side_to_move(), &limits, &SystemClock::new(), &StopHandle::default());
    match solution.verdict {
        Verdict::Proved(proof) => Some(proof.first()),
        Verdict::Refuted => Some(None),
        Verdict::Unknown(_) => None,
    }
}

/// The judgement of a position in which the side to move is to win by threats.
pub(crate) fn judge(position: &Position) -> Soundness {
    try_judge(position).unwrap_or_else(Soundness::Faulty)
}

fn try_judge(position: &Position) -> Result<Soundness, Fault> {
    let solver = position.side_to_move();
    match quiet_ground(position)?.wins_by_fours(solver, MOST_FOURS) {
        Some(false) => {}
        Some(true) => return Err(Fault::FoursWin(1)),
        None => return Err(Fault::TooMany),
    }
    let start = set_up(position).ok_or(Fault::NotQuiet)?;
    let first = match first_threat(&start, FIRST_NODES) {
        Some(Some(first)) => first,
        Some(None) => match quiet(&start) {
            Some(Ok(puzzle)) => return Ok(Soundness::Sound(Box::new(puzzle))),
            // A quiet win is known; whether others win as well takes too long to find out.
            Some(Err(_)) => return Err(Fault::TooMany),
            None => return Ok(Soundness::Unsolvable),
        },
        None => return Err(Fault::TooMany),
    };
    match Builder::new(solver).puzzle(start.clone(), first) {
        Ok(puzzle) => Ok(Soundness::Sound(Box::new(puzzle))),
        Err(_) => several(start, first).ok_or(Fault::TooMany),
    }
}

/// The first turn of a win by threats at which several moves win; `None` where none is found.
fn several(start: Position, first: Point) -> Option<Soundness> {
    let mut builder = Builder::new(start.side_to_move());
    builder.turn(&start, first, 0).ok()?;
    let (mut position, mut attack) = (start, first);
    let mut after = Vec::new();
    for _ in 0..MOST_EXCHANGES {
        let mut points = vec![attack];
        points.extend(builder.others_that_win(&position, attack));
        if points.len() > 1 {
            return Some(Soundness::Several { after, points });
        }
        let turn = *builder.turn_of.get(&Ground::new(&position).key())?;
        let answers = builder.turns[turn].answers.clone();
        position.play_unchecked(attack);
        after.push(attack);
        let next = answers.iter().find_map(|(answer, then)| match then {
            Then::Turn(index) => Some((*answer, builder.turns[*index].attack)),
            Then::Fours(_) => None,
        });
        let Some((answer, next)) = next else {
            return answers.iter().find_map(|&(answer, _)| several_fours(&position, answer, &after));
        };
        position.play_unchecked(answer);
        after.push(answer);
        attack = next;
    }
    None
}

/// The choice among fours behind an answer, if there is one.
fn several_fours(position: &Position, answer: Point, before: &[Point]) -> Option<Soundness> {
    let mut position = position.clone();
    position.play_unchecked(answer);
    let Soundness::Several { after, points } = win_by_fours(&position, &mut Solver) else { return None };
    let after = before.iter().copied().chain([answer]).chain(after).collect();
    Some(Soundness::Several { after, points })
}

struct Builder {
    solver: Color,
    turns: Vec<ThreatTurn>,
    /// The turns by position.
    turn_of: HashMap<u64, usize>,
    lost: Vec<Vec<Refusal>>,
    /// The positions without a win.
    lost_of: HashMap<u64, usize>,
}

impl Builder {
    fn new(solver: Color) -> Builder {
        Builder {
            solver,
            turns: Vec::new(),
            turn_of: HashMap::new(),
            lost: Vec::new(),
            lost_of: HashMap::new(),
        }
    }

    fn puzzle(mut self, start: Position, first: Point) -> Result<Puzzle, Dropped> {
        let refusals = self.refuse_others(&start, first)?;
        self.turn(&start, first, 0)?;
        let (exchanges, fours) = self.exchanges(&start, first, refusals, 1)?;
        let counter = winning_fours(&start, !self.solver).unwrap_or_default();
        let mut ground = Ground::new(&start);
        let themes = themes(&mut ground, self.solver, &exchanges, &fours);
        let threats = Threats { exchanges, fours, counter, turns: self.turns, lost: self.lost };
        let puzzle = Puzzle { start, task: Task::Threats(threats), themes, rating: 0, level: 0 };
        check(&puzzle)?;
        Ok(puzzle)
    }

    /// The answers to all threats but `right`, each with the proof that no win is left.
    fn refuse_others(&mut self, position: &Position, right: Point) -> Result<Vec<Refusal>, Dropped> {
        let mut ground = Ground::new(position);
        let threats = Alternatives::All.of(&mut ground, self.solver).ok_or(Dropped::TooMany)?;
        let others = threats.into_iter().filter(|&(point, _)| point != right);
        // Most candidates have a second solution, which is found sooner than the proof that one of them has none.
        let answers: Result<Vec<_>, Dropped> =
            others.map(|(attack, forced)| Ok((attack, self.answer(position, attack, forced)?))).collect();
        answers?.into_iter().map(|(attack, answer)| self.refused(position, attack, answer)).collect()
    }

    /// The other threats that win as well.
    fn others_that_win(&self, position: &Position, right: Point) -> Vec<Point> {
        let threats = Alternatives::All.of(&mut Ground::new(position), self.solver).unwrap_or_default();
        let others = threats.into_iter().map(|(point, _)| point).filter(|&point| point != right);
        others.filter(|&point| Builder::new(self.solver).turn(position, point, 0).is_ok()).collect()
    }

    /// A threat with an answer after which no win is left, and the proof of that.
    fn refused(&mut self, position: &Position, attack: Point, answer: Point) -> Result<Refusal, Dropped> {
        let mut after = position.clone();
        after.play_unchecked(attack);
        after.play_unchecked(answer);
        Ok(Refusal { attack, answer, then: self.lose(&after)? })
    }

    /// An answer to a threat after which no win is left.
    fn answer(&self, position: &Position, attack: Point, forced: Option<Point>) -> Result<Point, Dropped> {
        let mut after = position.clone();
        after.play_unchecked(attack);
        let answers = match forced {
            Some(answer) => vec![answer],
            None => self.likely_answers(&after),
        };
        for answer in answers {
            if after.check(answer).is_err() {
                continue;
            }
            after.play_unchecked(answer);
            let is_lost = !after.is_over() && first_threat(&after, LATER_NODES) == Some(None);
            if is_lost {
                return Ok(answer);
            }
            after.undo();
        }
        Err(Dropped::SecondSolution)
    }

    /// The answers to a threat that may stop it: the points of the threatened win, and the fours of the defender.
    fn likely_answers(&self, after: &Position) -> Vec<Point> {
        let mut ground = Ground::new(after);
        let mut answers = Vec::new();
        let line = winning_fours(after, self.solver).unwrap_or_default();
        ground.follow(self.solver, &line, |ground, index, answer| {
            answers.push(line[index]);
            if let Ok(Answer::Forced(answer)) = answer {
                answers.push(*answer);
            }
            if index + 1 == line.len() {
                ground.make(line[index], self.solver);
                answers.extend(ground.fives(self.solver));
                ground.unmake(line[index], self.solver);
            }
            true
        });
        answers.extend(ground.fours(!self.solver).into_iter().map(|(point, _)| point));
        // Other points on the rows of the threat stop it from further away.
        answers.extend(ground.threes(self.solver));
        let mut seen = Vec::new();
        answers.retain(|point| {
            !seen.contains(point) && {
                seen.push(*point);
                true
            }
        });
        answers
    }

    /// The node of a position in which the solver, who is to move, has no win.
    fn lose(&mut self, position: &Position) -> Result<usize, Dropped> {
        let mut ground = Ground::new(position);
        if let Some(&node) = self.lost_of.get(&ground.key()) {
            return Ok(node);
        }
        if ground.wins_by_fours(self.solver, MOST_FOURS) != Some(false) {
            return Err(Dropped::TooMany);
        }
        let threats = Alternatives::Threes.of(&mut ground, self.solver).ok_or(Dropped::TooMany)?;
        let mut refusals = Vec::new();
        for (attack, forced) in threats {
            let answer = self.answer(position, attack, forced)?;
            refusals.push(self.refused(position, attack, answer)?);
        }
        if self.lost.len() >= MOST_LOST {
            return Err(Dropped::TooMany);
        }
        self.lost.push(refusals);
        let node = self.lost.len() - 1;
        self.lost_of.insert(ground.key(), node);
        Ok(node)
    }

    /// The turn of a position in which the solver, who is to move, wins with this threat.
    fn turn(&mut self, position: &Position, attack: Point, depth: usize) -> Result<usize, Dropped> {
        let mut ground = Ground::new(position);
        let key = ground.key();
        if let Some(&turn) = self.turn_of.get(&key) {
            return Ok(turn);
        }
        if self.turns.len() >= MOST_TURNS || depth > 2 * MOST_EXCHANGES {
            return Err(Dropped::TooMany);
        }
        let mut after = position.clone();
        after.play_unchecked(attack);
        let mut answers = Vec::new();
        let mut threat = Vec::new();
        match ground.four(self.solver, attack) {
            Ok(Answer::Forced(answer)) => answers.push((answer, self.then(&mut after, answer, depth)?)),
            Ok(_) => return Err(Dropped::Shorter),
            Err(_) => {
                threat = winning_fours(&after, self.solver).ok_or(Dropped::TooMany)?;
                ground.make(attack, self.solver);
                let points: Vec<Point> = after.legal_moves().collect();
                for point in points {
                    ground.make(point, !self.solver);
                    let wins = ground.wins_by(self.solver, &threat);
                    ground.unmake(point, !self.solver);
                    if !wins {
                        answers.push((point, self.then(&mut after, point, depth)?));
                    }
                }
            }
        }
        self.turns.push(ThreatTurn { attack, threat, answers });
        let turn = self.turns.len() - 1;
        self.turn_of.insert(key, turn);
        Ok(turn)
    }

    /// The continuation after an answer.
    fn then(&mut self, after: &mut Position, answer: Point, depth: usize) -> Result<Then, Dropped> {
        after.play_unchecked(answer);
        let then = self.win(after, depth);
        after.undo();
        then
    }

    fn win(&mut self, position: &Position, depth: usize) -> Result<Then, Dropped> {
        if position.is_over() {
            return Err(Dropped::Lost);
        }
        // A five at once is a line of one move.
        if let Some(&five) = Ground::new(position).fives(self.solver).first() {
            return Ok(Then::Fours(vec![five]));
        }
        if let Some(line) = winning_fours(position, self.solver) {
            return Ok(Then::Fours(line));
        }
        let first = first_threat(position, FIRST_NODES).flatten().ok_or(Dropped::Lost)?;
        Ok(Then::Turn(self.turn(position, first, depth + 1)?))
    }

    /// The exchanges from a turn on whose continuation is unique, and the fours behind them. Of several answers the one is taken that
    /// lasts longest.
    fn exchanges(
        &mut self,
        position: &Position,
        attack: Point,
        refusals: Vec<Refusal>,
        depth: usize,
    ) -> Result<(Vec<Exchange>, Vec<Point>), Dropped> {
        let key = Ground::new(position).key();
        let turn = self.turn_of.get(&key).copied().ok_or(Dropped::TooMany)?;
        let mut left = self.turns[turn].answers.clone();
        let mut after = position.clone();
        after.play_unchecked(attack);
        let mut reason = Dropped::SecondSolution;
        // Threats behind an answer before fours, and more fours before fewer.
        let rank = |then: &Then| match then {
            Then::Turn(_) => usize::MAX,
            Then::Fours(line) => line.len(),
        };
        // Of several answers of one rank the first is taken.
        while let Some(index) = (0..left.len()).rev().max_by_key(|&index| rank(&left[index].1)) {
            let (answer, then) = left.remove(index);
            after.play_unchecked(answer);
            let found = match then {
                Then::Turn(index) if depth < MOST_EXCHANGES => {
                    let next = self.turns[index].attack;
                    let kept = self.lost.len();
                    let result = self.refuse_others(&after, next);
                    let result =
                        result.and_then(|refusals| self.exchanges(&after, next, refusals, depth + 1));
                    if result.is_err() {
                        // What was written for an answer that is not taken is not needed.
                        self.lost.truncate(kept);
                        self.lost_of.retain(|_, node| *node < kept);
                    }
                    result
                }
                Then::Turn(_) => Err(Dropped::TooMany),
                Then::Fours(line) => self.only_fours(&after, line),
            };
            after.undo();
            match found {
                Ok((mut exchanges, fours)) => {
                    exchanges.insert(0, Exchange { attack, answer, refusals });
                    return Ok((exchanges, fours));
                }
                Err(other) => reason = other,
            }
        }
        Err(reason)
    }

    /// The fours, if they are the only ones that win.
    fn only_fours(
        &self,
        position: &Position,
        line: Vec<Point>,
    ) -> Result<(Vec<Exchange>, Vec<Point>), Dropped> {
        let is_five = line.len() == 1 && Ground::new(position).wins(line[0], self.solver);
        if is_five {
            return Err(Dropped::Trivial);
        }
        if line.len() > 1 {
            let start = set_up(position).ok_or(Dropped::TooMany)?;
            let is_four = !Ground::new(position).fives(!self.solver).is_empty();
            // The check of a puzzle of fours wants a quiet position, which the end of a puzzle of threats need not have.
            if !is_four {
                let task = Task::Fours { line: line.clone(), counter: Vec::new() };
                check(&Puzzle { start, task, themes: Themes::default(), rating: 0, level: 0 })?;
            }
        }
        Ok((Vec::new(), line))
    }
}

fn themes(ground: &mut Ground, solver: Color, exchanges: &[Exchange], fours: &[Point]) -> Themes {
    let mut themes = Themes::from_iter([Theme::Threes]);
    let first = exchanges[0].attack;
    if !ground.threes(solver).contains(&first) {
        themes.insert(Theme::Quiet);
    }
    for exchange in exchanges {
        if is_double_three(ground, solver, exchange.attack) {
            themes.insert(Theme::DoubleThree);
        }
        ground.exchange(solver, exchange.attack, exchange.answer);
    }
    let later = themes::of_fours(ground, solver, fours);
    themes = themes.iter().chain(later.iter().filter(|&theme| theme != Theme::Fours)).collect();
    for exchange in exchanges.iter().rev() {
        ground.take_back(solver, exchange.attack, exchange.answer);
    }
    if exchanges.len() + fours.len() >= themes::LONG {
        themes.insert(Theme::Long);
    }
    themes
}

/// Whether a move makes three stones in each of two rows that become open fours.
fn is_double_three(ground: &mut Ground, solver: Color, attack: Point) -> bool {
    let size = ground.board().size();
    if ground.four(solver, attack).is_ok() {
        return false;
    }
    ground.make(attack, solver);
    let mut makes_open_four = |direction: Direction| {
        let (dx, dy) = direction.step();
        let mut beside = (-4..=4).filter_map(|k| attack.offset(k * dx, k * dy, size));
        beside.any(|point| matches!(ground.four(solver, point), Ok(Answer::Unstoppable(None))))
    };
    let count = Direction::ALL.into_iter().filter(|&direction| makes_open_four(direction)).count();
    ground.unmake(attack, solver);
    count >= 2
}
