//! Walking through a proof: the attacker's moves are given, the defender's are chosen.

use tengen_analysis::{AttackerTurn, Proof};
use tengen_game::{Color, Move, Point};

use super::{Mode, WhyNot};
use crate::Tracked;
use crate::consequence::Consequence;
use crate::context::Context;

/// A proof that is walked through, with the answers so far.
#[derive(Clone, Debug, PartialEq)]
pub struct Walk {
    proof: Proof,
    /// Plies until the win from each turn of the proof on.
    lengths: Vec<u32>,
    defences: Vec<Move>,
    /// The move that the proof refutes, if it does. It is the defender's.
    refuted: Option<Point>,
}

/// The commands.
impl Walk {
    /// Lets the user walk through a solver's proof about the position on the board.
    pub(crate) fn begin(proof: Proof) -> Consequence {
        Consequence::Mode(Mode::Proof(Walk::new(proof)))
    }

    /// Answers the attack of the proof.
    pub fn answer(mode: &mut Tracked<Mode>, defence: Move) -> Vec<Consequence> {
        mode.try_change(|mode| mode.walk_mut().map(|walk| walk.defend(defence)));
        Vec::new()
    }

    /// Takes the last answer back, if there is one.
    pub fn take_back(mode: &mut Tracked<Mode>, _: &mut Context<'_>) -> Vec<Consequence> {
        mode.try_change(|mode| mode.walk_mut().map(Walk::back));
        Vec::new()
    }

    /// Leaves the proof, and the question that it answers.
    pub fn leave(mode: &mut Tracked<Mode>, context: &mut Context<'_>) -> Vec<Consequence> {
        WhyNot::leave(mode, context)
    }
}

impl Walk {
    pub(super) fn new(proof: Proof) -> Walk {
        Walk { lengths: proof.lengths(), proof, defences: Vec::new(), refuted: None }
    }

    /// A proof about the position after a move of the defender's that is not on the board.
    pub(super) fn against(refuted: Point, proof: Proof) -> Walk {
        Walk { refuted: Some(refuted), ..Walk::new(proof) }
    }

    /// The move that the proof refutes, where it is about one that was not played.
    pub fn refuted(&self) -> Option<Point> {
        self.refuted
    }

    /// The side that wins.
    pub fn attacker(&self) -> Color {
        self.proof.attacker
    }

    /// The number of moves that the attacker still needs after the one on the board, against the longest defence from there.
    pub fn moves_left(&self) -> u32 {
        let plies = self.turn_index().and_then(|index| self.lengths.get(index));
        plies.map_or(0, |plies| plies / 2)
    }

    /// The stones that have been placed on the way, the refuted move and the attacker's latest included.
    pub fn stones(&self) -> Vec<(Point, Color)> {
        let mut stones: Vec<_> = self.refuted.map(|point| (point, !self.attacker())).into_iter().collect();
        let mut index = self.proof.turns.len().checked_sub(1);
        let mut defences = self.defences.iter();
        while let Some(turn) = index.and_then(|index| self.proof.turns.get(index)) {
            stones.push((turn.attack, self.attacker()));
            let Some(&defence) = defences.next() else { break };
            stones.extend(defence.point().map(|defence| (defence, !self.attacker())));
            index = turn.after(defence);
        }
        stones
    }

    /// The index of the attacker's turn that is on the board.
    fn turn_index(&self) -> Option<usize> {
        let first = self.proof.turns.len().checked_sub(1)?;
        self.defences.iter().try_fold(first, |index, &defence| self.proof.turns.get(index)?.after(defence))
    }

    fn turn(&self) -> Option<&AttackerTurn> {
        self.turn_index().and_then(|index| self.proof.turns.get(index))
    }

    /// Whether the attack on the board has won.
    pub fn is_won(&self) -> bool {
        self.turn().is_none_or(AttackerTurn::wins)
    }

    /// The defence that holds out longest by the proof: that of its line, or else the first that it has.
    pub fn best_defence(&self) -> Option<Point> {
        let on_line = self.defences.iter().enumerate().all(|(index, &defence)| {
            self.proof.line.get(2 * index + 1).is_some_and(|&played| played == defence)
        });
        let of_line = self.proof.line.get(2 * self.defences.len() + 1).and_then(|played| played.point());
        let named = || self.turn().and_then(|turn| turn.defences.first().map(|&(point, _)| point));
        of_line.filter(|_| on_line).or_else(named)
    }

    /// Answers the attack, if the proof continues.
    pub(super) fn defend(&mut self, defence: Move) {
        let taken = self.stones().iter().any(|&(stone, _)| defence == stone);
        if !self.is_won() && !taken {
            self.defences.push(defence);
        }
    }

    /// Takes the last answer back, if there is one.
    fn back(&mut self) {
        self.defences.pop();
    }

    /// The number of answers.
    pub fn depth(&self) -> usize {
        self.defences.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn walk() -> Walk {
        let proof = r#"{"attacker": "white", "plies": 3, "line": [[1, 1], [2, 2], [3, 3]], "turns": [
            {"attack": [3, 3]}, {"attack": [4, 4]},
            {"attack": [1, 1], "defences": [[[3, 3], 1]], "otherwise": 0}]}"#;
        Walk::new(serde_json::from_str(proof).unwrap())
    }

    #[test]
    fn the_moves_that_are_left_are_those_of_the_defence_that_was_played() {
        // One defence loses at once, any other holds out for two moves more.
        let proof = r#"{"attacker": "black", "plies": 7, "line": [], "turns": [
            {"attack": [9, 9]},
            {"attack": [8, 8], "otherwise": 0},
            {"attack": [7, 7], "otherwise": 1},
            {"attack": [6, 6], "defences": [[[1, 1], 0]], "otherwise": 2}]}"#;
        let mut walk = Walk::new(serde_json::from_str(proof).unwrap());
        assert_eq!(walk.moves_left(), 3);
        walk.defend(Point::new(1, 1).into());
        assert_eq!((walk.moves_left(), walk.is_won()), (0, true));
        walk.back();
        for left in [2, 1, 0] {
            walk.defend(Move::Pass);
            assert_eq!(walk.moves_left(), left);
        }
    }

    #[test]
    fn every_defence_leads_to_its_own_end() {
        let mut walk = walk();
        assert_eq!(walk.stones(), [(Point::new(1, 1), Color::White)]);
        assert_eq!(walk.best_defence(), Some(Point::new(2, 2)));
        assert!(!walk.is_won());
        assert_eq!(walk.moves_left(), 1);
        walk.defend(Point::new(3, 3).into());
        assert_eq!(walk.moves_left(), 0);
        assert_eq!(walk.stones().last(), Some(&(Point::new(4, 4), Color::White)));
        assert!(walk.is_won());
        // Behind the end there is nothing, and a stone is no defence.
        walk.defend(Point::new(9, 9).into());
        assert_eq!(walk.depth(), 1);
        walk.back();
        walk.defend(Point::new(1, 1).into());
        assert_eq!(walk.depth(), 0);
        walk.defend(Move::Pass);
        assert_eq!(walk.stones(), [(Point::new(1, 1), Color::White), (Point::new(3, 3), Color::White)]);
        assert!(walk.is_won());
        // At the beginning there is nothing to undo.
        walk.back();
        walk.back();
        assert_eq!(walk.depth(), 0);
    }

    #[test]
    fn a_refuted_move_lies_on_the_board_before_the_proof() {
        let refuted = Point::new(9, 9);
        let mut walk = Walk::against(refuted, walk().proof);
        assert_eq!(walk.stones(), [(refuted, Color::Black), (Point::new(1, 1), Color::White)]);
        // Its point is taken.
        walk.defend(refuted.into());
        assert_eq!(walk.depth(), 0);
        walk.defend(Point::new(3, 3).into());
        assert_eq!(walk.stones().len(), 4);
    }
}
