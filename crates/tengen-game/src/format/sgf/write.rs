//! From a record to text.

use std::fmt::Write;

use super::values::{escape, letters, result_text};
use crate::format::loss::{Loss, Written, losses_of, result_without_limit};
use crate::{Color, Evaluation, Move, NodeId, Notes, Record, Sign};

/// Lines are broken after so many bytes, where that changes nothing.
const LINE: usize = 76;

/// Writes a record as one game tree. Reading it gives the record back, with these exceptions:
///
/// * The cursor stands at the end of the main line afterwards, and every line end in a text is `\n`.
/// * Times are whole milliseconds.
/// * A draw by the maximum number of moves, which SGF does not know, becomes one by agreement.
///
/// As the standard has it, `RE` is in the first node, unless variations have results of their own: then it is
/// where each game ends.
pub fn write(record: &Record) -> Written<String> {
    let results = Results::of(record);
    let mut writer = Writer { record, text: String::new(), line: 0, results };
    writer.tree();
    Written {
        content: writer.text,
        losses: losses_of(
            record,
            &[Loss::MoveLimit, Loss::Info, Loss::Properties, Loss::Cursor, Loss::LineEnds],
        ),
    }
}

/// Where the results go.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Results {
    /// That of the main line is in the first node; there is no other.
    First,
    /// Each is in its own node.
    Own,
}

impl Results {
    fn of(record: &Record) -> Results {
        let end = record.main_line().last().copied().unwrap_or(NodeId::START);
        let away = |id| result_without_limit(record, id).filter(|result| !result.reason.is_on_board());
        let mut nodes = record.nodes().into_iter();
        if nodes.any(|id| id != end && away(id).is_some()) { Results::Own } else { Results::First }
    }
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
    /// Where the line begins that is being written.
    line: usize,
    results: Results,
}

/// What remains to be written; a list instead of recursion, because a game can have many branches.
enum Step {
    Node(NodeId, Color),
    Variation(NodeId, Color),
    Close,
}

impl Writer<'_> {
    fn tree(&mut self) {
        let to_move = self.record.start().side_to_move();
        let mut steps = vec![Step::Close, Step::Node(NodeId::START, !to_move)];
        self.text.push('(');
        while let Some(step) = steps.pop() {
            let (id, mover) = match step {
                Step::Close => {
                    self.text.push(')');
                    continue;
                }
                Step::Variation(id, mover) => {
                    self.new_line();
                    self.text.push('(');
                    steps.push(Step::Close);
                    (id, mover)
                }
                Step::Node(id, mover) => (id, mover),
            };
            let node = self.node(id, mover);
            if self.text.len() - self.line + node.len() > LINE {
                self.new_line();
            }
            self.text.push_str(&node);
            match *self.record.children(id) {
                [only] => steps.push(Step::Node(only, !mover)),
                ref children => {
                    steps.extend(children.iter().rev().map(|&child| Step::Variation(child, !mover)));
                }
            }
        }
        self.text.push('\n');
    }

    fn new_line(&mut self) {
        if !self.text.ends_with('(') {
            self.text.push('\n');
            self.line = self.text.len();
        }
    }

    fn node(&self, id: NodeId, mover: Color) -> String {
        let mut node = String::from(";");
        match self.record.played(id) {
            None => self.root(&mut node),
            Some(played) => {
                let point = played_letters(played);
                put(&mut node, if mover == Color::Black { "B" } else { "W" }, &point);
            }
        }
        self.result(&mut node, id);
        notes(&mut node, self.record, id, mover);
        node
    }

    fn root(&self, node: &mut String) {
        node.push_str("FF[4]GM[4]CA[UTF-8]");
        put(node, "AP", concat!("Tengen:", env!("CARGO_PKG_VERSION")));
        put(node, "SZ", &self.record.size().lines().to_string());
        put(node, "RU", &self.record.rule().to_string());
        for (name, player) in [("PB", &self.record.players.black), ("PW", &self.record.players.white)] {
            if !player.is_empty() {
                put(node, name, &escape(player));
            }
        }
        let Some((board, to_move)) = self.record.setup() else { return };
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let own = board.size().points().filter(|&point| board.stone(point) == Some(color));
            put_list(node, name, own.map(letters));
        }
        put(node, "PL", if to_move == Color::Black { "B" } else { "W" });
    }

    fn result(&self, node: &mut String, id: NodeId) {
        let end = match self.results {
            Results::First if id == NodeId::START => self.record.main_line().last().copied().unwrap_or(id),
            Results::First => return,
            Results::Own => id,
        };
        let result = result_without_limit(self.record, end);
        // Beside results of variations, those on the board speak for themselves.
        let shown = result.filter(|result| self.results == Results::First || !result.reason.is_on_board());
        if let Some(result) = shown {
            put(node, "RE", &result_text(result));
        }
    }
}

fn notes(node: &mut String, record: &Record, id: NodeId, mover: Color) {
    let (marks, Notes { comment, time, evaluation }) = (record.marks(id), record.notes(id));
    if !comment.is_empty() {
        put(node, "C", &escape(comment));
    }
    let mut names: Vec<&str> = Vec::new();
    for mark in marks {
        let name = mark_name(&mark.sign);
        if !names.contains(&name) {
            names.push(name);
        }
    }
    for name in names {
        let same = marks.iter().filter(|mark| mark_name(&mark.sign) == name);
        put_list(
            node,
            name,
            same.map(|mark| match &mark.sign {
                Sign::Label(label) => format!("{}:{}", letters(mark.point), escape(label)),
                _ => letters(mark.point),
            }),
        );
    }
    if let Some(time) = time {
        put(node, "TGTIME", &u64::try_from(time.as_millis()).unwrap_or(u64::MAX).to_string());
    }
    let for_black = |value: i32| {
        let value = i64::from(value);
        (if mover == Color::Black { value } else { -value }).to_string()
    };
    match *evaluation {
        Some(Evaluation::Value(value)) => put(node, "V", &for_black(value)),
        Some(Evaluation::Mate(plies)) => put(node, "TGMATE", &for_black(plies)),
        None => {}
    }
}

fn mark_name(sign: &Sign) -> &'static str {
    match sign {
        Sign::Circle => "CR",
        Sign::Square => "SQ",
        Sign::Triangle => "TR",
        Sign::Cross => "MA",
        Sign::Label(_) => "LB",
    }
}

fn played_letters(played: Move) -> String {
    played.point().map(letters).unwrap_or_default()
}

fn put(node: &mut String, name: &str, value: &str) {
    // Writing into a string cannot fail.
    let _ = write!(node, "{name}[{value}]");
}

/// Writes a property with several values; none at all is no property.
fn put_list(node: &mut String, name: &str, values: impl Iterator<Item = String>) {
    for (index, value) in values.enumerate() {
        put(node, if index == 0 { name } else { "" }, &value);
    }
}
