//! Solvers and explanations in slices: the same answers, and ears between them.

use std::cell::Cell;
use std::time::Duration;

use crate::support::{played, position};
use tengen_analysis::{Clock, Solution, SolveLimits, SolveStop, StopHandle, SystemClock, Verdict};
use tengen_engine::explain::{ExplainLimits, Explainer, explain};
use tengen_engine::solve::{Solver, vcf, vct};
use tengen_game::{Color, Point, Position, Rule};

/// A clock that moves on by a microsecond whenever it is looked at, so that slices are short and always the same.
#[derive(Default)]
struct TickingClock(Cell<u32>);

impl Clock for TickingClock {
    fn now(&self) -> Duration {
        self.0.set(self.0.get() + 1);
        Duration::from_micros(u64::from(self.0.get()))
    }
}

const SLICE: Duration = Duration::from_micros(3);

/// The solution, and how many slices it took.
fn in_slices(mut solver: Solver, clock: &dyn Clock) -> (Solution, u32) {
    let stop = StopHandle::default();
    let mut slices = 1;
    loop {
        match solver.advance(SLICE, clock, &stop) {
            Some(solution) => {
                assert_eq!(solver.advance(SLICE, clock, &stop).as_ref(), Some(&solution));
                return (solution, slices);
            }
            None => slices += 1,
        }
    }
}

#[test]
fn slices_change_no_answer_and_no_count() {
    let (clock, stop) = (TickingClock::default(), StopHandle::default());
    let limits = SolveLimits::nodes(20_000);
    let mut most = [0, 0];
    let cases = crate::suite::read(crate::suite::VCF)
        .into_iter()
        .step_by(7)
        .chain(crate::suite::read(crate::suite::VCT).into_iter().step_by(7));
    for case in cases {
        for attacker in [case.attacker, !case.attacker] {
            let whole = vcf(&case.position, attacker, &limits, &SystemClock::new(), &stop);
            let (sliced, slices) = in_slices(Solver::vcf(&case.position, attacker, &limits, &clock), &clock);
            assert_eq!(sliced, whole, "line {}", case.line);
            most[0] = most[0].max(slices);
            let whole = vct(&case.position, attacker, &limits, &SystemClock::new(), &stop);
            let (sliced, slices) = in_slices(Solver::vct(&case.position, attacker, &limits, &clock), &clock);
            assert_eq!(sliced, whole, "line {}", case.line);
            most[1] = most[1].max(slices);
        }
    }
    assert!(most[0] > 20 && most[1] > 20, "{most:?}");
}

const CROWDED: &str = "h8 i9 h10 g9 j8 j10 g7 i7 f9 k8 i11 g11 f6 e5";

#[test]
fn limits_and_stops_hold_between_slices() {
    let position = played(Rule::FREESTYLE, 15, CROWDED);
    let solve = |limits: &SolveLimits, clock: &dyn Clock| Solver::vct(&position, Color::Black, limits, clock);
    // Time passes between the slices, too.
    let clock = TickingClock::default();
    let mut solver = solve(&SolveLimits::time(Duration::from_micros(100)), &clock);
    let stop = StopHandle::default();
    assert_eq!(solver.advance(SLICE, &clock, &stop), None);
    clock.0.set(1_000);
    let solution = solver.advance(SLICE, &clock, &stop).unwrap();
    assert_eq!(solution.verdict, Verdict::Unknown(SolveStop::Time));
    // A stop is heard at the beginning of the next one.
    let mut solver = solve(&SolveLimits::default(), &clock);
    assert_eq!(solver.advance(SLICE, &clock, &stop), None);
    let nodes = solver.nodes();
    stop.stop();
    let solution = solver.advance(Duration::MAX, &clock, &stop).unwrap();
    assert_eq!(solution.verdict, Verdict::Unknown(SolveStop::Stopped));
    assert!(solution.nodes <= nodes + 1 && nodes > 0);
    assert!(stop.is_requested());
}

fn explained_in_slices(position: &Position, played: Point, limits: &ExplainLimits) -> u32 {
    let (clock, stop) = (TickingClock::default(), StopHandle::default());
    let whole = explain(position, played, limits, &SystemClock::new(), &stop).unwrap();
    let mut explainer = Explainer::new(position, played, limits, &clock).unwrap();
    let mut slices = 1;
    loop {
        match explainer.advance(SLICE, &clock, &stop) {
            Some(explanation) => {
                assert_eq!(explanation, whole);
                return slices;
            }
            None => slices += 1,
        }
    }
}

#[test]
fn explanations_are_the_same_in_slices() {
    let threats = "
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . X . . . .
        . . . . X . . . .
        O X X X . . . . .
        . . . . . . . . .
        . . . . . . . . .
        . . . . . . O O .
    ";
    let threats = position(Rule::FREESTYLE, Color::Black, threats);
    let limits = ExplainLimits { nodes: 2_000, time: None };
    explained_in_slices(&threats, Point::new(4, 5), &limits);
    let mut slices = 0;
    for rule in [Rule::FREESTYLE, Rule::Renju, Rule::Caro] {
        let crowded = played(rule, 15, CROWDED);
        for at in [(7, 6), (8, 8), (5, 5), (0, 0)] {
            let at = Point::new(at.0, at.1);
            if crowded.check(at).is_ok() {
                slices = slices.max(explained_in_slices(&crowded, at, &limits));
            }
        }
    }
    assert!(slices > 20, "{slices}");
}

#[test]
fn a_stop_leaves_the_rest_of_an_explanation_undecided() {
    let position = played(Rule::FREESTYLE, 15, CROWDED);
    let (clock, stop) = (TickingClock::default(), StopHandle::default());
    let limits = ExplainLimits::default();
    let mut explainer = Explainer::new(&position, Point::new(7, 6), &limits, &clock).unwrap();
    assert_eq!(explainer.advance(SLICE, &clock, &stop), None);
    stop.stop();
    let explanation = explainer.advance(Duration::MAX, &clock, &stop).unwrap();
    assert!(explanation.undecided.iter().any(|open| open.stop == SolveStop::Stopped), "{explanation:?}");
    assert!(!explanation.facts.is_empty());
}
