//! Fifth moves: the value of offering a number of them, how many to announce, which to offer, and which to pick.

use tengen_game::Point;
use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningState, Player};

use super::Decider;
use super::means::Value;

/// The number of White's fourth moves that are tried against all fifth moves.
const FOURTHS: u32 = 4;

/// The most fifth moves that are announced: each costs a search, and the last ones are rarely any good.
const MOST_ANNOUNCED: u8 = 10;

impl Decider<'_> {
    /// The best inequivalent fifth moves after four stones, the best first, with their values for Black.
    fn best_fifths(&mut self, opening: &Opening, count: u8, parts: u32) -> Vec<(Point, Value)> {
        // Four stones of renju's openings end no game, unless three in a row win.
        let Ok(position) = opening.position(self.rule) else { return Vec::new() };
        self.means.best_of(&position, &opening.inequivalent_points(), usize::from(count), parts)
    }

    /// The values for Black of offering one fifth move, two, and so on: that of the weakest one, which White picks.
    /// After three stones White plays the fourth move that is worst for Black.
    pub(super) fn values_of_fifths(&mut self, opening: &Opening, most: u8) -> Vec<Value> {
        if opening.stones().len() >= 4 {
            return values(&self.best_fifths(opening, most, 1));
        }
        let tried = self.against_fourths(opening, None, most);
        let each =
            |index: usize| tried.iter().filter_map(move |(_, values)| values.get(index).copied()).min();
        (0..usize::from(most)).map_while(each).collect()
    }

    /// White's fourth move among these, where Black will have to offer `count` fifth moves.
    pub(super) fn fourth(&mut self, points: Vec<Point>, count: u8) -> Option<Point> {
        if count == 1 {
            return self.means.search(&self.position, Some(points), 1).best_move;
        }
        let tried = self.against_fourths(self.opening, Some(points), count);
        let best = tried.into_iter().min_by_key(|(_, values)| values.last().copied())?;
        Some(best.0)
    }

    /// White's most promising fourth moves, among these if they are given, with the values for Black of then offering
    /// one fifth move, two, and so on.
    fn against_fourths(
        &mut self,
        opening: &Opening,
        points: Option<Vec<Point>>,
        most: u8,
    ) -> Vec<(Point, Vec<Value>)> {
        let points = points.unwrap_or_else(|| self.position.legal_moves().collect());
        let fourths = self.means.best_of(&self.position, &points, FOURTHS as usize, FOURTHS);
        let mut tried = Vec::new();
        for (left, (fourth, _)) in (1..=fourths.len() as u32).rev().zip(fourths) {
            if let Some(next) = with_fourth(opening, fourth) {
                tried.push((fourth, values(&self.best_fifths(&next, most, left))));
            }
        }
        tried
    }

    /// The number of fifth moves that comes nearest to balance, since the other side chooses its colour next.
    pub(super) fn announce(&mut self, limit: u8) -> Choice {
        let values = self.values_of_fifths(self.opening, limit.min(MOST_ANNOUNCED));
        let best = (1..=limit).zip(values).min_by_key(|(_, value)| value.imbalance());
        Choice::Announce(best.map_or(1, |(count, _)| count))
    }

    /// The best fifth moves.
    pub(super) fn offer(&mut self, count: u8) -> Choice {
        Choice::Offer(points(&self.best_fifths(self.opening, count, 1)))
    }

    /// Taraguchi's fifth move: an offer, unless one stone and the other side's choice are better.
    pub(super) fn place_or_offer(&mut self, place: &LegalChoice, count: u8) -> Choice {
        let fifths = self.best_fifths(self.opening, count, 2);
        let offered = fifths.last().map_or(Value::EVEN, |&(_, value)| value);
        if offered < Value::EVEN
            && let Some((point, value)) = self.balanced(&self.opening.next_points(place, &[]))
            // The other side takes the side that is better than even.
            && value.imbalance() < offered.imbalance()
        {
            return Choice::Place(vec![point]);
        }
        Choice::Offer(points(&fifths))
    }

    /// The fifth move that is worst for Black, and does not end the game.
    pub(super) fn pick(&mut self, offered: &[Point]) -> Choice {
        let ranked = self.means.best_of(&self.position, offered, offered.len(), 1);
        let worst = ranked.iter().rev().find(|(_, value)| *value != Value::LOST).or(ranked.last());
        // An offer has at least one move.
        Choice::Pick(worst.map_or(self.opening.size().center(), |&(point, _)| point))
    }
}

fn values(fifths: &[(Point, Value)]) -> Vec<Value> {
    fifths.iter().map(|&(_, value)| value).collect()
}

fn points(fifths: &[(Point, Value)]) -> Vec<Point> {
    fifths.iter().map(|&(point, _)| point).collect()
}

/// The next step of an opening other than placing stones.
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
    /// The remaining steps of the protocol, which do not depend on the stones placed and the numbers announced before them.
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

    /// The next step after this choice, which is legal.
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
    fn the_remaining_steps_do_not_depend_on_placed_stones() {
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
