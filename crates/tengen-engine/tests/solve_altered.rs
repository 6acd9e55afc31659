//! The checker finds every changed proof.

use crate::checker::{Kind, check, start};
use crate::suite::Case;
use tengen_analysis::{AttackerTurn, Proof, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_game::{Color, Move, Point, Position, SplitMix};

/// A turn that comes up when the defender plays at random, and the position in which it does.
fn random_turn(random: &mut SplitMix, case: &Case, proof: &Proof) -> (usize, Position) {
    let mut position = start(&case.position, case.attacker).unwrap();
    let mut at = proof.turns.len() - 1;
    loop {
        let turn = &proof.turns[at];
        if turn.wins() || random.index(4) == 0 {
            return (at, position);
        }
        position.play(turn.attack).unwrap();
        let named: Vec<Point> = turn.defences.iter().map(|(point, _)| *point).collect();
        let named: Vec<Point> = named.into_iter().filter(|&point| position.check(point).is_ok()).collect();
        let legal: Vec<Point> = position.legal_moves().collect();
        let defence = if named.is_empty() || random.index(4) == 0 {
            legal[random.index(legal.len())]
        } else {
            named[random.index(named.len())]
        };
        at = turn.after(Move::Place(defence)).unwrap();
        position.play(defence).unwrap();
    }
}

/// An empty point with no stone of the attacker within five points, so that it takes part in no attack.
fn aside(position: &Position, attacker: Color) -> Option<Point> {
    let (board, size) = (position.board(), position.size());
    let is_aside = |&point: &Point| {
        let around = (-5..=5).flat_map(|dy| (-5..=5).map(move |dx| (dx, dy)));
        let mut around = around.filter_map(|(dx, dy)| point.offset(dx, dy, size));
        around.all(|other| board.stone(other) != Some(attacker))
    };
    board.empty_points().find(is_aside)
}

/// Changes a proof so that it proves nothing; `None` where this change cannot be made.
fn alter(random: &mut SplitMix, how: usize, case: &Case, proof: &Proof) -> Option<Proof> {
    let (index, position) = random_turn(random, case, proof);
    let mut altered = proof.clone();
    let turn: &mut AttackerTurn = &mut altered.turns[index];
    match how {
        // An attack on a stone, or from somewhere else.
        0 => turn.attack = position.size().points().find(|&point| !position.board().is_empty(point))?,
        1 => turn.attack = aside(&position, case.attacker)?,
        // Only the stone that stops a four is named after it, and the four is carried out otherwise.
        2 => {
            turn.otherwise?;
            let stop = proof.turns[turn.otherwise?].attack;
            let named = turn.defences.iter().position(|(point, _)| *point == stop)?;
            let mut after = position.clone();
            after.play(turn.attack).ok()?;
            after.check(stop).ok()?;
            turn.defences.remove(named);
        }
        // A branch is cut off.
        3 => turn.otherwise = turn.otherwise.take().map(|_| None)?,
        4 => {
            turn.otherwise?;
            turn.defences.clear();
            turn.otherwise = None;
        }
        // A last move that is not the last.
        5 => {
            if !turn.wins() || index == 0 {
                return None;
            }
            turn.otherwise = Some(random.index(index));
        }
        // Turns in a circle.
        6 => turn.otherwise = Some(index + random.index(proof.turns.len() - index)),
        // A defence that is answered twice.
        7 => {
            let &named = turn.defences.first()?;
            turn.defences.push(named);
        }
        // The summary of the proof: its length, line and attacker.
        8 => altered.plies += 2,
        9 => altered.line.truncate(proof.line.len() - 1),
        10 => altered.attacker = !proof.attacker,
        11 => {
            let ply = 2 * random.index(proof.line.len() / 2 + 1);
            altered.line[ply] = Move::Place(aside(&position, case.attacker)?);
        }
        12 => drop(altered.turns.pop()),
        _ => altered.turns.clear(),
    }
    Some(altered)
}

fn assert_alterations_are_rejected(kind: Kind, text: &str, every: usize) {
    let mut random = SplitMix::new(every as u64);
    let mut rejected = [0; 14];
    for case in crate::suite::read(text).iter().step_by(every) {
        let solver = if kind == Kind::Fours { vcf } else { vct };
        let limits = SolveLimits::nodes(200_000);
        let solution =
            solver(&case.position, case.attacker, &limits, &SystemClock::new(), &StopHandle::default());
        let Verdict::Proved(proof) = solution.verdict else { panic!("line {}", case.line) };
        for round in 0..6 * rejected.len() {
            let how = round % rejected.len();
            if let Some(altered) = alter(&mut random, how, case, &proof) {
                assert_ne!(altered, proof);
                let checked = check(&case.position, case.attacker, kind, &altered);
                assert!(checked.is_err(), "line {}, change {how}: {altered:?}", case.line);
                rejected[how] += 1;
            }
        }
    }
    assert!(rejected.iter().all(|&count| count > 5), "{rejected:?}");
}

#[test]
fn altered_proofs_by_fours_are_rejected() {
    assert_alterations_are_rejected(Kind::Fours, crate::suite::VCF, 6);
}

#[test]
fn altered_proofs_by_threats_are_rejected() {
    assert_alterations_are_rejected(Kind::Anything, crate::suite::VCT, 9);
}

/// A quiet move that wins in the end is no four.
#[test]
fn threes_are_no_fours() {
    let case = &crate::suite::read(crate::suite::VCT)[0];
    let limits = SolveLimits::nodes(200_000);
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let Verdict::Proved(proof) = vct(&case.position, case.attacker, &limits, &clock, &stop).verdict else {
        panic!("line {}", case.line)
    };
    assert_eq!(check(&case.position, case.attacker, Kind::Anything, &proof), Ok(()));
    let checked = check(&case.position, case.attacker, Kind::Fours, &proof);
    assert!(checked.is_err_and(|error| error.starts_with("no four")));
}
