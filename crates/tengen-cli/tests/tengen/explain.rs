use serde_json::json;

use crate::tengen;

/// Black has an open three; it is White's turn.
const OPEN_THREE: &str = "h8 g8 h9 g9 h10";

#[test]
fn a_move_is_told_in_sentences() {
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
    // A forbidden move that was played is told, too.
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
