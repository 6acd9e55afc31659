use std::time::Duration;

use tengen_analysis::{Clock, Proved, ReviewedMove, Score, StopHandle, win_chance};
use tengen_game::{Color, Move, PlayError, Position};

use super::judging::{Known, Played, judge, score_last};
use super::judging::{ScoredLine, followed};
use super::questions::{Notes, Pause, Questions};
use super::{Review, ReviewError, ReviewLimits};
use crate::Engine;

/// The factor of the node budget of a position between two positions that the same side is proved to win.
const GAP: u64 = 5;

/// The least chance, in thousandths, of a side that was proved to win and is still taken to be winning.
const CLEAR: u16 = 700;

/// A review in slices, for callers that must return to an event loop in between.
///
/// The result is that of [`review`](super::review()) for any slices, unless there is a time limit.
#[derive(Debug)]
pub struct Reviewer {
    limits: ReviewLimits,
    moves: Vec<Move>,
    /// The positions of the game, from its start to its end.
    places: Vec<ReviewedPosition>,
    stage: Stage,
    has_begun: bool,
}

/// A position of the game.
#[derive(Debug)]
struct ReviewedPosition {
    position: Position,
    /// The results for the position from the positions before and after it.
    known: Known,
    /// The score of the position, once it has been searched.
    scored: Option<ScoredLine>,
    /// The review of the move that was played in the position.
    reviewed: Option<ReviewedMove>,
    notes: Notes,
    /// Whether the solvers have searched a win of the side to move with the full budget.
    is_settled: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Each position is examined, from the end of the game to its start. This one is next.
    Looking(usize),
    /// A proved win is looked for in the positions before, where the first search has not found it.
    Settling,
    /// The moves are judged once more by all proofs. That of this position is next.
    Judging(usize),
    Done,
}

impl Reviewer {
    /// A review of the moves that were played from a position on.
    ///
    /// # Errors
    /// The moves cannot be played.
    pub fn new(start: &Position, moves: &[Move], limits: &ReviewLimits) -> Result<Reviewer, ReviewError> {
        let mut position = start.clone();
        let mut places = vec![ReviewedPosition::new(position.clone())];
        for (number, &played) in (1..).zip(moves) {
            match position.check(played) {
                Ok(()) | Err(PlayError::Forbidden { .. }) => position.play_unchecked(played),
                Err(source) => return Err(ReviewError::Illegal { number, source }),
            }
            places.push(ReviewedPosition::new(position.clone()));
        }
        Ok(Reviewer {
            limits: limits.clone(),
            moves: moves.to_vec(),
            places,
            stage: Stage::Looking(moves.len()),
            has_begun: false,
        })
    }

    /// Adds the proof that a position of the game is won or lost. A mere estimate, or a proof for no position of the game, has no
    /// effect.
    #[must_use]
    pub fn knowing(mut self, proved: &[Proved]) -> Reviewer {
        for Proved { played, score, line } in proved {
            let is_end = matches!(score, Score::Mate(_));
            if is_end && self.places.get(*played).is_some_and(|place| !place.position.is_over()) {
                self.prove(*played, ScoredLine::new(*score, line.clone()));
            }
        }
        self
    }

    /// The number of moves that are still to be examined.
    pub fn left(&self) -> usize {
        let missing = |place: &&ReviewedPosition| place.reviewed.is_none();
        self.places[..self.moves.len()].iter().filter(missing).count()
    }

    /// Continues for about `slice`; the review if it is complete now. Every move is reported when it has been judged, the last
    /// one of the game first. A move is reported again if the search of another move later proves a different result for it.
    ///
    /// The engine must be the same every time, and belongs to the reviewer until the review is over. The reviewer first clears
    /// it, so that a review of the same game has the same result every time, if the engine has one thread. A stop ends the review with the moves that have
    /// been judged, and stays set.
    pub fn advance(
        &mut self,
        engine: &mut Engine,
        slice: Duration,
        clock: &dyn Clock,
        stop: &StopHandle,
        observer: &mut dyn FnMut(&ReviewedMove),
    ) -> Option<Review> {
        if !std::mem::replace(&mut self.has_begun, true) {
            engine.clear();
        }
        let slice_end = if slice == Duration::MAX { None } else { clock.now().checked_add(slice) };
        while self.stage != Stage::Done {
            let mut context = SearchContext { engine, slice_end, clock, stop };
            let step = match self.stage {
                Stage::Looking(index) | Stage::Judging(index) => self.look(index, &mut context, observer),
                Stage::Settling => self.settle(&mut context),
                Stage::Done => Ok(()),
            };
            if let Err(Pause) = step {
                return stop.is_requested().then(|| self.finish());
            }
            if self.stage != Stage::Done && slice_end.is_some_and(|end| clock.now() >= end) {
                return None;
            }
        }
        Some(self.finish())
    }

    /// Examines a position and the move that was played there, if any was, and continues with the position before.
    fn look(
        &mut self,
        index: usize,
        context: &mut SearchContext,
        observer: &mut dyn FnMut(&ReviewedMove),
    ) -> Result<(), Pause> {
        let after = self.places.get(index + 1).and_then(|next| next.scored.clone());
        let place = &mut self.places[index];
        let mut questions = context.questions(&self.limits, &mut place.notes);
        let scored = match after {
            None => score_last(&mut questions, &place.position, place.known.proved.as_ref())?,
            Some(after) => {
                let game = Played { number: index + 1, played: self.moves[index], after };
                let (scored, reviewed) = judge(&mut questions, &place.position, &game, &place.known)?;
                if place.reviewed.as_ref() != Some(&reviewed) {
                    observer(&reviewed);
                    place.reviewed = Some(reviewed);
                }
                scored
            }
        };
        place.scored = Some(scored);
        self.stage = match (self.stage, index.checked_sub(1)) {
            (Stage::Looking(_), Some(before)) => Stage::Looking(before),
            (Stage::Looking(_), None) => Stage::Settling,
            (_, Some(before)) => Stage::Judging(before),
            (_, None) => Stage::Done,
        };
        if self.stage == Stage::Settling {
            for index in 0..self.places.len() {
                if let Some(scored) = self.places[index].scored.clone().filter(ScoredLine::is_proved) {
                    self.follow(index, &scored);
                }
            }
        }
        Ok(())
    }

    /// Tries to prove a win where it decides which move is to blame, or continues to judge by what is proved.
    fn settle(&mut self, context: &mut SearchContext) -> Result<(), Pause> {
        let Some((index, nodes)) = self.unsettled() else {
            self.note_what_seems_lost();
            self.stage = Stage::Judging(self.moves.len());
            return Ok(());
        };
        let place = &mut self.places[index];
        let attacker = place.position.side_to_move();
        let tried =
            context.questions(&self.limits, &mut place.notes).try_win(&place.position, attacker, nodes)?;
        place.is_settled = true;
        if let Some(win) = tried.win {
            self.prove(index, win);
        }
        Ok(())
    }

    /// The last position that the solvers have not searched with the full budget and that its side to move may win although
    /// that is not proved, and its budget of nodes. Either the win is proved one turn later and may have existed before; or it
    /// is proved of an earlier and of a later position, and then existed in between too.
    fn unsettled(&self) -> Option<(usize, u64)> {
        let proved: Vec<(usize, Color)> =
            (0..self.places.len()).filter_map(|index| Some((index, self.places[index].winner()?))).collect();
        (0..self.places.len()).rev().find_map(|index| {
            let place = &self.places[index];
            if place.is_settled || place.position.is_over() || place.winner().is_some() {
                return None;
            }
            let side = place.position.side_to_move();
            let next = proved.partition_point(|&(other, _)| other < index);
            let wins_within = |plies: usize| {
                proved.get(next).is_some_and(|&(other, winner)| winner == side && other - index <= plies)
            };
            let won_before = next.checked_sub(1).is_some_and(|before| proved[before].1 == side);
            if won_before && wins_within(usize::MAX) {
                Some((index, self.limits.last_nodes.saturating_mul(GAP)))
            } else {
                wins_within(2).then_some((index, self.limits.last_nodes))
            }
        })
    }

    /// Marks the positions in which a side that was proved to lose seems to have lost all the time. A winner who leaves the
    /// shortest way gives nothing away as long as its chances stay clear.
    fn note_what_seems_lost(&mut self) {
        let mut winner = None;
        for place in &mut self.places {
            winner = match (place.winner(), winner) {
                (Some(winner), _) => Some(winner),
                (None, Some(winner)) if place.chance_of(winner).is_some_and(|chance| chance >= CLEAR) => {
                    place.known.seems_lost = place.position.side_to_move() != winner;
                    Some(winner)
                }
                (None, _) => None,
            };
        }
    }

    /// Stores the proof of a position, and its consequences for the positions after it.
    fn prove(&mut self, index: usize, scored: ScoredLine) {
        self.follow(index, &scored);
        self.places[index].known.proved = Some(scored);
    }

    fn follow(&mut self, index: usize, scored: &ScoredLine) {
        let after = followed(scored, &self.places[index].position, &self.moves[index..]);
        for (place, scored) in self.places[index + 1..].iter_mut().zip(after) {
            if place.winner().is_none() {
                place.known.proved = Some(scored);
            }
        }
    }

    fn finish(&mut self) -> Review {
        self.stage = Stage::Done;
        let moves: Vec<ReviewedMove> =
            self.places.iter().filter_map(|place| place.reviewed.clone()).collect();
        let is_complete = moves.len() == self.moves.len();
        Review::new(moves, is_complete)
    }
}

impl ReviewedPosition {
    fn new(position: Position) -> ReviewedPosition {
        let notes = Notes::default();
        let known = Known::default();
        ReviewedPosition { position, known, scored: None, reviewed: None, notes, is_settled: false }
    }

    /// The score of the position, proved or searched.
    fn scored(&self) -> Option<&ScoredLine> {
        self.known.proved.as_ref().or(self.scored.as_ref())
    }

    /// The side that is proved to win.
    fn winner(&self) -> Option<Color> {
        let scored = self.scored().filter(|scored| scored.is_proved())?;
        let mover = self.position.side_to_move();
        Some(if scored.wins() { mover } else { !mover })
    }

    /// A side's chances, in thousandths.
    fn chance_of(&self, side: Color) -> Option<u16> {
        let chance = win_chance(self.scored()?.score);
        Some(if self.position.side_to_move() == side { chance } else { 1_000 - chance })
    }
}

/// The engine with the limits of the current slice.
struct SearchContext<'a> {
    engine: &'a mut Engine,
    slice_end: Option<Duration>,
    clock: &'a dyn Clock,
    stop: &'a StopHandle,
}

impl SearchContext<'_> {
    fn questions<'a>(&'a mut self, limits: &'a ReviewLimits, notes: &'a mut Notes) -> Questions<'a> {
        let SearchContext { slice_end, clock, stop, .. } = *self;
        Questions { engine: self.engine, limits, slice_end, clock, stop, notes }
    }
}
