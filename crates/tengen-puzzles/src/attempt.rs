//! A solver's attempt at a puzzle, judged by the rules and the puzzle's own solution.

use tengen_game::{Color, Outcome, PlayError, Point, Position};

use crate::check::MOST_FOURS;
use crate::ground::{Answer, FourFault, Ground};
use crate::puzzle::{Puzzle, Refusal, Task};

/// The state of an attempt: the moves so far were right.
#[derive(Clone, Debug, PartialEq)]
pub struct Attempt {
    puzzle: Puzzle,
    position: Position,
    is_solved: bool,
}

/// The judgement of a solver's move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The move is right, and this is the answer; the solver is to move again.
    Right(Point),
    /// The puzzle is solved.
    Solved,
    /// The move is wrong. The position is as before it.
    Wrong(Refuted),
}

/// A wrong move with its refutation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refuted {
    /// The mistake.
    pub mistake: Mistake,
    /// The wrong move and what follows, each with its side.
    pub moves: Vec<(Point, Color)>,
}

/// The kind of a mistake.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mistake {
    /// The move makes no four where only fours win.
    NoFour,
    /// The move threatens nothing.
    NoThreat,
    /// The other side stops the threat, and no win by threats is left.
    NoWinLeft,
    /// The other side stops the four, and no win by fours is left.
    NoFoursLeft,
    /// The move wins as well, but another one decides at once. It is no miss.
    Slower,
    /// The solver has made its threats, and could win by fours alone.
    FoursWin,
    /// The other side wins by force.
    Loses,
}

impl Attempt {
    /// The beginning of an attempt.
    pub fn new(puzzle: Puzzle) -> Attempt {
        let position = puzzle.start.clone();
        Attempt { puzzle, position, is_solved: false }
    }

    /// The puzzle.
    pub fn puzzle(&self) -> &Puzzle {
        &self.puzzle
    }

    /// The position after the right moves so far.
    pub fn position(&self) -> &Position {
        &self.position
    }

    /// Whether the puzzle is solved.
    pub fn is_solved(&self) -> bool {
        self.is_solved
    }

    /// The number of moves that the solver has made.
    pub fn turn(&self) -> usize {
        (self.position.moves().len() - self.puzzle.start.moves().len()) / 2
    }

    /// The right move; `None` after the last one. At the end of a line others may be right as well.
    pub fn right_move(&self) -> Option<Point> {
        if self.is_solved {
            return None;
        }
        let turn = self.turn();
        match &self.puzzle.task {
            Task::Fours { line, .. } => line.get(turn).copied(),
            Task::Threats(threats) => match threats.exchanges.get(turn) {
                Some(exchange) => Some(exchange.attack),
                None => threats.fours.get(turn - threats.exchanges.len()).copied(),
            },
            Task::Defence { saves, .. } => Some(*saves),
        }
    }

    /// The moves since the start, each with its side.
    pub fn played(&self) -> Vec<(Point, Color)> {
        let first = self.puzzle.start.moves().len();
        let points = self.position.moves()[first..].iter().filter_map(|played| played.point());
        points.zip([self.puzzle.solver(), !self.puzzle.solver()].into_iter().cycle()).collect()
    }

    /// The whole solution with the answers of the puzzle, each move with its side. A win goes on to the five where the other side may still
    /// answer.
    pub fn solution(&self) -> Vec<(Point, Color)> {
        let mut rest = Attempt::new(self.puzzle.clone());
        while let Some(right) = rest.right_move() {
            if !matches!(rest.play(right), Ok(Verdict::Right(_) | Verdict::Solved)) {
                break;
            }
        }
        let mut moves = rest.played();
        moves.extend(rest.end());
        moves
    }

    /// The moves after a win that can still be answered, until the winning row: the answer first. None before the puzzle is solved, and none
    /// after a defence.
    pub fn end(&self) -> Vec<(Point, Color)> {
        match self.puzzle.task {
            Task::Fours { .. } | Task::Threats(_) if self.is_solved => {
                last_moves(&self.position, self.puzzle.solver())
            }
            _ => Vec::new(),
        }
    }

    /// Judges the solver's next move. A wrong move leaves the position as it is.
    ///
    /// # Errors
    /// When the move is not legal.
    pub fn play(&mut self, played: Point) -> Result<Verdict, PlayError> {
        self.position.check(played)?;
        let Some(right) = self.right_move() else { return Err(PlayError::GameOver) };
        Ok(match &self.puzzle.task {
            Task::Fours { line, counter } => {
                let is_last = self.turn() + 1 == line.len();
                let counter = counter.clone();
                self.play_four(played, right, is_last, &counter)
            }
            Task::Threats(threats) => {
                let Some(exchange) = threats.exchanges.get(self.turn()) else {
                    let is_last = self.turn() + 1 == threats.exchanges.len() + threats.fours.len();
                    return Ok(self.play_end(played, right, is_last));
                };
                if played == right {
                    let answer = exchange.answer;
                    self.position.play_unchecked(played);
                    self.position.play_unchecked(answer);
                    return Ok(Verdict::Right(answer));
                }
                Verdict::Wrong(self.refused(played, &exchange.refusals, &threats.counter))
            }
            Task::Defence { .. } if played == right => {
                self.position.play_unchecked(played);
                self.is_solved = true;
                Verdict::Solved
            }
            Task::Defence { refutations, .. } => {
                let line = Task::refutation(refutations, played).map_or(Vec::new(), |one| one.line.clone());
                Verdict::Wrong(self.lost(played, &line))
            }
        })
    }

    /// Judges a move at the end of a win by threats, where fours alone win. Another three might win as well, and later.
    fn play_end(&mut self, played: Point, right: Point, is_last: bool) -> Verdict {
        match self.play_four(played, right, is_last, &[]) {
            Verdict::Wrong(refuted) if refuted.mistake == Mistake::NoFour => {
                Verdict::Wrong(Refuted { mistake: Mistake::FoursWin, ..refuted })
            }
            verdict => verdict,
        }
    }

    /// The refutation of a move that is not the right threat.
    fn refused(&self, played: Point, refusals: &[Refusal], counter: &[Point]) -> Refuted {
        let solver = self.puzzle.solver();
        if let Some(refusal) = refusals.iter().find(|refusal| refusal.attack == played) {
            let moves = vec![(played, solver), (refusal.answer, !solver)];
            return Refuted { mistake: Mistake::NoWinLeft, moves };
        }
        let fives = Ground::new(&self.position).fives(!solver);
        let lost = self.lost(played, if fives.is_empty() { counter } else { &fives });
        if lost.mistake == Mistake::Loses { lost } else { Refuted { mistake: Mistake::NoThreat, ..lost } }
    }

    fn play_four(&mut self, played: Point, right: Point, is_last: bool, counter: &[Point]) -> Verdict {
        let solver = self.puzzle.solver();
        let mut ground = Ground::new(&self.position);
        let answer = ground.four(solver, played);
        match answer {
            Ok(Answer::Won | Answer::Unstoppable(_)) if is_last => {
                self.position.play_unchecked(played);
                self.is_solved = true;
                Verdict::Solved
            }
            Ok(Answer::Forced(answer)) if played == right => {
                self.position.play_unchecked(played);
                self.position.play_unchecked(answer);
                Verdict::Right(answer)
            }
            Ok(Answer::Forced(answer)) => {
                // A four that is put in before the last one may keep the win.
                ground.exchange(solver, played, answer);
                let still_wins = is_last && ground.wins_by_fours(solver, MOST_FOURS) == Some(true);
                let mistake = if still_wins { Mistake::Slower } else { Mistake::NoFoursLeft };
                Verdict::Wrong(Refuted { mistake, moves: vec![(played, solver), (answer, !solver)] })
            }
            // The check leaves no puzzle with a second four that cannot be stopped before the end.
            Ok(Answer::Won | Answer::Unstoppable(_)) => {
                Verdict::Wrong(Refuted { mistake: Mistake::Slower, moves: vec![(played, solver)] })
            }
            Err(fault) => {
                let refuted = match fault {
                    FourFault::Ignores => ground.fives(!solver),
                    FourFault::Illegal | FourFault::NoFour => counter.to_vec(),
                };
                let lost = self.lost(played, &refuted);
                if lost.moves.len() > 1 {
                    return Verdict::Wrong(lost);
                }
                Verdict::Wrong(Refuted { mistake: Mistake::NoFour, ..lost })
            }
        }
    }

    /// A wrong move with the fours by which the other side wins after it, until its five; without these where they do not win.
    fn lost(&self, played: Point, line: &[Point]) -> Refuted {
        let solver = self.puzzle.solver();
        let mut position = self.position.clone();
        let mut moves = vec![(played, solver)];
        position.play_unchecked(played);
        for &attack in line {
            if position.is_over() || position.side_to_move() == solver {
                break;
            }
            let answer = Ground::new(&position).four(!solver, attack);
            let Ok(answer) = answer else { break };
            moves.push((attack, !solver));
            position.play_unchecked(attack);
            if let Answer::Forced(answer) = answer {
                moves.push((answer, solver));
                position.play_unchecked(answer);
            }
        }
        moves.extend(last_moves(&position, !solver));
        let wins = moves.last().is_some_and(|&(_, color)| color != solver) && moves.len() > 1;
        let is_over = position.outcome().and_then(Outcome::winner) == Some(!solver);
        if wins && (is_over || !Ground::new(&position).fives(!solver).is_empty()) {
            return Refuted { mistake: Mistake::Loses, moves };
        }
        Refuted { mistake: Mistake::NoFour, moves: vec![(played, solver)] }
    }
}

/// The answer that suggests itself to a four that cannot be stopped, and the five; nothing if the answer is forbidden or the game is over.
fn last_moves(position: &Position, winner: Color) -> Vec<(Point, Color)> {
    let ground = Ground::new(position);
    if position.is_over() || position.side_to_move() == winner {
        return Vec::new();
    }
    let fives = ground.fives(winner);
    let stop = fives.iter().copied().find(|&five| ground.is_legal(five, !winner));
    let five = fives.iter().copied().find(|&five| Some(five) != stop);
    match (stop, five) {
        (Some(stop), Some(five)) => vec![(stop, !winner), (five, winner)],
        _ => Vec::new(),
    }
}
