//! `tengen convert`.

use std::path::{Path, PathBuf};

use serde_json::json;

use crate::tengen;

#[test]
fn moves_round_trip_through_every_format() {
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

const COLLECTION: &str = "(;GM[4]PB[Ada];B[hh])\n(;GM[1])\n(;GM[4]EV[Cup]RU[4];B[hh];W[ig])";

#[test]
fn a_game_of_a_collection_can_be_chosen() {
    let to_moves =
        |more: &[&str]| tengen(&[&["convert", "-", "-", "--to", "moves"], more].concat(), COLLECTION);
    let first = to_moves(&[]);
    assert_eq!((first.code, first.out.as_str()), (0, "h8\n"));
    let note = "note: standard input has 3 games; this is the first, --game N takes another\n";
    assert!(first.err.contains(note), "{}", first.err);
    let third = to_moves(&["--game", "3"]);
    assert_eq!((third.code, third.out.as_str()), (0, "h8 i9\n"));
    assert!(third.err.starts_with("note: the rule `4` is read as renju\n"), "{}", third.err);
    assert!(third.err.contains("the game's details"), "{}", third.err);
    to_moves(&["--game", "2"]).fails(1, "sgf: line 2, column 6: expected `GM[4]`");
    to_moves(&["--game", "4"]).fails(1, "standard input has 3 games; expected --game of no more, found 4");
    to_moves(&["--game", "0"]).fails(2, "0 is not in 1..");
    tengen(&["position", "--game", "3"], COLLECTION).out.contains("renju");
}

#[test]
fn all_games_are_converted() {
    let all = |to: &str, more: &[&str]| tengen(&[&["convert", "-", to, "--all"], more].concat(), COLLECTION);
    let run = all("-", &["--to", "sgf"]);
    assert_eq!(run.code, 0, "{}", run.err);
    assert_eq!(run.out.matches("(;FF[4]").count(), 2);
    assert!(run.out.contains("EV[Cup]"), "{}", run.out);
    assert!(
        run.err.contains("note: game 2 is left out: cannot read standard input: sgf: line 2"),
        "{}",
        run.err
    );
    assert!(run.err.ends_with("note: 2 of 3 games converted\n"), "{}", run.err);
    assert_eq!(all("-", &["--to", "moves"]).out, "h8\nh8 i9\n");
    // A file of this format holds one game.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("games.psq");
    assert_eq!(all(path.to_str().unwrap(), &[]).code, 0);
    let mut names: Vec<_> =
        std::fs::read_dir(folder.path()).unwrap().map(|entry| entry.unwrap().file_name()).collect();
    names.sort();
    assert_eq!(names, ["games-1.psq", "games-3.psq"]);
    all("-", &["--to", "psq"]).fails(2, "with --all, TO is expected to be a file");
    all("-", &["--to", "sgf", "--game", "1"]).fails(2, "cannot be used with");
    tengen(&["convert", "-", "-", "--to", "sgf", "--all"], "(;GM[1])")
        .fails(1, "none of 1 game can be converted");
}

#[test]
fn the_input_is_not_overwritten_if_games_would_be_lost() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    for (name, to, more) in [
        ("games.sgf", "games.sgf", &["--all"][..]),
        ("games.sgf", "games.sgf", &["--game", "3"]),
        ("games.sgf", "games.sgf", &[]),
        ("games-3.psq", "games.psq", &["--all"]),
    ] {
        std::fs::write(path(name), COLLECTION).unwrap();
        let run = tengen(&[&["convert", &path(name), &path(to)], more].concat(), "");
        run.fails(1, "expected another file than the input, of which ");
        assert_eq!(std::fs::read_to_string(path(name)).unwrap(), COLLECTION);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
}

#[cfg(unix)]
#[test]
fn a_file_is_replaced_with_its_permissions_and_through_links() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["game.sgf", "link.sgf"].map(|name| folder.path().join(name));
    std::fs::write(&file, "older").unwrap();
    std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
    symlink(&file, &link).unwrap();
    let run = tengen(&["convert", "--moves", "h8", link.to_str().unwrap()], "");
    assert_eq!(run.code, 0, "{}", run.err);
    assert!(std::fs::symlink_metadata(&link).unwrap().is_symlink());
    assert!(std::fs::read_to_string(&file).unwrap().contains(";B[hh]"));
    assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o640);
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 2);
    // A device stays a device.
    let run = tengen(&["convert", "--moves", "h8", "/dev/null", "--to", "sgf"], "");
    assert_eq!(run.code, 0, "{}", run.err);
}

#[test]
fn sgf_properties_are_preserved() {
    let sgf =
        "(;FF[4]GM[4]CA[UTF-8]SZ[15]RU[renju]PB[Ada]EV[Cup]DT[1996]BR[5 dan]TM[5400];B[hh]N[x]BL[12.5])";
    let run = tengen(&["convert", "-", "-", "--to", "sgf"], sgf);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for property in ["PB[Ada]", "EV[Cup]", "DT[1996]", "BR[5 dan]", "TM[5400]", "N[x]", "BL[12.5]"] {
        assert!(run.out.contains(property), "{property}: {}", run.out);
    }
    let lost = tengen(&["convert", "-", "-", "--to", "link"], sgf).err;
    assert!(
        lost.contains("the game's details (event, date, ranks …), properties of other programs"),
        "{lost}"
    );
}

/// Files as other programs write them, each with the note that is printed.
#[test]
fn what_was_guessed_or_left_out_is_a_note() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../tengen-formats/tests/data/found/");
    for (name, moves, note) in [
        ("gomocup-archive.psq", "h8 i8 h7 i7", "the text after the game is left out: `0,Freestyle15_1`"),
        (
            "quest-opening.sgf",
            "h8 h9 j10 i9 g9 i7 i8",
            "the property `QPR` is read as 3 moves of the opening",
        ),
        ("sjis-comment.lib", "h8 i8", "the file does not name its encoding; it is read as Shift_JIS"),
        (
            "wrong-ca.sgf",
            "h8 i9",
            "the file names the encoding GBK, but its bytes are UTF-8, as which it is read",
        ),
        ("no-final-bracket.sgf", "h8 i9 h9", "the last `)` is missing"),
        ("unescaped-bracket.sgf", "h8 i9", "a text contains a `]` without a `\\` before it"),
        ("mail.sgf", "h8 i9", "the text before the game is left out"),
        ("resign.sgf", "h8 i9 h9", "`W[resign]` is read as the end of the game"),
        ("open-end.lib", "h8 i8", "the library ends before its last variation does"),
        ("no-header.lib", "h8 i9", "the library has no header"),
        ("move-list-numbered.txt", "h8 i9 i8", ""),
    ] {
        let run = tengen(&["convert", &format!("{folder}{name}"), "-", "--to", "moves"], "");
        assert_eq!((run.code, run.out.trim()), (0, moves), "{name}: {}", run.err);
        assert!(run.err.contains(note), "{name}: {}", run.err);
    }
    let go = format!("{folder}go-program.sgf");
    let refused = tengen(&["convert", &go, "-", "--to", "moves"], "");
    assert!(refused.err.contains("say its rule with --rule"), "{}", refused.err);
    assert_eq!(tengen(&["convert", &go, "-", "--to", "moves", "--rule", "renju"], "").out, "h8 i9\n");
    let continuous = tengen(&["convert", &format!("{folder}continuous.psq"), "-", "--to", "moves"], "");
    assert!(continuous.err.contains("continuous game") && continuous.code != 0, "{}", continuous.err);
}

#[test]
fn the_encoding_is_detected_or_given() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("old.sgf");
    std::fs::write(&path, b"(;GM[4]PB[\xBA\xC3\xCA\xD6];B[hh])").unwrap();
    let read = |more: &[&str]| {
        let arguments = [&["convert", path.to_str().unwrap(), "-", "--to", "sgf"], more].concat();
        tengen(&arguments, "")
    };
    let guessed = read(&[]);
    assert!(guessed.out.contains("PB[好手]"), "{}", guessed.out);
    assert!(
        guessed.err.contains("note: the file does not name its encoding; it is read as GBK"),
        "{}",
        guessed.err
    );
    let with_option = read(&["--encoding", "windows-1252"]);
    assert!(
        with_option.out.contains("PB[ºÃÊÖ]") && with_option.err.is_empty(),
        "{}{}",
        with_option.out,
        with_option.err
    );
    read(&["--encoding", "klingon"]).fails(2, "expected an encoding such as `utf-8`");
    let psq = folder.path().join("old.psq");
    std::fs::write(&psq, b"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n\xCA\xEE\xE6\xE8\xED\r\ntwo\r\n0\r\n")
        .unwrap();
    let with_option =
        tengen(&["convert", psq.to_str().unwrap(), "-", "--to", "sgf", "--encoding", "windows-1251"], "");
    assert!(with_option.out.contains("PB[Кожин]"), "{}{}", with_option.out, with_option.err);
}

#[test]
fn a_database_of_renjunet_is_read_and_not_written() {
    let rif = "<database><games><game id='7'><move>h8 i9</move></game><game id='8'><move>h8</move></game></games></database>";
    let run = tengen(&["convert", "-", "-", "--to", "moves", "--game", "2"], rif);
    assert_eq!((run.code, run.out.as_str()), (0, "h8\n"), "{}", run.err);
    tengen(&["convert", "-", "-", "--to", "rif"], rif).fails(2, "found `rif`");
    tengen(&["position"], "<html></html>").fails(1, "expected a record in one of the formats");
}

#[test]
fn losses_and_faults_are_reported() {
    let done = tengen(&["convert", "-", "-", "--to", "psq"], "h8 i9");
    assert!(done.err.contains("note: psq does not hold the rule"), "{}", done.err);
    tengen(&["convert", "-", "out.xyz"], "h8").fails(1, "cannot tell the format of out.xyz; give --to");
    tengen(&["convert", "-", "-", "--to", "sgf"], "h8 h8").fails(1, "move 2: h8 is already occupied");
    tengen(&["convert", "-", "-", "--to", "sgf"], "!!").fails(1, "expected a record in one of the formats");
    tengen(&["convert", "-", "-", "--to", "abc"], "h8").fails(2, "expected json, sgf, psq");
}

/// Black has four in a row and is to move: i8 wins, as d8 is taken.
const MOVES: &str = "e8 d8 f8 e7 g8 f7 h8 g6";
const FORMATS: [&str; 10] = ["json", "sgf", "psq", "rec", "lib", "sav", "pos", "link", "moves", "txt"];

fn write(folder: &Path, format: &str, rule: &str) -> PathBuf {
    // The content determines the format, not the file extension.
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
        // A library opens at its end, where the record's cursor was.
        assert_eq!(report["stones"]["black"], json!(["e8", "f8", "g8", "h8"]), "{format}");
        let report = tengen(&[&["analyse", path, "--depth", "2"], &known[..]].concat(), "").json();
        assert_eq!((&report["best_move"], &report["rule"]), (&json!("i8"), &json!("standard")), "{format}");
    }
}

#[test]
fn games_continue_from_every_format() {
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
fn options_that_contradict_the_file_are_refused_and_missing_properties_are_taken() {
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
    // The rule of the command line overrides that of SGF, and psq has none.
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
fn a_fault_is_reported_once() {
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
fn the_opening_of_a_link_is_reported_and_preserved() {
    use tengen_formats::link::{self, Link};
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

#[test]
fn quiet_leaves_notes_out_and_no_faults() {
    let games = "(;GM[4]SZ[15]RU[4]PB[Ada]C[good];B[hh](;W[ii])(;W[gg]))(;GM[4]SZ[15];B[zz])";
    let loud = tengen(&["convert", "-", "-", "--to", "psq"], games);
    assert!(loud.err.contains("note: ") && loud.err.contains("does not hold"), "{}", loud.err);
    let quiet = tengen(&["convert", "-", "-", "--to", "psq", "--quiet"], games);
    assert_eq!((quiet.code, quiet.err.as_str(), quiet.out), (0, "", loud.out));
    let all = tengen(&["convert", "-", "-", "--to", "moves", "--all", "-q"], games);
    assert_eq!(all.code, 0);
    assert!(all.err.starts_with("note: game 2 is left out: ") && all.err.lines().count() == 1, "{}", all.err);
}
