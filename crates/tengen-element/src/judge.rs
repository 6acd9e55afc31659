//! The judgement of moves by the proof of a puzzle.

use tengen_analysis::PuzzleVerdict;
use tengen_game::{Move, PlayError, Point, Position};
use tengen_puzzles::{Attempt, Puzzle, PuzzleTextError, Verdict};

/// The reason why a move cannot be judged.
#[derive(Debug, PartialEq, thiserror::Error)]
pub(crate) enum JudgeError {
    #[error("the attribute `puzzle`: {0}")]
    Text(#[from] PuzzleTextError),
    #[error("the attribute `puzzle` is about another position than `game`")]
    OtherPosition,
    #[error("the moves on the board are not those of the puzzle")]
    OtherMoves,
    #[error(transparent)]
    Illegal(#[from] PlayError),
}

/// Checks that a text is a puzzle of this position.
pub(crate) fn check(text: &str, start: &Position) -> Result<(), JudgeError> {
    attempt(text, start, 0).map(drop)
}

/// The right move of a puzzle in a position after `moves` moves of its solution.
pub(crate) fn hint(text: &str, position: &Position, moves: usize) -> Result<Option<Point>, JudgeError> {
    let (mut attempt, played) = attempt(text, position, moves)?;
    for exchange in played.chunks(2) {
        attempt.play(exchange[0])?;
    }
    Ok(attempt.right_move())
}

/// Judges the last of `moves` moves since the start of a puzzle. The proof is not checked here: the
/// editor and `tengen embed --puzzle` check it before they write the text.
pub(crate) fn judge(text: &str, position: &Position, moves: usize) -> Result<PuzzleVerdict, JudgeError> {
    let (mut attempt, played) = attempt(text, position, moves)?;
    let mut exchanges = played.chunks(2).peekable();
    while let Some(exchange) = exchanges.next() {
        let verdict = attempt.play(exchange[0])?;
        if exchanges.peek().is_none() && exchange.len() == 1 {
            let points = |moves: Vec<(Point, _)>| moves.into_iter().map(|(point, _)| point).collect();
            return Ok(match verdict {
                Verdict::Right(answer) => PuzzleVerdict::Right(answer),
                Verdict::Solved => PuzzleVerdict::Solved(points(attempt.end())),
                Verdict::Wrong(mut refuted) => PuzzleVerdict::Wrong(points(refuted.moves.split_off(1))),
            });
        }
        if !matches!(verdict, Verdict::Right(answer) if exchange.get(1) == Some(&answer)) {
            return Err(JudgeError::OtherMoves);
        }
    }
    Err(JudgeError::OtherMoves)
}

/// The beginning of an attempt at the puzzle, and the moves since then.
fn attempt(text: &str, position: &Position, moves: usize) -> Result<(Attempt, Vec<Point>), JudgeError> {
    let puzzle = Puzzle::from_text(text)?;
    let mut start = position.clone();
    let mut played = Vec::new();
    for _ in 0..moves {
        played.extend(start.last_move().and_then(Move::point));
        start.undo();
    }
    played.reverse();
    let is_same = start.rule() == puzzle.start.rule()
        && start.board() == puzzle.start.board()
        && start.side_to_move() == puzzle.start.side_to_move();
    if is_same { Ok((Attempt::new(puzzle), played)) } else { Err(JudgeError::OtherPosition) }
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};
    use tengen_puzzles::{PuzzleSet, Task};

    use super::*;

    fn puzzles() -> Vec<Puzzle> {
        let set = include_bytes!("../../tengen-puzzles/data/renju.puzzles").to_vec();
        PuzzleSet::open(set).unwrap().iter().map(Result::unwrap).collect()
    }

    #[test]
    fn a_solution_is_judged_move_by_move_to_its_end() {
        let kinds: [fn(&Task) -> bool; 3] = [
            |task| matches!(task, Task::Fours { .. }),
            |task| matches!(task, Task::Threats(_)),
            |task| matches!(task, Task::Defence { .. }),
        ];
        for is_wanted in kinds {
            let puzzle = puzzles().into_iter().find(|puzzle| is_wanted(&puzzle.task)).unwrap();
            let text = puzzle.to_text().unwrap();
            let mut attempt = Attempt::new(puzzle.clone());
            let mut position = puzzle.start.clone();
            for moves in (1..).step_by(2) {
                let right = attempt.right_move().unwrap();
                let mut wrong = position.clone();
                let is_wrong = |point: &Point| matches!(attempt.clone().play(*point), Ok(Verdict::Wrong(_)));
                let other = wrong.legal_moves().find(is_wrong).unwrap();
                wrong.play_unchecked(other);
                assert!(matches!(judge(&text, &wrong, moves), Ok(PuzzleVerdict::Wrong(_))));
                attempt.play(right).unwrap();
                position.play_unchecked(right);
                match judge(&text, &position, moves).unwrap() {
                    PuzzleVerdict::Right(answer) => position.play_unchecked(answer),
                    PuzzleVerdict::Solved(_) => break,
                    PuzzleVerdict::Wrong(_) => panic!("the solution is right"),
                }
            }
            assert!(attempt.is_solved());
        }
    }

    #[test]
    fn other_positions_moves_and_texts_are_refused() {
        let puzzle = puzzles().remove(0);
        let text = puzzle.to_text().unwrap();
        let mut position = puzzle.start.clone();
        assert_eq!(judge(&text, &position, 0), Err(JudgeError::OtherMoves));
        position.play_unchecked(puzzle.first().unwrap());
        assert_eq!(judge(&text, &position, 0), Err(JudgeError::OtherPosition));
        let other = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        assert_eq!(judge(&text, &other, 0), Err(JudgeError::OtherPosition));
        assert!(matches!(judge("AAAA", &position, 1), Err(JudgeError::Text(_))));
        assert_eq!(hint(&text, &puzzle.start, 0), Ok(puzzle.first()));
        assert_eq!(
            (check(&text, &puzzle.start), check(&text, &other)),
            (Ok(()), Err(JudgeError::OtherPosition))
        );
    }
}
