use super::*;

const SIZE: BoardSize = BoardSize::FIFTEEN;

fn check(text: &str, rule: Rule, expected: &[&str]) {
    let book = Book::read(text.as_bytes(), rule, SIZE).unwrap();
    let found: Vec<String> = book.openings().iter().map(BookOpening::to_string).collect();
    assert_eq!(found, expected, "{text}");
}

fn check_fault(text: &str, rule: Rule, expected: &str) {
    let error = Book::read(text.as_bytes(), rule, SIZE).unwrap_err();
    assert_eq!(error.to_string(), expected, "{text}");
}

/// The centre is h8 on 15×15, and k10 on 20×20: column 10 from 0, row 10 from 0 at the top.
#[test]
fn offsets_count_from_the_centre_to_the_right_and_down() {
    check("0,0, 1,0, 1,3", Rule::FREESTYLE, &["h8 i8 i5"]);
    check("-7,-7,  7,7\r\n\r\n0 0 1 -2\r\n", Rule::FREESTYLE, &["a15 o1", "h8 i10"]);
    let book = Book::read(b"0,0, 1,3", Rule::FREESTYLE, BoardSize::TWENTY).unwrap();
    assert_eq!(book.openings()[0].to_string(), "k10 l7");
    assert!(Book::read(b"-10,-10", Rule::FREESTYLE, BoardSize::TWENTY).is_ok());
    assert!(Book::read(b"10,0", Rule::FREESTYLE, BoardSize::TWENTY).is_err());
}

#[test]
fn a_line_is_an_opening() {
    let text = "\u{feff}# A comment\n\nh8i9h10\n  h8 i9\nH8,I9;j10\n(;GM[4]SZ[15];B[hh];W[ig])\n0,0\n";
    check(text, Rule::Standard, &["h8 i9 h10", "h8 i9", "h8 i9 j10", "h8 i9", "h8"]);
    let book = Book::read(text.as_bytes(), Rule::Standard, SIZE).unwrap();
    let lines: Vec<usize> = book.openings().iter().map(BookOpening::line).collect();
    assert_eq!(lines, [3, 4, 5, 6, 7]);
    // Records of one line each.
    let record = "(;GM[4]SZ[15];B[hh];W[ig])\n";
    check(&record.repeat(2), Rule::FREESTYLE, &["h8 i9", "h8 i9"]);
}

#[test]
fn a_file_in_any_format_is_as_many_openings_as_it_has_ends() {
    check("(;GM[4]SZ[15]\n;B[hh]\n(;W[ig])\n(;W[hg];B[gg]))", Rule::Renju, &["h8 i9", "h8 h9 g9"]);
    check("Piskvorky 15x15, 11:11, 0\n8,8,0\n9,7,0\n", Rule::Standard, &["h8 i9"]);
    check("15\n15\n2\n7 7\n6 8\n", Rule::Standard, &["h8 i9"]);
    let diagram =
        format!("X{}\n.O{}\n{}", ".".repeat(14), ".".repeat(13), format!("{}\n", ".".repeat(15)).repeat(13));
    let book = Book::read(diagram.as_bytes(), Rule::Standard, SIZE).unwrap();
    assert_eq!(book.openings()[0].position().board().stones(), 2);
}

#[test]
fn faults_name_their_line() {
    let off_board = "line 2: stone 2: expected offsets that stay on a 15×15 board, found 0,-8";
    check_fault("0,0\n0,0, 0,-8\n", Rule::Standard, off_board);
    let uneven = "line 1: expected pairs of numbers such as `0,0, 1,0, 1,3`, found `0,0, 1`";
    check_fault("0,0, 1", Rule::Standard, uneven);
    check_fault(
        "# x\n0,99999\n",
        Rule::Standard,
        &uneven.replace("line 1", "line 2").replace("0,0, 1`", "0,99999`"),
    );
    check_fault(
        "h8\n\nh8z9\n",
        Rule::Standard,
        "line 3: move 2, at character 3: `z9` is not on a 15×15 board",
    );
    check_fault("0,0, 0,0", Rule::Standard, "line 1: move 2: h8 is already occupied");
    check_fault(
        "h8\nh8 pass\n",
        Rule::Standard,
        "line 2: move 2: the rule `standard` allows no pass; expected a point",
    );
    check_fault("", Rule::Standard, "expected an opening a line, or a record, found none");
    check_fault("# nothing\n", Rule::Standard, "expected an opening a line, or a record, found none");
    let other_size = "line 1: expected an opening on a 15×15 board, found one on 19×19";
    check_fault("(;GM[4]SZ[19];B[hh])", Rule::Standard, other_size);
    let error = Book::read(b"h8\n\xff\n", Rule::Standard, SIZE).unwrap_err();
    assert_eq!(error.to_string(), "line 2: expected text in UTF-8");
}

#[test]
fn openings_are_legal_and_leave_something_to_play() {
    let row = "h8 a1 i8 a2 j8 a3 k8 a4 l8";
    check_fault(row, Rule::FREESTYLE, "line 1: expected an opening, found a game that is over after 9 moves");
    // A row of six, with its gap filled last: it wins only where overlines do.
    let six = "h8 a1 i8 a3 j8 a5 l8 a7 m8 a9 k8";
    check(six, Rule::Standard, &[six]);
    check_fault(six, Rule::Renju, "line 1: move 11: k8 is forbidden to Black: overline");
    // The same in a file that would be replayed as it is.
    let sgf = "(;GM[4]SZ[15];B[hh];W[ao];B[ih];W[am];B[jh];W[ak];B[lh];W[ai];B[mh];W[ag];B[kh])";
    check_fault(sgf, Rule::Renju, "line 1: expected an opening, found a game that is over after 11 moves");
}

#[test]
fn the_canonical_openings_are_26() {
    for rule in Rule::NAMED {
        let book = Book::canonical(rule, SIZE).unwrap();
        assert_eq!(book.openings().len(), 26);
        assert!(book.openings().iter().all(|opening| opening.position().moves().len() == 3));
    }
    assert!(Book::canonical(Rule::Renju, BoardSize::NINETEEN).is_err());
    assert_eq!(Book::empty_board(Rule::Renju, SIZE).openings()[0].to_string(), "");
}
