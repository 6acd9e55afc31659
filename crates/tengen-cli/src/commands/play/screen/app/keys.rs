//! Keys, the mouse and the window.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_game::Move;

use super::{App, Confirm, Effect, Mode, Question};

/// The largest number before a key, which is more than any game has moves.
const LARGEST_COUNT: usize = 9_999;

impl App {
    /// Handles an event.
    pub(in super::super) fn handle(&mut self, event: &Event) {
        match event {
            Event::Resize(width, height) => self.area = Rect::new(0, 0, *width, *height),
            // Terminals that report releases do so for every key.
            Event::Key(key) if key.kind != KeyEventKind::Release => self.press(*key),
            Event::Mouse(mouse) => self.point(*mouse),
            Event::Paste(text) => self.paste(text),
            _ => {}
        }
    }

    fn press(&mut self, key: KeyEvent) {
        if key.modifiers.contains(KeyModifiers::CONTROL) {
            match key.code {
                KeyCode::Char('c') => self.leave(self.confirm == Some(Confirm::Leave)),
                KeyCode::Char('z') => self.effects.push(Effect::Suspend),
                KeyCode::Char(letter) => self.edit_prompt(letter),
                _ => {}
            }
            return;
        }
        match self.mode {
            Mode::Board => self.press_on_board(key.code),
            // Any key closes the page.
            Mode::Help => self.mode = Mode::Board,
            Mode::Prompt(_) => self.press_in_prompt(key.code),
            Mode::Setup(_) => self.press_in_setup(key.code),
        }
    }

    fn press_on_board(&mut self, key: KeyCode) {
        if let KeyCode::Char(digit @ '0'..='9') = key {
            let digit = digit as usize - '0' as usize;
            let count = self.count.unwrap_or(0).saturating_mul(10).saturating_add(digit);
            self.count = Some(count.min(LARGEST_COUNT));
            return;
        }
        let count = self.count.take();
        let times = count.unwrap_or(1);
        let confirm = self.confirm.take();
        self.message = None;
        let far = i16::try_from(times).unwrap_or(i16::MAX);
        match key {
            KeyCode::Left => self.move_cursor(-far, 0),
            KeyCode::Right => self.move_cursor(far, 0),
            KeyCode::Up => self.move_cursor(0, -far),
            KeyCode::Down => self.move_cursor(0, far),
            KeyCode::Enter | KeyCode::Char(' ') => self.play_by_hand(self.cursor.into()),
            KeyCode::Char('p') => self.play_by_hand(Move::Pass),
            KeyCode::Char('u') | KeyCode::Backspace => self.take_back(times),
            KeyCode::Char('r') => self.play_again(times),
            KeyCode::Char('[') | KeyCode::PageUp => self.back(times),
            KeyCode::Char(']') | KeyCode::PageDown => self.forward(times),
            KeyCode::Home => self.back(usize::MAX),
            KeyCode::End => self.forward(usize::MAX),
            KeyCode::Tab => self.other_variation(true),
            KeyCode::BackTab => self.other_variation(false),
            KeyCode::Char('v') => self.promote(),
            KeyCode::Char('.') => self.hurry(),
            KeyCode::Esc if count.is_none() => self.hurry(),
            KeyCode::Char('h') => self.ask_for_hint(),
            KeyCode::Char('a') => self.toggle_analysis(),
            KeyCode::Char('R') => self.resign(confirm == Some(Confirm::Resign)),
            KeyCode::Char('x') => self.swap_sides(),
            KeyCode::Char('f') => self.look.turned = !self.look.turned,
            KeyCode::Char('c') => self.look.coordinates = !self.look.coordinates,
            KeyCode::Char('m') => self.numbers = !self.numbers,
            KeyCode::Char('n') => self.open_setup(),
            KeyCode::Char(':') => self.ask(Question::Point),
            KeyCode::Char('s') => self.ask(Question::Save),
            KeyCode::Char('o') => self.ask(Question::Open { is_unsaved: self.is_unsaved() }),
            KeyCode::Char('?') | KeyCode::F(1) => self.mode = Mode::Help,
            KeyCode::Char('q') => self.leave(confirm == Some(Confirm::Leave)),
            KeyCode::Char(other) => self.warn(format!("`{other}` does nothing here; ? shows the keys")),
            _ => {}
        }
    }

    fn move_cursor(&mut self, right: i16, down: i16) {
        if let Ok(layout) = self.layout() {
            self.cursor = layout.board.step(self.cursor, right, down);
        }
    }

    fn point(&mut self, mouse: MouseEvent) {
        match (&self.mode, mouse.kind) {
            (Mode::Help, MouseEventKind::Down(_)) => self.mode = Mode::Board,
            (Mode::Setup(_), MouseEventKind::Down(MouseButton::Left)) => {
                self.click_in_setup(mouse.column, mouse.row);
            }
            (Mode::Board, MouseEventKind::Down(MouseButton::Left)) => {
                let board = self.layout().map(|layout| layout.board);
                if let Some(point) = board.ok().and_then(|board| board.point_at(mouse.column, mouse.row)) {
                    (self.message, self.confirm, self.count) = (None, None, None);
                    self.cursor = point;
                    self.play_by_hand(point.into());
                }
            }
            (Mode::Board, MouseEventKind::ScrollUp) => self.back(1),
            (Mode::Board, MouseEventKind::ScrollDown) => self.forward(1),
            _ => {}
        }
    }
}
