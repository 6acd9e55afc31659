//! What makes a position no puzzle.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

use tengen_game::{Board, Color, Point, Position, Rule, diagram};
use tengen_puzzles::{
    Attempt, Day, Fault, Mistake, Progress, Puzzle, PuzzleId, Refutation, Task, Themes, Verdict, check,
};

fn puzzle(rule: Rule, board: Board, solver: Color, task: Task) -> Puzzle {
    let start = Position::from_board(rule, board, solver).unwrap();
    Puzzle { start, task, themes: Themes::default(), rating: 1500, level: 10 }
}

fn at(names: &[&str], board: &Board) -> Vec<Point> {
    names.iter().map(|name| Point::parse(name, board.size()).unwrap()).collect()
}

/// Black makes a four, White answers at e7, and then c3 makes two fours. The white stones in the corner keep the rows apart.
fn two_fours() -> Board {
    diagram::read(
        "
        . . . . . . . . .
        . . . . . . . . .
        O X X X . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . . . X . .
        . . . . . . X . .
        . . . . . . X . .
        . . . . . . O . .
        ",
    )
    .unwrap()
}

fn fours(board: &Board, line: &[&str]) -> Puzzle {
    puzzle(
        Rule::FREESTYLE,
        board.clone(),
        Color::Black,
        Task::Fours { line: at(line, board), counter: Vec::new() },
    )
}

#[test]
fn a_line_that_does_not_win_is_no_solution() {
    let board = two_fours();
    assert_eq!(check(&fours(&board, &["e5"])), Err(Fault::NoWin(1)));
    assert_eq!(check(&fours(&board, &[])), Err(Fault::NoWin(0)));
    // A four that is answered does not win yet.
    assert_eq!(check(&fours(&board, &["e7"])), Err(Fault::NoWin(1)));
}

#[test]
fn another_winning_four_is_a_second_solution() {
    // Two rows of three that cross in one point, and a third row that crosses both elsewhere: many fours win.
    let board = diagram::read(
        "
        . . . . . . . . .
        . X . . . . . . .
        . . . . . . . . .
        . X . X X . . . .
        . X . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    )
    .unwrap();
    // b6 stands in both rows; c6 and b7 make open fours in each.
    let fault = check(&fours(&board, &["c6"])).unwrap_err();
    assert!(matches!(fault, Fault::Trivial | Fault::SecondSolution(_) | Fault::Shorter(_)), "{fault}");
}

#[test]
fn a_position_with_a_four_is_none() {
    let board = diagram::read("O X X X X . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .\n . . . . . . .").unwrap();
    assert_eq!(check(&fours(&board, &["f7"])), Err(Fault::NotQuiet));
}

#[test]
fn caro_has_no_puzzles() {
    let board = two_fours();
    let task = Task::Fours { line: at(&["e7"], &board), counter: Vec::new() };
    assert_eq!(check(&puzzle(Rule::Caro, board, Color::Black, task)), Err(Fault::Rule(Rule::Caro)));
}

/// Black has an open three; White has no four of its own. Of the three answers to it two or three save White, so that none is the only one.
#[test]
fn a_three_with_several_answers_is_no_defence() {
    let board = diagram::read(
        "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . X X X . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        ",
    )
    .unwrap();
    let line = at(&["c6"], &board);
    let task = Task::Defence {
        saves: at(&["g6"], &board)[0],
        refutations: vec![Refutation { after: Vec::new(), line }],
    };
    let fault = check(&puzzle(Rule::FREESTYLE, board, Color::White, task)).unwrap_err();
    assert!(matches!(fault, Fault::NotRefuted(_) | Fault::NotSaved(_)), "{fault}");
}

#[test]
fn a_wrong_move_changes_nothing_and_the_right_one_is_answered() {
    let board = two_fours();
    let mut attempt = Attempt::new(fours(&board, &["e7", "e5"]));
    let before = attempt.position().clone();
    let [corner, four, answer] = at(&["i9", "e7", "f7"], &board)[..] else { panic!() };
    let Ok(Verdict::Wrong(refuted)) = attempt.play(corner) else { panic!("the corner is wrong") };
    assert_eq!((refuted.mistake, refuted.moves.len()), (Mistake::NoFour, 1));
    assert_eq!(attempt.position(), &before);
    assert!(attempt.play(at(&["b7"], &board)[0]).is_err());
    assert_eq!(attempt.play(four), Ok(Verdict::Right(answer)));
    assert_eq!((attempt.turn(), attempt.is_solved()), (1, false));
}

#[test]
fn only_the_first_try_counts_and_a_missed_puzzle_comes_back() {
    let board = two_fours();
    let one = fours(&board, &["e7", "e5"]);
    let id = PuzzleId::of(&one);
    let (mut progress, today): (Progress, Day) = (Progress::default(), 20_000);
    let begin = progress.rating();
    progress.count(&one, false, today);
    let missed = progress.clone();
    assert!(progress.rating() < begin && progress.rating_of(&one) > 1500.0);
    progress.count(&one, true, today);
    assert_eq!(progress, missed, "the second try does not count");
    assert_eq!(progress.results(), (0, 1));
    // It comes back tomorrow; solved then, after three days, a week and three weeks; and then no more.
    assert!(progress.due(today).is_empty());
    let mut day = today + 1;
    for days in [3, 7, 21] {
        assert_eq!(progress.due(day), [id]);
        progress.repeat(id, true, day);
        assert!(progress.due(day + days - 1).is_empty());
        day += days;
    }
    progress.repeat(id, true, day);
    assert_eq!(progress.repeating().count(), 0);
    let text = serde_json::to_string(&progress).unwrap();
    let read = serde_json::from_str::<Progress>(&text).unwrap();
    assert!(read.is_possible());
    // The last digit of a number need not be the same.
    assert!((read.rating() - progress.rating()).abs() < 1e-6 && read.results() == progress.results());
    assert_eq!(
        "zzzzzzzz".parse::<PuzzleId>().unwrap_err().to_string(),
        "expected the identifier of a puzzle, eight digits from 0 to f, found `zzzzzzzz`"
    );
    assert_eq!(id.to_string().parse(), Ok(id));
}

#[test]
fn days_in_a_row_end_with_a_day_that_was_left_out() {
    let mut progress = Progress::default();
    for day in [100, 101, 101, 102] {
        progress.end_day(Rule::Renju, day, true);
    }
    // The puzzle of another rule on the same day adds no day, and one whose solution was looked at counts no more.
    assert!(progress.has_done_day(Rule::Renju, 102) && !progress.has_done_day(Rule::FREESTYLE, 102));
    progress.end_day(Rule::FREESTYLE, 102, true);
    progress.end_day(Rule::Standard, 103, false);
    progress.end_day(Rule::Standard, 103, true);
    assert_eq!([102, 103, 104].map(|today| progress.days_in_a_row(today)), [3, 3, 0]);
    progress.end_day(Rule::Renju, 105, true);
    assert_eq!(progress.days_in_a_row(105), 1);
    assert!(progress.end_run(5) && !progress.end_run(5) && progress.end_rush(2));
    assert_eq!(progress.best(), (5, 2));
}
