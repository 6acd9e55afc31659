//! Files as other programs write and send them: they are read, and a note names what was guessed or left out.

use tengen_formats::any::{self, Collection, Format, Known};
use tengen_formats::{Encoding, ReadNote};
use tengen_game::{EndReason, NodeId, Record, Rule, diagram, moves};

/// A file, and the expected result of reading it.
struct Found {
    name: &'static str,
    bytes: &'static [u8],
    format: Format,
    rule: Rule,
    /// The moves of the main line.
    moves: &'static str,
    players: [&'static str; 2],
    /// The result, where the file has one.
    result: Option<EndReason>,
    notes: &'static [&'static str],
}

macro_rules! found {
    ($name:literal, $format:ident, $moves:literal, $players:expr, $notes:expr) => {
        Found {
            name: $name,
            bytes: include_bytes!(concat!("data/found/", $name)),
            format: Format::$format,
            rule: if matches!(Format::$format, Format::RenLib) { Rule::Renju } else { Rule::FREESTYLE },
            moves: $moves,
            players: $players,
            result: None,
            notes: &$notes,
        }
    };
}

const NOBODY: [&str; 2] = ["", ""];

fn files() -> Vec<Found> {
    let resigned = Found {
        result: Some(EndReason::Resignation),
        ..found!("resign.sgf", Sgf, "h8 i9 h9", ["a", "b"], ["end-in-words"])
    };
    vec![
        found!("gomocup-archive.psq", Psq, "h8 i8 h7 i7", ["ENGINEA25", "ENGINEB25"], ["trailer"]),
        found!(
            "quest-opening.sgf",
            Sgf,
            "h8 h9 j10 i9 g9 i7 i8",
            ["first", "second"],
            ["opening-moves", "opening-moves"]
        ),
        found!("sjis-comment.sgf", Sgf, "h8 i8", NOBODY, ["encoding"]),
        found!("sjis-comment.lib", RenLib, "h8 i8", NOBODY, ["encoding"]),
        found!("wrong-ca.sgf", Sgf, "h8 i9", ["黑方", "白方"], ["other-encoding"]),
        found!("no-final-bracket.sgf", Sgf, "h8 i9 h9", NOBODY, ["unclosed"]),
        found!("unescaped-bracket.sgf", Sgf, "h8 i9", ["one [3d]", ""], ["open-brackets"]),
        found!("setup-in-second-node.sgf", Sgf, "g9 j6", ["a", "b"], ["late-setup"]),
        found!("mail.sgf", Sgf, "h8 i9", NOBODY, ["preface"]),
        resigned,
        found!("board-numbers-on-both-sides.txt", Diagram, "", NOBODY, []),
        found!("move-list-numbered.txt", Moves, "h8 i9 i8", NOBODY, []),
        found!("move-list-underscores.txt", Moves, "h8 i9 i8", NOBODY, []),
        found!("open-end.lib", RenLib, "h8 i8", NOBODY, ["open-end"]),
        found!("no-header.lib", RenLib, "h8 i9", NOBODY, ["no-header"]),
    ]
}

#[test]
fn files_found_in_the_wild_are_read_with_notes() {
    for file in files() {
        let Found { name, bytes, .. } = file;
        let games = Collection::open(bytes, None, Known::default());
        let games = games.unwrap_or_else(|error| panic!("{name}: {error}"));
        let game = games.get(0).unwrap_or_else(|error| panic!("{name}: {error}"));
        let record = &game.record;
        assert_eq!((games.format(), record.rule(), games.len()), (file.format, file.rule, 1), "{name}");
        let played: Vec<_> = record.main_line().iter().filter_map(|&id| record.played(id)).collect();
        assert_eq!(moves::write(&played, record.size()), file.moves, "{name}");
        assert_eq!([record.players.black.as_str(), &record.players.white], file.players, "{name}");
        assert_eq!(result_of(record), file.result, "{name}");
        let notes: Vec<&str> = game.notes.iter().map(ReadNote::key).collect();
        assert_eq!(notes, file.notes, "{name}");
        // The name of the format changes nothing.
        let (named, _) = any::read(bytes, Some(file.format), Known::default()).unwrap();
        assert_eq!(&named, record, "{name}");
    }
}

fn result_of(record: &Record) -> Option<EndReason> {
    let end = record.main_line().last().copied().unwrap_or(NodeId::START);
    record.result_at(end).map(|result| result.reason)
}

#[test]
fn comments_and_boards_are_those_of_the_files() {
    for bytes in
        [&include_bytes!("data/found/sjis-comment.sgf")[..], include_bytes!("data/found/sjis-comment.lib")]
    {
        let (record, _) = any::read(bytes, None, Known::default()).unwrap();
        assert_eq!(record.notes(record.main_line()[0]).comment, "ここで黒は打てない");
    }
    let shown = |bytes: &[u8]| {
        let (record, _) = any::read(bytes, None, Known::default()).unwrap();
        let drawn = diagram::write(record.start().board());
        let row =
            |number: &str| drawn.lines().find(|line| line.starts_with(number)).unwrap_or_default().to_owned();
        [row(" 9"), row(" 8"), row(" 7")]
    };
    let expected = [
        " 9 . . . . . . . . X . . . . . .",
        " 8 . . . . . . . X O . . . . . .",
        " 7 . . . . . . . . . . . . . . .",
    ];
    // White's second stone is missing in this board.
    assert_eq!(shown(include_bytes!("data/found/board-numbers-on-both-sides.txt")), expected);
    let expected = [
        " 9 . . . . . . . . O . . . . . .",
        " 8 . . . . . . . X . . . . . . .",
        " 7 . . . . . . . O X . . . . . .",
    ];
    assert_eq!(shown(include_bytes!("data/found/setup-in-second-node.sgf")), expected);
}

#[test]
fn games_of_rules_that_are_missing_are_refused_with_the_reason() {
    let read = |bytes: &[u8], rule| {
        let known = Known { rule, ..Known::default() };
        any::read(bytes, None, known).map(|(record, _)| record).map_err(|error| error.to_string())
    };
    let continuous = read(include_bytes!("data/found/continuous.psq"), None).unwrap_err();
    assert!(
        continuous.starts_with("psq: line 11: expected the end of the game after five in a row"),
        "{continuous}"
    );
    assert!(continuous.contains("continuous game"), "{continuous}");
    let go = include_bytes!("data/found/go-program.sgf");
    let other = read(go, None).unwrap_err();
    assert!(other.ends_with("or a rule of five in a row, found `GM[1]`"), "{other}");
    assert_eq!(read(go, Some(Rule::Renju)).unwrap().main_line().len(), 2);
}

#[test]
fn ends_of_psq_files_are_distinguished() {
    let read = |end: &str| {
        let text = format!("Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n{end}");
        let games =
            Collection::open(text.as_bytes(), None, Known::default()).map_err(|error| error.to_string())?;
        let game = games.get(0).map_err(|error| error.to_string())?;
        let names = format!("{} {}", game.record.players.black, game.record.players.white);
        Ok::<_, String>((names, game.notes))
    };
    let trailer = |found: &str| vec![ReadNote::Trailer { found: found.to_owned() }];
    for (end, names, notes) in [
        ("a.zip\r\nb.zip\r\n-1\r\n0,Freestyle15_1\r\n", "a b", trailer("0,Freestyle15_1")),
        ("a.zip\r\nb.exe\r\n0\r\n", "a.zip b.exe", vec![]),
        ("-1\r\n0,Freestyle15_1\r\n", " ", trailer("0,Freestyle15_1")),
        ("a\r\nb\r\n0\r\n0,3\r\n", "a b", trailer("0,3")),
        ("-1\r\n", " ", vec![]),
    ] {
        assert_eq!(read(end), Ok((names.to_owned(), notes)), "{end}");
    }
    for end in ["0,Freestyle15_1\r\nb\r\n0\r\n", "a\r\n5,b\r\n0\r\n", "7\r\n9,9,0\r\n", "a\r\n0\r\n"] {
        assert!(read(end).is_err(), "{end}");
    }
}

/// Comments of a word or two are read in the encoding of their country, in SGF files and in libraries.
#[test]
fn short_texts_are_read_in_their_encodings() {
    let table = include_str!("data/records/short_texts.txt");
    let mut faults = Vec::new();
    let mut count = 0;
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (name, text) = line.split_once('\t').unwrap();
        let encoding = encoding_rs::Encoding::for_label(name.as_bytes()).unwrap();
        let (bytes, _, has_gaps) = encoding.encode(text);
        assert!(!has_gaps, "{line}");
        let sgf = [b"(;GM[4]SZ[15];B[hh]C[", &bytes[..], b"];W[ii])"].concat();
        let padding: &[u8] = if bytes.len().is_multiple_of(2) { b"\0\0" } else { b"\0" };
        let library =
            [&b"\xFFRenLib\xFF\x03\x04"[..], &[0xFF; 10], b"\0\0\x78\x48", &bytes[..], padding].concat();
        for file in [sgf, library] {
            count += 1;
            let game = Collection::open(&file, None, Known::default()).unwrap().get(0).unwrap();
            let comment = &game.record.notes(game.record.main_line()[0]).comment;
            let guessed: Vec<String> = game.notes.iter().map(ToString::to_string).collect();
            if comment != text || game.notes.len() != 1 {
                faults.push(format!("{name} {text}: read as {comment}, {guessed:?}"));
            }
            let known = Known { encoding: name.parse::<Encoding>().ok(), ..Known::default() };
            let given = Collection::open(&file, None, known).unwrap().get(0).unwrap();
            assert_eq!(given.notes, [], "{line}");
        }
    }
    println!("{} of {count} are read as they were written", count - faults.len());
    assert_eq!(faults, [""; 0]);
}
