//! Translates the engine's lines.

use tengen_game::{BoardSize, Move};

use super::{Forward, Pending, Question, Translator, knows_yixin, to_engine, to_manager};
use crate::EngineLine;
use crate::dialect::PASS;
use crate::reply::{forbidden, message};
use crate::report::in_one_line;

impl Translator {
    pub(super) fn receive(&mut self, line: &str) -> Vec<Forward> {
        let order = self.manager.order();
        match EngineLine::parse(line, self.engine, self.size()) {
            EngineLine::Points(points) => {
                let pending = self.pending.take();
                let is_move = matches!(
                    &pending,
                    Some(Pending { question: Question::Move | Question::Best | Question::Play(_), .. })
                );
                if let (true, [point]) = (is_move, &points[..]) {
                    self.tracked.place(*point, true);
                }
                to_manager(order.write_all(&points))
            }
            EngineLine::Suggestion(point) => {
                self.pending = None;
                to_manager(format!("SUGGEST {}", order.write(point)))
            }
            EngineLine::Forbidden(points) => {
                self.pending = None;
                to_manager(forbidden(order, points))
            }
            EngineLine::Ok | EngineLine::Swap => {
                self.pending = None;
                to_manager(line)
            }
            EngineLine::Error(_) => {
                if let Some(pending) = self.pending.take() {
                    self.tracked = pending.before;
                }
                to_manager(line)
            }
            EngineLine::Unknown(_) => self.unknown_command(line),
            EngineLine::Info(text) => self.search_info(line, &text),
            EngineLine::Message(text) => self.message(line, &text),
            EngineLine::Unreadable(text) => {
                if text == PASS && self.is_thinking() {
                    self.tracked.place(Move::Pass, true);
                }
                // A point off the board is an answer, though an unusable one.
                if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                    self.pending = None;
                }
                to_manager(line)
            }
            EngineLine::Debug(_) | EngineLine::About(_) => to_manager(line),
            EngineLine::Empty => Vec::new(),
        }
    }

    /// `UNKNOWN`: the translator carries out the command itself if it can.
    fn unknown_command(&mut self, line: &str) -> Vec<Forward> {
        let Some(pending) = self.pending.take() else { return self.tolerate(line) };
        match pending.question {
            Question::Restart => {
                let size = self.size().lines();
                self.pending = Some(Pending { question: Question::Start, before: pending.before });
                to_engine(format!("START {size}"))
            }
            Question::TakeBack => {
                self.tracked.is_ahead = true;
                to_manager("OK")
            }
            Question::Play(point) => {
                self.tracked.place(point, true);
                self.tracked.is_ahead = true;
                to_manager(self.write(point))
            }
            Question::Best => {
                let outs = self.ask_board();
                if let Some(asked) = &mut self.pending {
                    asked.before = pending.before;
                }
                outs
            }
            Question::Forbidden => {
                to_manager(self.forbidden_points().unwrap_or_else(|refusal| format!("ERROR {refusal}")))
            }
            Question::Opening if self.stops == 0 => to_manager(line),
            Question::Opening | Question::Start | Question::Move => {
                // Every engine supports the pending command: the refused one is STOP, or a key of INFO.
                self.pending = Some(pending);
                self.tolerate(line)
            }
        }
    }

    /// The manager did not send this command, so it does not get the `UNKNOWN`.
    fn tolerate(&mut self, line: &str) -> Vec<Forward> {
        if self.stops > 0 {
            self.stops -= 1;
            return Vec::new();
        }
        to_manager(line)
    }

    /// `INFO` about a search. Managers of Piskvork's dialect get one line for each block.
    fn search_info(&mut self, line: &str, text: &str) -> Vec<Forward> {
        let (from, size) = (self.engine.order(), self.size());
        let to = self.manager.order();
        if !knows_yixin(self.manager) {
            let Some((progress, lines)) = self.block.read(text, from, size) else {
                return if is_of_block(text) { Vec::new() } else { to_manager(message(text)) };
            };
            return to_manager(message(in_one_line(&progress, lines, size)));
        }
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        if key.eq_ignore_ascii_case("BESTLINE") {
            let points: Result<Vec<_>, _> =
                value.split_whitespace().map(|point| from.parse(point, size)).collect();
            if let Ok(points) = points {
                return to_manager(format!("INFO {key} {}", to.write_all(&points)));
            }
        }
        to_manager(line)
    }

    /// `MESSAGE`. In Yixin's `REALTIME` the point is translated, in texts for people those points that they end with:
    /// between words, two numbers may be anything.
    fn message(&mut self, line: &str, text: &str) -> Vec<Forward> {
        let mut words = text.split_whitespace();
        match words.next().unwrap_or_default().to_ascii_uppercase().as_str() {
            "REALTIME" => {}
            "SWAP2" | "SOOSORV" => return to_manager(self.translate_opening(text)),
            _ => return to_manager(self.translate_end(line)),
        }
        let what = words.next().unwrap_or_default().to_ascii_uppercase();
        let point = words.next().and_then(|point| self.engine.order().parse(point, self.size()).ok());
        match (point, knows_yixin(self.manager)) {
            (Some(point), true) => to_manager(message(format_args!("REALTIME {what} {}", self.write(point)))),
            (Some(point), false) if what == "BEST" => {
                to_manager(message(format_args!("best {}", self.write(point))))
            }
            (None, true) => to_manager(line),
            // The drawing is for a board that only Yixin-Board and its relatives have.
            (_, false) => Vec::new(),
        }
    }

    /// An answer to a step of an opening: the first two numbers that stand alone are a point.
    fn translate_opening(&self, text: &str) -> String {
        let (from, to) = self.orders();
        let mut words: Vec<&str> = text.split_whitespace().collect();
        let is_number = |word: &&str| word.bytes().all(|byte| byte.is_ascii_digit());
        if let Some(first) = words.iter().position(is_number)
            && from != to
            && words.get(first + 1).is_some_and(is_number)
        {
            words.swap(first, first + 1);
        }
        message(words.join(" "))
    }

    /// A text with the points at its end in the manager's order.
    fn translate_end(&self, text: &str) -> String {
        let (from, to) = self.orders();
        let mut rest = text;
        let mut points = Vec::new();
        while let Some((before, word)) = rest.rsplit_once(' ') {
            let Ok(point) = from.parse(word, self.size()) else { break };
            points.push(point);
            rest = before;
        }
        points.reverse();
        if from == to || points.is_empty() {
            return text.to_owned();
        }
        format!("{rest} {}", to.write_all(&points))
    }

    fn size(&self) -> BoardSize {
        self.tracked.size.unwrap_or(BoardSize::MAX)
    }
}

/// Whether a text is a line of the block from `INFO PV` to `INFO PV DONE`.
fn is_of_block(text: &str) -> bool {
    const KEYS: [&str; 9] =
        ["PV", "NUMPV", "DEPTH", "SELDEPTH", "NODES", "SPEED", "EVAL", "WINRATE", "BESTLINE"];
    let key = text.split_whitespace().next().unwrap_or_default();
    KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
}
