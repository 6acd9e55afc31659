use serde_json::json;

use crate::tengen;

/// A board with a double-three at d11, a double-four at i5 and an overline at e1, far from each other.
const FORBIDDEN: &str = "\
...............
...............
...X...........
...X...........
.XX............
...............
...............
........X......
........X......
........X......
.....XXX.......
...............
...............
...............
.XXX.XX........
";

#[test]
fn a_board_with_every_kind_of_forbidden_point() {
    let run = tengen(&["position", "-", "--rule", "renju", "--to-move", "black", "--json"], FORBIDDEN);
    let report = run.json();
    let expected = json!([
        {"point": "d11", "kind": "double-three"},
        {"point": "i5", "kind": "double-four"},
        {"point": "e1", "kind": "overline"},
    ]);
    assert_eq!(report["forbidden"], expected);
    assert_eq!(report["rule"], "renju");
    assert_eq!(report["size"], 15);
    assert_eq!(report["to_move"], "black");
    assert_eq!(report["over"], false);
    assert_eq!(report["outcome"], json!(null));
    assert_eq!(report["winning_lines"], json!([]));
    assert_eq!(report["legal_moves"], 225 - 15 - 3);
    assert_eq!(report["stones"]["black"].as_array().unwrap().len(), 15);
    assert_eq!(report["stones"]["white"], json!([]));

    // The forbidden points are listed for either side to move, but White may play there.
    let run = tengen(&["position", "--rule", "renju", "--to-move", "white", "--json"], FORBIDDEN);
    let report = run.json();
    assert_eq!(report["forbidden"], expected);
    assert_eq!(report["legal_moves"], 225 - 15);

    let run = tengen(&["position", "--rule", "renju", "--to-move", "black"], FORBIDDEN);
    assert!(
        run.out.contains("Black to move: 207 legal moves\nForbidden to Black: 3 points\n"),
        "{}",
        run.out
    );
    assert!(run.out.ends_with("  d11 double-three\n  i5  double-four\n  e1  overline\n"), "{}", run.out);
}

#[test]
fn nothing_is_forbidden_unless_renju_is_asked_for() {
    let report = tengen(&["position", "--to-move", "black", "--json"], FORBIDDEN).json();
    assert_eq!((&report["rule"], &report["forbidden"]), (&json!("freestyle"), &json!([])));
}

#[test]
fn the_side_to_move_follows_from_the_stones() {
    let report = tengen(&["position", "--json"], "....\n.X..\n....\n....\n").json();
    assert_eq!((&report["to_move"], &report["size"]), (&json!("white"), &json!(4)));
    assert_eq!(report["stones"], json!({"black": ["b3"], "white": []}));
    let report = tengen(&["position", "--json"], "....\n.X..\n..O.\n....\n").json();
    assert_eq!(report["to_move"], "black");
    tengen(&["position", "--json"], "....\n.O..\n..O.\n....\n").fails(
        1,
        "cannot tell who is to move: expected as many black stones as white ones, or one more, found 0 black \
         and 2 white; say it with --to-move black or --to-move white",
    );
}

#[test]
fn a_finished_game_shows_its_winning_lines() {
    let board = "\
        X....\n\
        XOOO.\n\
        X....\n\
        X.O..\n\
        X....\n";
    let report = tengen(&["position", "--json"], board).json();
    assert_eq!(report["outcome"], json!({"winner": "black", "reason": "line"}));
    assert_eq!(report["winning_lines"], json!([["a5", "a4", "a3", "a2", "a1"]]));
    assert_eq!((&report["over"], &report["legal_moves"]), (&json!(true), &json!(0)));
    let run = tengen(&["position"], board);
    assert!(run.out.contains("The game is over: Black wins with a5 a4 a3 a2 a1.\n"), "{}", run.out);

    let full = tengen(&["position", "--json"], "XOX\nOXO\nXOX\n").json();
    assert_eq!(full["outcome"], json!({"winner": null, "reason": "board-full"}));
}

#[test]
fn faults_are_reported_with_their_place() {
    let run = tengen(&["position"], "...\n.Z.\n...\n");
    run.fails(
        1,
        "error: cannot read standard input: txt: line 2, column 2: expected `X`, `O` or `.`, found `Z`\n",
    );
    tengen(&["position", "no-such-file.txt"], "").fails(1, "error: cannot read no-such-file.txt: ");
    tengen(&["position"], "")
        .fails(1, "standard input is empty: expected a record, a board of `X`, `O` and `.`");
    tengen(&["position"], "..\n..\n").fails(1, "a board has 3 to 22 lines a side, not 2");
    let both = "XXXXX\n.....\nOOOOO\n.....\n.....\n";
    tengen(&["position"], both).fails(1, "both sides have a winning row");
}

#[test]
fn a_file_is_read_with_its_byte_order_mark() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("diagram.txt");
    std::fs::write(&path, "\u{feff}...\r\n.X.\r\n...\r\n").unwrap();
    let report = tengen(&["position", path.to_str().unwrap(), "--json"], "").json();
    assert_eq!(report["stones"]["black"], json!(["b2"]));
    std::fs::write(&path, b"...\n.\xff.\n").unwrap();
    tengen(&["position", path.to_str().unwrap()], "")
        .fails(1, "expected UTF-8 text, found other bytes after 5");
}

#[test]
fn the_opening_of_three_stones_is_named() {
    // Kagetsu, turned: White beside the centre, Black's second stone on the diagonal behind White's stone.
    let mut rows = vec![vec!['.'; 15]; 15];
    for (x, y, stone) in [(7, 7, 'X'), (8, 7, 'O'), (8, 8, 'X')] {
        rows[y][x] = stone;
    }
    let board: String = rows.iter().map(|row| row.iter().collect::<String>() + "\n").collect();
    let report = tengen(&["position", "--rule", "renju", "--json"], &board).json();
    assert_eq!(report["opening"]["number"], "D4");
    assert_eq!(report["opening"]["name"], "Kagetsu");
    let text = tengen(&["position", "--rule", "renju"], &board);
    assert!(text.out.contains("Opening: D4 Kagetsu (花月, 花月)"), "{}", text.out);
}

/// Black has an open three; it is White's turn.
const OPEN_THREE: &str = "h8 g8 h9 g9 h10";

#[test]
fn a_move_is_explained_in_sentences() {
    let run = tengen(&["explain", "--moves", OPEN_THREE, "--move", "h11"], "");
    assert_eq!((run.code, run.err.as_str()), (0, ""));
    let expected = "\nRule: Freestyle (Five or more in a row win)\n\
        White plays h11:\n  \
        Prevents Black’s win by continuous fours (VCF) in 2 moves: h11 h12 h7.\n  \
        Blocks an open three by Black: h10 h9 h8.\n";
    assert!(run.out.ends_with(expected), "{}", run.out);
    let run = tengen(&["explain", "--moves", OPEN_THREE, "--move", "a1"], "");
    assert!(run.out.contains("  Allows Black a win by continuous fours (VCF) in 2 moves: "), "{}", run.out);
}

#[test]
fn without_a_name_it_is_the_last_move() {
    let run = tengen(&["explain"], OPEN_THREE);
    assert!(run.out.ends_with("Black plays h10:\n  Makes an open three: h10 h9 h8.\n"), "{}", run.out);
    // A forbidden move that was played is explained, too.
    let moves = "g8 a1 i8 a15 h7 o1 h9 o15 h8";
    let run = tengen(&["explain", "--rule", "renju", "--moves", moves], "");
    let expected = "Black plays h8:\n  Loses: the point is forbidden for Black (double-three).\n";
    assert!(run.out.ends_with(expected), "{}{}", run.out, run.err);
}

#[test]
fn the_json_has_every_fact_with_its_sentence() {
    let report = tengen(&["explain", "--moves", OPEN_THREE, "--move", "h11", "--json"], "").json();
    assert_eq!(
        (&report["rule"], &report["size"], &report["to_move"]),
        (&json!("freestyle"), &json!(15), &json!("white"))
    );
    let explanation = &report["explanation"];
    assert_eq!((&explanation["mover"], &explanation["move"]), (&json!("white"), &json!("h11")));
    assert!(explanation["nodes"].as_u64().unwrap() > 0);
    let expected = json!([
        {
            "fact": "prevents-win", "means": "vcf", "moves": 2, "line": ["h11", "h12", "h7"],
            "text": "Prevents Black’s win by continuous fours (VCF) in 2 moves: h11 h12 h7.",
        },
        {
            "fact": "blocks", "shape": "open-three", "rows": [["h10", "h9", "h8"]],
            "text": "Blocks an open three by Black: h10 h9 h8.",
        },
    ]);
    assert_eq!((&explanation["facts"], &explanation["undecided"]), (&expected, &json!([])));
    let none = ["explain", "--moves", OPEN_THREE, "--move", "h11", "--nodes", "0", "--json"];
    let undecided = &tengen(&none, "").json()["explanation"]["undecided"];
    assert_eq!(undecided[0]["question"], "starts-win");
    assert_eq!((&undecided[0]["means"], &undecided[0]["stop"]), (&json!("vct"), &json!("nodes")));
}

#[test]
fn a_move_that_cannot_be_played_is_refused() {
    let explain = |rest: &[&str]| tengen(&[&["explain"], rest].concat(), "");
    explain(&["--moves", "h8", "--move", "h8"]).fails(1, "there is no such move: h8 is already occupied");
    explain(&["--moves", "h8", "--move", "z9"]).fails(1, "--move: ");
    explain(&["--moves", ""]).fails(1, "no move has been played; expected --move");
    explain(&["--moves", "h8 pass", "--rule", "renju"]).fails(1, "the last move is a pass; expected --move");
    explain(&["--moves", "h8", "--nodes", "many"]).fails(2, "invalid value 'many' for '--nodes <N>'");
}

#[test]
fn every_named_rule_is_listed() {
    let run = tengen(&["rules"], "");
    for name in ["freestyle", "standard", "renju", "caro", "caro-exact"] {
        assert!(run.out.contains(&format!("(--rule {name})\n")), "{}", run.out);
    }
    let renju = "Renju (--rule renju)\n  The professional game";
    assert!(run.out.contains(renju), "{}", run.out);
    assert!(
        run.out.contains("  Black must not make an overline, a double-four or a double-three"),
        "{}",
        run.out
    );
}

#[test]
fn one_rule_can_be_asked_for_as_json() {
    let report = tengen(&["rules", "caro-exact", "--json"], "").json();
    let row = json!({"length": 5, "overline_wins": false, "blocked_wins": false});
    assert_eq!(report["rules"][0]["wins"], json!({"black": row, "white": row}));
    assert_eq!(report["rules"][0]["rule"], "caro-exact");
    assert_eq!(report["rules"][0]["forbidden"], json!([]));
    assert_eq!(report["rules"].as_array().map(Vec::len), Some(1));
    let renju = tengen(&["rules", "renju", "--json"], "").json();
    assert_eq!(renju["rules"][0]["forbidden"], json!(["overline", "double-four", "double-three"]));
    assert_eq!(
        (&renju["rules"][0]["passes"], &renju["rules"][0]["wins"]["white"]["overline_wins"]),
        (&json!(true), &json!(true))
    );
}
