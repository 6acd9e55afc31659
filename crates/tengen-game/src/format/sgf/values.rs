//! What the values of properties mean.

use crate::format::loss::unix_lines;
use crate::{BoardSize, Color, EndReason, GameResult, Move, Point};

/// The text that a value stands for: escapes are resolved and every line end is `\n`.
///
/// The standard would have tabs and their like become spaces; here they stay, so that a remark survives.
pub(super) fn text(raw: &str) -> String {
    let mut text = String::with_capacity(raw.len());
    let mut characters = raw.chars().peekable();
    while let Some(c) = characters.next() {
        let escaped = c == '\\';
        let Some(c) = (if escaped { characters.next() } else { Some(c) }) else { break };
        if c == '\n' || c == '\r' {
            // Both in either order are one line end, which a backslash before it takes away.
            let other = if c == '\n' { '\r' } else { '\n' };
            characters.next_if_eq(&other);
            if !escaped {
                text.push('\n');
            }
        } else {
            text.push(c);
        }
    }
    text
}

/// Writes a text as a value. Colons are escaped too, which matters where a value has two parts.
pub(super) fn escape(text: &str) -> String {
    let mut raw = String::with_capacity(text.len());
    for c in unix_lines(text).chars() {
        if matches!(c, ']' | '\\' | ':') {
            raw.push('\\');
        }
        raw.push(c);
    }
    raw
}

/// The two halves of a value with a colon; an escaped colon divides nothing.
pub(super) fn halves(raw: &str) -> Option<(&str, &str)> {
    let mut escaped = false;
    let colon = raw.bytes().position(|b| {
        let divides = b == b':' && !escaped;
        escaped = b == b'\\' && !escaped;
        divides
    })?;
    Some((&raw[..colon], &raw[colon + 1..]))
}

/// A point of the board: two letters, column and row from the top, or `h8` or `8h`, the row from the bottom.
///
/// The standard's letters are small; those of some renju programs are large, RenLib reads both.
pub(super) fn point(raw: &str, size: BoardSize) -> Option<Point> {
    let raw = raw.trim();
    let point = match *raw.as_bytes() {
        [x, y] if x.is_ascii_alphabetic() && y.is_ascii_alphabetic() => {
            let line = |letter: u8| letter.to_ascii_lowercase() - b'a';
            Some(Point::new(line(x), line(y)))
        }
        [.., last] if last.is_ascii_alphabetic() => {
            let (digits, letter) = raw.split_at(raw.len() - 1);
            Point::parse(&format!("{letter}{digits}"), size).ok()
        }
        _ => Point::parse(raw, size).ok(),
    };
    point.filter(|&point| size.contains(point))
}

/// A point, or all points of the rectangle between two corners (`aa:cc`).
pub(super) fn points(raw: &str, size: BoardSize) -> Option<Vec<Point>> {
    let Some((one, other)) = halves(raw) else { return Some(vec![point(raw, size)?]) };
    let (one, other) = (point(one, size)?, point(other, size)?);
    let columns = one.x().min(other.x())..=one.x().max(other.x());
    let rows = one.y().min(other.y())..=one.y().max(other.y());
    Some(rows.flat_map(|y| columns.clone().map(move |x| Point::new(x, y))).collect())
}

/// A move. Nothing is a pass, and so is `tt` on boards that have no such point.
pub(super) fn played(raw: &str, size: BoardSize) -> Option<Move> {
    let raw = raw.trim();
    if raw.is_empty() || (raw.eq_ignore_ascii_case("tt") && size <= BoardSize::NINETEEN) {
        return Some(Move::Pass);
    }
    point(raw, size).map(Move::Place)
}

/// A point as two letters.
pub(super) fn letters(point: Point) -> String {
    [point.x(), point.y()].map(|line| char::from(b'a' + line.min(25))).iter().collect()
}

/// The board's size; `None` unless it is square.
pub(super) fn size(raw: &str) -> Option<usize> {
    let (columns, rows) = raw.split_once(':').unwrap_or((raw, raw));
    let (columns, rows) = (columns.trim().parse().ok()?, rows.trim().parse::<usize>().ok()?);
    (columns == rows).then_some(columns)
}

/// A side: `B` and `W`, or the words.
pub(super) fn color(raw: &str) -> Option<Color> {
    match raw.trim().to_ascii_lowercase().as_str() {
        "b" | "black" => Some(Color::Black),
        "w" | "white" => Some(Color::White),
        _ => None,
    }
}

/// How a game ended away from the board; `None` for what is unknown or void.
///
/// A win with no reason, or with another than time, counts as a resignation. RenLib knows `B+Draw` as a draw.
pub(super) fn result(raw: &str) -> Option<GameResult> {
    let text = raw.trim().to_ascii_lowercase();
    let draw = GameResult { winner: None, reason: EndReason::Agreement };
    let (winner, how) = match text.as_str() {
        "0" | "draw" | "jigo" | "b+draw" | "w+draw" | "1/2-1/2" | "0.5-0.5" => return Some(draw),
        "1-0" => (Color::Black, ""),
        "0-1" => (Color::White, ""),
        other => {
            let (winner, how) = other.split_once('+')?;
            (color(winner)?, how.trim())
        }
    };
    let reason = if matches!(how, "t" | "time") { EndReason::Timeout } else { EndReason::Resignation };
    Some(GameResult { winner: Some(winner), reason })
}

/// What [`result()`] reads as this.
pub(super) fn result_text(ended: GameResult) -> String {
    let Some(winner) = ended.winner else { return "Draw".to_owned() };
    let how = match ended.reason {
        EndReason::Resignation => "R",
        EndReason::Timeout => "T",
        _ => "",
    };
    format!("{}+{how}", if winner == Color::Black { 'B' } else { 'W' })
}
