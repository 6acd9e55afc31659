//! What must hold whatever a manager sends: one check for each fuzz target.
//!
//! The fuzz targets (`fuzz/`) feed these checks with bytes that a fuzzer thinks up, and `tests/corpora.rs` with
//! those that are kept in the repository.
#![allow(dead_code, reason = "the fuzz targets and the tests each use a part of it")]

use tengen_analysis::{Score, SearchProgress};
use tengen_game::{Color, Point};
use tengen_gomocup::{
    Action, Decision, Dialect, Forward, LineBuffer, Machine, Offers, ProgramInfo, Swap2Phase, Task,
    Translator,
};

/// The name of a target, and its check.
pub(crate) type Target = (&'static str, fn(&[u8]));

/// All targets of this crate. Their seeds and findings are in directories of the same names.
pub(crate) const TARGETS: &[Target] = &[("gomocup", gomocup), ("translate", translate)];

/// A conversation with a manager. The search answers at once; or only now and then, so that lines arrive while it
/// runs, where the bytes begin with a space. Where they begin with `#`, the program can do everything there is; with
/// `%`, Yixin's dialect is chosen.
fn gomocup(bytes: &[u8]) {
    let mut machine = match bytes.first() {
        Some(b'#') => machine().with_offers(Offers {
            lines: 8,
            threads: 8,
            pondering: true,
            strength: true,
            balance: true,
        }),
        Some(b'%') => machine().with_dialect(Dialect::Yixin),
        _ => machine(),
    };
    let mut buffer = LineBuffer::new();
    let lines: Vec<String> = buffer.push(bytes).into_iter().chain(buffer.finish()).collect();
    let late = bytes.first() == Some(&b' ');
    let mut ended = false;
    for line in &lines {
        let actions = machine.line(line);
        assert!(!ended || actions.is_empty(), "there is an answer after the end: {actions:?}");
        ended |= actions.contains(&Action::Quit);
        if late {
            // The search goes on; what it finds now and then need not be legal.
            actions.iter().for_each(check_reply);
            if line.len().is_multiple_of(3) {
                let found = Point::new(line.len() as u8 % 30, line.len() as u8 / 2);
                ended |= machine.found_move(Some(found)).contains(&Action::Quit);
            }
        } else {
            carry_out(&mut machine, actions, |moves| moves.get(line.len() % moves.len()).copied());
        }
    }
    while machine.is_thinking() {
        ended |= machine.found_move(None).contains(&Action::Quit);
    }
    if ended {
        assert_eq!(machine.line("START 15"), []);
    } else {
        still_plays(&mut machine);
    }
}

/// A manager and an engine of two dialects, which the first byte chooses. Lines that begin with `<` are the engine's.
pub(crate) fn translate(bytes: &[u8]) {
    let first = usize::from(bytes.first().copied().unwrap_or_default());
    let (manager, engine) = (Dialect::ALL[first % 4], Dialect::ALL[first / 4 % 4]);
    let mut translator = Translator::new(manager, engine);
    let mut buffer = LineBuffer::new();
    let lines: Vec<String> = buffer.push(bytes).into_iter().chain(buffer.finish()).collect();
    for line in &lines {
        let had_ended = translator.has_ended();
        let outs = match line.strip_prefix('<') {
            Some(line) => translator.from_engine(line),
            None => translator.from_manager(line),
        };
        for out in outs {
            let (Forward::ToEngine(text) | Forward::ToManager(text)) = &out;
            assert!(!text.contains(['\n', '\r']) && !text.trim().is_empty(), "{text:?}");
            assert!(!had_ended || matches!(out, Forward::ToManager(_)), "the engine has ended: {out:?}");
        }
    }
    // An engine that refuses whatever it owes sets the translator free, unless the manager has ended the talk.
    translator.from_manager("START 15");
    let mut refusals = 0;
    loop {
        let outs = translator.from_engine("ERROR no");
        refusals += 1;
        let is_asked = outs.iter().any(|out| matches!(out, Forward::ToEngine(_)));
        if !is_asked {
            break;
        }
        assert!(refusals <= lines.len() + 2, "more refusals than questions");
    }
    if lines.iter().any(|line| line.eq_ignore_ascii_case("END")) {
        return;
    }
    translator.from_manager("INFO rule 0");
    assert_eq!(translator.from_manager("START 15"), [Forward::ToEngine("START 15".to_owned())]);
    assert_eq!(translator.from_engine("OK"), [Forward::ToManager("OK".to_owned())]);
    let same_order = (manager == Dialect::Yixin) == (engine == Dialect::Yixin);
    let (told, answer) = if same_order { ("TURN 3,11", "4,10") } else { ("TURN 11,3", "10,4") };
    assert_eq!(translator.from_manager("TURN 3,11"), [Forward::ToEngine(told.to_owned())]);
    assert_eq!(translator.from_engine(answer), [Forward::ToManager("4,10".to_owned())]);
}

pub(crate) fn machine() -> Machine {
    Machine::new(ProgramInfo::new("Tengen", "0"))
}

/// Plays the part of the program around the machine, and checks what every answer must be like.
pub(crate) fn carry_out(
    machine: &mut Machine,
    actions: Vec<Action>,
    found: impl Fn(&[Point]) -> Option<Point>,
) {
    let mut open = actions;
    while !open.is_empty() {
        let mut next = Vec::new();
        for action in open {
            check_reply(&action);
            if let Action::Think(request) = action {
                assert!(!request.position.is_over());
                assert!(request.lines > 0 && request.resources.threads > 0 && request.strength <= 100);
                let moves: Vec<Point> = request.position.legal_moves().collect();
                assert!(!moves.is_empty());
                let found = found(&moves);
                next.extend(machine.progress(&progress(&moves)));
                next.extend(match request.task {
                    Task::Move => machine.found_move(found),
                    Task::Swap2(Swap2Phase::Choose) if moves.len().is_multiple_of(2) => {
                        machine.finish_search(Decision::Swap)
                    }
                    // Sometimes as many as are wanted, sometimes not; the last points of the board are as good
                    // as any.
                    _ => machine.finish_search(Decision::Points(
                        moves.into_iter().rev().take(3).chain(found).collect(),
                    )),
                });
            }
        }
        open = next;
    }
}

fn progress(moves: &[Point]) -> SearchProgress {
    SearchProgress {
        line: 0,
        depth: 3,
        selective_depth: 1,
        nodes: u64::MAX,
        time: std::time::Duration::ZERO,
        score: Score::Mate(i32::MIN),
        pv: moves.to_vec(),
        hash_per_mille: 0,
    }
}

/// Managers read lines of printable ASCII.
fn check_reply(action: &Action) {
    if let Action::Reply(text) = action {
        assert!(text.bytes().all(|b| (b' '..=b'~').contains(&b)), "{text:?}");
    }
}

/// After all that, a new game is played as if nothing had been.
pub(crate) fn still_plays(machine: &mut Machine) {
    let first_point = |moves: &[Point]| moves.first().copied();
    let actions = machine.line("INFO rule 0");
    carry_out(machine, actions, first_point);
    let actions = machine.line("START 15");
    assert!(actions.contains(&Action::Reply("OK".to_owned())), "{actions:?}");
    let actions = machine.line("BEGIN");
    assert!(matches!(&actions[..], [Action::Think(request)]
        if request.position.board().stones() == 0 && request.position.side_to_move() == Color::Black));
    // It may ponder afterwards, if that was set.
    let answer = machine.found_move(Some(Point::new(7, 7)));
    let (reply, others) = answer.split_first().unwrap();
    assert_eq!(reply, &Action::Reply("7,7".to_owned()));
    assert!(matches!(others, [] | [Action::Ponder(_)]), "{others:?}");
}
