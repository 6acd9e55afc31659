use tengen_analysis::files::{FaultKind, PictureFormat, PictureSettings, Request, SheetFormat, SheetProblem};
use tengen_formats::json;
use tengen_game::{BoardSize, NodeId, Position, Rule};

use crate::{Written, ask, ask_patiently, game, refusal};

fn picture(kind: PictureFormat, options: PictureSettings) -> Request {
    Request::Picture { id: 3, record: json::write(&game()), kind, options }
}

#[test]
fn each_kind_is_drawn() {
    let small = PictureSettings { width: Some(100), ..PictureSettings::default() };
    for (kind, begin, mime) in [
        (PictureFormat::Svg, &b"<svg "[..], "image/svg+xml"),
        (PictureFormat::Png, b"\x89PNG\r\n\x1a\n", "image/png"),
        (PictureFormat::Gif, b"GIF89a", "image/gif"),
    ] {
        let (answer, reports) = ask_patiently(&picture(kind, small.clone()));
        let written = Written::of(answer);
        assert!(written.content.starts_with(begin), "{kind:?}");
        assert_eq!(written.mime, mime);
        // There is one frame for each move, and one for the start.
        assert_eq!(reports, if kind == PictureFormat::Gif { 5 } else { 0 });
        assert!(written.losses.contains(&"comments".to_owned()), "{:?}", written.losses);
    }
}

#[test]
fn options_change_what_is_seen() {
    let draw = |options| Written::of(ask(&picture(PictureFormat::Svg, options))).content;
    let usual = draw(PictureSettings::default());
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(text(&usual).contains("tengen-wood-"));
    let night = draw(PictureSettings { theme: "night".to_owned(), ..PictureSettings::default() });
    assert!(text(&night).contains("tengen-night-"));
    for other in [
        PictureSettings { numbers: "last:1".to_owned(), ..PictureSettings::default() },
        PictureSettings { coordinates: false, ..PictureSettings::default() },
        PictureSettings { after: Some(1), ..PictureSettings::default() },
        PictureSettings { symmetry: tengen_game::Symmetry::Rotate90, ..PictureSettings::default() },
    ] {
        assert_ne!(draw(other.clone()), usual, "{other:?}");
    }
}

#[test]
fn impossible_pictures_are_refused() {
    let cases = [
        (PictureSettings { theme: "blue".to_owned(), ..PictureSettings::default() }, FaultKind::Request),
        (PictureSettings { numbers: "some".to_owned(), ..PictureSettings::default() }, FaultKind::Request),
        (PictureSettings { width: Some(5), ..PictureSettings::default() }, FaultKind::Picture),
        (PictureSettings { after: Some(99), ..PictureSettings::default() }, FaultKind::Picture),
        (
            PictureSettings { first: Some(3), after: Some(1), ..PictureSettings::default() },
            FaultKind::Picture,
        ),
        (PictureSettings { delay_ms: u32::MAX, ..PictureSettings::default() }, FaultKind::Picture),
    ];
    for (options, kind) in cases {
        let request = picture(PictureFormat::Gif, options);
        assert_eq!(refusal(&request).kind, kind, "{request:?}");
    }
}

#[test]
fn a_game_without_moves_has_a_picture() {
    let mut record = game();
    for id in record.children(NodeId::START).to_vec() {
        record.delete(id);
    }
    for kind in [PictureFormat::Svg, PictureFormat::Png, PictureFormat::Gif] {
        let options = PictureSettings { width: Some(64), ..PictureSettings::default() };
        let request = Request::Picture { id: 3, record: json::write(&record), kind, options };
        assert!(!Written::of(ask(&request)).content.is_empty());
    }
}

#[test]
fn a_sheet_of_problems_is_drawn_in_both_kinds() {
    let position = Position::new(Rule::Renju, BoardSize::FIFTEEN);
    let problem = SheetProblem { position, caption: "Black wins".to_owned(), solution: "h8".to_owned() };
    let ask_for = |kind| {
        let (title, solutions) = ("Puzzles".to_owned(), "Solutions".to_owned());
        Written::of(ask(&Request::Sheet {
            id: 5,
            title,
            problems: vec![problem.clone(); 2],
            solutions,
            kind,
        }))
    };
    let svg = ask_for(SheetFormat::Svg);
    assert_eq!((svg.extension.as_str(), svg.mime.as_str()), ("svg", "image/svg+xml"));
    assert!(String::from_utf8(svg.content).unwrap().contains("2. Black wins"));
    let pdf = ask_for(SheetFormat::Pdf);
    assert_eq!((pdf.extension.as_str(), pdf.mime.as_str()), ("pdf", "application/pdf"));
    assert!(pdf.content.starts_with(b"%PDF-"));
}
