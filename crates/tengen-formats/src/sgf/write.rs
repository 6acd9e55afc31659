//! Writes a record as text.

use std::fmt::Write;

use tengen_game::{Color, Fact, GameResult, Move, NodeId, Notes, Point, Record, Score, Sign, unix_lines};

use super::games;
use super::parse::{self, escape, result_text};
use crate::loss::{Loss, Written, end_of_main_line, losses_of, result_without_limit};

/// Lines are broken after this number of bytes, where that changes nothing.
const LINE: usize = 76;

/// Writes a record as one game tree. Reading it gives the record back, with these exceptions:
///
/// * The cursor is at the end of the main line afterwards, and every line end in a text is `\n`.
/// * Times are whole milliseconds.
/// * A draw by the maximum number of moves, which SGF does not have, becomes one by agreement.
///
/// As the standard requires, `RE` is in the first node, unless variations have results too: then it is
/// in the last node of each game.
pub fn write(record: &Record) -> Written<String> {
    let results = Results::of(record);
    let mut writer = Writer { record, text: String::new(), line: 0, results };
    writer.tree();
    Written {
        content: writer.text,
        losses: losses_of(record, &[Loss::MoveLimit, Loss::Cursor, Loss::LineEnds]),
    }
}

/// The nodes in which results are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Results {
    /// The result of the main line is in the first node; there is no other.
    First,
    /// Each result is in the last node of its game.
    Own,
}

impl Results {
    fn of(record: &Record) -> Results {
        let end = end_of_main_line(record);
        let away = |id| result_without_limit(record, id).filter(|result| !result.reason.is_on_board());
        let mut nodes = record.nodes().into_iter();
        if nodes.any(|id| id != end && away(id).is_some()) { Results::Own } else { Results::First }
    }
}

struct Writer<'a> {
    record: &'a Record,
    text: String,
    /// The beginning of the line that is being written.
    line: usize,
    results: Results,
}

/// A part that remains to be written; a list instead of recursion, because a game can have many branches.
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
        for (name, values) in self.record.properties(id).iter() {
            put_list(&mut node, name, values.iter().cloned());
        }
        node
    }

    fn root(&self, node: &mut String) {
        node.push_str("FF[4]GM[4]CA[UTF-8]");
        put(node, "AP", concat!("Tengen:", env!("CARGO_PKG_VERSION")));
        put(node, "SZ", &self.record.size().lines().to_string());
        self.rule(node);
        for (name, player) in [("PB", &self.record.players.black), ("PW", &self.record.players.white)] {
            if !player.is_empty() {
                put(node, name, &escape(player));
            }
        }
        for (fact, text) in self.record.info.known() {
            if !matches!(fact, Fact::Rules | Fact::Result) {
                put(node, fact.sgf_name(), &escape(text));
            }
        }
        let Some((board, to_move)) = self.record.setup() else { return };
        for (name, color) in [("AB", Color::Black), ("AW", Color::White)] {
            let own = board.size().points().filter(|&point| board.stone(point) == Some(color));
            put_list(node, name, own.map(Point::to_sgf));
        }
        put(node, "PL", if to_move == Color::Black { "B" } else { "W" });
    }

    /// The rule in the source's text, if that is read as this rule; otherwise under its Tengen name.
    fn rule(&self, node: &mut String) {
        let (rule, words) = (self.record.rule(), unix_lines(self.record.info.get(Fact::Rules)));
        let own = rule.to_string();
        let fits = !words.is_empty() && words != own && games::named(&words).rule() == rule;
        put(node, "RU", &escape(if fits { &words } else { &own }));
        if !fits && !words.is_empty() {
            put(node, "TGRULES", &escape(&words));
        }
    }

    fn result(&self, node: &mut String, id: NodeId) {
        if id == NodeId::START {
            self.result_in_words(node);
        } else if self.results == Results::Own {
            self.own_result(node, id);
        }
    }

    /// The result of the main line in the words of the source, if they are read as this result.
    fn result_in_words(&self, node: &mut String) {
        let end = end_of_main_line(self.record);
        let result = result_without_limit(self.record, end);
        let own = result.map(result_text);
        let words = unix_lines(self.record.info.get(Fact::Result));
        // A result on the board overrides `RE`.
        let on_board = result.is_some_and(|result| result.reason.is_on_board());
        let is_same = |stored: Option<GameResult>| stored == result;
        let fits = !words.is_empty()
            && own.as_ref() != Some(&words)
            && (on_board || is_same(parse::result(&escape(&words))));
        if fits {
            put(node, "RE", &escape(&words));
        } else if self.results == Results::First {
            own.iter().for_each(|own| put(node, "RE", own));
        }
        if !fits && !words.is_empty() {
            put(node, "TGRESULT", &escape(&words));
        }
    }

    /// The result of the game that ends here, unless the board shows it.
    fn own_result(&self, node: &mut String, id: NodeId) {
        let result = result_without_limit(self.record, id).filter(|result| !result.reason.is_on_board());
        if let Some(result) = result {
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
                Sign::Label(label) => format!("{}:{}", mark.point.to_sgf(), escape(label)),
                _ => mark.point.to_sgf(),
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
        Some(Score::Value(value)) => put(node, "V", &for_black(value)),
        Some(Score::Mate(plies)) => put(node, "TGMATE", &for_black(plies)),
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
    played.point().map(Point::to_sgf).unwrap_or_default()
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
