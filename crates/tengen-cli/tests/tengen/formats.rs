//! Every command reads every format.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::tengen;

/// Black has four in a row and is to move: i8 wins, as d8 is taken.
const MOVES: &str = "e8 d8 f8 e7 g8 f7 h8 g6";
const FORMATS: [&str; 10] = ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves", "txt"];

fn write(folder: &Path, format: &str, rule: &str) -> PathBuf {
    // The ending says nothing: the content does.
    let path = folder.join(format!("{format}.game"));
    let run = tengen(&["convert", "-", path.to_str().unwrap(), "--to", format, "--rule", rule], MOVES);
    assert_eq!(run.code, 0, "{format}: {}", run.err);
    path
}

#[test]
fn positions_are_read_from_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let path = write(folder.path(), format, "standard");
        let path = path.to_str().unwrap();
        let known = ["--rule", "standard", "--size", "15", "--to-move", "black", "--json"];
        let report = tengen(&[&["position", path], &known[..]].concat(), "").json();
        // A library opens at its end, as the record did.
        assert_eq!(report["stones"]["black"], json!(["e8", "f8", "g8", "h8"]), "{format}");
        let report = tengen(&[&["analyse", path, "--depth", "2"], &known[..]].concat(), "").json();
        assert_eq!((&report["best_move"], &report["rule"]), (&json!("i8"), &json!("standard")), "{format}");
    }
}

#[test]
fn games_go_on_from_every_format() {
    let folder = tempfile::tempdir().unwrap();
    for format in FORMATS {
        let path = write(folder.path(), format, "standard");
        let run = tengen(
            &["play", path.to_str().unwrap(), "--white", "human", "--rule", "standard", "--size", "15"],
            "i8\nmoves\n",
        );
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{format}");
        assert!(run.out.contains("black> i8\n"), "{format}:\n{}", run.out);
        assert!(run.out.contains("The game is over: Black wins with e8 f8 g8 h8 i8."), "{format}");
        let moves = if format == "txt" { "\ni8\n".to_owned() } else { format!("\n{MOVES} i8\n") };
        assert!(run.out.contains(&moves), "{format}:\n{}", run.out);
    }
}

#[test]
fn what_contradicts_the_file_is_refused_and_what_the_file_lacks_is_taken() {
    let folder = tempfile::tempdir().unwrap();
    for command in ["analyse", "position", "play"] {
        for format in ["json", "link"] {
            let path = write(folder.path(), format, "standard");
            let with =
                |option: &str, value: &str| tengen(&[command, path.to_str().unwrap(), option, value], "");
            with("--rule", "renju").fails(1, "the record is of a standard game; expected no --rule");
            with("--size", "19").fails(1, "the board is 15×15; expected no --size, or the same, found 19×19");
            with("--to-move", "white").fails(1, "in the record it is black's turn");
        }
    }
    // SGF's rule gives way to what the caller knows, and psq has none.
    for format in ["sgf", "psq"] {
        let path = write(folder.path(), format, "standard");
        let report = tengen(&["position", path.to_str().unwrap(), "--rule", "renju", "--json"], "").json();
        assert_eq!(report["rule"], "renju");
    }
    let report = tengen(&["position", "--size", "19", "--json"], "h8 pass").err;
    assert!(report.contains("the rule `freestyle` allows no pass"), "{report}");
    let report = tengen(&["position", "--size", "19", "--rule", "renju", "--json"], "h8 pass").json();
    assert_eq!((&report["size"], &report["to_move"]), (&json!(19), &json!("black")));
    let path = write(folder.path(), "json", "standard");
    let path = path.to_str().unwrap();
    tengen(&["convert", path, "-", "--to", "sgf", "--rule", "renju"], "")
        .fails(1, "the record is of a standard game; expected no --rule, or the same, found renju");
}

#[test]
fn a_fault_is_told_once() {
    let run = tengen(&["position"], "h8 h8");
    run.fails(1, "error: cannot read standard input: moves: move 2: h8 is already occupied\n");
    tengen(&["position"], "(;GM[4];B[zz])")
        .fails(1, "sgf: line 1, column 11: expected a point of a 15×15 board");
    tengen(&["analyse"], "nothing at all").fails(1, "expected a record in one of the formats json, sgf");
    tengen(&["play", "no-such-file"], "").fails(1, "cannot read no-such-file: ");
}

#[test]
fn a_board_may_have_any_side_to_move() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    std::fs::write(&path, "...\n.O.\n...\n").unwrap();
    let path = path.to_str().unwrap();
    for command in [&["play", path][..], &["convert", path, "-", "--to", "json"], &["analyse", path]] {
        tengen(command, "").fails(
            1,
            "cannot tell who is to move: expected as many black stones as white ones, or one more, \
             found 0 black and 1 white; say it with --to-move black or --to-move white",
        );
    }
    let run = tengen(&["play", path, "--to-move", "white", "--white", "human"], "a1\n");
    assert!(run.out.contains("white> a1\n"), "{}", run.out);
    assert!(run.out.contains("Black plays") || run.out.contains("black> "), "{}", run.out);
}

#[test]
fn the_opening_of_a_link_is_told_and_kept() {
    use tengen_game::format::link::{self, Link};
    let opening = "15.swap2.h8h9j7".parse().unwrap();
    let link = Link::of_opening(&opening, tengen_game::Rule::FREESTYLE).unwrap();
    let text = link::write(&link).unwrap().content;
    let run = tengen(&["position"], &text);
    let words = "Opening protocol: 15.swap2.h8h9j7; the second player may stay, or swap, or place white anywhere, \
                 black anywhere\n";
    assert!(run.out.ends_with(words), "{}", run.out);
    assert_eq!(tengen(&["position", "--json"], &text).json()["protocol"], "15.swap2.h8h9j7");
    let run = tengen(&["convert", "-", "-", "--to", "link"], &text);
    assert_eq!((run.out.trim(), run.err.as_str()), (text.as_str(), ""));
    let run = tengen(&["convert", "-", "-", "--to", "moves"], &text);
    assert_eq!(run.out, "h8 h9 j7\n");
    assert!(
        run.err.contains("note: moves does not hold the opening protocol, 15.swap2.h8h9j7\n"),
        "{}",
        run.err
    );
}
