//! What holds for every tournament, tried on random ones.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tengen_arena::Ending;
use tengen_arena::schedule::{
    Finished, Format, Game, Next, ParticipantId, Plan, Tournament, TournamentError,
};
use tengen_game::{Color, SplitMix};

/// A number that looks random, and is the same for the same input.
fn scramble(seed: u64, number: usize) -> u64 {
    SplitMix::mix(seed ^ SplitMix::mix(number as u64))
}

/// How a game ends depends on the game alone, as if the engines had no randomness.
fn ending(seed: u64, game: Game) -> Ending {
    let players = game.black.0 * 1_000 + game.white.0;
    match scramble(seed, game.number * 1_000_000 + players) % 5 {
        0 => Ending::agreement(),
        1 | 2 => Ending::resignation(Color::Black),
        _ => Ending::resignation(Color::White),
    }
}

/// Plays a tournament to its end with so many workers, who finish in an order that `seed` decides. At each step the
/// state is handed to `look`.
fn play(tournament: &mut Tournament, workers: usize, seed: u64, mut look: impl FnMut(&Tournament)) {
    let mut playing: Vec<Game> = Vec::new();
    for step in 0.. {
        while playing.len() < workers {
            let Next::Game(game) = tournament.take() else { break };
            assert!(!playing.contains(&game));
            playing.push(game);
        }
        if playing.is_empty() {
            break;
        }
        let game = playing.swap_remove(scramble(seed, step) as usize % playing.len());
        tournament.finish(game.number, ending(seed, game)).unwrap();
        look(tournament);
    }
    assert!(tournament.is_over());
    assert_eq!((tournament.take(), tournament.remaining().count()), (Next::Done, 0));
}

fn games(tournament: &Tournament) -> Vec<Game> {
    tournament.finished().map(|finished| finished.game).collect()
}

fn any_format() -> impl Strategy<Value = (usize, Format)> {
    prop_oneof![
        Just((2, Format::Match)),
        (2..10usize, 1..4usize)
            .prop_map(|(participants, cycles)| (participants, Format::RoundRobin { cycles })),
        (2..10usize, 1..9usize, 1..3usize).prop_map(|(participants, challengers, cycles)| {
            (participants, Format::Gauntlet { challengers: challengers.min(participants - 1), cycles })
        }),
        (2..14usize, 1..9usize).prop_map(|(participants, rounds)| (participants, Format::Swiss { rounds })),
    ]
}

fn any_plan() -> impl Strategy<Value = Plan> {
    (any_format(), 1..4usize, 1..6usize).prop_map(|((participants, format), pairs, openings)| {
        Plan::new(participants, format, pairs, openings).unwrap()
    })
}

/// How often each two played each other.
fn meetings(games: &[Game]) -> BTreeMap<(ParticipantId, ParticipantId), usize> {
    let mut meetings = BTreeMap::new();
    for game in games {
        *meetings.entry((game.black.min(game.white), game.black.max(game.white))).or_insert(0) += 1;
    }
    meetings
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 150, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn games_come_in_pairs_with_colours_reversed(plan in any_plan(), seed: u64) {
        let mut tournament = Tournament::new(plan);
        play(&mut tournament, 3, seed, |_| {});
        let games = games(&tournament);
        prop_assert_eq!(games.len(), plan.games());
        for (number, pair) in games.chunks(2).enumerate() {
            let [one, other] = pair else { panic!("a game without its return") };
            prop_assert_eq!((one.black, one.white), (other.white, other.black));
            prop_assert_eq!((one.opening, one.round), (other.opening, other.round));
            prop_assert_eq!((one.pair(), other.pair()), (number, number));
            prop_assert!(!one.is_return() && other.is_return() && one.opening < plan.openings_used());
        }
        // Each participant has each colour equally often, and never plays itself.
        let mut balance = vec![0i64; plan.participants()];
        for game in &games {
            prop_assert_ne!(game.black, game.white);
            balance[game.black.0] += 1;
            balance[game.white.0] -= 1;
        }
        prop_assert!(balance.iter().all(|&surplus| surplus == 0));
    }

    #[test]
    fn all_pairs_meet_equally_often(participants in 2..12usize, cycles in 1..4usize, pairs in 1..3usize) {
        let plan = Plan::new(participants, Format::RoundRobin { cycles }, pairs, 7).unwrap();
        let games: Vec<Game> = (0..plan.games()).map(|number| plan.game(number).unwrap()).collect();
        prop_assert_eq!(plan.game(plan.games()), None);
        let meetings = meetings(&games);
        prop_assert_eq!(meetings.len(), participants * (participants - 1) / 2);
        prop_assert!(meetings.values().all(|&times| times == 2 * pairs * cycles));
        // All pairings have the same openings.
        let mut openings: BTreeMap<_, Vec<usize>> = BTreeMap::new();
        for game in games {
            openings.entry((game.black, game.white)).or_default().push(game.opening);
        }
        let different: BTreeSet<Vec<usize>> = openings.into_values().map(|mut all| { all.sort(); all }).collect();
        prop_assert_eq!(different.len(), 1);
    }

    /// With no more rounds than half of the participants there is always a way (Dirac's theorem), so no two meet twice.
    #[test]
    fn swiss_never_repeats_a_pairing_while_that_can_be_avoided(
        participants in 2..17usize, rounds in 1..9usize, seed: u64
    ) {
        let rounds = rounds.min(participants.div_ceil(2));
        let mut tournament = Tournament::new(Plan::new(participants, Format::Swiss { rounds }, 1, 1).unwrap());
        play(&mut tournament, 2, seed, |_| {});
        prop_assert!(meetings(&games(&tournament)).values().all(|&times| times == 2));
        let byes: Vec<ParticipantId> = (0..rounds).filter_map(|round| tournament.bye(round)).collect();
        prop_assert_eq!(byes.len(), if participants.is_multiple_of(2) { 0 } else { rounds });
        prop_assert_eq!(byes.iter().collect::<BTreeSet<_>>().len(), byes.len());
    }

    #[test]
    fn a_tournament_continues_from_any_saved_state(plan in any_plan(), seed: u64, other_seed: u64) {
        let mut whole = Tournament::new(plan);
        let mut saved = Vec::new();
        play(&mut whole, 4, seed, |state| saved.push(serde_json::to_string(state).unwrap()));
        for (finished, json) in saved.iter().enumerate().step_by(1 + saved.len() / 8) {
            let mut resumed: Tournament = serde_json::from_str(json).unwrap();
            prop_assert_eq!(resumed.finished().count(), finished + 1);
            // Other workers, in another order; but the games end as they would have.
            let mut playing = Vec::new();
            for step in 0.. {
                while let Next::Game(game) = resumed.take() {
                    playing.push(game);
                }
                if playing.is_empty() { break; }
                let game = playing.swap_remove(scramble(other_seed, step) as usize % playing.len());
                resumed.finish(game.number, ending(seed, game)).unwrap();
            }
            prop_assert_eq!(resumed.finished().collect::<Vec<Finished>>(), whole.finished().collect::<Vec<_>>());
        }
    }
}

#[test]
fn games_are_finished_once_and_only_those_there_are() {
    let mut tournament = Tournament::new(Plan::new(4, Format::Swiss { rounds: 2 }, 1, 1).unwrap());
    let draw = Ending::agreement();
    assert_eq!(tournament.finish(4, draw), Err(TournamentError::NoSuchGame(4)));
    tournament.finish(0, draw).unwrap();
    assert_eq!(tournament.finish(0, draw), Err(TournamentError::FinishedTwice(0)));
    // A saved state in which a game of a round came before the round could be drawn was not written by this program.
    assert!(Tournament::resume(*tournament.plan(), [(0, draw), (5, draw)]).is_err());
    assert!(Tournament::resume(*tournament.plan(), [(0, draw), (0, draw)]).is_err());
}

#[test]
fn a_returned_game_goes_to_another_worker() {
    let mut tournament = Tournament::new(Plan::new(2, Format::Match, 1, 1).unwrap());
    let Next::Game(first) = tournament.take() else { panic!("no game") };
    let Next::Game(second) = tournament.take() else { panic!("no game") };
    assert_eq!(tournament.take(), Next::Done);
    tournament.give_back(first.number);
    assert_eq!(tournament.take(), Next::Game(first));
    tournament.finish(second.number, Ending::agreement()).unwrap();
    tournament.give_back(second.number);
    assert_eq!(tournament.take(), Next::Done);
}

/// Four in two rounds: the winners of the first meet in the second, and the strongest wins all of it.
#[test]
fn swiss_finds_the_strongest() {
    let mut tournament = Tournament::new(Plan::new(8, Format::Swiss { rounds: 3 }, 1, 1).unwrap());
    while let Next::Game(game) = tournament.take() {
        // The last one entered is the strongest.
        let loser = if game.black > game.white { Color::White } else { Color::Black };
        tournament.finish(game.number, Ending::resignation(loser)).unwrap();
    }
    let last: Vec<Game> = games(&tournament).into_iter().filter(|game| game.round == 2).collect();
    assert!(last.iter().any(|game| [game.black, game.white].contains(&ParticipantId(7))));
    let mut points = [0; 8];
    for finished in tournament.finished() {
        let [black, white] = finished.half_points();
        points[finished.black().0] += black;
        points[finished.white().0] += white;
    }
    assert_eq!(points[7], 12);
    assert!(points[..7].iter().all(|&other| other < 12));
}
