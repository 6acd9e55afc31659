//! What takes the panel's place for a while: the keys, and the choices for a new game.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget as _};

use super::super::app::{Field, SETUP_HEAD, SETUP_ROOM, Setup};
use super::style::Terminal;
use super::wrap;

/// The keys, in the order in which people need them.
pub(in super::super) const KEYS: [(&str, &str); 20] = [
    ("arrows, Enter", "choose a point, play on it"),
    ("click", "play there"),
    (":", "type a point"),
    ("p", "pass (renju)"),
    ("u  r", "take back, play again"),
    ("h", "hint"),
    ("a", "analysis on, off"),
    ("Esc  .", "move now, or go on"),
    ("R R", "resign"),
    ("[ ]  wheel", "one move back, forward"),
    ("Home  End", "to the start, the end"),
    ("Tab", "next variation"),
    ("v", "make it the main line"),
    ("5[  2u", "a number repeats a key"),
    ("n", "new game"),
    ("o  s", "open, save a record"),
    ("x", "swap the players"),
    ("f", "turn the board"),
    ("m  c", "move numbers, coordinates"),
    ("q", "quit"),
];

/// Columns and lines of the page with the keys.
pub(super) const HELP_ROOM: (u16, u16) = (40, KEYS.len() as u16 + 1);

/// Draws the keys.
pub(super) fn help(area: Rect, terminal: Terminal, frame: &mut Frame<'_>) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled("Keys (any key goes back)", terminal.accent())];
    lines.extend(
        KEYS.map(|(key, what)| Line::from(vec![Span::styled(format!("{key:<14} "), bold), Span::raw(what)])),
    );
    page(lines, area, frame);
}

/// Draws the choices, and whether the game that makes room would be lost.
pub(super) fn setup(setup: &Setup, is_unsaved: bool, area: Rect, terminal: Terminal, frame: &mut Frame<'_>) {
    let warning = if is_unsaved { "The old one is not saved." } else { "" };
    let mut lines =
        vec![Line::styled("New game", terminal.accent()), Line::styled(warning, terminal.of_message(true))];
    debug_assert_eq!(lines.len(), usize::from(SETUP_HEAD));
    for field in Field::ALL {
        let is_chosen = field == setup.field;
        let mark = if is_chosen { "> " } else { "  " };
        let style = match (is_chosen, setup.matters(field)) {
            (true, _) => Style::new().add_modifier(Modifier::BOLD),
            (false, true) => Style::new(),
            (false, false) => terminal.quiet(),
        };
        let text = format!("{mark}{:<9} {}", field.label(), setup.value(field));
        lines.push(Line::styled(terminal.text(&text), style));
    }
    lines.push(Line::default());
    lines.extend(
        wrap(&setup.explain(), area.width).into_iter().map(|line| Line::styled(line, terminal.quiet())),
    );
    lines.truncate(usize::from(SETUP_ROOM.1) - 2);
    lines.push(Line::default());
    lines.push(Line::raw(terminal.text("↑↓ choose  ←→ change  Enter begin  Esc back")));
    page(lines, area, frame);
}

fn page(lines: Vec<Line<'_>>, area: Rect, frame: &mut Frame<'_>) {
    Clear.render(area, frame.buffer_mut());
    Paragraph::new(lines).render(area, frame.buffer_mut());
}
