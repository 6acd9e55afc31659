//! The clock of a manager that sends the time for the game only once, and when the machine gets ready for a game.

use std::time::Duration;

use tengen_analysis::{Allowance, ClockState, time_for_move};
use tengen_gomocup::{Action, Machine, ProgramInfo, ThinkRequest};

fn machine(infos: &[&str]) -> Machine {
    let mut machine = Machine::new(ProgramInfo::new("Tengen", "1.0"));
    for info in infos {
        assert_eq!(machine.line(&format!("INFO {info}")), []);
    }
    machine.line("START 15");
    machine
}

fn asked(actions: Vec<Action>) -> ThinkRequest {
    let search = actions.into_iter().find_map(|action| match action {
        Action::Think(request) => Some(*request),
        _ => None,
    });
    search.unwrap()
}

fn expected(left_ms: i64, own_stones: usize, empty: usize) -> Allowance {
    let clocks = ClockState { turn_ms: 60_000, left_ms: Some(left_ms), increment_ms: 0 };
    time_for_move(clocks, own_stones, empty)
}

fn allowance(request: &ThinkRequest) -> Allowance {
    Allowance { limit: request.time, target: request.target }
}

#[test]
fn a_search_costs_what_it_took() {
    let mut machine = machine(&["timeout_turn 60000", "timeout_match 100000"]);
    let first = asked(machine.line("BEGIN"));
    assert_eq!(allowance(&first), expected(100_000, 0, 225));
    machine.search_took(Duration::from_millis(1_500));
    machine.found_move(first.position.legal_moves().next());
    let second = asked(machine.line("TURN 7,7"));
    assert_eq!(allowance(&second), expected(98_500, 1, 223));
}

#[test]
fn a_search_without_a_reported_time_costs_its_whole_limit() {
    let mut machine = machine(&["timeout_turn 60000", "timeout_match 100000"]);
    let first = asked(machine.line("BEGIN"));
    machine.found_move(first.position.legal_moves().next());
    let second = asked(machine.line("TURN 7,7"));
    let limit = i64::try_from(first.time.as_millis()).unwrap();
    assert_eq!(allowance(&second), expected(100_000 - limit, 1, 223));
    // A clock that the manager sends is believed.
    machine.found_move(second.position.legal_moves().next());
    machine.line("INFO time_left 77000");
    assert_eq!(allowance(&asked(machine.line("TURN 8,8"))), expected(77_000, 2, 221));
}

#[test]
fn only_the_start_of_a_game_lets_the_manager_wait() {
    let mut machine = Machine::new(ProgramInfo::new("Tengen", "1.0"));
    let kinds = |actions: &[Action]| -> Vec<&str> {
        let kind = |action: &Action| match action {
            Action::Prepare(_) => "prepare",
            Action::Adapt(_) => "adapt",
            Action::Reply(_) => "reply",
            _ => "other",
        };
        actions.iter().map(kind).collect()
    };
    assert_eq!(kinds(&machine.line("INFO hash_size 1024")), [""; 0], "there is no game to get ready for");
    assert_eq!(kinds(&machine.line("START 15")), ["prepare", "reply"]);
    for line in ["INFO hash_size 2048", "INFO max_memory 0", "INFO max_memory 70000000", "INFO rule 4"] {
        assert_eq!(kinds(&machine.line(line)), ["adapt"], "{line}");
        assert_eq!(kinds(&machine.line(line)), [""; 0], "{line} changes nothing the second time");
    }
}
