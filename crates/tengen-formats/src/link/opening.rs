//! Openings in links.

use tengen_game::opening::{Opening, OpeningPositionError, ParseOpeningError};
use tengen_game::{BoardSize, Move, Record, Rule};

use super::Link;

/// The reason for which the opening of a link cannot be continued.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LinkOpeningError {
    /// The text is no opening.
    #[error("the link's opening: {0}")]
    Parse(#[from] ParseOpeningError),
    /// The opening is on another board than the game.
    #[error("the link's opening is on a {opening} board, and its game on {game}")]
    Size {
        /// The board of the opening.
        opening: BoardSize,
        /// The board of the game.
        game: BoardSize,
    },
    /// The game does not begin with the opening's stones.
    #[error("stone {number} of the link's opening is not the game's")]
    Stones {
        /// The number of the stone, from 1.
        number: usize,
    },
    /// The game continues, although the opening is not finished.
    #[error("the link's opening has {stones} stones and is not finished, but its game has {moves} moves")]
    NotFinished {
        /// The stones of the opening.
        stones: usize,
        /// The moves of the game's main line.
        moves: usize,
    },
}

impl Link {
    /// A link to an opening under way, or finished: its stones as a game by `rule`, and its state.
    ///
    /// # Errors
    /// When `rule` forbids one of the stones, or one of them ends the game.
    pub fn of_opening(opening: &Opening, rule: Rule) -> Result<Link, OpeningPositionError> {
        let record = Record::from_position(opening.position(rule)?);
        Ok(Link { record, opening: Some(opening.to_string()) })
    }

    /// The opening with which the game of this link began, to be continued; `None` if the link has none.
    ///
    /// ```
    /// use tengen_formats::link::{self, Link};
    /// use tengen_game::opening::{Choice, Opening, Player, Protocol};
    /// use tengen_game::{BoardSize, Rule};
    ///
    /// // One player places three stones and sends the link to the other …
    /// let mut opening = Opening::new(Protocol::Swap2, BoardSize::FIFTEEN)?;
    /// opening.apply(Choice::parse("h8h9j7", opening.size())?)?;
    /// let sent = link::write(&Link::of_opening(&opening, Rule::FREESTYLE)?)?.content;
    ///
    /// // … who takes the black stones and sends it back.
    /// let received = link::read(&sent)?;
    /// assert_eq!(received.record.line().len(), 3);
    /// let mut opening = received.to_opening()?.expect("the link has an opening");
    /// assert_eq!(opening.player_to_act(), Some(Player::Second));
    /// opening.apply(Choice::Swap)?;
    /// let back = link::write(&Link::of_opening(&opening, received.record.rule())?)?.content;
    /// assert!(link::read(&back)?.to_opening()?.is_some_and(|opening| opening.is_finished()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When the text is no opening, or the opening is not that of this game.
    pub fn to_opening(&self) -> Result<Option<Opening>, LinkOpeningError> {
        let Some(text) = &self.opening else { return Ok(None) };
        let opening: Opening = text.parse()?;
        let (size, game) = (opening.size(), self.record.size());
        if size != game {
            return Err(LinkOpeningError::Size { opening: size, game });
        }
        let line: Vec<Option<Move>> =
            self.record.main_line().into_iter().map(|id| self.record.played(id)).collect();
        let stones = opening.stones();
        let is_played = |(index, &point): (usize, &_)| {
            self.record.setup().is_none() && line.get(index) == Some(&Some(Move::Place(point)))
        };
        if let Some(index) = stones.iter().enumerate().position(|stone| !is_played(stone)) {
            return Err(LinkOpeningError::Stones { number: index + 1 });
        }
        if !opening.is_finished() && line.len() > stones.len() {
            return Err(LinkOpeningError::NotFinished { stones: stones.len(), moves: line.len() });
        }
        Ok(Some(opening))
    }
}
