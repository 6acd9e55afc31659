use serde_json::json;

use crate::tengen;

#[test]
fn every_rule_with_a_name_is_told() {
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
