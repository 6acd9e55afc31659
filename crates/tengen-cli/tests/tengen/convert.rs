//! `tengen convert`.

use crate::tengen;

#[test]
fn moves_become_every_format_and_come_back() {
    for format in ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves"] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("game");
        let path = file.to_str().unwrap();
        let there = tengen(&["convert", "-", path, "--to", format, "--rule", "renju"], "h8 i9 b13 c2");
        assert_eq!(there.code, 0, "{format}: {}", there.err);
        let back = tengen(&["convert", path, "-", "--to", "moves", "--size", "15"], "");
        assert_eq!(back.code, 0, "{format}: {}", back.err);
        assert_eq!(back.out, "h8 i9 b13 c2\n", "{format}");
    }
}

#[test]
fn losses_and_faults_are_told() {
    let done = tengen(&["convert", "-", "-", "--to", "psq"], "h8 i9");
    assert!(done.err.contains("note: psq does not hold the rule"), "{}", done.err);
    tengen(&["convert", "-", "out.xyz"], "h8").fails(1, "cannot tell the format of out.xyz; give --to");
    tengen(&["convert", "-", "-", "--to", "sgf"], "h8 h8").fails(1, "move 2: h8 is already occupied");
    tengen(&["convert", "-", "-", "--to", "sgf"], "!!").fails(1, "expected a record in one of the formats");
    tengen(&["convert", "-", "-", "--to", "abc"], "h8").fails(2, "expected json, sgf, psq");
}
