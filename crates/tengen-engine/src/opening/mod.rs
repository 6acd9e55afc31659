//! Decisions in every opening protocol, for whoever has to choose.
//!
//! [`decide`] answers whatever an [`Opening`] asks of the player whose turn it is:
//!
//! * **Stones, after which the other side chooses its colour**, are placed so that neither colour is much better. Which
//!   ones are considered follows from the seed, so that openings vary.
//! * **A choice between the colours** takes the one that a search likes better, fifth moves included: where Black has
//!   to offer several, a position is worth no more to Black than the weakest of its best so many. Where whoever stays
//!   has to place the next stone and to leave the other side the same choice afterwards, as in Taraguchi and for the
//!   first time in Soosõrv, it swaps: to be asked is never worse than even, to place for the other to choose never
//!   better. For the same reason it never places two more stones in Swap2 (see [`swap2`](crate::swap2)).
//! * **A number of fifth moves** is announced that comes nearest to balance. **Fifth moves** are the best that are not
//!   equivalent, and **the pick** among them is the one that is worst for Black.
//! * **All other stones** are the best moves that the protocol allows.
//!
//! ```
//! use tengen_engine::{Engine, EngineOptions, SearchLimits, SystemClock, opening};
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

mod ahead;
mod colors;
mod fifths;
mod means;
mod place;
mod worth;

use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningPositionError, OpeningState, Player};
use tengen_game::{Position, Rule};

use crate::{Clock, Engine, SearchLimits};
use means::Means;

/// Why there is nothing to decide.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecideError {
    /// The opening is finished: the game goes on with a move, which a search finds.
    #[error("expected an opening with something left to choose, found `{opening}`, which is finished")]
    Finished {
        /// The opening as text.
        opening: String,
    },
    /// The stones that were placed so far make no position of a game that goes on.
    #[error(transparent)]
    Position(#[from] OpeningPositionError),
}

/// What the player whose turn it is should choose, in a game by `rule` after the opening.
///
/// The choice is legal, however little the limits allow. Time, target and nodes of `limits` are for the whole
/// decision, and the depth is that of its searches; a level below full strength spends less. `seed` chooses among stones
/// that leave the sides about even; the same one will do for a whole opening. The rest does not matter. With no limit at
/// all, only the stop handle ends it. With a limit of nodes or depth and one thread, a new or [cleared](Engine::clear)
/// engine always chooses the same.
///
/// The engine keeps the position that it had.
///
/// # Errors
/// When there is nothing to decide, since the opening is finished or the game has ended with one of its stones.
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
    let before = engine.position().clone();
    let means = Means::new(engine, limits, clock);
    let choice = Decider { opening, rule, player, position, means }.choose(&choices);
    engine.set_position(before);
    Ok(choice)
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
}
