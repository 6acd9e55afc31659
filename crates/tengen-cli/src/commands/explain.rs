//! `tengen explain`: the effects of a move. `tengen analyse` explains the best move in the same form.

use std::io::Write;

use anyhow::{Context, Result, bail};
use serde::Serialize;
use tengen_analysis::{Explanation, Fact, ForcedWin, StopHandle, SystemClock, Undecided};
use tengen_engine::explain::{ExplainLimits, explain};
use tengen_game::{BoardSize, Color, GameResult, Move, Outcome, Point, Position, diagram};
use tengen_text::{Language, Sentences};

use crate::input::PositionArguments;
use crate::options::{self, OutputOption, ProgressOption};
use crate::output::{Stones, names};
use crate::{output, wording};

/// Explain a move: the shapes that it makes and breaks, and the forced wins that it starts, prevents, misses or allows.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(flatten)]
    input: PositionArguments,
    /// A move of the side to move, such as h8 [default: the last move played]
    #[arg(long = "move", value_name = "POINT")]
    played: Option<String>,
    /// Node limit for each search for a forced win
    #[arg(long, value_name = "N", default_value_t = ExplainLimits::default().nodes, value_parser = options::count::<u64>(0))]
    nodes: u64,
    #[command(flatten)]
    output: OutputOption,
}

const AFTER_HELP: &str = "\
Forced wins are proved: by continuous fours (VCF), or by continuous threats, fours and threes (VCT). A question that is not decided
within --nodes is reported as undecided.

Examples:
  tengen explain --moves \"h8 i9 h9 i8 h10\"
  tengen explain game.sgf --move g7
  tengen explain diagram.txt --rule renju --to-move black --move h8 --json

Exit codes: 0 done, 1 there is no such move, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let (_, position) = arguments.input.read(ProgressOption::default())?;
    let (position, played) = match &arguments.played {
        Some(name) => {
            let point = Point::parse(name, position.size()).context("--move")?;
            (position, point)
        }
        None => before_last_move(position)?,
    };
    let limits = ExplainLimits { nodes: arguments.nodes, time: None };
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let explanation = explain(&position, played, &limits, &clock, &stop).context("there is no such move")?;
    let explained = Explained::new(&explanation, &position);
    if arguments.output.json {
        return output::write_json(&Report::new(&position, explained), out);
    }
    write!(out, "{}", diagram::write(position.board()))?;
    let mover = wording::color(position.side_to_move());
    writeln!(out, "\nRule: {}", wording::rule(position.rule()))?;
    writeln!(out, "{mover} plays {}:", explained.played())?;
    for sentence in explained.sentences() {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

fn before_last_move(mut position: Position) -> Result<(Position, Point)> {
    match position.undo() {
        Some(Move::Place(point)) => Ok((position, point)),
        Some(Move::Pass) => bail!("the last move is a pass; expected --move with a point"),
        None => bail!("no move has been played; expected --move with a point"),
    }
}

#[derive(Serialize)]
struct Report {
    rule: String,
    size: u8,
    to_move: &'static str,
    stones: Stones,
    explanation: Explained,
}

impl Report {
    fn new(position: &Position, explanation: Explained) -> Report {
        Report {
            rule: position.rule().to_string(),
            size: position.size().lines(),
            to_move: position.side_to_move().name(),
            stones: position.board().into(),
            explanation,
        }
    }
}

/// An explanation in the form of the JSON.
#[derive(Debug, Serialize)]
pub(crate) struct Explained {
    mover: &'static str,
    #[serde(rename = "move")]
    played: String,
    facts: Vec<FactJson>,
    undecided: Vec<UndecidedJson>,
    nodes: u64,
}

/// A fact. Fields that its kind does not have are left out.
#[derive(Debug, Default, Serialize)]
struct FactJson {
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
struct UndecidedJson {
    question: &'static str,
    means: &'static str,
    stop: &'static str,
    text: String,
}

impl Explained {
    /// The explanation of a move in `position`.
    pub(crate) fn new(explanation: &Explanation, position: &Position) -> Explained {
        let size = position.size();
        let sentences = sentences(explanation.mover, position);
        let undecided = |open: &Undecided| UndecidedJson {
            question: open.question.name(),
            means: open.means.name(),
            stop: open.stop.name(),
            text: sentences.undecided(open),
        };
        let fact = |fact: &Fact| FactJson { text: sentences.fact(fact), ..FactJson::new(fact, size) };
        Explained {
            mover: explanation.mover.name(),
            played: explanation.played.on(size).to_string(),
            facts: explanation.facts.iter().map(fact).collect(),
            undecided: explanation.undecided.iter().map(undecided).collect(),
            nodes: explanation.nodes,
        }
    }

    /// The move's name.
    pub(crate) fn played(&self) -> &str {
        &self.played
    }

    /// The facts and the undecided questions, in sentences.
    pub(crate) fn sentences(&self) -> impl Iterator<Item = &str> {
        let facts = self.facts.iter().map(|fact| fact.text.as_str());
        facts.chain(self.undecided.iter().map(|open| open.text.as_str()))
    }
}

/// The sentences about a move of `mover` in `position`.
fn sentences(mover: Color, position: &Position) -> Sentences {
    let win_length = position.rule().win_length().stones();
    let (language, size) = (Language::English, position.size());
    Sentences { language, mover, size, win_length, expert_terms: true }
}

impl FactJson {
    /// The fact without its sentence.
    fn new(fact: &Fact, size: BoardSize) -> FactJson {
        let none = FactJson { fact: fact.name(), ..FactJson::default() };
        let row = |row: &[Point]| vec![names(row.iter().copied(), size)];
        match fact {
            Fact::Forbidden(kind) => FactJson { reason: Some(kind.name()), ..none },
            Fact::Wins { rows } => {
                FactJson { rows: rows.iter().map(|row| names(row.points(), size)).collect(), ..none }
            }
            Fact::LosesToFive { at } | Fact::StopsWin { at } => FactJson { rows: row(at), ..none },
            Fact::MissesWin(win)
            | Fact::AllowsWin(win)
            | Fact::StartsWin(win)
            | Fact::PreventsWin(win)
            | Fact::ThreatensWin(win) => {
                let ForcedWin { means, moves, line } = win;
                let line = line.iter().map(|played| played.on(size).to_string()).collect();
                FactJson { means: Some(means.name()), moves: Some(*moves), line, ..none }
            }
            Fact::Traps { at, kind } => FactJson { rows: row(&[*at]), reason: Some(kind.name()), ..none },
            Fact::Makes { shape, cells } | Fact::Blocks { shape, cells } | Fact::Denies { shape, cells } => {
                FactJson { shape: Some(shape.name()), rows: row(cells), ..none }
            }
            Fact::Draws(reason) => {
                let reason = GameResult::from(&Outcome::Draw(*reason)).reason;
                FactJson { reason: Some(reason.name()), ..none }
            }
            Fact::Quiet { twos } => {
                let rows = twos.iter().map(|two| names(two.cells.iter().copied(), size)).collect();
                FactJson { rows, ..none }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::{Means, Question, Shape, SolveStop, Two};
    use tengen_game::{Direction, DrawReason, ForbiddenKind, Line, Move, Rule};

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
        for means in [Means::Vcf, Means::Vct] {
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
                let json = FactJson::new(&fact, BoardSize::FIFTEEN);
                for (mover, win_length) in [(Color::Black, 5), (Color::White, 4)] {
                    let sentences = Sentences {
                        language,
                        mover,
                        size: BoardSize::FIFTEEN,
                        win_length,
                        expert_terms: true,
                    };
                    let text = sentences.fact(&fact);
                    assert!(!text.is_empty() && !text.contains(['{', '}']), "{fact:?}: {text}");
                    assert!(json.rows.iter().flatten().all(|point| text.contains(point)), "{fact:?}: {text}");
                }
            }
        }
    }

    #[test]
    fn every_question_has_its_sentence() {
        use Question::{AllowsWin, MissesWin, PreventsWin, StartsWin, ThreatensWin};
        for question in [StartsWin, MissesWin, AllowsWin, PreventsWin, ThreatensWin] {
            for stop in [SolveStop::Nodes, SolveStop::Time, SolveStop::Stopped] {
                let open = Undecided { question, means: Means::Vct, stop };
                let position = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
                let text = sentences(Color::White, &position).undecided(&open);
                assert!(text.starts_with("Undecided (") && !text.contains(['{', '}']), "{text}");
            }
        }
    }
}
