//! On crowded little boards the solvers agree with the rules, under every rule.

use crate::checker::{Kind, check, start};
use crate::slow::{random_numbers, random_position};
use crate::support::rule;
use tengen_analysis::{SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{Color, Rule};

fn rule_of_round(round: usize) -> Rule {
    match round % 14 {
        n @ 0..10 => Rule::NAMED[n / 2],
        10 => rule("free-4"),
        11 => rule("free-3"),
        12 => rule("free-6"),
        _ => Rule::Renju,
    }
}

/// The wins by fours and their lengths are those that an exhaustive search finds.
#[test]
fn wins_by_fours_are_those_of_the_rules() {
    let mut random = random_numbers(5);
    let (mut found, mut refuted) = ([0; 8], 0);
    for round in 0..1_500 {
        let rule = rule_of_round(round);
        let Some(position) = random_position(&mut random, rule, 6 + round % 2, [55, 45]) else { continue };
        let attacker = Color::BOTH[random(2) as usize];
        let (clock, stop, limits) = (SystemClock::new(), StopHandle::default(), SolveLimits::nodes(200_000));
        let verdict = vcf(&position, attacker, &limits, &clock, &stop).verdict;
        let slow = crate::slow::vcf(&mut start(&position, attacker).unwrap(), 2);
        match verdict {
            Verdict::Proved(proof) => {
                let checked = check(&position, attacker, Kind::Fours, &proof);
                assert_eq!(checked, Ok(()), "{attacker} {position:?} {proof:?}");
                // Up to two fours are tried slowly.
                assert!(slow == Some(proof.plies) || slow.is_none() && proof.plies > 5, "{position:?}");
                found[(proof.plies as usize / 2).min(7)] += 1;
            }
            Verdict::Refuted => {
                assert_eq!(slow, None, "{attacker} {position:?}");
                refuted += 1;
            }
            Verdict::Unknown(stop) => panic!("{stop:?} {position:?}"),
        }
    }
    assert!(found[1] > 50 && found[2] > 10 && found[3] > 2 && refuted > 100, "{found:?} {refuted}");
}

/// Every proof by threats holds, and wins by fours are among those by threats.
#[test]
fn wins_by_threats_hold() {
    let mut random = random_numbers(9);
    let (mut found, mut refuted) = ([0; 12], 0);
    for round in 0..700 {
        let rule = rule_of_round(round);
        let Some(position) = random_position(&mut random, rule, 7 + round % 4, [30, 30]) else { continue };
        let attacker = Color::BOTH[random(2) as usize];
        let (clock, stop, limits) = (SystemClock::new(), StopHandle::default(), SolveLimits::nodes(10_000));
        let by_fours = vcf(&position, attacker, &limits, &clock, &stop).verdict;
        match vct(&position, attacker, &limits, &clock, &stop).verdict {
            Verdict::Proved(proof) => {
                let checked = check(&position, attacker, Kind::Anything, &proof);
                assert_eq!(checked, Ok(()), "{attacker} {position:?} {proof:?}");
                found[(proof.plies as usize / 2).min(11)] += 1;
            }
            Verdict::Refuted => {
                assert_eq!(by_fours, Verdict::Refuted, "{attacker} {position:?}");
                refuted += 1;
            }
            Verdict::Unknown(_) => {}
        }
    }
    assert!(found[2] > 10 && found[3] > 5 && found[4..].iter().sum::<i32>() > 5, "{found:?}");
    assert!(refuted > 100, "{refuted}");
}

/// Where the solver refutes a win by threats, there is no short one.
#[test]
fn no_short_win_by_threats_is_overlooked() {
    let mut random = random_numbers(11);
    let (mut refuted, mut proved) = (0, 0);
    for round in 0..400 {
        let rule = rule_of_round(round);
        let Some(position) = random_position(&mut random, rule, 5 + round % 2, [50, 50]) else { continue };
        let attacker = Color::BOTH[random(2) as usize];
        let (clock, stop, limits) = (SystemClock::new(), StopHandle::default(), SolveLimits::nodes(100_000));
        let verdict = vct(&position, attacker, &limits, &clock, &stop).verdict;
        let slow = crate::slow::short_vct(&mut start(&position, attacker).unwrap());
        match verdict {
            Verdict::Refuted => {
                assert!(!slow, "{attacker} {position:?}");
                refuted += 1;
            }
            _ => proved += u32::from(slow),
        }
    }
    assert!(refuted > 50 && proved > 20, "{refuted} {proved}");
}
