//! Puzzles of the mistakes in games that were reviewed.

use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_analysis::{PuzzleKind, ReviewedMove};
use tengen_game::{Color, Move, Position};
use tengen_match::{Game, Review};
use tengen_puzzles::{Puzzle, PuzzleId, Soundness};

use super::{Puzzles, today};
use crate::reactive::RwSignal;

/// The state of the search for puzzles in the mistakes of the game on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Search {
    Running,
    /// So many puzzles were found. Those that were known before count as well.
    Done(usize),
    /// The positions could not be judged.
    Failed,
}

/// The puzzles of the mistakes in the game on the board.
#[derive(Clone, Copy)]
pub(crate) struct GameMistakes {
    /// The search for them.
    pub(crate) search: RwSignal<Option<Search>>,
    /// The number of the latest search.
    latest: StoredValue<u32>,
    /// The puzzles that the latest search has found.
    pub(super) found: StoredValue<Vec<Puzzle>>,
    /// Whether the training has these puzzles alone, and not those of other games.
    pub(super) is_alone: StoredValue<bool>,
}

impl GameMistakes {
    pub(super) fn new() -> GameMistakes {
        GameMistakes {
            search: RwSignal::new(None),
            latest: StoredValue::new(0),
            found: StoredValue::new(Vec::new()),
            is_alone: StoredValue::new(false),
        }
    }

    /// A search that still runs adds its puzzles, and reports no more.
    fn forget(self) {
        self.latest.update_value(|number| *number = number.wrapping_add(1));
        self.search.set(None);
        self.found.set_value(Vec::new());
    }
}

/// A position of a mistake, with the kinds of puzzles that it may make, the likeliest first.
struct Candidate {
    before: Position,
    kinds: &'static [PuzzleKind],
}

/// The sides of a game whose mistakes are the person's own: that of the only person, in a game that was played here.
pub(crate) fn own_sides(game: &Game) -> Vec<Color> {
    game.sole_player().into_iter().collect()
}

/// The mistakes of these sides at which there was a forced win, or a forced win of the other side to prevent.
fn candidates(
    start: &Position,
    moves: &[Move],
    reviewed: &[ReviewedMove],
    sides: &[Color],
) -> Vec<Candidate> {
    if !Puzzle::RULES.contains(&start.rule()) {
        return Vec::new();
    }
    let mut position = start.clone();
    let mut found = Vec::new();
    for (number, &played) in (1..).zip(moves) {
        let of_move = reviewed.iter().find(|reviewed| reviewed.number == number);
        let kinds: Option<&[PuzzleKind]> = of_move.and_then(|reviewed| {
            match (reviewed.missed_win.is_some(), reviewed.refutation.is_some()) {
                (true, _) => Some(&[PuzzleKind::Fours, PuzzleKind::Threats][..]),
                (false, true) => Some(&[PuzzleKind::Defence][..]),
                (false, false) => None,
            }
        });
        if let Some(kinds) = kinds.filter(|_| sides.contains(&position.side_to_move())) {
            found.push(Candidate { before: position.clone(), kinds });
        }
        if position.play(played).is_err() {
            break;
        }
    }
    found
}

impl Puzzles {
    /// Looks for puzzles in the mistakes of each game whose review ends, if only one of its players was a person here.
    pub(super) fn follow_reviews(self) {
        let session = self.session;
        let reviewed = RwSignal::new(None);
        Effect::new(move || {
            let done = session.table.review.with(|review| Some(complete(review.as_ref()?)?.id()));
            // A review goes with its game, and the message with it.
            if done.is_none() {
                self.mistakes.forget();
                reviewed.set(None);
            }
            if done.is_none() || reviewed.get_untracked() == done {
                return;
            }
            reviewed.set(done);
            self.mistakes.forget();
            let sides = session.table.game.with_untracked(own_sides);
            if !sides.is_empty() {
                self.search_review(&sides);
            }
        });
    }

    /// Looks for puzzles in the mistakes of these sides in the game on the board, whose review has ended.
    pub(crate) fn search_review(self, sides: &[Color]) {
        let table = self.session.table;
        let reviewed: Vec<ReviewedMove> = table.review.with_untracked(|review| {
            let of = |review: &Review| {
                let (_, all) = review.progress();
                (1..=all).filter_map(|number| review.reviewed(number).cloned()).collect()
            };
            review.as_ref().map(of).unwrap_or_default()
        });
        let found = table
            .game
            .with_untracked(|game| candidates(game.record().start(), &game.main_moves(), &reviewed, sides));
        self.mistakes.forget();
        let mistakes = self.mistakes;
        let number = mistakes.latest.get_value();
        mistakes.search.set(Some(Search::Running));
        spawn_local(async move {
            let made = self.add_mistakes(found).await;
            // The page may be gone by now, or the review.
            if mistakes.latest.try_get_value() != Some(number) {
                return;
            }
            let search = made.as_ref().map_or(Search::Failed, |made| Search::Done(made.len()));
            mistakes.found.set_value(made.unwrap_or_default());
            mistakes.search.set(Some(search));
        });
    }

    /// Looks for puzzles in the mistakes of a game of the library that was reviewed in the background.
    pub(super) fn search_reviewed(self, game: &Game, reviewed: &[ReviewedMove]) {
        let found = candidates(game.record().start(), &game.main_moves(), reviewed, &own_sides(game));
        if !found.is_empty() {
            spawn_local(async move {
                self.add_mistakes(found).await;
            });
        }
    }

    /// Has the positions judged one after the other, and keeps the puzzles. `None` if the judge has failed.
    async fn add_mistakes(self, candidates: Vec<Candidate>) -> Option<Vec<Puzzle>> {
        let mut made = Vec::new();
        for candidate in candidates {
            for &kind in candidate.kinds {
                match self.judge.judge(candidate.before.clone(), kind).await {
                    Ok(Soundness::Sound(puzzle)) => {
                        made.push((*puzzle).clone());
                        self.add_mistake(*puzzle);
                        break;
                    }
                    Ok(_) => {}
                    Err(reason) => {
                        leptos::logging::warn!("mistakes could not be judged: {reason}");
                        return None;
                    }
                }
            }
        }
        self.judge.end_if(0);
        Some(made)
    }

    fn add_mistake(self, puzzle: Puzzle) {
        let id = PuzzleId::of(&puzzle);
        let (is_new, _) = self.change_own(|own| own.add_mistake(puzzle, today()));
        if is_new {
            self.change_progress(|progress| progress.add_mistake(id, today()));
        }
    }
}

/// The review, if it has ended with all moves.
fn complete(review: &Review) -> Option<&Review> {
    Some(review).filter(|review| review.whole().is_some_and(|whole| whole.is_complete))
}
