//! `tengen embed`.

use crate::tengen;

#[track_caller]
fn embedded(options: &[&str]) -> String {
    let run = tengen(&[&["embed"], options].concat(), "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.ends_with("</svg>\n</tengen-board>\n"), "{}", run.out);
    run.out
}

#[test]
fn a_language_that_the_board_does_not_speak_is_refused() {
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
fn what_moves_cannot_say_travels_as_a_link() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("game.sgf");
    std::fs::write(&file, "(;GM[4]SZ[15]RU[renju];B[hh]C[The \"centre\"];W[ig])").unwrap();
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
