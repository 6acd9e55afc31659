//! The suites of forced wins are solved, and every proof holds.

use crate::checker::{Kind, check};
use crate::suite::Case;
use tengen_analysis::{Proof, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::Rule;

const NODES: u64 = 200_000;

fn by_fours(case: &Case) -> Proof {
    let limits = SolveLimits::nodes(NODES);
    match vcf(&case.position, case.attacker, &limits, &SystemClock::new(), &StopHandle::default()).verdict {
        Verdict::Proved(proof) => proof,
        other => panic!("line {}: {other:?}", case.line),
    }
}

fn by_threats(case: &Case) -> Proof {
    let limits = SolveLimits::nodes(NODES);
    match vct(&case.position, case.attacker, &limits, &SystemClock::new(), &StopHandle::default()).verdict {
        Verdict::Proved(proof) => proof,
        other => panic!("line {}: {other:?}", case.line),
    }
}

fn assert_holds(case: &Case, kind: Kind, proof: &Proof) {
    let checked = check(&case.position, case.attacker, kind, proof);
    assert_eq!(checked, Ok(()), "line {}: {proof:?}", case.line);
}

#[test]
fn wins_by_fours_are_found_and_are_the_shortest() {
    let cases = crate::suite::read(crate::suite::VCF);
    assert!(cases.len() >= 200);
    let mut several = 0;
    for case in &cases {
        let proof = by_fours(case);
        assert_eq!(proof.plies, case.plies, "line {}", case.line);
        assert_holds(case, Kind::Fours, &proof);
        // A four has one answer, or two and more where a row can be blocked at its end.
        let most = proof.turns.iter().map(|turn| turn.defences.len()).max();
        let is_caro = matches!(case.rule, Rule::Caro | Rule::CaroExact);
        assert!(is_caro || most <= Some(1), "line {}", case.line);
        several += usize::from(most > Some(1));
    }
    assert!(several > 5);
}

/// A browser leaves little room for recursion.
#[test]
fn long_wins_by_fours_need_no_deep_stack() {
    let solve = || {
        let cases = crate::suite::read(crate::suite::VCF_LONG);
        let proofs: Vec<Proof> = cases.iter().map(by_fours).collect();
        (cases, proofs)
    };
    let thread = std::thread::Builder::new().stack_size(512 << 10).spawn(solve).unwrap();
    let (cases, proofs) = thread.join().unwrap();
    assert!(cases.len() >= 10 && cases.iter().all(|case| case.plies > 20));
    assert!(cases.iter().any(|case| case.plies > 100));
    // The checker recurses, which is all the simpler.
    let check = move || {
        for (case, proof) in cases.iter().zip(&proofs) {
            assert_eq!(proof.plies, case.plies, "line {}", case.line);
            assert_holds(case, Kind::Fours, proof);
        }
    };
    std::thread::Builder::new().stack_size(16 << 20).spawn(check).unwrap().join().unwrap();
}

/// Solves every second case. All defences to threats are tried, which takes its time, and tests share it.
fn assert_wins_by_threats(from: usize) {
    let cases = crate::suite::read(crate::suite::VCT);
    assert!(cases.len() >= 40);
    let (mut plies, mut expected) = (0, 0);
    for case in cases.iter().skip(from).step_by(2) {
        let proof = by_threats(case);
        assert_holds(case, Kind::Anything, &proof);
        plies += proof.plies;
        expected += case.plies;
    }
    // A single win need not be the shortest.
    assert!(plies <= expected, "{plies} plies instead of {expected}");
}

#[test]
fn wins_by_threats_are_found() {
    assert_wins_by_threats(0);
}

#[test]
fn other_wins_by_threats_are_found() {
    assert_wins_by_threats(1);
}

/// A win by fours is a win by threats, too.
#[test]
fn fours_are_threats() {
    for case in crate::suite::read(crate::suite::VCF).iter().step_by(8) {
        let proof = by_threats(case);
        assert_holds(case, Kind::Anything, &proof);
        assert!(proof.plies <= case.plies, "line {}: {} plies", case.line, proof.plies);
    }
}
