//! Draws the state of the [`App`]. Drawing changes no state.

mod board;
mod panel;
mod style;

#[cfg(test)]
mod tests;

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Widget as _, Wrap};

use super::app::{App, Field, Mode, SETUP_HEAD, SETUP_ROOM, Setup};
use super::layout::Needed;

pub(super) use self::style::Terminal;

/// Draws everything.
pub(super) fn draw(app: &App, terminal: Terminal, frame: &mut Frame<'_>) {
    if frame.area() != app.area {
        // The window has changed since the last event, and the next event has its size.
        return;
    }
    match app.layout() {
        Ok(layout) => {
            board::draw(app, &layout.board, terminal, frame.buffer_mut());
            if let Some(area) = layout.panel {
                match app.mode {
                    Mode::Help | Mode::Setup(_) => {}
                    Mode::Board | Mode::Prompt(_) => {
                        panel::draw(app, area, layout.message.width, terminal, frame);
                    }
                }
            }
            message(app, layout.message, layout.panel.is_some(), terminal, frame);
        }
        Err(needed) => too_small(app, needed, terminal, frame),
    }
    match &app.mode {
        Mode::Help => help(app.page(HELP_ROOM), terminal, frame),
        Mode::Setup(setup) => {
            draw_setup(setup, app.is_unsaved(), app.page(SETUP_ROOM), terminal, frame);
        }
        Mode::Board | Mode::Prompt(_) => {}
    }
}

/// Draws the line at the bottom: the last message, a question, or the keys.
fn message(app: &App, area: Rect, has_panel: bool, terminal: Terminal, frame: &mut Frame<'_>) {
    let line = match (&app.mode, &app.message, app.count) {
        (Mode::Prompt(prompt), ..) => {
            let label = terminal.text(&prompt.label());
            let shown = |text: String| terminal.text(&text);
            let mut before = shown(prompt.text.chars().take(prompt.at).collect());
            let after = shown(prompt.text.chars().skip(prompt.at).collect());
            let columns = |before: &str| Span::raw(format!("{label}{before}")).width();
            // The end of a long text is shown, because the user types there.
            while columns(&before) >= usize::from(area.width) && !before.is_empty() {
                before.remove(0);
            }
            let column =
                u16::try_from(columns(&before)).unwrap_or(u16::MAX).min(area.width.saturating_sub(1));
            frame.set_cursor_position((area.x + column, area.y));
            let modifier = if prompt.is_suggested { Modifier::REVERSED } else { Modifier::empty() };
            let text = Style::new().add_modifier(modifier);
            Line::from(vec![
                Span::styled(label, terminal.accent()),
                Span::styled(before, text),
                Span::styled(after, text),
            ])
        }
        (_, _, Some(count)) => Line::styled(format!("{count} …"), terminal.accent()),
        (_, Some(message), _) => {
            let style = terminal.of_message(message.is_warning);
            Line::styled(panel::fit(&message.text, area.width, terminal), style)
        }
        // Without a panel, this line shows the state of the game.
        _ if !has_panel => Line::raw(panel::fit(&panel::turn(app), area.width, terminal)),
        _ => {
            let keys = "? keys · h hint · u take back · n new game · s save · q quit";
            Line::styled(panel::fit(keys, area.width, terminal), terminal.quiet())
        }
    };
    frame.buffer_mut().set_line(area.x, area.y, &line, area.width);
}

fn too_small(app: &App, needed: Needed, terminal: Terminal, frame: &mut Frame<'_>) {
    let area = frame.area();
    let mut text = format!(
        "This window has {} columns and {} lines. A board of {} needs {} and {}. Make it larger, or press c to hide \
         the coordinates, n for a smaller board, or q to quit.",
        area.width,
        area.height,
        app.record().size(),
        needed.width,
        needed.height
    );
    if let Some(message) = &app.message {
        text = format!("{text} {}.", message.text);
    }
    Paragraph::new(terminal.text(&text)).wrap(Wrap { trim: true }).render(area, frame.buffer_mut());
}

/// Breaks a text between words into lines of at most `width` columns. Words that are longer are broken as well.
fn wrap(text: &str, width: u16) -> Vec<String> {
    let width = usize::from(width.max(1));
    let columns = |text: &str| Span::raw(text.to_owned()).width();
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && columns(&line) + 1 + columns(word) > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        for character in word.chars() {
            if columns(&line) + columns(&character.to_string()) > width {
                lines.push(std::mem::take(&mut line));
            }
            line.push(character);
        }
    }
    if !line.is_empty() {
        lines.push(line);
    }
    lines
}

/// The keys, the most important first.
const KEYS: [(&str, &str); 20] = [
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
const HELP_ROOM: (u16, u16) = (40, KEYS.len() as u16 + 1);

/// Draws the keys.
fn help(area: Rect, terminal: Terminal, frame: &mut Frame<'_>) {
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let mut lines = vec![Line::styled("Keys (any key goes back)", terminal.accent())];
    lines.extend(
        KEYS.map(|(key, what)| Line::from(vec![Span::styled(format!("{key:<14} "), bold), Span::raw(what)])),
    );
    page(lines, area, frame);
}

/// Draws the choices for a new game, with a warning if the old game would be lost.
fn draw_setup(setup: &Setup, is_unsaved: bool, area: Rect, terminal: Terminal, frame: &mut Frame<'_>) {
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
