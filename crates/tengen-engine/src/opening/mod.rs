//! The engine's decisions in every opening protocol.
//!
//! [`decide`] makes every choice that an [`Opening`] can demand of the player whose turn it is:
//!
//! * **Stones, after which the other side chooses its colour**, are placed so that neither colour is much better. Which
//!   ones are considered follows from the seed, so that openings vary.
//! * **A choice between the colours** takes the one with the better score, fifth moves included: if Black has
//!   to offer several, the value of a position for Black is that of the weakest of these moves. If the player who stays
//!   has to place the next stone and the other side then has the same choice, as in Taraguchi and at the first choice of
//!   Soosõrv, the engine swaps: to choose is never worse than even, and to place a stone before the other side chooses is
//!   never better. For the same reason it never places two more stones in Swap2 (see [`swap2`]).
//! * **A number of fifth moves** is announced that comes nearest to balance. **Fifth moves** are the best that are not
//!   equivalent, and **the pick** among them is the one that is worst for Black.
//! * **All other stones** are the best moves that the protocol allows.
//!
//! ```
//! use tengen_analysis::{SearchLimits, SystemClock};
//! use tengen_engine::{Engine, EngineOptions, opening};
//! use tengen_game::opening::{Opening, Protocol};
//! use tengen_game::{BoardSize, Rule};
//!
//! let mut engine = Engine::new(EngineOptions::default());
//! let mut opening = Opening::new(Protocol::Rif, BoardSize::FIFTEEN)?;
//! let (limits, clock) = (SearchLimits { seed: 7, ..SearchLimits::nodes(500) }, SystemClock::new());
//! while !opening.is_finished() {
//!     let choice = opening::decide(&mut engine, &opening, Rule::Renju, &limits, &clock)?;
//!     opening.apply(choice)?;
//! }
//! assert_eq!(opening.stones().len(), 5);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod fifths;
mod means;
mod place;
pub mod swap2;

use tengen_analysis::{Clock, SearchLimits};
use tengen_game::opening::{
    Choice, LegalChoice, Opening, OpeningPositionError, OpeningState, Player, Protocol,
};
use tengen_game::{Color, Point, Position, Rule};

use crate::Engine;
use fifths::Ahead;
use means::{Means, Value};

/// The reason for which there is nothing to decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The opening is finished: the game continues with a move, which a search finds.
    #[error("expected an opening with something left to choose, found `{opening}`, which is finished")]
    Finished {
        /// The opening as text.
        opening: String,
    },
    /// The stones that were placed so far make no position of an unfinished game.
    #[error(transparent)]
    Position(#[from] OpeningPositionError),
}

/// The choice for the player whose turn it is, in a game by `rule` after the opening.
///
/// The choice is legal, however little the limits allow. Time, target and nodes of `limits` are for the whole decision, and the
/// depth is that of its searches; a level below full strength spends less. `seed` chooses among stones that leave the sides about
/// even; the same one will do for a whole opening. The other limits are ignored. With no limit at all, only the stop handle ends
/// it. With a limit of nodes or depth and one thread, a new or [cleared](Engine::clear) engine always chooses the same.
///
/// The position of the engine stays as it was.
///
/// # Errors
/// There is nothing to decide, since the opening is finished or the game has ended with one of its stones.
pub fn decide(
    engine: &mut Engine,
    opening: &Opening,
    rule: Rule,
    limits: &SearchLimits,
    clock: &dyn Clock,
) -> Result<Choice, DecideError> {
    let OpeningState::ToChoose { player, choices } = opening.state() else {
        return Err(DecideError::Finished { opening: opening.to_string() });
    };
    let position = opening.position(rule)?;
    if matches!(opening.protocol(), Protocol::Swap | Protocol::Swap2) {
        return Ok(swap2::decide_by_engine(engine, &position, limits, clock).to_choice(opening));
    }
    let before = engine.position().clone();
    let means = Means::new(engine, limits, clock);
    let choice = Decider { opening, rule, player, position, means }.choose(&choices);
    engine.set_position(before);
    Ok(choice)
}

/// The position after these moves; `None` if one of them is illegal, or they end the game.
fn after(start: &Position, points: &[Point]) -> Option<Position> {
    let mut position = start.clone();
    for &point in points {
        position.play(point).ok()?;
    }
    (!position.is_over()).then_some(position)
}

/// A decision under way.
struct Decider<'a> {
    opening: &'a Opening,
    rule: Rule,
    player: Player,
    /// The stones so far.
    position: Position,
    means: Means<'a>,
}

impl Decider<'_> {
    fn choose(&mut self, choices: &[LegalChoice]) -> Choice {
        match choices {
            [LegalChoice::Stay, ..] => self.stay_or_swap(),
            [place @ LegalChoice::Place(_), LegalChoice::Offer { count }] => {
                self.place_or_offer(place, *count)
            }
            [LegalChoice::Offer { count }, ..] => self.offer(*count),
            [LegalChoice::Announce { limit }, ..] => self.announce(*limit),
            [LegalChoice::Pick { offered }, ..] => self.pick(offered),
            // An opening that is not finished has something to choose.
            [LegalChoice::Swap, ..] | [] => Choice::Swap,
            [place @ LegalChoice::Place(_), ..] => Choice::Place(self.place(place)),
        }
    }

    /// Chooses the better side; without a difference the player stays.
    pub(super) fn stay_or_swap(&mut self) -> Choice {
        let of_black = match Ahead::after(self.opening, Choice::Stay) {
            // The last player to choose may choose the better side. To place the stone before that leaves us balance
            // at best, and to let the other side place it leaves us balance at worst.
            Ahead::Colors(chooser) => {
                return if chooser == self.player { Choice::Stay } else { Choice::Swap };
            }
            Ahead::Fifths(count) => self.values_of_fifths(self.opening, count).pop().unwrap_or(Value::EVEN),
            Ahead::Game => {
                let value = Value::from(self.means.search(&self.position, None, 1).score);
                if self.position.side_to_move() == Color::Black { value } else { -value }
            }
        };
        let is_black = self.opening.player_of(Color::Black) == self.player;
        let ours = if is_black { of_black } else { -of_black };
        if ours >= Value::EVEN { Choice::Stay } else { Choice::Swap }
    }
}
