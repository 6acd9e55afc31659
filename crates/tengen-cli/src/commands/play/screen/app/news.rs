//! What the threads have to say.

use tengen_analysis::{OpponentError, SearchProgress, SearchReport};
use tengen_game::{GameResult, Move};

use super::{App, Hint, Line, Mode, Purpose, Question};
use crate::commands::play::files::Saved;
use crate::commands::play::screen::task::{Failure, News};
use crate::wording;

impl App {
    /// Takes news in. What comes from a search that nobody waits for any more is passed over.
    pub(in super::super) fn hear(&mut self, news: News) {
        let current = self.thinking.as_ref().map(|thinking| (thinking.id, thinking.purpose));
        match news {
            News::Progress { id, progress } => {
                if let Some((_, purpose)) = current.filter(|(current, _)| *current == id) {
                    self.note(purpose, progress);
                }
            }
            News::Done { id, result } => {
                if let Some((_, purpose)) = current.filter(|(current, _)| *current == id) {
                    self.thinking = None;
                    match result {
                        Ok(report) => self.finished(purpose, report),
                        Err(failure) => self.failed(purpose, failure),
                    }
                }
            }
            News::Saved(saved) => self.saved(saved),
            News::Opened { path, result: Ok(game) } => {
                let opening = game.opening;
                self.load(game.record, Some(path));
                if let (None, Some(opening)) = (&self.message, opening) {
                    self.say(format!("the link stands in the opening {opening}; play goes on freely"));
                }
            }
            News::Opened { result: Err(why), .. } => self.warn(why),
        }
        self.settle();
    }

    fn finished(&mut self, purpose: Purpose, report: SearchReport) {
        self.note(purpose, SearchProgress::from(&report));
        let (best_move, score) = (report.best_move, report.score);
        match purpose {
            // Without a legal point, a pass is left.
            Purpose::Move => {
                let thought = self.thought.take();
                self.begin_pause();
                match self.put(best_move.map_or(Move::Pass, Move::Place)) {
                    Ok(()) if best_move.is_none() && !self.record.is_over() => {
                        let side = !self.record.position().side_to_move();
                        self.say(format!("{} passes", wording::color(side)));
                    }
                    Ok(()) => {}
                    Err(refusal) => {
                        self.paused = true;
                        self.warn(format!("the program's move cannot be played: {refusal}"));
                    }
                }
                // What it was thinking is still of interest while the person answers.
                self.thought = thought;
            }
            Purpose::Hint => {
                self.wants_hint = false;
                self.hint = Some(Hint { point: best_move, score });
                if let Some(point) = best_move {
                    self.cursor = point;
                }
                let played = best_move.map_or(Move::Pass, Move::Place).on(self.record.size());
                let mover = self.record.position().side_to_move();
                self.say(format!("hint: {played}; {}", wording::score(score, mover)));
            }
            Purpose::Analysis => self.is_analysed = true,
        }
    }

    fn failed(&mut self, purpose: Purpose, failure: Failure) {
        self.wants_hint = false;
        if purpose == Purpose::Analysis {
            self.analysis = false;
        }
        if let (Purpose::Move, Failure::Opponent(OpponentError::Resigned(_))) = (purpose, &failure) {
            let side = self.record.position().side_to_move();
            match self.record.end(GameResult::resignation(side)) {
                Ok(()) => self.position_changed(),
                Err(refusal) => self.warn(refusal.to_string()),
            }
            return;
        }
        self.paused = true;
        let why = match failure {
            Failure::Opponent(error) => error.to_string(),
            Failure::Setup(why) => why,
        };
        self.warn(format!("{why}; . asks again"));
    }

    fn saved(&mut self, saved: Saved) {
        match saved {
            Saved::Done { path, said } => {
                if let Some(kept) = self.on_its_way.take() {
                    self.kept = kept;
                    self.path = Some(path);
                }
                self.say(said);
            }
            Saved::Failed(why) => self.warn(why),
            Saved::Exists(path) => {
                self.message = None;
                self.mode = Mode::Prompt(Line::new(Question::Overwrite(path), String::new()));
            }
        }
    }
}
