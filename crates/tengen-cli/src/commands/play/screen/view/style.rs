//! Colours and characters, depending on the abilities of the terminal.

use std::env;

use ratatui::crossterm::style::available_color_count;
use ratatui::style::{Color as Ink, Modifier, Style};
use ratatui::text::Span;
use tengen_game::Color;

/// The colours and characters that the terminal shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Terminal {
    pub(in super::super) colors: Colors,
    /// Whether characters beyond ASCII are shown.
    pub(in super::super) unicode: bool,
}

/// The number of colours in use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) enum Colors {
    /// 256 colours: a wooden board with black and white stones, on any background of the terminal.
    Wood,
    /// The terminal's eight colours, on its background.
    Few,
    /// No colours: bold, underlined and reversed characters.
    None,
}

impl Terminal {
    /// The abilities that the environment states; `ascii` is the user's option.
    pub(in super::super) fn of_environment(ascii: bool) -> Terminal {
        let variable = |name: &str| env::var(name).ok().filter(|value| !value.is_empty());
        let colors = if variable("NO_COLOR").is_some() {
            Colors::None
        } else if available_color_count() >= 256 {
            Colors::Wood
        } else {
            Colors::Few
        };
        // The first variable that is set counts.
        let locale = ["LC_ALL", "LC_CTYPE", "LANG"].into_iter().find_map(variable);
        let unicode = cfg!(windows) || locale.is_some_and(|locale| is_utf8(&locale));
        Terminal { colors, unicode: unicode && !ascii }
    }
}

fn is_utf8(locale: &str) -> bool {
    let locale = locale.to_ascii_lowercase();
    locale.contains("utf-8") || locale.contains("utf8")
}

/// Styles by their purpose.
impl Terminal {
    /// The style of the empty board.
    pub(super) fn wood(self) -> Style {
        match self.colors {
            Colors::Wood => Style::new().bg(Ink::Indexed(179)).fg(Ink::Indexed(94)),
            Colors::Few | Colors::None => Style::new().add_modifier(Modifier::DIM),
        }
    }

    pub(super) fn stone(self, color: Color) -> Style {
        match (self.colors, color) {
            (Colors::Wood, Color::Black) => Style::new().bg(Ink::Indexed(179)).fg(Ink::Indexed(16)),
            (Colors::Wood, Color::White) => Style::new().bg(Ink::Indexed(179)).fg(Ink::Indexed(231)),
            (_, _) => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The style of a move number, or a mark, on a stone.
    pub(super) fn on_stone(self, color: Color) -> Style {
        match (self.colors, color) {
            (Colors::Wood, Color::Black) => Style::new().bg(Ink::Indexed(16)).fg(Ink::Indexed(231)),
            (Colors::Wood, Color::White) => Style::new().bg(Ink::Indexed(231)).fg(Ink::Indexed(16)),
            (_, Color::Black) => Style::new().add_modifier(Modifier::BOLD),
            (_, Color::White) => Style::new().add_modifier(Modifier::UNDERLINED),
        }
    }

    /// The style that is added to a stone of a winning row.
    pub(super) fn winning(self) -> Style {
        match self.colors {
            Colors::Wood => Style::new().bg(Ink::Indexed(107)),
            Colors::Few => Style::new().fg(Ink::Green).add_modifier(Modifier::REVERSED),
            Colors::None => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    /// The style of a sign on a large stone of a winning row.
    pub(super) fn on_winning_stone(self, color: Color) -> Style {
        let ink = if color == Color::Black { 120 } else { 28 };
        self.on_stone(color).fg(Ink::Indexed(ink))
    }

    /// The style of the cursor, and of the last move on the board.
    pub(super) fn pointer(self) -> Style {
        match self.colors {
            Colors::Wood => {
                Style::new().bg(Ink::Indexed(179)).fg(Ink::Indexed(18)).add_modifier(Modifier::BOLD)
            }
            Colors::Few => Style::new().fg(Ink::Magenta).add_modifier(Modifier::BOLD),
            Colors::None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    /// The style that is added to a number under the cursor.
    pub(super) fn chosen(self) -> Style {
        match self.colors {
            Colors::Wood => Style::new().bg(Ink::Indexed(18)).fg(Ink::Indexed(231)),
            Colors::Few | Colors::None => Style::new().add_modifier(Modifier::REVERSED),
        }
    }

    pub(super) fn forbidden(self) -> Style {
        match self.colors {
            Colors::Wood => Style::new().bg(Ink::Indexed(179)).fg(Ink::Indexed(124)),
            Colors::Few => Style::new().fg(Ink::Red),
            Colors::None => Style::new(),
        }
    }

    /// The style of the most important part of the text.
    pub(super) fn accent(self) -> Style {
        match self.colors {
            Colors::Wood | Colors::Few => Style::new().fg(Ink::Magenta).add_modifier(Modifier::BOLD),
            Colors::None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn of_message(self, is_warning: bool) -> Style {
        if is_warning { self.warning() } else { self.accent() }
    }

    fn warning(self) -> Style {
        match self.colors {
            Colors::Wood | Colors::Few => Style::new().fg(Ink::Red),
            Colors::None => Style::new().add_modifier(Modifier::BOLD),
        }
    }

    pub(super) fn quiet(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }
}

/// Characters by their purpose.
impl Terminal {
    fn pick(self, unicode: &'static str, ascii: &'static str) -> &'static str {
        if self.unicode { unicode } else { ascii }
    }

    /// The stone of this colour. On wood both stones are discs; elsewhere their shapes differ.
    pub(super) fn disc(self, color: Color) -> &'static str {
        match color {
            Color::Black => self.pick("●", "X"),
            Color::White if self.colors == Colors::Wood => self.pick("●", "O"),
            Color::White => self.pick("○", "O"),
        }
    }

    /// A stone within text, as it looks on the board.
    pub(super) fn chip(self, color: Color) -> Span<'static> {
        match self.colors {
            Colors::Wood => Span::styled(format!(" {} ", self.disc(color)), self.stone(color)),
            Colors::Few | Colors::None => Span::styled(self.disc(color), self.stone(color)),
        }
    }

    pub(super) fn star(self) -> &'static str {
        self.pick("•", "+")
    }

    pub(super) fn forbidden_sign(self) -> &'static str {
        self.pick("×", "!")
    }

    pub(super) fn hint_sign(self) -> &'static str {
        self.pick("◆", "?")
    }

    /// The text; characters such as the `×` of `15×15` become ASCII where the terminal shows ASCII alone.
    pub(super) fn text(self, text: &str) -> String {
        if self.unicode {
            return text.to_owned();
        }
        let ascii = |character: char| match character {
            '×' => "x".to_owned(),
            '·' => "-".to_owned(),
            '…' => "...".to_owned(),
            '←' => "<-".to_owned(),
            '→' => "->".to_owned(),
            '↑' => "^".to_owned(),
            '↓' => "v".to_owned(),
            character if character.is_ascii() => character.to_string(),
            _ => "?".to_owned(),
        };
        text.chars().map(ascii).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn locales_say_whether_they_are_utf_8() {
        assert!(["en_US.UTF-8", "C.utf8", "zh_CN.UTF-8"].into_iter().all(is_utf8));
        assert!(!["C", "POSIX", "en_US.ISO-8859-1", "zh_CN.GB18030"].into_iter().any(is_utf8));
    }

    #[test]
    fn text_is_ascii_where_it_has_to_be() {
        let terminal = Terminal { colors: Colors::None, unicode: false };
        assert_eq!(terminal.text("15×15 … 花"), "15x15 ... ?");
    }
}
