use crate::{Move, Position};

/// The number of sequences of `plies` plies from this position. Games that end earlier do not count.
///
/// Passes count as moves where the rule allows them. The number grows as the board's area to the power of
/// `plies`, so that only small values are practical.
///
/// ```
/// use tengen_game::{BoardSize, Position, Rule, perft};
///
/// let position = Position::new(Rule::FREESTYLE, BoardSize::new(4)?);
/// assert_eq!(perft(&position, 3), 16 * 15 * 14);
/// # Ok::<(), tengen_game::BoardSizeError>(())
/// ```
pub fn perft(position: &Position, plies: u32) -> u64 {
    fn count(position: &mut Position, plies: u32) -> u64 {
        if plies == 0 {
            return 1;
        }
        let mut moves: Vec<Move> = position.legal_moves().map(Move::Place).collect();
        if position.check(Move::Pass).is_ok() {
            moves.push(Move::Pass);
        }
        let mut sum = 0;
        for played in moves {
            position.play_unchecked(played);
            sum += count(position, plies - 1);
            position.undo();
        }
        sum
    }
    count(&mut position.clone(), plies)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BoardSize, Rule, WinLength};

    #[test]
    fn games_that_are_over_are_not_continued() {
        let rule = Rule::Free(WinLength::new(3).unwrap());
        let tic_tac_toe = Position::new(rule, BoardSize::MIN);
        // Of the 15,120 sequences of five plies 1,440 end with Black's three in a row.
        assert_eq!(perft(&tic_tac_toe, 5), 15_120);
        assert_eq!(perft(&tic_tac_toe, 6), (15_120 - 1_440) * 4);
    }

    #[test]
    fn a_pass_is_a_move_in_renju() {
        let start = Position::new(Rule::Renju, BoardSize::MIN);
        assert_eq!(perft(&start, 1), 9 + 1);
        // After a stone 8 points and a pass, after a pass 9 points and the pass that ends the game.
        assert_eq!(perft(&start, 2), 9 * 9 + 10);
        assert_eq!(perft(&start, 3), 9 * (8 * 8 + 9) + 9 * 9);
    }
}
