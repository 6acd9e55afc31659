//! RenLib's libraries.

use crate::generators::any_rule;
use crate::records::{any_steps, build};
use proptest::prelude::*;
use tengen_formats::renlib::{self, Options, RenLibError};
use tengen_formats::{Loss, ReadNote, without};
use tengen_game::{BoardSize, Mark, Move, NodeId, Point, Position, Record, Rule, Sign};

fn library(nodes: &[u8]) -> Vec<u8> {
    [b"\xFFRenLib\xFF\x03\x04".as_slice(), &[0xFF; 10], nodes].concat()
}

fn read(nodes: &[u8]) -> Result<Record, RenLibError> {
    renlib::read(&library(nodes), Options::default())
}

fn message(nodes: &[u8]) -> String {
    read(nodes).unwrap_err().to_string()
}

fn label(x: u8, y: u8, text: &str) -> Mark {
    Mark { point: Point::new(x, y), sign: Sign::Label(text.to_owned()) }
}

/// The moves of all nodes in their order, with the number of moves before each.
fn tree(record: &Record) -> Vec<(usize, String)> {
    let depth = |id| std::iter::successors(Some(id), |&id| record.parent(id)).count() - 1;
    let name = |id| record.played(id).map(|played| (depth(id), played.on(record.size()).to_string()));
    record.nodes().into_iter().filter_map(name).collect()
}

/// b13 is 16·2 + 2: columns from the left, rows from the top.
#[test]
fn a_tree_is_read_the_right_way_up() {
    let nodes = [
        0x00, 0x00, // the root
        0x78, 0x80, // h8, of which there is a sibling
        0x69, 0x80, // i9
        0x22, 0x40, // b13, the end
        0x68, 0x40, // h9 instead of i9
        0x22, 0x40, // b13 instead of h8
    ];
    let record = read(&nodes).unwrap();
    let expected = [(1, "h8"), (2, "i9"), (3, "b13"), (2, "h9"), (1, "b13")];
    assert_eq!(tree(&record), expected.map(|(depth, name)| (depth, name.to_owned())));
    assert_eq!(record.rule(), Rule::Renju);
    assert_eq!(record.current(), NodeId::START);
    // The root may be the first move, or carry a flag that it has a sibling.
    assert_eq!(read(&nodes[2..]).unwrap(), record);
    let flagged = [&[0x00, 0x80], &nodes[2..]].concat();
    assert_eq!(read(&flagged).unwrap(), record);
    assert_eq!(read(&[]).unwrap().nodes().len(), 1);
    assert_eq!(read(&[0x00, 0x40]).unwrap().nodes().len(), 1);
}

#[test]
fn a_library_is_read_as_far_as_it_goes() {
    let game = |bytes: &[u8]| renlib::read_game(bytes, Options::default()).unwrap();
    for (nodes, moves) in
        [(&[0x00, 0x00][..], 0), (&[0x78, 0x80, 0x69, 0x40], 2), (&[0x78, 0x00, 0x69, 0x00], 2)]
    {
        let game = game(&library(nodes));
        assert_eq!((game.record.main_line().len(), game.notes), (moves, vec![ReadNote::OpenEnd]));
    }
    let complete = [0x78, 0x00, 0x69, 0x40];
    assert_eq!(game(&library(&complete)).notes, []);
    // Without a header, the tree must be complete.
    assert_eq!(game(&complete).notes, [ReadNote::NoHeader]);
    assert_eq!(game(&complete).record, game(&library(&complete)).record);
    assert!(renlib::read(&complete[..3], Options::default()).is_err());
    assert!(renlib::read(&[0x78, 0x00], Options::default()).is_err());
    // A text can begin with the same byte.
    assert!(renlib::read(b"x@", Options::default()).is_err());
}

#[test]
fn the_rule_is_in_the_header() {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.play(Point::new(7, 7)).unwrap();
    let plain = renlib::write(&record).unwrap().content;
    let rules =
        Rule::NAMED.into_iter().chain((1..=9).filter_map(|length| format!("free-{length}").parse().ok()));
    for rule in rules {
        let mut record = Record::new(rule, BoardSize::FIFTEEN);
        record.play(Point::new(7, 7)).unwrap();
        record.visit(NodeId::START);
        let written = renlib::write(&record).unwrap();
        assert!(!written.losses.contains(&Loss::Rule), "{rule}");
        assert_eq!(renlib::read(&written.content, Options::default()).unwrap(), record, "{rule}");
        // The bytes that other programs read are as in any library.
        assert_eq!((&written.content[..10], written.content[20]), (&plain[..10], plain[20]));
        assert!(written.content[13..20].iter().all(|&byte| byte == 0xFF));
        let given = Options { rule: Some(Rule::Renju), encoding: None };
        assert_eq!(renlib::read(&written.content, given).unwrap().rule(), Rule::Renju);
    }
    let mut newer = plain;
    newer[10..13].copy_from_slice(b"TG\x63");
    assert_eq!(renlib::read(&newer, Options::default()), Err(RenLibError::Rule(99)));
}

#[test]
fn remarks_are_read() {
    let nodes = [
        b"\x00\x08A\x08B\r\nC\0\0".as_slice(), // the root's comment, of three lines
        b"\x78\x1CD\0",                        // h8, marked, where the library opens, with a comment
        b"\x69\x81\x00\x01x\0",                // i9 with a text on it, and a sibling
        b"\x00\x20co\xED\0",                   // White passes after that; an old comment
        b"\x22\x40",
        b"\x23\xC3\x00\x01\xE2\x96\xB3\0", // a triangle on c13, which is no move
        b"\x24\x40",
    ]
    .concat();
    let record = read(&nodes).unwrap();
    let first = record.main_line()[0];
    assert_eq!(record.notes(NodeId::START).comment, "A\nB\nC");
    assert_eq!(record.notes(first).comment, "D");
    assert_eq!(record.current(), first);
    let circle = Mark { point: Point::new(7, 7), sign: Sign::Circle };
    let triangle = Mark { point: Point::new(2, 2), sign: Sign::Triangle };
    assert_eq!(record.marks(first), [triangle, circle, label(8, 6, "x")]);
    let expected = [(1, "h8"), (2, "i9"), (3, "pass"), (4, "b13"), (2, "d13")];
    assert_eq!(tree(&record), expected.map(|(depth, name)| (depth, name.to_owned())));
    assert_eq!(record.notes(record.main_line()[2]).comment, "com");
}

#[test]
fn code_pages_are_detected_or_reported() {
    let comment = |bytes: &[u8], encoding: Option<&str>| {
        let nodes = [b"\x00\x48", bytes, &b"\0\0"[bytes.len() % 2..]].concat();
        let encoding = encoding.map(|name| name.parse().unwrap());
        let record = renlib::read(&library(&nodes), Options { encoding, ..Options::default() }).unwrap();
        record.notes(NodeId::START).comment.clone()
    };
    assert_eq!(comment("好手ä".as_bytes(), None), "好手ä");
    assert_eq!(comment(b"\xBA\xC3\xCA\xD6", None), "好手");
    assert_eq!(comment(b"f\xF6r", None), "för");
    assert_eq!(comment(b"\xF5\xEE\xE4", Some("windows-1251")), "ход");
}

#[test]
fn faults_name_the_byte() {
    assert_eq!(
        renlib::read(b"PK", Options::default()).unwrap_err().to_string(),
        "at byte 0: expected a RenLib library, which begins with the bytes FF `RenLib` FF"
    );
    assert!(matches!(
        renlib::read(&library(&[])[..15], Options::default()),
        Err(RenLibError::Truncated { at: 15, .. })
    ));
    let mut newer = library(&[]);
    newer[8] = 4;
    assert_eq!(renlib::read(&newer, Options::default()), Err(RenLibError::Version { major: 4, minor: 4 }));
    assert_eq!(message(&[0x00, 0x00, 0x78]), "at byte 23: expected a node, found the end of the file");
    assert_eq!(message(&[0x78, 0x00, 0x78, 0x40]), "at byte 22: h8 is already occupied");
    assert!(message(&[0x10, 0x40]).starts_with("at byte 20: expected a point"));
    assert!(message(&[0xF1, 0x40]).ends_with("found 241"));
    assert!(message(&[0x78, 0x41, 0x02, 0x00]).ends_with("found 02 00"));
    assert!(message(&[0x78, 0x48, b'A']).contains("expected a comment and a zero byte"));
    assert!(message(&[0x78, 0x40, 0x69, 0x40]).starts_with("at byte 22: expected the end of the file"));
    let freestyle = Options { rule: Some(Rule::FREESTYLE), ..Options::default() };
    let pass = renlib::read(&library(&[0x78, 0x00, 0x00, 0x40]), freestyle).unwrap_err();
    assert_eq!(pass.to_string(), "at byte 22: the rule `freestyle` allows no pass; expected a point");
}

#[test]
fn forbidden_moves_and_repeated_moves_are_taken_as_they_are() {
    // Black h8, h9, i10, j10, then the double-three on h10.
    let line = [0x78, 0x01, 0x68, 0x03, 0x59, 0x05, 0x5A, 0x07, 0x58u8];
    let mut nodes: Vec<u8> = line.iter().flat_map(|&cell| [cell, 0x00]).collect();
    *nodes.last_mut().unwrap() = 0x40;
    assert!(read(&nodes).unwrap().nodes().len() == 10);
    let twice = read(&[0x00, 0x00, 0x78, 0x80, 0x69, 0x40, 0x78, 0x00, 0x22, 0x40]).unwrap();
    let expected = [(1, "h8"), (2, "i9"), (2, "b13")];
    assert_eq!(tree(&twice), expected.map(|(depth, name)| (depth, name.to_owned())));
}

#[test]
fn the_written_bytes_are_pinned() {
    let mut record = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    record.play(Point::new(7, 7)).unwrap();
    record.play(Point::new(8, 6)).unwrap();
    record.notes_mut(record.current()).comment = "a\nb\nc".to_owned();
    record.go_to(1);
    record.explore(Point::new(1, 2)).unwrap();
    record.go_to(1);
    let circle = Mark { point: Point::new(7, 7), sign: Sign::Circle };
    record.set_marks(record.current(), vec![circle, label(2, 2, "x"), label(1, 2, "y")]).unwrap();
    let expected = [
        b"\x00\x00\x78\x14".as_slice(),
        b"\x23\xC3\x00\x01x\0",
        b"\x69\xC8a\x08b\r\nc\0\0",
        b"\x22\x41\x00\x01y\0",
    ]
    .concat();
    let written = renlib::write(&record).unwrap();
    assert_eq!(written.content, library(&expected));
    assert_eq!(written.losses, []);
}

#[test]
fn losses_in_a_library_are_reported() {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    record.play(Point::new(7, 7)).unwrap();
    record.add_mark(record.current(), label(7, 7, "1")).unwrap();
    record.notes_mut(NodeId::START).comment = "a\rb".to_owned();
    assert_eq!(renlib::write(&record).unwrap().losses, [Loss::Comments, Loss::Marks]);
    let nineteen = Record::new(Rule::Renju, BoardSize::NINETEEN);
    assert_eq!(renlib::write(&nineteen), Err(RenLibError::Size(BoardSize::NINETEEN)));
}

/// Without recursion and without walking back to the start for each node.
#[test]
fn large_libraries_are_read() {
    let mut nodes = vec![0x00, 0x00];
    // 224 third moves to each of 200 second moves.
    let cells: Vec<u8> =
        (0..225u8).map(|n| 16 * (n / 15) + n % 15 + 1).filter(|&cell| cell != 0x78).collect();
    nodes.extend([0x78, 0x00]);
    let seconds = &cells[..200];
    for (index, &second) in seconds.iter().enumerate() {
        nodes.extend([second, if index + 1 < seconds.len() { 0x80 } else { 0 }]);
        let thirds: Vec<u8> = cells.iter().copied().filter(|&cell| cell != second).collect();
        for (index, &third) in thirds.iter().enumerate() {
            nodes.extend([third, if index + 1 < thirds.len() { 0xC0 } else { 0x40 }]);
        }
    }
    let record = read(&nodes).unwrap();
    assert_eq!(record.nodes().len(), 2 + 200 * 224);
    assert_eq!(renlib::write(&record).unwrap().content.len(), 20 + nodes.len());
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn libraries_preserve_what_they_document(rule in any_rule(), steps in any_steps(), black in ".{0,8}",
                                        all_marks in any::<bool>()) {
        let mut record = build(Position::new(rule, BoardSize::FIFTEEN), &steps);
        record.players.black = black;
        if !all_marks {
            // The marks lie only on the stone itself and on a corner that is rarely played, so that they are preserved.
            for id in record.nodes() {
                let own = record.played(id).and_then(Move::point);
                let is_own = |mark: &&Mark| mark.sign == Sign::Circle && Some(mark.point) == own;
                let mut marks: Vec<Mark> = record.marks(id).iter().filter(is_own).cloned().collect();
                marks.push(label(14, 14, "好"));
                marks.push(Mark { point: Point::new(0, 14), sign: Sign::Cross });
                record.set_marks(id, marks).unwrap();
            }
        }
        let written = renlib::write(&record).unwrap();
        let read = renlib::read(&written.content, Options { rule: Some(rule), encoding: None }).unwrap();
        prop_assert_eq!(&read, &without(&record, &written.losses), "{:?}", written.losses);
        prop_assert_eq!(renlib::write(&read).unwrap().content, written.content);
    }

    #[test]
    fn the_reader_survives_any_bytes(bytes in prop::collection::vec(any::<u8>(), 0..200), steps in any_steps(),
                                     at in any::<prop::sample::Index>(), other in any::<u8>()) {
        let _ = renlib::read(&bytes, Options::default());
        let _ = read(&bytes);
        let mut library = renlib::write(&build(Position::new(Rule::Renju, BoardSize::FIFTEEN), &steps)).unwrap().content;
        let at = at.index(library.len());
        library[at] = other;
        let _ = renlib::read(&library, Options::default());
        let _ = renlib::read(&library[..at], Options::default());
    }
}
