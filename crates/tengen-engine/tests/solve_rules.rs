//! The effects of rules and limits on forced wins.

use std::num::NonZeroU16;
use std::time::Duration;

use crate::checker::{Kind, check};
use crate::support::{all_rules, played, position, rule};
use tengen_analysis::{Proof, Solution, SolveLimits, SolveStop, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{BoardSize, Color, Move, Position, Rule};

type Solver = fn(&Position, Color, &SolveLimits, &dyn tengen_analysis::Clock, &StopHandle) -> Solution;

fn solve(solver: Solver, position: &Position, attacker: Color) -> Verdict {
    let limits = SolveLimits::nodes(100_000);
    solver(position, attacker, &limits, &SystemClock::new(), &StopHandle::default()).verdict
}

/// The proof by fours, or else by threats, which must hold; `None` if there is surely none.
fn proved(solver: Solver, position: &Position, attacker: Color) -> Option<Proof> {
    match solve(solver, position, attacker) {
        Verdict::Proved(proof) => {
            let checked = check(position, attacker, Kind::Anything, &proof);
            assert_eq!(checked, Ok(()), "{proof:?} {:?}", position.board());
            Some(proof)
        }
        Verdict::Refuted => None,
        Verdict::Unknown(stop) => panic!("{stop:?} {:?}", position.board()),
    }
}

fn plies(solver: Solver, position: &Position, attacker: Color) -> Option<u32> {
    proved(solver, position, attacker).map(|proof| proof.plies)
}

fn first(proof: &Proof, position: &Position) -> String {
    proof.first().unwrap().on(position.size()).to_string()
}

#[test]
fn white_wins_by_a_four_that_black_may_not_answer() {
    let text = "
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        X O O O . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    ";
    let white = position(Rule::Renju, Color::White, text);
    let proof = proved(vcf, &white, Color::White).unwrap();
    assert_eq!((proof.plies, first(&proof, &white).as_str()), (3, "f8"));
    // Nothing has to be named: e8 would be the only answer.
    assert!(proof.turns.last().unwrap().defences.is_empty());
    // Where the point is not forbidden, it is an answer.
    assert_eq!(plies(vcf, &position(Rule::Standard, Color::White, text), Color::White), None);
    // And Black may not attack there.
    let black = position(Rule::Renju, Color::Black, text);
    assert!(proved(vcf, &black, Color::Black).is_none());
    assert_eq!(plies(vcf, &position(Rule::FREESTYLE, Color::Black, text), Color::Black), Some(1));
}

#[test]
fn black_attacks_with_legal_moves_and_five_comes_first() {
    let text = "
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . . . . X . . . . . .
        . O X X . X . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
        . . . . . . . . . . .
    ";
    // e6 would be two fours elsewhere; in renju an open four in the column wins without it.
    let standard = position(Rule::Standard, Color::Black, text);
    assert_eq!(plies(vcf, &standard, Color::Black), Some(3));
    let renju = position(Rule::Renju, Color::Black, text);
    assert!(renju.forbidden_points().iter().any(|(point, _)| point.on(renju.size()).to_string() == "e6"));
    let proof = proved(vcf, &renju, Color::Black).unwrap();
    assert_eq!((proof.plies, first(&proof, &renju).as_str()), (3, "e10"));
    // With a fourth stone in the column the same point completes five, and is legal.
    let row = ". . . . . . . . . . .";
    let five = text.replacen(row, ". . . . O . . . . . .", 1).replacen(row, ". . . . X . . . . . .", 1);
    let five = position(Rule::Renju, Color::Black, &five);
    let proof = proved(vcf, &five, Color::Black).unwrap();
    assert_eq!((proof.plies, first(&proof, &five).as_str()), (1, "e6"));
}

/// A win that comes too late is none.
#[test]
fn the_maximum_number_of_moves_counts() {
    let moves = "h8 a1 h9 c1 h10 e1";
    for (solver, name) in [(vcf as Solver, "vcf"), (vct, "vct")] {
        for (more, expected) in [(1, None), (2, None), (3, Some(3))] {
            let limited = played(Rule::FREESTYLE, 15, moves).with_max_moves(NonZeroU16::new(6 + more));
            assert_eq!(plies(solver, &limited, Color::Black), expected, "{name} {more}");
            // After a move of White's one move fewer is left.
            let mut later = played(Rule::FREESTYLE, 15, "h8 a1 h9 c1 h10");
            later = later.with_max_moves(NonZeroU16::new(6 + more));
            assert_eq!(plies(solver, &later, Color::Black), expected, "{name} {more}");
        }
    }
    // A win that takes this many plies without a limit takes as many with one, or is not found.
    let moves = "j8 e9 f11 g10 i9 f5 h10 e6 i7 g11";
    let unlimited = played(Rule::FREESTYLE, 15, moves);
    let length = plies(vct, &unlimited, unlimited.side_to_move()).unwrap();
    assert!(length > 5);
    for more in 1..=length + 1 {
        let most = unlimited.moves().len() as u16 + more as u16;
        let limited = unlimited.clone().with_max_moves(NonZeroU16::new(most));
        let found = plies(vct, &limited, unlimited.side_to_move());
        assert_eq!(found, (more >= length).then_some(length), "{more}");
    }
}

#[test]
fn there_is_no_win_when_the_game_is_over() {
    let won = played(Rule::FREESTYLE, 15, "h8 a1 h9 c1 h10 e1 h11 g1 h12");
    let drawn = played(Rule::FREESTYLE, 15, "h8 a1").with_max_moves(NonZeroU16::new(2));
    for position in [won, drawn] {
        assert!(position.is_over());
        for attacker in Color::BOTH {
            assert_eq!(solve(vcf, &position, attacker), Verdict::Refuted);
            assert_eq!(solve(vct, &position, attacker), Verdict::Refuted);
        }
    }
}

#[test]
fn quiet_positions_are_refuted_under_every_rule() {
    for rule in all_rules().into_iter().filter(|rule| rule.win_length().stones() >= 4) {
        for lines in [9, 15, 22] {
            let empty = Position::new(rule, BoardSize::new(lines).unwrap());
            assert_eq!(solve(vcf, &empty, Color::White), Verdict::Refuted, "{rule}");
            if rule.win_length().stones() > 4 {
                assert_eq!(solve(vct, &empty, Color::Black), Verdict::Refuted, "{rule}");
            }
        }
    }
}

/// Short rows win with the first moves.
#[test]
fn short_rows_are_won_from_the_start() {
    for (name, lines, by_fours, by_threats) in
        [("free-1", 3, Some(1), Some(1)), ("free-2", 4, Some(3), Some(3)), ("free-3", 5, None, Some(5))]
    {
        let empty = Position::new(rule(name), BoardSize::new(lines).unwrap());
        assert_eq!(plies(vcf, &empty, Color::Black), by_fours, "{name}");
        assert_eq!(plies(vct, &empty, Color::Black), by_threats, "{name}");
    }
    // Three in a row on 3×3 is a draw.
    let small = Position::new(rule("free-3"), BoardSize::MIN);
    assert_eq!(plies(vct, &small, Color::Black), None);
}

/// The defender may make fours too; a win has to hold against all of them.
#[test]
fn fours_of_the_defender_are_met() {
    let text = "
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
        . . . X X . . . . . . . .
        . . . . . X . . . . . . .
        . . . . . X . . . . . . .
        . . . . . . . . . . . . .
        . . . . . . . . O . . . .
        . . . . . . . . O . . . .
        . . . . . . . . O . . . .
        . . . . . . . . . . . . .
        . . . . . . . . . . . . .
    ";
    // White's three becomes an open four unless Black wins by fours, which it does not.
    let open = position(Rule::FREESTYLE, Color::Black, text);
    assert_eq!(plies(vcf, &open, Color::Black), None);
    assert_eq!(plies(vct, &open, Color::Black), None);
    assert_eq!(plies(vcf, &open, Color::White), Some(3));
    // Closed at both ends but one, it gives White a four or two, which delay the end.
    let rows = text.replacen(
        "O . . . .\n        . . . . . . . . . . . . .\n        . . . . . . . . . . . . .",
        "O . . . .\n        . . . . . . . . X . . . .\n        . . . . . . . . . . . . .",
        1,
    );
    let closed = position(Rule::FREESTYLE, Color::Black, &rows);
    assert_eq!(plies(vcf, &closed, Color::Black), None);
    let proof = proved(vct, &closed, Color::Black).unwrap();
    assert!(proof.plies > 5, "{proof:?}");
}

#[test]
fn limits_end_the_search() {
    let position = played(Rule::FREESTYLE, 15, "h8 i9 j8 g8 i7 k9 g9 h10 i10 k7");
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let stopped = StopHandle::default();
    stopped.stop();
    for solver in [vcf as Solver, vct] {
        let solution = solver(&position, Color::Black, &SolveLimits::nodes(0), &clock, &stop);
        assert_eq!(solution, Solution { verdict: Verdict::Unknown(SolveStop::Nodes), nodes: 0 });
        let in_no_time = SolveLimits::time(Duration::ZERO);
        let solution = solver(&position, Color::Black, &in_no_time, &clock, &stop);
        assert_eq!(solution.verdict, Verdict::Unknown(SolveStop::Time));
        let solution = solver(&position, Color::Black, &SolveLimits::default(), &clock, &stopped);
        assert_eq!(solution.verdict, Verdict::Unknown(SolveStop::Stopped));
        assert!(stopped.is_requested(), "a stop is not spent");
    }
    for nodes in [1, 10, 100, 1_000] {
        let limits = SolveLimits::nodes(nodes);
        let solution = vct(&position, Color::White, &limits, &clock, &stop);
        assert_eq!(solution, vct(&position, Color::White, &limits, &clock, &stop), "the same every time");
        if !matches!(solution.verdict, Verdict::Proved(_)) {
            assert!(solution.nodes <= nodes);
        }
    }
}

/// A pass defends against nothing, and is answered like other moves that change nothing.
#[test]
fn passes_are_answered_in_renju() {
    let position = played(Rule::Renju, 15, "h8 a1 h9 c1 h10 e1");
    let proof = proved(vcf, &position, Color::Black).unwrap();
    let root = proof.turns.last().unwrap();
    assert_eq!(root.after(Move::Pass), root.otherwise);
    assert!(proof.turns[root.otherwise.unwrap()].wins());
}
