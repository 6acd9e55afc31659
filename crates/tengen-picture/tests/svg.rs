//! Tests of the SVG documents, parsed as XML.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use proptest::prelude::*;
use roxmltree::{Document, Node};
use tengen_game::{
    Board, BoardSize, Color, Drawing, Ink, Mark, Move, NodeId, Point, Position, Record, Rule, Sign, Symmetry,
};
use tengen_picture::{Numbers, Picture, PictureOptions, Theme};

fn count<'a>(document: &'a Document<'_>, fits: impl Fn(&Node<'a, '_>) -> bool) -> usize {
    document.descendants().filter(|node| fits(node)).count()
}

/// The number of uses of a definition.
fn uses(document: &Document<'_>, end: &str) -> usize {
    count(document, |node| node.attribute("href").is_some_and(|href| href.ends_with(end)))
}

fn text_of<'a>(document: &'a Document<'_>, name: &str) -> &'a str {
    document.descendants().find(|node| node.has_tag_name(name)).and_then(|node| node.text()).unwrap()
}

fn record(moves: &str) -> Record {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    for name in moves.split(' ') {
        let point = Point::parse(name, record.size()).unwrap();
        record.play_or_lose(point).unwrap();
    }
    record
}

#[test]
fn every_size_and_every_theme_is_well_formed_and_fits_its_frame() {
    for lines in 3..=22 {
        let size = BoardSize::new(lines).unwrap();
        let mut position = Position::new(Rule::FREESTYLE, size);
        position.play(size.center()).unwrap();
        for theme in Theme::ALL {
            let options = PictureOptions { theme, ..PictureOptions::default() };
            let svg = Picture::of_position(&position).svg(&options).unwrap();
            let document = Document::parse(&svg).unwrap();
            let root = document.root_element();
            assert_eq!(root.attribute("role"), Some("img"));
            let side = 40 * (lines - 1) + 68;
            assert_eq!(root.attribute("viewBox"), Some(format!("-0.5 -0.5 {side} {side}").as_str()));
            assert_eq!(root.attribute("width"), Some(side.to_string().as_str()));
            assert_eq!(uses(&document, "-black"), 1);
            let title = format!("Five in a row (freestyle, {size}), after move 1");
            assert_eq!(text_of(&document, "title"), title);
            // Only a label in another script needs a font.
            assert_eq!(count(&document, |node| node.has_tag_name("text")), 0);
        }
    }
}

#[test]
fn arrows_and_coloured_rings_are_drawn_where_marks_are() {
    let mut record = record("h8 i9 b13");
    let (here, at) = (record.current(), |x, y| Point::new(x, y));
    for (from, to, ink) in [(at(7, 7), at(9, 7), Ink::Red), (at(3, 3), at(3, 3), Ink::Blue)] {
        record.draw(here, Drawing { from, to, ink }).unwrap();
    }
    let drawn = |marks: bool| {
        let svg = Picture::of_record(&record).svg(&PictureOptions { marks, ..PictureOptions::default() });
        let svg = svg.unwrap();
        let document = Document::parse(&svg).unwrap();
        let with = |name: &str, color: &str| count(&document, |node| node.attribute(name) == Some(color));
        [with("fill", "#c2261c"), with("stroke", "#1c3f9e")]
    };
    assert_eq!(drawn(true), [1, 1]);
    assert_eq!(drawn(false), [0, 0]);
}

#[test]
fn the_same_picture_is_the_same_text() {
    let record = record("h8 i9 b13");
    let draw = || Picture::of_record(&record).svg(&PictureOptions::default()).unwrap();
    assert_eq!(draw(), draw());
}

#[test]
fn names_in_the_document_lead_somewhere_and_mean_one_thing() {
    for theme in Theme::ALL {
        let options = PictureOptions { theme, ..PictureOptions::default() };
        let svg = Picture::of_record(&record("h8 i9")).svg(&options).unwrap();
        let document = Document::parse(&svg).unwrap();
        let mut ids: Vec<&str> = document.descendants().filter_map(|node| node.attribute("id")).collect();
        ids.sort_unstable();
        assert!(ids.windows(2).all(|pair| pair[0] != pair[1]), "{ids:?}");
        let prefix = format!("tengen-{theme}-");
        assert!(ids.iter().all(|id| id.starts_with(&prefix)), "{ids:?}");
        for node in document.descendants() {
            let referred = node.attribute("href").and_then(|href| href.strip_prefix('#'));
            let painted =
                node.attribute("fill").and_then(|fill| fill.strip_prefix("url(#")?.strip_suffix(')'));
            for id in referred.into_iter().chain(painted) {
                assert!(ids.contains(&id), "{id}");
            }
        }
    }
}

#[test]
fn a_node_is_drawn_wherever_the_cursor_stands() {
    let mut record = record("h8 i9 b13");
    let last = record.current();
    let of_cursor = Picture::of_record(&record).svg(&PictureOptions::default()).unwrap();
    record.visit(NodeId::START);
    assert_eq!(Picture::of_node(&record, last).svg(&PictureOptions::default()).unwrap(), of_cursor);
    let start = Picture::of_node(&record, NodeId::START).svg(&PictureOptions::default()).unwrap();
    assert_eq!(uses(&Document::parse(&start).unwrap(), "-shadow"), 0);
}

#[test]
fn a_row_that_has_won_is_lit_and_a_forbidden_stone_is_crossed() {
    let won = record("h8 a1 h9 c1 h10 e1 h11 g1 h12");
    let options = PictureOptions { coordinates: false, numbers: Numbers::None, ..PictureOptions::default() };
    let band = |options: &PictureOptions| {
        let svg = Picture::of_record(&won).svg(options).unwrap();
        assert!(svg.contains("; Black has won</title>"));
        count(&Document::parse(&svg).unwrap(), |node| node.attribute("stroke-width") == Some("46"))
    };
    assert_eq!(band(&options), 1);
    assert_eq!(band(&PictureOptions { winning_rows: false, ..options.clone() }), 0);

    let slipped = record("h8 a1 h9 c1 i10 e1 j10 g1 h10");
    let svg = Picture::of_record(&slipped).svg(&options).unwrap();
    assert!(svg.contains("; White has won</title>"));
    assert_eq!(count(&Document::parse(&svg).unwrap(), |node| node.attribute("stroke-width") == Some("3")), 1);
}

#[test]
fn forbidden_points_are_crossed_when_asked_for() {
    let record = record("h8 a1 h9 c1 i10 e1 j10 g1");
    let crosses = |forbidden| {
        let options = PictureOptions { forbidden, last_move: false, ..PictureOptions::default() };
        let svg = Picture::of_record(&record).svg(&options).unwrap();
        count(&Document::parse(&svg).unwrap(), |node| node.attribute("stroke-width") == Some("2.8"))
    };
    assert_eq!((crosses(false), crosses(true)), (0, 1));
}

#[test]
fn a_label_makes_room_in_the_grid_and_escapes_what_it_must() {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    let label = |x, text: &str| Mark { point: Point::new(x, 4), sign: Sign::Label(text.to_owned()) };
    record.set_marks(NodeId::START, vec![label(3, "A"), label(7, "<先&>")]).unwrap();
    let svg = Picture::of_record(&record).svg(&PictureOptions::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    // Column d is drawn at 162: the line ends before it and continues behind it.
    assert!(svg.contains("H150M174"), "{svg}");
    assert_eq!(text_of(&document, "text"), "<先&>");
    let hidden = PictureOptions { marks: false, ..PictureOptions::default() };
    assert!(!Picture::of_record(&record).svg(&hidden).unwrap().contains("<text"));
}

fn sign() -> impl Strategy<Value = Sign> {
    prop_oneof![
        Just(Sign::Circle),
        Just(Sign::Square),
        Just(Sign::Triangle),
        Just(Sign::Cross),
        any::<String>().prop_map(Sign::Label),
    ]
}

fn options() -> impl Strategy<Value = PictureOptions> {
    let numbers = prop_oneof![Just(Numbers::None), Just(Numbers::All), (0..9_usize).prop_map(Numbers::Last)];
    let switches = any::<[bool; 5]>();
    (0..4_usize, numbers, switches, 0..8_usize, any::<Option<String>>(), 32..4096_u32).prop_map(
        |(
            theme,
            numbers,
            [coordinates, last_move, winning_rows, forbidden, marks],
            symmetry,
            title,
            width,
        )| {
            PictureOptions {
                theme: Theme::ALL[theme],
                width: Some(width),
                coordinates,
                numbers,
                last_move,
                winning_rows,
                forbidden,
                marks,
                symmetry: Symmetry::ALL[symmetry],
                title,
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_record_is_drawn_as_well_formed_xml(
        lines in 3..=22_usize,
        renju in any::<bool>(),
        moves in prop::collection::vec(any::<Option<(u8, u8)>>(), 0..60),
        signs in prop::collection::vec((0..30_u8, 0..30_u8, sign()), 0..12),
        options in options(),
    ) {
        let size = BoardSize::new(lines).unwrap();
        let side = size.lines();
        let mut record = Record::new(if renju { Rule::Renju } else { Rule::Standard }, size);
        for played in moves {
            let played = played.map_or(Move::Pass, |(x, y)| Move::Place(Point::new(x % side, y % side)));
            // Most games end early.
            let _ = record.play_or_lose(played);
        }
        let here = record.current();
        let mark = |(x, y, sign): (u8, u8, Sign)| Mark { point: Point::new(x % side, y % side), sign };
        record.set_marks(here, signs.into_iter().map(mark).collect()).unwrap();
        let svg = Picture::of_record(&record).svg(&options).unwrap();
        let document = Document::parse(&svg).map_err(|error| TestCaseError::fail(format!("{error}\n{svg}")))?;
        let board = record.position().board();
        prop_assert_eq!(uses(&document, "-black"), board.count(Color::Black));
        prop_assert_eq!(uses(&document, "-white"), board.count(Color::White));
    }

    #[test]
    fn any_board_that_is_set_up_is_drawn(
        stones in prop::collection::vec((0..15_u8, 0..15_u8, any::<bool>()), 0..80),
        options in options(),
    ) {
        let mut board = Board::new(BoardSize::FIFTEEN);
        for (x, y, black) in stones {
            board.set(Point::new(x, y), Some(if black { Color::Black } else { Color::White }));
        }
        // A board with two winners is not a position.
        if let Ok(position) = Position::from_board(Rule::Renju, board, Color::Black) {
            let svg = Picture::of_position(&position).svg(&options).unwrap();
            prop_assert!(Document::parse(&svg).is_ok());
            prop_assert!(svg.contains("\"") && !svg.contains("NaN"));
        }
    }
}
