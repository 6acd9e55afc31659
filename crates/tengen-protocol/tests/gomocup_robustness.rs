//! Whatever a manager sends, the machine goes on and can still play a game.
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use proptest::prelude::*;
use tengen_game::{Color, Point};
use tengen_protocol::gomocup::{Action, LineBuffer, Machine, ProgramInfo};

fn machine() -> Machine {
    Machine::new(ProgramInfo::new("Tengen", "0"))
}

/// Plays the part of the program around the machine, and checks what every answer must be like.
fn carry_out(machine: &mut Machine, actions: Vec<Action>, found: impl Fn(&[Point]) -> Option<Point>) {
    let mut open = actions;
    while !open.is_empty() {
        let mut next = Vec::new();
        for action in open {
            match action {
                Action::Reply(text) => {
                    assert!(text.bytes().all(|b| (b' '..=b'~').contains(&b)), "{text:?}");
                }
                Action::Think(request) => {
                    assert!(!request.position.is_over());
                    let moves: Vec<Point> = request.position.legal_moves().collect();
                    assert!(!moves.is_empty());
                    next.extend(machine.thought(found(&moves)));
                }
                Action::Prepare(_) | Action::StopThinking | Action::Quit => {}
            }
        }
        open = next;
    }
}

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
            "RECTSTART 10,10", "PLAY 3,3", "SUGGEST 1,1", "START", "TURN", "TAKEBACK", "done", ""])
            .prop_map(str::to_owned),
        1 => ".{0,30}",
    ]
}

/// After all that, a new game is played as if nothing had been.
fn still_plays(machine: &mut Machine) {
    let first_point = |moves: &[Point]| moves.first().copied();
    let actions = machine.line("INFO rule 0");
    carry_out(machine, actions, first_point);
    let actions = machine.line("START 15");
    assert!(actions.contains(&Action::Reply("OK".to_owned())), "{actions:?}");
    let actions = machine.line("BEGIN");
    assert!(matches!(&actions[..], [Action::Think(request)]
        if request.position.board().stones() == 0 && request.position.side_to_move() == Color::Black));
    assert_eq!(machine.thought(Some(Point::new(7, 7))), [Action::Reply("7,7".to_owned())]);
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
                machine.thought(Some(Point::new(*x, *y)));
            }
        }
        while machine.is_thinking() {
            machine.thought(None);
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
            actions.extend(machine.thought(Some(Point::new(0, 0))));
        }
        prop_assert_eq!(actions.iter().filter(|action| **action == Action::Quit).count(), 1);
        prop_assert_eq!(machine.line("START 15"), []);
        prop_assert_eq!(machine.thought(Some(Point::new(0, 0))), []);
    }
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
    let answers = machine.thought(Some(Point::new(0, 0)));
    assert_eq!(answers.len() + refused, 10_001);
}
