//! The manager's commands, which their first word identifies, and the lists of stones that follow some of them.

use tengen_game::{BoardSize, Point};

use crate::dialect::Order;
use crate::reply::quoted;

/// A command with the text that follows its name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command<'a> {
    Start(&'a str),
    RectStart(&'a str),
    Restart,
    Begin,
    Turn(&'a str),
    TakeBack(&'a str),
    Board,
    Swap2Board,
    Done,
    Info(&'a str),
    About,
    Play(&'a str),
    /// Yixin-Board sets up stones without asking for a move.
    YxBoard,
    YxNBest(&'a str),
    /// Balance the position with this many stones.
    YxBalance(usize, &'a str),
    YxShowForbid,
    YxShowInfo,
    YxHashClear,
    /// A command that is not supported, and that is followed by a list of points.
    ListNotOffered,
    Stop,
    End,
    Unknown,
}

impl<'a> Command<'a> {
    /// Reads a line that has been trimmed. Names are understood in any case, as some managers and most
    /// people at a keyboard send them in lower case.
    pub(super) fn parse(line: &'a str) -> Command<'a> {
        let (name, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match name.to_ascii_uppercase().as_str() {
            "START" => Command::Start(rest),
            "RECTSTART" => Command::RectStart(rest),
            "RESTART" => Command::Restart,
            "BEGIN" => Command::Begin,
            "TURN" => Command::Turn(rest),
            "TAKEBACK" => Command::TakeBack(rest),
            "BOARD" => Command::Board,
            "SWAP2BOARD" => Command::Swap2Board,
            "DONE" => Command::Done,
            "INFO" => Command::Info(rest),
            "ABOUT" => Command::About,
            "PLAY" => Command::Play(rest),
            "YXBOARD" => Command::YxBoard,
            "YXNBEST" => Command::YxNBest(rest),
            "YXBALANCEONE" => Command::YxBalance(1, rest),
            "YXBALANCETWO" => Command::YxBalance(2, rest),
            "YXSHOWFORBID" => Command::YxShowForbid,
            "YXSHOWINFO" => Command::YxShowInfo,
            "YXHASHCLEAR" => Command::YxHashClear,
            "YXBLOCK" | "YXBLOCKUNDO" | "YXBLOCKPATH" | "YXBLOCKPATHUNDO" => Command::ListNotOffered,
            "STOP" | "YXSTOP" => Command::Stop,
            "END" => Command::End,
            _ => Command::Unknown,
        }
    }

    /// Whether the command throws away the game that is being played.
    pub(super) fn begins_new_game(self) -> bool {
        matches!(self, Command::Start(_) | Command::RectStart(_) | Command::Restart)
    }

    /// Whether the command can be carried out while the program ponders.
    pub(super) fn leaves_pondering_alone(self) -> bool {
        matches!(self, Command::Info(_) | Command::About | Command::Unknown)
    }
}

/// Which command the list belongs to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum ListKind {
    Board,
    /// Sets up stones, without a question.
    YxBoard,
    /// Moves in turn, without a field.
    Swap2Board,
    /// Read to its end so that its lines are not taken for commands; then the command is refused.
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
    /// The first line that could not be read. It is reported at the end, since a list has one answer.
    pub(super) fault: Option<String>,
}

impl StoneList {
    pub(super) fn new(kind: ListKind) -> StoneList {
        StoneList { kind, stones: Vec::new(), marked: Vec::new(), fault: None }
    }

    /// Continues in another order, in which the points so far were meant as well.
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

/// Reads a move of an opening. Some managers also send a field, which is redundant.
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

    #[test]
    fn names_are_read_in_any_case_and_arguments_are_trimmed() {
        assert_eq!(Command::parse("START 15"), Command::Start("15"));
        assert_eq!(Command::parse("turn\t 3,4"), Command::Turn("3,4"));
        assert_eq!(Command::parse("Info rule 4"), Command::Info("rule 4"));
        assert_eq!(Command::parse("BEGIN"), Command::Begin);
        assert_eq!(Command::parse("TURN"), Command::Turn(""));
        assert_eq!(Command::parse("yxnbest 3"), Command::YxNBest("3"));
        assert_eq!(Command::parse("yxBalanceTwo -20"), Command::YxBalance(2, "-20"));
        assert_eq!(Command::parse("stop"), Command::parse("YXSTOP"));
        for unknown in ["", "STARTX 15", "7,7,1", "ſtart 15", "\u{0}"] {
            assert_eq!(Command::parse(unknown), Command::Unknown, "{unknown:?}");
        }
    }

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
    fn faults_are_reported() {
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
