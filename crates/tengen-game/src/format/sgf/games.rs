//! All games of a file, the faulty ones beside the others.

use super::parse::Parser;
use super::{MAX_GAMES, SgfError, build, decode};
use crate::{Record, Rule};

/// So many faulty games end the reading of a file: to say where each of them is, the whole file is looked through.
pub const MAX_FAULTY: usize = 20;

/// A game of a file, and what is said about it that a record has no place for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// When it was played, as the file has it (`DT`); empty if it does not say.
    pub date: String,
}

/// Reads all games of a file, each for itself: a game that cannot be read does not hide the others. Where the text
/// itself is broken, its fault is the last entry. Under `rule`, if there is one, whatever `RU` says.
///
/// ```
/// use tengen_game::format::sgf;
///
/// let games = sgf::read_games(b"(;GM[4]DT[1996-05-10];B[hh])(;GM[1];B[aa])(;GM[4];W[hh])", None)?;
/// assert_eq!(games[0].as_ref().map(|game| game.date.as_str()), Ok("1996-05-10"));
/// // A game of Go, and one that White begins.
/// assert!(games[1].is_err() && games[2].is_ok());
/// # Ok::<(), sgf::SgfError>(())
/// ```
///
/// # Errors
/// When the bytes are no text, or there is no game at all.
pub fn read_games(bytes: &[u8], rule: Option<Rule>) -> Result<Vec<Result<Game, SgfError>>, SgfError> {
    let text = decode(bytes)?;
    let mut parser = Parser::new(&text);
    let mut games = Vec::new();
    let mut faulty = 0;
    loop {
        let parts = match parser.next_game() {
            Ok(Some(parts)) => parts,
            Ok(None) => break,
            Err(error) => {
                games.push(Err(error));
                break;
            }
        };
        let too_many = match (games.len(), faulty) {
            (MAX_GAMES, _) => Some(("games", MAX_GAMES)),
            (_, MAX_FAULTY) => Some(("faulty games", MAX_FAULTY)),
            _ => None,
        };
        if let Some((what, most)) = too_many {
            games.push(Err(SgfError::TooMany { what, most }));
            break;
        }
        let game = build::record(&text, &parts, rule)
            .map(|record| Game { record, date: build::date(&text, &parts) });
        faulty += usize::from(game.is_err());
        games.push(game);
    }
    if games.is_empty() { Err(SgfError::NoGame) } else { Ok(games) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_broken_end_leaves_the_games_before_it() {
        let games = read_games(b"(;GM[4];B[hh])(;GM[4];B[hh", None).unwrap();
        assert!(games[0].is_ok());
        assert!(matches!(games[1..], [Err(SgfError::Unclosed { .. })]), "{games:?}");
    }

    #[test]
    fn many_faulty_games_end_the_reading() {
        let file = "(;GM[1])".repeat(1000);
        let games = read_games(file.as_bytes(), None).unwrap();
        assert_eq!(games.len(), MAX_FAULTY + 1);
        assert!(matches!(games.last(), Some(Err(SgfError::TooMany { what: "faulty games", .. }))));
        assert_eq!(read_games(b"nothing", None), Err(SgfError::NoGame));
    }

    #[test]
    fn the_games_are_those_of_read_all() {
        let file = b"(;GM[4]DT[ 2001 ]SZ[15];B[hh])(;RU[renju];B[hh];W[ig])";
        let games: Vec<Game> = read_games(file, None).unwrap().into_iter().collect::<Result<_, _>>().unwrap();
        assert_eq!(games.iter().map(|game| game.date.as_str()).collect::<Vec<_>>(), ["2001", ""]);
        let records: Vec<Record> = games.into_iter().map(|game| game.record).collect();
        assert_eq!(records, super::super::read_all(file).unwrap());
    }
}
