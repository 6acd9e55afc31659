//! Rings and arrows in files.

use tengen_formats::{json, sgf};
use tengen_game::{BoardSize, Drawing, Ink, Mark, NodeId, Point, Record, Rule, Sign};

fn drawing(from: (u8, u8), to: (u8, u8), ink: Ink) -> Drawing {
    Drawing { from: Point::new(from.0, from.1), to: Point::new(to.0, to.1), ink }
}

#[test]
fn drawings_are_in_files_as_other_programs_know_them() {
    let mut record = Record::new(Rule::FREESTYLE, BoardSize::FIFTEEN);
    let all = [
        drawing((3, 3), (3, 3), Ink::Green),
        drawing((4, 3), (4, 3), Ink::Blue),
        drawing((0, 0), (2, 1), Ink::Green),
        drawing((2, 1), (0, 0), Ink::Red),
    ];
    let cross = Mark { point: Point::new(9, 9), sign: Sign::Cross };
    record.add_mark(NodeId::START, cross).unwrap();
    all.into_iter().for_each(|drawing| record.draw(NodeId::START, drawing).unwrap());
    let text = sgf::write(&record).content;
    for property in ["CR[dd][ed]", "AR[aa:cb][cb:aa]", "TGCOLOR[blue:ed][red:cb:aa]", "MA[jj]"] {
        assert!(text.contains(property), "{text}");
    }
    let of_sgf = sgf::read(text.as_bytes()).unwrap();
    let of_json = json::read(&json::write(&record)).unwrap();
    assert_eq!(of_sgf.drawings(NodeId::START), all);
    assert_eq!(of_json.drawings(NodeId::START), all);
}
