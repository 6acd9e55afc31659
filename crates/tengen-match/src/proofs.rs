//! What is proved about positions of the game on the board.

use tengen_analysis::{Proved, Score};
use tengen_game::Move;

/// The most positions that are remembered.
const MOST: usize = 1_000;

/// The positions of the game on the board whose end is proved, as the moves that lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Proofs(Vec<(Vec<Move>, Proved)>);

impl Proofs {
    /// Notes how the game ends after these moves, for the side to move; a later proof of a position takes the place of an earlier one.
    pub(crate) fn add(&mut self, moves: &[Move], score: Score, line: Vec<Move>) {
        self.0.retain(|(known, _)| known != moves);
        if self.0.len() < MOST && score != Score::Mate(0) {
            self.0.push((moves.to_vec(), Proved { played: moves.len(), score, line }));
        }
    }

    /// The proofs about positions of a game.
    pub(crate) fn of_game(&self, game: &[Move]) -> Vec<Proved> {
        let of_game = self.0.iter().filter(|(moves, _)| game.starts_with(moves));
        of_game.map(|(_, proved)| proved.clone()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Point;

    #[test]
    fn only_what_lies_on_the_way_of_a_game_is_known_of_it() {
        let [a, b, c] = [0, 1, 2].map(|x| Move::from(Point::new(x, x)));
        let mut proofs = Proofs::default();
        proofs.add(&[a, b], Score::Mate(5), vec![Point::new(4, 4).into()]);
        proofs.add(&[a, c], Score::Mate(3), Vec::new());
        proofs.add(&[a, b], Score::Mate(7), vec![Move::Pass]);
        proofs.add(&[], Score::Mate(0), Vec::new());
        let known = [Proved { played: 2, score: Score::Mate(7), line: vec![Move::Pass] }];
        assert_eq!(proofs.of_game(&[a, b, c]), known);
        assert_eq!(proofs.of_game(&[a]), []);
    }
}
