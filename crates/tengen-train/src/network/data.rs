//! Positions of games as the inputs and targets of the network.

use std::collections::HashSet;
use std::hash::{BuildHasher, BuildHasherDefault, DefaultHasher};

use anyhow::{Context, Result};
use tengen_engine::EvaluationWeights;
use tengen_engine::features::{Family, Replay};
use tengen_game::{Color, Position};

use crate::game::{Game, Played};
use crate::loss::chance;

/// A group of cells with the same codes for Black and White and the same shapes: `count` is their number, and `near` the number of those
/// near the last move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) struct Cells {
    pub(super) codes: [u16; 2],
    /// The numbers of the shapes from Black's point of view, in rising order; zeros in samples without shapes.
    pub(super) shapes: [u16; 4],
    pub(super) count: u16,
    pub(super) near: u16,
}

/// A position for the training of the network.
#[derive(Clone, Copy, Debug)]
pub(super) struct Sample {
    /// The evaluation by tables as a logit, for the side to move.
    pub(super) by_tables: f32,
    /// The target: the win chance of the side to move, from 0 to 1.
    pub(super) target: f32,
    /// The result for the side to move: 1 for a win, 0 for a loss.
    pub(super) result: f32,
    pub(super) bucket: u8,
    /// The index of the side to move.
    pub(super) side: u8,
    first: u32,
    count: u16,
}

#[cfg(test)]
impl Sample {
    /// A sample whose cells are stored elsewhere.
    pub(super) fn of_test(by_tables: f32, target: f32, bucket: u8, side: u8) -> Sample {
        Sample { by_tables, target, result: 1.0, bucket, side, first: 0, count: 0 }
    }
}

/// Statistics of a set of positions.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    pub(super) games: usize,
    pub(super) positions: usize,
    /// The number of positions that were left out because their inputs equal those of another one.
    pub(super) duplicates: usize,
    /// The numbers of positions by stones: fewer than 10, 20, 40 and more.
    pub(super) phases: [usize; 4],
    /// The numbers of positions that the side to move lost, drew and won.
    pub(super) results: [usize; 3],
}

/// The positions in all sets of samples, so that no position is in two sets.
pub(super) type Seen = HashSet<u64, BuildHasherDefault<DefaultHasher>>;

/// Samples, with the cells of all of them in one list.
#[derive(Default)]
pub(super) struct Samples {
    pub(super) samples: Vec<Sample>,
    cells: Vec<Cells>,
    has_shapes: bool,
    pub(super) counts: Counts,
}

/// The numbers of stones at which the next phase begins.
const PHASES: [usize; 3] = [10, 20, 40];

/// Computes the targets of positions, and counts the positions.
pub(super) struct Targets<'a> {
    /// The weight of the game's result in a target; the rest is the score of the search.
    result_share: f32,
    /// The teacher's values of all positions: the win chance of the side to move from 0 to 1, or NaN where there is none.
    teacher: Option<&'a [f32]>,
    /// The weight of the teacher's value in a target; the rest is the target without a teacher.
    teacher_share: f32,
    /// The number of visited positions.
    pub(super) count: usize,
}

/// The target of a position.
pub(super) struct Target {
    /// The number of the position among the visited ones, from 0.
    pub(super) number: usize,
    /// The win chance of the side to move, from 0 to 1.
    pub(super) chance: f32,
    /// The result for the side to move: 1 for a win, 0 for a loss.
    pub(super) result: f32,
    /// The value, in engine units, that makes winning e times as likely as losing.
    pub(super) scale: f32,
    /// The number of moves before the position.
    pub(super) stones: usize,
}

impl Targets<'_> {
    /// Targets without a teacher.
    pub(super) fn without_teacher(result_share: f32) -> Targets<'static> {
        Targets::new(result_share, None, 0.0)
    }

    pub(super) fn new(result_share: f32, teacher: Option<&[f32]>, teacher_share: f32) -> Targets<'_> {
        Targets { result_share, teacher, teacher_share, count: 0 }
    }

    /// The number of the next position and its chance, from the score of the search and from the result. Held-out positions have no
    /// teacher, so that their loss can be compared with that of other trainings.
    fn next(&mut self, searched: f32, result: f32, is_held_out: bool) -> (usize, f32) {
        let number = self.count;
        self.count += 1;
        let own = self.result_share * result + (1.0 - self.result_share) * searched;
        let taught = self.teacher.and_then(|teacher| teacher.get(number)).filter(|taught| !taught.is_nan());
        let chance = match taught {
            Some(taught) if !is_held_out => self.teacher_share * taught + (1.0 - self.teacher_share) * own,
            _ => own,
        };
        (number, chance)
    }
}

/// Calls `visit` with each position of a game that has a score of a search, and that the engine evaluates. Positions with a five or four on
/// the board are left to the search.
///
/// # Errors
/// When a move is illegal.
pub(super) fn visit_positions(
    game: &Game,
    is_held_out: bool,
    weights: &EvaluationWeights,
    targets: &mut Targets<'_>,
    mut visit: impl FnMut(&Replay, &Target),
) -> Result<()> {
    visit_moves(game, weights, |replay, index, played| {
        if let Some(score) = played.score
            && index > 0
            && replay.is_evaluated()
        {
            let side = replay.side();
            let scale = f32::from(weights.family(Family::of(game.rule, side)).scale);
            let searched = chance(score, f64::from(scale)) as f32;
            let result = game.winner.map_or(0.5, |winner| f32::from(u8::from(winner == side)));
            let (number, chance) = targets.next(searched, result, is_held_out);
            visit(replay, &Target { number, chance, result, scale, stones: index });
        }
    })
}

/// Calls `visit` with the position before each move of a game, the number of moves before it, and the move.
///
/// # Errors
/// When a move is illegal.
pub(super) fn visit_moves(
    game: &Game,
    weights: &EvaluationWeights,
    mut visit: impl FnMut(&mut Replay, usize, &Played),
) -> Result<()> {
    let mut position = Position::new(game.rule, game.size);
    let mut replay = Replay::with_weights(&position, weights.clone());
    for (index, played) in game.moves.iter().enumerate() {
        visit(&mut replay, index, played);
        position.play(played.point).with_context(|| format!("move {} of `{game}`", index + 1))?;
        if position.is_over() {
            break;
        }
        replay.make(played.point);
    }
    Ok(())
}

impl Samples {
    /// An empty set of samples, of a network with or without shapes.
    pub(super) fn new(has_shapes: bool) -> Samples {
        Samples { has_shapes, ..Samples::default() }
    }

    pub(super) fn cells(&self, sample: &Sample) -> &[Cells] {
        &self.cells[sample.first as usize..][..usize::from(sample.count)]
    }

    /// Adds the new positions of a game.
    pub(super) fn add(
        &mut self,
        game: &Game,
        is_held_out: bool,
        weights: &EvaluationWeights,
        targets: &mut Targets<'_>,
        seen: &mut Seen,
    ) -> Result<()> {
        self.counts.games += 1;
        visit_positions(game, is_held_out, weights, targets, |replay, target| {
            self.add_position(replay, target, seen);
        })
    }

    /// Adds a position unless it is in `seen`, and returns whether it was added.
    pub(super) fn add_position(&mut self, replay: &Replay, target: &Target, seen: &mut Seen) -> bool {
        let mut cells: Vec<([u16; 2], [u16; 4], bool)> = if self.has_shapes {
            replay.cells().collect()
        } else {
            replay.codes().map(|(codes, is_near)| (codes, [0; 4], is_near)).collect()
        };
        cells.sort_unstable();
        let first = self.cells.len();
        for group in cells.chunk_by(|a, b| (a.0, a.1) == (b.0, b.1)) {
            let (codes, shapes, _) = group[0];
            let near = group.iter().filter(|(_, _, is_near)| *is_near).count() as u16;
            self.cells.push(Cells { codes, shapes, count: group.len() as u16, near });
        }
        // Positions that differ by a symmetry have the same codes and shapes.
        let side = replay.side() == Color::White;
        if !seen.insert(seen.hasher().hash_one((side, &self.cells[first..]))) {
            self.cells.truncate(first);
            self.counts.duplicates += 1;
            return false;
        }
        self.counts.positions += 1;
        self.counts.phases[PHASES.iter().filter(|&&phase| target.stones >= phase).count()] += 1;
        self.counts.results[(target.result * 2.0) as usize] += 1;
        self.samples.push(Sample {
            by_tables: replay.evaluate() as f32 / target.scale,
            target: target.chance,
            result: target.result,
            bucket: replay.bucket() as u8,
            side: u8::from(side),
            first: first as u32,
            count: (self.cells.len() - first) as u16,
        });
        true
    }
}
