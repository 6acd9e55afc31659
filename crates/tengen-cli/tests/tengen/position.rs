use serde_json::json;

use crate::tengen;

/// Far from each other: a double-three at d11, a double-four at i5 and an overline at e1.
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

    // They are listed whoever is to move, but White may play there.
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
fn faults_are_told_with_their_place() {
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
    // Kagetsu, turned: White beside the centre, Black's second stone on the diagonal behind it.
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
