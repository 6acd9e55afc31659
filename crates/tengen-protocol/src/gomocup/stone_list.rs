//! The lists of stones that follow `BOARD` and its relatives and end with `DONE`.

use tengen_game::{BoardSize, Point};

use super::dialect::Order;
use super::reply::quoted;

/// Which command the list belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Board,
    /// Sets up stones, and asks for nothing.
    YxBoard,
    /// Moves in turn, without a field.
    Swap2Board,
    /// Read to its end only so that its lines are not taken for commands. The command is refused then.
    NotOffered(String),
}

impl ListKind {
    /// The command.
    pub(super) fn name(&self) -> &str {
        match self {
            ListKind::Board => "BOARD",
            ListKind::YxBoard => "YXBOARD",
            ListKind::Swap2Board => "SWAP2BOARD",
            ListKind::NotOffered(name) => name,
        }
    }
}

/// A list that has not ended yet.
#[derive(Clone, Debug)]
pub(super) struct StoneList {
    pub(super) kind: ListKind,
    /// Stones in the order given; `true` for the program's own. In a list without fields that means nothing.
    pub(super) stones: Vec<(Point, bool)>,
    /// Points marked 3, "part of a winning line or forbidden".
    pub(super) marked: Vec<Point>,
    /// The first line that could not be read. There is one answer to the whole list, so it waits.
    pub(super) fault: Option<String>,
}

impl StoneList {
    pub(super) fn new(kind: ListKind) -> StoneList {
        StoneList { kind, stones: Vec::new(), marked: Vec::new(), fault: None }
    }

    /// Goes on in another order, in which the points so far were meant as well.
    pub(super) fn adopt_order(&mut self, before: Order, order: Order) {
        for point in self.stones.iter_mut().map(|(point, _)| point).chain(&mut self.marked) {
            *point = order.read_anew(before, *point);
        }
    }

    /// Takes in one line of the list.
    pub(super) fn push(&mut self, line: &str, size: Option<BoardSize>, order: Order) {
        if self.fault.is_some() || matches!(self.kind, ListKind::NotOffered(_)) {
            return;
        }
        let Some(size) = size else {
            self.fault = Some(format!("expected START before {}", self.kind.name()));
            return;
        };
        let stone = match self.kind {
            ListKind::Swap2Board => read_move(line, size, order),
            _ => read_stone(line, size, order),
        };
        match stone {
            Ok(_) if self.stones.len() + self.marked.len() >= size.area() => {
                self.fault = Some(format!("expected DONE after at most {} points", size.area()));
            }
            Ok((point, Field::Own)) => self.stones.push((point, true)),
            Ok((point, Field::Opponent)) => self.stones.push((point, false)),
            Ok((point, Field::Marked)) => self.marked.push(point),
            Err(fault) => self.fault = Some(fault),
        }
    }
}

enum Field {
    Own,
    Opponent,
    Marked,
}

/// Reads a move of an opening. Some managers send a field all the same, which says nothing new.
fn read_move(line: &str, size: BoardSize, order: Order) -> Result<(Point, Field), String> {
    let mut parts = line.splitn(3, ',');
    let point = match (parts.next(), parts.next(), parts.next().map(str::trim)) {
        (Some(x), Some(y), None | Some("1" | "2")) => format!("{x},{y}"),
        _ => line.to_owned(),
    };
    Ok((order.parse(&point, size)?, Field::Own))
}

fn read_stone(line: &str, size: BoardSize, order: Order) -> Result<(Point, Field), String> {
    let malformed = || {
        format!(
            "expected `x,y,field` with field 1 (own), 2 (opponent) or 3 (part of a finished line), found {}",
            quoted(line)
        )
    };
    let (point, field) = line.rsplit_once(',').ok_or_else(malformed)?;
    let field = match field.trim() {
        "1" => Field::Own,
        "2" => Field::Opponent,
        "3" => Field::Marked,
        _ => return Err(malformed()),
    };
    if !point.contains(',') {
        return Err(malformed());
    }
    Ok((order.parse(point, size)?, field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> Option<String> {
        let mut list = StoneList::new(ListKind::Board);
        list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        list.fault
    }

    #[test]
    fn stones_and_marks_are_read() {
        let mut list = StoneList::new(ListKind::Board);
        for line in ["1,2,1", " 3 , 4 , 2 ", "5,6,3"] {
            list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        }
        assert_eq!(list.fault, None);
        assert_eq!(list.stones, [(Point::new(1, 2), true), (Point::new(3, 4), false)]);
        assert_eq!(list.marked, [Point::new(5, 6)]);
    }

    #[test]
    fn rows_may_come_first_and_an_opening_needs_no_fields() {
        let mut list = StoneList::new(ListKind::YxBoard);
        list.push("1,2,1", Some(BoardSize::FIFTEEN), Order::RowColumn);
        assert_eq!(list.stones, [(Point::new(2, 1), true)]);
        let mut list = StoneList::new(ListKind::Swap2Board);
        for line in ["1,2", "3, 4 ,2"] {
            list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        }
        assert_eq!(list.stones, [(Point::new(1, 2), true), (Point::new(3, 4), true)]);
        list.push("5,6,7", Some(BoardSize::FIFTEEN), Order::ColumnRow);
        assert!(list.fault.is_some());
    }

    #[test]
    fn faults_are_told() {
        for line in ["1,2", "1,2,4", "1,2,", "a,b,1", "1;2;1", "1,2,3,1", "BOGUS", "中,中,1"] {
            assert!(fault(line).is_some_and(|text| text.contains("expected")), "{line}");
        }
        assert!(fault("15,0,1").is_some_and(|text| text.contains("not on a")));
    }

    #[test]
    fn a_list_without_end_is_bounded() {
        let mut list = StoneList::new(ListKind::Board);
        for _ in 0..100_000 {
            list.push("0,0,1", Some(BoardSize::MIN), Order::ColumnRow);
        }
        assert_eq!(list.stones.len(), 9);
        assert!(list.fault.is_some());
    }
}
