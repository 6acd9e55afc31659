//! Replies to the manager: always one line of plain ASCII.

use std::fmt::Display;

use tengen_game::Point;

use crate::dialect::Order;

/// `ERROR` with what was expected and what was found.
pub(super) fn error(text: impl Display) -> String {
    plain(&format!("ERROR {text}"))
}

/// `UNKNOWN` for a command that is not offered.
pub(super) fn unknown(text: impl Display) -> String {
    plain(&format!("UNKNOWN {text}"))
}

/// `MESSAGE`, which the manager shows and does not take for the answer to its command.
pub(super) fn message(text: impl Display) -> String {
    plain(&format!("MESSAGE {text}"))
}

/// `FORBID`: two digits for either coordinate of each point, and a full stop.
pub(super) fn forbidden(order: Order, points: impl IntoIterator<Item = Point>) -> String {
    let digits = |point| {
        let (first, second) = order.pair(point);
        format!("{first:02}{second:02}")
    };
    format!("FORBID {}.", points.into_iter().map(digits).collect::<String>())
}

/// The manager's text, shortened and quoted.
pub(super) fn quoted(text: &str) -> String {
    const LONGEST: usize = 60;
    if text.is_empty() {
        return "nothing".to_owned();
    }
    let mut quoted: String = text.chars().take(LONGEST).collect();
    if quoted.len() < text.len() {
        quoted.push_str("...");
    }
    format!("`{quoted}`")
}

/// Managers read bytes in different code pages, so that only ASCII is safe to send.
fn plain(text: &str) -> String {
    let ascii = |c: char| match c {
        '×' => 'x',
        ' '..='~' => c,
        _ => '?',
    };
    text.chars().map(ascii).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_one_line_of_ascii_whatever_it_quotes() {
        assert_eq!(error("a 15×15 board\r\n中"), "ERROR a 15x15 board???");
        assert_eq!(quoted(""), "nothing");
        assert_eq!(quoted("TURN"), "`TURN`");
        assert_eq!(quoted(&"x".repeat(500)).len(), 65);
    }
}
