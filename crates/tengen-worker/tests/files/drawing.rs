use tengen_analysis::files::{FaultKind, KindMessage, PictureMessage, Request};
use tengen_game::NodeId;
use tengen_game::format::json;

use crate::{Written, ask, ask_patiently, game, refusal};

fn picture(kind: KindMessage, options: PictureMessage) -> Request {
    Request::Picture { id: 3, record: json::write(&game()), kind, options }
}

#[test]
fn each_kind_is_drawn() {
    let small = PictureMessage { width: Some(100), ..PictureMessage::default() };
    for (kind, begin, mime) in [
        (KindMessage::Svg, &b"<svg "[..], "image/svg+xml"),
        (KindMessage::Png, b"\x89PNG\r\n\x1a\n", "image/png"),
        (KindMessage::Gif, b"GIF89a", "image/gif"),
    ] {
        let (answer, told) = ask_patiently(&picture(kind, small.clone()));
        let written = Written::of(answer);
        assert!(written.content.starts_with(begin), "{kind:?}");
        assert_eq!(written.mime, mime);
        // One frame a move, and the beginning.
        assert_eq!(told, if kind == KindMessage::Gif { 5 } else { 0 });
        assert!(written.losses.contains(&"comments".to_owned()), "{:?}", written.losses);
    }
}

#[test]
fn options_change_what_is_seen() {
    let draw = |options| Written::of(ask(&picture(KindMessage::Svg, options))).content;
    let usual = draw(PictureMessage::default());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text(&usual).contains("tengen-wood-"));
    let night = draw(PictureMessage { theme: "night".to_owned(), ..PictureMessage::default() });
    assert!(text(&night).contains("tengen-night-"));
    for other in [
        PictureMessage { numbers: "last:1".to_owned(), ..PictureMessage::default() },
        PictureMessage { coordinates: false, ..PictureMessage::default() },
        PictureMessage { after: Some(1), ..PictureMessage::default() },
        PictureMessage { symmetry: tengen_game::Symmetry::Rotate90, ..PictureMessage::default() },
    ] {
        assert_ne!(draw(other.clone()), usual, "{other:?}");
    }
}

#[test]
fn impossible_pictures_are_refused() {
    let cases = [
        (PictureMessage { theme: "blue".to_owned(), ..PictureMessage::default() }, FaultKind::Request),
        (PictureMessage { numbers: "some".to_owned(), ..PictureMessage::default() }, FaultKind::Request),
        (PictureMessage { width: Some(5), ..PictureMessage::default() }, FaultKind::Picture),
        (PictureMessage { after: Some(99), ..PictureMessage::default() }, FaultKind::Picture),
        (PictureMessage { first: Some(3), after: Some(1), ..PictureMessage::default() }, FaultKind::Picture),
        (PictureMessage { delay_ms: u32::MAX, ..PictureMessage::default() }, FaultKind::Picture),
    ];
    for (options, kind) in cases {
        let request = picture(KindMessage::Gif, options);
        assert_eq!(refusal(&request).kind, kind, "{request:?}");
    }
}

#[test]
fn a_game_without_moves_has_a_picture() {
    let mut record = game();
    for id in record.children(NodeId::START).to_vec() {
        record.delete(id);
    }
    for kind in [KindMessage::Svg, KindMessage::Png, KindMessage::Gif] {
        let options = PictureMessage { width: Some(64), ..PictureMessage::default() };
        let request = Request::Picture { id: 3, record: json::write(&record), kind, options };
        assert!(!Written::of(ask(&request)).content.is_empty());
    }
}
