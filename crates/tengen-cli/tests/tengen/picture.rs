//! `tengen picture`, and `tengen convert` to a picture.

use std::fs;
use std::path::Path;

use crate::tengen;

const MOVES: &str = "h8 i9 b13 c2";

#[test]
fn every_kind_of_picture_is_written() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, magic) in [("svg", &b"<svg "[..]), ("PNG", b"\x89PNG\r\n"), ("gif", b"GIF89a")] {
        let file = folder.path().join("game").with_extension(ending);
        let run = tengen(&["picture", "-", file.to_str().unwrap(), "--width", "200"], MOVES);
        assert_eq!((run.code, run.out.as_str(), run.err.as_str()), (0, "", ""));
        assert!(fs::read(&file).unwrap().starts_with(magic), "{ending}");
    }
    // A different file extension is overridden.
    let file = folder.path().join("game.png");
    let run = tengen(&["picture", "-", file.to_str().unwrap(), "--format", "svg"], MOVES);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(fs::read(&file).unwrap().starts_with(b"<svg "));
}

/// Draws SVG to standard output.
#[track_caller]
fn svg(options: &[&str], input: &str) -> String {
    let run = tengen(&[&["picture", "-", "-", "--to", "svg"], options].concat(), input);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.starts_with("<svg ") && run.out.ends_with("</svg>\n"));
    run.out
}

fn stones(svg: &str) -> usize {
    svg.matches("-black\" x=").count() + svg.matches("-white\" x=").count()
}

#[test]
fn options_change_the_picture() {
    let whole = svg(&[], MOVES);
    assert_eq!(stones(&whole), 4);
    assert!(whole.contains("after move 4</title>"));
    assert_eq!(stones(&svg(&["--move", "1"], MOVES)), 1);
    assert_eq!(stones(&svg(&["--move", "0"], MOVES)), 0);
    assert!(svg(&["--theme", "night"], MOVES).contains("tengen-night-black"));
    assert!(svg(&["--width", "300"], MOVES).contains("width=\"300\" height=\"300\""));
    assert!(svg(&["--title", "a < b"], MOVES).contains("<title>a &lt; b</title>"));
    assert!(svg(&["--size", "19"], MOVES).contains("19×19"));
    // Every text of the picture is a path with a matrix.
    let letters = |options: &[&str]| svg(options, MOVES).matches("matrix(").count();
    assert_eq!(letters(&[]), 34);
    assert_eq!(letters(&["--no-coordinates"]), 4);
    assert_eq!(letters(&["--no-coordinates", "--numbers", "last:1"]), 1);
    assert_eq!(letters(&["--no-coordinates", "--numbers", "none"]), 0);
    let rings = |options: &[&str]| svg(options, MOVES).matches("r=\"7.6\"").count();
    assert_eq!((rings(&["--numbers", "none"]), rings(&["--numbers", "none", "--no-last-move"])), (1, 0));
}

/// b13 is the second column from the left and the third row from the top; a clockwise quarter turn of the board
/// brings it to the second row and the third column from the right.
#[test]
fn boards_are_turned_and_mirrored() {
    let at = |x: i32, y: i32| format!("-black\" x=\"{}\" y=\"{}\"", 42 + 40 * x, 26 + 40 * y);
    let cases: [(&[&str], (i32, i32)); 4] = [
        (&[], (1, 2)),
        (&["--turn", "90"], (12, 1)),
        (&["--mirror"], (13, 2)),
        (&["--mirror", "--turn", "90"], (12, 13)),
    ];
    for (options, (x, y)) in cases {
        assert!(svg(options, "b13").contains(&at(x, y)), "{options:?}");
    }
}

#[test]
fn boards_that_were_set_up_and_forbidden_points_are_drawn() {
    let board = ".......\n.......\n..X.X..\n...X...\n...X...\n.......\nO.O.O.O\n";
    let plain = svg(&["--rule", "renju"], board);
    assert_eq!(stones(&plain), 8);
    assert!(plain.contains("Five in a row (renju, 7×7), position</title>"));
    let crosses = |svg: &str| svg.matches("stroke-width=\"2.8\"").count();
    let forbidden = svg(&["--rule", "renju", "--forbidden"], board);
    assert_eq!((crosses(&plain), crosses(&forbidden)), (0, 1));
    let game = "h8 a1 h9 c1 i10 e1 j10 g1";
    assert_eq!(crosses(&svg(&["--rule", "renju", "--forbidden", "--no-last-move"], game)), 1);
    assert_eq!(crosses(&svg(&["--forbidden", "--no-last-move"], game)), 0);
}

#[test]
fn requests_that_make_no_picture_are_refused() {
    let fails = |arguments: &[&str], message: &str| {
        tengen(&[&["picture", "-"], arguments].concat(), MOVES).fails(1, message);
    };
    fails(&["out.bmp"], "cannot tell from out.bmp whether to draw svg, png or gif; give --to");
    fails(&["out.svg", "--move", "5"], "the game has 4 moves, so there is no move 5");
    fails(&["out.gif", "--move", "2", "--first", "3"], "begins at move 2 or before, found 3");
    fails(&["out.png", "--width", "9999"], "a picture is 32 to 4096 pixels wide, not 9999");
    fails(&["out.gif", "--delay", "700"], "a frame is shown for at most 655.35 seconds, not 700");
    fails(&["out.png", "--delay", "1"], "--delay is for gif, and out.png is png");
    fails(&["-", "--to", "svg", "--no-loop"], "--no-loop is for gif, and standard output is svg");
    tengen(&["picture", "-", "-", "--to", "svg"], "!!").fails(1, "expected a record in one of the formats");
    for file in ["out.bmp", "out.svg", "out.gif", "out.png"] {
        assert!(!Path::new(file).exists());
    }
}

#[test]
fn convert_writes_pictures_and_reports_their_losses() {
    let folder = tempfile::tempdir().unwrap();
    for kind in ["svg", "png", "gif"] {
        let file = folder.path().join("game").with_extension(kind);
        let sgf = "(;GM[4]SZ[15]PB[Ann]C[hello];B[hh](;W[ig])(;W[aa]))";
        let run = tengen(&["convert", "-", file.to_str().unwrap()], sgf);
        assert_eq!((run.code, run.out.as_str()), (0, ""), "{}", run.err);
        let note = format!("note: {kind} does not hold the rule, the players' names, comments, variations\n");
        assert_eq!(run.err, note);
        assert!(file.exists());
    }
    let run = tengen(&["convert", "-", "-", "--to", "svg"], MOVES);
    assert!(run.out.starts_with("<svg "));
}

#[track_caller]
fn embedded(options: &[&str]) -> String {
    let run = tengen(&[&["embed"], options].concat(), "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("</svg>\n</tengen-board>\n"), "{}", run.out);
    run.out
}

#[test]
fn an_unsupported_language_is_refused() {
    for (tag, speaks) in [("en", true), ("zh-Hans", true), ("EN-gb", true), ("xx", false), ("", false)] {
        let run = tengen(&["embed", "--moves", "h8", "--lang", tag], "");
        assert_eq!(run.code == 0, speaks, "{tag}: {}", run.err);
        if !speaks {
            run.fails(2, &format!("expected en or zh, found `{tag}`"));
        }
    }
}

#[test]
fn a_game_becomes_a_tag_with_a_picture_in_it() {
    let html = embedded(&["--moves", "h8 i9 h10", "--rule", "renju"]);
    assert!(
        html.starts_with("<tengen-board mode=\"view\" game=\"h8 i9 h10\" rule=\"renju\">\n<svg "),
        "{html}"
    );
    assert!(html.contains("after move 3</title>") && html.contains("width=\"100%\""));
    let html = embedded(&[
        "--moves",
        "c3",
        "--size",
        "9",
        "--mode",
        "play",
        "--level",
        "easy",
        "--side",
        "both",
        "--theme",
        "paper",
        "--numbers",
        "all",
        "--no-coordinates",
        "--controls",
        "none",
        "--lang",
        "zh",
        "--script",
        "/b/tengen-board.js",
    ]);
    let (script, rest) = html.split_once('\n').unwrap();
    assert_eq!(script, "<script src=\"/b/tengen-board.js\" async></script>");
    for expected in [
        " mode=\"play\"",
        " game=\"c3\"",
        " rule=\"freestyle\"",
        " size=\"9\"",
        " level=\"easy\"",
        " side=\"both\"",
        " theme=\"paper\"",
        " numbers=\"all\"",
        " coordinates=\"off\"",
        " controls=\"none\"",
        " lang=\"zh\"",
        "tengen-paper-black",
    ] {
        assert!(rest.contains(expected), "{expected} in {rest}");
    }
}

#[test]
fn games_that_moves_cannot_express_become_links() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    fs::write(&file, "(;GM[4]SZ[15]RU[renju];B[hh]C[The \"centre\"];W[ig])").unwrap();
    let html = embedded(&[file.to_str().unwrap(), "--at", "1"]);
    assert!(html.contains(" game=\"tg1.") && html.contains(" at=\"1\""), "{html}");
    assert!(html.contains("after move 1</title>"));
}

#[test]
fn a_moment_that_there_is_not_is_an_error() {
    let run = tengen(&["embed", "--moves", "h8", "--at", "2"], "");
    assert_eq!((run.code, run.out.as_str()), (1, ""));
    assert!(run.err.contains("there is no move 2"), "{}", run.err);
    assert_eq!(tengen(&["embed", "--mode", "watch"], "").code, 2);
}
