use crate::{BoardSize, Color, Point, Position, Rule};

use super::congruence::canonical_form;
use super::progress::Progress;
use super::{
    Choice, ChoiceError, LegalChoice, OpeningPositionError, Player, Protocol, ProtocolSizeError, StoneToPlace,
};

/// An opening under way, or finished: a protocol, a board size and the choices made so far.
///
/// Nothing else is stored that would not follow from these, so equal choices make equal openings.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    size: BoardSize,
    choices: Vec<Choice>,
    progress: Progress,
}

/// Where an opening stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningState {
    /// A player has to choose.
    ToChoose {
        /// Whose turn it is.
        player: Player,
        /// The kinds of choices, at least one.
        choices: Vec<LegalChoice>,
    },
    /// The protocol has come to its end, and the game goes on by its ordinary rules.
    Finished {
        /// Who is Black from now on.
        black: Player,
        /// The colour that moves next.
        side_to_move: Color,
        /// The stones on the board in their order, Black first and the colours in turn.
        stones: Vec<Point>,
    },
}

impl Opening {
    /// The start of an opening.
    ///
    /// # Errors
    /// When the protocol cannot be played on a board of `size`.
    pub fn new(protocol: Protocol, size: BoardSize) -> Result<Opening, ProtocolSizeError> {
        protocol.check_size(size)?;
        Ok(Opening { protocol, size, choices: Vec::new(), progress: Progress::new(protocol) })
    }

    /// The protocol that is followed.
    pub fn protocol(&self) -> Protocol {
        self.protocol
    }

    /// The size of the board.
    pub fn size(&self) -> BoardSize {
        self.size
    }

    /// The choices made so far.
    pub fn choices(&self) -> &[Choice] {
        &self.choices
    }

    /// The stones placed so far, Black first and the colours in turn. Fifth moves on offer are not among
    /// them until one is picked.
    pub fn stones(&self) -> &[Point] {
        &self.progress.stones
    }

    /// The fifth moves that Black offered; empty as long as, or if, there was no offer.
    pub fn offered(&self) -> &[Point] {
        &self.progress.offered
    }

    /// How many fifth moves Black has to offer, once the protocol or a player has said so.
    pub fn fifth_moves(&self) -> Option<u8> {
        self.progress.fifth_moves
    }

    /// Who has `color` at the moment.
    pub fn player_of(&self, color: Color) -> Player {
        self.progress.player_of(color)
    }

    /// Whose turn it is; `None` when the opening is finished.
    pub fn player_to_act(&self) -> Option<Player> {
        self.progress.player_to_act()
    }

    /// Whether nothing is left to choose.
    pub fn is_finished(&self) -> bool {
        self.player_to_act().is_none()
    }

    /// Who has to choose and what, or how the opening ended.
    pub fn state(&self) -> OpeningState {
        match self.player_to_act() {
            Some(player) => OpeningState::ToChoose { player, choices: self.progress.legal_choices() },
            None => OpeningState::Finished {
                black: self.progress.black,
                side_to_move: self.progress.side_to_move(),
                stones: self.progress.stones.clone(),
            },
        }
    }

    /// The points that may be added to `chosen` on the way to a choice of the kind `legal`, in board order.
    ///
    /// This is for a board on which stones and fifth moves are chosen one by one, from this list each time.
    /// When `chosen` is complete, and for a choice without points, there are none.
    ///
    /// ```
    /// use tengen_game::opening::{LegalChoice, Opening, OpeningState, Protocol};
    /// use tengen_game::BoardSize;
    ///
    /// let opening = Opening::new(Protocol::Rif, BoardSize::FIFTEEN)?;
    /// let OpeningState::ToChoose { choices, .. } = opening.state() else { unreachable!() };
    /// let center = BoardSize::FIFTEEN.center();
    /// assert_eq!(opening.next_points(&choices[0], &[]), [center]);
    /// assert_eq!(opening.next_points(&choices[0], &[center]).len(), 8);
    /// # Ok::<(), tengen_game::opening::ProtocolSizeError>(())
    /// ```
    pub fn next_points(&self, legal: &LegalChoice, chosen: &[Point]) -> Vec<Point> {
        let points = self.size.points();
        match legal {
            LegalChoice::Place(stones) if chosen.len() < stones.len() => {
                let with = |point| [chosen, &[point]].concat();
                points.filter(|&point| self.check_stones(stones, &with(point)).is_ok()).collect()
            }
            LegalChoice::Offer { count } if chosen.len() < usize::from(*count) => {
                // A point that was chosen already is equivalent to itself.
                let form = |point| canonical_form(self.stones(), point);
                let forms: Vec<_> = chosen.iter().map(|&point| form(point)).collect();
                let may_follow =
                    |&point: &Point| self.check_free(&[point]).is_ok() && !forms.contains(&form(point));
                points.filter(may_follow).collect()
            }
            LegalChoice::Pick { offered } if chosen.is_empty() => {
                points.filter(|point| offered.contains(point)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Whether the player whose turn it is may make this choice.
    ///
    /// # Errors
    /// The reason why not.
    pub fn check(&self, choice: &Choice) -> Result<(), ChoiceError> {
        let found = || choice.to_text(self.size);
        let Some(player) = self.player_to_act() else {
            return Err(ChoiceError::Finished { found: found() });
        };
        let expected = self.progress.legal_choices();
        let Some(legal) = expected.iter().find(|legal| legal.is_kind_of(choice)) else {
            return Err(ChoiceError::NotNow { player, found: found(), expected });
        };
        match (legal, choice) {
            (LegalChoice::Place(stones), Choice::Place(points)) => {
                self.check_stones(stones, points)?;
                check_count(stones.len(), points)
            }
            (LegalChoice::Offer { count }, Choice::Offer(points)) => {
                check_count(usize::from(*count), points)?;
                self.check_inequivalent(points)
            }
            (&LegalChoice::Announce { limit }, &Choice::Announce(found)) if !(1..=limit).contains(&found) => {
                Err(ChoiceError::AnnouncementOutOfRange { limit, found })
            }
            (LegalChoice::Pick { offered }, Choice::Pick(point)) if !offered.contains(point) => {
                Err(ChoiceError::NotOffered(point.on(self.size)))
            }
            _ => Ok(()),
        }
    }

    /// Makes a choice for the player whose turn it is.
    ///
    /// # Errors
    /// When the protocol does not allow it; the opening is unchanged then.
    pub fn apply(&mut self, choice: Choice) -> Result<(), ChoiceError> {
        self.check(&choice)?;
        self.progress.advance(&choice);
        self.choices.push(choice);
        Ok(())
    }

    /// Takes back the last choice and returns it; `None` when there is none to take back.
    pub fn undo(&mut self) -> Option<Choice> {
        let last = self.choices.pop()?;
        self.progress = Progress::new(self.protocol);
        self.choices.iter().for_each(|choice| self.progress.advance(choice));
        Some(last)
    }

    /// The position of the stones placed so far, in a game by `rule`.
    ///
    /// # Errors
    /// When `rule` forbids one of the stones, or one of them ends the game. With five in a row no
    /// protocol's stones come that far.
    pub fn position(&self, rule: Rule) -> Result<Position, OpeningPositionError> {
        let mut position = Position::new(rule, self.size);
        for (number, &point) in (1..).zip(self.stones()) {
            position.play(point).map_err(|source| OpeningPositionError::Refused { number, source })?;
            if position.is_over() {
                return Err(OpeningPositionError::EndsGame { number, at: point.on(self.size) });
            }
        }
        Ok(position)
    }

    /// Whether stones may be placed on `points`, which may be too few yet.
    fn check_stones(&self, stones: &[StoneToPlace], points: &[Point]) -> Result<(), ChoiceError> {
        if points.len() > stones.len() {
            return check_count(stones.len(), points);
        }
        self.check_free(points)?;
        for ((number, &point), stone) in (self.stones().len() + 1..).zip(points).zip(stones) {
            if !stone.zone.contains(point, self.size) {
                let at = point.on(self.size);
                return Err(ChoiceError::OutsideZone { number, zone: stone.zone, at });
            }
        }
        Ok(())
    }

    /// Whether fifth moves may be offered on `points`, whatever their number.
    fn check_inequivalent(&self, points: &[Point]) -> Result<(), ChoiceError> {
        self.check_free(points)?;
        let forms: Vec<_> = points.iter().map(|&point| canonical_form(self.stones(), point)).collect();
        for (index, form) in forms.iter().enumerate() {
            if let Some(earlier) = forms[..index].iter().position(|earlier| earlier == form) {
                let (first, second) = (points[earlier].on(self.size), points[index].on(self.size));
                return Err(ChoiceError::Equivalent { first, second });
            }
        }
        Ok(())
    }

    /// Whether `points` are different empty points of the board.
    fn check_free(&self, points: &[Point]) -> Result<(), ChoiceError> {
        for (index, &point) in points.iter().enumerate() {
            if !self.size.contains(point) {
                return Err(ChoiceError::OffBoard { point, size: self.size });
            }
            if self.stones().contains(&point) {
                return Err(ChoiceError::Occupied(point.on(self.size)));
            }
            if points[..index].contains(&point) {
                return Err(ChoiceError::Twice(point.on(self.size)));
            }
        }
        Ok(())
    }
}

fn check_count(expected: usize, points: &[Point]) -> Result<(), ChoiceError> {
    if points.len() == expected {
        Ok(())
    } else {
        Err(ChoiceError::WrongCount { expected, found: points.len() })
    }
}
