//! Tests that no player gains time by a takeback.

use proptest::prelude::*;

use super::*;

/// The time that each player has until the flag falls, at the last change of the clocks.
fn left(table: &Table) -> [Time; 2] {
    let snapshot = table.game.snapshot(None, 0);
    let clock = snapshot.clock.clock(snapshot.settings.tempo.control(), None).unwrap();
    [FIRST, SECOND_PLAYER].map(|player| {
        let side = crate::message::clock_side(player);
        clock.until_flag(side, snapshot.clock.at).unwrap()
    })
}

#[test]
fn the_increments_of_moves_that_are_taken_back_are_gone() {
    let mut table = Table::new("freestyle", "free", "10+5");
    for (point, now) in [("h8", 0), ("h9", 0)] {
        table.play(point, now).unwrap();
    }
    assert_eq!(left(&table), [10_000, 10_000]);
    for round in 1..=3 {
        let now = round * 1_000;
        table.play("i8", now - 800).unwrap();
        table.play("i9", now - 500).unwrap();
        table.act(FIRST, GameCommand::Offer(Offer::Takeback), now).unwrap();
        table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Takeback), now).unwrap();
        // Each round costs the first player 700 ms and the second player 300 ms.
        assert_eq!(left(&table), [10_000 - 700 * round, 10_000 - 300 * round]);
    }
}

#[test]
fn a_takeback_that_would_end_a_players_time_is_refused() {
    let mut table = Table::new("freestyle", "free", "10+5");
    for (point, now) in [("h8", 0), ("h9", 0), ("i8", 9_000)] {
        table.play(point, now).unwrap();
    }
    assert_eq!(left(&table), [6_000, 10_000]);
    table.act(FIRST, GameCommand::Offer(Offer::Takeback), 10_000).unwrap();
    table.act(SECOND_PLAYER, GameCommand::Decline(Offer::Takeback), 10_000).unwrap();
    table.play("i9", 11_000).unwrap();
    // The first player would have a second, and has used it when the opponent accepts.
    table.act(FIRST, GameCommand::Offer(Offer::Takeback), 11_500).unwrap();
    let late = table.act(SECOND_PLAYER, GameCommand::Accept(Offer::Takeback), 12_000);
    assert_eq!(late, Err(GameError::NoTimeForTakeback));
    let too_late = table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Takeback), 12_000);
    assert_eq!(too_late, Err(GameError::NoTimeForTakeback), "the offer of the first player is open");
    table.act(FIRST, GameCommand::Withdraw(Offer::Takeback), 12_000).unwrap();
    // Taking back only the second player's move leaves both players enough time.
    table.act(SECOND_PLAYER, GameCommand::Offer(Offer::Takeback), 12_000).unwrap();
    table.act(FIRST, GameCommand::Accept(Offer::Takeback), 12_000).unwrap();
    assert_eq!(left(&table), [5_000, 8_000]);
}

#[test]
fn events_of_older_games_are_replayed_with_their_clocks() {
    let event: Happened = serde_json::from_str(r#"{"taken-back":{"ply":2}}"#).unwrap();
    assert_eq!(event, Happened::TakenBack { ply: 2, increments: [0; 2] });
}

/// An action in a game, with the milliseconds before it.
#[derive(Clone, Copy, Debug)]
enum Action {
    Play,
    Takeback(Player),
    Gift(Player),
}

fn any_action() -> impl Strategy<Value = (Action, Time)> {
    let player = || prop_oneof![Just(FIRST), Just(SECOND_PLAYER)];
    let action = prop_oneof![
        4 => Just(Action::Play),
        3 => player().prop_map(Action::Takeback),
        1 => player().prop_map(Action::Gift),
    ];
    (action, 0..4_000u64)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_clock_gains_by_takebacks(
        actions in prop::collection::vec(any_action(), 1..60),
        tempo in prop::sample::select(vec!["10+5", "20+0", "60+2", "5+3x10", "10/move"]),
        opening in prop::sample::select(vec!["free", "swap2"]),
    ) {
        let mut table = Table::new("freestyle", opening, tempo);
        // The times on the clocks when each position arose, with the gifts since then.
        let mut shown = vec![left(&table)];
        let mut now = 0;
        for (number, (action, pause)) in actions.into_iter().enumerate() {
            now += pause;
            match action {
                Action::Play if !table.game.opening().is_finished() => {
                    let choice = ["h8h9j7", "g7g6", "stay"][usize::from(table.game.ply())];
                    let _ = table.choose(choice, now);
                }
                Action::Play => {
                    let columns = ["a", "c", "e", "g", "i", "k", "m", "o"];
                    let point = format!("{}{}", columns[number % 8], 1 + (number / 8) % 7 * 2);
                    let _ = table.play(&point, now);
                }
                Action::Takeback(by) => {
                    if table.act(by, GameCommand::Offer(Offer::Takeback), now).is_ok() {
                        let _ = table.act(!by, GameCommand::Accept(Offer::Takeback), now);
                    }
                }
                Action::Gift(by) => {
                    if table.act(by, GameCommand::GiveTime, now).is_ok() {
                        shown.iter_mut().for_each(|shown| shown[!by as usize] += 15_000);
                    }
                }
            }
            if table.game.result().is_some() {
                break;
            }
            let ply = usize::from(table.game.ply());
            if ply < shown.len() {
                shown.truncate(ply + 1);
                for (left, shown) in left(&table).into_iter().zip(shown[ply]) {
                    prop_assert!(0 < left && left <= shown, "{left} ms of {shown} ms");
                }
            } else {
                shown.push(left(&table));
            }
        }
    }
}
