//! Checks proofs of forced wins by the rules alone: every legal defence is played, not only those that the solver searched.
#![allow(dead_code, reason = "tests, benchmarks and fuzz targets each use a part of it")]

use std::collections::HashMap;
use std::num::NonZeroU16;

use tengen_analysis::{AttackerTurn, Proof};
use tengen_game::{Color, Key, Move, Outcome, Point, Position};

/// The moves that the attacker may play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Every move that does not win leaves the defender no other choice than to stop a five.
    Fours,
    /// Anything, as long as it wins.
    Anything,
}

/// Checks that `proof` proves a win of `attacker`, who moves first, and that its length and line are those of its
/// turns.
///
/// # Errors
/// The fault, and the moves after which it is found.
pub(crate) fn check(position: &Position, attacker: Color, kind: Kind, proof: &Proof) -> Result<(), String> {
    let mut start = start(position, attacker).ok_or("nobody moves any more")?;
    if proof.attacker != attacker {
        return Err(format!("{attacker} was to attack, not {}", proof.attacker));
    }
    for (index, turn) in proof.turns.iter().enumerate() {
        let next = turn.defences.iter().map(|&(_, next)| next).chain(turn.otherwise);
        if next.max().is_some_and(|next| next >= index) {
            return Err(format!("turn {index} leads to one that does not come before it"));
        }
        let named = turn.defences.iter().map(|(point, _)| *point);
        if named.clone().enumerate().any(|(n, point)| named.clone().skip(n + 1).any(|other| other == point)) {
            return Err(format!("turn {index} answers a defence twice"));
        }
    }
    let root = proof.turns.len().checked_sub(1).ok_or("a proof has at least one turn")?;
    check_line(start.clone(), attacker, proof)?;
    let mut checker = Checker { attacker, kind, turns: &proof.turns, known: HashMap::new() };
    let plies = checker.turn(&mut start, root)?;
    if plies != proof.plies {
        return Err(format!("the defender can hold out for {plies} plies, not {}", proof.plies));
    }
    Ok(())
}

/// The position with the attacker to move, and one move fewer to come if it is not its turn.
pub(crate) fn start(position: &Position, attacker: Color) -> Option<Position> {
    if position.is_over() {
        return None;
    }
    let start = Position::from_board(position.rule(), position.board().clone(), attacker).unwrap();
    let Some(most) = position.max_moves() else { return Some(start) };
    let left_out = usize::from(position.side_to_move() != attacker);
    let left = usize::from(most.get()).checked_sub(position.moves().len() + left_out)?;
    Some(start.with_max_moves(Some(NonZeroU16::new(left as u16)?)))
}

struct Checker<'a> {
    attacker: Color,
    kind: Kind,
    turns: &'a [AttackerTurn],
    /// The lengths of the turns that were checked, each with the position that it was checked in.
    known: HashMap<(usize, Key), u32>,
}

impl Checker<'_> {
    /// Checks a turn of the attacker's; how many plies the defender can hold out.
    fn turn(&mut self, position: &mut Position, index: usize) -> Result<u32, String> {
        let turn: &AttackerTurn = &self.turns[index];
        // Looking a last move up would take longer than playing it.
        let name = turn.otherwise.map(|_| (index, position.key()));
        if let Some(&plies) = name.and_then(|name| self.known.get(&name)) {
            return Ok(plies);
        }
        if let Err(refusal) = position.play(turn.attack) {
            return Err(format!("{refusal} {}", after_moves(position)));
        }
        let plies = self.defences(position, turn);
        position.undo();
        if let (Some(name), Ok(plies)) = (name, &plies) {
            self.known.insert(name, *plies);
        }
        plies
    }

    /// Checks what follows an attack that has just been made.
    fn defences(&mut self, position: &mut Position, turn: &AttackerTurn) -> Result<u32, String> {
        match (position.outcome().map(Outcome::winner), turn.otherwise) {
            (Some(winner), None) if winner == Some(self.attacker) && turn.defences.is_empty() => {
                return Ok(1);
            }
            (Some(_), _) => return Err(format!("the game ends {}", after_moves(position))),
            (None, None) => return Err(format!("no answer to other defences {}", after_moves(position))),
            (None, Some(_)) => {}
        }
        if self.kind == Kind::Fours && !threatens_to_win(position) {
            return Err(format!("no four {}", after_moves(position)));
        }
        for (point, _) in &turn.defences {
            if !position.board().is_empty(*point) {
                return Err(format!("an answer to a stone on {point:?} {}", after_moves(position)));
            }
        }
        let mut defences: Vec<Move> = position.legal_moves().map(Move::Place).collect();
        if position.rule().allows_pass() {
            defences.push(Move::Pass);
        }
        let mut longest = 0;
        for defence in defences {
            position.play(defence).map_err(|refusal| refusal.to_string())?;
            let over = position.is_over();
            let next = turn.defences.iter().find(|(point, _)| defence == *point).map(|&(_, next)| next);
            let plies = match next.or(turn.otherwise) {
                _ if over => Err(format!("the game ends {}", after_moves(position))),
                None => Err(format!("no answer {}", after_moves(position))),
                Some(next) => self.turn(position, next),
            };
            position.undo();
            longest = longest.max(plies?);
        }
        // Without any defence the game would be over.
        Ok(longest + 2)
    }
}

/// Whether the side that has just moved would win with another move.
fn threatens_to_win(position: &Position) -> bool {
    let again = Position::from_board(position.rule(), position.board().clone(), !position.side_to_move());
    again.is_ok_and(|mut again| {
        let moves: Vec<Point> = again.legal_moves().collect();
        moves.into_iter().any(|point| {
            again.play_unchecked(point);
            let wins =
                again.outcome().is_some_and(|outcome| outcome.winner() == Some(!position.side_to_move()));
            again.undo();
            wins
        })
    })
}

/// The line must follow the turns, be as long as the proof states, and end with the win.
fn check_line(mut position: Position, attacker: Color, proof: &Proof) -> Result<(), String> {
    if proof.line.len() != proof.plies as usize {
        return Err(format!("a line of {} plies instead of {}", proof.line.len(), proof.plies));
    }
    let mut turn = proof.turns.last();
    for (ply, &played) in proof.line.iter().enumerate() {
        let Some(current) = turn else { return Err(format!("the line goes on {}", after_moves(&position))) };
        if ply % 2 == 0 {
            if played != current.attack {
                return Err(format!("the line leaves the proof {}", after_moves(&position)));
            }
        } else {
            let named = current.defences.iter().find(|(point, _)| played == *point).map(|&(_, next)| next);
            turn = named.or(current.otherwise).map(|next| &proof.turns[next]);
        }
        position.play(played).map_err(|refusal| format!("{refusal} in the line"))?;
    }
    match position.outcome().and_then(Outcome::winner) {
        Some(winner) if winner == attacker => Ok(()),
        _ => Err("the line does not end with the win".to_owned()),
    }
}

/// The moves that were played, for messages.
fn after_moves(position: &Position) -> String {
    let moves = position.moves().iter().map(|played| played.on(position.size()).to_string());
    format!("after {}", moves.collect::<Vec<_>>().join(" "))
}
