//! Explanations of moves in sentences: of a hint, and of the last move.

use tengen_analysis::{Explanation, Fact, Score, mate_moves, mate_winner};
use tengen_game::{BoardSize, Color, Point};
use tengen_match::Thought;
use tengen_text::Sentences;

use crate::session::Session;
use crate::texts::Texts;

/// The largest number of moves of a line that are named.
const NAMED: usize = 10;

/// The effects of a move, the most important first. `found` is the score of the search for the position after the move, for the side to
/// move there.
pub(super) fn sentences(
    texts: Texts,
    session: Session,
    explanation: &Explanation,
    found: Option<Score>,
) -> Vec<String> {
    let (size, rule) = session.table.game.with(|game| (game.record().size(), game.record().rule()));
    let words = Sentences {
        language: texts.language(),
        mover: explanation.mover,
        size,
        win_length: rule.win_length().stones(),
        expert_terms: texts.has_expert_terms(),
    };
    // The solvers examine threats only. A forced win that the search has found beyond them shows that the move is not quiet.
    let is_quiet = explanation.facts.iter().all(|fact| matches!(fact, Fact::Quiet { .. }));
    let by_search = match found {
        Some(Score::Mate(plies)) if is_quiet => Some(by_search(texts, explanation.mover, plies)),
        _ => None,
    };
    let is_shown =
        |fact: &&Fact| by_search.is_none() || matches!(fact, Fact::Quiet { twos } if !twos.is_empty());
    let facts = explanation.facts.iter().filter(is_shown).map(|fact| words.fact(fact));
    by_search.clone().into_iter().chain(facts).collect()
}

/// The sentence for a forced win that the search has found after a move of `mover`'s; `plies` are negative where the side to move loses.
fn by_search(texts: Texts, mover: Color, plies: i32) -> String {
    let winner = mate_winner(plies, !mover);
    let key = if winner == Color::Black { "found-win-black" } else { "found-win-white" };
    texts.text_with(key, &[("moves", mate_moves(plies.unsigned_abs()).into())])
}

/// The reason for the recommended move, in a sentence; `None` until it is known.
pub(super) fn reason(texts: Texts, session: Session) -> Option<String> {
    let explanation = session.table.analysis.reason.get()?;
    // The search may have continued and now prefer another move.
    let thought = session.table.thought.get().filter(|thought| is_about(thought, &explanation));
    // The search was about the position before the move. Its plies include the move.
    let found = thought.as_ref().map(|thought| -thought.progress.score);
    let expected = thought.map(|thought| thought.progress.pv).unwrap_or_default();
    let is_still = matches!(&explanation.facts[..], [Fact::Quiet { twos }] if twos.is_empty());
    if is_still && expected.len() > 1 && !matches!(found, Some(Score::Mate(_))) {
        let size = session.table.game.with(|game| game.record().size());
        return Some(texts.text_with("hint-quiet", &[("line", line(&expected, size).into())]));
    }
    sentences(texts, session, &explanation, found).into_iter().next()
}

/// Whether a thought is about the explained move.
fn is_about(thought: &Thought, explanation: &Explanation) -> bool {
    thought.side == explanation.mover && thought.progress.pv.first() == Some(&explanation.played)
}

/// The names of the first moves of a line.
pub(super) fn line(moves: &[Point], size: BoardSize) -> String {
    let named = moves.iter().take(NAMED).map(|point| point.on(size).to_string());
    named.collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use tengen_analysis::SearchProgress;

    use super::*;

    #[test]
    fn a_thought_is_about_an_explained_move_only_if_it_begins_with_it() {
        let [played, other] = [1, 2].map(|x| Point::new(x, 0));
        let explanation = Explanation {
            mover: Color::Black,
            played,
            facts: vec![Fact::Quiet { twos: Vec::new() }],
            undecided: Vec::new(),
            nodes: 0,
        };
        let thought = |side, pv| Thought {
            side,
            progress: SearchProgress::new(4, Score::Value(30), pv)
                .with_selective_depth(6)
                .with_nodes(1_000)
                .with_time(Duration::from_millis(20))
                .with_hash_per_mille(1),
        };
        assert!(is_about(&thought(Color::Black, vec![played, other]), &explanation));
        assert!(!is_about(&thought(Color::Black, vec![other, played]), &explanation));
        assert!(!is_about(&thought(Color::White, vec![played, other]), &explanation));
        assert!(!is_about(&thought(Color::Black, Vec::new()), &explanation));
    }
}
