//! The columns of the mode table: every command of the user, the engine, time and the server.

use std::time::Duration;

use tengen_analysis::engine::Response;
use tengen_analysis::{
    Effort, Explanation, Fact, Means, MoveClass, ReviewedMove, Score, SearchProgress, Verdict,
};
use tengen_game::{Board, BoardSize, Color, Drawing, Ink, Point};
use tengen_match::{
    Analysis, Aside, Choosing, Clocks, Coach, Coaching, Ending, Engine, ExternalAnswer, Finding, Match, Mode,
    Origin, Picture, RemotePhase, Replay, Reviews, Setup, Speed, Walk, Warned, WhyNot,
};

use crate::rows::{self, PEOPLE, point};

/// A command, which is given this many milliseconds after [`NOW`](crate::NOW). Its text is what it returns, if that says anything.
pub(crate) struct Command {
    pub(crate) name: &'static str,
    pub(crate) after_ms: u64,
    pub(crate) give: fn(&mut Match) -> String,
}

/// A command that returns nothing.
macro_rules! command {
    ($name:literal, $give:expr) => {
        Command {
            name: $name,
            after_ms: 0,
            give: |table| {
                let give: fn(&mut Match) = $give;
                give(table);
                String::new()
            },
        }
    };
}

/// A command whose return value is observed.
macro_rules! question {
    ($name:literal, $give:expr) => {
        Command {
            name: $name,
            after_ms: 0,
            give: |table| {
                let give: fn(&mut Match) -> _ = $give;
                format!("{:?}", give(table))
            },
        }
    };
}

/// The passing of time without a command.
const fn passing(name: &'static str, after_ms: u64) -> Command {
    Command { name, after_ms, give: |_| String::new() }
}

pub(crate) const COMMANDS: &[Command] = &[
    // The board.
    command!("click a free point", |table| table.place(point("g7"))),
    command!("click a stone", |table| table.place(point("h8"))),
    command!("pass", Match::pass),
    command!("draw a ring", |table| {
        let at = point("g7");
        table.give(|aside, context| Aside::draw(aside, Drawing { from: at, to: at, ink: Ink::Red }, context));
    }),
    command!("clear drawings", |table| table.give(Aside::clear_drawings)),
    // The line of moves.
    command!("undo", Match::undo),
    command!("redo", Match::redo),
    command!("go to move 1", |table| table.go_to(1)),
    command!("go to the end", |table| table.step(isize::MAX)),
    command!("comment", |table| table.give(|aside, context| Aside::set_comment(
        aside,
        "a plan".to_owned(),
        context
    ))),
    command!("promote", |table| table.give(Aside::promote)),
    command!("delete", |table| table.give(Aside::delete_branch)),
    command!("undo the deletion", |table| table.give(Aside::undo_delete)),
    // The end of the game.
    command!("ask to resign", |table| table.give(Ending::ask_resign)),
    command!("resign", |table| table.give(Ending::resign)),
    question!("can offer a draw", |table| { table.ending.can_offer_draw(&table.game, &table.situation()) }),
    command!("offer a draw", |table| table.give(Ending::offer_draw)),
    command!("agree on a draw", |table| table.give(Ending::agree_on_draw)),
    command!("play on", |table| table.give(Ending::play_on)),
    // Programs and clock.
    command!("hint", |table| table.give(Engine::ask_hint)),
    command!("stop", |table| table.give(Engine::stop)),
    command!("pause", |table| table.set_paused(true)),
    command!("continue", |table| table.set_paused(false)),
    command!("hold the clock", |table| table.give(|clocks, _| Clocks::hold(clocks, true))),
    command!("swap seats", Match::swap_seats),
    command!("two people", |table| table.set_seats(PEOPLE, None)),
    // The opening.
    command!("choose to stay", |table| table.give(|choosing, context| Choosing::choose(
        choosing,
        tengen_game::opening::Choice::Stay,
        context
    ))),
    command!("choose the second kind", |table| table
        .give(|choosing, _| Choosing::begin_choice(choosing, true))),
    // Other games.
    command!("new game", |table| table.new_game(rows::game(PEOPLE, ""))),
    command!("open a record", |table| table
        .open_game(table.game.with_record(rows::game(PEOPLE, "a1 b1").record().clone(), Origin::File))),
    command!("resume a game", |table| table.resume(rows::game(PEOPLE, "a1 b1"), None)),
    command!("new puzzle", |table| table.new_puzzle(rows::game(rows::ENGINE, "a1 b1"))),
    command!("take over", |table| table.give(Analysis::take_over)),
    // Replay.
    command!("toggle the replay", |table| table.give(Replay::toggle)),
    command!("speed 4", |table| table.give(|speed, context| Speed::set(speed, Speed::Four, context))),
    // Set-up and exercise.
    command!("begin the set-up", |table| table.give(Setup::begin)),
    command!("White to move in the set-up", |table| table
        .give(|mode, _| Setup::set_side(mode, Color::White))),
    command!("clear the set-up", |table| table.give(Setup::clear)),
    question!("finish the set-up", |table| {
        let is_setup = table.mode.setup().is_some();
        table.give(Setup::finish);
        is_setup && table.mode.setup().is_none()
    }),
    command!("leave the set-up", |table| table.give(Setup::leave)),
    command!("show an exercise", |table| table
        .give(|mode, context| exercise_picture().show_exercise(mode, context))),
    command!("leave the exercise", |table| table.give(Mode::leave_exercise)),
    // The coach.
    command!("coach always", |table| table.give(|coach, _| Coach::set(coach, Coaching::Always))),
    command!("show the warning", |table| table.give(Warned::show)),
    command!("take the move back", |table| table.give(Warned::take_back)),
    command!("keep the move", |table| table.give(Warned::keep)),
    // Analysis.
    command!("turn the analysis on", |table| table
        .give(|analysis, context| Analysis::set_on(analysis, true, context))),
    command!("turn the analysis off", |table| table
        .give(|analysis, context| Analysis::set_on(analysis, false, context))),
    command!("five lines", |table| table
        .give(|analysis, context| Analysis::set_line_count(analysis, 5, context))),
    command!("analysis out of sight", |table| table
        .give(|analysis, context| Analysis::set_seen(analysis, false, context))),
    command!("look up the threats", |table| table
        .give(|analysis, context| Analysis::look_up_threats(analysis, true, context))),
    command!("look up the candidates", |table| table.give(Engine::look_up_candidates)),
    command!("preview a line", |table| table
        .give(|analysis, _| Analysis::show_line(analysis, vec![point("g7"), point("g6")]))),
    command!("solve", |table| {
        let side = table.game.side_to_move();
        table.give(|analysis, context| Analysis::solve(analysis, side, Means::Vcf, context));
    }),
    command!("answer in the proof", |table| table.give(|mode, _| Walk::answer(mode, point("g6").into()))),
    command!("back in the proof", |table| table.give(Walk::take_back)),
    command!("leave the proof", |table| table.give(Walk::leave)),
    question!("can ask why not", |table| WhyNot::can_ask(&table.game, &table.situation())),
    command!("ask why not", |table| table.give(|mode, context| WhyNot::set_asking(mode, true, context))),
    command!("ask why not no longer", |table| table
        .give(|mode, context| WhyNot::set_asking(mode, false, context))),
    question!("leave why not", |table| {
        let is_question = table.mode.is_why_not();
        table.give(WhyNot::leave);
        is_question
    }),
    // Review.
    command!("review", |table| table.give(Reviews::start)),
    command!("thorough review", |table| table
        .give(|reviews, _| Reviews::set_effort(reviews, Effort::Thorough))),
    command!("show a turning point", |table| table.give(|reviews, context| Reviews::show_finding(
        reviews,
        Finding::TurningPoint(2),
        context
    ))),
    // The analysis board.
    command!("open the analysis board", |table| table.give(Aside::analyse_freely)),
    command!("analyse a record", |table| {
        let record = rows::game(PEOPLE, "a1 b1").record().clone();
        table.give(|aside, context| Aside::analyse_record(aside, record, context));
    }),
    command!("add no variations", |table| table.set_adds_variations(false)),
    command!("close the analysis board", Match::close_analysis_board),
    // The remote game.
    command!("follow the same game", |table| {
        table.follow(&rows::remote_game("h8 i9 h9"), rows::remote("one", RemotePhase::Running));
    }),
    command!("follow the end of the same game", |table| {
        let mut over = rows::remote_game("h8 i9");
        over.result = Some(tengen_game::GameResult::resignation(Color::White));
        table.follow(&over, rows::remote("one", RemotePhase::Over));
    }),
    command!("follow another game", |table| {
        table.follow(&rows::remote_game("a1"), rows::remote("two", RemotePhase::Running));
    }),
    command!("leave the remote game", Match::leave_remote),
    // The premove.
    command!("allow premoves", |table| table
        .give(|choosing, context| Choosing::set_premoves(choosing, true, context))),
    question!("drop the premove", |table| {
        let was_there = table.choosing.premove.chosen.is_some();
        table.give(Choosing::drop_premove);
        was_there
    }),
    // Saving.
    question!("fetch for the library", |table| table
        .for_library(|_| true)
        .map(|game| game.main_moves().len())),
    question!("save the analysis", |table| table
        .aside
        .save_analysis(&table.game, &table.situation())
        .map(|_| "a text")),
    question!("read the clock", |table| {
        table.give(Clocks::read);
        table.game.clock().running().is_some()
    }),
    // The engine.
    command!("engine finds g9", |table| finished(table, Some("g9"), Score::Value(30))),
    command!("engine finds g9 and loses", |table| finished(table, Some("g9"), Score::Mate(-4))),
    command!("engine finds no move", |table| finished(table, None, Score::Value(0))),
    command!("engine reports progress", reported),
    command!("engine proves a win", |table| solved(table, Verdict::Proved(rows::proof()))),
    command!("engine finds no win", |table| solved(table, Verdict::Refuted)),
    command!("engine explains", explained),
    command!("engine chooses to stay", |table| {
        table.on_response(Response::Decided { id: task(table), choice: "stay".to_owned() });
    }),
    command!("engine reviews move 2", reviewed_move),
    command!("engine ends the review", reviewed),
    command!("engine answers an earlier task", |table| {
        let response = finish(900, Some("g9"), Score::Value(30));
        table.on_response(response);
    }),
    command!("engine refuses the task", |table| {
        table.on_response(Response::Failed { id: Some(task(table)), message: "no".to_owned() });
    }),
    command!("engine breaks down", |table| {
        table.on_response(Response::Failed { id: None, message: "a panic".to_owned() });
    }),
    command!("engine does not start", |table| table
        .give(|engine, _| Engine::did_not_start(engine, "no worker".to_owned()))),
    command!("engine is restarted", |table| table.give(Engine::restart)),
    command!("network arrives late", |table| {
        table.on_response(Response::WithoutNetwork { id: task(table) });
        table.on_response(Response::NetworkLoaded);
    }),
    // The external player.
    command!("external player plays g9", |table| {
        external_answers(table, ExternalAnswer::Play(point("g9").into()));
    }),
    command!("external player resigns", |table| external_answers(table, ExternalAnswer::Resign)),
    command!("external player fails", |table| {
        external_answers(table, ExternalAnswer::Fail("no move".to_owned()));
    }),
    // Time, and the front end.
    passing("a tenth of a second passes", 100),
    passing("ten seconds pass", 10_000),
    passing("two minutes pass", 120_000),
    question!("size of the board", |table| table.board_size().lines()),
    question!("shows the game", |table| table.mode.shows_game()),
    command!("front end reports a fault", |table| table.complain("a fault".to_owned())),
];

/// The number of the engine's task; of none where there is no task.
fn task(table: &Match) -> u32 {
    table.engine.task.map_or(999, |task| task.id)
}

fn progress(pv: &str, score: Score) -> SearchProgress {
    SearchProgress::new(5, score, vec![point(pv)])
}

fn finish(id: u32, found: Option<&str>, score: Score) -> Response {
    let progress = progress(found.unwrap_or("g9"), score);
    let (lines, stopped_by, statistics, threads) = (Vec::new(), None, None, 1);
    Response::Finished { id, best_move: found.map(point), progress, lines, stopped_by, statistics, threads }
}

/// The external player answers.
fn external_answers(table: &mut Match, answer: ExternalAnswer) {
    let id = task(table);
    table.give(|engine, context| Engine::external_answered(engine, id, answer, context));
}

/// The engine ends the search that is its task.
pub(crate) fn finished(table: &mut Match, found: Option<&str>, score: Score) {
    let response = finish(task(table), found, score);
    table.on_response(response);
}

/// The engine reports how far its search has come.
pub(crate) fn reported(table: &mut Match) {
    table.on_response(Response::Progress { id: task(table), progress: progress("g9", Score::Value(30)) });
}

/// The engine explains a move.
pub(crate) fn explained(table: &mut Match) {
    let (id, facts) = (task(table), vec![Fact::Quiet { twos: Vec::new() }]);
    let (mover, played) = (Color::Black, point("h8"));
    let explanation = Explanation { mover, played, facts, undecided: Vec::new(), nodes: 0 };
    table.on_response(Response::Explained { id, explanation });
}

/// A solver ends.
pub(crate) fn solved(table: &mut Match, verdict: Verdict) {
    let (id, time) = (task(table), Duration::from_millis(1));
    table.on_response(Response::Solved { id, verdict, nodes: 9, time });
}

/// The engine reviews the second move.
pub(crate) fn reviewed_move(table: &mut Match) {
    let best = point("g9");
    let played = table.game.main_moves().get(1).copied().unwrap_or(best.into());
    let reviewed = ReviewedMove {
        number: 2,
        mover: Color::White,
        played,
        before: Score::Value(50),
        after: Score::Value(-100),
        best: Some(best),
        line: vec![best, point("g10")],
        loss: 200,
        class: MoveClass::Mistake,
        missed_win: None,
        refutation: None,
    };
    table.on_response(Response::ReviewedMove { id: task(table), reviewed });
}

/// The engine ends its review.
pub(crate) fn reviewed(table: &mut Match) {
    let sides = Default::default();
    table.on_response(Response::Reviewed {
        id: task(table),
        sides,
        turning_points: vec![2],
        is_complete: true,
    });
}

/// An exercise of the front end.
pub(crate) fn exercise_picture() -> Picture {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(Point::new(7, 7), Some(Color::White));
    Picture { next: Some(Color::Black), ..Picture::of(board) }
}
