//! What the engine's tests share: positions from diagrams, and searches of them.
#![allow(dead_code, reason = "each test file uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use tengen_analysis::{Score, SearchLimits, SearchReport, SystemClock};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Position, Rule, WinLength, format::diagram, format::moves};

pub(crate) fn rule(name: &str) -> Rule {
    name.parse().unwrap()
}

/// Every rule: the named ones and all lengths.
pub(crate) fn all_rules() -> Vec<Rule> {
    let free = (1..=9).map(|stones| Rule::Free(WinLength::new(stones).unwrap()));
    free.chain(Rule::NAMED.into_iter().filter(|&rule| rule != Rule::FREESTYLE)).collect()
}

pub(crate) fn position(rule: Rule, to_move: Color, text: &str) -> Position {
    Position::from_board(rule, diagram::read(text).unwrap(), to_move).unwrap()
}

pub(crate) fn played(rule: Rule, lines: usize, text: &str) -> Position {
    let size = BoardSize::new(lines).unwrap();
    let mut position = Position::new(rule, size);
    for played in moves::read(text, size).unwrap() {
        position.play(played).unwrap();
    }
    position
}

pub(crate) fn small_engine() -> Engine {
    Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() })
}

pub(crate) fn search(position: &Position, limits: &SearchLimits) -> SearchReport {
    let mut engine = small_engine();
    engine.set_position(position.clone());
    engine.search(limits, &SystemClock::new(), &mut ())
}

/// The name of the move that the engine finds in a few thousand nodes.
pub(crate) fn best(position: &Position) -> String {
    let report = search(position, &SearchLimits::nodes(5000));
    check(position, &report);
    report.best_move.unwrap().on(position.size()).to_string()
}

/// Checks that a report keeps its promises: a legal move, a principal variation that can be played, and a
/// mate that comes with exactly its last ply.
pub(crate) fn check(position: &Position, report: &SearchReport) {
    let Some(best) = report.best_move else {
        assert_eq!(position.legal_moves().next(), None);
        return;
    };
    assert_eq!(position.check(best), Ok(()), "{:?}", position.board());
    assert_eq!(report.pv.first(), Some(&best));
    let mut end = position.clone();
    for &point in &report.pv {
        assert_eq!(end.outcome(), None, "{report:?} {:?}", position.board());
        end.play(point).unwrap();
    }
    if let Score::Mate(plies) = report.score {
        assert_eq!(report.pv.len(), plies.unsigned_abs() as usize, "{report:?} {:?}", position.board());
        assert_eq!(plies > 0, plies % 2 != 0);
        let side = position.side_to_move();
        let winner = if plies > 0 { side } else { !side };
        assert_eq!(end.outcome().and_then(|o| o.winner()), Some(winner), "{report:?} {:?}", end.board());
    }
}
