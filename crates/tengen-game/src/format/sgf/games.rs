//! The games of a file with several.

use std::borrow::Cow;

use super::parse::Parser;
use super::{MAX_GAMES, SgfError, build, check_length, parse};
use crate::format::{Encoding, ReadNote};
use crate::{Record, Rule};

/// What a caller knows about a file that may not say it.
///
/// ```
/// use tengen_game::Rule;
/// use tengen_game::format::sgf::{Collection, Options};
///
/// let options = Options { rule: Some(Rule::Standard), encoding: Some("gbk".parse()?) };
/// let game = Collection::open(b"(;PB[\xBA\xC3];B[hh])", options)?.get(0)?;
/// assert_eq!((game.record.rule(), game.record.players.black.as_str()), (Rule::Standard, "好"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The rule of the games, whatever the file says.
    pub rule: Option<Rule>,
    /// The encoding of the file, whatever it says itself.
    pub encoding: Option<Encoding>,
}

/// A game of a file, and how it was understood.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The game.
    pub record: Record,
    /// What can mean more than one thing.
    pub notes: Vec<ReadNote>,
}

/// The games of a file, each of which is read on request: a game that cannot be read does not hide the
/// others.
///
/// ```
/// use tengen_game::format::sgf::{Collection, Options};
///
/// let file = b"(;GM[4]DT[1996-05-10];B[hh])(;GM[1];B[aa])(;GM[4];W[hh])";
/// let games = Collection::open(file, Options::default())?;
/// assert_eq!(games.len(), 3);
/// // A game of Go, and one that White begins.
/// assert!(games.get(1).is_err() && games.get(2).is_ok());
/// # Ok::<(), tengen_game::format::sgf::SgfError>(())
/// ```
#[derive(Debug)]
pub struct Collection<'a> {
    text: Cow<'a, str>,
    guessed: Option<Encoding>,
    rule: Option<Rule>,
    /// The byte at which each game begins.
    starts: Vec<usize>,
    fault: Option<SgfError>,
}

impl<'a> Collection<'a> {
    /// Finds the games of a file.
    ///
    /// # Errors
    /// When there is no game at all, or the file is too large.
    pub fn open(bytes: &'a [u8], options: Options) -> Result<Collection<'a>, SgfError> {
        check_length(bytes.len())?;
        let decoded = parse::decode(bytes, options.encoding);
        let mut parser = Parser::new(&decoded.text, 0);
        let mut starts = Vec::new();
        let fault = loop {
            match parser.next_game() {
                Ok(Some(_)) if starts.len() == MAX_GAMES => {
                    break Some(SgfError::TooMany { what: "games", most: MAX_GAMES });
                }
                Ok(Some(_)) => starts.push(parser.start()),
                Ok(None) => break None,
                Err(error) => break Some(error),
            }
        };
        if starts.is_empty() {
            return Err(fault.unwrap_or(SgfError::NoGame));
        }
        let (text, guessed) = (decoded.text, decoded.guessed);
        Ok(Collection { text, guessed, rule: options.rule, starts, fault })
    }

    /// The number of games, at least one.
    #[allow(clippy::len_without_is_empty, reason = "a collection is never empty")]
    pub fn len(&self) -> usize {
        self.starts.len()
    }

    /// What is wrong with the text after the last game, if it is more than remarks.
    pub fn fault(&self) -> Option<&SgfError> {
        self.fault.as_ref()
    }

    /// Reads a game; the first has the index 0.
    ///
    /// Forbidden moves of Black are accepted as what they are, the end of the game.
    ///
    /// # Errors
    /// When the game is of another kind, or a move cannot be played, with the place; or when the index is too large.
    pub fn get(&self, index: usize) -> Result<Game, SgfError> {
        let start = *self.starts.get(index).ok_or(SgfError::NoGame)?;
        let parts = Parser::new(&self.text, start).next_game()?.ok_or(SgfError::NoGame)?;
        let mut game = build::game(&self.text, &parts, self.rule)?;
        game.notes.extend(self.guessed.map(ReadNote::Encoding));
        Ok(game)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Fact;

    fn open(bytes: &[u8]) -> Result<Collection<'_>, SgfError> {
        Collection::open(bytes, Options::default())
    }

    #[test]
    fn a_broken_end_leaves_the_games_before_it() {
        let games = open(b"(;GM[4];B[hh])(;GM[4];B[hh").unwrap();
        assert_eq!(games.len(), 1);
        assert!(games.get(0).is_ok());
        assert!(matches!(games.fault(), Some(SgfError::Unclosed { .. })), "{games:?}");
        assert!(matches!(open(b"nothing"), Err(SgfError::NoGame)));
        assert!(matches!(open(b"(;B[hh"), Err(SgfError::Unclosed { .. })));
    }

    #[test]
    fn the_games_are_those_of_read_all() {
        let file = b"(;GM[4]DT[2001]SZ[15];B[hh]) and (;RU[renju];B[hh];W[ig])";
        let games = open(file).unwrap();
        let records: Vec<Record> = (0..games.len()).map(|index| games.get(index).unwrap().record).collect();
        assert_eq!(records, super::super::read_all(file).unwrap());
        assert_eq!([0, 1].map(|index| records[index].info.get(Fact::Date)), ["2001", ""]);
        assert_eq!(games.get(2), Err(SgfError::NoGame));
    }

    #[test]
    fn a_guessed_encoding_is_told_with_each_game() {
        let file = b"(;PB[\xBA\xC3\xCA\xD6];B[hh])(;B[ii])";
        let games = open(file).unwrap();
        let game = games.get(0).unwrap();
        assert_eq!(game.record.players.black, "好手");
        assert_eq!(game.notes, [ReadNote::Encoding("gbk".parse().unwrap())]);
        let told = Options { encoding: Some("shift_jis".parse().unwrap()), ..Options::default() };
        assert_eq!(Collection::open(file, told).unwrap().get(0).unwrap().notes, []);
    }
}
