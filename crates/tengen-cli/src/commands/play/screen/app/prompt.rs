//! The line for the user's input: a point, or the name of a file.

use std::path::PathBuf;

use ratatui::crossterm::event::KeyCode;
use tengen_game::{Move, Point};

use super::{App, Effect, Mode};
use crate::commands::play::files::{SavedGame, holds_record};

/// The question that a line of text answers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) enum Question {
    /// The point to play on.
    Point,
    /// The file for the record.
    Save,
    /// The record to read. `is_unsaved` is set where the game on the board is in no file.
    Open { is_unsaved: bool },
    /// Whether a file may be replaced.
    Overwrite(PathBuf),
}

/// A line that is being typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Line {
    pub(in super::super) question: Question,
    pub(in super::super) text: String,
    /// The number of characters before the cursor.
    pub(in super::super) at: usize,
    /// Whether the text is only a suggestion, which the first typed character replaces.
    pub(in super::super) is_suggested: bool,
}

impl Line {
    pub(super) fn new(question: Question, text: String) -> Line {
        Line { question, at: text.chars().count(), is_suggested: !text.is_empty(), text }
    }

    /// The text before the input.
    pub(in super::super) fn label(&self) -> String {
        match &self.question {
            Question::Point => "play on: ".to_owned(),
            Question::Save => "save as: ".to_owned(),
            Question::Open { is_unsaved: false } => "open: ".to_owned(),
            Question::Open { is_unsaved: true } => "open (this game is not saved): ".to_owned(),
            Question::Overwrite(path) => format!("{} exists: y replaces it", path.display()),
        }
    }

    fn byte(&self, characters: usize) -> usize {
        self.text.char_indices().nth(characters).map_or(self.text.len(), |(byte, _)| byte)
    }

    fn insert(&mut self, character: char) {
        self.drop_suggestion();
        let byte = self.byte(self.at);
        self.text.insert(byte, character);
        self.at += 1;
    }

    /// Removes a suggestion.
    fn drop_suggestion(&mut self) {
        if std::mem::take(&mut self.is_suggested) {
            self.text.clear();
            self.at = 0;
        }
    }

    /// Removes the characters between two places.
    fn cut(&mut self, from: usize, to: usize) {
        self.text.replace_range(self.byte(from)..self.byte(to), "");
        self.at = from;
    }

    /// The start of the word before the cursor; the parts of a path are words, too.
    fn word_start(&self) -> usize {
        let before: Vec<char> = self.text.chars().take(self.at).collect();
        let ends_word = |character: &char| character.is_whitespace() || matches!(character, '/' | '\\');
        let word_end = before.iter().rposition(|character| !ends_word(character)).map_or(0, |last| last + 1);
        before[..word_end].iter().rposition(ends_word).map_or(0, |border| border + 1)
    }

    /// Edits the line as shells do for Control and a letter.
    fn edit(&mut self, letter: char) {
        let end = self.text.chars().count();
        match letter {
            'u' => self.cut(0, self.at),
            'k' => self.cut(self.at, end),
            'w' => self.cut(self.word_start(), self.at),
            'a' => self.at = 0,
            'e' => self.at = end,
            'b' => self.press(KeyCode::Left),
            'f' => self.press(KeyCode::Right),
            'd' => self.press(KeyCode::Delete),
            'h' => self.press(KeyCode::Backspace),
            _ => return,
        }
        self.is_suggested = false;
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
            KeyCode::Backspace | KeyCode::Delete if self.is_suggested => self.drop_suggestion(),
            KeyCode::Left => self.at = self.at.saturating_sub(1),
            KeyCode::Right => self.at = (self.at + 1).min(length),
            KeyCode::Home => self.at = 0,
            KeyCode::End => self.at = length,
            KeyCode::Delete => self.remove(self.at),
            KeyCode::Backspace if self.at > 0 => {
                self.at -= 1;
                self.remove(self.at);
            }
            _ => return,
        }
        self.is_suggested = false;
    }
}

impl App {
    /// Opens the prompt for a question.
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

    /// Handles Control and a letter in the prompt.
    pub(super) fn edit_prompt(&mut self, letter: char) {
        if let Mode::Prompt(line) = &mut self.mode {
            line.edit(letter);
        }
    }

    /// Inserts pasted text, up to the end of its first line.
    pub(super) fn paste(&mut self, text: &str) {
        if let Mode::Prompt(line) = &mut self.mode {
            text.chars().take_while(|character| !character.is_control()).for_each(|c| line.insert(c));
        }
    }

    fn answer(&mut self, question: &Question, text: &str) {
        match question {
            Question::Point if text.eq_ignore_ascii_case("pass") => self.play_by_hand(Move::Pass),
            Question::Point => match Point::parse(text, self.record().size()) {
                Ok(point) => {
                    self.cursor = point;
                    self.play_by_hand(point.into());
                }
                Err(fault) => self.warn(fault.to_string()),
            },
            Question::Save => self.save(text.into(), false),
            Question::Open { .. } => {
                self.say(format!("reading {text} …"));
                self.effects.push(Effect::Open(text.into()));
            }
            Question::Overwrite(_) => {}
        }
    }

    fn save(&mut self, path: PathBuf, overwrite: bool) {
        self.say(format!("writing {} …", path.display()));
        // A picture does not save the game.
        self.being_saved = holds_record(&path).then(|| SavedGame::of(self.record()));
        let record = Box::new(self.record().clone());
        self.effects.push(Effect::Save { record, path, overwrite });
    }
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::Event;
    use tengen_game::Rule;

    use super::super::tests::{app, click, control, game, message, press, record, type_in};
    use super::super::{News, Saved};
    use super::*;

    #[test]
    fn a_suggested_name_gives_way_to_the_first_character() {
        let typed = |keys: &[KeyCode]| {
            let mut app = app(record(Rule::FREESTYLE, "h8"), "human", "human", Some("games/old.sgf"));
            type_in(&mut app, "s");
            for &key in keys {
                press(&mut app, key);
            }
            let Mode::Prompt(line) = app.mode else { panic!("no line is typed") };
            line.text
        };
        let (x, y) = (KeyCode::Char('x'), KeyCode::Char('y'));
        assert_eq!(typed(&[]), "games/old.sgf");
        assert_eq!(typed(&[x, y]), "xy");
        assert_eq!(typed(&[KeyCode::End, x]), "games/old.sgfx");
        assert_eq!(typed(&[KeyCode::Home, x, y]), "xygames/old.sgf");
        assert_eq!(typed(&[KeyCode::Backspace, x]), "x");
        assert_eq!(typed(&[KeyCode::Delete]), "");
        let mut app = app(record(Rule::FREESTYLE, "h8"), "human", "human", Some("old.sgf"));
        type_in(&mut app, "s");
        app.handle(&Event::Paste("pasted.psq".to_owned()));
        assert!(matches!(&app.mode, Mode::Prompt(line) if line.text == "pasted.psq"));
    }

    #[test]
    fn a_line_is_edited_as_in_a_shell() {
        let typed = |letters: &str, then: &str| {
            let mut app = app(record(Rule::FREESTYLE, "h8"), "human", "human", Some("my games/old.sgf"));
            type_in(&mut app, "s");
            letters.chars().for_each(|letter| control(&mut app, letter));
            type_in(&mut app, then);
            let Mode::Prompt(line) = app.mode else { panic!("no line is typed") };
            line.text
        };
        assert_eq!(typed("u", "x"), "x");
        assert_eq!(typed("bbbbu", "x"), "x.sgf");
        assert_eq!(typed("bbbbk", ".psq"), "my games/old.psq");
        assert_eq!(typed("w", "new.sgf"), "my games/new.sgf");
        assert_eq!(typed("ww", "x"), "my x");
        assert_eq!(typed("aff", "-"), "my- games/old.sgf");
        assert_eq!(typed("ae", "x"), "my games/old.sgfx");
        assert_eq!(typed("add", ""), " games/old.sgf");
        assert_eq!(typed("eh", "x"), "my games/old.sgx");
        // Another letter does nothing, so that the next character still replaces the suggestion.
        assert_eq!(typed("p", "x"), "x");
        assert_eq!(typed("wwwwu", "x"), "x");
    }

    #[test]
    fn records_are_saved_and_nothing_is_replaced_unasked() {
        let mut app = app(record(Rule::FREESTYLE, "h8 i9"), "human", "human", Some("old.sgf"));
        type_in(&mut app, "s");
        press(&mut app, KeyCode::Home);
        type_in(&mut app, "x/\n");
        let [Effect::Save { path, overwrite: false, .. }] = &app.take_effects()[..] else {
            panic!("not saved")
        };
        assert_eq!(path, &PathBuf::from("x/old.sgf"));
        app.receive(News::Saved(Saved::Exists("x/old.sgf".into())));
        type_in(&mut app, "n");
        assert_eq!(message(&app), "not saved");
        app.receive(News::Saved(Saved::Exists("x/old.sgf".into())));
        type_in(&mut app, "y");
        assert!(matches!(app.take_effects()[..], [Effect::Save { overwrite: true, .. }]));
        app.receive(News::Saved(Saved::Done { path: "x/new.psq".into(), message: "saved".to_owned() }));
        assert_eq!((message(&app), app.file_name().as_deref()), ("saved", Some("new.psq")));
    }

    #[test]
    fn a_replaced_game_is_reported_as_unsaved() {
        let mut app = game(Rule::FREESTYLE, "human", "human");
        let label = |app: &App| match &app.mode {
            Mode::Prompt(line) => line.label(),
            other => panic!("no line is typed: {other:?}"),
        };
        type_in(&mut app, "o");
        assert_eq!(label(&app), "open: ");
        press(&mut app, KeyCode::Esc);
        click(&mut app, "h8");
        type_in(&mut app, "o");
        assert_eq!(label(&app), "open (this game is not saved): ");
    }
}
