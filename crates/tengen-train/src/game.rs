//! A game of self-play as one line of text.
//!
//! ```text
//! freestyle 15 black h8 i9 g7 h7/-12 j10/15 i8/m3
//! ```
//!
//! The line has the rule, the number of lines of the board, the result (`black`, `white` or `draw`) and the moves. After a move that a
//! search chose, a stroke and the search's score follow, from the point of view of the side that plays it: a value in engine units, or `m`
//! with the plies to the end, negative for a loss. A move without a score was chosen at random, or a longer search preferred the other
//! side.

use std::fmt;
use std::str::FromStr;

use tengen_analysis::Score;
use tengen_game::{BoardSize, Color, Point, Rule};

/// A move, with the score of the search that chose it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Played {
    pub(crate) point: Point,
    /// `None` for a move that was chosen at random, and where a longer search preferred the other side.
    pub(crate) score: Option<Score>,
}

/// A game of self-play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Game {
    pub(crate) rule: Rule,
    pub(crate) size: BoardSize,
    /// `None` for a draw.
    pub(crate) winner: Option<Color>,
    pub(crate) moves: Vec<Played>,
}

/// Why a line cannot be read as a game.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum GameTextError {
    #[error("expected a rule, the lines of the board, a result and moves, found only {found} words")]
    Short { found: usize },
    #[error("expected the name of a rule, found `{0}`")]
    Rule(String),
    #[error("expected the lines of a board, found `{0}`")]
    Size(String),
    #[error("expected `black`, `white` or `draw`, found `{0}`")]
    Result(String),
    #[error("expected a point as `h8`, `h8/-12` or `h8/m3`, found `{0}`")]
    Move(String),
}

impl fmt::Display for Game {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let result = match self.winner {
            Some(Color::Black) => "black",
            Some(Color::White) => "white",
            None => "draw",
        };
        write!(f, "{} {} {result}", self.rule, self.size.lines())?;
        for played in &self.moves {
            write!(f, " {}", played.point.on(self.size))?;
            match played.score {
                Some(Score::Value(value)) => write!(f, "/{value}")?,
                Some(Score::Mate(plies)) => write!(f, "/m{plies}")?,
                None => {}
            }
        }
        Ok(())
    }
}

impl FromStr for Game {
    type Err = GameTextError;

    fn from_str(line: &str) -> Result<Game, GameTextError> {
        let words: Vec<&str> = line.split_whitespace().collect();
        let [rule, size, winner, moves @ ..] = words.as_slice() else {
            return Err(GameTextError::Short { found: words.len() });
        };
        let rule = rule.parse().map_err(|_| GameTextError::Rule((*rule).to_owned()))?;
        let lines = size.parse().ok().and_then(|lines| BoardSize::new(lines).ok());
        let size = lines.ok_or_else(|| GameTextError::Size((*size).to_owned()))?;
        let winner = match *winner {
            "black" => Some(Color::Black),
            "white" => Some(Color::White),
            "draw" => None,
            other => return Err(GameTextError::Result(other.to_owned())),
        };
        let read = |word: &&str| read_move(word, size).ok_or_else(|| GameTextError::Move((*word).to_owned()));
        Ok(Game { rule, size, winner, moves: moves.iter().map(read).collect::<Result<_, _>>()? })
    }
}

fn read_move(word: &str, size: BoardSize) -> Option<Played> {
    let (point, score) = word.split_once('/').map_or((word, None), |(point, score)| (point, Some(score)));
    let point = Point::parse(point, size).ok()?;
    let score = match score {
        None => None,
        Some(score) => Some(match score.strip_prefix('m') {
            Some(plies) => Score::Mate(plies.parse().ok()?),
            None => Score::Value(score.parse().ok()?),
        }),
    };
    Some(Played { point, score })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

    use super::*;

    #[test]
    fn a_game_is_read_as_it_was_written() {
        let line = "renju 15 white h8 i9/-12 j10/0 i8/m-3";
        let game: Game = line.parse().unwrap();
        assert_eq!((game.rule, game.winner, game.moves.len()), (Rule::Renju, Some(Color::White), 4));
        assert_eq!(game.moves[3].score, Some(Score::Mate(-3)));
        assert_eq!(game.to_string(), line);
    }

    #[test]
    fn a_fault_is_reported() {
        let cases = [
            ("renju 15", "expected a rule, the lines of the board, a result and moves, found only 2 words"),
            ("chess 15 draw", "expected the name of a rule, found `chess`"),
            ("renju 99 draw", "expected the lines of a board, found `99`"),
            ("renju 15 red", "expected `black`, `white` or `draw`, found `red`"),
            ("renju 15 draw z8", "expected a point as `h8`, `h8/-12` or `h8/m3`, found `z8`"),
            ("renju 15 draw h8/x", "expected a point as `h8`, `h8/-12` or `h8/m3`, found `h8/x`"),
        ];
        for (line, expected) in cases {
            assert_eq!(line.parse::<Game>().unwrap_err().to_string(), expected, "{line}");
        }
    }
}
