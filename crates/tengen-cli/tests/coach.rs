//! The coach against the engine's own proofs: no warning is wrong, and every short win that was missed is named.

#![allow(clippy::unwrap_used, clippy::print_stdout, reason = "a test may fail by panicking")]

use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use tengen_analysis::engine::{Request, Response};
use tengen_analysis::{Level, Means, SearchLimits, SolveLimits, StopHandle, SystemClock, Verdict};
use tengen_engine::solve::{vcf, vct};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::{BoardSize, Color, Move, Point, Position, Rule, Score, SplitMix};
use tengen_match::{Coach, Coaching, Effect, Game, Habits, Match, Notice, Purpose, Seat, Warned, Warning};

/// The longest win, in plies, that must not be missed without a warning.
const SHORT: u32 = 7;

/// The nodes of the proofs by which the warnings are judged: many times those of the coach.
const PROOF_NODES: u64 = 200_000;

#[derive(Default, Debug)]
struct Tally {
    games: usize,
    moves: usize,
    misses: usize,
    losses: usize,
    /// Losses where the move that seemed to hold is lost as well, by a longer proof.
    lost_anyhow: usize,
    short_wins_missed: usize,
    wrong: Vec<String>,
    unnamed: Vec<String>,
}

/// A proved win of a side that is to move, with its length in plies.
fn win(position: &Position, attacker: Color, nodes: u64) -> Option<(u32, Point)> {
    let (clock, stop) = (SystemClock::new(), StopHandle::default());
    let limits = SolveLimits::nodes(nodes);
    let fours = vcf(position, attacker, &limits, &clock, &stop).verdict;
    let threats = || vct(position, attacker, &limits, &clock, &stop).verdict;
    let of = |verdict| match verdict {
        Verdict::Proved(proof) => Some((proof.plies, proof.first()?)),
        _ => None,
    };
    let (fours, threats) = (of(fours), of(threats()));
    match (fours, threats) {
        (Some(one), Some(other)) => Some(if one.0 <= other.0 { one } else { other }),
        (one, other) => one.or(other),
    }
}

/// Whether a side wins by force although the other side is to move: after every move of the other side there is a proved win.
fn wins_whatever_comes(position: &Position, attacker: Color) -> bool {
    if position.is_over() || win(position, attacker, 20_000).is_none() {
        return false;
    }
    position.legal_moves().collect::<Vec<_>>().into_iter().all(|answer| {
        let mut after = position.clone();
        after.play_unchecked(answer);
        !after.is_over() && win(&after, attacker, 20_000).is_some()
    })
}

fn describe(position: &Position, played: Point) -> String {
    let names: Vec<String> =
        position.moves().iter().map(|played| played.on(position.size()).to_string()).collect();
    format!(
        "{} {}: {} then {}",
        position.rule(),
        position.side_to_move().name(),
        names.join(" "),
        played.on(position.size())
    )
}

/// The engine service: answers the requests of a match at once.
struct Service {
    engine: Engine,
}

impl Service {
    fn search(&mut self, position: Position, limits: &SearchLimits) -> (Option<Point>, Score) {
        self.engine.set_position(position);
        let report = self.engine.search(limits, &SystemClock::new(), &mut ());
        (report.best_move, report.score)
    }

    fn answer(&mut self, request: Request) -> Option<Response> {
        match request {
            Request::Solve { id, position, attacker, means, limits } => {
                let (clock, stop) = (SystemClock::new(), StopHandle::default());
                let limits = SolveLimits { time: None, ..limits };
                let solve = if means == Means::Vcf { vcf } else { vct };
                let solution = solve(&position, attacker, &limits, &clock, &stop);
                Some(Response::Solved { id, verdict: solution.verdict, nodes: 0, time: Default::default() })
            }
            Request::Search { id, position, limits, .. } => {
                let limits = SearchLimits { time: None, ..limits };
                let (best_move, score) = self.search(position, &limits);
                let pv = best_move.into_iter().collect();
                let progress = tengen_analysis::SearchProgress::new(1, score, pv);
                let (lines, stopped_by, statistics, threads) = (Vec::new(), None, None, 1);
                Some(Response::Finished { id, best_move, progress, lines, stopped_by, statistics, threads })
            }
            _ => None,
        }
    }

    /// Answers everything that the match requests, until it waits for the person.
    fn settle(&mut self, table: &mut Match, now: &mut u64) {
        loop {
            let requests: Vec<Request> = table
                .take_effects()
                .into_iter()
                .filter_map(|effect| if let Effect::Ask(request) = effect { Some(request) } else { None })
                .collect();
            *now += 1;
            if requests.is_empty() {
                table.at(*now, |_| ());
                if table.engine.task.is_none() {
                    return;
                }
            }
            for request in requests {
                if let Some(response) = self.answer(request) {
                    table.at(*now, |table| table.on_response(response));
                }
            }
        }
    }
}

/// A game of a coached person, who plays as a level, against a level.
fn game(seed: u64, rule: Rule, tally: &Mutex<Tally>) {
    let mut random = SplitMix::new(SplitMix::mix(seed));
    let level = |random: &mut SplitMix| Level::new(3 + random.below(6) as u8).unwrap();
    let (own, theirs) = (level(&mut random), level(&mut random));
    let person = if seed.is_multiple_of(2) { Color::Black } else { Color::White };
    let mut seats = [Seat::Engine(theirs); 2];
    seats[person.index()] = Seat::Person;
    let game = Game::new(rule, BoardSize::FIFTEEN, seats);
    let mut table =
        Match::new(game, Notice::Nothing, Habits { pause_ms: Some(0), ..Habits::APPLICATION }, seed);
    let options = || EngineOptions::default().with_hash_bytes(4 << 20);
    let (mut service, mut plays) =
        (Service { engine: Engine::new(options()) }, Service { engine: Engine::new(options()) });
    let mut now = 1_000;
    table.at(now, |table| table.begin(true));
    table.at(now, |table| table.on_response(Response::Ready));
    table.give(|coach: &mut Coach, _| Coach::set(coach, Coaching::Always));
    service.settle(&mut table, &mut now);
    while !table.game.has_ended() && table.game.record().cursor() < 70 {
        let before = table.game.record().position().clone();
        assert_eq!(before.side_to_move(), person);
        let limits = SearchLimits::default().with_level(own).with_seed(seed);
        let (Some(played), _) = plays.search(before.clone(), &limits) else { break };
        now += 1_000;
        table.at(now, |table| table.place(played));
        service.settle(&mut table, &mut now);
        let warning = table.mode.warned().map(|warned: &Warned| warned.warning);
        let (wrong, unnamed, was_missed) = judge(&before, played, person, warning);
        {
            let mut tally = tally.lock().unwrap();
            tally.moves += 1;
            if let Some(Warning::Loses { better }) = warning {
                let mut held = before.clone();
                held.play_unchecked(better);
                tally.lost_anyhow += usize::from(win(&held, !person, PROOF_NODES).is_some());
            }
            tally.misses += usize::from(warning == Some(Warning::Misses));
            tally.losses += usize::from(matches!(warning, Some(Warning::Loses { .. })));
            tally.short_wins_missed += usize::from(was_missed);
            tally.wrong.extend(wrong);
            tally.unnamed.extend(unnamed);
        }
        if warning.is_some() {
            assert_eq!(table.engine.purpose(), None::<Purpose>);
            table.give(Warned::keep);
            service.settle(&mut table, &mut now);
        }
    }
    tally.lock().unwrap().games += 1;
}

/// The fault of a warning, a missed win that was not named, and whether a short win was missed.
fn judge(
    before: &Position,
    played: Point,
    person: Color,
    warning: Option<Warning>,
) -> (Option<String>, Option<String>, bool) {
    let mut after = before.clone();
    after.play(Move::Place(played)).unwrap();
    let won = after.is_over();
    let own = win(before, person, PROOF_NODES);
    let wrong = match warning {
        Some(Warning::Misses) if own.is_none() => Some("no win was there".to_owned()),
        // A five that was left out is one, whatever else wins.
        Some(Warning::Misses) if own.is_some_and(|(plies, _)| plies == 1) => None,
        Some(Warning::Misses) if wins_whatever_comes(&after, person) => {
            Some("the move wins as well".to_owned())
        }
        Some(Warning::Loses { .. }) if win(&after, !person, PROOF_NODES).is_none() => {
            Some("no win of the opponent".to_owned())
        }
        _ => None,
    };
    let is_short = own.is_some_and(|(plies, _)| plies <= SHORT);
    let was_missed = is_short && !won && !wins_whatever_comes(&after, person);
    let unnamed = (was_missed && warning != Some(Warning::Misses)).then(|| format!("{own:?}, {warning:?}"));
    let place = |text: String| format!("{}: {text}", describe(before, played));
    (wrong.map(place), unnamed.map(place), was_missed)
}

fn coached_games(count: usize) -> Tally {
    let tally = Mutex::new(Tally::default());
    let next = AtomicUsize::new(0);
    std::thread::scope(|scope| {
        for _ in 0..2 {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let rule = [Rule::FREESTYLE, Rule::Standard, Rule::Renju][number % 3];
                    game(number as u64, rule, &tally);
                }
            });
        }
    });
    tally.into_inner().unwrap()
}

fn check(tally: &Tally) {
    println!(
        "{} games, {} moves, {} warnings of missed wins, {} of losses ({} lost anyhow), {} short wins missed",
        tally.games, tally.moves, tally.misses, tally.losses, tally.lost_anyhow, tally.short_wins_missed
    );
    assert!(tally.wrong.is_empty(), "{} wrong:\n{}", tally.wrong.len(), tally.wrong.join("\n"));
    assert!(tally.unnamed.is_empty(), "{} unnamed:\n{}", tally.unnamed.len(), tally.unnamed.join("\n"));
}

#[test]
fn no_warning_is_wrong_and_every_short_win_is_named() {
    let tally = coached_games(6);
    assert!(tally.misses + tally.losses > 0, "{tally:?}");
    check(&tally);
}

/// The same in many games. `cargo test --release -p tengen-cli --test coach two_hundred -- --ignored --nocapture`
#[test]
#[ignore = "it takes minutes"]
fn no_warning_is_wrong_in_two_hundred_games() {
    let count = std::env::var("COACH_GAMES").ok().and_then(|count| count.parse().ok());
    check(&coached_games(count.unwrap_or(200)));
}
