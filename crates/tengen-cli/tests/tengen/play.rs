use crate::tengen;

#[test]
fn two_people_play_to_the_end() {
    let moves = "h8\na1\ni8\nb1\nj8\nc1\nk8\nd1\nl8\nh1\nmoves\nquit\n";
    let run = tengen(&["play", "--white", "human"], moves);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("The game is over: Black wins with h8 i8 j8 k8 l8.\n"), "{}", run.out);
    assert!(run.out.contains("game over> h1\nthe game is over\n"), "{}", run.out);
    assert!(run.out.contains("h8 a1 i8 b1 j8 c1 k8 d1 l8\n"), "{}", run.out);
}

#[test]
fn the_engine_answers_and_undo_takes_both_moves_back() {
    let script = "undo\nredo\nh8\nhint\nundo\nmoves\nredo\nresign\nundo\nmoves\n";
    let run = tengen(&["play", "--time", "0.1", "--seed", "1", "--level", "easy"], script);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in [
        "black> undo\nthere is no move of yours to take back\n",
        "black> redo\nno move has been taken back\n",
        "White plays ",
        "black> hint\nhint: ",
        "black> moves\nno moves yet\n",
        "black> resign\nThe game is over: White wins (the other side resigned).\n",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
    assert_eq!(
        run.out.matches("no moves yet").count(),
        2,
        "the game continues after the resignation is undone"
    );
}

#[test]
fn of_two_people_the_one_at_the_end_of_the_game_resigns() {
    let run = tengen(&["play", "--white", "human"], "h8\ni9\nundo\nresign\nredo\nresign\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in [
        "white> resign\nmoves were taken back: `redo` them before you resign\n",
        "black> resign\nThe game is over: White wins (the other side resigned).\n",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
}

#[test]
fn illegal_moves_are_refused_with_the_reason() {
    let script = "g8\na1\ni8\na15\nh7\no1\nh9\no15\nh8\nh7\nz9\nfly\nhelp\nboard\n";
    let run = tengen(&["play", "--rule", "renju", "--white", "human"], script);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in [
        "black> h8\nh8 is forbidden to Black: double-three\nblack> ",
        "black> h7\nh7 is already occupied\n",
        "black> z9\n`z9` is not on a 15×15 board; `help` lists the commands\n",
        "found `fly`; `help` lists the commands\n",
        "  resign    resign the game\n",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
}

#[test]
fn the_engine_plays_itself_to_a_draw_on_a_small_board() {
    let run =
        tengen(&["play", "--size", "3", "--black", "engine", "--white", "engine", "--time", "0.05"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert_eq!(run.out.matches(" plays ").count(), 9);
    assert!(run.out.ends_with("The game is over: a draw: the board is full.\n"), "{}", run.out);
}

#[test]
fn people_can_play_white_and_the_input_may_be_anything() {
    let run =
        tengen(&["play", "--black", "engine", "--white", "human", "--time", "0.05"], "\u{0}\n中\nundo\n");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("Black plays h8\n"), "{}", run.out);
    assert!(run.out.contains("there is no move of yours to take back"), "{}", run.out);
}

#[test]
fn the_maximum_number_of_moves_ends_the_game() {
    let arguments = ["play", "--rule", "caro", "--white", "human", "--max-moves", "2"];
    let run = tengen(&arguments, "h8\ni9\nh9\n");
    assert!(run.out.contains("Rule: Caro (Five in a row win, unless"), "{}", run.out);
    assert!(run.out.contains("no more moves may be played"), "{}", run.out);
    let refused = tengen(&["play", "--max-moves", "0"], "");
    assert_eq!(refused.code, 2, "{}", refused.err);
}

#[test]
fn every_classic_plays_to_the_end() {
    for (rule, black, white) in [
        ("renju", "tuple", "direction"),
        ("free-4", "greedy", "game-tree"),
        ("caro", "minimax-easy", "minimax-normal"),
        ("standard", "minimax-hard", "tuple"),
    ] {
        let players = ["play", "--rule", rule, "--size", "9", "--black", black, "--white", white];
        let run = tengen(&[&players[..], &["--time", "0.02", "--seed", "1"]].concat(), "");
        assert_eq!((run.code, run.err.as_str()), (0, ""), "{black} {white}");
        assert!(run.out.contains(&format!("Black: {black}\nWhite: {white}\n")), "{}", run.out);
        assert!(run.out.contains("The game is over: "), "{}", run.out);
    }
}

#[test]
fn another_program_sits_at_the_board() {
    let program = format!("cmd='{}',name=other", env!("CARGO_BIN_EXE_pbrain-tengen"));
    let players = ["play", "--size", "5", "--rule", "free-4", "--black", "tuple", "--white", &program];
    let refused = tengen(&players, "");
    // The protocol has no code for the rule.
    refused.fails(1, "the dialect piskvork has no code for the rule free-4");
    let players = ["play", "--size", "6", "--black", "tuple", "--white", &program, "--time", "0.05"];
    let run = tengen(&players, "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    assert!(run.out.contains("Black: tuple\nWhite: other\n"), "{}", run.out);
    assert!(run.out.contains("The game is over: "), "{}", run.out);
    let missing = tengen(&["play", "--white", "cmd=/nowhere/pbrain-x", "--black", "tuple"], "");
    assert_eq!(missing.code, 1);
    assert!(missing.err.contains("cannot start `/nowhere/pbrain-x`"), "{}", missing.err);
}

#[test]
fn a_program_that_cannot_play_is_reported_before_the_first_move() {
    let program = format!("cmd='{}',name=other", env!("CARGO_BIN_EXE_pbrain-tengen"));
    for (players, fault) in [
        (["--white", "cmd=/nowhere/pbrain-x", "--rule", "renju"], "cannot start `/nowhere/pbrain-x`"),
        (["--white", &program, "--rule", "free-4"], "the dialect piskvork has no code for the rule free-4"),
    ] {
        let run = tengen(&[&["play"], &players[..]].concat(), "h8\n");
        run.fails(1, fault);
    }
}

#[test]
fn a_game_in_lines_is_saved_in_any_format_and_nothing_is_replaced_unasked() {
    let folder = tempfile::tempdir().unwrap();
    let (sgf, png) = (folder.path().join("My game.sgf"), folder.path().join("game.png"));
    let (sgf, png) = (sgf.to_str().unwrap(), png.to_str().unwrap());
    let script = format!(
        "save {sgf}\nh8\ni9\nsave {sgf}\nSave! {sgf}\nsave {png}\nsave\nsave game.doc\nsave /nowhere/x.sgf\nquit\n"
    );
    let run = tengen(&["play", "--white", "human"], &script);
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    for part in [
        &format!("black> save {sgf}\nsaved {sgf}\n"),
        &format!("not saved: {sgf} exists; `save! {sgf}` replaces it\n"),
        &format!("black> Save! {sgf}\nsaved {sgf}\n"),
        &format!("saved {png}"),
        "expected a file name, such as `save game.sgf`; `help` lists the commands\n",
        "not saved: expected a name that ends in .json, .sgf,",
        "not saved: cannot write /nowhere/x.sgf: ",
    ] {
        assert!(run.out.contains(part), "{part} is missing:\n{}", run.out);
    }
    assert!(std::fs::read(png).unwrap().starts_with(b"\x89PNG"));
    let again = tengen(&["play", sgf, "--white", "human"], "moves\n");
    assert!(again.out.contains("h8 i9\n"), "{}", again.out);
}

#[test]
fn who_plays_and_how_is_checked() {
    let wrong = tengen(&["play", "--black", "stockfish"], "");
    assert!(
        wrong.err.contains("expected human, engine, cmd=COMMAND, or one of the classics: tuple, direction,"),
        "{}",
        wrong.err
    );
    assert_eq!(wrong.code, 2);
    let idle = tengen(&["play", "--depth", "4"], "");
    assert!(idle.err.contains("are for game-tree, which plays neither side"), "{}", idle.err);
    let deep = tengen(&["play", "--white", "game-tree", "--depth", "40"], "");
    assert!(deep.err.contains("game-tree searches 2 to 12 plies deep, not 40"), "{}", deep.err);
}
