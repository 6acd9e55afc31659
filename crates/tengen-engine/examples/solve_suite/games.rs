//! Positions from games of a weak engine against itself.

use std::collections::HashSet;

use tengen_analysis::{SearchLimits, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::vct;
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Position, Rule, SplitMix, moves};

use crate::fours;

/// So weak that it overlooks wins, and so strong that there are some.
const NODES: u64 = 150;

/// Prints `count` positions in which `plies_of` finds something of interest, at most one of each game for either side.
pub(crate) fn print(
    random: &mut SplitMix,
    rule: Rule,
    size: BoardSize,
    count: u64,
    plies_of: fn(&Position, Color) -> Option<u32>,
) {
    let mut engine = Engine::new(EngineOptions { hash_bytes: 1 << 20, ..EngineOptions::default() });
    let mut seen = HashSet::new();
    while (seen.len() as u64) < count {
        let mut position = opening(random, rule, size);
        let mut found = [false; 2];
        while !position.is_over() {
            for attacker in Color::BOTH {
                if (seen.len() as u64) < count
                    && !found[attacker.index()]
                    && plies(&position, !attacker, 1_000).is_none_or(|plies| plies > 3)
                    && let Some(plies) = plies_of(&position, attacker)
                    && seen.insert(position.key())
                {
                    found[attacker.index()] = true;
                    let played = moves::write(position.moves(), size);
                    println!("{rule} {} {attacker} {plies} {played}", size.lines());
                }
            }
            engine.set_position(position.clone());
            let limits = SearchLimits::nodes(NODES);
            let best = engine.search(&limits, &SystemClock::new(), &mut ()).best_move;
            if best.is_none_or(|best| position.play(best).is_err()) {
                break;
            }
        }
    }
}

/// A few stones near the centre.
fn opening(random: &mut SplitMix, rule: Rule, size: BoardSize) -> Position {
    let mut position = Position::new(rule, size);
    let stones = 5 + random.index(6);
    while position.moves().len() < stones {
        let (dx, dy) = (random.index(7) as i16 - 3, random.index(7) as i16 - 3);
        if let Some(point) = size.center().offset(dx, dy, size) {
            // An occupied or forbidden point is simply not taken.
            let _ = position.play(point);
        }
    }
    position
}

fn plies(position: &Position, attacker: Color, nodes: u64) -> Option<u32> {
    match fours(position, attacker, nodes).verdict {
        Verdict::Proved(proof) => Some(proof.plies),
        _ => None,
    }
}

pub(crate) fn vcf_of_interest(position: &Position, attacker: Color) -> Option<u32> {
    plies(position, attacker, 100_000).filter(|&plies| plies >= 7)
}

pub(crate) fn vct_of_interest(position: &Position, attacker: Color) -> Option<u32> {
    let (clock, stop, limits) = (SystemClock::new(), StopHandle::default(), SolveLimits::nodes(100_000));
    if fours(position, attacker, 100_000).verdict != Verdict::Refuted {
        return None;
    }
    match vct(position, attacker, &limits, &clock, &stop).verdict {
        Verdict::Proved(proof) => Some(proof.plies).filter(|&plies| plies >= 9),
        _ => None,
    }
}
