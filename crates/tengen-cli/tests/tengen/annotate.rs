//! `tengen annotate`.

use crate::{Run, tengen};

/// White leaves Black's open three, Black leaves it as well, and then White stops it.
const LEFT_ALONE: &str = "(;FF[4]GM[4]SZ[15]RU[freestyle]PB[Ada]PW[Bo];B[hh];W[gg]C[quiet];B[ih](;W[aa];B[jh];W[ao];B[oo];W[fh])(;W[jj]))";

fn annotate(more: &[&str], input: &str) -> Run {
    tengen(&[&["annotate", "--level", "quick"], more].concat(), input)
}

#[track_caller]
fn has(run: &Run, expected: &[&str]) {
    for text in expected {
        assert!(run.out.contains(text), "expected `{text}`, found {}{}", run.out, run.err);
    }
}

#[test]
fn mistakes_get_comments_and_better_lines_once() {
    let run = annotate(&[], LEFT_ALONE);
    assert_eq!(run.code, 0, "{}", run.err);
    has(
        &run,
        &[
            "PB[Ada]",
            "C[quiet]",
            "(;W[jj])",
            "C[Tengen\\: blunder, −",
            "Black now wins by force with ",
            "White had to defend at ",
            "Black missed a forced win at ",
            "TGMATE[",
        ],
    );
    // The table is not among the records.
    let table: Vec<&str> = run.err.lines().collect();
    assert!(table[0].starts_with("game  moves  side   accuracy"), "{}", run.err);
    assert!(table[1].starts_with("   1      8  Black  ") && table[1].ends_with("  Ada"), "{}", run.err);
    assert!(table[2].starts_with("   1      8  White  ") && table[2].ends_with("  Bo"), "{}", run.err);
    // A second review adds nothing, and one in another language replaces the comments of the first.
    assert_eq!(annotate(&[], &run.out).out, run.out);
    let chinese = annotate(&["--language", "zh-Hans"], &run.out);
    has(&chinese, &["C[Tengen\\: 严重失误，胜率损失 ", "黑棋错过了 ", "C[quiet]"]);
    assert!(!chinese.out.contains("blunder"), "{}", chinese.out);
    assert_eq!(chinese.out.matches("(;").count(), run.out.matches("(;").count());
}

#[test]
fn all_games_of_a_file_are_annotated_and_the_others_pass() {
    let games = format!("{LEFT_ALONE}\n(;GM[4]SZ[15]PB[Nobody])\n(;GM[1])\n{LEFT_ALONE}");
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let to_file = annotate(&["--output", &path("annotated.sgf")], &games);
    assert_eq!(to_file.code, 0, "{}", to_file.err);
    assert!(
        to_file
            .err
            .contains("note: game 2 is written unchanged: it has no moves\nnote: game 3 is left out: "),
        "{}",
        to_file.err
    );
    has(&to_file, &["\n   1      8  Black  ", "\n   4      8  White  "]);
    let written = std::fs::read_to_string(path("annotated.sgf")).unwrap();
    assert_eq!(written.matches("(;FF[4]").count(), 3);
    assert_eq!(written.matches("Black missed a forced win").count(), 2);
    assert!(written.contains("PB[Nobody]"), "{written}");
    // A file of the other formats holds one game.
    let json = annotate(&["--output", &path("game.json")], &games);
    assert_eq!(json.code, 0, "{}", json.err);
    let last = tengen(&["convert", &path("game-4.json"), "-", "--to", "sgf"], "");
    has(&last, &["Black missed a forced win", "TGMATE["]);
    annotate(&["--to", "json"], &games).fails(2, "with several games, --output is expected to be a file");
}

#[test]
fn the_input_is_not_overwritten_if_games_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.sgf").to_str().unwrap().to_owned();
    let in_place = |games: &str, more: &[&str]| {
        std::fs::write(&path, games).unwrap();
        let run = tengen(&[&["annotate", &path, "--level", "quick", "--output", &path], more].concat(), "");
        (run, std::fs::read_to_string(&path).unwrap())
    };
    let faulty = format!("{LEFT_ALONE}\n(;GM[1])\n{LEFT_ALONE}");
    let (run, there) = in_place(&faulty, &[]);
    run.fails(1, "expected another file than the input, of which 1 game would be lost");
    assert_eq!(there, faulty);
    let two = format!("{LEFT_ALONE}\n{LEFT_ALONE}");
    let (run, there) = in_place(&two, &["--game", "2"]);
    run.fails(1, "of which 1 game would be lost");
    assert_eq!(there, two);
    // Where nothing is lost, the input is replaced, and no other file stays beside it.
    let (run, there) = in_place(&two, &[]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(there.matches("Black missed a forced win").count(), 2);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_format_that_holds_annotations_is_chosen() {
    let of_moves = annotate(&["--moves", "h8 g9 i8 a1 j8 a15 o15 f8"], "");
    has(&of_moves, &["(;FF[4]", "Black missed a forced win"]);
    let link = annotate(&["--to", "link"], LEFT_ALONE);
    assert!(link.err.contains("note: link does not hold evaluations\n"), "{}", link.err);
    annotate(&["--to", "psq"], LEFT_ALONE)
        .fails(2, "expected a format that holds comments and variations, json, sgf, lib, link, found psq");
    annotate(&["--output", "game"], LEFT_ALONE).fails(1, "cannot tell the format of game; give --to");
    annotate(&["--language", "tlh"], LEFT_ALONE)
        .fails(2, "expected a language, `en` or `zh-Hans`, found `tlh`");
}

/// Ctrl-C ends the reviews, and the remaining games are written unchanged.
#[cfg(unix)]
#[test]
fn an_interrupted_run_writes_all_games() {
    use std::io::Write as _;
    use std::process::Command;
    use std::time::{Duration, Instant};

    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let target = path("game.json");
    let arguments = ["annotate", "--level", "quick", "--output", target.to_str().unwrap()];
    let mut child = crate::command(&arguments).spawn().unwrap();
    let games = [LEFT_ALONE; 400].join("\n");
    child.stdin.take().unwrap().write_all(games.as_bytes()).unwrap();
    let started = Instant::now();
    while !path("game-001.json").exists() {
        assert!(started.elapsed() < Duration::from_secs(60));
        std::thread::sleep(Duration::from_millis(20));
    }
    let id = child.id().to_string();
    assert!(Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let err = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.success(), "{err}");
    assert!(err.contains("note: ended by a signal: ") && err.contains("written unchanged"), "{err}");
    let is_annotated = |name| std::fs::read_to_string(path(name)).unwrap().contains("Tengen: ");
    assert_eq!(["game-001.json", "game-400.json"].map(is_annotated), [true, false]);
}
