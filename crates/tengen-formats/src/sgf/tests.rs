use std::time::Duration;

use tengen_game::{Board, EndReason, Fact, GameResult, Mark, Move, NodeId, Point, Position, Score, Sign};

use super::*;
use crate::ReadNote;

fn text(text: &str) -> Result<Record, SgfError> {
    read(text.as_bytes())
}

fn line(record: &Record) -> Vec<Move> {
    record.line()
}

fn fault(sgf: &str) -> String {
    text(sgf).unwrap_err().to_string()
}

#[test]
fn points_have_their_column_first_and_rows_from_the_top() {
    let expected = [Point::new(0, 0), Point::new(1, 2), Point::new(14, 0)];
    for moves in ["B[aa];W[bc];B[oa]", "B[AA];W[Bc];B[oA]", "B[a15];W[b13];B[O15]", "B[15a];W[13B];B[15o]"] {
        let record = text(&format!("(;GM[4]SZ[15];{moves})")).unwrap();
        assert_eq!(line(&record), expected, "{moves}");
    }
}

#[test]
fn tt_is_a_pass_unless_the_board_has_that_point() {
    let record = text("(;SZ[19]RU[renju];B[tt];W[aa];B[])").unwrap();
    assert_eq!(line(&record), [Move::Pass, Move::Place(Point::new(0, 0)), Move::Pass]);
    let record = text("(;SZ[20];B[tt])").unwrap();
    assert_eq!(line(&record), [Point::new(19, 19)]);
    assert_eq!(
        fault("(;SZ[19]\n;B[tt])"),
        "line 2, column 4: the rule `freestyle` allows no pass; expected a point"
    );
}

#[test]
fn the_first_node_may_set_up_a_position() {
    let record = text("(;SZ[9:9]AB[aa:ca][ee]AE[ba]AW[ab]PL[W];W[ib])").unwrap();
    let (board, to_move) = record.setup().unwrap();
    assert_eq!((board.count(Color::Black), board.count(Color::White), to_move), (3, 1, Color::White));
    assert_eq!(board.stone(Point::new(1, 0)), None);
    assert_eq!(line(&record), [Point::new(8, 1)]);
    // Without `PL`, the first move decides; without a move, the stones do.
    assert_eq!(text("(;AB[aa]AW[bb];W[cc])").unwrap().setup().unwrap().1, Color::White);
    assert_eq!(text("(;AB[aa])").unwrap().setup().unwrap().1, Color::White);
    assert_eq!(text("(;AB[aa]AW[bb])").unwrap().setup().unwrap().1, Color::Black);
    assert_eq!(text("(;B[aa])").unwrap().setup(), None);
}

#[test]
fn results_are_read_where_the_board_shows_none() {
    let result = |re: &str| text(&format!("(;RE[{re}];B[aa];W[bb])")).unwrap().result();
    let ended = |winner, reason| Some(GameResult { winner, reason });
    let (black, white) = (Some(Color::Black), Some(Color::White));
    for re in ["B+R", "B+Resign", "B+", "Black+Resign", "1-0", " b+r "] {
        assert_eq!(result(re), ended(black, EndReason::Resignation), "{re}");
    }
    assert_eq!(result("W+T"), ended(white, EndReason::Timeout));
    assert_eq!(result("W+Time"), ended(white, EndReason::Timeout));
    for re in ["0", "Draw", "B+Draw"] {
        assert_eq!(result(re), ended(None, EndReason::Agreement), "{re}");
    }
    for re in ["?", "Void", "", "X+R"] {
        assert_eq!(result(re), None, "{re}");
    }
    let won = "(;RE[W+R];B[aa];W[ab];B[ba];W[bb];B[ca];W[cb];B[da];W[db];B[ea])";
    assert_eq!(text(won).unwrap().result(), ended(black, EndReason::Line));
    // The result in a variation belongs to that variation.
    let record = text("(;SZ[15];B[aa](;W[bb])(;W[cc]RE[B+T]))").unwrap();
    assert_eq!(record.result(), None);
    assert_eq!(record.result_at(*record.nodes().last().unwrap()), ended(black, EndReason::Timeout));
}

#[test]
fn files_of_other_programs_are_read() {
    for rule in ["renju", "Renju", "RIF"] {
        assert_eq!(text(&format!("(;RU[{rule}])")).unwrap().rule(), Rule::Renju);
    }
    assert_eq!(text("(;RU[gomoku])").unwrap().rule(), Rule::FREESTYLE);
    let options = Options { rule: Some(Rule::Standard), encoding: None };
    assert_eq!(read_game(b"(;RU[house rule])", options).unwrap().record.rule(), Rule::Standard);
    // Junk before the game, a move in the first node, and nodes without moves.
    let record = text("by mail (!)\r\n ( ; GM [4] B [hh] C[a];C[b]; W [ii] X1[y] ) junk").unwrap();
    assert_eq!(line(&record), [Point::new(7, 7), Point::new(8, 8)]);
    assert_eq!(record.notes(record.main_line()[0]).comment, "a\nb");
    // A repeated move is one variation.
    let record = text("(;B[hh](;W[ii]C[a])(;W[ii]C[b];B[jj]))").unwrap();
    assert_eq!((record.nodes().len(), record.main_line().len()), (4, 3));
    assert_eq!(read_all(b"(;B[hh])(;SZ[19])").unwrap().len(), 2);
}

#[test]
#[cfg(feature = "encodings")]
fn character_sets_are_honoured() {
    // The second byte of this character (0x5C in GBK) looks like a backslash.
    let gbk = b"(;CA[GBK]C[\x81\x5c\xd6\xd0];B[hh])";
    let comment = read(gbk).unwrap().notes(NodeId::START).comment.clone();
    assert_eq!(comment, "乗中");
    assert_eq!(read(b"(;CA[latin1]C[\xe9])").unwrap().notes(NodeId::START).comment, "é");
    assert_eq!(read("\u{feff}(;C[é])".as_bytes()).unwrap().notes(NodeId::START).comment, "é");
    assert_eq!(read("(;CA[nonsense]C[é])".as_bytes()).unwrap().notes(NodeId::START).comment, "é");
    for file in [&b"(;C[\xe9])"[..], b"(;CA[nonsense]C[\xe9])", b"(;CA[UTF-8]C[\xe9])"] {
        let Game { record, notes } = read_game(file, Options::default()).unwrap();
        assert_eq!(record.notes(NodeId::START).comment, "é");
        assert_eq!(notes, [ReadNote::Encoding("windows-1252".parse().unwrap())]);
    }
}

#[test]
fn faults_are_reported_with_their_place() {
    let cases = [
        ("", "expected a game, which begins with `(;`, found none"),
        (
            "(;GM[1]SZ[19])",
            "line 1, column 6: expected `GM[4]` (Gomoku and renju) or a rule of five in a row, found `GM[1]`",
        ),
        ("(;SZ[15:13])", "line 1, column 6: expected `SZ` with the lines of a square board, found `15:13`"),
        ("(;SZ[23])", "line 1, column 6: a board has 3 to 22 lines a side, not 23"),
        ("(;C[中]\n;B[hh];W[hh])", "line 2, column 10: h8 is already occupied"),
        ("(;B[hh]\n;B[ii])", "line 2, column 4: expected a move of white, found one of black"),
        (
            "(;B[hh];AW[ii])",
            "line 1, column 12: `AW` sets up stones, which is only possible before any move and variation",
        ),
        ("(;AB[hh][hh])", "line 1, column 10: there is a stone on `hh` already"),
        ("(;PL[x])", "line 1, column 6: expected `B` or `W`, found `x`"),
        (
            "(;B[zz])",
            "line 1, column 5: expected a point of a 15×15 board such as `hh` (column and row from the top), found `zz`",
        ),
        ("(", "expected a game, which begins with `(;`, found none"),
        ("(;B[hh]]", "line 1, column 8: expected `;`, `(`, `)` or a property, found `]`"),
        ("(;B hh)", "line 1, column 5: expected `[` after a property's name, found `h`"),
        ("(;C[a\\])", "line 1, column 4: this `[` has no `]`"),
    ];
    for (sgf, message) in cases {
        assert_eq!(fault(sgf), message, "{sgf}");
    }
    assert!(fault("(;AB[aa:ea]AW[ab:eb])").contains("both sides have a winning row"));
}

#[test]
fn depth_and_size_are_no_danger() {
    let deep = format!("(;{}{}", "(;C[a]".repeat(200_000), ")".repeat(200_001));
    assert!(text(&deep).is_ok());
    let many = format!("(;{})", ";".repeat(parse::MAX_NODES));
    assert_eq!(fault(&many), "there are more than 1000000 nodes");
    assert!(fault(&"(".repeat(1000)).contains("found none"));
    let games = read_all("(;)".repeat(MAX_GAMES + 1).as_bytes());
    assert_eq!(games, Err(SgfError::TooMany { what: "games", most: MAX_GAMES }));
    let long = vec![b' '; MAX_BYTES + 1];
    assert!(matches!(read(&long), Err(SgfError::TooLong { .. })));
    let marks = format!("(;SZ[22]{})", "CR[aa:vv]".repeat(9000));
    assert_eq!(fault(&marks), "there are more than 4000000 marks");
    let results = format!("(;B[aa]{})", "(;W[bb];B[cc]RE[B+R])".repeat(5000));
    assert!(text(&results).is_ok());
    let results = format!("(;B[aa]{})", ";RE[B+R]".repeat(900_000));
    assert!(text(&results).is_ok());
    // Two long games, and results that name one and the other in turn.
    let row = |one: char, other: char| {
        let turns =
            ('a'..='o').map(|x| if (x as u8).is_multiple_of(2) { (x, one, other) } else { (x, other, one) });
        turns.map(|(x, black, white)| format!(";B[{x}{black}];W[{x}{white}]")).collect::<String>()
    };
    let long = format!("{}{}{}", row('b', 'c'), row('f', 'g'), row('j', 'k'));
    let games = format!(
        "(;RU[free-9]SZ[15](;B[aa];W[ca]{long})(;B[ba];W[da]{long}){})",
        "(;B[aa]RE[B+R])(;B[ba]RE[B+R])".repeat(100_000)
    );
    assert!(text(&games).is_ok(), "{}", fault(&games));
    let setup = format!("(;SZ[22]{})", "AE[aa:vv]".repeat(9000));
    assert_eq!(fault(&setup), "there are more than 4000000 set-up points");
}

#[test]
fn a_record_is_written_as_the_standard_has_it() {
    let mut board = Board::new(BoardSize::FIFTEEN);
    board.set(Point::new(7, 7), Some(Color::Black));
    board.set(Point::new(1, 2), Some(Color::Black));
    let start = Position::from_board(Rule::Renju, board, Color::White).unwrap();
    let mut record = Record::from_position(start);
    record.players.black = "A]da".to_owned();
    record.play(Point::new(8, 6)).unwrap();
    let first = record.current();
    let notes = record.notes_mut(first);
    notes.comment = "a \\ b\nc".to_owned();
    notes.time = Some(Duration::from_millis(1200));
    notes.evaluation = Some(Score::Value(35));
    let label = |x, label: &str| Mark { point: Point::new(x, 0), sign: Sign::Label(label.to_owned()) };
    let cross = Mark { point: Point::new(1, 1), sign: Sign::Cross };
    record.set_marks(first, vec![label(0, "A:"), cross]).unwrap();
    record.play(Point::new(3, 4)).unwrap();
    record.notes_mut(record.current()).evaluation = Some(Score::Mate(-4));
    record.end(GameResult::resignation(Color::Black)).unwrap();
    record.visit(record.main_line()[0]);
    record.explore(Move::Pass).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    let expected = format!(
        "(;FF[4]GM[4]CA[UTF-8]AP[Tengen:{version}]SZ[15]RU[renju]PB[A\\]da]AB[bc][hh]PL[W]RE[W+R]\n\
         ;W[ig]C[a \\\\ b\nc]LB[aa:A\\:]MA[bb]TGTIME[1200]V[-35]\n(;B[de]TGMATE[-4])\n(;B[]))\n"
    );
    let written = write(&record);
    assert_eq!(written.content, expected);
    assert_eq!(written.losses, [crate::Loss::Cursor]);
    record.visit(*record.main_line().last().unwrap());
    assert_eq!(text(&expected).unwrap(), record);
}

/// A file with everything that the standard has for such games, and more.
const EVERYTHING: &str = include_str!("../../tests/data/records/everything.sgf");

/// The properties of a file with their values, each node's in the order of their names.
fn properties(sgf: &str) -> Vec<Vec<(String, Vec<String>)>> {
    let parts = Parser::new(sgf, 0).next_game().unwrap().unwrap().parts;
    let mut nodes: Vec<std::collections::BTreeMap<String, Vec<String>>> = Vec::new();
    for part in parts {
        match part {
            parse::Part::Node => nodes.push(Default::default()),
            parse::Part::Value(value) => {
                let node = nodes.last_mut().unwrap();
                node.entry(value.name.into_owned()).or_default().push(value.raw.to_owned());
            }
            parse::Part::Open | parse::Part::Close => {}
        }
    }
    nodes.into_iter().map(|node| node.into_iter().collect()).collect()
}

#[test]
fn every_property_is_written_again() {
    let written = write(&text(EVERYTHING).unwrap());
    assert_eq!(written.losses, []);
    let (mut before, mut after) = (properties(EVERYTHING), properties(&written.content));
    // The properties of the file itself: its form, its encoding, and the program that wrote it.
    for root in [&mut before[0], &mut after[0]] {
        root.retain(|(name, _)| !["FF", "CA", "AP"].contains(&name.as_str()));
    }
    assert_eq!(before[0].len(), 35);
    for (before, after) in before.into_iter().zip(after) {
        assert_eq!(before, after);
    }
    // A second reading and writing changes nothing.
    assert_eq!(write(&text(&written.content).unwrap()), written);
}

#[test]
fn facts_are_known_by_their_names() {
    let info = text(EVERYTHING).unwrap().info;
    assert_eq!(info.get(Fact::Event), "Final: A");
    assert_eq!((info.get(Fact::BlackRank), info.get(Fact::WhiteTeam)), ("5 dan", "Eesti"));
    assert_eq!((info.get(Fact::Rules), info.get(Fact::Result)), ("Yamaguchi", "B+12"));
    // Texts that equal Tengen's own are not stored.
    let info = text("(;RU[renju]RE[B+R];B[hh])").unwrap().info;
    assert!(info.is_empty(), "{info:?}");
}

#[test]
fn words_for_rule_and_result_never_change_the_game() {
    let mut record = text("(;RU[Yamaguchi]RE[?];B[hh])").unwrap();
    assert_eq!(write(&record).content.lines().next().unwrap().matches("TG").count(), 0);
    // The game has continued, so that the texts of the file no longer hold.
    record.play(Point::new(8, 8)).unwrap();
    record.end(GameResult::resignation(Color::Black)).unwrap();
    let written = write(&record).content;
    assert!(written.contains("RU[Yamaguchi]") && written.contains("RE[W+R]TGRESULT[?]"), "{written}");
    assert_eq!(text(&written).unwrap(), record);
    // The game is read under another rule than the one that the text names.
    let options = Options { rule: Some(Rule::Standard), encoding: None };
    let record = read_game(written.as_bytes(), options).unwrap().record;
    let written = write(&record).content;
    assert!(written.contains("RU[standard]TGRULES[Yamaguchi]"), "{written}");
    assert_eq!(text(&written).unwrap(), record);
}

#[test]
fn rules_of_real_files_are_read_with_a_note() {
    let read = |ru: &str| {
        let Game { record, notes } =
            read_game(format!("(;{ru};B[hh])").as_bytes(), Options::default()).unwrap();
        (record.rule(), notes)
    };
    let note = |found: &str, taken| vec![ReadNote::Rule { found: found.to_owned(), taken }];
    for (name, rule) in [
        ("0", Rule::FREESTYLE),
        ("1", Rule::Standard),
        ("4", Rule::Renju),
        ("Yamaguchi", Rule::Renju),
        ("Taraguchi-10", Rule::Renju),
        ("Soosyrv-8", Rule::Renju),
        ("Swap2", Rule::FREESTYLE),
        ("連珠", Rule::Renju),
        ("", Rule::FREESTYLE),
        ("house rule", Rule::FREESTYLE),
    ] {
        assert_eq!(read(&format!("RU[{name}]")), (rule, note(name, rule)), "{name}");
    }
    assert_eq!(read("RU[Renju]"), (Rule::Renju, vec![]));
    assert_eq!(read("SZ[15]"), (Rule::FREESTYLE, vec![]));
    // With a rule from the caller, nothing has to be guessed.
    let options = Options { rule: Some(Rule::Caro), encoding: None };
    assert_eq!(read_game(b"(;RU[4])", options).unwrap().notes, []);
}

#[test]
fn other_games_are_read_by_their_rule() {
    let Game { record, notes } = read_game(b"(;GM[1]RU[Renju];B[hh])", Options::default()).unwrap();
    assert_eq!((record.rule(), notes), (Rule::Renju, vec![ReadNote::OtherGame { found: "1".to_owned() }]));
    let options = Options { rule: Some(Rule::FREESTYLE), encoding: None };
    assert!(read_game(b"(;GM[11]RU[Japanese];B[hh])", options).is_ok());
    assert!(read(b"(;GM[1]RU[Japanese];B[hh])").is_err());
}

#[test]
fn a_node_may_have_several_moves() {
    let Game { record, notes } =
        read_game(b"(;B[hh]W[ii]C[a];B[jj];W[kk]B[ll])", Options::default()).unwrap();
    assert_eq!(record.line().len(), 5);
    assert_eq!(record.notes(record.main_line()[1]).comment, "a");
    assert_eq!(notes, [ReadNote::SeveralMoves { nodes: 2 }]);
    assert_eq!(fault("(;B[hh]B[ii])"), "line 1, column 10: expected a move of white, found one of black");
}

#[test]
fn long_names_are_read() {
    let old =
        "(;GaMe[4]FileFormat[1]SiZe[15]RUle[renju]PlayerBlack[Ada]EVent[Cup];Black[hh]Comment[a];White[ii])";
    let record = text(old).unwrap();
    assert_eq!((record.rule(), line(&record).len()), (Rule::Renju, 2));
    assert_eq!((record.players.black.as_str(), record.info.get(Fact::Event)), ("Ada", "Cup"));
    assert_eq!(record.notes(record.main_line()[0]).comment, "a");
    // Without any capitals, small letters count.
    assert_eq!(line(&text("(;gm[4]sz[15];b[hh];w[ii])").unwrap()).len(), 2);
}

/// The first game of a file, and the keys of its notes.
fn noted(sgf: &str) -> (Record, Vec<&'static str>) {
    let Game { record, notes } = read_game(sgf.as_bytes(), Options::default()).unwrap();
    let keys = notes.iter().map(ReadNote::key).collect();
    (record, keys)
}

#[test]
fn a_game_without_its_last_bracket_is_read() {
    let (record, notes) = noted("(;RE[B+R];B[hh](;W[ii])(;W[jj];B[kk]");
    assert_eq!((record.nodes().len(), record.main_line().len(), notes), (5, 2, vec!["unclosed"]));
    assert_eq!(noted("(;B[hh]C[(;]").1, ["unclosed"]);
    // A value without its end is a fault.
    assert!(fault("(;B[hh];C[a").contains("has no `]`"));
    // The last of several games is unclosed.
    let games = read_all(b"(;B[hh])(;B[ii]").unwrap();
    assert_eq!(games.len(), 2);
}

#[test]
fn brackets_in_texts_are_read_to_the_end_that_fits() {
    for (sgf, name) in [
        ("(;PB[one [3d]]PW[b];B[hh])", "one [3d]"),
        ("(;PB[[3d] one];B[hh])", "[3d] one"),
        ("(;PB[a [b], c [d]] PW [x])", "a [b], c [d]"),
        ("(;PB[see [a]; or b])", "see [a]; or b"),
    ] {
        let (record, notes) = noted(sgf);
        assert_eq!((record.players.black.as_str(), notes), (name, vec!["open-brackets"]));
        assert_eq!(text(&write(&record).content).unwrap(), record);
    }
    // The values keep to the standard, in which a `[` needs no backslash.
    for (sgf, name) in [("(;PB[a [b];B[hh])", "a [b"), ("(;PB[a \\[b\\]];B[hh])", "a [b]"), ("(;PB[[])", "[")]
    {
        let (record, notes) = noted(sgf);
        assert_eq!((record.players.black.as_str(), notes), (name, vec![]), "{sgf}");
    }
    // Properties that are preserved have a backslash afterwards.
    let (record, _) = noted("(;XX[a [b] c];B[hh])");
    assert_eq!(record.properties(NodeId::START).get("XX"), ["a [b\\] c"]);
    // A search that begins again at every bracket would take quadratic time.
    for hostile in ["C[[](", "C[[];", "C[[]x", "C[[]]"] {
        let _ = text(&format!("(;{}", hostile.repeat(300_000)));
    }
}

#[test]
fn stones_may_be_set_up_before_the_first_move() {
    let (record, notes) = noted("(;SZ[15];AB[hh][ii]AW[hi]PL[W]C[a];AW[jj];W[gg])");
    let (board, to_move) = record.setup().unwrap();
    assert_eq!((board.count(Color::Black), board.count(Color::White), to_move), (2, 2, Color::White));
    assert_eq!((line(&record), notes), (vec![Move::Place(Point::new(6, 6))], vec!["late-setup"]));
    assert_eq!(record.notes(NodeId::START).comment, "a");
    assert_eq!(noted("(;AB[hh]AW[ii];B[jj])").1, [""; 0]);
    for late in ["(;(;AB[hh];W[ii])(;AB[jj];W[ii]))", "(;B[hh];AW[ii])", "(;;AB[hh]W[ii])"] {
        assert!(fault(late).contains("sets up stones"), "{late}");
    }
}

#[test]
#[cfg(feature = "encodings")]
fn a_mail_may_contain_a_game() {
    let mail = "From: Ada (;-)\nContent-Type: text/plain; charset=latin1\n\n(;GM[4]CA[gbk]PB[\u{1}];B[hh])\n-- \n(Ada)";
    let bytes: Vec<u8> = mail.bytes().flat_map(|b| if b == 1 { vec![0xBA, 0xC3] } else { vec![b] }).collect();
    let Game { record, notes } = read_game(&bytes, Options::default()).unwrap();
    assert_eq!((record.players.black.as_str(), notes), ("好", vec![ReadNote::Preface]));
    // Each game has its own note.
    let games = Collection::open(b"(;B[hh]) and (;B[ii])\n(;B[jj])", Options::default()).unwrap();
    let prefaces = [0, 1, 2].map(|index| games.get(index).unwrap().notes.len());
    assert_eq!(prefaces, [0, 1, 0]);
}

#[test]
fn a_word_may_end_the_game() {
    let (record, notes) = noted("(;B[hh];W[ii];B[jj];W[resign])");
    assert_eq!((record.main_line().len(), notes), (3, vec!["end-in-words"]));
    assert_eq!(record.result(), Some(GameResult::resignation(Color::White)));
    let (record, _) = noted("(;RE[W+R];B[hh];B[Time])");
    let timeout = GameResult { winner: Some(Color::White), reason: EndReason::Timeout };
    assert_eq!((record.main_line().len(), record.result()), (1, Some(timeout)));
    // The game continues after the word, which is then no end.
    let (record, _) = noted("(;B[hh];W[resign];W[ii])");
    assert_eq!((record.main_line().len(), record.result()), (2, None));
}

#[test]
fn moves_of_the_opening_are_played_or_reported() {
    let (record, notes) = noted("(;RE[B+R]PB[a];QPR[hh,hg,jf];QSLW[ig];B[gg])");
    let points = [(7, 7), (7, 6), (9, 5), (8, 6), (6, 6)].map(|(x, y)| Move::Place(Point::new(x, y)));
    assert_eq!((line(&record), notes), (points.to_vec(), vec!["opening-moves", "opening-moves"]));
    assert_eq!(record.result(), Some(GameResult::resignation(Color::White)));
    assert!(record.properties(NodeId::START).is_empty());
    assert_eq!(text(&write(&record).content).unwrap(), record);
    // Unknown properties, and known ones in another place, may be moves; then the result is that of another position.
    for opening in ["XQ[hh,hg]", ";XQ[hh]", "XQ[hh][hg]", ";QSLW[ig]", ";QPR[hh,hh]", ";QPR[hh];QSLW[ig]"] {
        let (record, notes) = noted(&format!("(;RE[B+R]{opening};B[gg];W[ii])"));
        assert!(notes.ends_with(&["unknown-points", "result-left-out"]), "{opening}: {notes:?}");
        assert_eq!((record.result(), record.info.get(Fact::Result)), (None, "B+R"), "{opening}");
        let again = noted(&write(&record).content);
        assert_eq!(again, (record, vec![]), "{opening}");
    }
    // Languages, texts, properties of the standard, and everything after the first move are no moves of an opening.
    for plain in ["LANG[en]", ";XQ[first, second]", ";SL[hh][hg]", ";B[hh];XQ[ii,jj]W[gg]", "AN[ab cd]"] {
        let (record, notes) = noted(&format!("(;RE[B+R]{plain})"));
        assert_eq!((record.result().is_some(), notes), (true, vec![]), "{plain}");
    }
}
