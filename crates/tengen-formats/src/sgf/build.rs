//! Makes a record of the parts of a game tree.

use std::time::Duration;

use tengen_game::{
    Board, BoardSize, Color, Fact, GameResult, Mark, Move, NodeId, Players, Point, Position, Record, Rule,
    Score, Sign, diagram,
};

use super::games::{self, Named};
use super::opening::Opening;
use super::parse::{Part, Tree, Value};
use super::{Game, Place, SgfError, parse};
use crate::{ReadNote, loss};

/// The most marks, or points that are set up, of a game. A few letters can name hundreds of points, so the file's length is no limit.
const MAX_MARKS: usize = 4_000_000;

/// Builds one game.
pub(super) fn game(text: &str, tree: &Tree<'_>, rule: Option<Rule>) -> Result<Game, SgfError> {
    let game = &tree.parts;
    let root = Root { text, game, before_moves: before_moves(game) };
    let mut notes = root.notes(rule);
    let mut builder = Builder {
        text,
        record: Record::from_position(root.start(rule)?),
        before_moves: root.before_moves,
        opening: Opening::new(root.value("AP").is_some_and(|value| value.raw.starts_with("Tengen"))),
        marks: Vec::new(),
        mark_count: 0,
        results: Vec::new(),
        root_result: root.value("RE").and_then(|value| parse::result(value.raw)),
        crowded: 0,
        ended_in_words: None,
        notes: Vec::new(),
    };
    builder.record.players = Players { black: root.text_of("PB"), white: root.text_of("PW") };
    builder.nodes(game)?;
    builder.apply_marks();
    builder.drop_doubtful_results(&root);
    builder.apply_results();
    builder.words_for_the_rule_and_the_result(&root);
    notes.extend(oddities(tree));
    if builder.crowded > 0 {
        notes.push(ReadNote::SeveralMoves { nodes: builder.crowded });
    }
    notes.extend(builder.notes);
    Ok(Game { record: builder.record, notes })
}

/// The differences of the text from the standard.
fn oddities(tree: &Tree<'_>) -> impl Iterator<Item = ReadNote> {
    let brackets = (tree.open_brackets > 0).then_some(ReadNote::OpenBrackets { values: tree.open_brackets });
    let preface = tree.preface.then_some(ReadNote::Preface);
    preface.into_iter().chain(brackets).chain(tree.unclosed.then_some(ReadNote::Unclosed))
}

/// The number of parts from the beginning to the first node that has a move, or variations before it; at least the
/// first node.
fn before_moves(game: &[Part<'_>]) -> usize {
    let mut nodes = 0;
    let mut start = game.len();
    for (index, part) in game.iter().enumerate().skip(1) {
        match part {
            Part::Node => {
                start = index;
                nodes += 1;
            }
            Part::Value(value) if nodes > 1 && matches!(value.name.as_ref(), "B" | "W") => return start,
            // A move in the first node does not hide the stones that the same node sets up.
            Part::Value(value) if matches!(value.name.as_ref(), "B" | "W") => {
                let later = game[index..].iter().position(|part| !matches!(part, Part::Value(_)));
                return later.map_or(game.len(), |length| index + length);
            }
            Part::Value(_) => {}
            Part::Open | Part::Close => return index,
        }
    }
    game.len()
}

/// The values of the node that begins the parts, which can be millions.
fn node_values<'a>(parts: &[Part<'a>]) -> impl Iterator<Item = Value<'a>> {
    let value = |part: &Part<'a>| if let Part::Value(value) = part { Some(value.clone()) } else { None };
    parts.iter().skip(1).map_while(value)
}

fn shown(raw: &str) -> String {
    raw.chars().take(60).collect()
}

/// The first node, which has the facts about the whole game.
struct Root<'a, 'b> {
    text: &'a str,
    game: &'b [Part<'a>],
    /// The number of parts before the first node with a move; in all of these nodes, stones may be set up.
    before_moves: usize,
}

impl<'a> Root<'a, '_> {
    fn values(&self) -> impl Iterator<Item = Value<'a>> {
        node_values(&self.game[1..])
    }

    /// The values of all nodes before the first move that set up the position, each with the information whether it is of
    /// the first node.
    fn setup_values(&self) -> impl Iterator<Item = (Value<'a>, bool)> {
        let mut nodes = 0;
        self.game[..self.before_moves].iter().filter_map(move |part| match part {
            Part::Value(value) if matches!(value.name.as_ref(), "AB" | "AW" | "AE" | "PL") => {
                Some((value.clone(), nodes == 1))
            }
            Part::Node => {
                nodes += 1;
                None
            }
            _ => None,
        })
    }

    fn value(&self, name: &str) -> Option<Value<'a>> {
        self.values().find(|value| value.name == name)
    }

    fn text_of(&self, name: &str) -> String {
        self.value(name).map(|value| parse::text(value.raw)).unwrap_or_default()
    }

    fn place(&self, value: &Value<'_>) -> Place {
        Place::of(self.text, value.at)
    }

    /// The number of another game than Gomoku, if the file names one.
    fn other_game(&self) -> Option<Value<'a>> {
        self.value("GM").filter(|value| value.raw.trim() != "4")
    }

    /// The meaning of `RU`, if the node has it.
    fn named_rule(&self) -> Option<Named> {
        self.value("RU").map(|value| games::named(&parse::text(value.raw)))
    }

    /// The notes about the first node, if the caller gives no `rule`.
    fn notes(&self, rule: Option<Rule>) -> Vec<ReadNote> {
        let other = self.other_game().map(|value| ReadNote::OtherGame { found: shown(value.raw) });
        let guessed = self.named_rule().filter(|named| rule.is_none() && !matches!(named, Named::Exact(_)));
        let guess = |named: Named| ReadNote::Rule { found: shown(&self.text_of("RU")), taken: named.rule() };
        let is_late = self.setup_values().any(|(value, is_of_root)| !is_of_root && value.name != "PL");
        let late = is_late.then_some(ReadNote::LateSetup);
        other.into_iter().chain(guessed.map(guess)).chain(late).collect()
    }

    /// The position before the first move.
    fn start(&self, rule: Option<Rule>) -> Result<Position, SgfError> {
        let named = self.named_rule();
        let is_ours = rule.is_some() || named.is_some_and(|named| named != Named::Unknown);
        if let Some(value) = self.other_game().filter(|_| !is_ours) {
            return Err(SgfError::Game { place: self.place(&value), found: shown(value.raw) });
        }
        let rule = rule.or(named.map(Named::rule)).unwrap_or(Rule::FREESTYLE);
        let size = self.size()?;
        let board = self.board(size)?;
        let turn = self.setup_values().map(|(value, _)| value).filter(|value| value.name == "PL").last();
        let to_move = match turn {
            Some(value) => parse::color(value.raw)
                .ok_or_else(|| SgfError::Side { place: self.place(&value), found: shown(value.raw) })?,
            None => self.first_to_move().or_else(|| diagram::side_to_move(&board)).unwrap_or(Color::Black),
        };
        Ok(Position::from_board(rule, board, to_move)?)
    }

    fn size(&self) -> Result<BoardSize, SgfError> {
        let Some(value) = self.value("SZ") else { return Ok(BoardSize::FIFTEEN) };
        let lines = parse::size(value.raw)
            .ok_or_else(|| SgfError::Square { place: self.place(&value), found: shown(value.raw) })?;
        BoardSize::new(lines).map_err(|source| SgfError::Size { place: self.place(&value), source })
    }

    fn board(&self, size: BoardSize) -> Result<Board, SgfError> {
        let mut board = Board::new(size);
        let mut named = 0;
        for (value, is_of_root) in self.setup_values() {
            let stone = match value.name.as_ref() {
                "AB" => Some(Color::Black),
                "AW" => Some(Color::White),
                "AE" => None,
                _ => continue,
            };
            let points = parse::points(value.raw, size).ok_or_else(|| SgfError::Point {
                place: self.place(&value),
                size,
                found: shown(value.raw),
            })?;
            named += points.len();
            if named > MAX_MARKS {
                return Err(SgfError::TooMany { what: "set-up points", most: MAX_MARKS });
            }
            for point in points {
                // A later node may change what the first one set up.
                if is_of_root && stone.is_some() && !board.is_empty(point) {
                    let found = point.to_sgf();
                    return Err(SgfError::SetupTwice { place: self.place(&value), found });
                }
                board.set(point, stone);
            }
        }
        Ok(board)
    }

    fn first_to_move(&self) -> Option<Color> {
        self.game.iter().find_map(|part| match part {
            Part::Value(value) if value.name == "B" => Some(Color::Black),
            Part::Value(value) if value.name == "W" => Some(Color::White),
            _ => None,
        })
    }
}

/// A record to which one node after the other is added.
struct Builder<'a> {
    text: &'a str,
    record: Record,
    /// The number of parts before the first node with a move.
    before_moves: usize,
    /// The properties that other programs have in place of the first moves.
    opening: Opening,
    /// Nodes with their marks, at the index of the node. They go into the record at the end, because a record sorts them.
    marks: Vec<(NodeId, Vec<Mark>)>,
    /// The number of marks.
    mark_count: usize,
    /// Results in other nodes than the first, each with its node, in the order of the file.
    results: Vec<(NodeId, GameResult)>,
    root_result: Option<GameResult>,
    /// The number of nodes with more than one move.
    crowded: usize,
    /// The node at which a word ended the game last.
    ended_in_words: Option<NodeId>,
    /// Notes on other parts that had to be interpreted.
    notes: Vec<ReadNote>,
}

impl Builder<'_> {
    fn nodes(&mut self, game: &[Part<'_>]) -> Result<(), SgfError> {
        // The number of moves that had been played at each bracket that is still open.
        let mut open = Vec::new();
        let mut is_root = true;
        for (index, part) in game.iter().enumerate() {
            match part {
                Part::Open => open.push(self.record.cursor()),
                Part::Close => {
                    let moves = open.pop().unwrap_or_default();
                    while self.record.cursor() > moves && self.record.undo() {}
                }
                Part::Node => {
                    self.node(&game[index..], is_root, index < self.before_moves)?;
                    is_root = false;
                }
                Part::Value(_) => {}
            }
        }
        Ok(())
    }

    fn place(&self, value: &Value<'_>) -> Place {
        Place::of(self.text, value.at)
    }

    fn node(&mut self, parts: &[Part<'_>], is_root: bool, sets_up: bool) -> Result<(), SgfError> {
        self.play(parts)?;
        for value in node_values(parts) {
            match value.name.as_ref() {
                "AB" | "AW" | "AE" if !sets_up => {
                    let place = self.place(&value);
                    return Err(SgfError::LateSetup { place, property: value.name.into_owned() });
                }
                "RE" if !is_root => {
                    let result = parse::result(value.raw);
                    self.results.extend(result.map(|result| (self.record.current(), result)));
                }
                _ if self.opening.take(&mut self.record, &value, is_root) => {}
                _ => self.note(&value)?,
            }
        }
        Ok(())
    }

    /// Plays the node's moves. Some programs write none or several.
    fn play(&mut self, parts: &[Part<'_>]) -> Result<(), SgfError> {
        let moves = node_values(parts).filter(|value| matches!(value.name.as_ref(), "B" | "W"));
        let mut played = 0;
        for value in moves {
            self.opening.is_over = true;
            played += usize::from(self.play_one(&value)?);
        }
        self.crowded += usize::from(played > 1);
        Ok(())
    }

    /// Plays a move, and returns whether it was one: a word ends the game instead.
    fn play_one(&mut self, value: &Value<'_>) -> Result<bool, SgfError> {
        let size = self.record.size();
        let found = if value.name == "B" { Color::Black } else { Color::White };
        if let Some(result) = parse::end_in_words(found, value.raw) {
            self.results.push((self.record.current(), result));
            if self.ended_in_words.replace(self.record.current()).is_none() {
                let found = format!("{}[{}]", value.name, shown(value.raw));
                self.notes.push(ReadNote::EndInWords { found });
            }
            return Ok(false);
        }
        let to_move = self.record.position().side_to_move();
        if found != to_move {
            return Err(SgfError::Turn { place: self.place(value), to_move, found });
        }
        let played: Move = parse::played(value.raw, size).ok_or_else(|| SgfError::Point {
            place: self.place(value),
            size,
            found: shown(value.raw),
        })?;
        // A game that goes on did not end there.
        let here = self.record.current();
        if self.ended_in_words == Some(here) {
            self.results.pop_if(|&mut (node, _)| node == here);
        }
        let played = self.record.play_or_lose(played);
        played.map_err(|source| SgfError::Play { place: self.place(value), source })?;
        Ok(true)
    }

    /// Takes a remark on the position at the cursor; an unknown property is stored unchanged.
    fn note(&mut self, value: &Value<'_>) -> Result<(), SgfError> {
        let size = self.record.size();
        let sign = match value.name.as_ref() {
            "CR" => Some(Sign::Circle),
            "SQ" => Some(Sign::Square),
            "TR" => Some(Sign::Triangle),
            "MA" => Some(Sign::Cross),
            _ => None,
        };
        let mover = !self.record.position().side_to_move();
        let here = self.record.current();
        if let Some(sign) = sign {
            let points = parse::points(value.raw, size).unwrap_or_default();
            self.mark(here, points.into_iter().map(|point| Mark { point, sign: sign.clone() }))?;
        }
        let notes = self.record.notes_mut(here);
        let for_mover = |raw: &str| {
            let for_black: i64 = raw.trim().parse().ok()?;
            let for_mover = if mover == Color::Black { Some(for_black) } else { for_black.checked_neg() };
            i32::try_from(for_mover?).ok()
        };
        match value.name.as_ref() {
            "C" => {
                if !notes.comment.is_empty() {
                    notes.comment.push('\n');
                }
                notes.comment.push_str(&parse::text(value.raw));
            }
            "LB" => {
                let label = parse::halves(value.raw)
                    .and_then(|(point, label)| Some((Point::parse_sgf(point, size)?, parse::text(label))));
                let mark = label.map(|(point, label)| Mark { point, sign: Sign::Label(label) });
                self.mark(here, mark.into_iter())?;
            }
            "V" if value.raw.trim().parse::<i64>().is_ok() => {
                notes.evaluation = for_mover(value.raw).map(Score::Value).or(notes.evaluation);
            }
            "TGMATE" => notes.evaluation = for_mover(value.raw).map(Score::Mate).or(notes.evaluation),
            "TGTIME" => {
                let time = value.raw.trim().parse().ok().map(Duration::from_millis);
                notes.time = time.or(notes.time);
            }
            _ => self.keep(here, value),
        }
        Ok(())
    }

    /// Stores a fact about the game, or an unknown property.
    fn keep(&mut self, here: NodeId, value: &Value<'_>) {
        let fact = Fact::ALL.into_iter().find(|fact| here == NodeId::START && fact.sgf_name() == value.name);
        match fact {
            // The texts for the rule and the result are compared with the game when all of it is read.
            Some(Fact::Rules | Fact::Result) => {}
            Some(fact) if self.record.info.get(fact).is_empty() => {
                self.record.info.set(fact, parse::text(value.raw));
            }
            Some(_) => {}
            // A value that cannot be added has been read in another way.
            None => _ = self.record.add_property(here, &value.name, &parse::closed(value.raw)),
        }
    }

    /// Stores the file's texts for the rule and the result, if they differ from those of the record.
    fn words_for_the_rule_and_the_result(&mut self, root: &Root<'_, '_>) {
        let words = |name: &str, own: &str, given: Option<String>| {
            let apart = root.value(own).map(|value| parse::text(value.raw));
            apart.unwrap_or_else(|| {
                let words = root.text_of(name);
                if given.is_some_and(|given| given == words) { String::new() } else { words }
            })
        };
        let rule = words("RU", "TGRULES", Some(self.record.rule().to_string()));
        let ended = loss::result_without_limit(&self.record, loss::end_of_main_line(&self.record));
        let result = words("RE", "TGRESULT", ended.map(parse::result_text));
        self.record.info.set(Fact::Rules, rule);
        self.record.info.set(Fact::Result, result);
    }

    fn mark(&mut self, node: NodeId, marks: impl Iterator<Item = Mark>) -> Result<(), SgfError> {
        if self.marks.len() <= node.index() {
            self.marks.resize_with(node.index() + 1, || (NodeId::START, Vec::new()));
        }
        let (id, own) = &mut self.marks[node.index()];
        *id = node;
        let before = own.len();
        own.extend(marks);
        self.mark_count += own.len() - before;
        if self.mark_count > MAX_MARKS {
            return Err(SgfError::TooMany { what: "marks", most: MAX_MARKS });
        }
        Ok(())
    }

    fn apply_marks(&mut self) {
        for (node, marks) in self.marks.drain(..).filter(|(_, marks)| !marks.is_empty()) {
            // Marks beside the board have been passed over.
            let _ = self.record.set_marks(node, marks);
        }
    }

    /// Removes the results where moves before them may be missing: such results are those of another position.
    fn drop_doubtful_results(&mut self, root: &Root<'_, '_>) {
        self.notes.extend(self.opening.notes());
        if self.opening.is_complete() {
            return;
        }
        let had_some = self.root_result.take().is_some() || !self.results.is_empty();
        self.results.clear();
        if had_some {
            let found = root.value("RE").map(|value| shown(value.raw)).unwrap_or_default();
            self.notes.push(ReadNote::ResultLeftOut { found });
        }
    }

    /// Ends the games away from the board, and puts the cursor at the end of the main line.
    fn apply_results(&mut self) {
        let end_below = |record: &Record, from: NodeId| {
            std::iter::successors(Some(from), |&id| record.children(id).first().copied())
                .last()
                .unwrap_or(from)
        };
        let root = self.root_result.map(|result| (NodeId::START, result));
        let results = std::mem::take(&mut self.results);
        for (id, result) in results.into_iter().chain(root) {
            let leaf = end_below(&self.record, id);
            // A game that ended on the board, or was ended already, keeps that result.
            if self.record.result_at(leaf).is_none() {
                self.record.visit(leaf);
                // Nothing follows there, so that all nodes keep their names.
                let _ = self.record.end(result);
            }
        }
        self.record.visit(end_below(&self.record, NodeId::START));
    }
}
