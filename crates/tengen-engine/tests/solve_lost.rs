//! Forced wins in games that the engine lost: `tests/data/lost.txt`.

use crate::checker::{Kind, check};
use tengen_analysis::{SearchLimits, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;
use tengen_engine::{Engine, EngineOptions};

/// Half of the wins that a strong search finds are wins by threats that few nodes show. Of the others some need quiet moves.
#[test]
fn half_of_the_wins_in_lost_games_are_proved() {
    let (mut proved, mut checked_proofs) = (0, 0);
    let cases = crate::suite::read(crate::suite::LOST);
    for case in &cases {
        let limits = SolveLimits::nodes(300_000);
        let solution =
            vct(&case.position, case.attacker, &limits, &SystemClock::new(), &StopHandle::default());
        if let Verdict::Proved(proof) = solution.verdict {
            proved += 1;
            // The checker plays every defence, which takes its time for the larger proofs.
            if proof.turns.len() < 500 {
                let checked = check(&case.position, case.attacker, Kind::Anything, &proof);
                assert_eq!(checked, Ok(()), "line {}", case.line);
                checked_proofs += 1;
            }
        }
    }
    assert!(2 * proved > cases.len(), "{proved} of {}", cases.len());
    assert!(checked_proofs >= 2, "{checked_proofs} proofs are small");
}

/// The number of losing moves that the engine does not play again, with parameters, by 300,000 nodes.
fn avoided(params: &str) -> usize {
    let cases = crate::suite::read(crate::suite::LOST);
    let options =
        EngineOptions { hash_bytes: 64 << 20, params: params.parse().unwrap(), ..EngineOptions::default() };
    let mut avoided = 0;
    for case in &cases {
        let mut position = case.position.clone();
        let lost = position.moves().last().copied().unwrap();
        position.undo();
        let mut engine = Engine::new(options.clone());
        engine.set_position(position);
        let report = engine.search(&SearchLimits::nodes(300_000), &SystemClock::new(), &mut ());
        avoided += usize::from(report.best_move != lost.point());
    }
    avoided
}

/// The search alone finds many of the opponent's wins in time, and so does the search with questions to the solver.
#[test]
fn moves_that_lost_are_not_played_again() {
    let cases = crate::suite::read(crate::suite::LOST).len();
    for params in ["reply_percent=0", "reply_percent=40"] {
        let avoided = avoided(params);
        assert!(3 * avoided > cases, "{avoided} of {cases} with {params}");
    }
}
