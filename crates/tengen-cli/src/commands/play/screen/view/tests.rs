//! The contents of the screen.

use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers, MouseButton, MouseEvent, MouseEventKind};
use ratatui::style::{Color as Ink, Modifier};
use tengen_analysis::{Score, SearchProgress, SearchReport, StopReason};
use tengen_game::{BoardSize, Mark, Point, Record, Rule, Sign};

use super::super::app::App;
use super::super::app::tests::{app, press, record, type_in};
use super::super::{Effect, News};
use super::style::Colors;
use super::*;
use crate::commands::play::files::Saved;

const WOOD: Terminal = Terminal { colors: Colors::Wood, unicode: true };
const PLAIN: Terminal = Terminal { colors: Colors::None, unicode: true };
const ASCII: Terminal = Terminal { colors: Colors::None, unicode: false };

fn seen(app: &mut App, terminal: Terminal, width: u16, height: u16) -> Buffer {
    app.handle(&Event::Resize(width, height));
    let mut screen = ratatui::Terminal::new(TestBackend::new(width, height)).unwrap();
    screen.draw(|frame| draw(app, terminal, frame)).unwrap();
    screen.backend().buffer().clone()
}

/// The lines of the screen without the spaces at their ends.
fn lines(buffer: &Buffer) -> Vec<String> {
    let width = usize::from(buffer.area.width);
    let line = |cells: &[ratatui::buffer::Cell]| {
        cells.iter().map(|cell| cell.symbol()).collect::<String>().trim_end().to_owned()
    };
    buffer.content().chunks(width).map(line).collect()
}

#[track_caller]
fn shows(buffer: &Buffer, text: &str) {
    let lines = lines(buffer);
    assert!(lines.iter().any(|line| line.contains(text)), "`{text}` is missing:\n{}", lines.join("\n"));
}

fn symbol(buffer: &Buffer, column: u16, line: u16) -> &str {
    buffer.cell((column, line)).unwrap().symbol()
}

fn small(rule: Rule, lines: usize, points: &str) -> Record {
    let mut record = Record::new(rule, BoardSize::new(lines).unwrap());
    for point in points.split_whitespace() {
        record.play(Point::parse(point, record.size()).unwrap()).unwrap();
    }
    record
}

/// An asymmetric position, so that a swapped or mirrored axis cannot go unnoticed.
#[test]
fn stones_lie_where_their_names_say() {
    let mut app = app(small(Rule::FREESTYLE, 5, "b5 e4 a1"), "human", "human", None);
    press(&mut app, KeyCode::Right);
    // The cursor is beside the last move, and their brackets share a column.
    let expected = [
        " 5  ┌─●─┬─┬─┐",
        " 4  ├─┼─┼─┼─○",
        " 3  ├─┼─•─┼─┤",
        " 2  ├─┼─┼─┼─┤",
        " 1 (●[┴]┴─┴─┘",
        "    a b c d e",
    ];
    assert_eq!(lines(&seen(&mut app, PLAIN, 14, 7))[..6], expected);
}

#[test]
fn a_turned_board_shows_the_other_side_below() {
    let mut app = app(small(Rule::FREESTYLE, 5, "b5 e4 a1"), "human", "human", None);
    type_in(&mut app, "f");
    let expected = [
        " 1  ┌─┬─┬─┬[●]",
        " 2  ├─┼─┼─┼─┤",
        " 3  ├─┼─•─┼─┤",
        " 4  ○─┼─┼─┼─┤",
        " 5  └─┴─┴─●─┘",
        "    e d c b a",
    ];
    assert_eq!(lines(&seen(&mut app, PLAIN, 14, 7))[..6], expected);
}

#[test]
fn ascii_is_all_that_is_seen_where_no_more_is_to_be_had() {
    let mut app = app(record(Rule::Renju, "g8 a1 i8 a15 h7 o1 h9 o15"), "human", "engine", None);
    for keys in ["", "?", "n", ":h8", ":q9\n", "ha"] {
        press(&mut app, KeyCode::Esc);
        type_in(&mut app, keys);
        let buffer = seen(&mut app, ASCII, 100, 40);
        let text = lines(&buffer).join("\n");
        assert!(text.is_ascii(), "{keys}:\n{text}");
    }
    let buffer = seen(&mut app, ASCII, 80, 24);
    shows(&buffer, "9  . . . . . . . X . . . . . . .");
    shows(&buffer, "8  . . . . . . X ! X . . . . . .");
    shows(&buffer, "Renju, 15x15");
}

#[test]
fn forbidden_points_are_marked() {
    let mut app = app(record(Rule::Renju, "g8 a1 i8 a15 h7 o1 h9 o15"), "human", "human", None);
    let buffer = seen(&mut app, PLAIN, 80, 24);
    let (column, line) = app.layout().unwrap().board.cell(Point::new(7, 7));
    assert_eq!(symbol(&buffer, column, line), "×");
    // A renju player gets the forbidden points while White is to move, too; other games have none.
    type_in(&mut app, "p");
    assert_eq!(symbol(&seen(&mut app, PLAIN, 80, 24), column, line), "×");
}

#[test]
fn the_winning_row_is_marked_by_more_than_a_colour() {
    let record = record(Rule::FREESTYLE, "h8 a1 i8 b1 j8 c1 k8 d1 l8");
    let mut app = app(record, "human", "engine", None);
    let buffer = seen(&mut app, PLAIN, 80, 24);
    let board = app.layout().unwrap().board;
    let reversed = |x, y| {
        let (column, line) = board.cell(Point::new(x, y));
        buffer.cell((column, line)).unwrap().modifier.contains(Modifier::REVERSED)
    };
    assert!((7..12).all(|x| reversed(x, 7)) && !reversed(0, 14));
    shows(&buffer, "The game is over: Black wins with h8");
}

#[test]
fn wood_has_black_and_white_stones_on_any_background() {
    let mut app = app(record(Rule::FREESTYLE, "c14 d2"), "human", "human", None);
    let buffer = seen(&mut app, WOOD, 80, 24);
    let board = app.layout().unwrap().board;
    let look = |x, y| {
        let (column, line) = board.cell(Point::new(x, y));
        let cell = buffer.cell((column, line)).unwrap();
        (cell.symbol().to_owned(), cell.fg, cell.bg)
    };
    let wood = Ink::Indexed(179);
    assert_eq!(look(2, 1), ("●".to_owned(), Ink::Indexed(16), wood));
    assert_eq!(look(3, 13), ("●".to_owned(), Ink::Indexed(231), wood));
    // Text keeps the terminal's own background.
    let panel = app.layout().unwrap().panel.unwrap();
    assert_eq!(buffer.cell((panel.x, panel.y)).unwrap().bg, Ink::Reset);
}

#[test]
fn large_stones_are_discs_that_touch() {
    let mut app = app(record(Rule::FREESTYLE, "h8 h9 g9"), "human", "human", None);
    let buffer = seen(&mut app, WOOD, 120, 40);
    let (column, line) = app.layout().unwrap().board.cell(Point::new(7, 7));
    let row = |line: u16| (column - 1..=column + 1).map(|x| symbol(&buffer, x, line)).collect::<String>();
    assert_eq!([row(line), row(line + 1)], ["███", "▝▀▘"]);
    // Between the white stone above and the black one below, both halves are visible.
    let middle = buffer.cell((column, line - 1)).unwrap();
    let mut inks = [middle.fg, middle.bg];
    inks.sort_by_key(|ink| *ink == Ink::Indexed(231));
    assert_eq!(inks, [Ink::Indexed(16), Ink::Indexed(231)]);
}

#[test]
fn large_winning_stones_bear_a_sign() {
    let record = record(Rule::FREESTYLE, "h8 a1 i8 b1 j8 c1 k8 d1 l8");
    let mut app = app(record, "human", "engine", None);
    let buffer = seen(&mut app, WOOD, 120, 40);
    let board = app.layout().unwrap().board;
    let sign = |x, y| {
        let (column, line) = board.cell(Point::new(x, y));
        symbol(&buffer, column, line)
    };
    assert_eq!([sign(7, 7), sign(11, 7), sign(0, 14)], ["◆", "◆", "█"]);
}

#[test]
fn numbers_stand_in_the_order_of_the_moves() {
    let mut app = app(record(Rule::FREESTYLE, "h8 i9 h9 i8 h7 h6 h5 h4 g4 f4 e4"), "human", "human", None);
    type_in(&mut app, "m");
    let buffer = seen(&mut app, PLAIN, 80, 24);
    let board = app.layout().unwrap().board;
    let number = |point: &str| {
        let (column, line) = board.cell(Point::parse(point, BoardSize::FIFTEEN).unwrap());
        format!("{}{}", symbol(&buffer, column - 1, line), symbol(&buffer, column, line))
    };
    assert_eq!(["h8", "i9", "f4", "e4"].map(number), [" 1", " 2", "10", "11"]);
    // The cursor is visible on numbers as well, and hides no digit.
    let (column, line) = board.cell(app.cursor);
    assert!(buffer.cell((column, line)).unwrap().modifier.contains(Modifier::REVERSED));
    assert_eq!(app.cursor.on(BoardSize::FIFTEEN).to_string(), "e4");
}

#[test]
fn the_panel_shows_the_players_and_the_state_of_the_game() {
    let mut record = record(Rule::Renju, "h8 i9");
    record.players.white = "Ada".to_owned();
    record.notes_mut(record.current()).comment = "A quiet answer.\u{1b}[31m".to_owned();
    let mut app = app(record, "human", "minimax-hard", Some("final.sgf"));
    let buffer = seen(&mut app, PLAIN, 100, 24);
    for text in [
        "Renju, 15×15 · final.sgf",
        "> ● Black  you",
        "○ White  minimax-hard (Ada)",
        "Move 3: Black is to move.",
    ] {
        shows(&buffer, text);
    }
    shows(&buffer, "A quiet answer. [31m");
    shows(&buffer, "1 h8     2 i9");
    shows(&buffer, "? keys · h hint");
}

#[test]
fn the_analysis_names_the_side_that_is_better_off() {
    let mut app = app(record(Rule::FREESTYLE, "h8 i9"), "human", "engine", None);
    assert!(!lines(&seen(&mut app, PLAIN, 80, 24)).join("\n").contains("depth"));
    type_in(&mut app, "a");
    let pv = vec![Point::new(6, 7), Point::new(5, 7)];
    let time = std::time::Duration::from_secs(2);
    let progress = SearchProgress::new(9, Score::Mate(-4), pv)
        .with_selective_depth(12)
        .with_nodes(1_500_000)
        .with_time(time);
    let id = app.game.engine.task.unwrap().id;
    app.receive(News::Progress { id, progress });
    let buffer = seen(&mut app, PLAIN, 80, 24);
    shows(&buffer, "White wins in 2 (-M4)");
    shows(&buffer, "depth 9 · 1.5 M nodes · 2.0 s · 750 k/s");
    shows(&buffer, "g8 f8");
}

#[test]
fn marks_and_variations_of_a_record_are_shown() {
    let mut record = record(Rule::FREESTYLE, "h8 i9");
    let label = Mark { point: Point::new(0, 0), sign: Sign::Label("A".to_owned()) };
    record.add_mark(record.current(), label).unwrap();
    let mut app = app(record, "human", "human", Some("game.sgf"));
    let buffer = seen(&mut app, PLAIN, 80, 24);
    let (column, line) = app.layout().unwrap().board.cell(Point::new(0, 0));
    assert_eq!(symbol(&buffer, column, line), "A");
    type_in(&mut app, "[:a1\n");
    let buffer = seen(&mut app, PLAIN, 80, 24);
    shows(&buffer, "variation 2 of 2, Tab shows the next");
    type_in(&mut app, "[");
    shows(&seen(&mut app, PLAIN, 80, 24), "next: i9 a1");
}

#[test]
fn pages_fit_beside_every_common_board() {
    let mut app = app(small(Rule::FREESTYLE, 15, ""), "human", "engine", None);
    type_in(&mut app, "?");
    let buffer = seen(&mut app, PLAIN, 80, 24);
    shows(&buffer, " 8  ├─┼─┼─┼─┼─┼─┼[•]┼─┼─┼─┼─┼─┼─┤");
    shows(&buffer, "q              quit");
    type_in(&mut app, "\nn");
    let buffer = seen(&mut app, PLAIN, 80, 24);
    shows(&buffer, "> Rule      Freestyle");
    shows(&buffer, "↑↓ choose");
    // Without room beside the board, the choices take the whole window.
    let buffer = seen(&mut app, PLAIN, 40, 20);
    shows(&buffer, "> Rule      Freestyle");
}

#[test]
fn questions_and_results_are_on_the_last_line() {
    let mut app = app(small(Rule::FREESTYLE, 15, "h8"), "human", "human", None);
    type_in(&mut app, ":h");
    let buffer = seen(&mut app, PLAIN, 80, 24);
    assert!(lines(&buffer)[23].contains("play on: h"), "{}", lines(&buffer)[23]);
    type_in(&mut app, &"abcdefghij".repeat(9));
    assert!(lines(&seen(&mut app, PLAIN, 80, 24))[23].ends_with("hij"), "the end of a long text is seen");
    press(&mut app, KeyCode::Esc);
    type_in(&mut app, ":h8\n");
    assert!(lines(&seen(&mut app, PLAIN, 80, 24))[23].contains("h8 is already occupied"));
    type_in(&mut app, "12");
    assert!(lines(&seen(&mut app, PLAIN, 80, 24))[23].contains("12 …"));
    type_in(&mut app, "RR");
    // Without a panel the last line shows the state of the game.
    press(&mut app, KeyCode::Esc);
    assert!(lines(&seen(&mut app, PLAIN, 40, 17))[16].contains("The game is over: Black wins"));
}

#[test]
fn losses_of_a_file_are_reported_in_full() {
    let mut app = app(small(Rule::FREESTYLE, 15, "h8"), "human", "human", None);
    let message =
        "saved game.psq, which does not hold the rule, comments, marks, variations, evaluations, the cursor";
    let saved = Saved::Done { path: "game.psq".into(), message: message.to_owned() };
    app.receive(News::Saved(saved));
    let buffer = seen(&mut app, PLAIN, 80, 24);
    let panel = app.layout().unwrap().panel.unwrap();
    let beside: Vec<String> =
        lines(&buffer).iter().map(|line| line.chars().skip(panel.x.into()).collect()).collect();
    assert!(beside.join(" ").contains(message), "{beside:?}");
}

#[test]
fn a_suggested_name_is_seen_to_be_one_and_an_unsaved_game_as_well() {
    let mut app = app(small(Rule::FREESTYLE, 15, ""), "human", "human", None);
    press(&mut app, KeyCode::Enter);
    type_in(&mut app, "s");
    let reversed = |app: &mut App| {
        let buffer = seen(app, PLAIN, 80, 24);
        shows(&buffer, "save as: ");
        let is_reversed = |cell: &&ratatui::buffer::Cell| cell.modifier.contains(Modifier::REVERSED);
        buffer.content()[80 * 23..].iter().filter(is_reversed).map(|cell| cell.symbol()).collect::<String>()
    };
    assert_eq!(reversed(&mut app), "game.sgf");
    press(&mut app, KeyCode::End);
    assert_eq!(reversed(&mut app), "");
    press(&mut app, KeyCode::Esc);
    type_in(&mut app, "n");
    shows(&seen(&mut app, PLAIN, 80, 24), "The old one is not saved.");
}

#[test]
fn too_small_a_window_shows_the_required_size() {
    let mut app = app(small(Rule::FREESTYLE, 15, ""), "human", "human", None);
    let text = lines(&seen(&mut app, PLAIN, 30, 10)).join(" ");
    assert!(text.contains("This window has 30 columns and 10 lines."), "{text}");
    assert!(text.contains("A board of 15×15 needs 34 and 17."), "{text}");
    for (width, height) in [(0, 0), (1, 1), (3, 2), (34, 17), (35, 21), (62, 17), (300, 100)] {
        for lines in [3, 22] {
            let mut app =
                super::super::app::tests::app(small(Rule::FREESTYLE, lines, "a1"), "human", "human", None);
            for keys in ["", "?", "\nn", "\n:"] {
                type_in(&mut app, keys);
                seen(&mut app, WOOD, width, height);
            }
        }
    }
}

#[test]
fn text_is_broken_between_words() {
    assert_eq!(wrap("one two three", 7), ["one two", "three"]);
    assert_eq!(wrap("abcdefgh ij", 4), ["abcd", "efgh", "ij"]);
    assert_eq!(wrap("中文字 x", 4), ["中文", "字 x"]);
    assert!(wrap("  ", 4).is_empty());
}

/// Random keys and clicks, and programs that answer sometimes. After every event the screen can be drawn,
/// and the record has only legal moves.
#[test]
fn no_sequence_of_keys_breaks_the_screen() {
    let keys: Vec<KeyCode> = "0123:hs[]uravRxfcmn?pqo.y9\u{e9}".chars().map(KeyCode::Char).collect();
    let others = [
        KeyCode::Enter,
        KeyCode::Enter,
        KeyCode::Esc,
        KeyCode::Tab,
        KeyCode::BackTab,
        KeyCode::Left,
        KeyCode::Right,
        KeyCode::Up,
        KeyCode::Down,
        KeyCode::Home,
        KeyCode::End,
        KeyCode::Backspace,
        KeyCode::Delete,
        KeyCode::PageUp,
    ];
    let keys = [&keys[..], &others].concat();
    let mut seed = 7_u64;
    let mut random = move |below: usize| {
        // The constants are those of Knuth's MMIX; the high bits are the random ones.
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (seed >> 33) as usize % below
    };
    let mut app = app(record(Rule::Renju, "h8 i9 h9"), "human", "tuple", None);
    for _ in 0..1_500 {
        match random(10) {
            0 => app.handle(&Event::Mouse(MouseEvent {
                kind: MouseEventKind::Down(MouseButton::Left),
                column: random(90) as u16,
                row: random(30) as u16,
                modifiers: KeyModifiers::NONE,
            })),
            1 => app.handle(&Event::Resize(random(130) as u16, random(50) as u16)),
            2 => app.handle(&Event::Paste("h8\n".to_owned())),
            _ => press(&mut app, keys[random(keys.len())]),
        }
        app.tick(app.now + std::time::Duration::from_millis(200));
        for effect in app.take_effects() {
            let Effect::Think(task) = effect else { continue };
            let best_move = task.position.legal_moves().nth(random(5));
            let report =
                SearchReport::new(best_move, Score::Mate(3), StopReason::Depth).with_depth(1).with_nodes(1);
            if best_move.is_some() && random(3) > 0 {
                app.receive(News::Done { id: task.id, result: Ok(report) });
            }
        }
        let terminal = [WOOD, PLAIN, ASCII][random(3)];
        // For a moment, the window may have another size than in the last event.
        let another = Rect::new(0, 0, random(130) as u16, random(50) as u16);
        let area = if random(4) == 0 { another } else { app.area };
        let mut screen = ratatui::Terminal::new(TestBackend::new(area.width, area.height)).unwrap();
        screen.draw(|frame| draw(&app, terminal, frame)).unwrap();
    }
    let mut replayed = app.record().start().clone();
    for &played in app.record().position().moves() {
        replayed.play(played).unwrap();
    }
    assert_eq!(&replayed, app.record().position());
}
