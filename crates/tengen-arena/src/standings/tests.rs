use super::*;
use crate::Fault;
use crate::schedule::{Conclusion, Format, Next, Plan};

fn three() -> Standings {
    let mut standings = Standings::new(["tuple", "a|b", "引擎"]);
    let games = [
        (0, 1, Ending::resignation(Color::White)),
        (1, 0, Ending::agreement()),
        (0, 2, Ending::fault(Color::Black, Fault::Timeout)),
        (2, 0, Ending::resignation(Color::Black)),
        (1, 2, Ending::fault(Color::Black, Fault::Crash)),
        (2, 1, Ending::adjudication(Some(Color::White))),
    ];
    for (black, white, ending) in games {
        standings.add(black, white, ending).unwrap();
    }
    standings
}

#[test]
fn text_is_aligned() {
    // Two games each: tuple has 75 % of the points against a|b, and the other two duels are even. So the ratings are x, 0
    // and −x, where 2 (0.75 − p(2x)) + 2 (0.5 − p(x)) = 0: x = 0.343, or 60 Elo. The weights 2pq are 0.4455 between the
    // outer two and 0.4856 else; the information has the eigenvectors (1, −1, 0) with 0.4856 + 2 · 0.4455 = 1.3766 and
    // (1, 1, −2) with 3 · 0.4856 = 1.4568. The variances are 1/2 / 1.3766 + 1/6 / 1.4568 = 0.4776 and 2/3 / 1.4568 =
    // 0.4576: 1.96 · 173.7 · √0.4776 = 235, and 230.
    let expected = "\
#  name   games  wins  draws  losses  points     %  Elo    ±  crashes  timeouts
1  tuple      4     2      1       1     2.5  62.5   60  235        0         1
2  引擎         4     2      0       2       2  50.0    0  230        0         0
3  a|b        4     1      1       2     1.5  37.5  -60  235        1         0

#  name          1         2         3
1  tuple         -  +1 =0 -1  +1 =1 -0
2  引擎     +1 =0 -1         -  +1 =0 -1
3  a|b    +0 =1 -1  +1 =0 -1         -
";
    assert_eq!(three().to_text(), expected);
}

#[test]
fn markdown_keeps_names_in_their_cells() {
    let markdown = three().to_markdown();
    let lines: Vec<&str> = markdown.lines().collect();
    assert_eq!(
        lines[0],
        "| # | name | games | wins | draws | losses | points | % | Elo | ± | crashes | timeouts |"
    );
    assert_eq!(lines[1], "| --- | --- | --: | --: | --: | --: | --: | --: | --: | --: | --: | --: |");
    assert!(lines[4].starts_with("| 3 | a\\|b | 4 | 1 | 1 | 2 | 1.5 |"), "{}", lines[4]);
    assert_eq!((lines[5], lines.len()), ("", 11));
    assert_eq!(lines[8], "| 1 | tuple | - | +1 =0 -1 | +1 =1 -0 |");
}

#[test]
fn json_has_everything() {
    let json: serde_json::Value = serde_json::from_str(&three().to_json()).unwrap();
    let rows = json["standings"].as_array().unwrap();
    assert_eq!(rows.len(), 3);
    assert_eq!(
        (&rows[0]["name"], &rows[0]["points"], &rows[0]["entrant"]),
        (&"tuple".into(), &2.5.into(), &0.into())
    );
    assert_eq!((&rows[0]["faults"]["timeouts"], &rows[2]["faults"]["crashes"]), (&1.into(), &1.into()));
    assert_eq!(rows[0]["against"]["1"], serde_json::json!({ "wins": 1, "draws": 1, "losses": 0 }));
    assert!(rows[0]["elo"].as_f64().unwrap() > 0.0 && rows[0]["margin"].as_f64().unwrap() > 0.0);
}

#[test]
fn every_fault_is_counted_for_the_loser() {
    let mut standings = Standings::new(["a", "b"]);
    for fault in Fault::ALL {
        standings.add(0, 1, Ending::fault(Color::White, fault)).unwrap();
    }
    let rows = standings.rows();
    let all = FaultCounts { crashes: 1, illegal_moves: 1, timeouts: 1, memory: 1 };
    assert_eq!((rows[0].faults, rows[1].faults), (FaultCounts::default(), all));
    assert_eq!((rows[1].name.as_str(), rows[1].faults.total()), ("b", 4));
    assert!(
        standings.add(0, 0, Ending::agreement()).is_err()
            && standings.add(0, 2, Ending::agreement()).is_err()
    );
}

#[test]
fn tables_without_players_or_games_are_valid() {
    assert!(Standings::new(["a", "b"]).to_text().contains("1  a         0     0"));
    let none: [&str; 0] = [];
    assert_eq!(Standings::new(none).rows(), []);
    assert_eq!(Standings::new(none).to_json(), "{\n  \"standings\": []\n}");
}

/// Three in a Swiss tournament of one round: one sits out, and has as many points as a winner.
#[test]
fn a_bye_scores_its_points() {
    let mut tournament = Tournament::new(Plan::new(3, Format::Swiss { rounds: 1 }, 2, 1).unwrap());
    while let Next::Game(game) = tournament.take() {
        tournament.finish(game.number, Ending::resignation(Color::Black)).unwrap();
    }
    let rows = Standings::of(&tournament, &["a".to_owned()]).rows();
    let found: Vec<(&str, f64)> = rows.iter().map(|row| (row.name.as_str(), row.points())).collect();
    assert_eq!(found, [("#3", 4.0), ("a", 2.0), ("#2", 2.0)]);
}

#[test]
fn pairs_are_counted_when_both_games_have_ended() {
    let mut tournament = Tournament::new(Plan::new(2, Format::Match, 4, 4).unwrap());
    // The first always wins, then Black, then all is drawn; of the last pair only one game has ended.
    let black = Ending::resignation(Color::White);
    let white = Ending::resignation(Color::Black);
    let draw = Ending::agreement();
    for (number, ending) in [black, white, black, black, draw, draw, black].into_iter().enumerate() {
        tournament.finish(number, ending).unwrap();
    }
    assert_eq!(pairs_between(&tournament, 0, 1).counts(), [0, 0, 2, 0, 1]);
    assert_eq!(pairs_between(&tournament, 1, 0).counts(), [1, 0, 2, 0, 0]);
    assert_eq!(pairs_between(&tournament, 1, 2).total(), 0);
}

/// The second participant wins both: first with Black's stones after a swap, then with Black's as planned.
#[test]
fn after_a_swap_points_go_to_the_player_of_the_stones() {
    let mut tournament = Tournament::new(Plan::new(2, Format::Match, 1, 1).unwrap());
    let crash = Ending::fault(Color::White, Fault::Crash);
    tournament.finish(0, Conclusion { ending: crash, swapped: true }).unwrap();
    tournament.finish(1, Ending::resignation(Color::White)).unwrap();
    let saved = serde_json::to_string(&tournament).unwrap();
    assert_eq!(
        serde_json::from_str::<Tournament>(&saved).unwrap().finished().next(),
        tournament.finished().next()
    );
    assert_eq!(pairs_between(&tournament, 1, 0).counts(), [0, 0, 0, 0, 1]);
    let names = ["a", "b"].map(str::to_owned);
    let rows = Standings::of(&tournament, &names).rows();
    assert_eq!((rows[0].name.as_str(), rows[0].points(), rows[1].faults.crashes), ("b", 2.0, 1));
}
