//! What a move does, in sentences: that of a hint, and the last one.

use tengen_analysis::{Explanation, Fact, Score};
use tengen_game::{BoardSize, Color, Point};
use tengen_text::Sentences;

use crate::session::Session;
use crate::texts::Texts;

/// The most moves of a line that are named.
const NAMED: usize = 10;

/// What a move does, what matters most first. `found` is the score of the search for the position after the move, for the side that is to
/// move there.
pub(super) fn sentences(
    texts: Texts,
    session: Session,
    explanation: &Explanation,
    found: Option<Score>,
) -> Vec<String> {
    let (size, rule) = session.game.with(|game| (game.record().size(), game.record().rule()));
    let words = Sentences {
        language: texts.language(),
        mover: explanation.mover,
        size,
        win_length: rule.win_length().stones(),
    };
    // The solvers try threats only. What the search has found beyond them makes a move anything but quiet.
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

/// A forced win that the search has found after a move of `mover`'s; `plies` are negative where the side to move loses.
fn by_search(texts: Texts, mover: Color, plies: i32) -> String {
    let winner = if plies < 0 { mover } else { !mover };
    let key = if winner == Color::Black { "found-win-black" } else { "found-win-white" };
    texts.text_with(key, &[("moves", plies.unsigned_abs().div_ceil(2).into())])
}

/// Why the recommended move is good, in a sentence; `None` as long as that is not known.
pub(super) fn reason(texts: Texts, session: Session) -> Option<String> {
    let explanation = session.analysis.reason.get()?;
    let thought = session.thought.get().filter(|thought| thought.side == explanation.mover);
    // The search was about the position before the move. Its plies count the move.
    let found = thought.as_ref().map(|thought| -thought.progress.score);
    let expected = thought.map(|thought| thought.progress.pv).unwrap_or_default();
    let is_still = matches!(&explanation.facts[..], [Fact::Quiet { twos }] if twos.is_empty());
    if is_still && expected.len() > 1 && !matches!(found, Some(Score::Mate(_))) {
        let size = session.game.with(|game| game.record().size());
        return Some(texts.text_with("hint-quiet", &[("line", line(&expected, size).into())]));
    }
    sentences(texts, session, &explanation, found).into_iter().next()
}

/// The first moves of a line, by their names.
pub(super) fn line(moves: &[Point], size: BoardSize) -> String {
    let named = moves.iter().take(NAMED).map(|point| point.on(size).to_string());
    named.collect::<Vec<_>>().join(" ")
}
