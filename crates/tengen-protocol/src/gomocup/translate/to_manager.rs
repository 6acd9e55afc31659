//! What becomes of the engine's lines.

use tengen_game::BoardSize;

use super::super::BrainLine;
use super::super::news::in_one_line;
use super::super::reply::{forbidden, message};
use super::{Out, Owed, Question, Translator, knows_yixin, to_engine, to_manager};

impl Translator {
    pub(super) fn hear(&mut self, line: &str) -> Vec<Out> {
        let order = self.manager.order();
        match BrainLine::parse(line, self.engine, self.size()) {
            BrainLine::Points(points) => {
                let owed = self.owed.take();
                let is_move = matches!(
                    &owed,
                    Some(Owed { question: Question::Move | Question::Best | Question::Play(_), .. })
                );
                if let (true, [point]) = (is_move, &points[..]) {
                    self.mirror.place(*point, true);
                }
                to_manager(order.write_all(&points))
            }
            BrainLine::Suggestion(point) => {
                self.owed = None;
                to_manager(format!("SUGGEST {}", order.write(point)))
            }
            BrainLine::Forbidden(points) => {
                self.owed = None;
                to_manager(forbidden(order, points))
            }
            BrainLine::Ok | BrainLine::Swap => {
                self.owed = None;
                to_manager(line)
            }
            BrainLine::Error(_) => {
                if let Some(owed) = self.owed.take() {
                    self.mirror = owed.before;
                }
                to_manager(line)
            }
            BrainLine::Unknown(_) => self.does_not_know(line),
            BrainLine::Info(text) => self.news(line, &text),
            BrainLine::Message(text) => self.message(line, &text),
            BrainLine::Unreadable(text) => {
                // A point off the board is an answer, if none that anybody can use.
                if text.starts_with(|c: char| c == '-' || c.is_ascii_digit()) {
                    self.owed = None;
                }
                to_manager(line)
            }
            BrainLine::Debug(_) | BrainLine::About(_) => to_manager(line),
            BrainLine::Empty => Vec::new(),
        }
    }

    /// `UNKNOWN`: what can be done without the engine's knowing the command is done.
    fn does_not_know(&mut self, line: &str) -> Vec<Out> {
        let Some(owed) = self.owed.take() else { return self.tolerate(line) };
        match owed.question {
            Question::Restart => {
                let size = self.size().lines();
                self.owed = Some(Owed { question: Question::Start, before: owed.before });
                to_engine(format!("START {size}"))
            }
            Question::TakeBack => {
                self.mirror.is_ahead = true;
                to_manager("OK")
            }
            Question::Play(point) => {
                self.mirror.place(point, true);
                self.mirror.is_ahead = true;
                to_manager(self.write(point))
            }
            Question::Best => {
                let outs = self.ask_board();
                if let Some(asked) = &mut self.owed {
                    asked.before = owed.before;
                }
                outs
            }
            Question::Forbidden => {
                to_manager(self.forbidden_points().unwrap_or_else(|refusal| format!("ERROR {refusal}")))
            }
            Question::Opening if self.stops == 0 => to_manager(line),
            Question::Opening | Question::Start | Question::Move => {
                // Every engine knows these: it is STOP, or a key of INFO, that it does not know.
                self.owed = Some(owed);
                self.tolerate(line)
            }
        }
    }

    /// The manager did not ask in these words, so it is not told that they are unknown.
    fn tolerate(&mut self, line: &str) -> Vec<Out> {
        if self.stops > 0 {
            self.stops -= 1;
            return Vec::new();
        }
        to_manager(line)
    }

    /// `INFO` about a search. Managers of Piskvork's dialect get one line for each block.
    fn news(&mut self, line: &str, text: &str) -> Vec<Out> {
        let (from, size) = (self.engine.order(), self.size());
        let to = self.manager.order();
        if !knows_yixin(self.manager) {
            let Some(news) = self.block.hear(text, from, size) else {
                return if is_of_block(text) { Vec::new() } else { to_manager(message(text)) };
            };
            let which = if news.lines > 1 {
                format!("line {}, ", news.line.saturating_add(1))
            } else {
                String::new()
            };
            return to_manager(message(format_args!("{which}{}", in_one_line(&news, to))));
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
    fn message(&mut self, line: &str, text: &str) -> Vec<Out> {
        let mut words = text.split_whitespace();
        if !words.next().is_some_and(|word| word.eq_ignore_ascii_case("REALTIME")) {
            return to_manager(self.translate_end(line));
        }
        let what = words.next().unwrap_or_default().to_ascii_uppercase();
        let point = words.next().and_then(|point| self.engine.order().parse(point, self.size()).ok());
        match (point, knows_yixin(self.manager)) {
            (Some(point), true) => to_manager(message(format_args!("REALTIME {what} {}", self.write(point)))),
            (Some(point), false) if what == "BEST" => {
                to_manager(message(format_args!("best {}", self.write(point))))
            }
            (None, true) => to_manager(line),
            // It is drawn on a board that only Yixin-Board and its relatives have.
            (_, false) => Vec::new(),
        }
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
        self.mirror.size.unwrap_or(BoardSize::MAX)
    }
}

/// Whether it is a line of the block from `INFO PV` to `INFO PV DONE`.
fn is_of_block(text: &str) -> bool {
    const KEYS: [&str; 9] =
        ["PV", "NUMPV", "DEPTH", "SELDEPTH", "NODES", "SPEED", "EVAL", "WINRATE", "BESTLINE"];
    let key = text.split_whitespace().next().unwrap_or_default();
    KEYS.iter().any(|known| known.eq_ignore_ascii_case(key))
}
