//! Links, Tengen's own and those of other sites.

use crate::records::any_record;
use proptest::prelude::*;
use tengen_formats::link::{self, Link, LinkError};
use tengen_formats::{Loss, foreign_links, without};
use tengen_game::opening::Opening;
use tengen_game::{
    BoardSize, Color, EndReason, GameResult, Mark, Move, NodeId, Point, Position, Record, Rule, Sign,
    SplitMix,
};

fn write(record: &Record) -> String {
    link::write(&record.clone().into()).unwrap().content
}

/// A game with a variation and a comment or mark of each kind, on a board without symmetry.
fn sample() -> Record {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    for (x, y) in [(7, 7), (8, 6), (1, 2)] {
        record.play(Point::new(x, y)).unwrap();
    }
    record.end(GameResult::resignation(Color::White)).unwrap();
    record.go_to(1);
    record.explore(Move::Pass).unwrap();
    record.notes_mut(record.current()).comment = "好".to_owned();
    let label = Mark { point: Point::new(14, 0), sign: Sign::Label("A".to_owned()) };
    record.add_mark(NodeId::START, label).unwrap();
    record.players.black = "Ada".to_owned();
    record
}

/// The layout is public: a change of it breaks the links that people have sent.
#[test]
fn the_layout_is_pinned() {
    let link = Link { record: sample(), opening: Some("swap2".to_owned()) };
    let text = link::write(&link).unwrap().content;
    assert_eq!(text, "tg1.DwACBnBiH-IC4QMQAAIBDgQBQQMEEAEBA-WlvQQFA0FkYQAFAQQGBXN3YXAy4Z9DHwz");
    assert_eq!(link::read(&text), Ok(link));
}

/// The example in the documentation.
#[test]
fn the_documented_link_is_right() {
    let record = link::read("https://example.org/#tg1.DwACA3BiH41jP5kz").unwrap().record;
    let expected = [Point::new(7, 7), Point::new(8, 6), Point::new(1, 2)].map(Move::Place);
    assert_eq!((record.rule(), record.position().moves()), (Rule::Renju, &expected[..]));
}

#[test]
fn a_game_of_sixty_moves_with_all_around_it_fits_into_200_characters() {
    let mut random = SplitMix::new(1);
    for _ in 0..200 {
        let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
        while record.cursor() < 60 {
            let point = Point::new(random.below(15) as u8, random.below(15) as u8);
            if record.play(point).is_ok() && record.is_over() {
                record.undo();
            }
        }
        record.end(GameResult { winner: Some(Color::White), reason: EndReason::Timeout }).unwrap();
        record.players.black = "Ada Lovelace".to_owned();
        record.players.white = "Tengen".to_owned();
        record.go_to(30);
        let link = Link { record, opening: Some("taraguchi-10 swapped no yes no".to_owned()) };
        let text = link::write(&link).unwrap().content;
        assert!(text.len() <= 200, "{} characters: {text}", text.len());
        assert_eq!(link::read(&text), Ok(link));
    }
}

#[test]
fn every_changed_character_and_every_cut_is_noticed() {
    let record = sample();
    let text = write(&record);
    for at in 0..text.len() {
        for other in (b' '..=b'~').map(char::from) {
            let changed = format!("{}{other}{}", &text[..at], &text[at + 1..]);
            if let Ok(read) = link::read(&changed) {
                assert_eq!(read.record, record, "{changed}");
            }
        }
        assert!(link::read(&text[..at]).is_err(), "{}", &text[..at]);
    }
}

#[test]
fn newer_links_are_named_and_their_additions_skipped() {
    let crc = |bytes: &[u8]| {
        let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)))
    };
    let wrap = |payload: &[u8]| {
        use base64::Engine as _;
        let bytes = [payload, &crc(payload).to_be_bytes()].concat();
        format!("tg1.{}z", base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(bytes))
    };
    let read = |payload: &[u8]| link::read(&wrap(payload));
    let message = |payload: &[u8]| read(payload).unwrap_err().to_string();
    // 15 lines, freestyle, h8; then a section 200 that only adds something.
    let record = read(&[15, 21, 2, 1, 112, 200, 2, 9, 9]).unwrap().record;
    assert_eq!((record.rule(), record.line()), (Rule::FREESTYLE, vec![Move::Place(Point::new(7, 7))]));
    assert_eq!(read(&[15, 21, 2, 1, 112, 20, 0]), Err(LinkError::Section { at: 5, tag: 20 }));
    assert_eq!(link::read("tg7.AAAAAAz"), Err(LinkError::Version("7".to_owned())));
    // Valid checksums do not make valid games.
    assert_eq!(
        message(&[]),
        "at byte 0 of the link's payload: expected the number of lines, found only 0 bytes"
    );
    assert_eq!(message(&[2, 0]), "the link's board: a board has 3 to 22 lines a side, not 2");
    assert!(message(&[15, 16]).starts_with("at byte 1 of the link's payload: expected a rule"));
    assert_eq!(message(&[15, 0, 2, 2, 112, 112]), "the link's move 2: h8 is already occupied");
    assert_eq!(
        message(&[15, 0, 2, 4, 112, 226, 1, 112]),
        "the link's move 2: the same move follows the same position twice"
    );
    assert!(message(&[15, 0, 2, 3, 112, 226, 2]).contains("no more than were played, found 2"));
    assert!(message(&[15, 0, 2, 1, 255]).contains("expected a move, found 255"));
    assert!(message(&[15, 0, 5, 1, 1]).contains("expected the number of a node, found 1"));
    assert!(message(&[15, 0, 3, 3, 9, 4, 0]).contains("one on node 9"));
    assert!(message(&[15, 0, 3, 6, 0, 2]).contains("expected a section as long as it says, found only 2"));
    // A large number of marks allocates no memory for them.
    assert!(message(&[15, 0, 3, 5, 0, 2, 0xFF, 0xFF, 0x7F]).contains("expected a mark's cell, found only 0"));
    assert!(message(&[15, 0, 4, 2, 0, 0, 2, 0]).contains("higher tag"));
}

#[test]
fn openings_continue_from_the_state_of_the_link() {
    for text in ["15.swap2", "15.swap2.h8h9j7", "15.soosorv-4.h8i8j8.swap.j10.3", "19.pro.j10.k10.a1"] {
        let opening: Opening = text.parse().unwrap();
        let sent = link::write(&Link::of_opening(&opening, Rule::Renju).unwrap()).unwrap();
        let mut link = link::read(&sent.content).unwrap();
        assert_eq!(link.to_opening(), Ok(Some(opening.clone())), "{text}");
        let finished = opening.is_finished();
        link.record.play(Point::new(14, 14)).unwrap();
        assert_eq!(link.to_opening().is_ok(), finished, "{text}");
    }
    assert_eq!(Link::from(sample()).to_opening(), Ok(None));
}

#[test]
fn an_opening_of_another_game_is_refused() {
    let message = |record: Record, text: &str| {
        Link { record, opening: Some(text.to_owned()) }.to_opening().unwrap_err().to_string()
    };
    assert!(message(sample(), "swap2").starts_with("the link's opening: expected an opening such as"));
    assert_eq!(
        message(sample(), "19.swap2"),
        "the link's opening is on a 19×19 board, and its game on 15×15"
    );
    assert_eq!(message(sample(), "15.swap2.h8h9j7"), "stone 2 of the link's opening is not the game's");
    assert_eq!(
        message(sample(), "15.soosorv-4"),
        "the link's opening has 0 stones and is not finished, but its game has 3 moves"
    );
    let board = tengen_game::Board::new(BoardSize::FIFTEEN);
    let start = Position::from_board(Rule::Renju, board, Color::White).unwrap();
    let mut record = Record::from_position(start);
    record.play(Point::new(7, 7)).unwrap();
    assert_eq!(message(record, "15.pro.h8"), "stone 1 of the link's opening is not the game's");
}

#[test]
fn too_large_input_is_refused() {
    let mut record = sample();
    record.notes_mut(NodeId::START).comment = "x".repeat(link::MAX_BYTES);
    assert_eq!(link::write(&record.into()), Err(LinkError::TooLong));
    assert_eq!(link::read(&format!("tg1.{}z", "A".repeat(2 << 20))), Err(LinkError::TooLong));
}

#[test]
fn links_of_other_sites_are_read_the_right_way_up() {
    let expected = [Point::new(7, 7), Point::new(8, 6), Point::new(1, 2)];
    let gomocalc =
        ["https://gomocalc.com/#/h8i9b13", "http://localhost/#/H8I9B13?x=1", "#/h8i9b13", "h8i9b13"];
    let portal = [
        "https://renjuportal.com/board?mvs=778612",
        "https://v1.renjuportal.com/board/?mv=778612",
        "see https://renjuportal.com/board?lang=en&mvs=778612&move=2",
        "?mvs=778612",
        "778612",
    ];
    for (texts, rule) in [(&gomocalc[..], Rule::FREESTYLE), (&portal[..], Rule::Renju)] {
        for text in texts {
            let record = foreign_links::read(text, None, None).unwrap();
            assert_eq!(
                (record.position().moves(), record.rule()),
                (&expected.map(Move::Place)[..], rule),
                "{text}"
            );
        }
    }
    let record = foreign_links::read("#/h8", Some(Rule::Standard), Some(BoardSize::TWENTY)).unwrap();
    assert_eq!((record.rule(), record.line()), (Rule::Standard, vec![Move::Place(Point::new(7, 12))]));
    assert_eq!(foreign_links::read("https://gomocalc.com/#/", None, None).unwrap().cursor(), 0);
}

#[test]
fn faults_of_other_links_name_the_move() {
    let message = |text| foreign_links::read(text, None, None).unwrap_err().to_string();
    assert_eq!(message("#/h8p9"), "the gomocalc link, move 2, at character 3: `p9` is not on a 15×15 board");
    assert_eq!(message("#/h8h8"), "move 2: h8 is already occupied");
    assert!(message("?mvs=77f6").contains("move 2, at character 3: expected two hexadecimal digits"));
    assert!(message("?mvs=778").ends_with("found `8`"));
    assert!(message("?mvs=7好").ends_with("found `7好`"));
    assert!(message("hello world").starts_with("expected a gomocalc link"));
    assert!(message("").starts_with("expected a gomocalc link"));
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn links_preserve_what_they_document(record in any_record(), opening in prop::option::of(".{0,20}")) {
        let link = Link { record: record.clone(), opening: opening.clone() };
        let written = link::write(&link).unwrap();
        prop_assert!(written.content.ends_with('z'));
        prop_assert!(written.content.chars().all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c)));
        prop_assert!(written.losses.iter().all(|loss| [Loss::Info, Loss::Times, Loss::Evaluations, Loss::Properties].contains(loss)));
        let read = link::read(&written.content).unwrap();
        prop_assert_eq!(&read.record, &without(&record, &written.losses));
        prop_assert_eq!(read.opening, opening);
        // A link that was read is written in the same way.
        let again = link::write(&Link { record: read.record, opening: link.opening }).unwrap();
        prop_assert_eq!(again.content, written.content);
    }

    #[test]
    fn a_damaged_link_is_never_another_game(record in any_record(), at in any::<prop::sample::Index>(),
                                            other in any::<char>()) {
        let text = write(&record);
        let mut characters: Vec<char> = text.chars().collect();
        characters[at.index(text.len())] = other;
        if let Ok(read) = link::read(&characters.into_iter().collect::<String>()) {
            prop_assert_eq!(write(&read.record), text);
        }
    }

    #[test]
    fn readers_survive_any_text(text in "\\PC*", bytes in prop::collection::vec(any::<u8>(), 0..60)) {
        let _ = link::read(&text);
        let _ = link::read(&format!("tg1.{text}z"));
        let _ = foreign_links::read(&text, None, None);
        let _ = foreign_links::read(&format!("#/{text}"), None, None);
        let _ = foreign_links::read(&format!("?mvs={text}"), None, None);
        // Payloads with the right checksum, as in a hostile link.
        use base64::Engine as _;
        let step = |crc: u32| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
        for payload in [bytes.clone(), [&[15, 0, 2][..], &bytes].concat(), [&[5, 17, 3][..], &bytes].concat()] {
            let crc = !payload.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), |crc, _| step(crc)));
            let whole = [&payload[..], &crc.to_be_bytes()].concat();
            let text = base64::engine::general_purpose::URL_SAFE_NO_PAD.encode(whole);
            let read = link::read(&format!("tg1.{text}z"));
            prop_assert!(!matches!(read, Err(LinkError::Checksum { .. })), "{:?}", read);
        }
    }
}

#[test]
fn a_set_up_board_keeps_its_orientation() {
    let mut board = tengen_game::Board::new(BoardSize::NINETEEN);
    board.set(Point::new(3, 1), Some(Color::White));
    let start = Position::from_board(Rule::Standard, board, Color::White).unwrap();
    let mut record = Record::from_position(start);
    record.play(Point::new(18, 2)).unwrap();
    let read = link::read(&write(&record)).unwrap().record;
    assert_eq!(read, record);
    assert_eq!(read.setup().unwrap().0.stone(Point::new(3, 1)), Some(Color::White));
}
