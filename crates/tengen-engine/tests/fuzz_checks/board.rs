//! Any moves, made and taken back: the engine's board stays what it would be if it were set up afresh, and agrees with the
//! rules.

use tengen_engine::features::Replay;
use tengen_game::{Color, Point, Position};

use super::input::Input;
use super::slow_board::{slow_patterns, slow_win};

/// So many moves and takings back are looked at.
const STEPS: usize = 150;

/// How many points are asked of the rules after each step.
const POINTS: usize = 3;

/// One point's patterns are worked out slowly each so many steps.
const SLOWLY: usize = 16;

/// The first bytes choose rule and size. Each byte after them takes a move back when it is high, and else chooses a point
/// near the stones to play on.
pub(crate) fn board(bytes: &[u8]) {
    let mut input = Input::new(bytes);
    let (Some(rule), Some(size)) = (input.rule(), input.size()) else { return };
    let mut position = Position::new(rule, size);
    let mut replay = Replay::new(&position);
    for step in 0..STEPS {
        let Some(byte) = input.byte() else { break };
        if byte >= 0xC0 {
            if position.undo().is_some() {
                replay.unmake();
            }
        } else {
            let near = replay.open_moves();
            let points: Vec<Point> = if near.is_empty() { size.points().collect() } else { near };
            let point = points[usize::from(byte) % points.len()];
            if !may_go_on(&position, point) {
                continue;
            }
            position.play(point).expect("it may be played");
            replay.make(point);
        }
        compare(&mut replay, &position);
        compare_with_rules(&mut replay, &position, step);
    }
    while position.undo().is_some() {
        replay.unmake();
    }
    compare(&mut replay, &position);
}

/// Whether the rules allow a move, and the game is not over with it.
fn may_go_on(position: &Position, point: Point) -> bool {
    let mut after = position.clone();
    after.play(point).is_ok() && !after.is_over()
}

/// What was kept up to date equals what is found out afresh.
fn compare(replay: &mut Replay, position: &Position) {
    let mut fresh = replay.afresh(position);
    assert_eq!(replay.side(), position.side_to_move());
    assert_eq!(replay.digest(), fresh.digest());
    assert_eq!(replay.threat_pair(), fresh.threat_pair());
    assert_eq!(replay.choices(), fresh.choices());
    for point in position.board().empty_points() {
        for color in Color::BOTH {
            assert_eq!(replay.patterns(point, color), fresh.patterns(point, color), "{point} {color}");
            assert_eq!(replay.wins(point, color), fresh.wins(point, color), "{point} {color}");
        }
    }
}

/// What it knows is what the rules say, on a few points that differ from step to step.
fn compare_with_rules(replay: &mut Replay, position: &Position, step: usize) {
    let empty: Vec<Point> = position.board().empty_points().collect();
    let legal = replay.open_moves();
    let is_slow = step % SLOWLY == SLOWLY - 1 && position.rule().win_length().stones() <= 5;
    for nth in 0..POINTS.min(empty.len()) {
        let point = empty[(31 * step + 47 * nth) % empty.len()];
        for color in Color::BOTH {
            let wins = slow_win(position, point, color);
            assert_eq!(replay.wins(point, color), wins, "{point} {color} {position:?}");
            if is_slow && nth == 0 {
                let slow = slow_patterns(position, point, color);
                assert_eq!(replay.patterns(point, color), slow, "{point} {color} {position:?}");
            }
        }
        if legal.contains(&point) {
            assert!(position.check(point).is_ok(), "{point} {position:?}");
        }
    }
}
