//! What becomes of the engine's answers.

use tengen_game::{Move, Point};
use tengen_protocol::worker::{LineMessage, ScoreMessage, SearchResponse, Thinking};

use super::{Effect, Event, Notice, Purpose, Table, Task};

impl Table {
    /// Hears the engine.
    pub(crate) fn hear(&mut self, response: SearchResponse) {
        match response {
            SearchResponse::Progress { id, thinking } if self.is_of_task(id) => self.note(thinking),
            SearchResponse::Finished { id, best_move, thinking, lines, .. } => {
                if let Some(task) = self.task.filter(|task| task.id == id) {
                    self.finished(task, best_move.map(|(x, y)| Point::new(x, y)), thinking.score, lines);
                }
            }
            SearchResponse::Failed { id: Some(id), message } if self.is_of_task(id) => self.fail(message),
            SearchResponse::Failed { id: None, message } => {
                self.effects.push(Effect::DropEngine);
                self.fail(message);
            }
            // An answer to a request that no longer matters.
            _ => {}
        }
    }

    fn is_of_task(&self, id: u32) -> bool {
        self.task.is_some_and(|task| task.id == id)
    }

    fn note(&mut self, thinking: Thinking) {
        if self.task.is_some_and(|task| task.purpose == Purpose::Analyse) {
            let line = LineMessage { score: thinking.score, pv: thinking.pv.clone() };
            let place = thinking.line as usize;
            if place == self.lines.len() {
                self.lines.push(line);
            } else if let Some(known) = self.lines.get_mut(place) {
                *known = line;
            }
        }
        if thinking.line == 0 {
            self.effects.push(Effect::Tell(Event::Think(Some(thinking))));
        }
    }

    fn finished(&mut self, task: Task, found: Option<Point>, score: ScoreMessage, lines: Vec<LineMessage>) {
        self.task = None;
        self.effects.push(Effect::Tell(Event::Think(None)));
        match task.purpose {
            Purpose::Move => {
                // The engine names no move where nothing is left but a pass.
                if let Err(error) = self.play(found.map_or(Move::Pass, Move::Place)) {
                    self.fail(error.to_string());
                }
            }
            Purpose::Hint => {
                self.hint = found;
                if let Some(point) = found {
                    self.notice = Notice::Hint(point.on(self.record.size()));
                }
                // Whoever analyses wants to go on.
                self.follow();
            }
            Purpose::Analyse => self.lines = lines,
            Purpose::Judge => self.judged(found, score),
        }
        self.effects.push(Effect::Found(task.id, found));
    }

    /// Knows now what the move just played in a puzzle is worth, to the other side.
    fn judged(&mut self, defence: Option<Point>, score: ScoreMessage) {
        if matches!(score, ScoreMessage::Mate(plies) if plies < 0) {
            if self.play(defence.map_or(Move::Pass, Move::Place)).is_ok() && !self.record.is_over() {
                self.notice = Notice::Good;
            }
            return;
        }
        let size = self.record.size();
        let missed = self.record.position().last_move().and_then(Move::point);
        self.record.undo();
        self.moved();
        if let Some(point) = missed {
            self.notice = Notice::Miss(point.on(size));
        }
    }

    fn fail(&mut self, message: String) {
        self.drop_task();
        self.effects.push(Effect::Tell(Event::Error(message.clone())));
        self.notice = Notice::EngineFailed(message);
    }
}
