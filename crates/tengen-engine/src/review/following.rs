//! What a proved end says about the positions that the game went on to, as long as it kept to the proof.

use tengen_game::{Move, Position};

use super::worth::{Worth, for_mover};
use crate::Score;
use crate::solve::Proof;

/// What the positions after each of `moves`, played from `position` on, are worth by what is proved of `position`. The list
/// ends where the game leaves the proof, or ends itself.
pub(super) fn followed(worth: &Worth, position: &Position, moves: &[Move]) -> Vec<Worth> {
    match &worth.proof {
        Some(proof) => by_proof(proof, position, moves),
        None => by_line(worth, position, moves),
    }
}

/// A proof answers every defence, so that the game leaves it only by a move of the attacker.
fn by_proof(proof: &Proof, position: &Position, moves: &[Move]) -> Vec<Worth> {
    let mut found = Vec::new();
    let mut position = position.clone();
    let Some(mut at) = proof.turns.len().checked_sub(1) else { return found };
    for pair in moves.chunks(2) {
        let won = Worth::of_proof(proof.from_turn(&position, at));
        let turn = &proof.turns[at];
        if pair[0] != Move::Place(turn.attack) || turn.wins() {
            break;
        }
        position.play_unchecked(pair[0]);
        found.push(after(&won));
        let Some(&defence) = pair.get(1).filter(|&&defence| position.check(defence).is_ok()) else { break };
        let Some(next) = turn.after(defence) else { break };
        position.play_unchecked(defence);
        if position.is_over() {
            break;
        }
        at = next;
        found.push(Worth::of_proof(proof.from_turn(&position, at)));
    }
    found
}

/// Of a line alone no more is known than that its own positions are as good as it says.
fn by_line(worth: &Worth, position: &Position, moves: &[Move]) -> Vec<Worth> {
    let mut found: Vec<Worth> = Vec::new();
    let mut position = position.clone();
    let mut last = worth.clone();
    for &played in moves {
        if last.line.first() != Some(&played) || !last.is_proved() {
            break;
        }
        position.play_unchecked(played);
        if position.is_over() {
            break;
        }
        last = after(&last);
        found.push(last.clone());
    }
    found
}

/// What a proved position is worth to the other side, once the first move of its line has been played.
fn after(worth: &Worth) -> Worth {
    let score = match worth.score {
        // The inverse of what the side that has moved sees.
        Score::Mate(plies) if plies > 0 => Score::Mate(1 - plies),
        Score::Mate(plies) => Score::Mate(-plies - 1),
        value @ Score::Value(_) => for_mover(value),
    };
    Worth::new(score, worth.line.get(1..).unwrap_or_default().to_vec())
}
