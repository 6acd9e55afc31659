//! The line in which a person types: a point, or the name of a file.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;
use tengen_game::{Move, Point};

use super::{App, Effect, Mode};

/// What a line of text is to answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Question {
    /// Where to play.
    Point,
    /// Where to write the record.
    Save,
    /// Which record to read.
    Open,
    /// Whether a file may be replaced.
    Overwrite(PathBuf),
}

/// A line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Line {
    pub(in super::super) question: Question,
    pub(in super::super) text: String,
    /// Characters before the cursor.
    pub(in super::super) at: usize,
}

impl Line {
    pub(super) fn new(question: Question, text: String) -> Line {
        Line { question, at: text.chars().count(), text }
    }

    /// What stands before the text.
    pub(in super::super) fn label(&self) -> String {
        match &self.question {
            Question::Point => "play on: ".to_owned(),
            Question::Save => "save as: ".to_owned(),
            Question::Open => "open: ".to_owned(),
            Question::Overwrite(path) => format!("{} exists: y replaces it", path.display()),
        }
    }

    fn byte(&self, characters: usize) -> usize {
        self.text.char_indices().nth(characters).map_or(self.text.len(), |(byte, _)| byte)
    }

    fn insert(&mut self, character: char) {
        let byte = self.byte(self.at);
        self.text.insert(byte, character);
        self.at += 1;
    }

    fn remove(&mut self, at: usize) {
        if at < self.text.chars().count() {
            let byte = self.byte(at);
            self.text.remove(byte);
        }
    }

    fn press(&mut self, key: KeyCode) {
        let length = self.text.chars().count();
        match key {
            KeyCode::Char(character) => self.insert(character),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(length),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = length,
            KeyCode::Delete => self.remove(self.at),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.remove(self.at);
            }
            _ => {}
        }
    }
}

impl App {
    /// Begins a line.
    pub(super) fn ask(&mut self, question: Question) {
        let text = match (&question, &self.path) {
            (Question::Save, Some(path)) => path.display().to_string(),
            (Question::Save, None) => "game.sgf".to_owned(),
            _ => String::new(),
        };
        self.message = None;
        self.mode = Mode::Prompt(Line::new(question, text));
    }

    pub(super) fn press_in_prompt(&mut self, key: KeyCode) {
        let Mode::Prompt(line) = &mut self.mode else { return };
        if let Question::Overwrite(path) = &line.question {
            let path = path.clone();
            self.mode = Mode::Board;
            match key {
                KeyCode::Char('y' | 'Y') => self.save(path, true),
                _ => self.say("not saved"),
            }
            return;
        }
        match key {
            KeyCode::Esc => self.mode = Mode::Board,
            KeyCode::Enter => {
                let (question, text) = (line.question.clone(), line.text.trim().to_owned());
                self.mode = Mode::Board;
                if !text.is_empty() {
                    self.answer(&question, &text);
                }
            }
            key => line.press(key),
        }
    }

    /// Text that the terminal says was pasted, up to the end of its first line.
    pub(super) fn paste(&mut self, text: &str) {
        if let Mode::Prompt(line) = &mut self.mode {
            text.chars().take_while(|character| !character.is_control()).for_each(|c| line.insert(c));
        }
    }

    fn answer(&mut self, question: &Question, text: &str) {
        match question {
            Question::Point if text.eq_ignore_ascii_case("pass") => self.play_by_hand(Move::Pass),
            Question::Point => match Point::parse(text, self.record.size()) {
                Ok(point) => {
                    self.cursor = point;
                    self.play_by_hand(point.into());
                }
                Err(fault) => self.warn(fault.to_string()),
            },
            Question::Save => self.save(text.into(), false),
            Question::Open => {
                self.say(format!("reading {text} …"));
                self.effects.push(Effect::Open(text.into()));
            }
            Question::Overwrite(_) => {}
        }
    }

    fn save(&mut self, path: PathBuf, overwrite: bool) {
        self.say(format!("writing {} …", path.display()));
        self.effects.push(Effect::Save { record: Box::new(self.record.clone()), path, overwrite });
    }
}
