//! Matches and tournaments as a script runs them, on small boards and with limits of nodes, so that they are quick and have the
//! same results each time.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::{Run, tengen};

/// Runs an arena with these words as its arguments.
fn arena(words: &str) -> Run {
    let words: Vec<&str> = ["arena"].into_iter().chain(words.split_whitespace()).collect();
    tengen(&words, "")
}

/// Runs an arena that must exit with this code, and parses its result.
#[track_caller]
fn result(words: &str, code: i32) -> Value {
    let run = arena(&format!("{words} --json --quiet"));
    assert_eq!((run.code, run.err.as_str()), (code, ""), "{}", run.out);
    serde_json::from_str(&run.out).unwrap()
}

/// The moves of all games in a folder, by the names of their files.
fn games(folder: &Path) -> Vec<(String, Vec<Value>)> {
    let mut games: Vec<(String, Vec<Value>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| {
            let path = entry.unwrap().path();
            let record: Value = serde_json::from_slice(&fs::read(&path).unwrap()).unwrap();
            let moves = record["moves"].as_array().unwrap().iter().map(|played| played["move"].clone());
            (path.file_name().unwrap().to_string_lossy().into_owned(), moves.collect())
        })
        .collect();
    games.sort_by(|one, other| one.0.cmp(&other.0));
    games
}

const CLASSICS: &str = "--engine minimax-normal --engine game-tree,depth=2,breadth=4 --size 9 --nodes 150";

#[test]
fn a_match_of_classics_is_the_same_twice() {
    let folder = tempfile::tempdir().unwrap();
    let play = |name: &str| {
        let into = folder.path().join(name);
        let words = format!("{CLASSICS} --pairs 2 --seed 3 --games {} --format json", into.display());
        (result(&words, 0), games(&into))
    };
    let ((first, first_games), (second, second_games)) = (play("a"), play("b"));
    assert_eq!(first["standings"], second["standings"]);
    assert_eq!(first_games, second_games);
    assert_eq!((first_games.len(), first_games[0].0.as_str()), (4, "game-1.json"));
    assert!(first_games.iter().all(|(_, moves)| moves.len() >= 9));
    assert_eq!((&first["status"], &first["played"]), (&json!("finished"), &json!(4)));
    let counts = first["pairs"]["counts"].as_array().unwrap();
    assert_eq!(counts.iter().filter_map(Value::as_u64).sum::<u64>(), 2);
}

#[test]
fn all_formats_play_as_many_games_as_they_have() {
    let four = "--engine tuple --engine direction --engine greedy --engine minimax-easy --size 7 --nodes 50 --max-moves 30";
    let cases = [
        ("--cycles 2", 24),
        ("--tournament gauntlet --challengers 1", 6),
        ("--tournament swiss --rounds 2 --pairs 2", 16),
    ];
    for (words, expected) in cases {
        let result = result(&format!("{four} {words} --concurrency 3"), 0);
        assert_eq!((&result["played"], &result["games"]), (&json!(expected), &json!(expected)), "{words}");
        assert_eq!(result["standings"].as_array().unwrap().len(), 4);
    }
}

#[test]
fn a_resumed_arena_has_the_same_result() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let words = format!(
        "{CLASSICS} --engine greedy --tournament swiss --rounds 2 --pairs 2 --state {}",
        state.display()
    );
    let whole = result(&words, 0);
    let mut saved: Value = serde_json::from_slice(&fs::read(&state).unwrap()).unwrap();
    let finished = saved["tournament"]["finished"].as_array_mut().unwrap();
    assert_eq!(finished.len(), 8);
    // The state is one in which two games of the first round had ended, and not the first two.
    finished.retain(|game| [1, 3].contains(&game["number"].as_u64().unwrap()));
    let half = saved.to_string();
    fs::write(&state, &half).unwrap();
    // The state is not overwritten, and must not be continued with other settings.
    arena(&words).fails(1, "is there already; go on from it with --resume");
    let other = format!("{} --resume", words.replace("--nodes 150", "--nodes 151"));
    arena(&other).fails(1, "`entrants[1].control.nodes` was 150, and now is 151");
    let part = format!("--state {} --resume --seed 4", state.display());
    arena(&part).fails(2, "--resume takes either no settings but more --pairs, or all those");
    assert_eq!(fs::read_to_string(&state).unwrap(), half);
    let resumed = result(&format!("--state {} --resume", state.display()), 0);
    assert_eq!(resumed["standings"], whole["standings"]);
    assert_eq!(resumed["configuration"], whole["configuration"]);
    let longer = format!("--state {} --resume --pairs 3", state.display());
    arena(&longer).fails(1, "expected the 2 pairs of games that the tournament began with, found 3");
    // Nothing is left to play, and the same settings are accepted.
    assert_eq!(result(&format!("{words} --resume"), 0)["standings"], whole["standings"]);
    fs::write(&state, "{}").unwrap();
    arena(&format!("--state {} --resume", state.display())).fails(1, "expected the saved state of an arena");
}

#[test]
fn a_resumed_match_may_be_longer() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let words = |pairs: usize| format!("--engine tuple --engine greedy --size 9 --pairs {pairs}");
    let saved = format!("--state {}", state.display());
    result(&format!("{} {saved}", words(2)), 0);
    // The settings may be missing, or all be the same. A note reports that there is one opening only.
    let three = result(&format!("{saved} --resume --pairs 3"), 0);
    assert_eq!((&three["played"], &three["games"]), (&json!(6), &json!(6)));
    assert_eq!(three["standings"], result(&words(3), 0)["standings"]);
    let four = arena(&format!("{} {saved} --resume --json", words(4)));
    assert!(four.err.contains("note: 1 opening for 4 pairs of games"), "{}", four.err);
    let four: Value = serde_json::from_str(&four.out).unwrap();
    assert_eq!(four["standings"], result(&words(4), 0)["standings"]);
    assert_eq!(result(&format!("{saved} --resume"), 0)["played"], json!(8), "the longer match was saved");
    arena(&format!("{saved} --resume --pairs 3"))
        .fails(1, "expected at least the 4 pairs of games that the match began with, found 3");
}

#[cfg(unix)]
#[test]
fn an_interrupt_pauses() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let words = format!(
        "arena --engine tuple --engine greedy --size 9 --pairs 100000 --quiet --concurrency 2 --state {}",
        state.display()
    );
    let child = crate::command(&words.split(' ').collect::<Vec<_>>()).spawn().unwrap();
    let finished = || -> usize {
        let saved = fs::read(&state).ok().and_then(|text| serde_json::from_slice::<Value>(&text).ok());
        saved.map_or(0, |saved| saved["tournament"]["finished"].as_array().map_or(0, Vec::len))
    };
    while finished() == 0 {
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    let id = child.id().to_string();
    assert!(std::process::Command::new("kill").args(["-INT", &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(5), "{out}");
    assert!(out.starts_with(&format!("Paused after {} of 200000 games", finished())), "{out}");
    // No incomplete file is left beside the state.
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn a_sequential_test_stops_when_it_knows() {
    let folder = tempfile::tempdir().unwrap();
    let state = folder.path().join("state.json");
    let strong = "tengen,nodes=1000";
    let play = |one: &str, other: &str, more: &str, code: i32| {
        let words = format!("--engine {one} --engine {other} --size 9 --sprt -10,200,0.1,0.1 {more}");
        result(&words, code)
    };
    let accepted = play(strong, "tuple", &format!("--pairs 500 --state {}", state.display()), 0);
    assert_eq!((&accepted["status"], &accepted["sprt"]["decision"]), (&json!("decided"), &json!("h1")));
    let played = accepted["played"].as_u64().unwrap();
    assert!(played < 100, "{played}");
    assert!(accepted["sprt"]["llr"].as_f64() >= accepted["sprt"]["upper"].as_f64());
    // A decided test does not continue.
    let resumed = result(&format!("--state {} --resume", state.display()), 0);
    assert_eq!(resumed["played"], accepted["played"]);
    let refused = play("tuple", strong, "--pairs 500 --concurrency 2", 3);
    assert_eq!(refused["sprt"]["decision"], "h0");
    let open = play(strong, "tuple", "--pairs 1", 4);
    assert_eq!((&open["status"], &open["sprt"]["decision"]), (&json!("finished"), &json!("undecided")));
    let text =
        arena(&format!("--engine {strong} --engine tuple --size 9 --pairs 500 --sprt -10,200 --quiet"));
    assert!(text.out.contains("H1 is accepted") && text.out.contains("LLR "), "{}", text.out);
}

#[test]
fn swap2_openings_differ_and_are_written_down() {
    let folder = tempfile::tempdir().unwrap();
    let words = format!(
        "--engine tengen --engine tuple --pairs 3 --nodes 300 --openings swap2 --games {} --format sgf --event Cup",
        folder.path().display()
    );
    let result = result(&words, 0);
    assert_eq!(result["played"], 6);
    assert!(result["standings"].as_array().unwrap().iter().all(|line| line["faults"]["illegal_moves"] == 0));
    let mut openings = BTreeSet::new();
    for number in 1..=6 {
        let text = fs::read_to_string(folder.path().join(format!("game-{number}.sgf"))).unwrap();
        assert!(text.contains(&format!("C[Cup\nGame {number} of 6, round 1 of 1\n")), "{text}");
        let (_, opening) = text.split_once("Opening\\: 15.swap2.").unwrap();
        let (opening, _) = opening.split_once(']').unwrap();
        // The first player has Black, unless they swap.
        let first = if number % 2 == 1 { "tengen" } else { "tuple" };
        let color = if opening.ends_with(".swap") { "PW" } else { "PB" };
        assert!(text.contains(&format!("{color}[{first}]")), "{text}");
        openings.insert(opening.split('.').next().unwrap().to_owned());
    }
    assert!(openings.len() >= 2, "{openings:?}");
}

#[test]
fn every_format_can_be_read_again() {
    for format in ["sgf", "psq", "json"] {
        let folder = tempfile::tempdir().unwrap();
        let words = format!(
            "--engine greedy --engine tuple,name=the-other --size 9 --rule standard --games {} --format {format}",
            folder.path().display()
        );
        result(&words, 0);
        let path = folder.path().join(format!("game-1.{format}"));
        let read =
            tengen(&["convert", path.to_str().unwrap(), "-", "--to", "json", "--rule", "standard"], "");
        assert_eq!(read.code, 0, "{}", read.err);
        let record: Value = serde_json::from_str(&read.out).unwrap();
        assert_eq!(
            (&record["players"]["black"], &record["players"]["white"]),
            (&json!("greedy"), &json!("the-other"))
        );
        let position = tengen(&["position", path.to_str().unwrap(), "--rule", "standard", "--json"], "");
        // The cursor of a record may be at its start or its end; the test needs only that the game can be replayed to its end.
        assert_eq!(position.code, 0, "{}", position.err);
        assert!(record["moves"].as_array().unwrap().len() >= 9);
        // Another arena does not overwrite these games.
        arena(&words).fails(1, "expected a folder without games, found game-");
    }
}

#[test]
fn openings_come_from_a_book() {
    let folder = tempfile::tempdir().unwrap();
    let book = folder.path().join("book.txt");
    fs::write(&book, "0,0, 1,0, 1,3\n0,0, 1,1, 3,3\n").unwrap();
    let (into, state) = (folder.path().join("games"), folder.path().join("state.json"));
    let words = format!(
        "--engine greedy --engine tuple --openings {} --games {} --format json --state {}",
        book.display(),
        into.display(),
        state.display()
    );
    assert_eq!(result(&words, 0)["played"], 4);
    let starts: Vec<String> = games(&into).iter().map(|(_, moves)| json!(moves[..3]).to_string()).collect();
    assert_eq!(starts[0], r#"["h8","i8","i5"]"#);
    assert_eq!((&starts[0], &starts[2]), (&starts[1], &starts[3]));
    assert_ne!(starts[0], starts[2]);
    fs::write(&book, "0,0, 1,0, 1,3\n0,0, 1,1, 3,4\n").unwrap();
    arena(&format!("--state {} --resume", state.display())).fails(1, "as they were at the beginning");
    fs::write(&book, "0,0, 99,0\n").unwrap();
    arena(&words.replace("state.json", "new.json")).fails(1, "line 1: stone 2: expected offsets that stay");
}

#[test]
fn games_are_adjudicated_only_when_that_is_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let endings = |words: &str, name: &str| -> Vec<String> {
        let state = folder.path().join(format!("{name}.json"));
        let into = folder.path().join(name);
        result(
            &format!(
                "--engine tengen,name=a --engine tengen,name=b,nodes=400 --nodes 900 --pairs 2 --openings swap2 \
                 --state {} --games {} {words}",
                state.display(),
                into.display()
            ),
            0,
        );
        let saved: Value = serde_json::from_slice(&fs::read(&state).unwrap()).unwrap();
        let finished = saved["tournament"]["finished"].as_array().unwrap().clone();
        finished.iter().map(|game| game["ending"].as_str().unwrap().to_owned()).collect()
    };
    assert!(endings("", "plain").iter().all(|ending| !ending.ends_with(":adjudication")));
    let judged = endings("--adjudicate-win 300,1", "judged");
    assert!(judged.iter().any(|ending| ending.ends_with(":adjudication")), "{judged:?}");
    let number = 1 + judged.iter().position(|ending| ending.ends_with(":adjudication")).unwrap();
    let text = fs::read_to_string(folder.path().join(format!("judged/game-{number}.sgf"))).unwrap();
    assert!(text.contains("Adjudicated\\: "), "{text}");
    let draws = endings("--adjudicate-draw 30000,1,8", "draws");
    assert!(draws.contains(&"draw:adjudication".to_owned()), "{draws:?}");
}

#[test]
fn a_file_of_engines_is_equivalent_to_options() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("engines.toml");
    fs::write(
        &file,
        "[[engine]]\nkind = \"minimax-normal\"\nnodes = 150\n[[engine]]\nkind = \"game-tree\"\ndepth = 2\nbreadth = 4\nnodes = 150\n",
    )
    .unwrap();
    let from_file = result(&format!("--engines {} --size 9", file.display()), 0);
    let from_options = result(CLASSICS, 0);
    assert_eq!(from_file["standings"], from_options["standings"]);
    fs::write(&file, "[[engine]]\nkind = \"tengen\"\nbreadth = 4\n").unwrap();
    arena(&format!("--engines {}", file.display())).fails(1, "engine 1: `tengen` has no setting `breadth`");
}

#[test]
fn invalid_settings_are_reported_before_the_first_game() {
    let two = "--engine tengen --engine tuple";
    let cases = [
        ("--engine tengen", 2, "expected at least two engines (--engine or --engines), found 1"),
        (
            "--engine tengen --engine tengen",
            2,
            "two engines are called `tengen`; distinguish them by name=NAME",
        ),
        ("--engine tengen --engine stockfish", 2, "expected tengen, tuple, direction"),
        ("--engine tengen,hash=x", 2, "hash: expected a number from 1 to 65536, found `x`"),
        (&format!("{two} --tournament swiss"), 2, "a Swiss tournament needs --rounds"),
        (&format!("{two} --rounds 3"), 2, "--rounds is for swiss"),
        (&format!("{two} --pairs 0"), 2, "invalid value '0' for '--pairs <N>'"),
        (&format!("{two} --increment 1"), 2, "an increment needs a time for the game to grow"),
        (
            &format!("{two} --sprt 5,1 --pairs 10"),
            2,
            "expected two finite Elo differences, the smaller one first",
        ),
        (&format!("{two} --sprt 0,10"), 2, "--sprt needs --pairs"),
        (&format!("{two} --engine greedy --sprt 0,10 --pairs 9"), 2, "--sprt compares two engines, found 3"),
        (&format!("{two} --adjudicate-win 0,3"), 2, "expected SCORE,MOVES"),
        (&format!("{two} --openings none.txt"), 1, "cannot read the openings in none.txt"),
        (&format!("{two} --openings balanced --size 8"), 1, "the balanced openings: line 3: "),
        (&format!("{two} --openings balanced --rule free-4"), 1, "expected a rule with balanced openings"),
        (&format!("{two} --openings canonical --size 9"), 1, "the canonical openings"),
        (
            &format!("{two} --openings canonical --max-moves 3"),
            1,
            "expected fewer moves than a game may have",
        ),
        (
            &format!("{two} --openings swap2 --max-moves 5"),
            1,
            "expected more moves than the 5 of a Swap2 opening",
        ),
        (&format!("{two} --format psq"), 2, "--games <FOLDER>"),
        (&format!("{two} --resume"), 2, "--state <FILE>"),
        (&format!("{two} --state none/state.json"), 1, "cannot save none/state.json"),
        (
            "--engine tengen --engine cmd=x --nodes 100",
            2,
            "`x`: expected a limit of time, which every program needs",
        ),
        (
            "--engine tengen --engine cmd=x --time 1 --rule free-4",
            1,
            "`x`: expected a rule that its dialect, piskvork, has a code for, found free-4",
        ),
    ];
    for (words, code, message) in cases {
        arena(words).fails(code, message);
    }
}
