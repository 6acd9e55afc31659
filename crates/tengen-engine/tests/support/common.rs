//! The common part of the tests of the engine and of the classics: rules, positions from text, and the promises of a report.
#![allow(dead_code, reason = "each program of tests uses some of it")]
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use tengen_analysis::{Score, SearchReport};
use tengen_game::{BoardSize, Color, Position, Rule, WinLength, diagram, moves};

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
    for point in moves::read(text, size).unwrap() {
        position.play(point).unwrap();
    }
    position
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
