//! Translates the manager's commands and settings.

use tengen_game::{BoardSize, Move, Rule};

use super::{Following, Forward, Pending, Question, TrackedBoard, Translator, list, to_engine, to_manager};
use crate::command::{Argument, Command, read_size};
use crate::dialect::Dialect;
use crate::list::{ListKind, StoneList, is_points, parts};
use crate::reply::{error, forbidden, message, quoted, unknown};
use crate::rule::{code_of_rule, rule_from_code};
use crate::settings::is_yixin_key;

/// A list that has not ended yet.
#[derive(Clone, Debug)]
pub(super) struct OpenList {
    /// The command, in upper case, with a number after it if it has one.
    command: String,
    list: StoneList,
}

impl Translator {
    /// Carries out a line. The engine owes no answer, unless the command is `END`.
    pub(super) fn execute(&mut self, line: &str) -> Vec<Forward> {
        let mut outs = Vec::new();
        for (index, part) in parts(line, self.list.is_some()).into_iter().enumerate() {
            if index > 0 && self.pending.is_some() {
                // Input after the end of a list waits for the list's answer.
                self.queued.push_front(part);
            } else {
                outs.extend(self.execute_part(&part));
            }
        }
        outs
    }

    fn execute_part(&mut self, line: &str) -> Vec<Forward> {
        let command = Command::parse(line);
        match std::mem::take(&mut self.follows) {
            Some(Following::Path { passed }) if command == Command::Unknown => {
                return if passed { to_engine(line) } else { Vec::new() };
            }
            Some(Following::Points) if command == Command::Unknown && is_points(line) => {
                self.follows = Some(Following::Points);
                return to_engine(self.turned(line));
            }
            Some(Following::Points) if command == Command::Done => return to_engine("DONE"),
            _ => {}
        }
        let order = self.manager.order();
        let mut outs = Vec::new();
        if let Some(open) = &mut self.list {
            match command {
                Command::Info(_) | Command::Stop | Command::End | Command::Done => {}
                Command::Unknown => {
                    open.list.push(line, self.tracked.size, order);
                    return outs;
                }
                _ => {
                    let found = quoted(line);
                    let remark = format!("the list of stones is dropped: expected DONE, found {found}");
                    outs.extend(to_manager(message(remark)));
                    self.list = None;
                }
            }
        }
        outs.extend(self.dispatch(line, command).unwrap_or_else(|refusal| to_manager(error(refusal))));
        outs
    }

    /// The error is a text for the manager.
    fn dispatch(&mut self, line: &str, command: Command<'_>) -> Result<Vec<Forward>, String> {
        match command {
            Command::Start(size) => self.start(size),
            Command::Restart => self.restart(),
            Command::Begin => self.begin(),
            Command::Turn(text) => self.turn(text),
            Command::TakeBack(text) => self.take_back(text),
            Command::Play(text) => self.play(text),
            Command::List(ListKind::Database) => {
                let outs = self.drop_with_remark("a command for databases");
                self.begin_list(line, ListKind::Database);
                Ok(outs)
            }
            Command::List(kind) => Ok(self.begin_list(line, kind)),
            Command::NotOffered { argument, .. } => {
                self.follows = (argument == Argument::Path).then_some(Following::Path { passed: false });
                Ok(self.drop_with_remark("a command for databases"))
            }
            Command::YxHashFile(task, path) => {
                let passed = self.engine_knows_yixin();
                self.follows = path.is_empty().then_some(Following::Path { passed });
                Ok(if passed { to_engine(line) } else { self.drop_with_remark(task.command()) })
            }
            Command::Done => self.done(),
            Command::Info(text) => Ok(self.info(text)),
            Command::YxNBest(text) => {
                self.check("YXNBEST")?;
                Ok(self.best(text))
            }
            Command::YxSearchDefend => self.search_defend(),
            Command::YxBalance(..) => {
                self.check("YXBALANCE")?;
                self.yixin_only(Question::Opening, line)
            }
            Command::YxSwap2(_) | Command::YxSoosorvOpen => {
                self.check("YXSWAP2STEP")?;
                self.message_only(line)
            }
            Command::YxBlockReset
            | Command::YxBlockPathReset
            | Command::YxShowHashUsage
            | Command::YxDraw
            | Command::YxResign
                if !self.engine_knows_yixin() =>
            {
                Ok(self.drop_with_remark(&line.to_ascii_uppercase()))
            }
            Command::YxShowForbid => self.show_forbidden(line),
            Command::YxShowInfo if !self.engine_knows_yixin() => {
                Ok(to_manager(message("INFO MAX_THREAD_NUM 1")))
            }
            Command::YxHashClear if !self.engine_knows_yixin() => Ok(self.drop_with_remark("YXHASHCLEAR")),
            Command::About
            | Command::YxShowInfo
            | Command::YxHashClear
            | Command::YxBlockReset
            | Command::YxBlockPathReset
            | Command::YxShowHashUsage
            | Command::YxDraw
            | Command::YxResign => Ok(to_engine(line)),
            // Without a search there is nothing to stop.
            Command::Stop => Ok(Vec::new()),
            Command::End => {
                self.has_ended = true;
                Ok(to_engine("END"))
            }
            Command::Unknown => Ok(self.unknown(line)),
        }
    }

    fn restart(&mut self) -> Result<Vec<Forward>, String> {
        let size = self.tracked.size.ok_or("expected START before RESTART")?;
        Ok(self.new_game(Question::Restart, size, "RESTART".to_owned()))
    }

    fn begin(&mut self) -> Result<Vec<Forward>, String> {
        self.check("BEGIN")?;
        let is_ahead = self.tracked.is_ahead;
        Ok(if is_ahead { self.ask_board() } else { self.ask(Question::Move, ["BEGIN".to_owned()]) })
    }

    /// The lines of `YXNBEST`, with the other command in its place.
    fn search_defend(&mut self) -> Result<Vec<Forward>, String> {
        self.check("YXSEARCHDEFEND")?;
        let outs = self.best("");
        let is_asked = |out: &Forward| *out == Forward::ToEngine("YXNBEST".to_owned());
        let defend = || Forward::ToEngine("YXSEARCHDEFEND".to_owned());
        Ok(outs.into_iter().map(|out| if is_asked(&out) { defend() } else { out }).collect())
    }

    fn start(&mut self, text: &str) -> Result<Vec<Forward>, String> {
        if self.tracked.size.is_none() {
            // This manager sets the rule before the board, so it will not correct it afterwards.
            self.rule.as_ref().map_err(String::clone)?;
        }
        let size = read_size(text)?;
        Ok(self.new_game(Question::Start, size, format!("START {}", size.lines())))
    }

    fn new_game(&mut self, question: Question, size: BoardSize, line: String) -> Vec<Forward> {
        let outs = self.ask(question, [line]);
        self.tracked = TrackedBoard::new(Some(size));
        self.stops = 0;
        outs
    }

    fn turn(&mut self, text: &str) -> Result<Vec<Forward>, String> {
        let played = self.played("TURN", text)?;
        self.rule.as_ref().map_err(String::clone)?;
        if !self.tracked.is_ahead {
            let line = format!("TURN {}", self.engine.order().write_move(played));
            let outs = self.ask(Question::Move, [line]);
            self.tracked.place(played, false);
            return Ok(outs);
        }
        if self.tracked.is_occupied(played) {
            return Err(format!("{} is already occupied; expected an empty point", self.write(played)));
        }
        let before = self.tracked.clone();
        self.tracked.place(played, false);
        let outs = self.ask_board();
        if let Some(pending) = &mut self.pending {
            pending.before = before;
        }
        Ok(outs)
    }

    fn take_back(&mut self, text: &str) -> Result<Vec<Forward>, String> {
        let taken = self.played("TAKEBACK", text)?;
        if self.tracked.is_ahead {
            return match self.tracked.take_back(taken) {
                true => Ok(to_manager("OK")),
                false => Err(format!("expected a point with a stone, found {} empty", self.write(taken))),
            };
        }
        let line = format!("TAKEBACK {}", self.engine.order().write_move(taken));
        let outs = self.ask(Question::TakeBack, [line]);
        self.tracked.take_back(taken);
        Ok(outs)
    }

    fn play(&mut self, text: &str) -> Result<Vec<Forward>, String> {
        let played = self.played("PLAY", text)?;
        self.rule.as_ref().map_err(String::clone)?;
        if !self.tracked.is_ahead {
            let line = format!("PLAY {}", self.engine.order().write_move(played));
            return Ok(self.ask(Question::Play(played), [line]));
        }
        if self.tracked.is_occupied(played) {
            return Err(format!("{} is already occupied; expected an empty point", self.write(played)));
        }
        self.tracked.place(played, true);
        Ok(to_manager(self.write(played)))
    }

    fn begin_list(&mut self, line: &str, kind: ListKind) -> Vec<Forward> {
        let command = match kind {
            ListKind::Soosorv { fifths: Some(count), step } => format!("YXSOOSORVSTEP{step} {count}"),
            _ => line.split_whitespace().next().unwrap_or_default().to_ascii_uppercase(),
        };
        self.list = Some(OpenList { command, list: StoneList::new(kind) });
        Vec::new()
    }

    fn done(&mut self) -> Result<Vec<Forward>, String> {
        let OpenList { command, list: StoneList { kind, stones, marked, fault } } =
            self.list.take().ok_or("expected BOARD before DONE")?;
        if kind == ListKind::Database {
            return Ok(Vec::new());
        }
        if let Some(fault) = fault {
            return Err(fault);
        }
        self.check(&command)?;
        let order = self.engine.order();
        match kind {
            ListKind::Board | ListKind::YxBoard => {
                let before = self.tracked.clone();
                self.tracked.set_up(&stones, &marked);
                if kind == ListKind::YxBoard {
                    self.tracked.is_ahead = !self.engine_knows_yixin();
                    let lines = list(&command, &stones, &marked, order);
                    let lines = lines.into_iter().filter(|_| self.engine_knows_yixin());
                    return Ok(lines.map(Forward::ToEngine).collect());
                }
                self.tracked.is_ahead = false;
                let lines = list(&command, &stones, &marked, order);
                self.pending = Some(Pending { question: Question::Move, before });
                Ok(lines.into_iter().map(Forward::ToEngine).collect())
            }
            _ => {
                // Moves of an opening, and points to avoid, have no fields.
                let points = stones.iter().map(|&(played, _)| order.write_move(played));
                let lines = [command.clone()].into_iter().chain(points).chain(["DONE".to_owned()]);
                if command == "SWAP2BOARD" {
                    return Ok(self.ask(Question::Opening, lines));
                }
                if self.engine_knows_yixin() {
                    return Ok(lines.map(Forward::ToEngine).collect());
                }
                let text =
                    format!("command `{command}` is not known to the engine's dialect, {}", self.engine);
                Ok(to_manager(unknown(text)))
            }
        }
    }

    fn best(&mut self, text: &str) -> Vec<Forward> {
        let before = self.tracked.clone();
        self.tracked.take_side_to_move();
        let outs = if self.engine_knows_yixin() {
            self.ask(Question::Best, [format!("YXNBEST {text}").trim().to_owned()])
        } else {
            self.ask_board()
        };
        if let Some(pending) = &mut self.pending {
            pending.before = before;
        }
        outs
    }

    fn show_forbidden(&mut self, line: &str) -> Result<Vec<Forward>, String> {
        self.check("YXSHOWFORBID")?;
        if self.engine_knows_yixin() {
            return Ok(self.ask(Question::Forbidden, [line.to_owned()]));
        }
        self.forbidden_points().map(to_manager)
    }

    /// `FORBID` with the points that the rules forbid.
    pub(super) fn forbidden_points(&self) -> Result<String, String> {
        let size = self.tracked.size.ok_or("expected START before YXSHOWFORBID")?;
        let rule = self.rule.clone()?;
        let order = self.manager.order();
        let position = self.tracked.position(rule, size, order).map_err(|refusal| refusal.to_string())?;
        Ok(forbidden(order, position.forbidden_points().into_iter().map(|(point, _)| point)))
    }

    fn yixin_only(&mut self, question: Question, line: &str) -> Result<Vec<Forward>, String> {
        if self.engine_knows_yixin() {
            return Ok(self.ask(question, [line.to_owned()]));
        }
        Err(format!("{} is not known to the engine's dialect, {}", quoted(line), self.engine))
    }

    /// A command whose answer is a `MESSAGE`, and which the manager does not wait for.
    fn message_only(&self, line: &str) -> Result<Vec<Forward>, String> {
        match self.engine_knows_yixin() {
            true => Ok(to_engine(line)),
            false => Err(format!("{} is not known to the engine's dialect, {}", quoted(line), self.engine)),
        }
    }

    /// The points of a list that belongs to an unknown command, in the engine's order.
    fn turned(&self, line: &str) -> String {
        let (from, to) = self.orders();
        let mut numbers: Vec<&str> = line.split(',').map(str::trim).collect();
        if from != to && line.split_whitespace().count() == 1 {
            numbers.swap(0, 1);
        }
        numbers.join(",")
    }

    /// Points in an unknown command would be read in the wrong order. A list of points may follow an extension.
    fn unknown(&mut self, line: &str) -> Vec<Forward> {
        let is_extension = line.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx"));
        let (from, to) = self.orders();
        if from == to || !line.contains(',') {
            self.follows = is_extension.then_some(Following::Points);
            return to_engine(line);
        }
        to_manager(unknown(format_args!("command {} cannot be translated", quoted(line))))
    }

    /// Checks that the engine can receive a question about the game.
    fn check(&self, command: &str) -> Result<(), String> {
        if self.tracked.size.is_none() {
            return Err(format!("expected START before {command}"));
        }
        self.rule.as_ref().map(|_| ()).map_err(String::clone)
    }

    /// A point, or a pass.
    fn played(&self, command: &str, text: &str) -> Result<Move, String> {
        let size = self.tracked.size.ok_or_else(|| format!("expected START before {command}"))?;
        if text.is_empty() {
            return Err(format!("expected {command} x,y, found no point"));
        }
        self.manager.order().parse_move(text, size)
    }

    /// The move as the manager writes it.
    pub(super) fn write(&self, played: impl Into<Move>) -> String {
        self.manager.order().write_move(played.into())
    }

    fn ask(&mut self, question: Question, lines: impl IntoIterator<Item = String>) -> Vec<Forward> {
        self.pending = Some(Pending { question, before: self.tracked.clone() });
        lines.into_iter().map(Forward::ToEngine).collect()
    }

    /// Requests a move by sending all stones.
    pub(super) fn ask_board(&mut self) -> Vec<Forward> {
        let outs = self.ask(Question::Move, self.tracked.board(self.engine.order()));
        self.tracked.is_ahead = false;
        outs
    }
}

impl Translator {
    pub(super) fn info(&mut self, text: &str) -> Vec<Forward> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "rule" => self.choose_rule(value),
            "evaluate" => {
                let (from, to) = self.orders();
                let size = self.tracked.size.unwrap_or(BoardSize::MAX);
                match from.parse(value, size) {
                    Ok(point) => to_engine(format!("INFO evaluate {}", to.write(point))),
                    Err(refusal) => to_manager(message(format_args!("evaluate is dropped: {refusal}"))),
                }
            }
            // The key names what the manager can show; a dialect without the key always shows the same.
            "show_detail" if !self.engine_knows_yixin() => Vec::new(),
            key if is_yixin_key(key) && !self.engine_knows_yixin() => {
                self.drop_with_remark(&format!("INFO {key}"))
            }
            _ => to_engine(format!("INFO {text}").trim_end()),
        }
    }

    /// A rule that the engine's dialect cannot express is reported at once by a `MESSAGE`, since `INFO` has no answer, and
    /// then by `ERROR` at each request for a move.
    fn choose_rule(&mut self, code: &str) -> Vec<Forward> {
        let engine = self.engine;
        let rule = rule_from_code(self.manager, code).map_err(|refusal| refusal.to_string());
        let coded = rule.and_then(|rule| match code_of_rule(engine, rule) {
            Some(code) => Ok((rule, code)),
            None => Err(format!(
                "the engine's dialect, {engine}, has no code for the rule {rule}; expected {}",
                rules_of(engine)
            )),
        });
        match coded {
            Ok((rule, code)) => {
                self.rule = Ok(rule);
                to_engine(format!("INFO rule {code}"))
            }
            Err(refusal) => {
                let outs = to_manager(message(&refusal));
                self.rule = Err(refusal);
                outs
            }
        }
    }

    /// Reports once that a command is dropped.
    pub(super) fn drop_with_remark(&mut self, what: &str) -> Vec<Forward> {
        if !self.dropped.insert(what.to_owned()) {
            return Vec::new();
        }
        let engine = self.engine;
        to_manager(message(format_args!(
            "{what} is dropped: the engine's dialect, {engine}, does not know it"
        )))
    }
}

/// The rules that have codes in a dialect, in words.
fn rules_of(dialect: Dialect) -> String {
    let known = |rule: &Rule| code_of_rule(dialect, *rule).is_some();
    let names: Vec<String> = Rule::NAMED.into_iter().filter(known).map(|rule| rule.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "no rule".to_owned(),
    }
}
