use std::collections::BTreeSet;

use crate::{BoardSize, Color, Point, Position, Rule};

use super::congruence::canonical_form;
use super::progress::Progress;
use super::{
    Choice, ChoiceError, LegalChoice, OpeningPositionError, Player, Protocol, ProtocolSizeError, StoneToPlace,
};

/// An opening under way, or finished: a protocol, a board size and the choices made so far.
///
/// No other state is stored, so equal choices make equal openings. As text
/// (`Display` and `FromStr`) an opening is its size, protocol and choices: `15.swap2.h8h9j7.swap`.
///
/// Swap2 from its start to its end, where the second player places two more stones and leaves the choice of
/// the colours to the first:
///
/// ```
/// use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningState, Player, Protocol};
/// use tengen_game::{BoardSize, Color, Point, Rule};
///
/// let size = BoardSize::FIFTEEN;
/// let mut opening = Opening::new(Protocol::Swap2, size)?;
///
/// // The first player places a black, a white and a black stone.
/// let OpeningState::ToChoose { player, choices } = opening.state() else { unreachable!() };
/// assert_eq!(player, Player::First);
/// assert_eq!(choices[0].to_string(), "place black anywhere, white anywhere, black anywhere");
/// opening.apply(Choice::Place(vec![Point::new(7, 7), Point::new(7, 6), Point::new(9, 8)]))?;
///
/// // The second player may stay, swap, or place two more.
/// let OpeningState::ToChoose { player, choices } = opening.state() else { unreachable!() };
/// assert_eq!((player, choices.len()), (Player::Second, 3));
/// assert!(choices.contains(&LegalChoice::Swap));
/// opening.apply(Choice::parse("j9h6", size)?)?;
///
/// // The first player, who is still Black, takes White.
/// assert_eq!(opening.player_to_act(), Some(Player::First));
/// opening.apply(Choice::Swap)?;
///
/// let OpeningState::Finished { black, side_to_move, stones } = opening.state() else { unreachable!() };
/// assert_eq!((black, side_to_move, stones.len()), (Player::Second, Color::White, 5));
/// assert_eq!(opening.player_of(Color::White), Player::First);
///
/// // The game itself continues from here.
/// let position = opening.position(Rule::Standard)?;
/// assert_eq!(position.side_to_move(), Color::White);
/// assert_eq!(opening.to_string(), "15.swap2.h8h9j7.j9h6.swap");
/// assert_eq!(opening.to_string().parse(), Ok(opening));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Opening {
    protocol: Protocol,
    size: BoardSize,
    choices: Vec<Choice>,
    progress: Progress,
}

/// The state of an opening: the answer of [`Opening::state`].
///
/// ```
/// use tengen_game::BoardSize;
/// use tengen_game::opening::{Opening, OpeningState, Protocol};
///
/// let describe = |opening: &Opening| match opening.state() {
///     OpeningState::ToChoose { player, choices } => format!("the {player} player may {}", choices[0]),
///     OpeningState::Finished { black, .. } => format!("the {black} player is Black"),
/// };
/// let pro = Opening::new(Protocol::Pro, BoardSize::FIFTEEN)?;
/// assert_eq!(describe(&pro), "the first player may place black in the centre");
/// // With no protocol, there is nothing to choose.
/// let free = Opening::new(Protocol::Free, BoardSize::FIFTEEN)?;
/// assert_eq!(describe(&free), "the first player is Black");
/// # Ok::<(), tengen_game::opening::ProtocolSizeError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum OpeningState {
    /// A player has to choose.
    ToChoose {
        /// The player whose turn it is.
        player: Player,
        /// The kinds of choices, at least one.
        choices: Vec<LegalChoice>,
    },
    /// The protocol is finished, and the game continues by its ordinary rules.
    Finished {
        /// The player who is Black from now on.
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
    /// When the protocol cannot be played on a board of `size`, as [`Protocol::check_size`] finds.
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

    /// The fifth moves that Black offered; empty before an offer, or without one.
    pub fn offered(&self) -> &[Point] {
        &self.progress.offered
    }

    /// The number of fifth moves that Black has to offer, once the protocol or a player has determined it.
    ///
    /// ```
    /// use tengen_game::opening::Opening;
    ///
    /// let announced: Opening = "15.yamaguchi.h8h9h10.3".parse()?;
    /// assert_eq!(announced.fifth_moves(), Some(3));
    ///
    /// // The offers stand apart from the stones until White has picked one.
    /// let offered: Opening = "15.rif.h8h9h10.stay.a1.offer-b2c4".parse()?;
    /// assert_eq!((offered.stones().len(), offered.offered().len()), (4, 2));
    /// let picked: Opening = "15.rif.h8h9h10.stay.a1.offer-b2c4.pick-c4".parse()?;
    /// assert_eq!((picked.stones().len(), picked.is_finished()), (5, true));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn fifth_moves(&self) -> Option<u8> {
        self.progress.fifth_moves
    }

    /// The player who has `color` at the moment.
    pub fn player_of(&self, color: Color) -> Player {
        self.progress.player_of(color)
    }

    /// The player whose turn it is; `None` when the opening is finished.
    pub fn player_to_act(&self) -> Option<Player> {
        self.progress.player_to_act()
    }

    /// Whether nothing is left to choose.
    pub fn is_finished(&self) -> bool {
        self.player_to_act().is_none()
    }

    /// The player to choose and the legal choices, or the result of the opening.
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

    /// The points that may be added to `chosen` for a choice of the kind `legal`, in board order.
    ///
    /// This is for a board on which stones and fifth moves are chosen one by one, from this list each time.
    /// When `chosen` is complete, and for a choice without points, there are none.
    ///
    /// ```
    /// use tengen_game::opening::{Opening, OpeningState, Protocol};
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
                // A chosen point is equivalent to itself, so that it is not offered again.
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

    /// Empty points of which no two are equivalent as fifth moves. Of equivalent points the first in board order is taken.
    ///
    /// A player who offers fifth moves from this list never offers the same one twice.
    ///
    /// ```
    /// use tengen_game::opening::Opening;
    ///
    /// // A row of four stones, black, black, white, white: what lies on its left lies on its right as well.
    /// let row: Opening = "15.rif.h8h9h7.stay.h10".parse()?;
    /// let points = row.inequivalent_points();
    /// assert_eq!(points.len(), 7 * 15 + 11);
    /// assert!(points.iter().all(|point| point.x() <= 7));
    /// # Ok::<(), tengen_game::opening::ParseOpeningError>(())
    /// ```
    pub fn inequivalent_points(&self) -> Vec<Point> {
        let mut forms = BTreeSet::new();
        let free = self.size.points().filter(|point| !self.stones().contains(point));
        free.filter(|&point| forms.insert(canonical_form(self.stones(), point))).collect()
    }

    /// Checks that the player whose turn it is may make this choice.
    ///
    /// ```
    /// use tengen_game::BoardSize;
    /// use tengen_game::opening::{Choice, ChoiceError, Opening, Protocol};
    ///
    /// let opening = Opening::new(Protocol::Pro, BoardSize::FIFTEEN)?;
    /// assert!(opening.check(&Choice::parse("h8", opening.size())?).is_ok());
    /// let beside = opening.check(&Choice::parse("h9", opening.size())?);
    /// assert!(matches!(beside, Err(ChoiceError::OutsideZone { number: 1, .. })));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The reason why the choice is refused.
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

    /// Makes a choice for the player whose turn it is. The caller ensures that the choice comes from this player.
    ///
    /// # Errors
    /// When the protocol does not allow it, as [`Opening::check`] finds; the opening is unchanged then.
    pub fn apply(&mut self, choice: Choice) -> Result<(), ChoiceError> {
        self.check(&choice)?;
        self.progress.advance(&choice);
        self.choices.push(choice);
        Ok(())
    }

    /// Takes back the last choice and returns it; `None` when there is none to take back.
    ///
    /// ```
    /// use tengen_game::opening::{Choice, Opening, Player};
    ///
    /// let mut opening: Opening = "15.swap.h8h9j7.swap".parse()?;
    /// assert_eq!(opening.undo(), Some(Choice::Swap));
    /// assert_eq!(opening.player_to_act(), Some(Player::Second));
    /// # Ok::<(), tengen_game::opening::ParseOpeningError>(())
    /// ```
    pub fn undo(&mut self) -> Option<Choice> {
        let last = self.choices.pop()?;
        self.progress = Progress::new(self.protocol);
        self.choices.iter().for_each(|choice| self.progress.advance(choice));
        Some(last)
    }

    /// The position of the stones placed so far, in a game by `rule`. The stones are its moves.
    ///
    /// ```
    /// use tengen_game::{Color, Rule, opening::Opening};
    ///
    /// let opening: Opening = "15.swap.h8h9j7.swap".parse()?;
    /// let position = opening.position(Rule::Caro)?;
    /// assert_eq!((position.moves().len(), position.side_to_move()), (3, Color::White));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// When `rule` forbids one of the stones, or one of them ends the game. No protocol places enough stones for
    /// five in a row.
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

    /// Checks that stones may be placed on `points`, which may be too few yet.
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

    /// Checks that fifth moves may be offered on `points`, except for their number.
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

    /// Checks that `points` are different empty points of the board.
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
