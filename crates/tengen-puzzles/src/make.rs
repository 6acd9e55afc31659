//! Puzzles of positions: for an editor, for the mistakes of a person's own games, and for games in which puzzles are looked for.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};
use tengen_game::{Color, Point, Position};

use crate::check::{Fault, MOST_FOURS, check};
use crate::ground::{Answer, Ground};
use crate::puzzle::{Puzzle, Refutation, Task, Theme, Themes};
use crate::{text, themes};

/// The most fours of a line that is looked for.
const MOST_LENGTH: usize = 60;

/// The judgement of a position as a puzzle.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Soundness {
    /// It is one. In messages the puzzle is its text.
    Sound(#[serde(with = "text::serde")] Box<Puzzle>),
    /// It has several solutions: after these moves, each of these points solves the task. There may be more, where the search ended.
    Several {
        /// The moves of both sides before the choice; none where it is that of the first move.
        after: Vec<Point>,
        /// The points, two at least.
        points: Vec<Point>,
    },
    /// The task has no solution.
    Unsolvable,
    /// There is no win to prevent.
    NothingThreatened,
    /// It is no puzzle for another reason.
    Faulty(Fault),
}

/// Looks for the fours with which a side that is to move wins: the shortest line, up to the four that cannot be stopped.
pub trait FourFinder {
    /// The line; `None` where there is none.
    ///
    /// # Errors
    /// When there are too many possibilities to try all.
    fn find(&mut self, ground: &mut Ground, attacker: Color) -> Result<Option<Vec<Point>>, Fault>;
}

/// Tries every four, by the rules alone.
#[derive(Clone, Copy, Debug, Default)]
pub struct AllFours;

impl FourFinder for AllFours {
    fn find(&mut self, ground: &mut Ground, attacker: Color) -> Result<Option<Vec<Point>>, Fault> {
        match ground.wins_by_fours(attacker, MOST_FOURS) {
            None => Err(Fault::TooMany),
            Some(false) => Ok(None),
            Some(true) => {
                let mut search = Shortest { attacker, left: MOST_FOURS, lost: HashMap::new() };
                // A win exists, so that the search ends with it or with its limit.
                let found = (1..=MOST_LENGTH).find_map(|fours| search.within(ground, fours).transpose());
                found.unwrap_or(Err(Fault::TooMany)).map(Some)
            }
        }
    }
}

/// The search for the shortest win by fours.
struct Shortest {
    attacker: Color,
    /// The fours that may still be tried.
    left: u64,
    /// The number of fours with which a position, by its key, is not won.
    lost: HashMap<u64, usize>,
}

impl Shortest {
    /// A line of at most so many fours.
    fn within(&mut self, ground: &mut Ground, fours: usize) -> Result<Option<Vec<Point>>, Fault> {
        if let Some(&five) = ground.fives(self.attacker).first() {
            return Ok(Some(vec![five]));
        }
        let key = ground.key();
        if fours == 0 || self.lost.get(&key).is_some_and(|&lost| lost >= fours) {
            return Ok(None);
        }
        let attacks = ground.fours(self.attacker);
        ground.spend(&mut self.left, attacks.len()).ok_or(Fault::TooMany)?;
        if let Some((last, _)) = attacks.iter().find(|(_, answer)| !matches!(answer, Answer::Forced(_))) {
            return Ok(Some(vec![*last]));
        }
        for (attack, answer) in attacks {
            let Answer::Forced(answer) = answer else { continue };
            ground.exchange(self.attacker, attack, answer);
            let found = self.within(ground, fours - 1);
            ground.take_back(self.attacker, attack, answer);
            if let Some(mut line) = found? {
                line.insert(0, attack);
                return Ok(Some(line));
            }
        }
        self.lost.insert(key, fours);
        Ok(None)
    }
}

/// The task of winning by fours in a position. The puzzle has themes, and no difficulty yet.
pub fn win_by_fours(position: &Position, finder: &mut dyn FourFinder) -> Soundness {
    judged(try_win_by_fours(position, finder))
}

/// The task of preventing a win by fours of the other side. The search ends with `most` points that do, two at least. The puzzle has no difficulty yet.
pub fn only_defence(position: &Position, most: usize, finder: &mut dyn FourFinder) -> Soundness {
    judged(try_only_defence(position, most, finder))
}

fn judged(result: Result<Soundness, Fault>) -> Soundness {
    result.unwrap_or_else(Soundness::Faulty)
}

/// The board of a position in which a puzzle can begin: the game goes on, and no side has a four.
///
/// # Errors
/// When no puzzle can begin there.
pub fn quiet_ground(position: &Position) -> Result<Ground, Fault> {
    let ground = Ground::new(position);
    if !Puzzle::RULES.contains(&position.rule()) {
        return Err(Fault::Rule(position.rule()));
    }
    // Neither the text of a puzzle nor a set can tell of blocked points.
    let has_blocked = position.size().points().any(|point| position.board().is_blocked(point));
    if position.is_over() || !ground.is_quiet() || has_blocked { Err(Fault::NotQuiet) } else { Ok(ground) }
}

/// The puzzle of a position, without the moves that led to it.
fn puzzle(position: &Position, task: Task, themes: Themes) -> Result<Puzzle, Fault> {
    let start = Position::from_board(position.rule(), position.board().clone(), position.side_to_move());
    // The stones are those of a position, so that no two sides have won.
    let start = start.map_err(|_| Fault::NotQuiet)?;
    Ok(Puzzle { start, task, themes, rating: 0, level: 0 })
}

fn try_win_by_fours(position: &Position, finder: &mut dyn FourFinder) -> Result<Soundness, Fault> {
    let mut ground = quiet_ground(position)?;
    let solver = position.side_to_move();
    let Some(line) = finder.find(&mut ground, solver)? else { return Ok(Soundness::Unsolvable) };
    let counter = finder.find(&mut ground, !solver)?.unwrap_or_default();
    let themes = themes::of_fours(&mut ground, solver, &line);
    let puzzle = puzzle(position, Task::Fours { line: line.clone(), counter }, themes)?;
    match check(&puzzle) {
        Ok(()) => Ok(Soundness::Sound(Box::new(puzzle))),
        Err(Fault::SecondSolution(_) | Fault::Shorter(_) | Fault::Trivial) => {
            several_wins(&mut ground, solver, &line)
        }
        Err(fault) => Err(fault),
    }
}

/// The first turn of a line at which several fours win.
fn several_wins(ground: &mut Ground, solver: Color, line: &[Point]) -> Result<Soundness, Fault> {
    let mut after = Vec::new();
    for &attack in line {
        let mut points = vec![attack];
        for (other, answer) in ground.fours(solver) {
            if other != attack && wins_with(ground, solver, other, &answer)? {
                points.push(other);
            }
        }
        if points.len() > 1 {
            return Ok(Soundness::Several { after, points });
        }
        let Ok(Answer::Forced(answer)) = ground.four(solver, attack) else { break };
        ground.exchange(solver, attack, answer);
        after.extend([attack, answer]);
    }
    // The check has found a second solution, so that this is not reached.
    Err(Fault::Trivial)
}

fn wins_with(ground: &mut Ground, solver: Color, attack: Point, answer: &Answer) -> Result<bool, Fault> {
    let &Answer::Forced(answer) = answer else { return Ok(true) };
    ground.exchange(solver, attack, answer);
    let wins = ground.wins_by_fours(solver, MOST_FOURS);
    ground.take_back(solver, attack, answer);
    wins.ok_or(Fault::TooMany)
}

fn try_only_defence(
    position: &Position,
    most: usize,
    finder: &mut dyn FourFinder,
) -> Result<Soundness, Fault> {
    let mut ground = quiet_ground(position)?;
    let solver = position.side_to_move();
    let Some(threat) = finder.find(&mut ground, !solver)? else { return Ok(Soundness::NothingThreatened) };
    if let Some(&(four, _)) = ground.fours(solver).first() {
        return Err(Fault::OwnFour(four.on(position.size())));
    }
    let mut refutations = vec![Refutation { after: Vec::new(), line: threat }];
    let mut saving = Vec::new();
    for point in position.legal_moves() {
        ground.make(point, solver);
        let known = refutations.iter().position(|one| ground.wins_by(!solver, &one.line));
        let found = if known.is_none() { finder.find(&mut ground, !solver) } else { Ok(None) };
        ground.unmake(point, solver);
        match (known, found?) {
            (Some(0), _) => {}
            (Some(index), _) => refutations[index].after.push(point),
            (None, Some(line)) => refutations.push(Refutation { after: vec![point], line }),
            (None, None) => saving.push(point),
        }
        if saving.len() >= most.max(2) {
            break;
        }
    }
    match saving[..] {
        [] => Ok(Soundness::Unsolvable),
        [saves] => {
            let task = Task::Defence { saves, refutations };
            let puzzle = puzzle(position, task, Themes::from_iter([Theme::Defence]))?;
            check(&puzzle)?;
            Ok(Soundness::Sound(Box::new(puzzle)))
        }
        _ => Ok(Soundness::Several { after: Vec::new(), points: saving }),
    }
}
