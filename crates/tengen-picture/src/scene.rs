//! The contents of a picture: the board as it lies before the viewer, turned by the symmetry of the options.

use tengen_board::Geometry;
use tengen_game::{BoardSize, Color, Drawing, Line, Mark, Move, Outcome, Point, Position, Sign};

use crate::PictureOptions;

/// The contents of a picture, with the points as the viewer sees them.
#[derive(Clone, Debug)]
pub(crate) struct Scene {
    pub(crate) size: BoardSize,
    /// The labels under the columns and beside the rows, in the viewer's order.
    pub(crate) columns: Vec<String>,
    pub(crate) rows: Vec<String>,
    pub(crate) stones: Vec<Stone>,
    /// The ends of the winning rows.
    pub(crate) winning: Vec<[Point; 2]>,
    /// Points that are forbidden to Black.
    pub(crate) forbidden: Vec<Point>,
    /// The stone of Black's forbidden move.
    pub(crate) lost_on: Option<Point>,
    /// The record's marks except rings, which are drawings.
    pub(crate) marks: Vec<Mark>,
    pub(crate) drawings: Vec<Drawing>,
    pub(crate) title: String,
    pub(crate) description: String,
}

/// The contents of a point of a picture.
#[cfg(feature = "raster")]
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Cell<'a> {
    stone: Option<Stone>,
    signs: Vec<&'a Sign>,
    ring: Option<Drawing>,
    is_forbidden: bool,
    is_lost_on: bool,
    /// The number of winning rows through the point.
    winning_rows: u32,
}

/// A stone of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Stone {
    pub(crate) point: Point,
    pub(crate) color: Color,
    /// The number of the stone's move, if it is shown.
    pub(crate) number: Option<usize>,
    /// Whether the stone is marked as the one played last.
    pub(crate) last: bool,
}

impl Scene {
    pub(crate) fn new(
        position: &Position,
        marks: &[Mark],
        drawings: &[Drawing],
        options: &PictureOptions,
    ) -> Scene {
        let size = position.size();
        let seen = |point: Point| options.symmetry.apply(point, size);
        let turned = Geometry::new(size, options.symmetry, true);
        let lines = position.outcome().map_or(&[][..], Outcome::winning_lines);
        let ends = |line: &Line| {
            let last = line.points().last().unwrap_or(line.start());
            [seen(line.start()), seen(last)]
        };
        let forbidden = if options.forbidden { position.forbidden_points() } else { Vec::new() };
        let on_board = |mark: &&Mark| options.marks && mark.sign != Sign::Circle && size.contains(mark.point);
        Scene {
            size,
            columns: (0..size.lines()).map(|index| turned.column_name(index)).collect(),
            rows: (0..size.lines()).map(|index| turned.row_name(index)).collect(),
            stones: stones(position, options),
            winning: lines.iter().filter(|_| options.winning_rows).map(ends).collect(),
            forbidden: forbidden.into_iter().map(|(point, _)| seen(point)).collect(),
            lost_on: match position.outcome() {
                Some(Outcome::ForbiddenLoss { point, .. }) => Some(seen(*point)),
                _ => None,
            },
            marks: marks
                .iter()
                .filter(on_board)
                .map(|mark| Mark { point: seen(mark.point), sign: mark.sign.clone() })
                .collect(),
            drawings: drawings
                .iter()
                .filter(|_| options.marks)
                .map(|drawing| Drawing { from: seen(drawing.from), to: seen(drawing.to), ink: drawing.ink })
                .collect(),
            title: options.title.clone().unwrap_or_else(|| title(position)),
            description: description(position),
        }
    }

    /// Whether the scene has an arrow, which belongs to no single point.
    #[cfg(feature = "raster")]
    pub(crate) fn has_arrows(&self) -> bool {
        self.drawings.iter().any(|drawing| !drawing.is_ring())
    }

    /// The contents of each point that a picture distinguishes, in rows from the top. Arrows are left out.
    #[cfg(feature = "raster")]
    pub(crate) fn cells(&self) -> Vec<Cell<'_>> {
        let lines = usize::from(self.size.lines());
        let mut cells = vec![Cell::default(); lines * lines];
        let index = |point: Point| usize::from(point.y()) * lines + usize::from(point.x());
        for stone in &self.stones {
            cells[index(stone.point)].stone = Some(*stone);
        }
        for mark in &self.marks {
            cells[index(mark.point)].signs.push(&mark.sign);
        }
        for drawing in self.drawings.iter().filter(|drawing| drawing.is_ring()) {
            cells[index(drawing.from)].ring = Some(*drawing);
        }
        for &point in &self.forbidden {
            cells[index(point)].is_forbidden = true;
        }
        if let Some(point) = self.lost_on {
            cells[index(point)].is_lost_on = true;
        }
        for [from, to] in &self.winning {
            let step = |from: u8, to: u8| i32::from(to) - i32::from(from);
            let (dx, dy) = (step(from.x(), to.x()), step(from.y(), to.y()));
            let length = dx.abs().max(dy.abs());
            for place in 0..=length {
                let along = |from: u8, step: i32| (i32::from(from) + step * place / length.max(1)) as u8;
                cells[index(Point::new(along(from.x(), dx), along(from.y(), dy)))].winning_rows += 1;
            }
        }
        cells
    }

    /// A board of this size with one stone on it.
    #[cfg(feature = "raster")]
    pub(crate) fn of_stone(size: BoardSize, stone: Stone) -> Scene {
        Scene {
            size,
            columns: Vec::new(),
            rows: Vec::new(),
            stones: vec![stone],
            winning: Vec::new(),
            forbidden: Vec::new(),
            lost_on: None,
            marks: Vec::new(),
            drawings: Vec::new(),
            title: String::new(),
            description: String::new(),
        }
    }

    /// The parts of the scene on a point or beside it. Winning rows are kept whole; arrows are left out.
    #[cfg(feature = "raster")]
    pub(crate) fn around(&self, point: Point) -> Scene {
        let is_near = |other: Point| other.x().abs_diff(point.x()) <= 1 && other.y().abs_diff(point.y()) <= 1;
        Scene {
            size: self.size,
            columns: Vec::new(),
            rows: Vec::new(),
            stones: self.stones.iter().filter(|stone| is_near(stone.point)).copied().collect(),
            winning: self.winning.clone(),
            forbidden: self.forbidden.iter().filter(|&&point| is_near(point)).copied().collect(),
            lost_on: self.lost_on.filter(|&point| is_near(point)),
            marks: self.marks.iter().filter(|mark| is_near(mark.point)).cloned().collect(),
            drawings: self
                .drawings
                .iter()
                .filter(|ring| ring.is_ring() && is_near(ring.from))
                .copied()
                .collect(),
            title: String::new(),
            description: String::new(),
        }
    }

    /// The stone on a point of the picture.
    pub(crate) fn stone(&self, point: Point) -> Option<&Stone> {
        self.stones.iter().find(|stone| stone.point == point)
    }

    /// The label on an empty point, around which the lines have a gap.
    pub(crate) fn label_beside_stones(&self, point: Point) -> Option<&str> {
        let label = self.marks.iter().find_map(|mark| match &mark.sign {
            Sign::Label(text) if mark.point == point => Some(text.as_str()),
            _ => None,
        });
        label.filter(|_| self.stone(point).is_none())
    }

    /// Whether a point has any mark. A mark replaces a number, a sign or a star point.
    pub(crate) fn has_mark(&self, point: Point) -> bool {
        let has_ring = self.drawings.iter().any(|drawing| drawing.is_ring() && drawing.from == point);
        has_ring || self.marks.iter().any(|mark| mark.point == point)
    }
}

/// The stones in the viewer's board order, which makes the picture of a position independent of its moves' order.
fn stones(position: &Position, options: &PictureOptions) -> Vec<Stone> {
    let size = position.size();
    let moves = position.moves();
    let mut stones: Vec<Stone> = size
        .points()
        .filter_map(|point| {
            let color = position.board().stone(point)?;
            let index = moves.iter().position(|played| *played == Move::Place(point));
            let number = index.map(|index| index + 1);
            Some(Stone {
                point: options.symmetry.apply(point, size),
                color,
                number: number.filter(|&number| options.numbers.shows(number, moves.len())),
                last: options.last_move && position.last_move() == Some(Move::Place(point)),
            })
        })
        .collect();
    stones.sort_by_key(|stone| (stone.point.y(), stone.point.x()));
    stones
}

fn title(position: &Position) -> String {
    let (rule, size, moves) = (position.rule(), position.size(), position.moves().len());
    let when = match moves {
        0 => "position".to_owned(),
        _ => format!("after move {moves}"),
    };
    let end = match position.outcome().map(Outcome::winner) {
        None => "",
        Some(Some(Color::Black)) => "; Black has won",
        Some(Some(Color::White)) => "; White has won",
        Some(None) => "; a draw",
    };
    format!("Five in a row ({rule}, {size}), {when}{end}")
}

/// The places of the stones, for screen readers.
fn description(position: &Position) -> String {
    let size = position.size();
    let of = |color: Color| {
        let points = size.points().filter(|&point| position.board().stone(point) == Some(color));
        let names: Vec<String> = points.map(|point| point.on(size).to_string()).collect();
        if names.is_empty() { "none".to_owned() } else { names.join(" ") }
    };
    format!("Black: {}. White: {}.", of(Color::Black), of(Color::White))
}

#[cfg(test)]
mod tests {
    use tengen_game::{Rule, Symmetry};

    use super::*;

    fn played(names: &[&str]) -> Position {
        let mut position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
        for name in names {
            let played = match *name {
                "pass" => Move::Pass,
                name => Move::Place(Point::parse(name, position.size()).unwrap()),
            };
            position.play(played).unwrap();
        }
        position
    }

    #[test]
    fn passes_count_and_stones_that_were_set_up_have_no_number() {
        let scene = Scene::new(&played(&["h8", "pass", "b13"]), &[], &[], &PictureOptions::default());
        let numbers: Vec<_> = scene.stones.iter().map(|stone| (stone.number, stone.last)).collect();
        assert_eq!(numbers, [(Some(3), true), (Some(1), false)]);

        let board = played(&["h8"]).board().clone();
        let set_up = Position::from_board(Rule::Renju, board, Color::White).unwrap();
        let scene = Scene::new(&set_up, &[], &[], &PictureOptions::default());
        assert_eq!((scene.stones[0].number, scene.stones[0].last), (None, false));
    }

    #[test]
    fn every_stone_keeps_its_name_however_the_board_is_turned() {
        let position = played(&["b13"]);
        for symmetry in Symmetry::ALL {
            let options = PictureOptions { symmetry, ..PictureOptions::default() };
            let scene = Scene::new(&position, &[], &[], &options);
            let point = scene.stones[0].point;
            let names = [&scene.columns[usize::from(point.x())], &scene.rows[usize::from(point.y())]]
                .map(String::as_str);
            assert!(names == ["b", "13"] || names == ["13", "b"], "{symmetry:?}: {names:?}");
        }
    }

    #[test]
    fn a_scene_has_a_title_and_a_description() {
        let scene = Scene::new(&played(&["h8", "i9"]), &[], &[], &PictureOptions::default());
        assert_eq!(scene.title, "Five in a row (renju, 15×15), after move 2");
        assert_eq!(scene.description, "Black: h8. White: i9.");
    }
}
