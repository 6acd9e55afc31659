//! The engine as a partner in every opening protocol.

use std::collections::BTreeSet;
use std::time::{Duration, Instant};

use crate::support::{rule, small_engine};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::{self, Index};
use tengen_analysis::{Level, SearchLimits, SystemClock};
use tengen_engine::opening::{DecideError, decide};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::opening::{
    Choice, LegalChoice, Opening, OpeningPositionError, OpeningState, Player, Protocol,
};
use tengen_game::{BoardSize, Point, Position, Rule};

fn decided(opening: &Opening, rule: Rule, limits: &SearchLimits) -> Choice {
    decide(&mut small_engine(), opening, rule, limits, &SystemClock::new()).unwrap()
}

/// The choices in renju with a few thousand nodes, as text.
fn chosen(opening: &str) -> String {
    let opening: Opening = opening.parse().unwrap();
    let choice = decided(&opening, Rule::Renju, &SearchLimits::nodes(6_000));
    opening.check(&choice).unwrap();
    choice.to_text(opening.size())
}

/// Lets two engines play an opening, and returns its result.
fn through(engines: &mut [Engine; 2], start: &Opening, rule: Rule, limits: &SearchLimits) -> Opening {
    let clock = SystemClock::new();
    let mut opening = start.clone();
    while let Some(player) = opening.player_to_act() {
        let engine = &mut engines[player as usize];
        let choice = decide(engine, &opening, rule, limits, &clock).unwrap();
        opening.apply(choice).unwrap_or_else(|error| panic!("{opening}, {limits:?}: {error}"));
    }
    opening
}

/// The game continues with a move.
fn check_playable(engine: &mut Engine, opening: &Opening, rule: Rule) {
    let mut position = opening.position(rule).unwrap_or_else(|error| panic!("{opening}, {rule}: {error}"));
    engine.set_position(position.clone());
    let report = engine.search(&SearchLimits::nodes(50), &SystemClock::new(), &mut ());
    position.play(report.best_move.unwrap()).unwrap();
}

/// The smallest possible limits, and some slightly larger ones.
fn small_limits() -> [SearchLimits; 7] {
    [
        SearchLimits::nodes(0),
        SearchLimits::nodes(1),
        SearchLimits::nodes(700),
        SearchLimits::time(Duration::ZERO),
        SearchLimits::depth(0),
        SearchLimits { level: Some(Level::EASY), ..SearchLimits::nodes(300) },
        SearchLimits { level: Some(Level::NORMAL), ..SearchLimits::nodes(300) },
    ]
}

fn engines() -> [Engine; 2] {
    [small_engine(), small_engine()]
}

/// Plays the openings of a protocol on boards of these sizes, for several seeds and limits.
fn play_all(protocol: &str, sizes: &[usize], rules: &[Rule]) {
    let protocol: Protocol = protocol.parse().unwrap();
    let mut engines = engines();
    let mut seed = 0;
    for &lines in sizes {
        let start = Opening::new(protocol, BoardSize::new(lines).unwrap()).unwrap();
        for &rule in rules {
            for limits in small_limits() {
                seed += 1;
                let opening = through(&mut engines, &start, rule, &SearchLimits { seed, ..limits });
                assert!(opening.choices().len() <= protocol.max_choices());
                check_playable(&mut engines[0], &opening, rule);
            }
        }
    }
}

#[test]
fn swap_and_swap2_are_played_on_every_board_under_every_kind_of_rule() {
    for protocol in ["swap", "swap2"] {
        play_all(protocol, &[3, 4, 6, 9, 14, 15, 22], &[Rule::FREESTYLE, Rule::Renju]);
        play_all(protocol, &[5, 15], &[rule("free-3"), Rule::Caro]);
    }
}

#[test]
fn pro_and_long_pro_keep_out_of_the_centre() {
    play_all("pro", &[6, 9, 15, 22], &[Rule::FREESTYLE, Rule::Renju]);
    play_all("long-pro", &[8, 15, 20], &[Rule::Standard, rule("free-4")]);
    // An ordinary move is better where it is allowed; White answers beside Black's first stone.
    let opening: Opening = "15.pro.h8".parse().unwrap();
    let Choice::Place(points) = decided(&opening, Rule::FREESTYLE, &SearchLimits::nodes(2_000)) else {
        panic!("expected a stone");
    };
    let center = opening.size().center();
    assert!(points[0].x().abs_diff(center.x()).max(points[0].y().abs_diff(center.y())) <= 2);
}

#[test]
fn the_protocols_of_renju_are_played() {
    play_all("rif", &[15], &[Rule::Renju, Rule::FREESTYLE]);
    for protocol in ["yamaguchi", "soosorv-8", "soosorv-1", "soosorv-50"] {
        play_all(protocol, &[15], &[Rule::Renju]);
    }
}

#[test]
fn taraguchi_is_played() {
    play_all("taraguchi-10", &[15], &[Rule::Renju, Rule::Standard]);
    for protocol in ["taraguchi-1", "taraguchi-50"] {
        play_all(protocol, &[15], &[Rule::Renju]);
    }
}

/// Two engines alone never go through all of them.
#[test]
fn every_branch_is_answered() {
    let mut engines = engines();
    for opening in [
        "15.swap2.h8h9j7.k10e4",
        "15.rif.h8h9h7.swap",
        "15.rif.h8h9h7.stay.h6",
        "15.rif.h8h9h7.stay.h6.offer-g8a1",
        "15.yamaguchi.h8h9h7",
        "15.yamaguchi.h8h9h7.1.stay",
        "15.yamaguchi.h8h9h7.50.swap",
        "15.yamaguchi.h8h9h7.50.stay.h6",
        "15.soosorv-8.h8h9h7.stay",
        "15.soosorv-8.h8h9h7.stay.h6",
        "15.soosorv-8.h8h9h7.stay.h6.8.stay",
        "15.taraguchi-10.h8.stay",
        "15.taraguchi-10.h8.stay.h9.stay",
        "15.taraguchi-10.h8.stay.h9.stay.h7.stay",
        "15.taraguchi-10.h8.stay.h9.stay.h7.stay.h6.stay",
        "15.taraguchi-10.h8.stay.h9.stay.h7.stay.h6.swap",
        "15.taraguchi-10.h8.stay.h9.stay.h7.stay.h6.swap.g8",
    ] {
        let start: Opening = opening.parse().unwrap();
        for limits in small_limits() {
            let opening = through(&mut engines, &start, Rule::Renju, &limits);
            check_playable(&mut engines[1], &opening, Rule::Renju);
        }
    }
}

/// A legal choice, selected by the numbers. When they run out, the first possibility is taken.
fn any_choice(opening: &Opening, numbers: &[Index]) -> Choice {
    let OpeningState::ToChoose { choices, .. } = opening.state() else { panic!("{opening} is finished") };
    let mut numbers = numbers.iter();
    let mut pick = |length: usize| numbers.next().map_or(0, |number| number.index(length));
    let legal = &choices[pick(choices.len())];
    let mut points = || {
        let mut chosen = Vec::new();
        loop {
            let next = opening.next_points(legal, &chosen);
            if next.is_empty() {
                return chosen;
            }
            chosen.push(next[pick(next.len())]);
        }
    };
    match legal {
        LegalChoice::Place(_) => Choice::Place(points()),
        LegalChoice::Offer { .. } => Choice::Offer(points()),
        LegalChoice::Pick { .. } => Choice::Pick(points()[0]),
        LegalChoice::Stay => Choice::Stay,
        LegalChoice::Swap => Choice::Swap,
        LegalChoice::Announce { limit } => Choice::Announce(1 + pick(usize::from(*limit)) as u8),
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(64) })]

    /// The engine plays one of the two players, the first one if `engine_first`; the other one makes random legal choices.
    #[test]
    fn every_choice_of_the_other_side_has_a_legal_answer(
        protocol in sample::select(vec!["swap", "swap2", "rif", "yamaguchi", "soosorv-8", "taraguchi-10"]),
        rule in sample::select(vec!["free-3", "free-5", "renju", "caro"]),
        engine_first: bool,
        seed: u64,
        choices in vec(vec(any::<Index>(), 4), 10),
    ) {
        let rule: Rule = rule.parse().unwrap();
        let mut engine = small_engine();
        let mut opening: Opening = format!("15.{protocol}").parse().unwrap();
        for numbers in &choices {
            let Some(player) = opening.player_to_act() else { break };
            let choice = if (player == Player::First) == engine_first {
                let limits = SearchLimits { seed, ..SearchLimits::nodes(seed % 1_000) };
                match decide(&mut engine, &opening, rule, &limits, &SystemClock::new()) {
                    Ok(choice) => choice,
                    Err(error) => {
                        prop_assert_eq!(opening.position(rule).map_err(DecideError::Position), Err(error));
                        break;
                    }
                }
            } else {
                any_choice(&opening, numbers)
            };
            prop_assert!(opening.apply(choice.clone()).is_ok(), "{} {:?}", opening, choice);
        }
    }
}

#[test]
fn the_chooser_takes_the_better_side() {
    // Two black stones in the middle against one in the corner, and the other way round.
    assert_eq!(chosen("15.swap.h8a1i9"), "swap");
    assert_eq!(chosen("15.swap2.h8a1i9"), "swap");
    assert_eq!(chosen("15.swap.a1h8o15"), "stay");
    assert_eq!(chosen("15.swap2.a1h8o15"), "stay");
    // After five stones, the chooser has Black.
    assert_eq!(chosen("15.swap2.h8a1i9.o15h6"), "stay");
    assert_eq!(chosen("15.swap2.a1h8o15.i9a15"), "swap");
    // White's fourth stone is wasted, and one fifth move is enough; or it is not, and there are to be many.
    assert_eq!(chosen("15.soosorv-8.h8i8i9.stay.a1.1"), "stay");
    assert_eq!(chosen("15.soosorv-50.h8h9j6.stay.i9.50"), "swap");
    assert_eq!(chosen("15.taraguchi-1.h8.stay.i8.stay.i9.stay.e5"), "stay");
}

#[test]
fn the_last_chooser_has_at_least_the_better_side() {
    for opening in [
        "15.soosorv-8.h8h9j7",
        "15.taraguchi-10.h8",
        "15.taraguchi-10.h8.stay.h9",
        "15.taraguchi-10.h8.swap.h9.stay.j7",
    ] {
        assert_eq!(chosen(opening), "swap", "{opening}");
    }
}

#[test]
fn the_weakest_of_the_offered_fifth_moves_is_picked() {
    // All fifth moves but one begin an attack; the order of the offer does not matter.
    assert_eq!(chosen("15.rif.h8i8i9.stay.g7.offer-a1i7"), "pick-a1");
    assert_eq!(chosen("15.rif.h8i8i9.stay.g7.offer-i7a1"), "pick-a1");
    assert_eq!(chosen("15.yamaguchi.h8i8i9.5.stay.g7.offer-i7h9i10o1j9"), "pick-o1");
}

#[test]
fn a_fifth_move_that_ends_the_game_is_not_picked() {
    let opening: Opening = "15.rif.h8h9h7.stay.h10.offer-h6a1".parse().unwrap();
    let picked = decided(&opening, rule("free-3"), &SearchLimits::nodes(500));
    assert_eq!(picked, Choice::Pick(Point::new(0, 14)));
}

#[test]
fn fifth_moves_on_offer_are_good_and_not_equivalent() {
    for nodes in [0, 500, 8_000] {
        let opening: Opening = "15.taraguchi-10.h8.stay.h9.stay.h7.stay.h6.stay".parse().unwrap();
        let offers = [(opening, 10), ("15.yamaguchi.h8h9h7.50.stay.h6".parse().unwrap(), 50)];
        for (opening, count) in offers {
            // Both branches are legal here; the machine refuses equivalent ones.
            let choice = decided(&opening, Rule::Renju, &SearchLimits::nodes(nodes));
            opening.check(&choice).unwrap();
            if let Choice::Offer(points) = choice {
                assert_eq!(points.len(), count);
                let is_near = |point: &Point| point.x().abs_diff(7).max(point.y().abs_diff(7)) <= 4;
                assert!(points[..10].iter().all(is_near), "{points:?}");
            }
        }
    }
    let row = chosen("15.rif.h8h9h7.stay.h6");
    assert!(row.starts_with("offer-"), "{row}");
}

#[test]
fn more_fifth_moves_are_announced_where_black_is_better() {
    let count = |opening: &str| chosen(opening).parse::<u8>().unwrap();
    let (wasted, good) = (count("15.soosorv-10.h8i8i9.stay.a1"), count("15.soosorv-10.h8h9j6.stay.i9"));
    assert!(wasted > good, "{wasted} {good}");
}

#[test]
fn openings_vary_with_the_seed_and_only_with_it() {
    for (protocol, least) in [("swap", 20), ("rif", 20), ("taraguchi-10.h8.swap", 4)] {
        let start: Opening = format!("15.{protocol}").parse().unwrap();
        let with_seed = |seed| {
            let limits = SearchLimits { seed, ..SearchLimits::nodes(300) };
            decided(&start, Rule::Renju, &limits).to_text(start.size())
        };
        let openings: BTreeSet<String> = (0..40).map(with_seed).collect();
        assert!(openings.len() >= least, "{protocol}: {openings:?}");
        assert_eq!(with_seed(3), with_seed(3));
    }
}

#[test]
fn the_same_nodes_lead_to_the_same_opening() {
    for protocol in ["swap2", "yamaguchi", "soosorv-8", "taraguchi-10"] {
        let start: Opening = format!("15.{protocol}").parse().unwrap();
        let limits = SearchLimits { seed: 11, ..SearchLimits::nodes(2_000) };
        let opened = || through(&mut engines(), &start, Rule::Renju, &limits).to_string();
        assert_eq!(opened(), opened());
    }
}

#[test]
fn a_finished_opening_or_game_has_no_decision() {
    let decide = |text: &str, rule| {
        let opening: Opening = text.parse().unwrap();
        decide(&mut small_engine(), &opening, rule, &SearchLimits::nodes(1), &SystemClock::new())
    };
    for text in ["15.free", "15.swap.h8h9j7.stay"] {
        let error = decide(text, Rule::Renju).unwrap_err();
        assert_eq!(error, DecideError::Finished { opening: text.to_owned() });
        let message = "expected an opening with something left to choose, found";
        assert_eq!(error.to_string(), format!("{message} `{text}`, which is finished"));
    }
    let ended = decide("15.swap.h8h9h7", rule("free-2"));
    assert!(matches!(ended, Err(DecideError::Position(OpeningPositionError::EndsGame { number: 3, .. }))));
    // Where the first stone wins, there is no better choice.
    assert!(decide("15.swap", rule("free-1")).is_ok());
}

#[test]
fn a_stop_and_a_time_limit_are_respected_and_the_engine_keeps_its_position() {
    let opening: Opening = "15.rif.h8h9h7.stay".parse().unwrap();
    let mut engine =
        Engine::new(EngineOptions { hash_bytes: 1 << 20, threads: 2, ..EngineOptions::default() });
    let before = Position::new(Rule::Caro, BoardSize::NINETEEN);
    engine.set_position(before.clone());
    let started = Instant::now();
    let clock = SystemClock::new();
    let handle = engine.stop_handle();
    handle.stop();
    let choice = decide(&mut engine, &opening, Rule::Renju, &SearchLimits::default(), &clock).unwrap();
    opening.check(&choice).unwrap();
    assert!(!handle.is_requested());
    let limits = SearchLimits::time(Duration::from_millis(100));
    let choice = decide(&mut engine, &opening, Rule::Renju, &limits, &clock).unwrap();
    opening.check(&choice).unwrap();
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
    assert_eq!(*engine.position(), before);
}
