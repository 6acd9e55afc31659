//! The service from the side of a front end.
#![allow(clippy::unwrap_used, reason = "a test may fail here")]

use std::thread;
use std::time::{Duration, Instant};

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{Index, select};
use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{
    Classic, ClassicTuning, Effort, Fact, Grade, Means, MoveClass, OpponentKind, Proof, Proved, Question,
    Score, SearchLimits, Shape, SolveLimits, SolveStop, StopReason, ThreatKind, Verdict,
};
use tengen_game::opening::{Choice, Opening, Protocol};
use tengen_game::{BoardSize, Color, Move, Point, Position, Rule, moves};

use tengen_engine::EvaluationWeights;

use super::{EngineOptions, EngineService, NetworkFile, Pool, Step, WaitingRequests, unreadable};
use crate::{SLICE, Service as _, Stopper};

const QUIET: &str = "h8 i9 h10 g9 j8 j10";

/// A game in which Black has an open three.
const THREE: &str = "h8 a1 h9 o1 h10 a15";

fn played(rule: Rule, text: &str) -> Position {
    let mut position = Position::new(rule, BoardSize::FIFTEEN);
    for played in moves::read(text, BoardSize::FIFTEEN).unwrap() {
        position.play(played).unwrap();
    }
    position
}

fn position(text: &str) -> Position {
    played(Rule::FREESTYLE, text)
}

fn at(x: u8, y: u8) -> Point {
    Point::new(x, y)
}

fn milliseconds(time: u64) -> SearchLimits {
    SearchLimits::time(Duration::from_millis(time))
}

/// Sends a request, and returns the immediate answers.
fn send(service: &mut EngineService, request: &Request) -> Vec<Response> {
    let mut answers = Vec::new();
    service.receive(request.clone(), &mut |response| answers.push(response));
    answers
}

/// Advances the service until it is done, and returns its answers.
fn work(service: &mut EngineService) -> Vec<Response> {
    let mut answers = Vec::new();
    while service.is_busy() {
        service.advance(SLICE, &mut |response| answers.push(response));
    }
    answers
}

/// All answers to a request at a new service.
fn ask(request: &Request) -> Vec<Response> {
    let mut service = EngineService::new(EngineOptions::default());
    let mut answers = send(&mut service, request);
    answers.extend(work(&mut service));
    answers
}

fn search(position: Position, limits: SearchLimits) -> Request {
    let (opponent, tuning) = (OpponentKind::Tengen, ClassicTuning::default());
    Request::Search { id: 1, position, limits, opponent, tuning }
}

fn classic(opponent: OpponentKind, tuning: ClassicTuning, limits: SearchLimits) -> Request {
    Request::Search { id: 1, position: position(QUIET), limits, opponent, tuning }
}

fn depth(depth: u32) -> SearchLimits {
    SearchLimits::depth(depth)
}

/// The results of an ended search: depth, nodes and the stop reason.
fn finished(answers: &[Response]) -> (u32, u64, StopReason) {
    match answers.last() {
        Some(Response::Finished { progress, stopped_by, .. }) => {
            (progress.depth, progress.nodes, stopped_by.unwrap())
        }
        other => panic!("{other:?}"),
    }
}

/// The message of the only answer, which must be a failure of request 1.
fn failure(answers: &[Response]) -> &str {
    match answers {
        [Response::Failed { id: Some(1), message }] => message,
        other => panic!("{other:?}"),
    }
}

#[test]
fn every_iteration_of_a_search_is_reported() {
    let answers = ask(&search(position(QUIET), depth(6)));
    let reported = answers.iter().filter_map(|response| match response {
        Response::Progress { progress, .. } => Some(progress.depth),
        _ => None,
    });
    let mut reported: Vec<u32> = reported.filter(|&depth| depth > 0).collect();
    reported.dedup();
    assert_eq!(reported, [1, 2, 3, 4, 5, 6]);
}

#[test]
fn candidates_are_reported_during_a_search() {
    let mut service = EngineService::new(EngineOptions::default());
    send(&mut service, &search(position(QUIET), depth(6)));
    let candidates = Request::Candidates { id: 2, position: position(THREE), most: 4 };
    let answers = send(&mut service, &candidates);
    let [Response::Candidates { id: 2, candidates }] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(candidates.len(), 4);
    assert_eq!(candidates[0].makes, Some(ThreatKind::Shape(Shape::OpenFour)));
    assert!(candidates.is_sorted_by(|one, other| one.order >= other.order));
    assert_eq!(finished(&work(&mut service)).0, 6);
}

#[test]
fn several_lines_are_reported_and_all_come_with_the_result() {
    let answers = ask(&search(position(QUIET), SearchLimits { lines: 3, ..depth(4) }));
    let (last, progress) = answers.split_last().unwrap();
    let Response::Finished {
        id: 1,
        best_move,
        lines,
        stopped_by,
        progress: last_progress,
        statistics: None,
        ..
    } = last
    else {
        panic!("{last:?}")
    };
    assert_eq!((lines.len(), *stopped_by), (3, Some(StopReason::Depth)));
    assert_eq!(lines[0].pv.first(), best_move.as_ref());
    assert_eq!((&lines[0].pv, lines[0].score), (&last_progress.pv, last_progress.score));
    assert!(last_progress.selective_depth >= 4);
    // The last report of each line has been sent.
    for (number, line) in (0..).zip(lines) {
        let reported = progress.iter().rev().find_map(|response| match response {
            Response::Progress { id: 1, progress } if progress.line == number => Some(progress),
            _ => None,
        });
        let reported = reported.unwrap();
        assert_eq!((&reported.pv, reported.score, reported.depth), (&line.pv, line.score, 4));
    }
}

#[test]
fn moves_can_be_chosen_and_left_out() {
    let chosen = SearchLimits { moves: Some(vec![at(1, 1), at(13, 13)]), ..depth(2) };
    let best = |limits| match ask(&search(position(THREE), limits)).pop() {
        Some(Response::Finished { best_move, .. }) => best_move.unwrap(),
        other => panic!("{other:?}"),
    };
    assert!([at(1, 1), at(13, 13)].contains(&best(chosen.clone())));
    assert_eq!(best(SearchLimits { excluded: vec![at(13, 13)], ..chosen.clone() }), at(1, 1));
    let nothing = SearchLimits { excluded: vec![at(1, 1), at(13, 13)], ..chosen };
    assert!(failure(&ask(&search(position(THREE), nothing))).contains("found none left"));
    let outside = SearchLimits { excluded: vec![at(15, 0)], ..depth(1) };
    assert!(failure(&ask(&search(position(THREE), outside))).contains("column 15, row 0"));
}

#[test]
fn without_a_limit_the_engine_searches_until_it_is_stopped() {
    let mut service = EngineService::new(EngineOptions::default());
    assert_eq!(send(&mut service, &search(position(QUIET), SearchLimits::default())), []);
    for _ in 0..10 {
        service.advance(Duration::from_millis(5), &mut |_| {});
        assert!(service.is_busy());
    }
    assert_eq!(send(&mut service, &Request::Stop { id: 2 }), [], "another search");
    let answers = send(&mut service, &Request::Stop { id: 1 });
    assert_eq!(finished(&answers).2, StopReason::Stopped);
    assert!(!service.is_busy());
    assert_eq!(send(&mut service, &Request::Stop { id: 1 }), [], "it is over");
}

/// A stopper ends a task within one long slice, as on a machine on which nothing cuts a search.
#[test]
fn a_stopper_ends_what_goes_on_in_the_middle_of_a_slice_and_nothing_else() {
    let stopper = Stopper::default();
    let mut service = EngineService::with_stopper(
        EngineOptions { threads: 2, ..EngineOptions::default() },
        stopper.clone(),
    );
    for request in [
        search(position(QUIET), SearchLimits::default()),
        classic(
            OpponentKind::Classic(Classic::GameTree),
            ClassicTuning { depth: Some(12), breadth: Some(24), ..ClassicTuning::default() },
            milliseconds(10_000),
        ),
    ] {
        send(&mut service, &request);
        stopper.stop(2);
        let other = stopper.clone();
        let waiting = thread::spawn(move || {
            thread::sleep(Duration::from_millis(50));
            other.stop(1);
        });
        let (start, mut answers) = (Instant::now(), Vec::new());
        while service.is_busy() {
            service.advance(Duration::from_secs(60), &mut |response| answers.push(response));
        }
        assert_eq!(finished(&answers).2, StopReason::Stopped);
        assert!((50..5_000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
        waiting.join().unwrap();
    }
    // A stop that came too late for the search before stops no other.
    stopper.stop(1);
    send(&mut service, &search(position(QUIET), depth(5)));
    assert_eq!(finished(&work(&mut service)).2, StopReason::Depth);
}

#[test]
fn what_comes_next_ends_what_went_on_but_threats_do_not() {
    let mut service = EngineService::new(EngineOptions::default());
    send(&mut service, &search(position(QUIET), SearchLimits::default()));
    let threats = Request::Threats { id: 7, position: position(THREE) };
    assert!(matches!(send(&mut service, &threats)[..], [Response::Threatened { id: 7, .. }]));
    assert!(service.is_busy());
    // A refused request ends nothing, either.
    let refused = Request::Explain {
        id: 1,
        position: position(QUIET),
        point: at(15, 15),
        limits: SolveLimits::default(),
    };
    assert!(failure(&send(&mut service, &refused)).contains("not on a 15×15 board"));
    assert!(service.is_busy());
    let solve = Request::Solve {
        id: 9,
        position: position(THREE),
        attacker: Color::Black,
        means: Means::Vct,
        limits: SolveLimits::default(),
    };
    assert!(matches!(send(&mut service, &solve).last(), Some(Response::Finished { id: 1, .. })));
    assert!(matches!(work(&mut service)[..], [Response::Solved { id: 9, verdict: Verdict::Proved(_), .. }]));
}

/// Depth, breadth and time have the set values, and invalid values are refused.
#[test]
fn the_game_tree_keeps_to_what_is_set() {
    let tree = |tuning, limits| ask(&classic(OpponentKind::Classic(Classic::GameTree), tuning, limits));
    let set = |depth: u32, breadth: u32| ClassicTuning {
        depth: Some(depth),
        breadth: Some(breadth),
        ..ClassicTuning::default()
    };
    let ten = || milliseconds(10_000);
    for depth in [2, 3, 4] {
        let (found, _, by) = finished(&tree(set(depth, 4), ten()));
        assert_eq!((found, by), (depth, StopReason::Depth));
    }
    let nodes = |breadth| finished(&tree(set(3, breadth), ten())).1;
    assert!(nodes(2) < nodes(8) && nodes(8) < nodes(24));
    let start = Instant::now();
    let short = milliseconds(100);
    let (_, _, by) = finished(&tree(set(12, 24), short));
    assert_eq!(by, StopReason::Time);
    assert!(start.elapsed() >= Duration::from_millis(100));
    for (depth, breadth, time_ms, expected) in [
        (1, 8, 200, "game-tree searches 2 to 12 plies deep, not 1"),
        (13, 8, 200, "game-tree searches 2 to 12 plies deep, not 13"),
        (4, 0, 200, "game-tree tries 2 to 24 moves in each position, not 0"),
        (4, 25, 200, "game-tree tries 2 to 24 moves in each position, not 25"),
        (4, 8, 99, "game-tree thinks for 0.1 to 10 s, not 99ms"),
        (4, 8, 10_001, "game-tree thinks for 0.1 to 10 s, not 10.001s"),
    ] {
        let limits = milliseconds(time_ms);
        assert_eq!(failure(&tree(set(depth, breadth), limits)), expected);
    }
}

#[test]
fn the_game_tree_may_think_longer_than_it_does_by_itself() {
    let tuning = ClassicTuning { depth: Some(12), breadth: Some(24), ..ClassicTuning::default() };
    let limits = milliseconds(3_500);
    let start = Instant::now();
    let (_, _, by) = finished(&ask(&classic(OpponentKind::Classic(Classic::GameTree), tuning, limits)));
    assert_eq!(by, StopReason::Time);
    assert!(start.elapsed() >= Duration::from_millis(3_500));
}

#[test]
fn minimax_keeps_to_what_is_set_and_tells_what_it_did() {
    let minimax = |opponent, tuning, limits| ask(&classic(opponent, tuning, limits));
    let set = |depth: Option<u32>, breadth: Option<u32>| ClassicTuning {
        depth,
        breadth,
        ..ClassicTuning::default()
    };
    let ten = || milliseconds(10_000);
    for opponent in [
        OpponentKind::Classic(Classic::Minimax(Grade::Easy)),
        OpponentKind::Classic(Classic::Minimax(Grade::Normal)),
        OpponentKind::Classic(Classic::Minimax(Grade::Hard)),
    ] {
        // Without threats on the board the program has to search.
        let (tuning, limits) = (set(Some(2), Some(6)), ten());
        let answers = ask(&Request::Search { id: 1, position: position("h8 i9"), limits, opponent, tuning });
        assert_eq!(finished(&answers).0, 2);
        let Some(Response::Finished { statistics: Some(statistics), progress, .. }) = answers.last() else {
            panic!("{answers:?}")
        };
        assert_eq!((statistics.nodes, statistics.candidates.len()), (progress.nodes, 5));
        assert!(statistics.look_ups >= statistics.hits && statistics.look_ups > 0);
        assert!(statistics.candidates.is_sorted_by(|a, b| a.score >= b.score));
    }
    let nodes = |breadth| {
        finished(&minimax(
            OpponentKind::Classic(Classic::Minimax(Grade::Normal)),
            set(Some(3), Some(breadth)),
            ten(),
        ))
        .1
    };
    assert!(nodes(2) < nodes(10) && nodes(10) < nodes(40));
    let short = || milliseconds(100);
    let answers =
        minimax(OpponentKind::Classic(Classic::Minimax(Grade::Hard)), set(Some(24), Some(60)), short());
    assert_eq!(finished(&answers).2, StopReason::Time);
    for (tuning, time_ms, expected) in [
        (set(Some(0), None), 200, "minimax-hard searches 1 to 24 plies deep, not 0"),
        (set(Some(25), None), 200, "minimax-hard searches 1 to 24 plies deep, not 25"),
        (set(None, Some(0)), 200, "minimax-hard tries 1 to 484 moves in each position, not 0"),
        (set(None, Some(485)), 200, "minimax-hard tries 1 to 484 moves in each position, not 485"),
        (set(None, None), 11_000, "minimax-hard thinks for 100 to 10000 ms, not 11000 ms"),
    ] {
        let limits = milliseconds(time_ms);
        assert_eq!(
            failure(&minimax(OpponentKind::Classic(Classic::Minimax(Grade::Hard)), tuning, limits)),
            expected
        );
    }
}

#[test]
fn unsupported_settings_are_refused() {
    let tuning = ClassicTuning { breadth: Some(9), ..ClassicTuning::default() };
    for (opponent, name) in
        [(OpponentKind::Tengen, "tengen"), (OpponentKind::Classic(Classic::Greedy), "greedy")]
    {
        let answers = ask(&classic(opponent, tuning, depth(1)));
        assert_eq!(failure(&answers), format!("`{name}` has no breadth that could be set"));
    }
    let minded = ClassicTuning { forbidden_moves: Some(false), ..ClassicTuning::default() };
    let answers = ask(&classic(OpponentKind::Classic(Classic::Minimax(Grade::Easy)), minded, depth(1)));
    assert!(failure(&answers).contains("no forbidden moves that could be set"));
    let answers = ask(&classic(OpponentKind::Classic(Classic::GameTree), minded, depth(2)));
    assert_eq!(finished(&answers).0, 2);
    let lines = SearchLimits { lines: 2, ..depth(1) };
    let answers = ask(&classic(OpponentKind::Classic(Classic::Tuple), ClassicTuning::default(), lines));
    assert_eq!(
        failure(&answers),
        "only the engine finds several lines and searches chosen moves; `tuple` does not"
    );
}

#[test]
fn everybody_still_answers_a_plain_search() {
    for name in [
        "tengen",
        "tuple",
        "direction",
        "greedy",
        "game-tree",
        "minimax-easy",
        "minimax-normal",
        "minimax-hard",
    ] {
        let request = format!(
            r#"{{"type":"search","id":3,"position":{{"rule":"renju","size":15,"moves":[[7,7],[8,6]]}},
                "limits":{{"nodes":2000}},"opponent":"{name}"}}"#
        );
        let mut service = EngineService::new(EngineOptions::default());
        service.receive(Request::read(&request).unwrap(), &mut |response| panic!("{response:?}"));
        match work(&mut service).last() {
            Some(Response::Finished { id: 3, best_move: Some(_), lines, .. }) => assert_eq!(lines.len(), 1),
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_move_is_explained() {
    let explain =
        |text, point, limits| ask(&Request::Explain { id: 1, position: position(text), point, limits });
    let answers = explain(THREE, at(7, 4), SolveLimits::default());
    let [Response::Explained { id: 1, explanation }] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!((explanation.mover, explanation.played), (Color::Black, Point::new(7, 4)));
    let [Fact::StartsWin(win), Fact::Makes { shape: Shape::OpenFour, cells }, ..] = &explanation.facts[..]
    else {
        panic!("{explanation:?}")
    };
    assert_eq!((win.means, win.moves, win.line.len()), (Means::Vcf, 2, 3));
    assert_eq!(win.line[0], Point::new(7, 4));
    assert_eq!(cells[..], [4, 5, 6, 7].map(|y| Point::new(7, y)));
    assert!(explanation.undecided.is_empty());
    // Without any nodes the questions stay open.
    let answers = explain(QUIET, at(7, 8), SolveLimits::nodes(0));
    let [Response::Explained { explanation, .. }] = &answers[..] else { panic!("{answers:?}") };
    assert!(explanation.undecided.iter().all(|open| open.stop == SolveStop::Nodes));
    let questions: Vec<_> = explanation.undecided.iter().map(|open| open.question).collect();
    assert_eq!(questions, [Question::StartsWin, Question::AllowsWin]);
    let occupied = explain(QUIET, at(7, 7), SolveLimits::default());
    assert_eq!(failure(&occupied), "h8 is already occupied");
    let over = "h8 a1 h9 c1 h10 e1 h11 g1 h12";
    assert_eq!(failure(&explain(over, at(7, 8), SolveLimits::default())), "the game is over");
}

fn solve(text: &str, attacker: Color, means: Means, limits: SolveLimits) -> Request {
    Request::Solve { id: 1, position: position(text), attacker, means, limits }
}

/// Plays a proof against every defence that it names and one that it does not name.
fn play_through(proof: &Proof, position: &Position) -> usize {
    let mut lines = vec![(proof.turns.last().unwrap(), position.clone())];
    let mut won = 0;
    while let Some((turn, mut position)) = lines.pop() {
        position.play(turn.attack).unwrap();
        if position.is_over() {
            won += 1;
            continue;
        }
        let is_named = |point: &Point| turn.defences.iter().any(|(named, _)| named == point);
        let unnamed = position.legal_moves().filter(|point| !is_named(point)).take(1);
        for defence in turn.defences.iter().map(|&(defence, _)| defence).chain(unnamed) {
            let mut next = position.clone();
            if next.play(defence).is_ok() {
                lines.push((&proof.turns[turn.after(defence.into()).unwrap()], next));
            }
        }
    }
    won
}

#[test]
fn a_win_is_proved_and_can_be_played_through() {
    let answers = ask(&solve(THREE, Color::Black, Means::Vcf, SolveLimits::default()));
    let [Response::Solved { id: 1, verdict: Verdict::Proved(proof), nodes, .. }] = &answers[..] else {
        panic!("{answers:?}")
    };
    assert!(*nodes > 0);
    assert_eq!((proof.attacker, proof.plies, proof.line.len()), (Color::Black, 3, 3));
    assert!(play_through(proof, &played(Rule::FREESTYLE, THREE)) >= 2);
    let answers = ask(&solve(THREE, Color::White, Means::Vct, SolveLimits::default()));
    assert!(matches!(answers[..], [Response::Solved { verdict: Verdict::Refuted, .. }]));
}

const CROWDED: &str = "h8 i9 h10 g9 j8 j10 g7 i7 f9 k8 i11 g11 f6 e5";

#[test]
fn a_solver_keeps_its_limits_and_is_stopped() {
    let limits = SolveLimits::nodes(10);
    let answers = ask(&solve(CROWDED, Color::Black, Means::Vct, limits));
    let unknown = |answers: &[Response], expected| match answers {
        [Response::Solved { id: 1, verdict: Verdict::Unknown(reason), .. }] => {
            assert_eq!(*reason, expected);
        }
        other => panic!("{other:?}"),
    };
    unknown(&answers, SolveStop::Nodes);
    let mut service = EngineService::new(EngineOptions::default());
    let request = solve(CROWDED, Color::Black, Means::Vct, SolveLimits::default());
    assert_eq!(send(&mut service, &request), []);
    service.advance(Duration::ZERO, &mut |response| panic!("{response:?}"));
    unknown(&send(&mut service, &Request::Stop { id: 1 }), SolveStop::Stopped);
    let over = "h8 a1 h9 c1 h10 e1 h11 g1 h12";
    let answers = ask(&solve(over, Color::White, Means::Vcf, SolveLimits::default()));
    assert_eq!(failure(&answers), "the game is over: there is no attack to look for");
}

#[test]
fn threats_of_both_sides_are_reported() {
    let answers = ask(&Request::Threats { id: 1, position: position(THREE) });
    let [Response::Threatened { id: 1, threats: [black, white] }] = &answers[..] else {
        panic!("{answers:?}")
    };
    let mut reported: Vec<_> = black.iter().map(|it| (it.point, it.kind)).collect();
    reported.sort_by_key(|(point, _)| *point);
    let (four, open) = (ThreatKind::Shape(Shape::Four), ThreatKind::Shape(Shape::OpenFour));
    assert_eq!(reported, [(at(7, 3), four), (at(7, 4), open), (at(7, 8), open), (at(7, 9), four)]);
    assert!(white.is_empty(), "{white:?}");
}

#[test]
fn an_opening_is_decided_to_its_end() {
    let decide = |opening: &Opening, nodes| {
        let limits = SearchLimits { nodes, seed: 3, ..SearchLimits::default() };
        ask(&Request::Decide { id: 1, opening: opening.clone(), rule: Rule::FREESTYLE, limits })
    };
    let mut opening = Opening::new(Protocol::Swap2, BoardSize::FIFTEEN).unwrap();
    assert!(failure(&decide(&opening, None)).contains("a limit of time or nodes"));
    let mut last = String::new();
    for _ in 0..2 {
        let answers = decide(&opening, Some(500));
        let [Response::Decided { id: 1, choice }] = &answers[..] else { panic!("{answers:?}") };
        last.clone_from(choice);
        opening.apply(Choice::parse(choice, BoardSize::FIFTEEN).unwrap()).unwrap();
    }
    assert!(["stay", "swap"].contains(&last.as_str()), "{last}");
    assert!(failure(&decide(&opening, Some(500))).contains("which is finished"));
}

#[test]
fn a_bench_that_would_not_end_is_refused() {
    let answers = ask(&Request::Bench { id: 1, depth: 21 });
    assert_eq!(failure(&answers), "a bench searches 20 plies deep at most, not 21");
    assert!(matches!(ask(&Request::Bench { id: 1, depth: 1 })[..], [Response::Benched { id: 1, .. }]));
}

#[test]
fn nonsense_is_answered() {
    let id_of_refusal = |text| match unreadable(&Request::read(text).unwrap_err()) {
        Response::Failed { id, message } if message.starts_with("the engine cannot read") => id,
        other => panic!("{other:?}"),
    };
    let ids = ["", "{}", "[]", "null", r#"{"type":"search","id":8}"#].map(id_of_refusal);
    assert_eq!(ids, [None, None, None, None, Some(8)]);
}

const REQUESTS: [&str; 5] = [
    r#"{"type":"search","id":1,"position":{"rule":"renju","size":15,"moves":[[7,7],[8,8]]},
        "limits":{"nodes":90,"depth":9,"lines":3,"moves":[[1,2]],"excluded":[[3,4]]}}"#,
    r#"{"type":"search","id":1,"position":{"rule":"free-6","size":9,"moves":[[7,7],[8,8]],"max_moves":12},
        "limits":{"time_ms":300},"opponent":"minimax-hard","tuning":{"depth":4,"breadth":9}}"#,
    r#"{"type":"explain","id":2,"position":{"rule":"caro","size":15,"moves":[[7,7]]},"point":[7,8],"limits":{"nodes":9}}"#,
    r#"{"type":"solve","id":3,"position":{"rule":"renju","size":15,"moves":[[7,7],null],"white_first":true},
        "attacker":"white","means":"vct","limits":{"nodes":50}}"#,
    r#"{"type":"threats","id":4,"position":{"rule":"standard","size":4,"setup":"XX..\nO...\n....\n....","moves":[]}}"#,
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]

    /// Every request is answered, and the service continues normally.
    #[test]
    fn mangled_requests_break_nothing(
        text in select(&REQUESTS[..]),
        changes in vec((any::<Index>(), select(&b"\"{}[],:0123456789-.eE ntf"[..]), any::<bool>()), 0..5),
    ) {
        let mut bytes = text.as_bytes().to_vec();
        for (at, byte, inserts) in changes {
            let at = at.index(bytes.len());
            if inserts { bytes.insert(at, byte) } else { bytes[at] = byte }
        }
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let mut service = EngineService::new(EngineOptions::default());
        let mut answers = 0;
        let mut count = |response: Response| answers += usize::from(!matches!(response, Response::Progress { .. }));
        match Request::read(&text) {
            Ok(request) => service.receive(request, &mut count),
            Err(error) => count(unreadable(&error)),
        }
        for _ in 0..3 {
            service.advance(Duration::from_millis(1), &mut count);
        }
        // The limits may be long; the next request ends the search.
        let next = search(position(QUIET), depth(1));
        service.receive(next, &mut count);
        // `Stop` alone has no answer, and no change makes it another request.
        prop_assert_eq!(answers, 1);
        let last = work(&mut service).pop();
        prop_assert!(matches!(last, Some(Response::Finished { id: 1, .. })), "{:?}", last);
    }

    #[test]
    fn lines_of_any_number_come_best_first(lines in 0..9_u32, nodes in 1..2_000_u64) {
        let limits = SearchLimits { lines, nodes: Some(nodes), ..SearchLimits::default() };
        let answers = ask(&search(position(QUIET), limits));
        let Some(Response::Finished { lines: found, .. }) = answers.last() else { panic!("{answers:?}") };
        prop_assert!(!found.is_empty() && found.len() <= lines.max(1) as usize);
        let value = |score| match score {
            Score::Value(value) => value,
            Score::Mate(plies) if plies > 0 => 1_000_000 - plies,
            Score::Mate(plies) => -1_000_000 - plies,
        };
        prop_assert!(found.is_sorted_by(|a, b| value(a.score) >= value(b.score)));
    }
}

/// White leaves Black's open three, Black leaves it as well, and then White stops it.
const LEFT_ALONE: &str = "h8 g9 i8 a1 j8 a15 o15 f8";

fn review(limits: SolveLimits) -> Request {
    review_of(LEFT_ALONE, limits)
}

fn review_of(game: &str, limits: SolveLimits) -> Request {
    let (start, moves) = (position(""), moves::read(game, BoardSize::FIFTEEN).unwrap());
    Request::Review { id: 1, start, moves, effort: Effort::Normal, limits, proved: Vec::new() }
}

const FEW: SolveLimits = SolveLimits { nodes: Some(2_000), time: None };

#[test]
fn a_review_tells_each_move_and_then_the_whole() {
    let answers = ask(&review(FEW));
    let (last, moves) = answers.split_last().unwrap();
    let Response::Reviewed { id: 1, sides, turning_points, is_complete: true } = last else {
        panic!("{last:?}")
    };
    let moves: Vec<_> = moves
        .iter()
        .map(|response| match response {
            Response::ReviewedMove { id: 1, reviewed } => reviewed,
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(moves.iter().map(|it| it.number).collect::<Vec<_>>(), [8, 7, 6, 5, 4, 3, 2, 1]);
    let length = |line: &Option<Vec<Move>>| line.as_ref().map_or(0, Vec::len);
    let (block, win) = (moves[2], moves[1]);
    assert_eq!((block.class, block.after), (MoveClass::Blunder, Score::Mate(-4)));
    assert_eq!((length(&block.refutation), length(&block.missed_win)), (3, 0));
    assert_eq!((length(&win.refutation), length(&win.missed_win), win.before), (0, 3, Score::Mate(3)));
    assert!(turning_points.contains(&6), "{turning_points:?}");
    let counted: u16 = sides.iter().flat_map(|side| side.classes).sum();
    assert_eq!((counted, sides[1].accuracy.is_some()), (8, true));
    // A second review gives the same answers.
    assert_eq!(ask(&review(FEW)), answers);
}

#[test]
fn a_review_uses_what_the_page_has_proved() {
    let known = |known_before| {
        let Request::Review { id, start, moves, limits, .. } = review_of("h8 a1 h10 a3 j8 a15", FEW) else {
            panic!()
        };
        let (effort, proved) = (Effort::Quick, known_before);
        let answers = ask(&Request::Review { id, start, moves, effort, limits, proved });
        answers.into_iter().find_map(|answer| match answer {
            Response::ReviewedMove { reviewed, .. } if reviewed.number == 5 => Some(reviewed),
            _ => None,
        })
    };
    assert_eq!(known(Vec::new()).unwrap().missed_win, None);
    let line = vec![Move::Place(at(0, 0)), Move::Pass, Move::Place(at(1, 1))];
    let proved = Proved { played: 4, score: Score::Mate(3), line: line.clone() };
    let reviewed = known(vec![proved]).unwrap();
    assert_eq!((reviewed.before, reviewed.missed_win), (Score::Mate(3), Some(line)));
}

#[test]
fn a_review_is_stopped_with_what_it_has_found_and_disturbs_nothing() {
    let mut service = EngineService::new(EngineOptions::default());
    assert_eq!(send(&mut service, &review(SolveLimits::time(Duration::from_secs(60)))), []);
    service.advance(Duration::from_millis(5), &mut |_| {});
    // Requests for threats are answered in between.
    let threats = send(&mut service, &Request::Threats { id: 2, position: position(QUIET) });
    assert!(matches!(&threats[..], [Response::Threatened { id: 2, .. }]));
    assert!(service.is_busy());
    let answers = send(&mut service, &Request::Stop { id: 1 });
    assert!(
        matches!(answers.last(), Some(Response::Reviewed { id: 1, is_complete: false, .. })),
        "{answers:?}"
    );
    // The engine is free for the next task, which also ends a review.
    assert_eq!(send(&mut service, &review(FEW)), []);
    let answers = send(&mut service, &search(position(QUIET), depth(2)));
    assert!(
        matches!(answers.last(), Some(Response::Reviewed { id: 1, is_complete: false, .. })),
        "{answers:?}"
    );
    assert_eq!(finished(&work(&mut service)).0, 2);
}

#[test]
fn a_game_that_cannot_be_played_is_not_reviewed() {
    let game = format!("{LEFT_ALONE} h8");
    assert!(failure(&ask(&review_of(&game, FEW))).starts_with("move 9: "));
}

#[test]
fn searches_have_the_threads_that_are_configured() {
    static POOL: Pool = Pool::new(3, |count| {
        (0..count).for_each(|_| drop(thread::spawn(|| POOL.work())));
    });
    let threads_of = |service: &mut EngineService, expected: u32| loop {
        // Threads join when they are ready, perhaps in a later search.
        let limits = SearchLimits::time(Duration::from_millis(200));
        send(service, &search(position(QUIET), limits));
        match work(service).last() {
            Some(&Response::Finished { threads, .. }) if threads >= expected => break threads,
            Some(Response::Finished { .. }) => {}
            other => panic!("{other:?}"),
        }
    };
    let options = EngineOptions { threads: 2, ..EngineOptions::default() };
    let mut service = EngineService::with_spawner(options, Box::new(&POOL));
    assert_eq!(threads_of(&mut service, 2), 2);
    let configure = |threads| Request::Configure { id: 1, threads, hash_mib: None };
    assert_eq!(send(&mut service, &configure(Some(1))), []);
    assert_eq!(threads_of(&mut service, 1), 1);
    // The number exceeds the most threads.
    assert_eq!(send(&mut service, &configure(Some(100))), []);
    assert_eq!(threads_of(&mut service, 4), 4);
    assert_eq!(send(&mut service, &configure(None)), []);
    assert_eq!(threads_of(&mut service, 2), 2);
    assert_eq!(failure(&send(&mut service, &configure(Some(0)))), "expected at least 1 thread, found 0");
}

#[test]
fn the_memory_is_set_and_cleared_between_searches() {
    let mut service = EngineService::new(EngineOptions::default());
    let configure = |hash_mib| Request::Configure { id: 1, threads: None, hash_mib };
    let full = |service: &mut EngineService| {
        send(service, &search(position(QUIET), SearchLimits::nodes(30_000)));
        match work(service).last() {
            Some(Response::Finished { progress, .. }) => progress.hash_per_mille,
            other => panic!("{other:?}"),
        }
    };
    assert_eq!(send(&mut service, &configure(Some(1))), []);
    let of_one = full(&mut service);
    assert_eq!(send(&mut service, &configure(Some(64))), []);
    let of_many = full(&mut service);
    assert!(of_one > 10 * of_many.max(1), "{of_one} of a small table and {of_many} of a large one");
    assert_eq!(send(&mut service, &configure(Some(1))), []);
    assert_eq!(send(&mut service, &configure(None)), []);
    assert!(full(&mut service) < of_one, "16 MiB again");
    assert_eq!(
        failure(&send(&mut service, &configure(Some(0)))),
        "expected at least 1 MiB of memory, found 0"
    );
    // An impossible size is refused, and the memory stays as it was.
    let answers = send(&mut service, &configure(Some(u32::MAX)));
    let refused = failure(&answers);
    assert!(refused.starts_with("there is no memory of"), "{refused}");
    assert!(full(&mut service) < of_one);
}

/// A service whose engine has no network, as on a page.
fn without_networks() -> EngineService {
    let weights = EvaluationWeights::read(&EvaluationWeights::built_in().write()).unwrap();
    EngineService::new(EngineOptions { weights, ..EngineOptions::default() })
}

#[test]
fn a_page_loads_the_network_that_a_request_needs() {
    let mut service = without_networks();
    let limits = SearchLimits::nodes(3_000);
    let search = |position: Position, opponent| {
        let tuning = ClassicTuning::default();
        Request::Search { id: 7, position, limits: limits.clone(), opponent, tuning }
    };
    let missing = |service: &EngineService, request: &Request| service.missing_network(request);
    let freestyle = search(position(QUIET), OpponentKind::Tengen);
    assert_eq!(missing(&service, &freestyle), Some(NetworkFile::Freestyle));
    let renju = search(played(Rule::Renju, QUIET), OpponentKind::Tengen);
    assert_eq!(missing(&service, &renju), Some(NetworkFile::Renju));
    let caro = search(Position::new(Rule::Caro, BoardSize::FIFTEEN), OpponentKind::Tengen);
    assert_eq!(missing(&service, &caro), Some(NetworkFile::Caro));
    assert_eq!(missing(&service, &Request::Bench { id: 1, depth: 3 }), Some(NetworkFile::Freestyle));
    for needless in [
        search(position(QUIET), OpponentKind::Classic(Classic::Greedy)),
        search(Position::new(Rule::CaroExact, BoardSize::FIFTEEN), OpponentKind::Tengen),
        search(Position::new(Rule::FREESTYLE, BoardSize::new(9).unwrap()), OpponentKind::Tengen),
        Request::Threats { id: 2, position: position(QUIET) },
        Request::Stop { id: 7 },
    ] {
        assert_eq!(missing(&service, &needless), None, "{needless:?}");
    }
    // The search reports that it has no network, and the next search uses the network.
    let found = |service: &mut EngineService| {
        let is_weaker = send(service, &freestyle) == [Response::WithoutNetwork { id: 7 }];
        match work(service).pop().unwrap() {
            Response::Finished { progress, .. } => (is_weaker, progress.nodes, progress.score),
            other => panic!("{other:?}"),
        }
    };
    let by_tables = found(&mut service);
    assert!(by_tables.0);
    let network = EvaluationWeights::built_in().write_network(NetworkFile::Freestyle).unwrap();
    send(&mut service, &freestyle);
    service.add_network(&network).unwrap();
    assert!(service.is_busy(), "a search under way is not disturbed");
    work(&mut service);
    assert_eq!(missing(&service, &freestyle), None);
    let with_network = found(&mut service);
    assert_ne!((by_tables.1, by_tables.2), (with_network.1, with_network.2));
    let mut native = EngineService::new(EngineOptions::default());
    assert_eq!(found(&mut native), with_network, "as the engine that has it built in");
    assert!(!with_network.0);
    assert!(service.add_network(b"nonsense").is_err());
}

/// The steps that are due. Requests to be carried out reach the service.
fn steps(waiting: &mut WaitingRequests, service: &mut EngineService) -> Vec<Step> {
    let mut steps = Vec::new();
    while let Some(step) = waiting.next(service) {
        if let Step::CarryOut(request) = &step {
            service.receive(Request::clone(request), &mut |_| ());
        }
        steps.push(step);
    }
    steps
}

fn search_of(id: u32, rule: Rule) -> Request {
    let (limits, tuning) = (SearchLimits::nodes(1_000), ClassicTuning::default());
    let position = played(rule, QUIET);
    Request::Search { id, position, limits, opponent: OpponentKind::Tengen, tuning }
}

fn stop(id: u32) -> Request {
    Request::Stop { id }
}

fn carry_out(request: Request) -> Step {
    Step::CarryOut(Box::new(request))
}

#[test]
fn a_request_waits_for_its_network_and_those_behind_it_too() {
    let (mut service, mut waiting) = (without_networks(), WaitingRequests::default());
    let [first, second] = [search_of(1, Rule::FREESTYLE), search_of(2, Rule::Renju)];
    waiting.push(first.clone());
    assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Freestyle)]);
    waiting.push(second.clone());
    waiting.push(stop(9));
    assert_eq!(steps(&mut waiting, &mut service), []);
    let network = EvaluationWeights::built_in().write_network(NetworkFile::Freestyle).unwrap();
    assert_eq!(waiting.end_fetch(Some(&network), &mut service), None);
    assert_eq!(steps(&mut waiting, &mut service), [carry_out(first), Step::Fetch(NetworkFile::Renju)]);
    // The network did not load, and the engine works without it.
    assert_eq!(waiting.end_fetch(None, &mut service), None);
    assert_eq!(steps(&mut waiting, &mut service), [carry_out(second.clone()), carry_out(stop(9))]);
    // The next requests try again, but only a few times.
    for _ in 0..2 {
        waiting.push(second.clone());
        assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Renju)]);
        waiting.end_fetch(None, &mut service);
        assert_eq!(steps(&mut waiting, &mut service), [carry_out(second.clone())]);
    }
    waiting.push(second.clone());
    assert_eq!(steps(&mut waiting, &mut service), [carry_out(second)]);
}

#[test]
fn a_request_that_is_stopped_does_not_wait_for_its_network() {
    let (mut service, mut waiting) = (without_networks(), WaitingRequests::default());
    let search = search_of(1, Rule::FREESTYLE);
    waiting.push(search.clone());
    assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Freestyle)]);
    waiting.push(stop(7));
    assert_eq!(steps(&mut waiting, &mut service), [], "it stops another request");
    waiting.push(stop(1));
    let expected = [search.clone(), stop(7), stop(1)].map(carry_out);
    assert_eq!(steps(&mut waiting, &mut service), expected);
    assert!(!service.is_busy(), "the search has answered with what it had");
    // The next request waits for the file that is still on its way.
    waiting.push(search.clone());
    assert_eq!(steps(&mut waiting, &mut service), []);
    let network = EvaluationWeights::built_in().write_network(NetworkFile::Freestyle).unwrap();
    assert_eq!(waiting.end_fetch(Some(&network), &mut service), None);
    assert_eq!(steps(&mut waiting, &mut service), [carry_out(search)]);
}

#[test]
fn a_request_does_not_go_without_its_network_because_another_has_not_loaded() {
    let (mut service, mut waiting) = (without_networks(), WaitingRequests::default());
    waiting.push(search_of(1, Rule::FREESTYLE));
    assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Freestyle)]);
    waiting.push(stop(1));
    waiting.push(search_of(2, Rule::Renju));
    assert_eq!(steps(&mut waiting, &mut service).len(), 2);
    waiting.end_fetch(None, &mut service);
    assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Renju)]);
}

#[test]
fn a_file_that_is_no_network_is_not_fetched_again() {
    let (mut service, mut waiting) = (without_networks(), WaitingRequests::default());
    waiting.push(search_of(1, Rule::Standard));
    assert_eq!(steps(&mut waiting, &mut service), [Step::Fetch(NetworkFile::Standard)]);
    let fault = waiting.end_fetch(Some(b"nonsense"), &mut service).unwrap();
    assert!(fault.starts_with("the network for standard cannot be used: expected a file"), "{fault}");
    assert_eq!(steps(&mut waiting, &mut service).len(), 1);
    waiting.push(search_of(2, Rule::Standard));
    assert_eq!(steps(&mut waiting, &mut service), [carry_out(search_of(2, Rule::Standard))]);
}
