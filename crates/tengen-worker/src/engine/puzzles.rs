//! Puzzles: positions that are judged as such, and moves of solvers that a puzzle's own proof judges.

use tengen_analysis::{PuzzleKind, PuzzleVerdict};
use tengen_game::{Move, Point, Position};
use tengen_puzzles::{Attempt, Puzzle, Verdict, check};

use super::refusal::Refusal;

/// The judgement of a position as a puzzle, as JSON.
pub(super) fn make(position: &Position, kind: PuzzleKind) -> Result<String, Refusal> {
    // Points, numbers and puzzles can always be written as JSON.
    serde_json::to_string(&tengen_miner::judge(position, kind)).map_err(|_| Refusal::UnwritablePuzzle)
}

/// The judgement of the last of `moves` moves since the start of the puzzle.
pub(super) fn judge(text: &str, position: &Position, moves: usize) -> Result<PuzzleVerdict, Refusal> {
    let puzzle = Puzzle::from_text(text)?;
    check(&puzzle)?;
    let mut start = position.clone();
    let mut played = Vec::new();
    for _ in 0..moves {
        played.extend(start.last_move().and_then(Move::point));
        start.undo();
    }
    played.reverse();
    let of = |position: &Position| (position.rule(), position.board().clone(), position.side_to_move());
    if of(&start) != of(&puzzle.start) {
        return Err(Refusal::OtherPosition);
    }
    last_verdict(&mut Attempt::new(puzzle), &played)
}

fn last_verdict(attempt: &mut Attempt, played: &[Point]) -> Result<PuzzleVerdict, Refusal> {
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
            return Err(Refusal::OtherMoves);
        }
    }
    Err(Refusal::OtherMoves)
}

#[cfg(test)]
mod tests {
    use tengen_game::{BoardSize, Rule};
    use tengen_puzzles::{PuzzleSet, Soundness, Task};

    use super::*;

    fn puzzles() -> impl Iterator<Item = Puzzle> {
        let set = include_bytes!("../../../tengen-puzzles/data/renju.puzzles").to_vec();
        let set = PuzzleSet::open(set).unwrap();
        let all: Vec<Puzzle> = set.iter().map(Result::unwrap).collect();
        all.into_iter()
    }

    #[test]
    fn a_solution_is_judged_move_by_move_to_its_end() {
        for is_wanted in [
            (|task: &Task| matches!(task, Task::Fours { .. })) as fn(&Task) -> bool,
            |task| matches!(task, Task::Threats(_)),
            |task| matches!(task, Task::Defence { .. }),
        ] {
            let puzzle = puzzles().find(|puzzle| is_wanted(&puzzle.task)).unwrap();
            let text = puzzle.to_text().unwrap();
            let mut attempt = Attempt::new(puzzle.clone());
            let mut position = puzzle.start.clone();
            for moves in (1..).step_by(2) {
                let right = attempt.right_move().unwrap();
                // Another move is refuted or does nothing, and nothing has changed after it.
                let mut wrong = position.clone();
                let other = wrong
                    .legal_moves()
                    .find(|&point| matches!(attempt.clone().play(point), Ok(Verdict::Wrong(_))));
                wrong.play_unchecked(other.unwrap());
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
        let puzzle = puzzles().next().unwrap();
        let text = puzzle.to_text().unwrap();
        let mut position = puzzle.start.clone();
        assert_eq!(judge(&text, &position, 0), Err(Refusal::OtherMoves));
        position.play_unchecked(puzzle.first().unwrap());
        assert_eq!(judge(&text, &position, 0), Err(Refusal::OtherPosition));
        let other = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        assert_eq!(judge(&text, &other, 0), Err(Refusal::OtherPosition));
        assert!(matches!(judge("AAAA", &position, 1), Err(Refusal::PuzzleText(_))));
    }

    #[test]
    fn a_position_is_judged_as_a_puzzle() {
        let puzzle = puzzles().find(|puzzle| matches!(puzzle.task, Task::Fours { .. })).unwrap();
        let soundness = make(&puzzle.start, PuzzleKind::Fours).unwrap();
        let soundness: Soundness = serde_json::from_str(&soundness).unwrap();
        assert!(matches!(soundness, Soundness::Sound(made) if made.first() == puzzle.first()));
    }
}
