//! Tests of the table without a browser: the actions of users, and their effects.

use tengen_analysis::engine::{SearchRequest, SearchResponse};
use tengen_analysis::{Classic, Level, OpponentKind, Score, SearchLine, SearchProgress};
use tengen_game::{BoardSize, Color, EndReason, Ink, Move, Point, Position, Rule};
use tengen_match::{Effect, Event, Notice, Purpose};
use tengen_puzzles::{Puzzle, Task, Themes};

use crate::table::Table;
use crate::texts::Texts;

fn table(attributes: &[(&str, &str)]) -> Table {
    let mut table = Table::new(1);
    table.set(attributes.iter().map(|&(name, value)| (name, Some(value))));
    table
}

fn point(name: &str) -> Point {
    Point::parse(name, BoardSize::FIFTEEN).unwrap()
}

/// The number of moves, and the name of the last one.
fn at(table: &Table) -> (usize, String) {
    let last = table.record().position().last_move();
    (
        table.record().cursor(),
        last.map(|played| played.on(table.record().size()).to_string()).unwrap_or_default(),
    )
}

fn headline(table: &Table) -> String {
    table.status(Texts::of("en"))[0].clone()
}

fn events(table: &mut Table) -> Vec<Event> {
    let effects = table.take_effects().into_iter();
    effects
        .filter_map(|effect| if let Effect::Announce(event) = effect { Some(event) } else { None })
        .collect()
}

/// The latest request to the engine.
fn asked(table: &mut Table) -> Option<SearchRequest> {
    let effects = table.take_effects().into_iter().rev();
    effects
        .filter_map(|effect| if let Effect::Ask(request) = effect { table.message(request) } else { None })
        .next()
}

/// Answers the engine's current request.
fn answer(table: &mut Table, best_move: Option<&str>, score: Score) {
    let id = table.task().unwrap().id;
    let best_move = best_move.map(point);
    let lines = best_move.iter().map(|&at| SearchLine { score, pv: vec![at] }).collect();
    let progress = progress(score, best_move.into_iter().collect());
    table.on_response(SearchResponse::Finished { id, best_move, progress, lines });
}

fn progress(score: Score, pv: Vec<Point>) -> SearchProgress {
    let (line, depth, selective_depth, nodes, hash_per_mille) = (0, 5, 9, 1_000, 1);
    let time = std::time::Duration::from_millis(10);
    SearchProgress::new(depth, score, pv)
        .with_line(line)
        .with_selective_depth(selective_depth)
        .with_nodes(nodes)
        .with_time(time)
        .with_hash_per_mille(hash_per_mille)
}

#[test]
fn a_shown_game_is_walked_through() {
    let mut table = table(&[("game", "h8 i9 j10"), ("at", "1")]);
    assert_eq!((at(&table), headline(&table)), ((1, "h8".into()), "Move 1 of 3".into()));
    table.choose(point("j10"));
    assert_eq!(at(&table).0, 3);
    table.choose(point("a1"));
    table.undo();
    assert_eq!(at(&table), (2, "i9".into()));
    table.redo();
    table.go_to(0);
    assert_eq!(table.can_go(), (false, true));
    // A script may show a variation.
    table.play(Move::Place(point("o1"))).unwrap();
    assert_eq!((at(&table).0, table.record().nodes().len()), (1, 5));
    assert_eq!(asked(&mut table), None);
}

#[test]
fn the_program_answers_a_person() {
    let mut table = table(&[("mode", "play"), ("level", "hard"), ("rule", "renju")]);
    assert_eq!(headline(&table), "Your turn.");
    table.choose(point("h8"));
    let Some(SearchRequest::Search { limits, opponent, .. }) = asked(&mut table) else { panic!("a search") };
    assert_eq!((limits.level, opponent), (Some(Level::HARD), OpponentKind::Tengen));
    assert_eq!(headline(&table), "White is thinking …");
    table.choose(point("i9"));
    assert_eq!((at(&table).0, table.notice()), (1, &Notice::NotYourTurn));
    answer(&mut table, Some("h9"), Score::Value(3));
    let moves: Vec<Event> = events(&mut table);
    assert!(moves.contains(&Event::Move {
        color: Color::White,
        played: Move::Place(point("h9")),
        number: 2
    }));
    assert_eq!(headline(&table), "Tengen played h9. Your turn.");
    // A takeback returns to a position in which the person has the turn.
    table.undo();
    assert_eq!(at(&table).0, 0);
    table.redo();
    assert_eq!(at(&table).0, 2);
    assert_eq!(table.task(), None);
}

#[test]
fn the_program_begins_where_the_person_has_white() {
    let mut table = table(&[("mode", "play"), ("side", "white"), ("level", "greedy")]);
    let Some(SearchRequest::Search { opponent, .. }) = asked(&mut table) else { panic!("a search") };
    assert_eq!(opponent, OpponentKind::Classic(Classic::Greedy));
    answer(&mut table, Some("h8"), Score::Value(0));
    assert!(table.is_persons_turn());
    // The first move is the program's, so that the person cannot take it back.
    table.undo();
    assert_eq!((at(&table).0, table.can_go()), (1, (false, false)));
    table.choose(point("h9"));
    answer(&mut table, Some("i9"), Score::Value(0));
    table.undo();
    assert_eq!((at(&table).0, table.can_go()), (1, (false, true)));
}

#[test]
fn a_game_ends_with_a_verdict() {
    let mut table = table(&[("mode", "play"), ("side", "both"), ("rule", "free-3")]);
    events(&mut table);
    for name in ["h8", "a1", "h9", "a2", "h10"] {
        table.choose(point(name));
    }
    let ends = events(&mut table);
    let Some(Event::GameEnd(result)) = ends.last() else { panic!("{ends:?}") };
    assert_eq!((result.winner, result.reason), (Some(Color::Black), EndReason::Line));
    assert_eq!(table.status(Texts::of("en")), ["Black wins.", "3 in a row."]);
    table.choose(point("o1"));
    assert_eq!(table.status(Texts::of("en"))[0], "Black wins.");
    table.new_game();
    assert_eq!((at(&table).0, table.record().rule().to_string()), (0, "free-3".into()));
}

#[test]
fn a_refusal_is_shown() {
    let mut table = table(&[
        ("mode", "play"),
        ("side", "both"),
        ("rule", "renju"),
        ("game", "h8 a1 h9 a3 i10 a5 j10 a7"),
    ]);
    table.choose(point("h8"));
    assert_eq!(headline(&table), "h8 is taken. Choose an empty point.");
    table.choose(point("h10"));
    let expected = ["h10 is forbidden: double-three.", "Black may not make two open threes at once."];
    assert_eq!(table.status(Texts::of("en")), expected);
    assert_eq!(table.scene().forbidden.len(), 1);
    assert_eq!(table.play(Move::Pass), Ok(()), "renju allows passes");
}

#[test]
fn wrong_attributes_are_reported_and_change_nothing_else() {
    let mut table = table(&[("mode", "play"), ("game", "h8 h8"), ("level", "21")]);
    let told = events(&mut table);
    let errors = told.iter().filter(|event| matches!(event, Event::Error(_))).count();
    assert_eq!(errors, 2, "{told:?}");
    assert_eq!(table.record().line().len(), 0);
    assert!(headline(&table).contains("`level`"), "{}", headline(&table));
}

#[test]
fn rings_and_arrows_of_the_record_are_shown() {
    let table = table(&[("mode", "view"), ("game", "(;GM[4]SZ[15];B[hh]CR[aa]AR[hh:jj]TGCOLOR[red:hh:jj])")]);
    let scene = table.scene();
    let inks: Vec<Ink> = scene.drawings.iter().map(|drawing| drawing.ink).collect();
    assert_eq!((inks, scene.labels.len()), (vec![Ink::Green, Ink::Red], 0));
}

#[test]
fn an_analysis_follows_the_board() {
    let mut table = table(&[("mode", "analyse"), ("game", "h8 i9")]);
    let first = table.task().unwrap();
    assert_eq!(first.purpose, Purpose::Analyse);
    let progress = progress(Score::Value(90), vec![Point::new(7, 6), Point::new(6, 6)]);
    table.on_response(SearchResponse::Progress { id: first.id, progress });
    assert_eq!(table.thoughts()[0].line, "h9 g9");
    assert_eq!(table.scene().labels.len(), 1);
    table.choose(point("h9"));
    assert!(table.thoughts().is_empty());
    assert_ne!(table.task(), Some(first));
    // A late answer is ignored.
    let late = empty_progress().with_pv(vec![Point::new(0, 0)]);
    table.on_response(SearchResponse::Progress { id: first.id, progress: late });
    assert!(table.thoughts().is_empty());
    // After a hint, the analysis continues.
    table.ask_hint().unwrap();
    answer(&mut table, Some("g7"), Score::Value(1));
    assert_eq!(table.hint(), Some(point("g7")));
    assert_eq!(table.task().map(|task| task.purpose), Some(Purpose::Analyse));
}

fn empty_progress() -> SearchProgress {
    progress(Score::Value(0), Vec::new())
}

#[test]
fn a_puzzle_takes_back_what_does_not_win_and_defends_against_what_does() {
    let mut table = table(&[("mode", "puzzle"), ("game", "h8 a1 h9 a3 h10 a5")]);
    assert_eq!(headline(&table), "Black to play and win.");
    table.choose(point("o15"));
    assert_eq!(headline(&table), "Checking …");
    answer(&mut table, Some("h11"), Score::Value(20));
    assert_eq!(at(&table), (6, "a5".into()));
    assert_eq!(headline(&table), "After o15 the engine finds no win. Try another move.");
    table.choose(point("h11"));
    answer(&mut table, Some("h7"), Score::Mate(-2));
    assert_eq!((at(&table), headline(&table)), ((8, "h7".into()), "Correct. What next?".into()));
    // A takeback ends at the position with which the puzzle begins.
    table.undo();
    assert_eq!(at(&table).0, 6);
    table.undo();
    assert_eq!(at(&table).0, 6);
    table.redo();
    table.choose(point("h12"));
    assert_eq!(headline(&table), "Solved!");
    table.new_game();
    assert_eq!((at(&table).0, table.start_moves()), (6, 6));
}

#[test]
fn a_puzzle_with_its_proof_is_judged_by_it_without_the_engine() {
    // Black makes a four at h11 or h7 and cannot be stopped; the other end of the row of three decides as well.
    let moves = "h8 a1 h9 a3 h10 a5";
    let mut start = Position::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    moves.split(' ').for_each(|name| start.play_unchecked(point(name)));
    let task = Task::Fours { line: vec![point("h11")], counter: Vec::new() };
    let puzzle = Puzzle { start, task, themes: Themes::default(), rating: 0, level: 0 };
    let text = puzzle.to_text().unwrap();
    let mut table = table(&[("mode", "puzzle"), ("game", moves), ("puzzle", &text)]);
    assert_eq!(headline(&table), "Black to play: one move is right.");
    let play = |table: &mut Table, name: &str| {
        table.choose(point(name));
        assert_eq!(asked(table), None, "nothing is sent to the engine");
    };
    // A wrong move is taken back.
    play(&mut table, "o15");
    assert_eq!((at(&table).0, headline(&table)), (6, "o15 is not the move. Try another one.".into()));
    play(&mut table, "h11");
    // The answer that suggests itself and the five are played as well.
    assert_eq!((at(&table).0, headline(&table)), (9, "Solved!".into()));
    // The hint is that of the proof.
    table.new_game();
    assert_eq!((table.ask_hint(), table.hint(), asked(&mut table)), (None, Some(point("h11")), None));
    // A text that is no puzzle, or one of another position, is reported at once.
    table.set([("puzzle", Some("VFBa"))]);
    assert!(headline(&table).contains("the attribute `puzzle`"), "{}", headline(&table));
    table.set([("puzzle", Some(&text[..])), ("game", Some("h8"))]);
    assert!(headline(&table).contains("another position"), "{}", headline(&table));
}

#[test]
fn a_refutation_is_on_the_board_until_the_next_move() {
    let mut table = table(&[("mode", "puzzle"), ("game", "h8 a1 h9 a3 h10 a5")]);
    let line = ["o15", "h11", "h12"].map(|name| point(name).on(BoardSize::FIFTEEN));
    table.say(Notice::Refuted(line.to_vec()));
    assert_eq!(headline(&table), "o15 is refuted: h11 h12. Try another move.");
    let shown: Vec<Point> = table.scene().preview.iter().map(|stone| stone.point).collect();
    assert_eq!(shown, line.map(|name| name.point()));
    table.choose(point("h11"));
    assert!(table.scene().preview.is_empty());
}

#[test]
fn a_crashed_engine_is_reported_and_asked_again_later() {
    let mut table = table(&[("mode", "play")]);
    table.choose(point("h8"));
    table.on_response(SearchResponse::Failed { id: None, message: "it did not load".to_owned() });
    let effects = table.take_effects();
    assert!(effects.contains(&Effect::DropEngine), "{effects:?}");
    assert!(effects.contains(&Effect::Announce(Event::Error("it did not load".to_owned()))));
    assert_eq!(headline(&table), "The engine failed: it did not load");
    assert_eq!(table.task(), None);
    // A click on the board sends another request.
    table.choose(point("a1"));
    assert_eq!((at(&table).0, table.task().map(|task| task.purpose)), (1, Some(Purpose::Move)));
    table.undo();
    table.choose(point("h8"));
    assert!(table.task().is_some());
}

#[test]
fn a_click_continues_the_game_after_looking_back() {
    let mut table = table(&[("mode", "play"), ("game", "h8 i9 h9 h10")]);
    table.go_to(1);
    assert_eq!(table.task(), None, "the engine waits after looking back");
    table.choose(point("a1"));
    assert_eq!((at(&table).0, table.task().map(|task| task.purpose)), (1, Some(Purpose::Move)));
}

#[test]
fn a_puzzle_has_nothing_before_its_start() {
    let mut table = table(&[("mode", "puzzle"), ("game", "h8 a1 h9 a3 h10 a5")]);
    table.go_to(0);
    assert_eq!((at(&table).0, table.task()), (6, None));
    assert_eq!(headline(&table), "Black to play and win.");
}

#[test]
fn another_side_is_asked_for_its_own_move() {
    let mut table = table(&[("mode", "play")]);
    table.choose(point("h8"));
    assert!(table.task().is_some());
    table.set([("side", Some("white"))]);
    assert_eq!(table.task(), None);
    assert!(table.is_persons_turn());
}

#[test]
fn a_game_that_cannot_begin_changes_nothing() {
    let mut table = table(&[("mode", "play"), ("rule", "renju")]);
    let before = table.options().clone();
    let changes = [("rule", "standard"), ("size", "99")].map(|(a, b)| (a.to_owned(), b.to_owned()));
    assert!(table.new_game_with(&changes).is_err());
    assert_eq!(table.options(), &before);
}

#[test]
fn the_point_that_a_finger_has_chosen_is_shown() {
    let mut table = table(&[("mode", "play")]);
    table.aim(point("h8"));
    assert_eq!(headline(&table), "Tap h8 again to place the stone.");
    table.choose(point("h8"));
    assert_eq!(headline(&table), "White is thinking …");
}

#[test]
fn a_promise_of_a_hint_ends_when_there_will_be_none() {
    let mut table = table(&[("mode", "play"), ("side", "both")]);
    let id = table.ask_hint().unwrap();
    assert_eq!(table.ask_hint(), Some(id), "it is asked for only once");
    table.choose(point("h8"));
    assert!(table.take_effects().contains(&Effect::Found(id, None)));
}

#[test]
fn a_game_goes_on_where_it_was_left() {
    let mut before = table(&[("mode", "puzzle"), ("game", "h8 a1 h9 a3 h10 a5")]);
    before.choose(point("h11"));
    answer(&mut before, Some("h7"), Score::Mate(-2));
    let mut after = Table::new(2);
    after.set_option("mode", Some("puzzle")).unwrap();
    after.resume(before.record().clone(), before.start_moves());
    assert_eq!((at(&after), after.start_moves(), after.solver()), ((8, "h7".into()), 6, Color::Black));
    assert!(events(&mut after).is_empty());
}
