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
    // One file holds one game.
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
fn sgf_keeps_what_it_has() {
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

#[test]
fn the_encoding_is_found_or_told() {
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
        guessed.err.contains("note: the file does not tell its encoding; it is read as GBK"),
        "{}",
        guessed.err
    );
    let told = read(&["--encoding", "windows-1252"]);
    assert!(told.out.contains("PB[ºÃÊÖ]") && told.err.is_empty(), "{}{}", told.out, told.err);
    read(&["--encoding", "klingon"]).fails(2, "expected an encoding such as `utf-8`");
    let psq = folder.path().join("old.psq");
    std::fs::write(&psq, b"Piskvorky 15x15, 0:0, 0\r\n8,8,0\r\n\xCA\xEE\xE6\xE8\xED\r\ntwo\r\n0\r\n")
        .unwrap();
    let told =
        tengen(&["convert", psq.to_str().unwrap(), "-", "--to", "sgf", "--encoding", "windows-1251"], "");
    assert!(told.out.contains("PB[Кожин]"), "{}{}", told.out, told.err);
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
fn losses_and_faults_are_told() {
    let done = tengen(&["convert", "-", "-", "--to", "psq"], "h8 i9");
    assert!(done.err.contains("note: psq does not hold the rule"), "{}", done.err);
    tengen(&["convert", "-", "out.xyz"], "h8").fails(1, "cannot tell the format of out.xyz; give --to");
    tengen(&["convert", "-", "-", "--to", "sgf"], "h8 h8").fails(1, "move 2: h8 is already occupied");
    tengen(&["convert", "-", "-", "--to", "sgf"], "!!").fails(1, "expected a record in one of the formats");
    tengen(&["convert", "-", "-", "--to", "abc"], "h8").fails(2, "expected json, sgf, psq");
}
