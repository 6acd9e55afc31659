use std::sync::atomic::Ordering;
use std::time::Duration;

use tengen_analysis::{Clock, Opponent, OpponentError, SearchLimits};
use tengen_engine::opening::swap2::{self, Decision};
use tengen_game::opening::{self, Opening, Protocol};
use tengen_game::{Color, Point, Position};

use crate::{SideClock, Terms, TimeControl};

/// One side's player in an arena: an [`Opponent`] with the extensions that only an arena needs.
///
/// The default methods suit opponents in this process. A program in another process also gets the clocks, and makes the
/// choices of openings.
pub trait Player {
    /// The opponent that searches.
    fn opponent(&mut self) -> &mut dyn Opponent;

    /// The player's name in records.
    fn name(&mut self) -> String {
        self.opponent().name()
    }

    /// A game begins, under this control.
    fn new_game(&mut self, _control: &TimeControl) {}

    /// The limits of the next search; `left` is what the clock shows before it, and the same seed is to bring about the
    /// same choice among equals.
    fn limits(&mut self, control: &TimeControl, left: SideClock, seed: u64) -> SearchLimits {
        left.search_limits(control, seed)
    }

    /// The next decision in a Swap2 opening, in which the board has no stones, three or five.
    ///
    /// # Errors
    /// When the player makes no decision.
    fn swap2(
        &mut self,
        position: &Position,
        limits: &SearchLimits,
        clock: &dyn Clock,
    ) -> Result<Decision, OpponentError> {
        swap2::decide(self.opponent(), position, limits, clock)
    }
}

/// An opponent without extensions.
pub(crate) struct Plain<'a>(pub(crate) &'a mut dyn Opponent);

impl Player for Plain<'_> {
    fn opponent(&mut self) -> &mut dyn Opponent {
        self.0
    }
}

/// A side of a game: its player and its clock.
pub(crate) struct Side<'a> {
    pub(crate) player: &'a mut dyn Player,
    pub(crate) control: &'a TimeControl,
    pub(crate) left: SideClock,
}

impl<'a> Side<'a> {
    pub(crate) fn new(player: &'a mut dyn Player, control: &'a TimeControl) -> Side<'a> {
        player.new_game(control);
        Side { player, control, left: control.clock() }
    }

    /// The limits of a search that begins now.
    pub(crate) fn limits(&mut self, position: &Position, seed: u64) -> SearchLimits {
        self.left.set_position(position);
        self.player.limits(self.control, self.left, seed)
    }

    /// Books the time of an answer.
    ///
    /// # Errors
    /// When it came too late.
    pub(crate) fn spend(&mut self, time: Duration) -> Result<(), OpponentError> {
        let limit = self.left.limit(self.control).unwrap_or_default();
        if self.left.spend(time, self.control) {
            return Ok(());
        }
        Err(OpponentError::Overrun { name: self.player.name(), limit, time })
    }
}

/// The state of an opening.
pub(crate) struct Opened {
    pub(crate) position: Position,
    pub(crate) opening: Option<Opening>,
    /// Whether the first player has White now.
    pub(crate) swapped: bool,
    /// The next move, if it was decided already.
    pub(crate) played: Option<Point>,
    /// The error that ended the opening, and the colour that loses by it.
    pub(crate) failed: Option<(Color, OpponentError)>,
}

impl Opened {
    /// A position without decisions.
    pub(crate) fn at(position: Position) -> Opened {
        Opened { position, opening: None, swapped: false, played: None, failed: None }
    }
}

/// Lets both sides, the first and the second player, decide by turns until the opening is finished.
pub(crate) fn open_swap2(sides: &mut [Side<'_>; 2], start: Position, terms: &Terms<'_>) -> Opened {
    // Every board has room for five stones; on a smaller one there would be nothing to swap.
    let Ok(mut opening) = Opening::new(Protocol::Swap2, start.size()) else { return Opened::at(start) };
    let (mut position, mut played, mut failed) = (start.clone(), None, None);
    let mut ply = 0;
    while let Some(player) = opening.player_to_act() {
        let side = &mut sides[usize::from(player == opening::Player::Second)];
        let seed = terms.seed.wrapping_add(ply);
        match decide(side, &position, seed, terms).and_then(|decision| {
            let next = apply(&mut opening, &decision, &start, &side.player.name())?;
            Ok((decision, next))
        }) {
            Ok((decision, next)) => {
                position = next;
                if let Decision::White(point) = decision {
                    played = Some(point);
                }
            }
            Err(error) => {
                let color =
                    if opening.player_of(Color::Black) == player { Color::Black } else { Color::White };
                failed = Some((color, error));
                break;
            }
        }
        ply += 1;
    }
    let swapped = opening.player_of(Color::Black) == opening::Player::Second;
    Opened { position, opening: Some(opening), swapped, played, failed }
}

fn decide(
    side: &mut Side<'_>,
    position: &Position,
    seed: u64,
    terms: &Terms<'_>,
) -> Result<Decision, OpponentError> {
    let stopped = |name: String| Err(OpponentError::Stopped(name));
    let limits = side.limits(position, seed);
    // The call may start a program, which costs no move time.
    side.player.opponent().set_position(position.clone());
    if terms.stop.load(Ordering::SeqCst) {
        return stopped(side.player.name());
    }
    let started = terms.clock.now();
    let decision = side.player.swap2(position, &limits, terms.clock);
    let time = terms.clock.now().saturating_sub(started);
    if terms.stop.load(Ordering::SeqCst) {
        return stopped(side.player.name());
    }
    side.spend(time)?;
    decision
}

/// The position after a decision.
fn apply(
    opening: &mut Opening,
    decision: &Decision,
    start: &Position,
    name: &str,
) -> Result<Position, OpponentError> {
    let choice = decision.to_choice(opening);
    let text = choice.to_text(opening.size());
    let unreadable = |reason: String| OpponentError::Unreadable {
        name: name.to_owned(),
        text: format!("{text} ({reason})"),
    };
    let mut next = opening.clone();
    next.apply(choice).map_err(|error| unreadable(error.to_string()))?;
    let position = next.position(start.rule()).map_err(|error| unreadable(error.to_string()))?;
    let fits = start.max_moves().is_none_or(|most| position.moves().len() <= usize::from(most.get()));
    *opening = next;
    // A limit that the opening alone exceeds ends the game with it.
    Ok(if fits { position.with_max_moves(start.max_moves()) } else { position })
}
