//! Every error states the expectation, the finding and the place.

use std::fs;
use std::path::{Path, PathBuf};

use crate::{command, tengen};

/// Writes a file and returns its path as an argument.
fn file(folder: &Path, name: &str, content: impl AsRef<[u8]>) -> String {
    let path = folder.join(name);
    fs::write(&path, content).unwrap();
    path.to_str().unwrap().to_owned()
}

#[test]
fn the_line_at_fault_is_shown_with_a_caret() {
    let folder = tempfile::tempdir().unwrap();
    let head = "{\"format\": \"tengen-record\", \"version\": 1, \"rule\": \"renju\", \"size\": 15,";
    let json = format!("{head}\n\"moves\": [{{\"move\": \"h8\"}},\n  {{\"move\": \"h8\"}}]}}");
    let cases: [(&str, &str, &str, &str); 8] = [
        ("board.txt", "...\n.Z.\n...\n", ":2:2\n", "2 | .Z.\n  |  ^\n"),
        ("uneven.txt", "...\n..\n...\n", ":2:1\n", "2 | ..\n  | ^^\n"),
        ("a.moves", "h8 i9\nj10 z99\n", ":2:5\n", "2 | j10 z99\n  |     ^\n"),
        ("twice.moves", "h8\r\n i9 h8\r\n", ":2:5\n", "2 |  i9 h8\n  |     ^\n"),
        ("a.sgf", "(;GM[4]C[天元]\n;B[hh];W[zz])", ":2:10\n", "2 | ;B[hh];W[zz])\n  |          ^\n"),
        ("a.psq", "Piskvorky 15x15, 0:0, 0\n1,1,0\n99,1,0\n", ":3:1\n", "3 | 99,1,0\n  | ^^^^^^\n"),
        ("a.json", &json, ":3:3\n", "3 |   {\"move\": \"h8\"}]}\n  |   ^\n"),
        ("b.json", "{\"rule\": }", ":1:10\n", "1 | {\"rule\": }\n  |          ^\n"),
    ];
    for (name, content, place, excerpt) in cases {
        let path = file(folder.path(), name, content);
        let run = tengen(&["position", &path], "");
        run.fails(1, &format!("error: cannot read {path}: "));
        assert!(run.err.contains(&format!("\n --> {path}{place}")), "{name}: {}", run.err);
        assert!(run.err.ends_with(&format!("  |\n{excerpt}")), "{name}: {}", run.err);
    }
    let run = tengen(&["analyse", "--moves", "h8 天9"], "");
    assert!(run.err.ends_with("\n1 | h8 天9\n  |    ^^\n"), "{}", run.err);
}

#[test]
fn every_command_that_reads_shows_the_line() {
    let board = "...\n.Z.\n...\n";
    for arguments in [&["analyse"][..], &["position"], &["convert", "-", "x.sgf"], &["picture", "-", "x.svg"]]
    {
        let run = tengen(arguments, board);
        run.fails(1, "error: cannot read standard input: txt: line 2, column 2: expected `X`, `O` or `.`");
        assert!(run.err.ends_with("\n --> standard input:2:2\n  |\n2 | .Z.\n  |  ^\n"), "{}", run.err);
    }
}

#[test]
fn of_a_long_line_only_the_part_at_fault_is_shown() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(
        folder.path(),
        "long.sgf",
        format!("(;GM[4]C[{}];B[zz]C[{}])", "a".repeat(9000), "b".repeat(9000)),
    );
    let run = tengen(&["position", &path], "");
    run.fails(1, "sgf: line 1, column 9014: expected a point of a 15×15 board");
    assert!(run.err.contains("aaa];B[zz]C[bbb") && run.err.len() < 600, "{}", run.err);
}

#[test]
fn control_characters_of_a_file_do_not_reach_the_terminal() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "a.moves", "h8 \u{1b}[31mx");
    let run = tengen(&["position", &path, "--from", "moves"], "");
    run.fails(1, "moves: move 2, at character 4: expected a point");
    assert!(!run.err.contains('\u{1b}'), "{:?}", run.err);
}

#[test]
fn missing_files_and_directories_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let name = folder.path().to_str().unwrap();
    for arguments in [&["analyse", "no-such"][..], &["position", "no-such"], &["convert", "no-such", "x.sgf"]]
    {
        tengen(arguments, "").fails(1, "error: cannot read no-such: ");
    }
    tengen(&["position", name], "").fails(1, "in a file, found a directory\n");
    let into = folder.path().join("not/there.sgf");
    let into = into.to_str().unwrap();
    tengen(&["convert", "--moves", "h8", into], "").fails(1, &format!("error: cannot write {into}: "));
    tengen(&["convert", "--moves", "h8", name, "--to", "sgf"], "")
        .fails(1, &format!("error: cannot write {name}: "));
}

#[cfg(unix)]
#[test]
fn an_unreadable_file_is_reported() {
    // Not even an administrator can read a socket as a file.
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("socket");
    let _socket = std::os::unix::net::UnixListener::bind(&path).unwrap();
    let path = path.to_str().unwrap();
    tengen(&["position", path], "").fails(1, &format!("error: cannot read {path}: "));
}

#[test]
fn files_without_a_record_are_reported() {
    let folder = tempfile::tempdir().unwrap();
    let empty = file(folder.path(), "empty", "");
    let garbage = file(folder.path(), "garbage", [b"h8 ", &[0xff, 0xfe, 0, 7][..]].concat());
    let zeros = file(folder.path(), "zeros", [0_u8; 64]);
    for command in ["analyse", "position"] {
        tengen(&[command, &empty], "")
            .fails(1, &format!("error: {empty} is empty: expected a record, a board of"));
        tengen(&[command, &garbage], "").fails(1, "expected UTF-8 text, found other bytes after 3 bytes\n");
        tengen(&[command, &zeros], "").fails(1, "expected a record in one of the formats json, sgf, psq");
    }
    tengen(&["convert", &garbage, "x.sgf"], "").fails(1, "found other bytes after 3 bytes");
    tengen(&["picture", &empty, "x.svg"], "").fails(1, "is empty: expected a record");
    let library = file(folder.path(), "cut.lib", b"\xffRenLib\xff\x03\x04");
    tengen(&["position", &library], "").fails(1, "lib: at byte 10: expected ");
}

#[test]
fn a_wrong_format_is_reported_with_the_right_one() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(folder.path(), "game", "Piskvorky 15x15, 0:0, 0\n1,1,0\n");
    for command in [&["position", &path][..], &["analyse", &path], &["convert", &path, "x.json"]] {
        let run = tengen(&[command, &["--from", "sgf"]].concat(), "");
        run.fails(1, "found none; this looks like psq, which is read without --from\n");
    }
    tengen(&["position", &path, "--from", "doc"], "").fails(2, "expected json, sgf, psq, rec, rif, lib");
    tengen(&["position", "--moves", "h8", "--from", "sgf"], "").fails(2, "cannot be used with");
    tengen(&["convert", &path, "game.doc"], "").fails(
        1,
        "error: cannot tell the format of game.doc; give --to, or one of the extensions json, sgf, psq, rec, lib, sav, \
         pos, link, moves, txt, svg, png, gif\n",
    );
    tengen(&["convert", &path, "-"], "").fails(1, "cannot tell the format of standard output");
}

#[test]
fn options_that_contradict_the_file_are_reported() {
    let record = tengen(&["convert", "--moves", "h8 i9", "--rule", "renju", "-", "--to", "json"], "").out;
    for command in [&["analyse"][..], &["position"], &["convert", "-", "x.sgf"], &["picture", "-", "x.svg"]] {
        let with =
            |options: &[&str], message| tengen(&[command, options].concat(), &record).fails(1, message);
        with(
            &["--rule", "caro"],
            "the record is of a renju game; expected no --rule, or the same, found caro",
        );
        with(&["--size", "9"], "the board is 15×15; expected no --size, or the same, found 9×9");
        with(&["--to-move", "white"], "in the record it is black's turn; expected no other --to-move");
    }
    let limited = record.replace("\"size\"", "\"max_moves\": 90, \"size\"");
    tengen(&["position", "--max-moves", "80"], &limited)
        .fails(1, "of a game of at most 90 moves; expected no --max-moves, or the same, found 80");
    tengen(&["analyse", "--max-moves", "1"], &record)
        .fails(1, "2 moves have been played; expected --max-moves of no less, found 1");
    let drawn = tengen(&["position", "--max-moves", "2", "--json"], &record).json();
    assert_eq!((&drawn["max_moves"], &drawn["outcome"]["reason"]), (&2.into(), &"move-limit".into()));
}

#[cfg(target_os = "linux")]
#[test]
fn names_of_files_need_not_be_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let folder = tempfile::tempdir().unwrap();
    let name = |bytes: &[u8]| -> PathBuf { folder.path().join(OsStr::from_bytes(bytes)) };
    let (from, to) = (name(b"sp\xefel.moves"), name(b"sp\xefel.sgf"));
    fs::write(&from, "h8 i9").unwrap();
    let run = command(&["convert"]).arg(&from).arg(&to).output().unwrap();
    assert_eq!((run.status.code(), run.stderr.as_slice()), (Some(0), &b""[..]));
    assert!(fs::read_to_string(&to).unwrap().starts_with("(;"));
    let run = command(&["position"]).arg(&to).output().unwrap();
    assert_eq!(run.status.code(), Some(0));
    let run = command(&["position"]).arg(name(b"\xff")).output().unwrap();
    assert_eq!(run.status.code(), Some(1));
    assert!(String::from_utf8(run.stderr).unwrap().contains("\u{fffd}: "));
}

#[test]
fn the_rule_that_would_accept_a_file_is_reported() {
    // Six in a row, and the game continues.
    let moves = "a1 a3 b1 b3 c1 c3 e1 e3 f1 f3 d1 h8";
    let run = tengen(&["convert", "-", "-", "--to", "sgf"], moves);
    run.fails(1, "move 12: the game is over; it can be read with --rule standard or --rule caro-exact");
    tengen(&["position", "--moves", moves], "").fails(1, "it can be read with --rule standard or");
    assert_eq!(tengen(&["position", "--moves", moves, "--rule", "standard"], "").code, 0);
    tengen(&["position", "--moves", moves, "--rule", "caro"], "").fails(1, "move 12: the game is over\n");
    tengen(&["position"], "h8 pass")
        .fails(1, "allows no pass; expected a point; it can be read with --rule renju\n");
    tengen(&["position"], "(;GM[1]SZ[19];B[aa])")
        .fails(1, "found `GM[1]`; if it is one of five in a row, say its rule with --rule\n");
    // A fault under every rule gives no advice about the rule.
    tengen(&["position"], "h8 h8").fails(1, "move 2: h8 is already occupied\n");
}

#[cfg(target_os = "linux")]
#[test]
fn an_output_that_is_full_is_named() {
    let full = || fs::OpenOptions::new().write(true).open("/dev/full").unwrap();
    for arguments in [&["rules"][..], &["rules", "--json"], &["convert", "--moves", "h8", "-", "--to", "sgf"]]
    {
        let run = command(arguments).stdout(full()).output().unwrap();
        let message = String::from_utf8(run.stderr).unwrap();
        assert!(message.starts_with("error: cannot write standard output: "), "{arguments:?}: {message}");
        assert_eq!(run.status.code(), Some(1));
    }
    tengen(&["convert", "--moves", "h8", "/dev/full", "--to", "sgf"], "")
        .fails(1, "error: cannot write /dev/full: ");
}

#[test]
fn misspelt_commands_and_options_are_met_with_the_nearest() {
    tengen(&["positon"], "").fails(2, "a similar subcommand exists: 'position'");
    tengen(&["position", "--rul", "renju"], "").fails(2, "a similar argument exists: '--rule'");
}
