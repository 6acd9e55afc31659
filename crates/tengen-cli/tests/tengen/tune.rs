//! `tengen tune` and `tengen openings`, and the arena with parameters of the search.

use std::fs;
use std::process::Stdio;

use crate::{command, tengen};

#[test]
fn the_parameters_are_listed_with_their_ranges() {
    let list = tengen(&["tune", "--list"], "");
    assert_eq!(list.code, 0);
    let value = tengen_engine::SearchParams::of(tengen_game::Rule::FREESTYLE).reverse_margin;
    let expected = format!("reverse_margin {value:>12}  10..200 by 6\n    Reverse futility");
    assert!(list.out.contains(&expected), "{}", list.out);
}

#[test]
fn a_short_tuning_prints_values_that_the_arena_plays_with() {
    let folder = tempfile::tempdir().unwrap();
    let (state, svg) = (folder.path().join("tune.json"), folder.path().join("tune.svg"));
    let (state, svg) = (state.to_str().unwrap(), svg.to_str().unwrap());
    let tune =
        ["tune", "--param", "moves_base", "--param", "reverse_margin", "--pairs", "3", "--nodes", "60"];
    let tuned = tengen(&[&tune[..], &["--rate", "0.5", "--state", state, "--svg", svg]].concat(), "");
    assert_eq!(tuned.code, 0, "{}", tuned.err);
    assert!(tuned.out.starts_with("3 of 3 pairs of games; up +"), "{}", tuned.out);
    assert!(fs::read_to_string(svg).unwrap().starts_with("<svg"));
    let params = tuned.out.lines().last().unwrap();
    let engine = format!("tengen,name=new,{params}");
    let arena = ["arena", "--engine", &engine, "--engine", "tengen,name=old", "--openings", "balanced"];
    let played = tengen(&[&arena[..], &["--pairs", "1", "--nodes", "60", "--quiet"]].concat(), "");
    assert_eq!(played.code, 0, "{}", played.err);
    assert!(played.out.starts_with("2 games\n"), "{}", played.out);
    // Pairs that have ended are not played again.
    let resumed = tengen(&["tune", "--resume", "--state", state], "");
    assert!(resumed.out.starts_with("3 of 3 pairs of games"), "{}", resumed.out);
    let again = tengen(&[&tune[..], &["--state", state]].concat(), "");
    assert!(again.code == 1 && again.err.contains("go on from it with --resume"), "{}", again.err);
}

#[test]
fn unknown_parameters_are_refused() {
    let tuned = tengen(&["tune", "--param", "speed"], "");
    assert!(tuned.code == 2 && tuned.err.contains("found `speed`"), "{}", tuned.err);
    let arena = tengen(&["arena", "--engine", "tengen,params=\"moves_base=99\"", "--engine", "tengen"], "");
    assert!(arena.code == 2 && arena.err.contains("from 1 to 20"), "{}", arena.err);
}

#[test]
fn a_tuning_takes_all_settings_from_its_state() {
    for setting in
        ["--pairs 9", "--param moves_base", "--nodes 100", "--rate 0.1", "--rule renju", "--seed 2"]
    {
        let words = format!("tune --resume --state tune.json {setting}");
        let refused = tengen(&words.split(' ').collect::<Vec<_>>(), "");
        assert!(
            refused.code == 2 && refused.err.contains("cannot be used with"),
            "{setting}: {}",
            refused.err
        );
    }
    for rate in ["nan", "-1", "0"] {
        let refused = tengen(&["tune", "--param", "moves_base", "--rate", rate], "");
        assert!(
            refused.code == 2 && refused.err.contains("expected a rate above 0"),
            "{rate}: {}",
            refused.err
        );
    }
    let twice = tengen(&["tune", "--param", "moves_base", "--param", "moves_base"], "");
    assert!(twice.code == 2 && twice.err.contains("found `moves_base` twice"), "{}", twice.err);
}

#[test]
fn boards_and_rules_without_even_openings_are_refused() {
    let cases = [
        (["--size", "8"], "expected a board of at least 9 lines, found 8×8"),
        (["--rule", "free-4"], "expected a rule with at least 5 in a row"),
        (["--nodes", "10"], "expected a whole number from 1000 on"),
    ];
    for (arguments, expected) in cases {
        let refused = tengen(&[&["openings"][..], &arguments].concat(), "");
        assert!(refused.code == 2 && refused.err.contains(expected), "{arguments:?}: {}", refused.err);
    }
}

#[test]
fn openings_are_even_and_the_arena_reads_them() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("book");
    for is_packed in [false, true] {
        let mut make = vec!["openings", "--count", "2", "--concurrency", "2", "--size", "15", "--quiet"];
        make.extend(is_packed.then_some("--packed"));
        let made = command(&make).stdin(Stdio::null()).output().unwrap();
        assert!(made.status.success() && made.stderr.is_empty(), "{made:?}");
        assert_eq!(made.stdout.starts_with(b"tengen openings 1 freestyle 15\n"), is_packed);
        fs::write(&file, &made.stdout).unwrap();
        let book = file.to_str().unwrap();
        let arena = ["arena", "--engine", "greedy", "--engine", "tuple", "--openings", book, "--quiet"];
        let played = tengen(&arena, "");
        assert_eq!(played.code, 0, "{}", played.err);
        assert!(played.out.starts_with("4 games\n"), "{}", played.out);
    }
}
