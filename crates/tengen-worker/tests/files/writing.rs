use tengen_analysis::files::{FaultKind, Request, Response, Whereabouts};
use tengen_formats::any::{self, Collection, Format, Known};
use tengen_formats::json;
use tengen_game::{BoardSize, Move, Point, Record, Rule};

use crate::{Written, ask, game, refusal};

fn write(record: &Record, format: &str) -> Request {
    Request::Write {
        id: 2,
        record: json::write(record),
        format: format.to_owned(),
        opening: None,
        base: None,
    }
}

#[test]
fn every_format_is_written_as_the_library_writes_it() {
    let record = game();
    for format in Format::WRITTEN {
        let written = Written::of(ask(&write(&record, format.name())));
        let expected = any::write(&record, format).unwrap();
        assert_eq!((written.extension.as_str(), written.content), (format.name(), expected.content));
        let losses: Vec<&str> = expected.losses.iter().map(|loss| loss.key()).collect();
        assert_eq!(written.losses, losses);
        assert!(written.mime.contains('/'));
    }
}

#[test]
fn a_link_leads_to_the_page_and_carries_the_opening() {
    let request = |format: &str| Request::Write {
        id: 2,
        record: json::write(&game()),
        format: format.to_owned(),
        opening: Some("swap2 …".to_owned()),
        base: Some("https://example.org/play/?lang=en#tg1.old".to_owned()),
    };
    let link = Written::of(ask(&request("link")));
    assert!(link.losses.is_empty(), "{:?}", link.losses);
    let text = String::from_utf8(link.content).unwrap();
    assert!(text.starts_with("https://example.org/play/?lang=en#tg1."), "{text}");
    let read = Collection::open(text.as_bytes(), None, Known::default()).unwrap().get(0).unwrap();
    assert_eq!(read.opening.as_deref(), Some("swap2 …"));
    assert_eq!(read.record, game());
    // Other formats have no place for it, and report the loss.
    assert_eq!(Written::of(ask(&request("json"))).losses, ["protocol"]);
}

#[test]
fn refusals_say_why() {
    let fault = refusal(&write(&game(), "doc"));
    assert_eq!(fault.kind, FaultKind::Request);
    assert!(fault.message.ends_with("found `doc`"), "{fault:?}");

    let mut passed = Record::new(Rule::Renju, BoardSize::FIFTEEN);
    passed.play(Point::new(7, 7)).unwrap();
    passed.play(Move::Pass).unwrap();
    let fault = refusal(&write(&passed, "psq"));
    assert_eq!(fault.kind, FaultKind::Unwritable);
    assert!(fault.message.starts_with("psq cannot hold this game: "), "{fault:?}");

    let of_version = |version: u32| {
        let record = format!("{{ \"format\": \"tengen-record\",\n \"version\": {version} }}");
        refusal(&Request::Write { id: 2, record, format: "sgf".to_owned(), opening: None, base: None })
    };
    assert_eq!(of_version(9).kind, FaultKind::Newer);
    let fault = of_version(1);
    assert_eq!(fault.kind, FaultKind::Content);
    assert_eq!(fault.whereabouts.map(|at| matches!(at, Whereabouts::Character { line: 2, .. })), Some(true));
}

#[test]
fn the_list_of_formats_is_complete() {
    let Response::Formats { formats, .. } = ask(&Request::Formats { id: 8 }) else {
        panic!("a list is wanted")
    };
    let of = |is_record: bool| {
        formats.iter().filter(move |format| format.writes == is_record).map(|format| format.name.as_str())
    };
    assert_eq!(of(true).collect::<Vec<_>>(), Format::WRITTEN.map(Format::name));
    assert_eq!(of(false).collect::<Vec<_>>(), ["rif", "svg", "png", "gif"]);
    assert!(formats.iter().all(|format| format.reads == (format.writes || format.name == "rif")));
}
