//! The JSON of every command, as the README documents it. `analyse` and `position` have more in their own files.

use std::fs;

use serde_json::{Value, json};

use crate::tengen;

/// The names of an object's fields.
fn fields(value: &Value) -> Vec<&str> {
    let mut names: Vec<&str> = value.as_object().unwrap().keys().map(String::as_str).collect();
    names.sort_unstable();
    names
}

#[test]
fn convert_reports_what_was_read_written_and_lost() {
    let folder = tempfile::tempdir().unwrap();
    let (from, to) = (folder.path().join("game.sgf"), folder.path().join("game.psq"));
    fs::write(&from, "(;GM[4]SZ[19]RU[renju]PB[Ann]C[hello];B[hh](;W[ig];B[aa])(;W[ab]))").unwrap();
    let report = tengen(&["convert", from.to_str().unwrap(), to.to_str().unwrap(), "--json"], "").json();
    let expected = json!({
        "from": {
            "file": from.to_str(), "format": "sgf", "game": 1, "games": 1, "rule": "renju", "size": 19,
            "moves": 3, "variations": 1, "protocol": null, "notes": [],
        },
        "to": {"file": to.to_str(), "format": "psq", "bytes": fs::metadata(&to).unwrap().len()},
        "losses": ["rule", "players", "comments", "variations"],
    });
    assert_eq!(report, expected);

    let gif = folder.path().join("game.gif");
    let run = tengen(&["convert", "-", gif.to_str().unwrap(), "--json"], "h8 i9");
    let report = run.json();
    assert_eq!((&report["from"]["file"], &report["from"]["format"]), (&json!("-"), &json!("moves")));
    assert_eq!((&report["to"]["format"], &report["to"]["frames"]), (&json!("gif"), &json!(2)));
}

#[test]
fn convert_reports_a_lost_opening_protocol() {
    use tengen_formats::link::{self, Link};
    let opening = "15.swap2.h8h9j7".parse().unwrap();
    let text =
        link::write(&Link::of_opening(&opening, tengen_game::Rule::FREESTYLE).unwrap()).unwrap().content;
    let folder = tempfile::tempdir().unwrap();
    let to = |name| folder.path().join(name).to_str().unwrap().to_owned();
    let report = tengen(&["convert", "-", &to("a.json"), "--json"], &text).json();
    assert_eq!(report["from"]["protocol"], "15.swap2.h8h9j7");
    assert_eq!(report["losses"], json!(["protocol"]));
    let report = tengen(&["convert", "-", &to("a.link"), "--json"], &text).json();
    assert_eq!(report["losses"], json!([]));
}

#[test]
fn picture_reports_what_was_drawn() {
    let folder = tempfile::tempdir().unwrap();
    for (ending, frames) in [("svg", 1), ("png", 1), ("gif", 3)] {
        let file = folder.path().join("game").with_extension(ending);
        let path = file.to_str().unwrap();
        let report = tengen(&["picture", "--moves", "h8 i9 h9", path, "--width", "200", "--json"], "").json();
        let expected = json!({
            "from": {
                "file": null, "format": "moves", "game": 1, "games": 1, "rule": "freestyle", "size": 15,
                "moves": 3, "variations": 0, "protocol": null, "notes": [],
            },
            "to": {
                "file": path, "format": ending, "bytes": fs::metadata(&file).unwrap().len(),
                "width": 200, "height": 200, "frames": frames,
            },
        });
        assert_eq!(report, expected);
    }
    let svg = folder.path().join("own.svg");
    let report = tengen(&["picture", "--moves", "", svg.to_str().unwrap(), "--json"], "").json();
    let width = format!("width=\"{}\"", report["to"]["width"]);
    assert!(fs::read_to_string(&svg).unwrap().contains(&width), "{width}");
}

#[test]
fn bench_reports_every_position() {
    let report = tengen(&["bench", "--depth", "2", "--json"], "").json();
    let of_moves = ["cutoffs", "cutoffs_by_first_move", "cutoffs_by_first_three_moves"];
    assert_eq!(
        fields(&report),
        [
            &of_moves[..],
            &["depth", "network_evaluations", "nodes", "nodes_per_second", "positions", "time_ms"]
        ]
        .concat()
    );
    let [all, first, third] = of_moves.map(|name| report[name].as_u64().unwrap());
    assert!(0 < first && first <= third && third <= all, "{report}");
    assert!(report["network_evaluations"].as_u64().unwrap() > 0, "{report}");
    assert_eq!(report["depth"], 2);
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 10);
    assert_eq!(
        (&positions[0]["rule"], &positions[0]["moves"]),
        (&json!("freestyle"), &json!(["h8", "i9", "j8"]))
    );
    for position in positions {
        assert_eq!(fields(position), ["moves", "nodes", "nodes_per_second", "rule", "size", "time_ms"]);
    }
    let sum: u64 = positions.iter().map(|position| position["nodes"].as_u64().unwrap()).sum();
    assert_eq!(report["nodes"], sum);
    let text = tengen(&["bench", "--depth", "2"], "").out;
    assert!(text.ends_with(&format!("\nBench: {sum}\n")), "{text}");
    let growth = tengen(&["bench", "--depth-growth", "--depth", "2", "--json"], "").json();
    assert!(
        growth.as_array().is_some_and(|sums| sums.len() == 2 && sums[0].as_u64() < sums[1].as_u64()),
        "{growth}"
    );
    let growth = tengen(&["bench", "--depth-growth", "--depth", "2"], "").out;
    assert!(
        growth.starts_with("Depth          Nodes  Growth\n    1 ") && growth.lines().count() == 3,
        "{growth}"
    );
}

#[test]
fn rules_are_one_object() {
    let report = tengen(&["rules", "--json"], "").json();
    assert_eq!(fields(&report), ["rules"]);
    let rules = report["rules"].as_array().unwrap();
    assert_eq!(rules.len(), 5);
    for rule in rules {
        assert_eq!(fields(rule), ["about", "forbidden", "name", "passes", "rule", "wins"]);
    }
}

#[test]
fn positions_have_the_same_fields_for_every_form_of_input() {
    let common = ["max_moves", "outcome", "rule", "size", "stones", "to_move"];
    let position = tengen(&["position", "--moves", "h8 i9", "--json"], "").json();
    let analysis = tengen(&["analyse", "--depth", "1", "--json"], "h8 i9").json();
    for field in common {
        assert_eq!(position[field], analysis[field], "{field}");
        assert!(position.get(field).is_some(), "{field}");
    }
    let of = |from: &[&str], input: &str| tengen(&[&["position", "--json"], from].concat(), input).json();
    assert_eq!(of(&["-"], "h8 i9"), position);
    assert_eq!(of(&["--from", "moves"], "h8 i9"), position);
    assert_eq!(of(&["--moves", ""], "")["legal_moves"], 225);
}

#[test]
fn the_json_has_standard_output_for_itself() {
    for command in ["convert", "picture"] {
        let run = tengen(&[command, "--moves", "h8", "-", "--to", "svg", "--json"], "");
        run.fails(2, "with --json, TO is expected to be a file: standard output is for the JSON object");
        assert!(run.err.contains(&format!("Usage: tengen {command} ")), "{}", run.err);
        // A request that fails leaves standard output empty; the error is text.
        tengen(&[command, "no-such", "x.svg", "--json"], "").fails(1, "error: cannot read no-such: ");
    }
    tengen(&["analyse", "no-such", "--json"], "").fails(1, "error: cannot read no-such: ");
    tengen(&["rules", "go", "--json"], "").fails(2, "expected a rule");
}

#[test]
fn moves_take_the_place_of_a_file() {
    let made = tengen(&["convert", "--moves", "h8 pass i9", "--rule", "renju", "-", "--to", "moves"], "");
    assert_eq!((made.code, made.out.as_str()), (0, "h8 pass i9\n"));
    tengen(&["convert", "--moves", "h8", "a.sgf", "b.sgf"], "").fails(2, "cannot be used with");
    tengen(&["convert", "a.sgf"], "").fails(2, "tengen convert [OPTIONS] --moves <MOVES> <TO>");
    tengen(&["position", "a.sgf", "--moves", "h8"], "").fails(2, "cannot be used with");
}
