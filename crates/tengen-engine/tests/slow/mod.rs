//! Forced wins by trying everything with the rules alone, and crowded boards to try it on.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use tengen_game::{Board, BoardSize, Color, Outcome, Point, Position, Rule, SplitMix};

/// Numbers below a bound that are the same on every machine.
pub(crate) fn random_numbers(seed: u64) -> impl FnMut(u64) -> u64 {
    let mut random = SplitMix::new(seed);
    move |bound| random.below(bound)
}

/// A board with about as many stones as the shares of 150 points demand, both sides' within 5 and their bound. `None` where the
/// game would be over.
pub(crate) fn random_position(
    random: &mut impl FnMut(u64) -> u64,
    rule: Rule,
    lines: usize,
    bounds: [u64; 2],
) -> Option<Position> {
    let mut board = Board::new(BoardSize::new(lines).unwrap());
    let [black, white] = bounds.map(|bound| 5 + random(bound));
    for point in board.size().points() {
        let color = match random(150) {
            n if n < black => Some(Color::Black),
            n if n < black + white => Some(Color::White),
            _ => None,
        };
        board.set(point, color);
    }
    let side = Color::BOTH[random(2) as usize];
    Position::from_board(rule, board, side).ok().filter(|position| !position.is_over())
}

/// Whether the side to move wins with its next move.
fn wins_at_once(position: &mut Position) -> bool {
    let (side, moves) = (position.side_to_move(), position.legal_moves().collect::<Vec<Point>>());
    moves.into_iter().any(|point| {
        position.play(point).unwrap();
        let wins = position.outcome().and_then(Outcome::winner) == Some(side);
        position.undo();
        wins
    })
}

/// The position with the other side to move.
fn passed(position: &Position) -> Position {
    Position::from_board(position.rule(), position.board().clone(), !position.side_to_move()).unwrap()
}

/// The plies in which the side to move wins with at most `fours` fours before the winning move.
pub(crate) fn vcf(position: &mut Position, fours: u32) -> Option<u32> {
    if wins_at_once(position) {
        return Some(1);
    }
    if fours == 0 {
        return None;
    }
    let mut best: Option<u32> = None;
    for point in position.legal_moves().collect::<Vec<Point>>() {
        position.play(point).unwrap();
        if !position.is_over() && wins_at_once(&mut passed(position)) {
            let plies = after_every_defence(position, |position| vcf(position, fours - 1));
            best = [best, plies.map(|plies| plies + 1)].into_iter().flatten().min();
        }
        position.undo();
    }
    best
}

/// Whether the side to move wins by a move that threatens to win with at most one four, and then with at most one four after
/// every reply of the defender.
pub(crate) fn short_vct(position: &mut Position) -> bool {
    let moves: Vec<Point> = position.legal_moves().collect();
    moves.into_iter().any(|point| {
        position.play(point).unwrap();
        let wins = !position.is_over()
            && vcf(&mut passed(position), 1).is_some()
            && after_every_defence(position, |position| vcf(position, 1)).is_some();
        position.undo();
        wins
    })
}

/// The greatest number of plies that `attack` finds after a defence, and one for the defence; `None` if it fails after one.
fn after_every_defence(
    position: &mut Position,
    mut attack: impl FnMut(&mut Position) -> Option<u32>,
) -> Option<u32> {
    let mut longest = 0;
    for defence in position.legal_moves().collect::<Vec<Point>>() {
        position.play(defence).unwrap();
        let plies = if position.is_over() { None } else { attack(position) };
        position.undo();
        longest = longest.max(plies?);
    }
    // Where every point is forbidden the defender passes, and the threat is carried out.
    Some(longest.max(1) + 1)
}
