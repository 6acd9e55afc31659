//! Victory by continuous threats: every proof holds, under every rule.
#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

mod checker;
mod support;

use checker::{Kind, check};
use support::rule;
use tengen_engine::solve::{Proof, Solution, SolveLimits, Verdict, vcf, vct};
use tengen_engine::{StopHandle, SystemClock};
use tengen_game::{Board, BoardSize, Color, Position, Rule};

fn solve(position: &Position, attacker: Color, nodes: u64) -> Solution {
    vct(position, attacker, &SolveLimits::nodes(nodes), &SystemClock::new(), &StopHandle::default())
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
    let (black, white) = (5 + random(30), 5 + random(30));
    for point in size.points() {
        let color = match random(150) {
            n if n < black => Some(Color::Black),
            n if n < black + white => Some(Color::White),
            _ => None,
        };
        board.set(point, color);
    }
    let side = Color::BOTH[random(2) as usize];
    Position::from_board(rule, board, side).ok().filter(|position| !position.is_over())
}

#[test]
fn every_proof_holds() {
    let mut random = random_numbers(7);
    let mut found = [0; 12];
    let (mut refuted, mut unknown, mut nodes, mut turns) = (0, 0, 0, 0);
    let rounds: usize = std::env::var("ROUNDS").map_or(600, |n| n.parse().unwrap());
    let (mut solving, mut checking) = (std::time::Duration::ZERO, std::time::Duration::ZERO);
    for round in 0..rounds {
        let rule = match round % 14 {
            n @ 0..10 => Rule::NAMED[n / 2],
            10 => rule("free-4"),
            11 => rule("free-3"),
            12 => rule("free-6"),
            _ => Rule::Renju,
        };
        let Some(position) = random_position(&mut random, rule, 7 + round % 4) else { continue };
        let attacker = Color::BOTH[random(2) as usize];
        let started = std::time::Instant::now();
        let solution = solve(&position, attacker, 20_000);
        solving += started.elapsed();
        nodes += solution.nodes;
        match solution.verdict {
            Verdict::Proved(proof) => {
                let started = std::time::Instant::now();
                let checked = check(&position, attacker, Kind::Anything, &proof);
                checking += started.elapsed();
                assert_eq!(checked, Ok(()), "{rule} {attacker} {:?} {:?}", position.board(), proof.line);
                found[(proof.plies as usize / 2).min(11)] += 1;
                turns += proof.turns.len();
            }
            Verdict::Refuted => refuted += 1,
            Verdict::Unknown(_) => unknown += 1,
        }
    }
    println!(
        "{found:?} {refuted} refuted {unknown} unknown {nodes} nodes in {solving:?}, {turns} turns in {checking:?}"
    );
}
