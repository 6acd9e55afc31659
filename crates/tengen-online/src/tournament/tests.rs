use std::collections::{BTreeMap, BTreeSet};

use tengen_analysis::Level;
use tengen_game::EndReason;
use tengen_game::opening::Player;

use super::*;
use crate::message::{EndCause, GameOver, RatingView, UserKind};
use crate::settings::pool_settings;

fn player(number: u64, rating: u16) -> PlayerInfo {
    PlayerInfo {
        account: AccountId::from_entropy(number),
        name: format!("User{number}").parse().unwrap(),
        kind: UserKind::Member,
        rating: Some(RatingView { value: rating, provisional: false }),
    }
}

fn account(number: u64) -> AccountId {
    AccountId::from_entropy(number)
}

/// A tournament with its log, which is replayed after each command.
struct Hall {
    tournament: Tournament,
    log: Vec<TournamentEvent>,
    /// The number of games between two players.
    met: BTreeMap<BTreeSet<AccountId>, usize>,
    firsts: BTreeMap<AccountId, usize>,
}

const START: Time = 60_000;

fn request(format: TournamentFormat) -> TournamentRequest {
    TournamentRequest {
        name: "Cup".to_owned(),
        format,
        settings: pool_settings(0).unwrap(),
        starts: START,
        bots: Vec::new(),
        programs: false,
        berserk: false,
        private: false,
    }
}

impl Hall {
    fn new(format: TournamentFormat, players: u64) -> Hall {
        Hall::of(request(format), players)
    }

    fn of(request: TournamentRequest, players: u64) -> Hall {
        let id = TournamentId::from_entropy(1);
        let (tournament, created) = Tournament::create(id, request, player(0, 1_500), 0).unwrap();
        let mut hall = Hall { tournament, log: vec![created], met: BTreeMap::new(), firsts: BTreeMap::new() };
        for number in 0..players {
            let reply = hall.tournament.join(player(number, 2_000 - 10 * number as u16), number);
            hall.take(reply).unwrap();
        }
        hall
    }

    fn take(&mut self, reply: Reply) -> Result<(), TournamentError> {
        for event in &reply.events {
            if let Happened::Paired { players, .. } = &event.event {
                *self.met.entry(players.iter().copied().collect()).or_default() += 1;
                *self.firsts.entry(players[0]).or_default() += 1;
            }
        }
        self.log.extend(reply.events);
        let stored = serde_json::to_string(&self.log).unwrap();
        let stored: Vec<TournamentEvent> = serde_json::from_str(&stored).unwrap();
        assert_eq!(Tournament::replay(stored).unwrap(), self.tournament);
        reply.result
    }

    fn tick(&mut self, now: Time) {
        let reply = self.tournament.tick(now, now, |_| true, |_, _| false);
        self.take(reply).unwrap();
    }

    fn finish(&mut self, game: GameId, winner: Option<Player>, now: Time) {
        let result = GameOver { winner, cause: EndCause::Played(EndReason::Agreement) };
        let report = GameReport { game, result, no_show: None, berserk: [false; 2] };
        let reply = self.tournament.finish(report, now, now, |_, _| false);
        self.take(reply).unwrap();
        let again = self.tournament.finish(report, now, now, |_, _| false);
        assert_eq!(again.result, Err(TournamentError::NoSuchGame(game)));
    }

    /// Lets the stronger player, who has the lower number, win all running games.
    fn strongest_win(&mut self, now: Time) {
        let games: Vec<GameId> = self.tournament.games().collect();
        for game in games {
            let new = self.tournament.new_game(game).unwrap();
            let [first, second] = [0, 1].map(|seat| new.players[seat].rating.unwrap().value);
            let winner = if first > second { Player::First } else { Player::Second };
            self.finish(game, Some(winner), now);
        }
    }

    fn order(&self) -> Vec<(AccountId, u32)> {
        self.tournament.standings().iter().map(|row| (row.player.account, row.points)).collect()
    }
}

#[test]
fn all_meet_all_in_a_round_robin() {
    for players in [4, 5] {
        let mut hall = Hall::new(TournamentFormat::RoundRobin { cycles: 2 }, players);
        assert_eq!(hall.tournament.next_deadline(), Some(START));
        hall.tick(START);
        let mut now = START;
        while hall.tournament.status() == TournamentStatus::Running {
            now += 1_000;
            hall.strongest_win(now);
        }
        assert_eq!(hall.tournament.status(), TournamentStatus::Finished);
        assert_eq!(hall.met.len() as u64, players * (players - 1) / 2);
        assert!(hall.met.values().all(|&times| times == 2));
        assert!(hall.firsts.values().all(|&times| times as u64 == players - 1), "{:?}", hall.firsts);
        let expected: Vec<(AccountId, u32)> =
            (0..players).map(|number| (account(number), 4 * (players - 1 - number) as u32)).collect();
        assert_eq!(hall.order(), expected);
        assert_eq!(hall.tournament.next_deadline(), None);
    }
}

#[test]
fn equals_meet_in_a_swiss_tournament() {
    let mut hall = Hall::new(TournamentFormat::Swiss { rounds: 3 }, 7);
    hall.tick(START);
    for round in 1..=3 {
        assert_eq!((hall.tournament.round(), hall.tournament.games().count()), (round, 3));
        hall.strongest_win(START + Time::from(round));
    }
    assert_eq!(hall.tournament.status(), TournamentStatus::Finished);
    assert!(hall.met.values().all(|&times| times == 1));
    let byes: Vec<AccountId> = hall
        .log
        .iter()
        .filter_map(|event| match event.event {
            Happened::Bye(account) => Some(account),
            _ => None,
        })
        .collect();
    assert_eq!((byes.len(), byes.iter().collect::<BTreeSet<_>>().len()), (3, 3));
    assert_eq!(hall.order()[0], (account(0), 6));
    assert!(hall.firsts.values().all(|times| (1..=2).contains(times)), "{:?}", hall.firsts);
    let row = &hall.tournament.standings()[0];
    assert_eq!((row.rank, row.games.as_slice()), (1, &[2, 2, 2][..]));
}

#[test]
fn a_withdrawn_player_is_paired_no_more() {
    for format in [TournamentFormat::Swiss { rounds: 3 }, TournamentFormat::RoundRobin { cycles: 1 }] {
        let mut hall = Hall::new(format, 4);
        hall.tick(START);
        let reply = hall.tournament.leave(account(0), START + 1, 5);
        hall.take(reply).unwrap();
        let again = hall.tournament.leave(account(0), START + 1, 5);
        assert_eq!((again.result, again.events.len()), (Ok(()), 0));
        // The running game counts.
        hall.strongest_win(START + 2);
        let met: usize =
            hall.met.iter().filter(|(pair, _)| pair.contains(&account(0))).map(|(_, times)| times).sum();
        while hall.tournament.status() == TournamentStatus::Running {
            hall.strongest_win(START + 3);
        }
        let met_at_the_end: usize =
            hall.met.iter().filter(|(pair, _)| pair.contains(&account(0))).map(|(_, times)| times).sum();
        assert_eq!((met, met_at_the_end), (1, 1));
        assert!(hall.tournament.standings().iter().any(|row| row.withdrawn && row.points == 2));
        assert_eq!(hall.tournament.leave(account(9), START, 5).result, Err(TournamentError::NotPlayer));
    }
}

#[test]
fn who_does_not_appear_loses_and_is_withdrawn() {
    let mut hall = Hall::new(TournamentFormat::Swiss { rounds: 2 }, 4);
    hall.tick(START);
    let game = hall.tournament.games().next().unwrap();
    let new = hall.tournament.new_game(game).unwrap();
    let result = GameOver { winner: None, cause: EndCause::NoStart };
    let report = GameReport { game, result, no_show: Some(Player::First), berserk: [false; 2] };
    let reply = hall.tournament.finish(report, START + 1, 1, |_, _| false);
    hall.take(reply).unwrap();
    assert!(!hall.tournament.is_player(new.players[0].account));
    assert!(hall.order().contains(&(new.players[1].account, 2)));
    // The player can return.
    let reply = hall.tournament.join(new.players[0].clone(), START + 2);
    hall.take(reply).unwrap();
    assert!(hall.tournament.is_player(new.players[0].account));
}

#[test]
fn an_arena_pairs_until_its_end() {
    let mut hall = Hall::new(TournamentFormat::Arena { minutes: 5 }, 6);
    let ends = START + 5 * MINUTE;
    hall.tick(START);
    assert_eq!(hall.tournament.games().count(), 3);
    let mut last: BTreeMap<AccountId, AccountId> = BTreeMap::new();
    let mut now = START;
    while now < ends {
        let games: Vec<GameId> = hall.tournament.games().collect();
        for game in &games {
            let [one, other] = hall.tournament.new_game(*game).unwrap().players.map(|player| player.account);
            assert!(last.insert(one, other) != Some(other) && last.insert(other, one) != Some(one));
        }
        hall.strongest_win(now);
        now = hall.tournament.next_deadline().unwrap().max(now + PAIRING_INTERVAL);
        hall.tick(now);
    }
    assert_eq!(hall.tournament.status(), TournamentStatus::Finished);
    assert_eq!(hall.order()[0].0, account(0));
    assert!(
        hall.firsts.values().max().unwrap() - hall.firsts.values().min().unwrap() <= 2,
        "{:?}",
        hall.firsts
    );
    assert_eq!(hall.tournament.join(player(9, 1_500), now).result, Err(TournamentError::Over));
}

#[test]
fn an_arena_waits_for_its_last_games_and_for_the_absent() {
    let mut hall = Hall::new(TournamentFormat::Arena { minutes: 5 }, 3);
    let reply = hall.tournament.tick(START, 1, |account| account != self::account(1), |_, _| false);
    hall.take(reply).unwrap();
    let game = hall.tournament.games().next().unwrap();
    let players = hall.tournament.new_game(game).unwrap().players;
    assert!(players.iter().all(|player| player.account != account(1)));
    // A player can join late.
    let reply = hall.tournament.join(player(7, 1_500), START + 1);
    hall.take(reply).unwrap();
    let ends = START + 5 * MINUTE;
    hall.tick(ends);
    assert_eq!((hall.tournament.status(), hall.tournament.games().count()), (TournamentStatus::Running, 1));
    assert_eq!(hall.tournament.next_deadline(), None);
    hall.finish(game, None, ends + 1);
    assert_eq!(hall.tournament.status(), TournamentStatus::Finished);
}

#[test]
fn two_alone_in_an_arena_meet_again() {
    let mut hall = Hall::new(TournamentFormat::Arena { minutes: 5 }, 2);
    hall.tick(START);
    hall.strongest_win(START + 1);
    hall.tick(START + PAIRING_INTERVAL);
    assert_eq!(hall.tournament.games().count(), 1);
    assert!(hall.firsts.values().all(|&times| times == 1));
}

#[test]
fn a_tournament_without_players_is_cancelled() {
    let mut hall = Hall::new(TournamentFormat::Swiss { rounds: 3 }, 1);
    hall.tick(START - 1);
    assert_eq!(hall.tournament.status(), TournamentStatus::Open);
    hall.tick(START);
    assert_eq!(hall.tournament.status(), TournamentStatus::Cancelled);
    let mut hall = Hall::new(TournamentFormat::Swiss { rounds: 3 }, 4);
    hall.tick(START);
    let late = hall.tournament.join(player(9, 1_500), START);
    assert_eq!(late.result, Err(TournamentError::Begun));
    let reply = hall.tournament.cancel(START + 1);
    hall.take(reply).unwrap();
    assert_eq!((hall.tournament.status(), hall.tournament.games().count()), (TournamentStatus::Cancelled, 0));
}

#[test]
fn impossible_requests_are_refused() {
    let good = request(TournamentFormat::Swiss { rounds: 3 });
    let create = |request: TournamentRequest| {
        Tournament::create(TournamentId::from_entropy(1), request, player(0, 1_500), 0)
            .map(|_| ())
            .unwrap_err()
    };
    let with_tempo = |tempo: &str, format| {
        let settings =
            crate::settings::GameSettings { tempo: tempo.parse().unwrap(), rated: false, ..good.settings };
        TournamentRequest { settings, format, ..good.clone() }
    };
    for name in ["", "  ", "a\nb", &"x".repeat(61)] {
        assert_eq!(
            create(TournamentRequest { name: name.to_owned(), ..good.clone() }),
            TournamentError::Name
        );
    }
    assert_eq!(create(with_tempo("none", good.format)), TournamentError::Unlimited);
    assert_eq!(
        create(with_tempo("1d", TournamentFormat::Arena { minutes: 60 })),
        TournamentError::Correspondence
    );
    let rounds = TournamentRequest { format: TournamentFormat::Swiss { rounds: 0 }, ..good.clone() };
    assert_eq!(create(rounds).to_string(), "expected 1 to 20 rounds, found 0");
    let far = TournamentRequest { starts: MAX_LEAD + 1, ..good.clone() };
    assert!(matches!(create(far), TournamentError::Format { .. }));
    let arena = TournamentFormat::Arena { minutes: 5 };
    let bots = vec![Level::EASY];
    let casual = crate::settings::GameSettings { rated: false, ..good.settings };
    for request in [
        TournamentRequest { bots: bots.clone(), format: arena, ..good.clone() },
        TournamentRequest { bots: bots.clone(), settings: casual, ..good.clone() },
        TournamentRequest {
            bots: [bots.clone(), bots].concat(),
            settings: casual,
            format: arena,
            ..good.clone()
        },
    ] {
        assert_eq!(create(request), TournamentError::Bots);
    }
    assert_eq!(create(TournamentRequest { berserk: true, ..good.clone() }), TournamentError::Berserk);
    let by_move = TournamentRequest { berserk: true, ..with_tempo("30/move", arena) };
    assert_eq!(create(by_move), TournamentError::Berserk);
    let (mut tournament, _) =
        Tournament::create(TournamentId::from_entropy(1), good, player(0, 1_500), 0).unwrap();
    let guest = PlayerInfo { kind: UserKind::Guest, rating: None, ..player(5, 0) };
    assert_eq!(tournament.join(guest, 1).result, Err(TournamentError::GuestRated));
    let program = PlayerInfo { kind: UserKind::Bot, ..player(6, 1_500) };
    assert_eq!(tournament.join(program, 1).result, Err(TournamentError::Program));
    let house_bot = PlayerInfo { kind: UserKind::HouseBot, ..player(6, 1_500) };
    assert_eq!(tournament.join(house_bot, 1).result, Err(TournamentError::Bots));
}

#[test]
fn views_follow_by_updates() {
    let mut hall = Hall::new(TournamentFormat::RoundRobin { cycles: 1 }, 4);
    let before = hall.tournament.view(Some(account(2)));
    assert_eq!(before.you.as_ref().map(|row| row.player.account), Some(account(2)));
    hall.tick(START);
    hall.strongest_win(START + 1);
    let (update, _) = hall.tournament.update(&before);
    assert_eq!((update.status, update.round), (Some(TournamentStatus::Running), Some(2)));
    assert!(!update.standings.is_empty() && update.featured.is_some());
    let now = hall.tournament.view(None);
    let mut mirror = before;
    mirror.apply(&update);
    assert_eq!(mirror, hall.tournament.view(Some(account(2))));
    assert_eq!(hall.tournament.update(&now).0, crate::message::TournamentUpdate::default());
}

#[test]
fn programs_of_the_server_wait_for_people() {
    let settings = crate::settings::GameSettings { rated: false, ..pool_settings(0).unwrap() };
    let bots = vec![Level::EASY, Level::HARD];
    let arena = TournamentFormat::Arena { minutes: 5 };
    let mut hall = Hall::of(TournamentRequest { bots, settings, ..request(arena) }, 3);
    for number in [10, 11] {
        let bot = PlayerInfo { kind: UserKind::HouseBot, rating: None, ..player(number, 0) };
        let reply = hall.tournament.join(bot, 1);
        hall.take(reply).unwrap();
    }
    hall.tick(START);
    assert_eq!(hall.tournament.games().count(), 1, "one person is left over, and waits");
    hall.tick(START + BOT_WAIT - 1);
    assert_eq!(hall.tournament.games().count(), 1);
    hall.tick(START + BOT_WAIT);
    assert_eq!(hall.tournament.games().count(), 2, "and plays against a program then");
    hall.tick(START + 2 * BOT_WAIT);
    assert_eq!(hall.tournament.games().count(), 2, "programs do not play against each other");
    // Without human players it does not take place.
    let settings = hall.tournament.request().clone();
    let mut empty = Hall::of(settings, 0);
    for number in [10, 11] {
        let bot = PlayerInfo { kind: UserKind::HouseBot, rating: None, ..player(number, 0) };
        let reply = empty.tournament.join(bot, 1);
        empty.take(reply).unwrap();
    }
    empty.tick(START);
    assert_eq!(empty.tournament.status(), TournamentStatus::Cancelled);
}

#[test]
fn a_win_with_half_of_the_time_counts_three() {
    let arena = TournamentFormat::Arena { minutes: 5 };
    let mut hall = Hall::of(TournamentRequest { berserk: true, ..request(arena) }, 2);
    hall.tick(START);
    let game = hall.tournament.games().next().unwrap();
    assert!(hall.tournament.new_game(game).unwrap().berserk);
    let result = GameOver { winner: Some(Player::Second), cause: EndCause::Played(EndReason::Line) };
    let report = GameReport { game, result, no_show: None, berserk: [true, true] };
    let reply = hall.tournament.finish(report, START + 1, 1, |_, _| false);
    hall.take(reply).unwrap();
    let points: Vec<u32> = hall.order().iter().map(|&(_, points)| points).collect();
    assert_eq!(points, [3, 0]);
}

#[test]
fn players_who_avoid_each_other_meet_in_an_arena_only_without_other_opponents() {
    let arena = TournamentFormat::Arena { minutes: 5 };
    // By rating, players 0 and 1 would meet, and 2 and 3.
    let avoid = |one: AccountId, other: AccountId| {
        [[0, 1], [2, 3]]
            .map(|pair| pair.map(account))
            .iter()
            .any(|pair| pair.contains(&one) && pair.contains(&other))
    };
    let mut hall = Hall::new(arena, 4);
    let reply = hall.tournament.tick(START, 1, |_| true, avoid);
    hall.take(reply).unwrap();
    assert_eq!(hall.met.keys().map(BTreeSet::len).collect::<Vec<_>>(), [2, 2]);
    assert!(hall.met.keys().all(|pair| !avoid(*pair.first().unwrap(), *pair.last().unwrap())));

    // The first pair that is found has to exchange opponents.
    let last_avoid = |one: AccountId, other: AccountId| {
        [[2, 3]].map(|pair| pair.map(account)).iter().any(|pair| pair.contains(&one) && pair.contains(&other))
    };
    let mut hall = Hall::new(arena, 4);
    let reply = hall.tournament.tick(START, 1, |_| true, last_avoid);
    hall.take(reply).unwrap();
    assert_eq!(hall.tournament.games().count(), 2);

    // Without another opponent they wait for one, and meet when none has come.
    let mut hall = Hall::new(arena, 2);
    for (now, games) in [(START, 0), (START + BOT_WAIT - 1, 0), (START + BOT_WAIT, 1)] {
        let reply = hall.tournament.tick(now, 1, |_| true, avoid);
        hall.take(reply).unwrap();
        assert_eq!(hall.tournament.games().count(), games);
    }
}

#[test]
fn players_who_avoid_each_other_meet_in_a_swiss_tournament_only_without_another_pairing() {
    let swiss = TournamentFormat::Swiss { rounds: 3 };
    // By rating, 0 and 2 would meet in the first round, and 0 and 1 in the second. One of two players avoiding the other suffices.
    let avoid = |one: AccountId, other: AccountId| {
        [[2, 0], [1, 0]].map(|pair| pair.map(account)).contains(&[one, other])
    };
    let mut hall = Hall::new(swiss, 4);
    let reply = hall.tournament.tick(START, 1, |_| true, avoid);
    hall.take(reply).unwrap();
    let pair = |one: u64, other: u64| BTreeSet::from([one, other].map(account));
    assert_eq!(hall.met.keys().cloned().collect::<BTreeSet<_>>(), [pair(0, 3), pair(1, 2)].into());
    for round in 2..=3 {
        let games: Vec<GameId> = hall.tournament.games().collect();
        for game in games {
            let result = GameOver { winner: None, cause: EndCause::Played(EndReason::Agreement) };
            let report = GameReport { game, result, no_show: None, berserk: [false; 2] };
            let reply = hall.tournament.finish(report, START + round, round, avoid);
            hall.take(reply).unwrap();
        }
    }
    // Player 0 has met the only one who does not avoid 0. To prevent a second game between the same two, 0 meets the others.
    assert_eq!(hall.met.len(), 6, "{:?}", hall.met);
    assert_eq!(hall.tournament.pairable().len(), 4);

    let mut hall = Hall::new(TournamentFormat::RoundRobin { cycles: 1 }, 4);
    let reply = hall.tournament.tick(START, 1, |_| true, |_, _| true);
    hall.take(reply).unwrap();
    assert_eq!((hall.tournament.games().count(), hall.tournament.pairable().len()), (2, 0));
}
