//! The protocols as scripts of steps, and the progress of an opening in its script.

use crate::{Color, Point};

use super::Zone::{Anywhere, Central, OutsideCentral};
use super::{Choice, FifthMoves, LegalChoice, Player, Protocol, StoneToPlace, Zone};

/// The next step of an opening, by either player.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// Stones are placed, one in each zone, by the player who has the first one's colour.
    Place(&'static [Zone]),
    /// The player who did not act last stays or swaps.
    SwapOrStay,
    /// The player who did not act last stays, swaps, or places stones; after these stones the other player stays or swaps.
    SwapOrStayOrPlace(&'static [Zone]),
    /// Taraguchi's choice after the fourth move: only a player who stays may offer fifth moves.
    TaraguchiSwap,
    /// Taraguchi's fifth move: one stone with a swap to follow, or an offer.
    FifthMoveOrOffer(&'static [Zone]),
    /// The player who acted last announces the number of fifth moves.
    Announce,
    /// Black offers fifth moves.
    Offer,
    /// White picks one of the fifth moves. The step is in no script: an offer of more than one point brings it about.
    Pick,
}

const ONE_OF_26: Step = Step::Place(&[Central(1), Central(3), Central(5)]);
const THREE_ANYWHERE: Step = Step::Place(&[Anywhere; 3]);
const FOURTH_ANYWHERE: Step = Step::Place(&[Anywhere]);
const TARAGUCHI_FIFTH: &[Zone] = &[Central(9)];

/// The steps of a protocol, as long as no branch is chosen.
fn script(protocol: Protocol) -> &'static [Step] {
    use Step::{Announce, Offer, Place, SwapOrStay, SwapOrStayOrPlace, TaraguchiSwap};
    match protocol {
        Protocol::Free => &[],
        Protocol::Pro => &[Place(&[Central(1)]), Place(&[Anywhere]), Place(&[OutsideCentral(5)])],
        Protocol::LongPro => &[Place(&[Central(1)]), Place(&[Anywhere]), Place(&[OutsideCentral(7)])],
        Protocol::Swap => &[THREE_ANYWHERE, SwapOrStay],
        Protocol::Swap2 => &[THREE_ANYWHERE, SwapOrStayOrPlace(&[Anywhere; 2])],
        Protocol::Rif => &[ONE_OF_26, SwapOrStay, FOURTH_ANYWHERE, Offer],
        Protocol::Yamaguchi => &[ONE_OF_26, Announce, SwapOrStay, FOURTH_ANYWHERE, Offer],
        Protocol::Soosorv { .. } => &[ONE_OF_26, SwapOrStay, FOURTH_ANYWHERE, Announce, SwapOrStay, Offer],
        Protocol::Taraguchi { .. } => &[
            Place(&[Central(1)]),
            SwapOrStay,
            Place(&[Central(3)]),
            SwapOrStay,
            Place(&[Central(5)]),
            SwapOrStay,
            Place(&[Central(7)]),
            TaraguchiSwap,
        ],
    }
}

/// Everything that follows from a protocol and the choices made.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Progress {
    /// The player who has Black at the moment.
    pub(super) black: Player,
    /// The stones in their order, Black first and the colours in turn.
    pub(super) stones: Vec<Point>,
    /// The fifth moves that Black offered.
    pub(super) offered: Vec<Point>,
    /// The number of fifth moves, where the protocol or an announcement has fixed it.
    pub(super) fifth_moves: Option<u8>,
    /// The most fifth moves that may be announced.
    limit: u8,
    last_to_act: Player,
    /// The steps to come, the next one **last**.
    remaining: Vec<Step>,
}

impl Progress {
    pub(super) fn new(protocol: Protocol) -> Progress {
        let fifth_moves = match protocol {
            Protocol::Rif => Some(2),
            Protocol::Taraguchi { offers } => Some(offers.get()),
            _ => None,
        };
        let limit = match protocol {
            Protocol::Soosorv { limit } => limit,
            _ => FifthMoves::MAX,
        };
        Progress {
            black: Player::First,
            stones: Vec::new(),
            offered: Vec::new(),
            fifth_moves,
            limit: limit.get(),
            last_to_act: Player::First,
            remaining: script(protocol).iter().rev().copied().collect(),
        }
    }

    /// The colour of the next stone.
    pub(super) fn side_to_move(&self) -> Color {
        if self.stones.len().is_multiple_of(2) { Color::Black } else { Color::White }
    }

    /// The player who has a colour at the moment.
    pub(super) fn player_of(&self, color: Color) -> Player {
        match color {
            Color::Black => self.black,
            Color::White => !self.black,
        }
    }

    /// The player whose turn it is; `None` when the opening is finished.
    pub(super) fn player_to_act(&self) -> Option<Player> {
        self.remaining.last().map(|&step| self.actor(step))
    }

    fn actor(&self, step: Step) -> Player {
        match step {
            Step::Place(_) | Step::FifthMoveOrOffer(_) => self.player_of(self.side_to_move()),
            Step::SwapOrStay | Step::SwapOrStayOrPlace(_) | Step::TaraguchiSwap => !self.last_to_act,
            Step::Announce => self.last_to_act,
            Step::Offer => self.player_of(Color::Black),
            Step::Pick => self.player_of(Color::White),
        }
    }

    /// The kinds of choices that are open to the player whose turn it is; none when the opening is finished.
    pub(super) fn legal_choices(&self) -> Vec<LegalChoice> {
        let Some(&step) = self.remaining.last() else { return Vec::new() };
        // A script fixes the number before it requires an offer.
        let offer = LegalChoice::Offer { count: self.fifth_moves.unwrap_or(1) };
        match step {
            Step::Place(zones) => vec![self.place(zones)],
            Step::SwapOrStay | Step::TaraguchiSwap => vec![LegalChoice::Stay, LegalChoice::Swap],
            Step::SwapOrStayOrPlace(zones) => {
                vec![LegalChoice::Stay, LegalChoice::Swap, self.place(zones)]
            }
            Step::FifthMoveOrOffer(zones) => vec![self.place(zones), offer],
            Step::Announce => vec![LegalChoice::Announce { limit: self.limit }],
            Step::Offer => vec![offer],
            Step::Pick => vec![LegalChoice::Pick { offered: self.offered.clone() }],
        }
    }

    fn place(&self, zones: &[Zone]) -> LegalChoice {
        let first = self.side_to_move();
        let colors = [first, !first].into_iter().cycle();
        LegalChoice::Place(
            zones.iter().zip(colors).map(|(&zone, color)| StoneToPlace { color, zone }).collect(),
        )
    }

    /// Carries out a choice that has been found legal.
    pub(super) fn advance(&mut self, choice: &Choice) {
        let Some(step) = self.remaining.pop() else { return };
        self.last_to_act = self.actor(step);
        match choice {
            Choice::Place(points) => self.stones.extend(points),
            Choice::Stay => {}
            Choice::Swap => self.black = !self.black,
            Choice::Announce(count) => self.fifth_moves = Some(*count),
            Choice::Offer(points) => self.offered.clone_from(points),
            Choice::Pick(point) => self.stones.push(*point),
        }
        match (step, choice) {
            (Step::SwapOrStayOrPlace(_) | Step::FifthMoveOrOffer(_), Choice::Place(_)) => {
                self.remaining.push(Step::SwapOrStay);
            }
            (Step::TaraguchiSwap, Choice::Stay) => {
                self.remaining.push(Step::FifthMoveOrOffer(TARAGUCHI_FIFTH));
            }
            (Step::TaraguchiSwap, Choice::Swap) => {
                self.remaining.extend([Step::SwapOrStay, Step::Place(TARAGUCHI_FIFTH)]);
            }
            // A single fifth move leaves White nothing to pick.
            (_, Choice::Offer(points)) if points.len() == 1 => self.stones.extend(points),
            (_, Choice::Offer(_)) => self.remaining.push(Step::Pick),
            _ => {}
        }
    }
}
