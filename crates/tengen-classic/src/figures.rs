use tengen_game::{Color, Point};

use crate::field::Field;
use crate::shape::Shape;

/// The value of a report for a game that is practically won.
pub(crate) const DECISIVE: i32 = 10_000;

/// The values of shapes for one of the classics.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) five: i32,
    pub(crate) open_four: i32,
    pub(crate) four: i32,
    pub(crate) open_three: i32,
    pub(crate) sleeping_three: i32,
    pub(crate) open_two: i32,
}

impl Figures {
    /// The value of one shape.
    pub(crate) const fn of(&self, shape: Shape) -> i32 {
        match shape {
            Shape::Nothing | Shape::Overline => 0,
            Shape::OpenTwo => self.open_two,
            Shape::SleepingThree => self.sleeping_three,
            Shape::OpenThree => self.open_three,
            Shape::Four => self.four,
            Shape::OpenFour => self.open_four,
            Shape::Five => self.five,
        }
    }

    /// The value of a stone of `color` on an empty point, in all four directions together.
    pub(crate) fn of_point(&self, field: &Field, point: Point, color: Color) -> i32 {
        field.shapes(point, color).into_iter().map(|shape| self.of(shape)).sum()
    }

    /// The total value of the rows of `color` on the board.
    ///
    /// Each stone of a row sees the same shape, so that a row of three counts three times; it is divided by that.
    pub(crate) fn of_stones(&self, field: &Field, color: Color) -> i32 {
        let length = i32::from(field.rule().win_length().stones());
        let shape_score = |shape: Shape| {
            let stones = length - i32::from(shape.lacks()?);
            // Two stones fewer than none lack for nothing: short rows of short games.
            Some(field.standing(color, shape) * self.of(shape) / stones.max(1))
        };
        Shape::ALL.into_iter().filter_map(shape_score).sum()
    }
}
