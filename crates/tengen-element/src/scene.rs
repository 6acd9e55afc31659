//! The scene that the board shows.

use tengen_board::{Label, Scene, Stone};
use tengen_game::{Color, Move, Outcome, Point, Score, Sign};
use tengen_match::Notice;

use crate::options::Mode;
use crate::table::Table;

/// One of the best lines, with the score for the side to move.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Thought {
    pub(crate) score: Score,
    pub(crate) side: Color,
    /// The names of the points.
    pub(crate) line: String,
}

impl Table {
    /// The scene for the board.
    pub(crate) fn scene(&self) -> Scene {
        let position = self.record().position();
        let board = position.board();
        let stone = |point| board.stone(point).map(|color| Stone { point, color });
        let is_persons = self.is_persons_turn();
        let concerns_black = is_persons && position.side_to_move() == Color::Black;
        let forbidden = concerns_black && position.rule().has_forbidden_moves();
        let winning = position.outcome().map(Outcome::winning_lines).unwrap_or_default();
        Scene {
            has_coordinates: self.options().coordinates,
            stones: board.size().points().filter_map(stone).collect(),
            last: position.last_move().and_then(Move::point),
            winning: winning.iter().map(|line| line.points().collect()).collect(),
            forbidden: if forbidden { position.forbidden_points() } else { Vec::new() },
            hint: self.hint(),
            ghost: is_persons.then(|| position.side_to_move()),
            labels: self.labels(),
            drawings: self.record().drawings(self.record().current()),
            preview: self.refutation(),
            ..Scene::new(board.size())
        }
    }

    /// The stones of a wrong move of a puzzle and of its refutation.
    fn refutation(&self) -> Vec<Stone> {
        let Notice::Refuted(line) = self.notice() else { return Vec::new() };
        let solver = self.solver();
        let colors = [solver, !solver].into_iter().cycle();
        line.iter().zip(colors).map(|(name, color)| Stone { point: name.point(), color }).collect()
    }

    /// The labels of the scene: the record's marks except rings, the ranks of the engine's moves, and the numbers of the last moves. A
    /// point has at most one of them.
    fn labels(&self) -> Vec<Label> {
        let position = self.record().position();
        let moves = position.moves();
        let mut labels: Vec<Label> = Vec::new();
        let mut add = |point: Point, sign: Sign| {
            if labels.iter().all(|label| label.point != point) {
                let is_latest = moves.last() == Some(&Move::Place(point));
                labels.push(Label { point, sign, is_latest });
            }
        };
        for (number, stone) in (1..).zip(self.refutation()) {
            add(stone.point, Sign::Label(format!("{number}")));
        }
        // Rings are part of the drawings.
        let marks = self.record().marks(self.record().current()).iter();
        for mark in marks.filter(|mark| mark.sign != Sign::Circle) {
            add(mark.point, mark.sign.clone());
        }
        for (rank, line) in (1..).zip(self.lines()) {
            if let Some(&point) = line.pv.first() {
                add(point, Sign::Label(format!("{rank}")));
            }
        }
        let first = moves.len().saturating_sub(self.options().numbers.0);
        for (number, played) in (1..).zip(moves).skip(first) {
            if let Some(point) = played.point() {
                add(point, Sign::Label(format!("{number}")));
            }
        }
        labels
    }

    /// The best lines, in the mode `analyse`.
    pub(crate) fn thoughts(&self) -> Vec<Thought> {
        let (side, size) = (self.record().position().side_to_move(), self.record().size());
        let name = |point: &Point| point.on(size).to_string();
        let is_shown = self.options().mode == Mode::Analyse;
        let lines = self.lines().iter().filter(|line| is_shown && !line.pv.is_empty());
        lines
            .map(|line| Thought {
                score: line.score,
                side,
                line: line.pv.iter().take(8).map(name).collect::<Vec<_>>().join(" "),
            })
            .collect()
    }
}
