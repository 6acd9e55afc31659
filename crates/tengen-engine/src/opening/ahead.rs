//! What an opening leads to.

use tengen_game::Point;
use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningState, Player};

/// What comes next in an opening that is more than placing stones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ahead {
    /// The game itself.
    Game,
    /// This player chooses between the colours.
    Colors(Player),
    /// Black offers this number of fifth moves.
    Fifths(u8),
}

impl Ahead {
    /// What is ahead, whatever stones are placed and whatever is announced until then.
    pub(super) fn of(opening: &Opening) -> Ahead {
        let mut opening = opening.clone();
        loop {
            let OpeningState::ToChoose { player, choices } = opening.state() else { return Ahead::Game };
            let choice = match choices.as_slice() {
                [LegalChoice::Stay, ..] => return Ahead::Colors(player),
                [.., LegalChoice::Offer { count }] => return Ahead::Fifths(*count),
                [legal @ LegalChoice::Place(_)] => Choice::Place(any_points(&opening, legal)),
                [LegalChoice::Announce { .. }] => Choice::Announce(1),
                // An offer that was made is followed by a pick, and that by the game.
                _ => return Ahead::Game,
            };
            if opening.apply(choice).is_err() {
                return Ahead::Game;
            }
        }
    }

    /// What is ahead once this choice has been made, which is legal.
    pub(super) fn after(opening: &Opening, choice: Choice) -> Ahead {
        let mut next = opening.clone();
        match next.apply(choice) {
            Ok(()) => Ahead::of(&next),
            Err(_) => Ahead::Game,
        }
    }
}

/// The first points that make a choice of this kind.
pub(super) fn any_points(opening: &Opening, legal: &LegalChoice) -> Vec<Point> {
    let mut points = Vec::new();
    while let Some(&point) = opening.next_points(legal, &points).first() {
        points.push(point);
    }
    points
}

/// The opening after White's fourth move on `fourth`, without a swap until then.
pub(super) fn with_fourth(opening: &Opening, fourth: Point) -> Option<Opening> {
    let mut next = opening.clone();
    while let OpeningState::ToChoose { choices, .. } = next.state() {
        let choice = match choices.as_slice() {
            [LegalChoice::Announce { .. }] => Choice::Announce(1),
            [LegalChoice::Stay, ..] => Choice::Stay,
            _ => Choice::Place(vec![fourth]),
        };
        next.apply(choice).ok()?;
        if next.stones().len() == 4 {
            return Some(next);
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_ahead_is_seen_through_placed_stones() {
        let cases = [
            ("15.pro", Ahead::Game),
            ("15.swap", Ahead::Colors(Player::Second)),
            ("15.swap2.h8h9j7.j9h6", Ahead::Colors(Player::First)),
            ("15.rif.h8h9h7.swap", Ahead::Fifths(2)),
            ("15.yamaguchi", Ahead::Colors(Player::Second)),
            ("15.yamaguchi.h8h9h7.5.stay", Ahead::Fifths(5)),
            ("15.soosorv-8.h8h9h7.stay", Ahead::Colors(Player::First)),
            ("15.soosorv-8.h8h9h7.swap", Ahead::Colors(Player::Second)),
            ("15.taraguchi-10.h8.swap", Ahead::Colors(Player::Second)),
            ("15.taraguchi-10.h8.swap.h9.swap.h7.swap.h6.stay", Ahead::Fifths(10)),
            ("15.rif.h8h9h7.swap.h6.offer-a1b1", Ahead::Game),
        ];
        for (text, expected) in cases {
            let opening: Opening = text.parse().unwrap();
            assert_eq!(Ahead::of(&opening), expected, "{text}");
        }
    }

    #[test]
    fn a_fourth_move_is_placed_behind_what_comes_before_it() {
        for text in ["15.rif.h8h9h7", "15.yamaguchi.h8h9h7", "15.yamaguchi.h8h9h7.3.swap"] {
            let opening: Opening = text.parse().unwrap();
            let next = with_fourth(&opening, Point::new(0, 0)).unwrap();
            assert_eq!(next.stones()[3..], [Point::new(0, 0)], "{text}");
        }
    }
}
