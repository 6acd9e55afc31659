//! What a text may be meant to be.

use super::Format;

/// What a text may be meant to be that is in no format, since something is wrong in it; its reader then says what.
/// `None` where nothing can be said but that it is in no format.
///
/// ```
/// use tengen_game::format::any::{Format, detect, guess};
///
/// let slip = "h8, i9; z99";
/// assert_eq!(detect(slip.as_bytes()), None);
/// assert_eq!(guess(slip), Some(Format::Moves));
/// ```
pub fn guess(text: &str) -> Option<Format> {
    let is_remark = |line: &&str| line.trim_start().starts_with(['#', ';']);
    let lines = || text.lines().filter(|line| !is_remark(line));
    if lines().any(|line| line.contains(['.', '·', '+', '_', '●', '○'])) {
        return Some(Format::Diagram);
    }
    // A move is a letter and a number. In a diagram a number only ever stands before the letters.
    let has_move = |line: &str| {
        line.as_bytes().windows(2).any(|pair| pair[0].is_ascii_alphabetic() && pair[1].is_ascii_digit())
    };
    lines().any(has_move).then_some(Format::Moves)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faulty_texts_are_read_as_what_they_are_meant_to_be() {
        let cases = [
            ("...\n.Z.\n...", Some(Format::Diagram)),
            ("# a centre h8\n...\n..", Some(Format::Diagram)),
            ("h8, i9; z99", Some(Format::Moves)),
            ("o8 o9 oo", Some(Format::Moves)),
            ("what is this", None),
        ];
        for (text, format) in cases {
            assert_eq!(guess(text), format, "{text}");
        }
    }
}
