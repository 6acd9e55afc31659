//! The ways of training.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use tengen_game::{Color, Point, Rule};
use tengen_puzzles::{
    Attempt, Day, Library, Mistake, OwnPuzzles, Progress, Puzzle, PuzzleId, PuzzleSet, State, Theme, Trainer,
    Training, Verdict,
};

const TODAY: Day = 20_000;

fn library() -> Library {
    let set = PuzzleSet::open(include_bytes!("../data/renju.puzzles").to_vec()).unwrap();
    Library::of([&set])
}

fn begin(training: Training, library: &Library, progress: &Progress) -> Trainer {
    Trainer::begin(training, library, progress, TODAY, 7).unwrap()
}

/// Plays the solution.
fn solve(trainer: &mut Trainer, progress: &mut Progress) {
    let mut attempt = Attempt::new(trainer.puzzle().clone());
    while let Some(right) = attempt.right_move() {
        attempt.play(right).unwrap();
        trainer.play(right, progress, TODAY).unwrap();
    }
    assert_eq!(trainer.state(), &State::Solved);
}

/// Plays a wrong move.
fn miss(trainer: &mut Trainer, progress: &mut Progress) -> Point {
    let attempt = Attempt::new(trainer.puzzle().clone());
    let is_wrong = |point: &Point| matches!(attempt.clone().play(*point), Ok(Verdict::Wrong(_)));
    let point = trainer.puzzle().start.size().points().find(is_wrong).unwrap();
    trainer.play(point, progress, TODAY).unwrap();
    point
}

#[test]
fn a_miss_is_shown_and_the_second_try_changes_no_rating() {
    let (library, mut progress) = (library(), Progress::default());
    let mut trainer = begin(Training::Rated, &library, &progress);
    let start = trainer.puzzle().start.clone();
    let wrong = miss(&mut trainer, &mut progress);
    let missed = progress.rating();
    assert!(missed < trainer.rating_before() && matches!(trainer.state(), State::Refuted(_)));
    let shown = trainer.shown();
    assert_eq!((shown.numbered[0], shown.next), (wrong, Some(start.side_to_move())));
    assert_eq!(shown.board.stone(wrong), Some(start.side_to_move()));
    solve(&mut trainer, &mut progress);
    assert_eq!((progress.rating(), trainer.first(), trainer.score()), (missed, Some(false), (0, 1)));
    // The solution can be walked through, from its end to its beginning.
    trainer.go(isize::MIN);
    assert_eq!(&trainer.shown().board, start.board());
    trainer.go(1);
    let (step, of) = trainer.walk().unwrap();
    assert!(step == 1 && of >= 1 && trainer.shown().next.is_none());
    trainer.go(isize::MAX);
    assert_eq!(trainer.walk(), Some((of, of)));
    assert!(trainer.next(&library, &progress, TODAY));
    assert_ne!(trainer.puzzle().start, start);
    assert_eq!(trainer.state(), &State::Solving);
}

#[test]
fn a_run_becomes_harder_and_ends_with_a_miss_and_three_minutes_with_the_third() {
    let (library, mut progress) = (library(), Progress::default());
    let mut run = begin(Training::Run, &library, &progress);
    let first = run.puzzle().rating;
    for _ in 0..8 {
        solve(&mut run, &mut progress);
        assert!(run.next(&library, &progress, TODAY));
    }
    assert!(run.puzzle().rating > first && !run.is_over());
    miss(&mut run, &mut progress);
    assert!(run.is_over() && !run.next(&library, &progress, TODAY));
    assert_eq!((progress.best(), progress.repeating().count()), ((8, 0), 1));
    let mut rush = begin(Training::Rush, &library, &progress);
    for misses in 1..=3 {
        miss(&mut rush, &mut progress);
        assert_eq!(rush.is_over(), misses == 3);
        rush.next(&library, &progress, TODAY);
    }
    // The time may be up before.
    let mut rush = begin(Training::Rush, &library, &progress);
    solve(&mut rush, &mut progress);
    rush.end();
    assert!(rush.is_over() && progress.best().1 == 1);
    assert_eq!(progress.rating(), Progress::default().rating(), "only rated puzzles change the rating");
}

#[test]
fn ideas_days_and_repetitions_give_their_own_puzzles() {
    let (library, mut progress) = (library(), Progress::default());
    let theme = begin(Training::Theme(Theme::Defence), &library, &progress);
    assert!(theme.puzzle().themes.contains(Theme::Defence));
    let mut daily = begin(Training::Daily, &library, &progress);
    assert_eq!(Some(daily.puzzle()), library.of_day(TODAY));
    assert_ne!(library.of_day(TODAY), library.of_day(TODAY + 1));
    solve(&mut daily, &mut progress);
    assert!(progress.has_done_day(Rule::Renju, TODAY) && !daily.next(&library, &progress, TODAY));
    assert!(Trainer::begin(Training::Repeat, &library, &progress, TODAY, 1).is_none());
    let mut rated = begin(Training::Rated, &library, &progress);
    rated.give_up(&mut progress, TODAY);
    assert_eq!((rated.state(), rated.shown().next), (&State::GivenUp, None));
    let repeat = Trainer::begin(Training::Repeat, &library, &progress, TODAY + 1, 1).unwrap();
    assert_eq!(repeat.puzzle(), rated.puzzle());
}

#[test]
fn forbidden_points_are_shown_to_black_alone() {
    let (library, progress) = (library(), Progress::default());
    for seed in 0..200 {
        let trainer = Trainer::begin(Training::Rated, &library, &progress, TODAY, seed).unwrap();
        let shown = trainer.shown();
        assert!(shown.forbidden.is_empty() || shown.next == Some(Color::Black));
    }
}

#[test]
fn the_puzzle_of_the_day_is_solved_after_a_miss_and_not_after_its_solution() {
    let library = library();
    let mut progress = Progress::default();
    let mut daily = begin(Training::Daily, &library, &progress);
    miss(&mut daily, &mut progress);
    assert!(!progress.has_done_day(Rule::Renju, TODAY));
    solve(&mut daily, &mut progress);
    assert_eq!((progress.days_in_a_row(TODAY), daily.first()), (1, Some(false)));
    let mut progress = Progress::default();
    let mut daily = begin(Training::Daily, &library, &progress);
    daily.give_up(&mut progress, TODAY);
    let mut again = begin(Training::Daily, &library, &progress);
    solve(&mut again, &mut progress);
    assert!(progress.has_done_day(Rule::Renju, TODAY) && progress.days_in_a_row(TODAY) == 0);
}

#[test]
fn own_mistakes_come_back_until_they_are_known_and_a_single_puzzle_counts_nothing() {
    let all = library();
    let puzzles: Vec<Puzzle> = (0..3).filter_map(|day| all.of_day(TODAY + day).cloned()).collect();
    let (mut own, mut progress) = (OwnPuzzles::default(), Progress::default());
    for puzzle in &puzzles {
        assert!(own.add_mistake(puzzle.clone(), TODAY) && !own.add_mistake(puzzle.clone(), TODAY));
        progress.add_mistake(PuzzleId::of(puzzle), TODAY);
    }
    let mistakes = Library::of_puzzles(own.mistakes().iter().map(|own| own.puzzle.clone()));
    let mut trainer = begin(Training::Mistakes, &mistakes, &progress);
    miss(&mut trainer, &mut progress);
    for _ in 0..2 {
        assert!(trainer.next(&mistakes, &progress, TODAY));
        solve(&mut trainer, &mut progress);
    }
    assert!(!trainer.next(&mistakes, &progress, TODAY), "all were there");
    assert_eq!(
        (progress.due(TODAY).len(), progress.due(TODAY + 1).len(), progress.due(TODAY + 3).len()),
        (0, 1, 3)
    );
    // Without one that is due, those that are known are trained, and a miss brings them back.
    let mut trainer = begin(Training::Mistakes, &mistakes, &progress);
    solve(&mut trainer, &mut progress);
    assert_eq!(progress.due(TODAY + 3).len(), 3, "a success before its day changes nothing");
    let before = progress.clone();
    let mut one = Trainer::of_puzzle(puzzles[0].clone(), &progress);
    miss(&mut one, &mut progress);
    assert!(one.hint(&mut progress, TODAY).is_some());
    solve(&mut one, &mut progress);
    assert!(progress == before && !one.next(&mistakes, &progress, TODAY));
}

#[test]
fn own_puzzles_are_saved_and_travel_as_texts() {
    let puzzle = library().of_day(TODAY).unwrap().clone();
    let text = puzzle.to_text().unwrap();
    assert_eq!(Puzzle::from_text(&text).as_ref(), Ok(&puzzle));
    let mut own = OwnPuzzles::default();
    own.save(puzzle.clone(), "first".to_owned(), TODAY).unwrap();
    own.save(puzzle.clone(), "renamed".to_owned(), TODAY + 1).unwrap();
    let read: OwnPuzzles = serde_json::from_str(&serde_json::to_string(&own).unwrap()).unwrap();
    assert_eq!((read.made().len(), read.made()[0].name.as_str()), (1, "renamed"));
    own.delete(PuzzleId::of(&puzzle));
    assert!(own.made().is_empty());
    for (wrong, expected) in [
        ("h8 i9!", "expected a puzzle in base64url"),
        ("AAAA", "expected a set of puzzles that begins with `TPZ1`"),
        (&text[..text.len() / 4 * 4 - 8], "expected a puzzle at byte"),
    ] {
        let error = Puzzle::from_text(wrong).unwrap_err().to_string();
        assert!(error.contains(expected), "{error}");
    }
}

#[test]
fn a_progress_travels_to_another_device_and_both_are_joined() {
    let library = library();
    let (mut one, mut other) = (Progress::default(), Progress::default());
    for _ in 0..3 {
        let mut trainer = begin(Training::Rated, &library, &one);
        miss(&mut trainer, &mut one);
    }
    one.end_day(Rule::Renju, TODAY, true);
    other.end_day(Rule::Standard, TODAY - 1, true);
    assert!(other.end_run(5));
    let shared: Progress =
        serde_json::from_str(&serde_json::to_string(&one.shared(|_| false)).unwrap()).unwrap();
    assert!(serde_json::to_string(&shared).unwrap().len() < 2_000);
    let joined = other.merged(&shared);
    assert!((joined.rating() - one.rating()).abs() < 1e-6);
    assert_eq!((joined.results(), joined.repeating().count()), ((0, 3), 3));
    assert_eq!((joined.best(), joined.days_in_a_row(TODAY)), ((5, 0), 2));
    assert!(joined.has_done_day(Rule::Renju, TODAY) && !joined.has_done_day(Rule::Standard, TODAY));
    // The other way round the result is the same, but for the puzzles that only one device has rated.
    assert_eq!(shared.merged(&other).shared(|_| false), joined.shared(|_| false));
    // What was repeated, or missed again, on one device is not taken back by the older state of the other.
    let id = one.due(TODAY + 1)[0];
    let before = one.shared(|_| false);
    for (day, next) in [(1, 4), (4, 11), (11, 32)] {
        one.repeat(id, true, TODAY + day);
        assert!(one.is_due(id, TODAY + next) && !one.merged(&before).is_due(id, TODAY + next - 1));
    }
    one.repeat(id, true, TODAY + 32);
    assert!(!one.merged(&before).is_due(id, TODAY + 1_000) && one.merged(&before).repeating().count() == 2);
    one.miss(id, TODAY + 40);
    assert!(before.merged(&one).is_due(id, TODAY + 41) && !before.merged(&one).is_due(id, TODAY + 40));
    // Days that were solved on two devices are one row.
    let (mut here, mut there) = (Progress::default(), Progress::default());
    (1..=11).for_each(|day| there.end_day(Rule::Renju, day, true));
    here.end_day(Rule::Renju, 12, true);
    assert_eq!([here.merged(&there), there.merged(&here)].map(|both| both.days_in_a_row(12)), [12, 12]);
    assert_eq!(one.shared(|other| other == id).repeating().count(), 2, "own mistakes stay on their device");
    // As many repetitions as can be fit into the account, also as a text within JSON.
    for _ in 0..400 {
        let mut trainer = begin(Training::Rated, &library, &one);
        miss(&mut trainer, &mut one);
    }
    let shared = serde_json::to_string(&one.shared(|_| false)).unwrap();
    assert!(shared.len() < 16_384, "{}", shared.len());
    assert!(serde_json::to_string(&shared).unwrap().len() < 30_000);
}

/// A four that is put in before the last move, and keeps the win, is answered and is no miss.
#[test]
fn a_slower_win_is_no_miss() {
    let set = PuzzleSet::open(include_bytes!("../data/standard.puzzles").to_vec()).unwrap();
    let slower = set.iter().map(Result::unwrap).find_map(|puzzle| {
        let mut attempt = Attempt::new(puzzle.clone());
        while attempt.turn() + 2 < puzzle.moves() {
            attempt.play(attempt.right_move()?).ok()?;
        }
        let is_slower = |point: &Point| {
            matches!(attempt.clone().play(*point), Ok(Verdict::Wrong(refuted)) if refuted.mistake == Mistake::Slower)
        };
        let point = puzzle.start.size().points().find(is_slower)?;
        Some((puzzle, point))
    });
    let (puzzle, point) = slower.unwrap();
    let library = Library::of_puzzles([puzzle.clone()]);
    let mut progress = Progress::default();
    let mut trainer = begin(Training::Rated, &library, &progress);
    let mut attempt = Attempt::new(puzzle.clone());
    while attempt.turn() + 2 < puzzle.moves() {
        let right = attempt.right_move().unwrap();
        attempt.play(right).unwrap();
        trainer.play(right, &mut progress, TODAY).unwrap();
    }
    trainer.play(point, &mut progress, TODAY).unwrap();
    assert!(matches!(trainer.state(), State::Refuted(_)) && trainer.first().is_none());
    trainer.play(attempt.right_move().unwrap(), &mut progress, TODAY).unwrap();
    assert_eq!((trainer.first(), progress.results()), (Some(true), (1, 0)));
}
