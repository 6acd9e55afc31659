//! Keys, clicks and news, and the resulting state.

use std::time::Duration;

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use ratatui::layout::Rect;
use tengen_analysis::{Level, Score, SearchProgress, StopReason};
use tengen_game::{BoardSize, Color, Move, Point, Record, Rule, moves};

use super::*;
use crate::commands::play::thinkers::Thinker;

/// A game of `rule` on 15×15 in a window of 80×24.
pub(in super::super) fn game(rule: Rule, black: &str, white: &str) -> App {
    app(Record::new(rule, BoardSize::FIFTEEN), black, white, None)
}

pub(in super::super) fn app(record: Record, black: &str, white: &str, path: Option<&str>) -> App {
    let table = Table {
        players: [black.parse().unwrap(), white.parse().unwrap()],
        tree: tengen_classic::GameTreeOptions::default(),
        level: Level::EASY,
        character: None,
        even: None,
        time: Duration::from_secs(1),
        seed: 1,
        max_moves: None,
    };
    App::new(record, table, path.map(PathBuf::from), Rect::new(0, 0, 80, 24))
}

/// A record with these moves.
pub(in super::super) fn record(rule: Rule, text: &str) -> Record {
    let mut record = Record::new(rule, BoardSize::FIFTEEN);
    for played in moves::read(text, record.size()).unwrap() {
        record.play(played).unwrap();
    }
    record
}

pub(in super::super) fn press(app: &mut App, key: KeyCode) {
    app.handle(&Event::Key(KeyEvent::new(key, KeyModifiers::NONE)));
}

/// Presses the characters one after the other; `\n` is Enter.
pub(in super::super) fn type_in(app: &mut App, text: &str) {
    for character in text.chars() {
        press(app, if character == '\n' { KeyCode::Enter } else { KeyCode::Char(character) });
    }
}

pub(super) fn click(app: &mut App, point: &str) {
    let point = Point::parse(point, app.record().size()).unwrap();
    let (column, row) = app.layout().unwrap().board.cell(point);
    let kind = MouseEventKind::Down(MouseButton::Left);
    app.handle(&Event::Mouse(MouseEvent { kind, column, row, modifiers: KeyModifiers::NONE }));
}

/// The moves up to the cursor of the record.
pub(super) fn played(app: &App) -> String {
    moves::write(app.record().position().moves(), app.record().size())
}

pub(super) fn message(app: &App) -> &str {
    app.message.as_ref().map_or("", |message| &message.text)
}

/// The last effect, which must be the request for a search.
#[track_caller]
fn task(app: &mut App) -> Task {
    match app.take_effects().pop() {
        Some(Effect::Think(task)) => *task,
        other => panic!("expected a search, found {other:?}"),
    }
}

fn report(point: &str) -> SearchReport {
    let best_move = Point::parse(point, BoardSize::FIFTEEN).ok();
    SearchReport::new(best_move, Score::Value(40), StopReason::Time)
        .with_depth(3)
        .with_nodes(1_000)
        .with_time(Duration::from_millis(500))
}

/// Delivers a move as the answer of the searching program.
#[track_caller]
fn answer(app: &mut App, point: &str) {
    let id = task(app).id;
    app.receive(News::Done { id, result: Ok(report(point)) });
}

#[test]
fn a_person_plays_by_keys_and_by_mouse_and_the_engine_answers() {
    let mut app = game(Rule::FREESTYLE, "human", "engine");
    assert!(app.take_effects().is_empty());
    for key in [KeyCode::Right, KeyCode::Up, KeyCode::Up, KeyCode::Enter] {
        press(&mut app, key);
    }
    assert_eq!(played(&app), "i10");
    let asked = task(&mut app);
    assert!(matches!(asked.thinker, Thinker::Seat(Color::White, ..)));
    assert_eq!(asked.position, *app.record().position());
    app.receive(News::Done { id: asked.id, result: Ok(report("i9")) });
    click(&mut app, "b3");
    assert_eq!((played(&app).as_str(), app.cursor), ("i10 i9 b3", Point::new(1, 12)));
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let mut app = app(record(Rule::Renju, "g8 a1 i8 a15 h7 o1 h9 o15"), "human", "human", None);
    assert_eq!(app.forbidden.len(), 1);
    click(&mut app, "h8");
    assert_eq!(message(&app), "h8 is forbidden to Black: double-three");
    click(&mut app, "g8");
    assert_eq!(message(&app), "g8 is already occupied");
    type_in(&mut app, ":z9\n");
    assert_eq!(message(&app), "`z9` is not on a 15×15 board");
    type_in(&mut app, ":pass\n");
    assert_eq!(played(&app), "g8 a1 i8 a15 h7 o1 h9 o15 pass");
    let mut app = game(Rule::Standard, "human", "human");
    type_in(&mut app, "p");
    assert_eq!(message(&app), "the rule `standard` allows no pass; expected a point");
}

#[test]
fn the_user_cannot_play_for_a_program_but_can_request_its_move() {
    let mut app = game(Rule::FREESTYLE, "engine", "human");
    let asked = task(&mut app);
    click(&mut app, "h8");
    assert_eq!(message(&app), "it is black's turn, and the engine thinks; . makes it move now");
    assert_eq!(played(&app), "");
    type_in(&mut app, "..");
    assert!(matches!(app.take_effects()[..], [Effect::Stop]), "once is enough");
    app.receive(News::Done { id: asked.id, result: Ok(report("h8")) });
    assert_eq!(played(&app), "h8");
}

#[test]
fn news_of_abandoned_searches_change_nothing() {
    let mut app = game(Rule::FREESTYLE, "human", "engine");
    click(&mut app, "h8");
    let old = task(&mut app).id;
    type_in(&mut app, "u");
    assert!(matches!(app.take_effects()[..], [Effect::Stop]));
    app.receive(News::Done { id: old, result: Ok(report("h9")) });
    assert_eq!(played(&app), "");
    click(&mut app, "a1");
    app.receive(News::Progress { id: old, progress: progress(9) });
    assert!(app.game.analysis.thought.is_none());
    answer(&mut app, "b2");
    assert_eq!(played(&app), "a1 b2");
}

fn progress(depth: u32) -> SearchProgress {
    let pv = vec![Point::new(7, 7)];
    let (score, time) = (Score::Value(-5), Duration::from_secs(1));
    SearchProgress::new(depth, score, pv).with_selective_depth(depth).with_nodes(10).with_time(time)
}

#[test]
fn moves_are_taken_back_to_ones_own_turn_and_played_again() {
    let record = record(Rule::FREESTYLE, "h8 i9 h9 i8 h7 h6");
    let mut app = app(record, "human", "engine", None);
    type_in(&mut app, "u");
    assert_eq!(played(&app), "h8 i9 h9 i8");
    type_in(&mut app, "2u");
    assert_eq!(played(&app), "");
    type_in(&mut app, "u");
    assert_eq!(message(&app), "there is no move to take back");
    type_in(&mut app, "r");
    assert_eq!(played(&app), "h8 i9");
    type_in(&mut app, "9r");
    assert_eq!(played(&app), "h8 i9 h9 i8 h7 h6");
    type_in(&mut app, "r");
    assert_eq!(message(&app), "no move has been taken back");
    assert!(app.take_effects().is_empty(), "it was the person's turn all the time");
}

#[test]
fn programs_wait_while_the_user_replays_the_game() {
    let mut app = app(record(Rule::FREESTYLE, "h8 i9 h9 i8"), "human", "engine", None);
    type_in(&mut app, "[");
    assert_eq!((played(&app).as_str(), *app.game.paused), ("h8 i9 h9", true));
    assert!(app.take_effects().is_empty());
    press(&mut app, KeyCode::Home);
    type_in(&mut app, "3]");
    assert_eq!(played(&app), "h8 i9 h9");
    // The user may try a move for the program; after it the game continues with the user's own.
    click(&mut app, "a1");
    click(&mut app, "b1");
    assert_eq!(played(&app), "h8 i9 h9 a1 b1");
    answer(&mut app, "c1");
    press(&mut app, KeyCode::PageUp);
    type_in(&mut app, ".");
    answer(&mut app, "d1");
    assert_eq!(played(&app), "h8 i9 h9 a1 b1 d1");
}

#[test]
fn a_record_from_a_file_keeps_its_main_line_and_variations_are_walked_through() {
    let mut app = app(record(Rule::FREESTYLE, "h8 i9 h9"), "human", "human", Some("game.sgf"));
    type_in(&mut app, "[[");
    click(&mut app, "a1");
    assert_eq!(app.variations().0.len(), 2);
    assert_eq!(app.variations().1, 1);
    press(&mut app, KeyCode::Tab);
    assert_eq!(played(&app), "h8 i9");
    press(&mut app, KeyCode::End);
    assert_eq!(played(&app), "h8 i9 h9");
    type_in(&mut app, "[");
    press(&mut app, KeyCode::BackTab);
    assert_eq!(played(&app), "h8 a1");
    assert_eq!(app.record().main_line().len(), 3);
    type_in(&mut app, "v");
    assert_eq!((message(&app), app.record().main_line().len()), ("this is the main line now", 2));
}

#[test]
fn resigning_takes_two_keys() {
    let mut app = game(Rule::FREESTYLE, "human", "engine");
    type_in(&mut app, "R");
    assert_eq!(message(&app), "Black resigns: R again to confirm");
    press(&mut app, KeyCode::Left);
    type_in(&mut app, "R");
    assert!(!app.record().is_over(), "another key came between");
    type_in(&mut app, "R");
    assert_eq!(app.ending().as_deref(), Some("White wins (the other side resigned)"));
    type_in(&mut app, "R");
    assert_eq!(message(&app), "the game is over");
}

#[test]
fn a_won_game_is_over_and_can_be_taken_up_again() {
    let mut app = app(record(Rule::FREESTYLE, "h8 a1 i8 b1 j8 c1 k8 d1"), "human", "engine", None);
    click(&mut app, "l8");
    assert_eq!(app.ending().as_deref(), Some("Black wins with h8 i8 j8 k8 l8"));
    assert!(app.take_effects().is_empty());
    type_in(&mut app, "u");
    assert_eq!(app.ending(), None);
}

#[test]
fn hints_come_from_the_engine_at_full_strength_and_belong_to_their_position() {
    let mut app = game(Rule::FREESTYLE, "human", "tuple");
    type_in(&mut app, "h");
    let asked = task(&mut app);
    assert_eq!((asked.thinker, asked.limits.level), (Thinker::Analyst, None));
    app.receive(News::Done { id: asked.id, result: Ok(report("g7")) });
    assert_eq!(message(&app), "hint: g7; 55% for Black to win (+40 engine units for Black; 0 is balanced)");
    assert_eq!(*app.game.analysis.hint, Some(app.cursor));
    press(&mut app, KeyCode::Enter);
    assert_eq!((played(&app).as_str(), *app.game.analysis.hint), ("g7", None));
}

#[test]
fn the_analysis_follows_the_position_until_it_is_turned_off() {
    let mut app = app(record(Rule::FREESTYLE, "h8 i9"), "human", "human", None);
    type_in(&mut app, "a");
    let first = task(&mut app);
    assert_eq!((first.thinker, first.limits.time), (Thinker::Analyst, None));
    app.receive(News::Progress { id: first.id, progress: progress(4) });
    assert_eq!(
        app.game.analysis.thought.as_ref().map(|thought| (thought.progress.depth, thought.side)),
        Some((4, Color::Black))
    );
    type_in(&mut app, "[");
    assert!(matches!(app.take_effects()[..], [Effect::Stop, Effect::Think(_)]));
    type_in(&mut app, "a");
    assert!(matches!(app.take_effects()[..], [Effect::Stop]));
}

#[test]
fn programs_among_themselves_leave_time_to_look() {
    let mut app = game(Rule::FREESTYLE, "tuple", "greedy");
    answer(&mut app, "h8");
    assert!(app.take_effects().is_empty() && app.is_busy());
    assert_eq!(played(&app), "");
    app.tick(Duration::from_secs(1));
    answer(&mut app, "i9");
    app.tick(Duration::from_secs(2));
    assert_eq!(played(&app), "h8 i9");
    type_in(&mut app, "u");
    assert!(matches!(app.take_effects()[..], [Effect::Think(_), Effect::Stop]));
    app.tick(Duration::from_secs(3));
    assert!(*app.game.paused && app.take_effects().is_empty());
}

#[test]
fn an_opponent_that_fails_keeps_its_turn_and_one_that_resigns_loses() {
    let mut app = game(Rule::FREESTYLE, "tuple", "human");
    let id = task(&mut app).id;
    let failed = OpponentError::Failed { name: "rapfi".to_owned(), reason: "exit code 1".to_owned() };
    app.receive(News::Done { id, result: Err(failed) });
    assert_eq!(message(&app), "`rapfi` failed: exit code 1; . asks again");
    assert!(app.take_effects().is_empty());
    type_in(&mut app, ".");
    let id = task(&mut app).id;
    app.receive(News::Done { id, result: Err(OpponentError::Resigned("rapfi".to_owned())) });
    assert_eq!(app.ending().as_deref(), Some("White wins (the other side resigned)"));
}

#[test]
fn an_opened_record_takes_the_place_of_the_game() {
    let mut app = game(Rule::FREESTYLE, "engine", "human");
    type_in(&mut app, "ogame.sgf\n");
    let effects = app.take_effects();
    assert!(
        matches!(&effects[..], [Effect::Think(_), Effect::Open(path)] if path == &PathBuf::from("game.sgf"))
    );
    let mut opened = record(Rule::Renju, "h8 i9 j10 a1");
    opened.go_to(2);
    let game = crate::input::Game {
        record: opened,
        format: tengen_formats::any::Format::Sgf,
        opening: None,
        notes: Vec::new(),
        number: 1,
        of: 1,
    };
    app.receive(News::Opened { path: "game.sgf".into(), result: Ok(Box::new(game)) });
    assert_eq!((played(&app).as_str(), app.record().rule()), ("h8 i9", Rule::Renju));
    // The engine does not move in it before the user continues the game.
    assert!(*app.game.paused && !app.take_effects().iter().any(|effect| matches!(effect, Effect::Think(_))));
    app.receive(News::Opened { path: "none.sgf".into(), result: Err("cannot read none.sgf".to_owned()) });
    assert_eq!((message(&app), played(&app).as_str()), ("cannot read none.sgf", "h8 i9"));
}

#[test]
fn swapped_programs_search_again() {
    let mut app = game(Rule::FREESTYLE, "tuple", "greedy");
    let before = task(&mut app);
    type_in(&mut app, "x");
    let after = task(&mut app);
    assert_eq!(before.position, after.position);
    assert_ne!(before.thinker, after.thinker);
    assert!(matches!(after.thinker, Thinker::Seat(Color::Black, player) if player.title() == "greedy"));
}

#[test]
fn sides_are_swapped_and_the_view_is_turned() {
    let mut app = game(Rule::FREESTYLE, "human", "engine");
    type_in(&mut app, "x");
    assert!(matches!(task(&mut app).thinker, Thinker::Seat(Color::Black, ..)));
    let before = app.layout().unwrap().board.cell(Point::new(0, 0));
    type_in(&mut app, "f");
    assert_eq!(app.layout().unwrap().board.cell(Point::new(14, 14)), before);
    type_in(&mut app, "x");
    click(&mut app, "a1");
    assert_eq!(app.record().position().last_move(), Some(Move::Place(Point::new(0, 14))));
}

#[test]
fn control_c_and_q_leave_from_wherever_one_is() {
    for before in ["", "?", ":", "n", "5"] {
        let mut app = game(Rule::FREESTYLE, "human", "engine");
        type_in(&mut app, before);
        app.handle(&Event::Key(KeyEvent::new(KeyCode::Char('c'), KeyModifiers::CONTROL)));
        assert!(matches!(app.take_effects()[..], [Effect::Quit]), "{before}");
    }
    let mut app = game(Rule::FREESTYLE, "human", "engine");
    type_in(&mut app, "q");
    assert!(matches!(app.take_effects()[..], [Effect::Quit]));
    type_in(&mut app, "ß");
    assert_eq!(message(&app), "`ß` does nothing here; ? shows the keys");
}

pub(super) fn control(app: &mut App, letter: char) {
    app.handle(&Event::Key(KeyEvent::new(KeyCode::Char(letter), KeyModifiers::CONTROL)));
}

const UNSAVED: &str = "the game is not saved: s saves it, q again leaves";

#[test]
fn a_game_that_is_in_no_file_is_left_at_the_second_request_alone() {
    type Request = fn(&mut App);
    let requests: [Request; 2] = [|app| type_in(app, "q"), |app| control(app, 'c')];
    for request in requests {
        let mut app = game(Rule::FREESTYLE, "human", "human");
        click(&mut app, "h8");
        request(&mut app);
        assert!(app.take_effects().is_empty());
        assert_eq!(message(&app), UNSAVED);
        // Any other key cancels the request.
        type_in(&mut app, "m");
        request(&mut app);
        assert!(app.take_effects().is_empty());
        request(&mut app);
        assert!(matches!(app.take_effects()[..], [Effect::Quit]));
    }
    // Ctrl-C requires a confirmation where its message is visible.
    for before in ["?", ":", "n"] {
        let mut app = game(Rule::FREESTYLE, "human", "human");
        click(&mut app, "h8");
        type_in(&mut app, before);
        control(&mut app, 'c');
        assert_eq!((app.mode.clone(), message(&app)), (Mode::Board, UNSAVED), "{before}");
        control(&mut app, 'c');
        assert!(matches!(app.take_effects()[..], [Effect::Quit]), "{before}");
    }
}

#[test]
fn the_user_can_leave_while_programs_play() {
    let mut app = game(Rule::FREESTYLE, "tuple", "greedy");
    answer(&mut app, "h8");
    app.tick(Duration::from_secs(1));
    type_in(&mut app, "q");
    assert_eq!(message(&app), UNSAVED);
    answer(&mut app, "i9");
    app.tick(Duration::from_secs(2));
    type_in(&mut app, "q");
    assert!(matches!(app.take_effects()[..], [.., Effect::Quit]));
}

#[test]
fn a_game_that_is_in_a_file_is_left_at_once() {
    let opened = || app(record(Rule::FREESTYLE, "h8 i9 j10"), "human", "human", Some("old.sgf"));
    // The record was opened and not changed.
    let mut app = opened();
    type_in(&mut app, "[[xq");
    assert!(matches!(app.take_effects()[..], [Effect::Quit]));
    // The game was saved unchanged; a picture does not count as saved.
    for (name, is_kept) in [("new.psq", true), ("new.png", false)] {
        let mut app = opened();
        click(&mut app, "a1");
        type_in(&mut app, &format!("s{name}\n"));
        app.take_effects();
        app.receive(News::Saved(Saved::Done { path: name.into(), message: "saved".to_owned() }));
        assert_eq!(app.is_unsaved(), !is_kept, "{name}");
        assert_eq!(app.file_name().as_deref(), Some(if is_kept { "new.psq" } else { "old.sgf" }));
    }
    // Moves that were played while the file was written are not in it.
    let mut app = opened();
    click(&mut app, "a1");
    type_in(&mut app, "snew.sgf\n");
    app.take_effects();
    click(&mut app, "a2");
    app.receive(News::Saved(Saved::Done { path: "new.sgf".into(), message: "saved".to_owned() }));
    assert!(app.is_unsaved());
}

#[test]
fn windows_of_any_size_are_survived() {
    let mut app = game(Rule::FREESTYLE, "human", "human");
    for (width, height) in [(0, 0), (1, 1), (20, 10), (500, 200), (80, 24)] {
        app.handle(&Event::Resize(width, height));
        press(&mut app, KeyCode::Right);
        app.handle(&Event::Mouse(MouseEvent {
            kind: MouseEventKind::ScrollUp,
            column: 0,
            row: 0,
            modifiers: KeyModifiers::NONE,
        }));
    }
    assert_eq!(app.cursor, Point::new(9, 7), "the arrows move where there is a board to see");
}
