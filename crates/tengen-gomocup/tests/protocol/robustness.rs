//! After any input of a manager, the machine continues and can still play a game.

use crate::fuzz_checks::{carry_out, machine, still_plays};
use proptest::prelude::*;
use tengen_game::Point;
use tengen_gomocup::{Action, LineBuffer, Machine};

/// Lines that are commands, or nearly.
fn line() -> impl Strategy<Value = String> {
    let point = (0_u8..8, 0_u8..8).prop_map(|(x, y)| format!("{x},{y}"));
    let anywhere = (-3_i32..30, -3_i32..30).prop_map(|(x, y)| format!("{x},{y}"));
    prop_oneof![
        4 => point.clone().prop_map(|p| format!("TURN {p}")),
        1 => anywhere.prop_map(|p| format!("turn {p}")),
        2 => point.clone().prop_map(|p| format!("TAKEBACK {p}")),
        3 => (point, 0_u8..5).prop_map(|(p, field)| format!("{p},{field}")),
        2 => (0_u8..25).prop_map(|n| format!("START {n}")),
        1 => (0_u8..12).prop_map(|code| format!("INFO rule {code}")),
        1 => any::<i64>().prop_map(|n| format!("INFO time_left {n}")),
        1 => any::<i64>().prop_map(|n| format!("INFO timeout_match {n}")),
        1 => any::<i32>().prop_map(|n| format!("INFO timeout_turn {n}")),
        1 => any::<i64>().prop_map(|n| format!("INFO max_memory {n}")),
        4 => prop::sample::select(vec!["BEGIN", "BOARD", "DONE", "RESTART", "ABOUT", "SWAP2BOARD", "INFO",
            "RECTSTART 10,10", "PLAY 3,3", "SUGGEST 1,1", "START", "TURN", "TAKEBACK", "done", "", "STOP"])
            .prop_map(str::to_owned),
        3 => prop::sample::select(vec!["YXBOARD", "YXNBEST 2", "YXNBEST", "YXSTOP", "YXSHOWFORBID",
            "YXBALANCEONE 20", "YXBALANCETWO", "YXHASHCLEAR", "YXSHOWINFO", "YXBLOCK", "INFO show_detail 3",
            "INFO pondering 1", "INFO thread_num 99", "INFO strength -7", "PLAY 1,4", "YX", "yxnbest 0"])
            .prop_map(str::to_owned),
        1 => any::<i64>().prop_map(|n| format!("INFO hash_size {n}")),
        1 => any::<i64>().prop_map(|n| format!("INFO max_depth {n}")),
        1 => any::<i64>().prop_map(|n| format!("YXNBEST {n}")),
        1 => ".{0,30}",
    ]
}

proptest! {
    #[test]
    fn any_lines_leave_a_machine_that_plays(
        lines in prop::collection::vec(line(), 0..60),
        choice in any::<prop::sample::Index>(),
    ) {
        let mut machine = machine();
        let found = |moves: &[Point]| Some(*choice.get(moves));
        for line in &lines {
            if Machine::is_thinking(&machine) || line.trim().eq_ignore_ascii_case("end") {
                continue;
            }
            let actions = machine.line(line);
            carry_out(&mut machine, actions, found);
        }
        still_plays(&mut machine);
    }

    /// The search answers only now and then, so that most lines arrive while it runs, and with moves
    /// that need not be legal.
    #[test]
    fn any_lines_during_a_search_are_sorted_out_after_it(
        lines in prop::collection::vec((line(), any::<bool>(), (0_u8..30, 0_u8..30)), 0..60),
    ) {
        let mut machine = machine();
        machine.line("START 8");
        machine.line("BEGIN");
        for (line, thought, (x, y)) in &lines {
            if line.trim().eq_ignore_ascii_case("end") {
                continue;
            }
            machine.line(line);
            if *thought {
                machine.found_move(Some(Point::new(*x, *y)));
            }
        }
        while machine.is_thinking() {
            machine.found_move(None);
        }
        still_plays(&mut machine);
    }

    #[test]
    fn any_bytes_are_survived(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut machine = machine();
        let mut buffer = LineBuffer::new();
        for line in buffer.push(&bytes).into_iter().chain(buffer.finish()) {
            if line.get(..3).is_some_and(|name| name.eq_ignore_ascii_case("end")) {
                continue;
            }
            let actions = machine.line(&line);
            carry_out(&mut machine, actions, |moves| moves.first().copied());
        }
        still_plays(&mut machine);
    }

    /// After `END` there is nothing but the rest of the answers and one `Quit`.
    #[test]
    fn the_end_is_the_end(lines in prop::collection::vec(line(), 0..20)) {
        let mut machine = machine();
        machine.line("START 8");
        machine.line("BEGIN");
        for line in &lines {
            machine.line(line);
        }
        let mut actions = machine.line("END");
        for line in &lines {
            prop_assert_eq!(machine.line(line), []);
        }
        while machine.is_thinking() {
            actions.extend(machine.found_move(Some(Point::new(0, 0))));
        }
        prop_assert_eq!(actions.iter().filter(|action| **action == Action::Quit).count(), 1);
        prop_assert_eq!(machine.line("START 15"), []);
        prop_assert_eq!(machine.found_move(Some(Point::new(0, 0))), []);
    }
}

#[test]
fn a_storm_of_stops_leaves_no_trace() {
    let mut machine = machine();
    machine.line("START 8");
    for stop in ["STOP", "YXSTOP", "stop"] {
        assert_eq!(machine.line(stop), [], "there is nothing to stop");
    }
    machine.line("BEGIN");
    for _ in 0..10_000 {
        assert_eq!(machine.line("STOP"), [Action::StopThinking]);
    }
    assert_eq!(machine.found_move(Some(Point::new(2, 5))), [Action::Reply("2,5".to_owned())]);
    assert_eq!(machine.line("YXSTOP"), []);
    still_plays(&mut machine);
}

#[test]
fn a_flood_of_commands_during_a_search_is_bounded() {
    let mut machine = machine();
    machine.line("START 8");
    machine.line("BEGIN");
    let mut refused = 0;
    for _ in 0..10_000 {
        refused += machine.line("ABOUT").len();
    }
    assert!(refused > 0);
    let answers = machine.found_move(Some(Point::new(0, 0)));
    assert_eq!(answers.len() + refused, 10_001);
}
