//! Any stones on a board: what the solvers prove holds, and they do not contradict each other.

use std::num::NonZeroU16;

use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{Board, BoardSize, Color, Point, Position};

use super::input::Input;
use crate::checker::{Kind, check};

/// Small, since the checker tries everything that the solvers left out.
const NODES: u64 = 1_500;

/// The first bytes choose the rule, the size (5 to 15 lines), attacker and side to move, and, with high values, a maximum number
/// of moves; then each stone is two bytes, of which the first bit is its colour.
pub(crate) fn solve(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (Some(rule), Some(lines), Some(sides), Some(limit)) =
        (input.rule(), input.below(11), input.byte(), input.byte())
    else {
        return;
    };
    let size = BoardSize::new(5 + lines).expect("5 to 15");
    let mut board = Board::new(size);
    while let (Some(x), Some(y)) = (input.byte(), input.byte()) {
        let color = Color::BOTH[usize::from(x >> 7)];
        board.set(Point::new((x & 0x7F) % size.lines(), y % size.lines()), Some(color));
    }
    let [attacker, side] = [0, 1].map(|bit| Color::BOTH[usize::from(sides >> bit & 1)]);
    let Ok(position) = Position::from_board(rule, board, side) else { return };
    let position = position.with_max_moves(NonZeroU16::new(u16::from(limit.saturating_sub(199))));
    let (clock, stop, limits) = (SystemClock::new(), StopHandle::default(), SolveLimits::nodes(NODES));
    let by_fours = vcf(&position, attacker, &limits, &clock, &stop).verdict;
    let by_threats = vct(&position, attacker, &limits, &clock, &stop).verdict;
    for (kind, verdict) in [(Kind::Fours, &by_fours), (Kind::Anything, &by_threats)] {
        if let Verdict::Proved(proof) = verdict {
            let checked = check(&position, attacker, kind, proof);
            assert_eq!(checked, Ok(()), "{kind:?} {attacker} {position:?} {proof:?}");
        }
    }
    // Fours are threats.
    let proved = matches!(by_fours, Verdict::Proved(_));
    assert!(!proved || by_threats != Verdict::Refuted, "{attacker} {position:?} {by_fours:?}");
}
