//! Any bytes as a file of the evaluation's parameters.

use tengen_analysis::{SearchLimits, SystemClock};
use tengen_engine::{Engine, EngineOptions, EvaluationWeights};
use tengen_game::{BoardSize, Point, Position, Rule};

/// Where the checksum of all that follows stands.
const CHECKSUM: std::ops::Range<usize> = 12..16;

/// A file is read or refused, and whatever can be read can be played with. Bytes from nowhere hardly ever have the right
/// checksum; so they also replace a part of a good file, which is then given the right one: the first two say where.
pub(crate) fn evaluation(bytes: &[u8]) {
    check(bytes);
    let [high, low, part @ ..] = bytes else { return };
    let mut file = EvaluationWeights::built_in().write();
    let begin = usize::from(u16::from_be_bytes([*high, *low])) % file.len();
    let end = (begin + part.len()).min(file.len());
    file[begin..end].copy_from_slice(&part[..end - begin]);
    let checksum = crc32fast::hash(&file[CHECKSUM.end..]);
    file[CHECKSUM].copy_from_slice(&checksum.to_le_bytes());
    check(&file);
}

fn check(file: &[u8]) {
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
