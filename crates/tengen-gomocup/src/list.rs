//! The lists of points that follow some commands, on lines of their own or all on one line.

use tengen_game::{BoardSize, Move, Point};

use crate::command::Command;
use crate::dialect::Order;
use crate::reply::quoted;

/// The command to which a list belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Board,
    /// Sets up stones, without a question.
    YxBoard,
    /// Moves in turn, without a field.
    Swap2Board,
    /// The stones of a Soosõrv opening for step 2 to 6, with the number of fifth moves where the step has one.
    Soosorv {
        step: u8,
        fifths: Option<u8>,
    },
    /// Points that the search leaves out, or takes in again.
    Block {
        undo: bool,
    },
    /// A line of moves of which the search leaves out the last one, or takes it in again.
    BlockPath {
        undo: bool,
    },
    /// A position for a database. It is read to its end so that its lines are not taken for commands.
    Database,
}

impl ListKind {
    /// The command.
    pub(super) fn name(self) -> &'static str {
        match self {
            ListKind::Board => "BOARD",
            ListKind::YxBoard => "YXBOARD",
            ListKind::Swap2Board => "SWAP2BOARD",
            ListKind::Soosorv { .. } => "YXSOOSORVSTEP",
            ListKind::Block { .. } => "YXBLOCK",
            ListKind::BlockPath { .. } => "YXBLOCKPATH",
            ListKind::Database => "a list for a database",
        }
    }

    /// Whether each point has a field with the owner of its stone.
    fn has_fields(self) -> bool {
        matches!(self, ListKind::Board | ListKind::YxBoard)
    }
}

/// The lines that a line with a list, or with a part of one, stands for: the command, each point, and `DONE`. Any other line
/// stands for itself. What follows `DONE` is a line of its own.
///
/// Managers that run engines in a browser send a list with its command and its end on one line.
pub(super) fn parts(line: &str, in_list: bool) -> Vec<String> {
    let close = joined(line);
    let mut words = close.split_whitespace();
    let mut parts = Vec::new();
    match Command::parse(line) {
        Command::List(_) => {
            let is_of_list = |word: &&str| word.contains(',') || is_done(word);
            let rest = words.clone().position(|word| is_of_list(&word)).unwrap_or(usize::MAX);
            let head: Vec<&str> = words.by_ref().take(rest).collect();
            parts.push(head.join(" "));
        }
        Command::Unknown if in_list => {}
        _ => return vec![line.to_owned()],
    }
    while let Some(word) = words.next() {
        parts.push(word.to_owned());
        if is_done(word) {
            let rest: Vec<&str> = words.collect();
            parts.extend(Some(rest.join(" ")).filter(|rest| !rest.is_empty()));
            break;
        }
    }
    parts
}

fn is_done(word: &str) -> bool {
    word.eq_ignore_ascii_case("DONE")
}

/// The line without blanks around its commas, so that each point is one word.
fn joined(line: &str) -> String {
    line.split(',').map(str::trim).collect::<Vec<_>>().join(",")
}

/// Whether a line consists of numbers with commas between, as the points of a list do.
pub(super) fn is_points(line: &str) -> bool {
    let is_number = |part: &str| !part.is_empty() && part.parse::<i32>().is_ok();
    joined(line).split_whitespace().all(|word| word.contains(',') && word.split(',').all(is_number))
}

/// A list that has not ended yet.
#[derive(Clone, Debug)]
pub(super) struct StoneList {
    pub(super) kind: ListKind,
    /// Moves in the order given; `true` for the program's own. In a list without fields that means nothing.
    pub(super) stones: Vec<(Move, bool)>,
    /// Points marked 3, "part of a winning line or forbidden".
    pub(super) marked: Vec<Point>,
    /// The first line that could not be read. It is reported at the end, since a list has one answer.
    pub(super) fault: Option<String>,
}

impl StoneList {
    pub(super) fn new(kind: ListKind) -> StoneList {
        StoneList { kind, stones: Vec::new(), marked: Vec::new(), fault: None }
    }

    /// The points of a list without fields.
    pub(super) fn points(&self) -> Vec<Point> {
        self.stones.iter().filter_map(|(played, _)| played.point()).collect()
    }

    /// Continues in another order, in which the points so far were meant as well.
    pub(super) fn adopt_order(&mut self, before: Order, order: Order) {
        for (played, _) in &mut self.stones {
            *played = order.read_move_anew(before, *played);
        }
        for point in &mut self.marked {
            *point = order.read_anew(before, *point);
        }
    }

    /// Takes in one line of the list.
    pub(super) fn push(&mut self, line: &str, size: Option<BoardSize>, order: Order) {
        if self.fault.is_some() || self.kind == ListKind::Database {
            return;
        }
        let Some(size) = size else {
            self.fault = Some(format!("expected START before {}", self.kind.name()));
            return;
        };
        let stone = match self.kind.has_fields() {
            true => read_stone(line, size, order),
            false => read_move(line, size, order),
        };
        match stone {
            Ok(_) if self.stones.len() + self.marked.len() >= MOST_TIMES * size.area() => {
                self.fault = Some(format!("expected DONE after at most {} points", MOST_TIMES * size.area()));
            }
            Ok((played, Field::Own)) => self.stones.push((played, true)),
            Ok((played, Field::Opponent)) => self.stones.push((played, false)),
            Ok((Move::Place(point), Field::Marked)) => self.marked.push(point),
            Ok((Move::Pass, Field::Marked)) => {
                self.fault = Some("expected a point before the field 3, found a pass".to_owned());
            }
            Err(fault) => self.fault = Some(fault),
        }
    }
}

/// A list has a point for each stone, and passes between them.
const MOST_TIMES: usize = 2;

enum Field {
    Own,
    Opponent,
    Marked,
}

/// Reads a move of an opening. Some managers also send a field, which is redundant.
fn read_move(line: &str, size: BoardSize, order: Order) -> Result<(Move, Field), String> {
    let mut parts = line.splitn(3, ',');
    let point = match (parts.next(), parts.next(), parts.next().map(str::trim)) {
        (Some(x), Some(y), None | Some("1" | "2")) => format!("{x},{y}"),
        _ => line.to_owned(),
    };
    Ok((Move::Place(order.parse(&point, size)?), Field::Own))
}

fn read_stone(line: &str, size: BoardSize, order: Order) -> Result<(Move, Field), String> {
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
    Ok((order.parse_move(point, size)?, field))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(line: &str) -> Option<String> {
        let mut list = StoneList::new(ListKind::Board);
        list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        list.fault
    }

    fn placed(stones: &[(u8, u8, bool)]) -> Vec<(Move, bool)> {
        stones.iter().map(|&(x, y, is_own)| (Move::Place(Point::new(x, y)), is_own)).collect()
    }

    #[test]
    fn stones_passes_and_marks_are_read() {
        let mut list = StoneList::new(ListKind::Board);
        for line in ["1,2,1", " 3 , 4 , 2 ", "5,6,3", "-1,-1,1"] {
            list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        }
        assert_eq!(list.fault, None);
        let expected = [placed(&[(1, 2, true), (3, 4, false)]), vec![(Move::Pass, true)]].concat();
        assert_eq!(list.stones, expected);
        assert_eq!(list.marked, [Point::new(5, 6)]);
    }

    #[test]
    fn rows_may_come_first_and_an_opening_needs_no_fields() {
        let mut list = StoneList::new(ListKind::YxBoard);
        list.push("1,2,1", Some(BoardSize::FIFTEEN), Order::RowColumn);
        assert_eq!(list.stones, placed(&[(2, 1, true)]));
        let mut list = StoneList::new(ListKind::Swap2Board);
        for line in ["1,2", "3, 4 ,2"] {
            list.push(line, Some(BoardSize::FIFTEEN), Order::ColumnRow);
        }
        assert_eq!(list.stones, placed(&[(1, 2, true), (3, 4, true)]));
        list.push("5,6,7", Some(BoardSize::FIFTEEN), Order::ColumnRow);
        assert!(list.fault.is_some());
    }

    #[test]
    fn faults_are_reported() {
        for line in ["1,2", "1,2,4", "1,2,", "a,b,1", "1;2;1", "1,2,3,1", "BOGUS", "中,中,1", "-1,-1,3"] {
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
        assert_eq!(list.stones.len(), 18);
        assert!(list.fault.is_some());
    }

    #[test]
    fn a_list_on_one_line_is_as_many_lines() {
        assert_eq!(parts("board 7,7,1  8 , 8 ,2 done", false), ["board", "7,7,1", "8,8,2", "done"]);
        assert_eq!(parts("BOARD", false), ["BOARD"]);
        assert_eq!(parts("YXSOOSORVSTEP4 3 7,7 DONE", false), ["YXSOOSORVSTEP4 3", "7,7", "DONE"]);
        assert_eq!(parts("SWAP2BOARD DONE TURN 7,7", false), ["SWAP2BOARD", "DONE", "TURN 7,7"]);
        assert_eq!(parts("7,7,1 8,8,2 DONE", true), ["7,7,1", "8,8,2", "DONE"]);
        for other in ["TURN 7,7", "INFO evaluate 3,4", "7,7,1 8,8,2"] {
            assert_eq!(parts(other, false), [other]);
        }
        assert_eq!(parts("INFO rule 4", true), ["INFO rule 4"]);
    }

    #[test]
    fn points_are_told_from_other_lines() {
        for points in ["7,7", "7,7,1", "-1, -1", "7,7 8,8"] {
            assert!(is_points(points), "{points}");
        }
        for other in ["7", "DONE", "a,b", "7,", "h8", "7,7 a", "TURN 7,7"] {
            assert!(!is_points(other), "{other}");
        }
    }
}
