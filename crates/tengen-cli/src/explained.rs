//! What a move does, in sentences and as JSON. The crate's README documents the JSON.

use serde::Serialize;
use tengen_engine::explain::{Explanation, Fact, Means, Shape, Undecided};
use tengen_game::{BoardSize, Position};
use tengen_text::{Language, Said};

use crate::json::names;

/// An explanation, ready to be told.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    mover: &'static str,
    #[serde(rename = "move")]
    played: String,
    facts: Vec<Told>,
    undecided: Vec<Open>,
    nodes: u64,
}

/// A fact. What its kind does not have is left out.
#[derive(Debug, Default, Serialize)]
struct Told {
    fact: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    means: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    moves: Option<u32>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    line: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    shape: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<&'static str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    rows: Vec<Vec<String>>,
    text: String,
}

#[derive(Debug, Serialize)]
struct Open {
    question: &'static str,
    means: &'static str,
    stop: &'static str,
    text: String,
}

impl Explained {
    /// The explanation of a move in `position`.
    pub(crate) fn new(explanation: &Explanation, position: &Position) -> Explained {
        let size = position.size();
        let mover = explanation.mover.name();
        let win_length = position.rule().win_length().stones();
        let told = |fact: &Fact| {
            let mut told = Told::new(fact, size);
            told.text = told.said(mover, win_length).sentence(Language::English);
            told
        };
        Explained {
            mover,
            played: explanation.played.on(size).to_string(),
            facts: explanation.facts.iter().map(told).collect(),
            undecided: explanation.undecided.iter().map(|open| Open::new(open, mover)).collect(),
            nodes: explanation.nodes,
        }
    }

    /// The move's name.
    pub(crate) fn played(&self) -> &str {
        &self.played
    }

    /// What the move does, and what is undecided, in sentences.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &str> {
        let facts = self.facts.iter().map(|fact| fact.text.as_str());
        facts.chain(self.undecided.iter().map(|open| open.text.as_str()))
    }
}

impl Told {
    /// The fact without its sentence.
    fn new(fact: &Fact, size: BoardSize) -> Told {
        let parts = fact.parts();
        Told {
            fact: fact.name(),
            means: parts.means.map(Means::name),
            moves: (parts.moves > 0).then_some(parts.moves),
            line: parts.line.iter().map(|played| played.on(size).to_string()).collect(),
            shape: parts.shape.map(Shape::name),
            reason: parts.reason,
            rows: parts.rows.into_iter().map(|row| names(row, size)).collect(),
            text: String::new(),
        }
    }

    fn said<'a>(&'a self, mover: &'a str, win_length: u8) -> Said<'a> {
        Said {
            fact: self.fact,
            mover,
            win_length,
            means: self.means.unwrap_or_default(),
            moves: self.moves.unwrap_or_default(),
            line: &self.line,
            shape: self.shape.unwrap_or_default(),
            reason: self.reason.unwrap_or_default(),
            rows: &self.rows,
        }
    }
}

impl Open {
    fn new(open: &Undecided, mover: &str) -> Open {
        let (question, means, stop) = (open.question.name(), open.means.name(), open.stop.name());
        let text = tengen_text::undecided(Language::English, question, means, stop, mover);
        Open { question, means, stop, text }
    }
}

#[cfg(test)]
mod tests {
    use tengen_engine::explain::{ForcedWin, Question, Two};
    use tengen_engine::solve::SolveStop;
    use tengen_game::{Color, Direction, DrawReason, ForbiddenKind, Line, Move, Point};

    use super::*;

    /// One fact of each kind, with each shape, means and reason.
    fn facts() -> Vec<Fact> {
        let at = Point::new(7, 7);
        let cells = vec![at, Point::new(8, 7)];
        let row = Line::new(at, Direction::Horizontal, 5);
        let mut facts = vec![
            Fact::Wins { rows: vec![row, row] },
            Fact::LosesToFive { at: cells.clone() },
            Fact::StopsWin { at: cells.clone() },
            Fact::Quiet { twos: Vec::new() },
            Fact::Quiet {
                twos: vec![Two { direction: Direction::Vertical, is_open: true, cells: cells.clone() }],
            },
        ];
        for means in [Means::Fours, Means::Threats] {
            let win = |moves| ForcedWin { means, moves, line: vec![Move::Place(at), Move::Pass] };
            facts.extend([Fact::MissesWin(win(1)), Fact::AllowsWin(win(2)), Fact::StartsWin(win(3))]);
            facts.extend([Fact::PreventsWin(win(4)), Fact::ThreatensWin(win(5))]);
        }
        for shape in Shape::ALL {
            facts.push(Fact::Makes { shape, cells: cells.clone() });
            facts.push(Fact::Blocks { shape, cells: cells.clone() });
            facts.push(Fact::Denies { shape, cells: cells.clone() });
        }
        for kind in ForbiddenKind::ALL {
            facts.extend([Fact::Forbidden(kind), Fact::Traps { at, kind }]);
        }
        let draws = [DrawReason::BoardFull, DrawReason::BothPassed, DrawReason::MoveLimit];
        facts.extend(draws.map(Fact::Draws));
        facts
    }

    #[test]
    fn every_fact_has_its_sentence_in_every_language() {
        for language in Language::ALL {
            for fact in facts() {
                let told = Told::new(&fact, BoardSize::FIFTEEN);
                for (mover, win_length) in [("black", 5), ("white", 4)] {
                    let text = told.said(mover, win_length).sentence(language);
                    assert!(!text.is_empty() && !text.contains(['{', '}']), "{fact:?}: {text}");
                    assert!(told.rows.iter().flatten().all(|point| text.contains(point)), "{fact:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_question_has_its_sentence() {
        use Question::{AllowsWin, MissesWin, PreventsWin, StartsWin, ThreatensWin};
        for question in [StartsWin, MissesWin, AllowsWin, PreventsWin, ThreatensWin] {
            for stop in [SolveStop::Nodes, SolveStop::Time, SolveStop::Stopped] {
                let open = Undecided { question, means: Means::Threats, stop };
                let text = Open::new(&open, Color::White.name()).text;
                assert!(text.starts_with("Undecided (") && !text.contains(['{', '}']), "{text}");
            }
        }
    }
}
