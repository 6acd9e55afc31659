use base64::prelude::{BASE64_STANDARD, Engine as _};
use tengen_analysis::files::{Content, FaultKind, GameSummary, Part, Request, Response, Whereabouts};
use tengen_formats::any::{self, Format, Known};
use tengen_formats::json;
use tengen_game::{Color, Fact, GameResult, Record, Rule};

use crate::{ask, game, refusal, responses};

fn read(name: Option<&str>, content: Content) -> Request {
    Request::Read { id: 1, name: name.map(str::to_owned), content, known: Known::default(), part: None }
}

fn pasted(text: &str) -> Request {
    read(None, Content::Text(text.to_owned()))
}

fn file(name: &str, bytes: &[u8]) -> Request {
    read(Some(name), Content::Base64(BASE64_STANDARD.encode(bytes)))
}

fn games(request: &Request) -> (String, Vec<GameSummary>) {
    match ask(request) {
        Response::Games { format, games, .. } => (format, games),
        other => panic!("expected games, found {other:?}"),
    }
}

fn record(game: &GameSummary) -> Record {
    json::read(&game.record).unwrap()
}

#[test]
fn every_format_is_read() {
    let original = game();
    for format in Format::WRITTEN {
        let written = any::write(&original, format).unwrap();
        let (found, games) = games(&file(&format!("game.{format}"), &written.content));
        assert_eq!((found.as_str(), games.len()), (format.name(), 1));
        let game = &games[0];
        if format == Format::Diagram {
            assert_eq!(record(game).position().board(), original.position().board());
        } else {
            assert_eq!((game.moves, record(game).main_line().len()), (4, 4), "{format}");
        }
        if !written.losses.contains(&tengen_formats::Loss::Result) {
            let result = GameResult::resignation(Color::Black);
            assert_eq!(game.result, Some(result), "{format}");
        }
    }
}

#[test]
fn a_collection_tells_all_its_games_and_what_is_wrong_with_others() {
    let file = b"(;GM[4]SZ[15]RU[renju]PB[Ada]PW[Bob]DT[1996-05-10]RE[W+R];B[hh];W[ig])\n(;GM[1]SZ[19])\n(;GM[4]SZ[19];B[aa](;W[bb])(;W[cc];B[dd]))";
    let request = read(None, Content::Base64(BASE64_STANDARD.encode(file)));
    let Response::Games { format, games, faults, .. } = ask(&request) else { panic!("there are games") };
    assert_eq!((format.as_str(), games.len(), faults.len()), ("sgf", 2, 1));
    let [first, second] = &games[..] else { unreachable!() };
    let result = GameResult::resignation(Color::Black);
    assert_eq!(
        (first.black.as_str(), first.white.as_str(), first.result.as_ref()),
        ("Ada", "Bob", Some(&result))
    );
    assert_eq!((first.rule, first.date.as_deref(), first.moves), (Rule::Renju, Some("1996-05-10"), 2));
    assert_eq!((second.size.lines(), second.moves, second.variations), (19, 2, 2));
    assert_eq!(faults[0].whereabouts, Some(Whereabouts::Character { line: 2, column: 6 }));
    assert_eq!(
        faults[0].message,
        "sgf: line 2, column 6: expected `GM[4]` (Gomoku and renju) or a rule of five in a row, found `GM[1]`"
    );
}

#[test]
fn a_large_file_returns_its_first_games_and_their_number() {
    let sgf = "(;GM[4]EV[Cup];B[hh])".repeat(600);
    let Response::Games { games, total, faults, .. } = ask(&file("all.sgf", sgf.as_bytes())) else {
        panic!("there are games")
    };
    assert_eq!((games.len(), total, faults.len()), (500, 600, 0));
    assert_eq!(record(&games[499]).info.get(Fact::Event), "Cup");
    let faulty = "(;GM[1])".repeat(600) + "(;GM[4])";
    assert!(matches!(ask(&file("all.sgf", faulty.as_bytes())), Response::Failed { .. }));
}

#[test]
fn a_file_of_many_games_is_read_in_parts() {
    let game = |number: usize| match number {
        // A faulty game does not hide the places of the others.
        70 => "(;GM[4]SZ[15];B[zz])".to_owned(),
        _ => format!("(;GM[4]SZ[15]PB[player {number}];B[hh];W[ig])"),
    };
    let sgf: String = (0..1_000).map(game).collect();
    let part = |from, count| {
        let Request::Read { id, name, content, known, .. } = file("all.sgf", sgf.as_bytes()) else {
            panic!("it is read")
        };
        match ask(&Request::Read { id, name, content, known, part: Some(Part { from, count }) }) {
            Response::Games { games, total, faults, .. } => (games, total, faults.len()),
            other => panic!("expected games, found {other:?}"),
        }
    };
    let (games, total, faults) = part(950, 100);
    assert_eq!((games.len(), total, faults), (50, 1_000, 0));
    assert_eq!(games[49].black, "player 999");
    let (games, _, faults) = part(50, 50);
    assert_eq!((games.len(), faults, games[20].black.as_str()), (49, 1, "player 71"));
    let (games, _, faults) = part(70, 1);
    assert_eq!((games.len(), faults), (0, 1));
}

#[test]
fn a_database_of_renjunet_is_read() {
    let rif = "<database><players><player id='1' surname='Ada'/></players>\
        <games><game id='1' black='1'><move>h8 i9</move></game><game id='2'><move>h8</move></game></games></database>";
    let (format, games) = games(&file("renjunet.rif", rif.as_bytes()));
    assert_eq!((format.as_str(), games.len(), games[0].black.as_str(), games[0].moves), ("rif", 2, "Ada", 2));
    assert_eq!(record(&games[0]).rule(), Rule::Renju);
}

#[test]
fn interpretations_are_reported() {
    let (_, games) = games(&file("old.sgf", b"(;GM[4]RU[4]PB[\xBA\xC3\xCA\xD6];B[hh])"));
    let notes = ["the rule `4` is read as renju", "the file does not name its encoding; it is read as GBK"];
    let messages: Vec<&str> = games[0].notes.iter().map(|note| note.message.as_str()).collect();
    assert_eq!((games[0].black.as_str(), messages), ("好手", notes.to_vec()));
    let arguments =
        [("found", "4"), ("taken", "renju")].map(|(name, text)| (name.to_owned(), text.to_owned()));
    assert_eq!((games[0].notes[0].key.as_str(), &games[0].notes[0].arguments[..]), ("rule", &arguments[..]));
}

#[test]
fn a_game_of_another_kind_is_read_under_a_rule_that_is_given() {
    let file = include_bytes!("../../../tengen-formats/tests/data/found/go-program.sgf");
    let request = file_request(file);
    assert_eq!(refusal(&request).kind, FaultKind::OtherGame);
    let Request::Read { id, name, content, .. } = request else { unreachable!() };
    let known = Known { rule: Some(Rule::Standard), ..Known::default() };
    let (_, games) = games(&Request::Read { id, name, content, known, part: None });
    let keys: Vec<&str> = games[0].notes.iter().map(|note| note.key.as_str()).collect();
    assert_eq!((games[0].rule, games[0].moves, keys), (Rule::Standard, 2, vec!["other-game"]));
}

fn file_request(bytes: &[u8]) -> Request {
    file("game.sgf", bytes)
}

#[test]
fn links_are_read_wherever_they_were_copied() {
    let link = String::from_utf8(any::write(&game(), Format::Link).unwrap().content).unwrap();
    for text in [link.clone(), format!("Look at https://example.org/play/#{link}, please")] {
        let (format, games) = games(&pasted(&text));
        assert_eq!((format.as_str(), games[0].moves, games[0].variations), ("link", 4, 1));
    }
    assert_eq!(games(&pasted("https://gomocalc.com/#/h8i9")).1[0].moves, 2);
    let portal = games(&pasted("https://renjuportal.com/board?mvs=7786")).1;
    assert_eq!((portal[0].moves, portal[0].rule), (2, Rule::Renju));
}

#[test]
fn faults_tell_what_and_where() {
    let cases = [
        (pasted("Dear diary"), FaultKind::UnknownFormat, "expected a record in one of the formats", None),
        (file("h8.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR"), FaultKind::Image, "expected a record", None),
        (file("h8.webp", b"RIFF\x24\0\0\0WEBPVP8 "), FaultKind::Image, "moves: ", None),
        (pasted(""), FaultKind::UnknownFormat, "expected a record in one of the formats", None),
        (
            pasted("h8 i9\nj10 z99"),
            FaultKind::Content,
            "moves: move 4",
            Some(Whereabouts::Character { line: 2, column: 5 }),
        ),
        (
            file("slip.txt", b"h8 i9\nj10 z99"),
            FaultKind::Content,
            "moves: move 4",
            Some(Whereabouts::Character { line: 2, column: 5 }),
        ),
        (
            pasted("...\n.Z.\n..."),
            FaultKind::Content,
            "txt: ",
            Some(Whereabouts::Character { line: 2, column: 2 }),
        ),
        (
            file("game.sgf", b"nothing"),
            FaultKind::Content,
            "sgf: expected a game, which begins with `(;`",
            None,
        ),
        (file("library.lib", b"\xffRenLib\xff\x03"), FaultKind::Content, "lib: ", Some(Whereabouts::Byte(9))),
        (pasted("tg1.AAAAz"), FaultKind::Damaged, "link: the link is damaged", None),
        (pasted("tg1.AAAA"), FaultKind::Damaged, "link: the link is cut off", None),
        (pasted("tg9.AAAAz"), FaultKind::Newer, "link: this program reads links of version", None),
        (
            file(
                "newer.json",
                br#"{"format":"tengen-record","version":9,"rule":"renju","size":15,"moves":[]}"#,
            ),
            FaultKind::Newer,
            "json: `version`",
            Some(Whereabouts::Character { line: 1, column: 37 }),
        ),
        (pasted("https://gomocalc.com/#/h8h8"), FaultKind::IllegalMove, "link: move 2", None),
        (
            file("twice.psq", b"Piskvorky 15x15, 11:11, 0\n8,8,0\n8,8,0\n"),
            FaultKind::IllegalMove,
            "psq: line 3",
            Some(Whereabouts::Line(3)),
        ),
        (
            read(None, Content::Base64("no base64!".to_owned())),
            FaultKind::Request,
            "expected the file's content in base64",
            None,
        ),
    ];
    for (request, kind, message, whereabouts) in cases {
        let fault = refusal(&request);
        assert_eq!((fault.kind, fault.whereabouts), (kind, whereabouts), "{fault:?}");
        assert!(fault.message.starts_with(message), "{fault:?}");
    }
}

#[test]
fn missing_properties_of_a_file_can_be_given() {
    let problem = "O . .\n. . .\n. . .";
    assert_eq!(refusal(&pasted(problem)).kind, FaultKind::SideToMove);
    let known = Known { rule: "free-3".parse().ok(), to_move: Some(Color::Black), ..Known::default() };
    let content = Content::Text(problem.to_owned());
    let (_, games) = games(&Request::Read { id: 1, name: None, content, known, part: None });
    let read = record(&games[0]);
    assert_eq!((read.rule().to_string().as_str(), read.position().side_to_move()), ("free-3", Color::Black));
}

#[test]
fn what_is_no_request_is_answered_too() {
    let failed = |text: &str| match &responses(text)[..] {
        [Response::Failed { id, fault }] => (*id, fault.kind),
        other => panic!("{text}: {other:?}"),
    };
    assert_eq!(failed(""), (None, FaultKind::Request));
    assert_eq!(failed("{}"), (None, FaultKind::Request));
    assert_eq!(failed(r#"{ "type": "paint", "id": 3 }"#), (Some(3), FaultKind::Request));
    assert_eq!(failed(r#"{ "type": "read", "id": 4, "content": 5 }"#), (Some(4), FaultKind::Request));
    for known in [r#""rule": "go""#, r#""size": 99"#] {
        let text =
            format!(r#"{{ "type": "read", "id": 5, "content": {{ "text": "" }}, "known": {{ {known} }} }}"#);
        assert_eq!(failed(&text), (Some(5), FaultKind::Request));
    }
}
