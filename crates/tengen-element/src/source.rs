//! Reading the attribute `game`.

use tengen_formats::{link, sgf};
use tengen_game::{BoardSize, PlayError, Record, Rule, moves};

/// A text without a readable game.
#[derive(Debug, thiserror::Error)]
pub(crate) enum SourceError {
    #[error("the game is not SGF: {0}")]
    Sgf(#[from] sgf::SgfError),
    #[error("the game is no link: {0}")]
    Link(#[from] link::LinkError),
    #[error("the game is neither moves such as `h8 i9`, nor a link, nor SGF: {0}")]
    Moves(#[from] moves::MoveTextError),
    #[error("move {number} of the game: {source}")]
    Play { number: usize, source: PlayError },
    #[error("the game is on a {found} board, and the attribute `size` says {expected}")]
    Size { found: BoardSize, expected: BoardSize },
    #[error("the game's rule is {found}, and the attribute `rule` says {expected}")]
    Rule { found: Rule, expected: Rule },
}

/// Reads a game from a list of moves, a link or SGF. Rule and size of a list of moves default to freestyle and 15×15; a link and SGF
/// contain theirs.
pub(crate) fn read(text: &str, rule: Option<Rule>, size: Option<BoardSize>) -> Result<Record, SourceError> {
    let text = text.trim();
    let record = if text.starts_with('(') {
        sgf::read_text(text, rule)?
    } else if is_link(text) {
        link::read(text)?.record
    } else {
        let rule = rule.unwrap_or(Rule::FREESTYLE);
        return played(text, rule, size.unwrap_or(BoardSize::FIFTEEN));
    };
    match (rule, size) {
        (_, Some(expected)) if record.size() != expected => {
            Err(SourceError::Size { found: record.size(), expected })
        }
        (Some(expected), _) if record.rule() != expected => {
            Err(SourceError::Rule { found: record.rule(), expected })
        }
        _ => Ok(record),
    }
}

/// Whether a text is intended as a link. A list of moves has neither dots nor the letters with which links begin.
fn is_link(text: &str) -> bool {
    // The code compares bytes, because a text search would add a kilobyte to the element.
    let contains = |wanted: &[u8]| text.as_bytes().windows(wanted.len()).any(|bytes| bytes == wanted);
    contains(b"tg") && contains(b".") || contains(b"://")
}

fn played(text: &str, rule: Rule, size: BoardSize) -> Result<Record, SourceError> {
    let mut record = Record::new(rule, size);
    for (number, played) in (1..).zip(moves::read(text, size)?) {
        record.play_or_lose(played).map_err(|source| SourceError::Play { number, source })?;
    }
    Ok(record)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_links_and_sgf_are_distinguished() {
        let of_moves = read("h8 i9, j10;h9", None, None).unwrap();
        assert_eq!((of_moves.cursor(), of_moves.rule()), (4, Rule::FREESTYLE));
        let link = link::write(&of_moves.clone().into()).unwrap().content;
        assert_eq!(read(&link, None, None).unwrap(), of_moves);
        let address = format!("https://example.org/#{link}");
        assert_eq!(read(&address, Some(Rule::FREESTYLE), Some(BoardSize::FIFTEEN)).unwrap(), of_moves);
        let sgf = sgf::write(&of_moves).content;
        assert_eq!(read(&sgf, None, None).unwrap().line(), of_moves.line());
        let small = read("", Some(Rule::Renju), Some(BoardSize::try_from(9).unwrap())).unwrap();
        assert_eq!((small.size().lines(), small.rule()), (9, Rule::Renju));
    }

    #[test]
    fn unreadable_text_is_reported_with_its_place() {
        let error = |text, rule, size| read(text, rule, size).unwrap_err().to_string();
        assert!(error("h8 z99", None, None).contains("neither moves"));
        assert!(error("h8 h8", None, None).contains("move 2 of the game: h8 is already occupied"));
        assert!(error("(;GM[1])", None, None).contains("not SGF"));
        assert!(error("https://example.org/", None, None).contains("no link"));
        let link = link::write(&read("h8", None, None).unwrap().into()).unwrap().content;
        assert!(error(&link, None, BoardSize::try_from(9).ok()).contains("`size` says 9"));
        assert!(error(&link, Some(Rule::Renju), None).contains("`rule` says renju"));
    }
}
