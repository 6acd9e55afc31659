//! Training with puzzles: the sets that the page fetches, the person's progress, and the puzzle on the board.
//!
//! [`Trainer`] decides what a move means; this module gives it the time and the sets, puts its stones and marks on the board, and saves
//! the progress.

mod judge;
mod mistakes;
mod own;
pub(crate) mod stored;

use std::collections::BTreeSet;

use gloo_timers::callback::{Interval, Timeout};
use leptos::prelude::*;
use leptos::task::spawn_local;
use tengen_analysis::ReviewedMove;
use tengen_game::{Point, Rule};
use tengen_match::{Consequence, Game, Mode, Notice, Sound, Tracked};
use tengen_puzzles::{
    Day, Library, OwnPuzzles, Progress, Puzzle, PuzzleId, PuzzleSet, State, Trainer, Training,
};

use self::judge::Judge;
pub(crate) use self::mistakes::{GameMistakes, Search, own_sides};
pub(crate) use self::own::{Judged, SaveError, link_to};

use crate::data;
use crate::place::Place;
use crate::reactive::RwSignal;
use crate::session::{ExerciseInput, ReviewListener, Session};
use crate::storage;

/// The pause before the next puzzle of a fast training, in which the person sees the end of the last one.
const FAST_PAUSE_MS: u32 = 600;
/// The same after a miss, whose refutation takes longer to read.
const FAST_MISS_MS: u32 = 1_600;

/// The state of the set of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Loading {
    Going,
    Done,
    Failed,
}

/// The training of this page. Copies share the same state.
#[derive(Clone, Copy)]
pub(crate) struct Puzzles {
    session: Session,
    /// The rule of the puzzles.
    pub(crate) rule: RwSignal<Rule>,
    pub(crate) loading: RwSignal<Loading>,
    library: StoredValue<Library>,
    pub(crate) progress: RwSignal<Progress>,
    /// The puzzles of the person's mistakes, and those that the person has made.
    pub(crate) own: RwSignal<OwnPuzzles>,
    /// The puzzles of the mistakes in the game on the board, whose review has ended.
    pub(crate) mistakes: GameMistakes,
    /// Whether the link of the page opens no puzzle.
    pub(crate) has_link_fault: RwSignal<bool>,
    judge: Judge,
    /// The puzzle with which the editor begins again, after it was tried.
    pub(crate) draft: StoredValue<Option<(Puzzle, String)>>,
    /// The training; `None` while the person chooses one.
    pub(crate) trainer: RwSignal<Option<Trainer>>,
    /// The seconds that are left in a training against the clock.
    pub(crate) seconds: RwSignal<Option<u32>>,
    /// Whether there is no further puzzle for the training.
    pub(crate) is_out: RwSignal<bool>,
    /// The rule whose set is in the library.
    loaded: StoredValue<Option<Rule>>,
    /// The end of a training against the clock, in milliseconds since 1970.
    ends_at: StoredValue<f64>,
    clock: StoredValue<Option<Interval>, LocalStorage>,
    going_on: StoredValue<Option<Timeout>, LocalStorage>,
}

impl Puzzles {
    /// Provides the training to the page.
    pub(crate) fn provide() {
        let session = Session::of_page();
        let rule = storage::read(storage::PUZZLE_RULE).and_then(|name| name.parse().ok());
        let puzzles = Puzzles {
            session,
            rule: RwSignal::new(rule.filter(|rule| Puzzle::RULES.contains(rule)).unwrap_or(Rule::FREESTYLE)),
            loading: RwSignal::new(Loading::Going),
            library: StoredValue::new(Library::default()),
            progress: RwSignal::new(stored::read_progress()),
            own: RwSignal::new(stored::read_own()),
            mistakes: GameMistakes::new(),
            has_link_fault: RwSignal::new(false),
            judge: Judge::new(),
            draft: StoredValue::new(None),
            trainer: RwSignal::new(None),
            seconds: RwSignal::new(None),
            is_out: RwSignal::new(false),
            loaded: StoredValue::new(None),
            ends_at: StoredValue::new(0.0),
            clock: StoredValue::new_local(None),
            going_on: StoredValue::new_local(None),
        };
        session.on_review(puzzles);
        provide_context(puzzles);
        on_cleanup(move || puzzles.stop_clocks());
        puzzles.follow_reviews();
        puzzles.open_link();
    }

    pub(crate) fn of_page() -> Puzzles {
        expect_context()
    }

    /// Fetches the set of the chosen rule, unless it is there.
    pub(crate) fn load(self) {
        let rule = self.rule.get_untracked();
        if self.loaded.get_value() == Some(rule) {
            return self.loading.set(Loading::Done);
        }
        self.loading.set(Loading::Going);
        spawn_local(async move {
            let fetched = data::fetch("puzzles", &rule.to_string()).await;
            let fetched = fetched.and_then(|bytes| PuzzleSet::open(bytes).map_err(|error| error.to_string()));
            // The page may be gone by now, or the person may have chosen another rule.
            if self.rule.try_get_untracked() != Some(rule) {
                return;
            }
            match fetched {
                Ok(set) => {
                    self.library.set_value(Library::of([&set]));
                    self.loaded.set_value(Some(rule));
                    self.loading.set(Loading::Done);
                }
                Err(reason) => {
                    leptos::logging::warn!("the puzzles did not load: {reason}");
                    self.loading.set(Loading::Failed);
                }
            }
        });
    }

    /// Chooses the rule of the puzzles.
    pub(crate) fn set_rule(self, rule: Rule) {
        storage::write(storage::PUZZLE_RULE, &rule.to_string());
        self.rule.set(rule);
        self.load();
    }

    /// Reads the puzzles of the rule.
    pub(crate) fn with_library<T>(self, look: impl FnOnce(&Library) -> T) -> T {
        self.library.with_value(look)
    }

    /// Begins a training; whether there is a puzzle for it.
    pub(crate) fn begin(self, training: Training) -> bool {
        self.mistakes.is_alone.set_value(false);
        self.begin_training(training)
    }

    /// Begins a training with the puzzles of the mistakes in the game on the board; whether there is one.
    pub(crate) fn begin_of_game(self) -> bool {
        self.mistakes.is_alone.set_value(true);
        self.begin_training(Training::Mistakes)
    }

    /// Begins the training once more, with the same puzzles to choose from.
    pub(crate) fn begin_again(self) {
        let training = self.trainer.with_untracked(|trainer| trainer.as_ref().map(Trainer::training));
        if let Some(training) = training {
            self.begin_training(training);
        }
    }

    fn begin_training(self, training: Training) -> bool {
        let seed = js_sys::Math::random().to_bits();
        let trainer = self.with_library_of(training, |library| {
            self.progress
                .with_untracked(|progress| Trainer::begin(training, library, progress, today(), seed))
        });
        let has_begun = trainer.is_some();
        self.stop_clocks();
        self.is_out.set(!has_begun);
        self.trainer.set(trainer);
        if has_begun && training == Training::Rush {
            self.ends_at.set_value(js_sys::Date::now() + f64::from(Training::RUSH_SECONDS) * 1_000.0);
            self.seconds.set(Some(Training::RUSH_SECONDS));
            self.clock.set_value(Some(Interval::new(1_000, move || self.tick())));
        }
        self.show();
        has_begun
    }

    /// Puts a single puzzle on the board.
    pub(crate) fn begin_with(self, puzzle: Puzzle) {
        self.stop_clocks();
        self.is_out.set(true);
        self.trainer.set(Some(self.progress.with_untracked(|progress| Trainer::of_puzzle(puzzle, progress))));
        self.show();
    }

    /// Reads the puzzles of a training.
    fn with_library_of<T>(self, training: Training, look: impl FnOnce(&Library) -> T) -> T {
        if training != Training::Mistakes {
            return self.with_library(look);
        }
        if self.mistakes.is_alone.get_value() {
            return look(&Library::of_puzzles(self.mistakes.found.get_value()));
        }
        let mistakes = self
            .own
            .with_untracked(|own| Library::of_puzzles(own.mistakes().iter().map(|own| own.puzzle.clone())));
        look(&mistakes)
    }

    /// Goes back to the game.
    pub(crate) fn leave(self) {
        self.stop_clocks();
        self.trainer.set(None);
        own::forget_link();
        self.session.give(Mode::leave_exercise);
    }

    /// Takes a point of the board as the person's move.
    fn take(self, point: Point) {
        let takes_moves =
            self.trainer.with_untracked(|trainer| trainer.as_ref().is_some_and(Trainer::takes_moves));
        if self.going_on.with_value(Option::is_some) || !takes_moves {
            return;
        }
        let refusal = self.change(|trainer, progress| trainer.play(point, progress, today()).err());
        let refusal = refusal.flatten();
        let sound = refusal.is_none().then_some(Consequence::Sound(Sound::Stone));
        let notice = refusal.map_or(Notice::Nothing, Notice::Refused);
        self.session.give(|_: &mut Tracked<Mode>, _| {
            sound.into_iter().chain([Consequence::Notice(notice)]).collect()
        });
        self.go_on_if_fast();
    }

    /// The refutation leaves the board.
    pub(crate) fn again(self) {
        self.change(|trainer, _| trainer.again());
    }

    /// Shows the solution.
    pub(crate) fn give_up(self) {
        self.change(|trainer, progress| trainer.give_up(progress, today()));
        self.go_on_if_fast();
    }

    /// Goes through the solution.
    pub(crate) fn go(self, by: isize) {
        self.change(|trainer, _| trainer.go(by));
    }

    /// Goes on to the next puzzle.
    pub(crate) fn next(self) {
        self.going_on.set_value(None);
        let training = self.trainer.with_untracked(|trainer| trainer.as_ref().map(Trainer::training));
        let Some(training) = training else { return };
        let has_next = self.with_library_of(training, |library| {
            self.change(|trainer, progress| trainer.next(library, progress, today()))
        });
        self.is_out.set(has_next == Some(false));
    }

    /// Goes on to the next puzzle from one that is done.
    pub(crate) fn next_if_done(self) {
        let is_done = self.trainer.with_untracked(|trainer| trainer.as_ref().is_some_and(Trainer::is_done));
        if is_done {
            self.next();
        }
    }

    /// The identifier of the puzzle on the board; empty without one.
    pub(crate) fn id(self) -> String {
        let of = |trainer: &Option<Trainer>| {
            trainer.as_ref().map(|trainer| PuzzleId::of(trainer.puzzle()).to_string())
        };
        self.trainer.with(of).unwrap_or_default()
    }

    /// Whether a puzzle is on the board.
    pub(crate) fn is_on_board(self) -> bool {
        self.trainer.with_untracked(Option::is_some)
    }

    /// In a fast training, the next puzzle comes by itself.
    fn go_on_if_fast(self) {
        let pause = self.trainer.with_untracked(|trainer| {
            let trainer =
                trainer.as_ref().filter(|trainer| trainer.training().is_fast() && !trainer.is_over())?;
            match trainer.state() {
                State::Solved => Some(FAST_PAUSE_MS),
                State::Refuted(_) | State::GivenUp => Some(FAST_MISS_MS),
                State::Solving => None,
            }
        });
        if let Some(pause) = pause {
            self.going_on.set_value(Some(Timeout::new(pause, move || self.next())));
        }
    }

    fn tick(self) {
        // Browsers slow the timers of hidden pages down, so that the ticks are not counted.
        let left = ((self.ends_at.get_value() - js_sys::Date::now()) / 1_000.0).ceil().max(0.0) as u32;
        self.seconds.set(Some(left));
        if left == 0 {
            self.change(|trainer, _| trainer.end());
            self.stop_clocks();
        }
    }

    fn stop_clocks(self) {
        self.clock.set_value(None);
        self.going_on.set_value(None);
        self.seconds.set(None);
    }

    /// Changes the training and shows it.
    fn change<T>(self, change: impl FnOnce(&mut Trainer, &mut Progress) -> T) -> Option<T> {
        let mut trainer = self.trainer.get_untracked()?;
        let result = self.change_progress(|progress| change(&mut trainer, progress));
        if trainer.is_over() {
            self.clock.set_value(None);
        }
        self.trainer.set(Some(trainer));
        self.show();
        Some(result)
    }

    /// Changes the progress, and saves it if it has changed.
    fn change_progress<T>(self, change: impl FnOnce(&mut Progress) -> T) -> T {
        let mut progress = self.progress.get_untracked();
        let result = change(&mut progress);
        if self.progress.with_untracked(|before| *before != progress) {
            stored::write_progress(&progress);
            self.progress.set(progress);
        }
        result
    }

    /// Takes the progress that was joined with that of a member's account.
    pub(crate) fn take_progress(self, joined: Progress) {
        self.change_progress(|progress| *progress = joined);
    }

    /// Changes the person's own puzzles, and saves them; the flag says whether the browser keeps them. Another window may have changed them.
    fn change_own<T>(self, change: impl FnOnce(&mut OwnPuzzles) -> T) -> (T, bool) {
        let mut own = stored::read_own();
        let result = change(&mut own);
        let is_kept = stored::write_own(&own);
        self.own.set(own);
        (result, is_kept)
    }

    /// The part of the progress that the account of a member keeps.
    pub(crate) fn shared_progress(self) -> Progress {
        // An identifier is a hash of the board, so that each is made once and not for every repetition.
        let local: BTreeSet<PuzzleId> =
            self.own.with(|own| own.mistakes().iter().map(|own| PuzzleId::of(&own.puzzle)).collect());
        self.progress.with(|progress| progress.shared(|id| local.contains(&id)))
    }

    /// Another member uses the browser: the progress of the one before is put aside, and that of this member is taken up again.
    pub(crate) fn change_member(self, before: &str, now: &str) {
        self.progress.with_untracked(|progress| stored::put_aside(progress, before));
        let known = stored::take_up(now);
        self.change_progress(|progress| *progress = known);
    }

    /// Shows the puzzle on the board.
    fn show(self) {
        let shown = self.trainer.with_untracked(|trainer| trainer.as_ref().map(Trainer::shown));
        let Some(mut shown) = shown else { return };
        if !self.session.preferences.with_untracked(|preferences| preferences.forbidden) {
            shown.forbidden.clear();
        }
        self.session.show_exercise(shown, self);
    }
}

impl ExerciseInput for Puzzles {
    fn leads_to(&self) -> Place {
        Place::Puzzles
    }

    fn play(&self, point: Point) {
        self.take(point);
    }

    /// The arrows go through the solution, and letters press the buttons below the task.
    fn press(&self, key: &str, is_repeated: bool) {
        match key {
            "ArrowLeft" | "," => self.go(-1),
            "ArrowRight" | "." => self.go(1),
            "Home" => self.go(isize::MIN),
            "End" => self.go(isize::MAX),
            "n" | "N" if !is_repeated => self.next_if_done(),
            "r" | "R" if !is_repeated => self.again(),
            _ => {}
        }
    }
}

impl ReviewListener for Puzzles {
    fn reviewed(&self, game: &Game, reviewed: &[ReviewedMove]) {
        self.search_reviewed(game, reviewed);
    }
}

/// Today, by the calendar of the person.
pub(crate) fn today() -> Day {
    const DAY_MS: f64 = 24.0 * 60.0 * 60.0 * 1_000.0;
    const MINUTE_MS: f64 = 60_000.0;
    let now = js_sys::Date::new_0();
    ((now.get_time() - now.get_timezone_offset() * MINUTE_MS) / DAY_MS) as Day
}
