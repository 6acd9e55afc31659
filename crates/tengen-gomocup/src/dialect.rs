//! The dialects of the protocol: the meaning of rule codes and the order of coordinates.

use std::fmt;
use std::str::FromStr;

use tengen_game::{BoardSize, Move, ParsePointError, Point};

/// A variant of the protocol. Dialects differ in rule codes and in the order of coordinates.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Dialect {
    /// The manager of the Gomocup tournaments, after which the protocol is called.
    #[default]
    Piskvork,
    /// Yixin-Board, which writes the row before the column.
    Yixin,
    /// Managers that are made for Rapfi: Yixin's commands, with the column first.
    Rapfi,
    /// Managers that are made for AlphaGomoku.
    AlphaGomoku,
}

/// A name that no dialect has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected a dialect (piskvork, yixin, rapfi or alphagomoku), found `{0}`")]
pub struct ParseDialectError(String);

impl Dialect {
    /// All dialects.
    pub const ALL: [Dialect; 4] = [Dialect::Piskvork, Dialect::Yixin, Dialect::Rapfi, Dialect::AlphaGomoku];

    /// The name, in lower case.
    pub fn name(self) -> &'static str {
        match self {
            Dialect::Piskvork => "piskvork",
            Dialect::Yixin => "yixin",
            Dialect::Rapfi => "rapfi",
            Dialect::AlphaGomoku => "alphagomoku",
        }
    }

    /// The point as it is sent: two numbers from 0 at the top left, with a comma between.
    pub fn write_point(self, point: Point) -> String {
        self.order().write(point)
    }

    pub(super) fn order(self) -> Order {
        match self {
            Dialect::Yixin => Order::RowColumn,
            Dialect::Piskvork | Dialect::Rapfi | Dialect::AlphaGomoku => Order::ColumnRow,
        }
    }
}

impl fmt::Display for Dialect {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for Dialect {
    type Err = ParseDialectError;

    /// Reads a [name](Dialect::name), in any case.
    fn from_str(text: &str) -> Result<Dialect, ParseDialectError> {
        let found = Dialect::ALL.into_iter().find(|dialect| dialect.name().eq_ignore_ascii_case(text));
        found.ok_or_else(|| ParseDialectError(text.chars().take(40).collect()))
    }
}

/// A pass on the wire.
pub(super) const PASS: &str = "-1,-1";

/// The order of the two coordinates on the wire.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    ColumnRow,
    RowColumn,
}

impl Order {
    /// Reads a point. The error is a text for the manager.
    pub(super) fn parse(self, text: &str, size: BoardSize) -> Result<Point, String> {
        let point = Point::parse_xy(text, size).map_err(|refusal| match (self, refusal) {
            (Order::RowColumn, ParsePointError::MalformedXy(found)) => format!(
                "expected a point such as `7,7` (row and column from 0 at the top left), found `{found}`"
            ),
            (_, refusal) => refusal.to_string(),
        })?;
        Ok(self.turn(point))
    }

    /// Reads a point, or a pass. The error is a text for the manager.
    pub(super) fn parse_move(self, text: &str, size: BoardSize) -> Result<Move, String> {
        if text.split(',').map(str::trim).eq(PASS.split(',')) {
            return Ok(Move::Pass);
        }
        self.parse(text, size).map(Move::Place)
    }

    /// The two numbers of a point in the order in which they are sent.
    pub(super) fn pair(self, point: Point) -> (u8, u8) {
        let point = self.turn(point);
        (point.x(), point.y())
    }

    /// The point as it is sent.
    pub(super) fn write(self, point: Point) -> String {
        self.turn(point).to_string()
    }

    /// The point as it is sent, or the two numbers of a pass.
    pub(super) fn write_move(self, played: Move) -> String {
        played.point().map_or_else(|| PASS.to_owned(), |point| self.write(point))
    }

    /// The move in this order that was read in the order `before`.
    pub(super) fn read_move_anew(self, before: Order, played: Move) -> Move {
        played.point().map_or(Move::Pass, |point| Move::Place(self.read_anew(before, point)))
    }

    /// The point in this order that was read in the order `before`.
    pub(super) fn read_anew(self, before: Order, point: Point) -> Point {
        self.turn(before.turn(point))
    }

    /// Points with blanks between.
    pub(super) fn write_all(self, points: &[Point]) -> String {
        points.iter().map(|&point| self.write(point)).collect::<Vec<_>>().join(" ")
    }

    /// Boards are square, so that a point with its numbers exchanged is on the board as well.
    fn turn(self, point: Point) -> Point {
        match self {
            Order::ColumnRow => point,
            Order::RowColumn => Point::new(point.y(), point.x()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dialects_have_names() {
        for dialect in Dialect::ALL {
            assert_eq!(dialect.name().to_uppercase().parse(), Ok(dialect));
        }
        assert!("gtp".parse::<Dialect>().is_err());
    }

    #[test]
    fn a_pass_is_a_pair_of_numbers_off_the_board() {
        for order in [Order::ColumnRow, Order::RowColumn] {
            for text in ["-1,-1", " -1 , -1 "] {
                assert_eq!(order.parse_move(text, BoardSize::FIFTEEN), Ok(Move::Pass), "{text}");
            }
            assert_eq!(order.write_move(Move::Pass), "-1,-1");
            assert!(order.parse_move("-1,0", BoardSize::FIFTEEN).is_err());
        }
    }

    #[test]
    fn rows_come_first_in_yixins_dialect_alone() {
        let size = BoardSize::FIFTEEN;
        for dialect in Dialect::ALL {
            let order = dialect.order();
            let expected = if dialect == Dialect::Yixin { Point::new(2, 11) } else { Point::new(11, 2) };
            assert_eq!(order.parse("11,2", size), Ok(expected), "{dialect}");
            assert_eq!(order.write(expected), "11,2", "{dialect}");
            assert_eq!(order.pair(expected), (11, 2), "{dialect}");
        }
        let fault = Order::RowColumn.parse("h8", size);
        assert!(fault.is_err_and(|text| text.contains("row and column")));
    }
}
