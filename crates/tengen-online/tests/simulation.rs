//! Random users, commands, disconnects, repetitions, reorderings and jumps of time, and the properties that must hold after each of them.
//!
//! A sequence of numbers is a simulation: each number selects the next attempt. Most attempts are refused, as those of hostile clients are.
//! `cargo test -p tengen-online -- --ignored million` runs a million of them in half a minute.

use proptest::prelude::*;
use tengen_game::SplitMix;

use crate::fuzz_checks::simulate;

/// Words of a generator, which differ for each seed.
fn words(seed: u64, count: usize) -> impl Iterator<Item = u64> {
    let mut random = SplitMix::new(seed);
    std::iter::repeat_with(move || random.next()).take(count)
}

#[test]
fn everything_happens_and_everything_holds() {
    let mut ends = std::collections::BTreeMap::new();
    let (mut games, mut restarts) = (0, 0);
    for seed in 0..6 {
        let world = simulate(words(seed, 4_000));
        games += world.finished_games();
        restarts += world.restarts();
        for (cause, count) in world.ends() {
            *ends.entry(cause).or_insert(0) += count;
        }
    }
    // The simulation is useful only if it reaches the interesting states.
    assert!(games > 100 && restarts > 50, "{games} games, {restarts} restarts");
    for cause in ["line", "resignation", "timeout", "agreement", "abandonment", "abort", "no-start"] {
        assert!(ends.contains_key(cause), "{cause}: {ends:?}");
    }
}

#[test]
fn equal_words_make_equal_worlds() {
    let run = || simulate(words(99, 1_500)).summary();
    assert_eq!(run(), run());
}

#[test]
#[ignore = "takes half a minute"]
fn a_million_commands_hold() {
    let mut games = 0;
    for seed in 0..50 {
        games += simulate(words(1_000 + seed, 20_000)).finished_games();
    }
    assert!(games > 10_000, "{games}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, failure_persistence: None, ..ProptestConfig::default() })]

    /// The same check, in which proptest reduces a failing input to a few words.
    #[test]
    fn any_words_hold(words in prop::collection::vec(any::<u64>(), 1..250)) {
        simulate(words);
    }
}
