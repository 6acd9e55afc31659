//! Victory by continuous fours: what is found, what is not, and that every proof holds.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod checker;
mod support;

use std::num::NonZeroU16;

use checker::{Kind, check};
use support::{position, rule};
use tengen_engine::solve::{Proof, Solution, SolveLimits, SolveStop, Verdict, vcf};
use tengen_engine::{StopHandle, SystemClock};
use tengen_game::{Board, BoardSize, Color, Outcome, Point, Position, Rule};

fn solve(position: &Position, attacker: Color, nodes: u64) -> Solution {
    vcf(position, attacker, &SolveLimits::nodes(nodes), &SystemClock::new(), &StopHandle::default())
}

/// The proof, which must hold.
fn proved(position: &Position, attacker: Color) -> Option<Proof> {
    match solve(position, attacker, 200_000).verdict {
        Verdict::Proved(proof) => {
            let checked = check(position, attacker, Kind::Fours, &proof);
            assert_eq!(checked, Ok(()), "{} {attacker} {:?} {proof:?}", position.rule(), position.board());
            Some(proof)
        }
        Verdict::Refuted => None,
        Verdict::Unknown(stop) => panic!("{stop:?} {:?}", position.board()),
    }
}

/// Whether fours alone win within `fours` of them, by trying everything with the rules alone. `None` for no.
fn slow_vcf(position: &mut Position, attacker: Color, fours: u32) -> Option<u32> {
    let moves: Vec<Point> = position.legal_moves().collect();
    let wins = |position: &mut Position, point: Point| {
        position.play(point).unwrap();
        let wins = position.outcome().and_then(Outcome::winner) == Some(attacker);
        position.undo();
        wins
    };
    if moves.iter().any(|&point| wins(position, point)) {
        return Some(1);
    }
    if fours == 0 {
        return None;
    }
    let mut best: Option<u32> = None;
    for point in moves {
        position.play(point).unwrap();
        let again = Position::from_board(position.rule(), position.board().clone(), attacker).unwrap();
        let is_four = !position.is_over()
            && again.legal_moves().any(|point| {
                let mut after = again.clone();
                after.play(point).unwrap();
                after.outcome().and_then(Outcome::winner) == Some(attacker)
            });
        if is_four {
            let mut longest = Some(1);
            let answers: Vec<Point> = position.legal_moves().collect();
            for answer in answers {
                position.play(answer).unwrap();
                let next = if position.is_over() { None } else { slow_vcf(position, attacker, fours - 1) };
                position.undo();
                longest = longest.zip(next).map(|(longest, next)| longest.max(next));
                if longest.is_none() {
                    break;
                }
            }
            if let Some(plies) = longest.map(|longest| longest + 2) {
                best = Some(best.map_or(plies, |best| best.min(plies)));
            }
        }
        position.undo();
    }
    best
}

fn random_numbers(mut state: u64) -> impl FnMut(u64) -> u64 {
    move |bound| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) % bound
    }
}

fn random_position(random: &mut impl FnMut(u64) -> u64, rule: Rule, lines: usize) -> Option<Position> {
    let size = BoardSize::new(lines).unwrap();
    let mut board = Board::new(size);
    let (black, white) = (10 + random(40), 10 + random(30));
    for point in size.points() {
        let color = match random(110) {
            n if n < black => Some(Color::Black),
            n if n < black + white => Some(Color::White),
            _ => None,
        };
        board.set(point, color);
    }
    let side = Color::BOTH[random(2) as usize];
    Position::from_board(rule, board, side).ok().filter(|position| !position.is_over())
}

/// On crowded little boards the answer is that of the rules, whatever it is, under every rule.
#[test]
fn short_wins_are_those_of_the_rules() {
    let mut random = random_numbers(5);
    let mut found = [0; 8];
    let mut refuted = 0;
    for round in 0..1500 {
        let rule = match round % 12 {
            n @ 0..10 => Rule::NAMED[n / 2],
            10 => rule("free-4"),
            _ => rule("free-3"),
        };
        let Some(position) = random_position(&mut random, rule, 6 + round % 2) else { continue };
        let attacker = Color::BOTH[random(2) as usize];
        let ours = proved(&position, attacker);
        let mut start = checker::start(&position, attacker).unwrap();
        // Up to two fours are tried slowly.
        let slow = slow_vcf(&mut start, attacker, 2);
        match (&ours, slow) {
            (Some(proof), Some(plies)) => assert_eq!(proof.plies, plies, "{position:?} {proof:?}"),
            (Some(proof), None) => assert!(proof.plies > 5, "{position:?} {proof:?}"),
            (None, slow) => assert_eq!(slow, None, "{position:?} {attacker}"),
        }
        match ours {
            Some(proof) => found[(proof.plies as usize / 2).min(7)] += 1,
            None => refuted += 1,
        }
    }
    println!("{found:?} {refuted}");
    assert!(found[1] > 50 && found[2] > 10 && found[3] > 2 && refuted > 100, "{found:?} {refuted}");
}
