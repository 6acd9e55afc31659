//! The stones that an opening demands: how they are chosen.

use tengen_game::opening::{Choice, LegalChoice, Protocol, RenjuOpening};
use tengen_game::{Color, Point, SplitMix, Symmetry};

use super::fifths::{Ahead, any_points};
use super::means::Value;
use super::{Decider, after};

/// The number of renju's openings that are compared.
const COMPARED: usize = 4;

/// A single stone for the other side to choose after is at most this far from another one, so that it is a plausible move.
const REACH: u8 = 3;

/// The target score for Black, in engine units, of a position before Black has to offer several fifth moves.
const BEFORE_FIFTHS: i32 = 40;

/// Openings that are too good for one side to be even by any number of fifth moves, according to the theory of renju: Black wins
/// in Kagetsu and Hogetsu, and White is much better in Yusei and Suisei.
const LOPSIDED: [RenjuOpening; 4] =
    [RenjuOpening::Kagetsu, RenjuOpening::Hogetsu, RenjuOpening::Yusei, RenjuOpening::Suisei];

impl Decider<'_> {
    /// The stones that are to be placed.
    pub(super) fn place(&mut self, legal: &LegalChoice) -> Vec<Point> {
        let allowed = self.opening.next_points(legal, &[]);
        let is_single = matches!(legal, LegalChoice::Place(stones) if stones.len() == 1);
        let found = match allowed.as_slice() {
            [only] if is_single => Some(vec![*only]),
            _ if is_single => self.one_stone(allowed).map(|point| vec![point]),
            _ => self.renju_opening(),
        };
        // Where every stone ends the game, as with one in a row, the choice does not matter.
        found.unwrap_or_else(|| any_points(self.opening, legal))
    }

    fn one_stone(&mut self, allowed: Vec<Point>) -> Option<Point> {
        let area = self.opening.size().area();
        let is_anywhere = allowed.len() + self.opening.stones().len() == area;
        let points = self.going_on(&allowed);
        let first = *points.first()?;
        match Ahead::after(self.opening, Choice::Place(vec![first])) {
            Ahead::Game => {
                let moves = (!is_anywhere).then(|| points.clone());
                let best = self.means.search(&self.position, moves, 1).best_move;
                best.filter(|point| points.contains(point)).or(Some(first))
            }
            Ahead::Fifths(count) => self.fourth(points, count),
            Ahead::Colors(_) => self.balanced(&points).map(|(point, _)| point),
        }
    }

    /// A stone after which the sides are about even, and the score after it for the side that then moves. Half of the points
    /// are tried, so that the choice varies.
    pub(super) fn balanced(&mut self, points: &[Point]) -> Option<(Point, Value)> {
        let points = self.going_on(points);
        let stones = self.opening.stones();
        let is_near = |point: &&Point| stones.iter().any(|&stone| distance(stone, **point) <= REACH);
        let mut near: Vec<Point> = points.iter().filter(is_near).copied().collect();
        if near.is_empty() {
            near = points;
        }
        self.random().shuffle(&mut near);
        near.truncate(near.len().div_ceil(2));
        let bias = self.bias(!self.position.side_to_move());
        let found = self.means.balance(&self.position, near, bias)?;
        Some((*found.points.first()?, Value::from(found.score)))
    }

    /// Of a few of renju's openings, the one that is nearest to balance.
    fn renju_opening(&mut self) -> Option<Vec<Point>> {
        let mut sets = self.renju_openings(&mut self.random());
        sets.retain(|points| self.may_place(points));
        sets.truncate(COMPARED);
        let bias = self.bias(!self.position.side_to_move());
        Some(self.means.balance_among(&self.position, sets, bias)?.points)
    }

    /// The canonical openings in any order, turned and mirrored in any way.
    fn renju_openings(&self, random: &mut SplitMix) -> Vec<Vec<Point>> {
        let mut known: Vec<RenjuOpening> =
            RenjuOpening::all().filter(|opening| !LOPSIDED.contains(opening)).collect();
        random.shuffle(&mut known);
        let symmetry = Symmetry::ALL[random.index(Symmetry::ALL.len())];
        let turned = |point| symmetry.apply(point, self.opening.size());
        known.into_iter().map(|opening| opening.stones().map(turned).to_vec()).collect()
    }

    /// Whether these are the stones that may be placed, and the game continues after them.
    fn may_place(&self, points: &[Point]) -> bool {
        let choice = Choice::Place(points.to_vec());
        self.opening.check(&choice).is_ok() && after(&self.position, points).is_some()
    }

    /// The points after which the game continues.
    fn going_on(&self, points: &[Point]) -> Vec<Point> {
        points.iter().copied().filter(|&point| after(&self.position, &[point]).is_some()).collect()
    }

    /// The target score for `side`, in engine units, of a balanced opening.
    fn bias(&self, side: Color) -> i32 {
        let of_black = match self.opening.protocol() {
            Protocol::Rif | Protocol::Yamaguchi | Protocol::Soosorv { .. } => BEFORE_FIFTHS,
            _ => 0,
        };
        if side == Color::Black { of_black } else { -of_black }
    }

    /// Random numbers that differ from one choice of the opening to the next.
    fn random(&self) -> SplitMix {
        SplitMix::new(SplitMix::new(self.means.seed()).next() ^ self.opening.choices().len() as u64)
    }
}

/// The distance of two points in rows and columns: the greater of both.
fn distance(a: Point, b: Point) -> u8 {
    a.x().abs_diff(b.x()).max(a.y().abs_diff(b.y()))
}
