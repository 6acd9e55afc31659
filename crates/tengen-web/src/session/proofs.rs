//! What has been proved of the positions of a game while people looked at them.

use tengen_game::Move;
use tengen_protocol::worker::{PointMessage, ProvedMessage};

/// So many positions are remembered at most.
const MOST: usize = 1_000;

/// The positions of the game on the board whose end is proved, as the moves that lead to them.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Proofs(Vec<(Vec<Move>, ProvedMessage)>);

impl Proofs {
    /// Takes down that the game ends in `plies`, negative where the side to move loses, after these moves; a later proof of a
    /// position takes the place of an earlier one.
    pub(crate) fn add(&mut self, moves: &[Move], plies: i32, line: Vec<Option<PointMessage>>) {
        let Ok(played) = u16::try_from(moves.len()) else { return };
        self.0.retain(|(known, _)| known != moves);
        if self.0.len() < MOST && plies != 0 {
            self.0.push((moves.to_vec(), ProvedMessage { played, plies, line }));
        }
    }

    /// What is proved of the positions of a game.
    pub(crate) fn of_game(&self, game: &[Move]) -> Vec<ProvedMessage> {
        let of_game = self.0.iter().filter(|(moves, _)| game.starts_with(moves));
        of_game.map(|(_, proved)| proved.clone()).collect()
    }
}

/// A line of points as the moves that it is.
pub(crate) fn moves_of(points: &[PointMessage]) -> Vec<Option<PointMessage>> {
    points.iter().copied().map(Some).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use tengen_game::Point;

    #[test]
    fn only_what_lies_on_the_way_of_a_game_is_known_of_it() {
        let [a, b, c] = [0, 1, 2].map(|x| Move::from(Point::new(x, x)));
        let mut proofs = Proofs::default();
        proofs.add(&[a, b], 5, moves_of(&[(4, 4)]));
        proofs.add(&[a, c], 3, Vec::new());
        proofs.add(&[a, b], 7, vec![None]);
        proofs.add(&[], 0, Vec::new());
        let known = [ProvedMessage { played: 2, plies: 7, line: vec![None] }];
        assert_eq!(proofs.of_game(&[a, b, c]), known);
        assert_eq!(proofs.of_game(&[a]), []);
    }
}
