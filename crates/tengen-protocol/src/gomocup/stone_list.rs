//! The lists of stones that follow `BOARD` and `SWAP2BOARD` and end with `DONE`.

use tengen_game::{BoardSize, Point};

use super::reply::quoted;

/// Which command the list belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Board,
    /// Read to its end only so that its lines are not taken for commands.
    Swap2Board,
}

/// A list that has not ended yet.
#[derive(Clone, Debug)]
pub(super) struct StoneList {
    pub(super) kind: ListKind,
    /// Stones in the order given; `true` for the program's own.
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

    /// Takes in one line of the list.
    pub(super) fn push(&mut self, line: &str, size: Option<BoardSize>) {
        if self.fault.is_some() || self.kind == ListKind::Swap2Board {
            return;
        }
        let Some(size) = size else {
            self.fault = Some("expected START before BOARD".to_owned());
            return;
        };
        match read_stone(line, size) {
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

fn read_stone(line: &str, size: BoardSize) -> Result<(Point, Field), String> {
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
    let point = Point::parse_xy(point, size).map_err(|error| error.to_string())?;
    Ok((point, field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> Option<String> {
        let mut list = StoneList::new(ListKind::Board);
        list.push(line, Some(BoardSize::FIFTEEN));
        list.fault
    }

    #[test]
    fn stones_and_marks_are_read() {
        let mut list = StoneList::new(ListKind::Board);
        for line in ["1,2,1", " 3 , 4 , 2 ", "5,6,3"] {
            list.push(line, Some(BoardSize::FIFTEEN));
        }
        assert_eq!(list.fault, None);
        assert_eq!(list.stones, [(Point::new(1, 2), true), (Point::new(3, 4), false)]);
        assert_eq!(list.marked, [Point::new(5, 6)]);
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
            list.push("0,0,1", Some(BoardSize::MIN));
        }
        assert_eq!(list.stones.len(), 9);
        assert!(list.fault.is_some());
    }
}
