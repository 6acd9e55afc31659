//! What must hold whatever bytes come in: one check for each fuzz target.
//!
//! The fuzz targets (`fuzz/`) feed these checks with bytes that a fuzzer thinks up, and `tests/corpora.rs` with those
//! that are kept in the repository. Each check panics when something is wrong, and bounds its own work.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

#[path = "../../../tengen-game/tests/fuzz_checks/input.rs"]
mod input;
#[path = "../slow_board/mod.rs"]
mod slow_board;

use std::num::NonZeroU16;

use tengen_analysis::{SearchLimits, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::features::{Pattern, Replay};
use tengen_engine::solve::{vcf, vct};
use tengen_engine::{Engine, EngineOptions, EvaluationWeights};
use tengen_game::{Board, BoardSize, Color, Point, Position, Rule};

use crate::checker::{Kind, check};
use input::Input;
use slow_board::{slow_patterns, slow_win};

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] = &[("board", board), ("evaluation", evaluation), ("solve", solve)];

/// So many moves and takings back are looked at.
const STEPS: usize = 150;

/// How many points are asked of the rules after each step.
const POINTS: usize = 3;

/// One point's patterns are worked out slowly each so many steps.
const SLOWLY: usize = 16;

/// The first bytes choose rule and size. Each byte after them takes a move back when it is high, and else chooses a point
/// near the stones to play on.
fn board(bytes: &[u8]) {
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

/// Where the checksum of all that follows stands.
const CHECKSUM: std::ops::Range<usize> = 12..16;

/// A file is read or refused, and whatever can be read can be played with. Bytes from nowhere hardly ever have the right
/// checksum; so they also replace a part of a good file, which is then given the right one: the first two say where.
fn evaluation(bytes: &[u8]) {
    check_file(bytes);
    let [high, low, part @ ..] = bytes else { return };
    let mut file = EvaluationWeights::built_in().write();
    let begin = usize::from(u16::from_be_bytes([*high, *low])) % file.len();
    let end = (begin + part.len()).min(file.len());
    file[begin..end].copy_from_slice(&part[..end - begin]);
    let checksum = crc32fast::hash(&file[CHECKSUM.end..]);
    file[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    check_file(&file);
}

fn check_file(file: &[u8]) {
    let Ok(weights) = EvaluationWeights::read(file) else { return };
    assert_eq!(EvaluationWeights::read(&weights.write()).as_ref(), Ok(&weights));
    let mut position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    for (x, y) in [(7, 7), (8, 8), (6, 8)] {
        position.play(Point::new(x, y)).expect("an empty point");
    }
    let mut engine = Engine::new(EngineOptions { hash_bytes: 1 << 12, threads: 1, weights });
    engine.set_position(position);
    let report = engine.search(&SearchLimits::nodes(200), &SystemClock::new(), &mut ());
    assert!(report.best_move.is_some());
}

/// Small, since the checker tries everything that the solvers left out.
const NODES: u64 = 1_500;

/// The first bytes choose the rule, the size (5 to 15 lines), attacker and side to move, and, with high values, a maximum number
/// of moves; then each stone is two bytes, of which the first bit is its colour.
fn solve(bytes: &[u8]) {
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
