//! Users, the lobby, games, ratings and tournaments of the simulation.

use std::collections::{BTreeMap, BTreeSet};

use tengen_analysis::Level;
use tengen_game::SplitMix;
use tengen_game::opening::Player;
use tengen_online::account::Account;
use tengen_online::category::Category;
use tengen_online::game::{NewGame, WATCH_DELAY};
use tengen_online::id::{AccountId, ChallengeId, GameId, SeekId, TournamentId};
use tengen_online::lobby::{Lobby, LobbyEvent};
use tengen_online::message::{
    ChallengeRequest, PlayerInfo, PoolId, RatingRange, RatingView, SeekRequest, TournamentFormat,
    TournamentRequest, TournamentStatus, UserKind,
};
use tengen_online::rating::changes_of_game;
use tengen_online::settings::{GameSettings, POOLS, SeatChoice};
use tengen_online::tournament::{self, GameReport, Happened, Tournament, TournamentEvent};
use tengen_online::{DAY, Time};

use super::table::Table;

const USERS: u64 = 9;

pub(crate) struct World {
    now: Time,
    accounts: BTreeMap<AccountId, Account>,
    ids: Vec<AccountId>,
    online: BTreeSet<AccountId>,
    lobby: Lobby,
    tables: BTreeMap<GameId, Table>,
    finished: BTreeMap<GameId, &'static str>,
    seeks: Vec<SeekId>,
    challenges: Vec<ChallengeId>,
    cup: Option<(Tournament, Vec<TournamentEvent>)>,
    cups: u64,
    steps: u64,
    restarts: usize,
}

/// Settings with which most games end soon.
const SETTINGS: [(&str, u8, &str, &str, bool); 10] = [
    ("free-3", 5, "free", "10+1", false),
    ("free-4", 7, "swap2", "30+0", false),
    ("free-4", 6, "swap", "5/move", false),
    ("renju", 15, "taraguchi-10", "60+2", true),
    ("renju", 15, "soosorv-8", "10+2x5", false),
    ("renju", 15, "yamaguchi", "60+0", true),
    ("freestyle", 15, "swap2", "20+1", true),
    ("caro", 15, "pro", "1d", true),
    ("free-3", 3, "free", "none", false),
    ("free-3", 5, "free", "20+3", false),
];

fn settings(random: &mut SplitMix) -> GameSettings {
    let (rule, lines, opening, tempo, rated) = SETTINGS[random.index(SETTINGS.len())];
    GameSettings {
        rule: rule.parse().unwrap(),
        size: tengen_game::BoardSize::new(usize::from(lines)).unwrap(),
        opening: opening.parse().unwrap(),
        tempo: tempo.parse().unwrap(),
        rated,
    }
}

fn chance<T: Copy>(items: &[T], random: &mut SplitMix) -> Option<T> {
    (!items.is_empty()).then(|| items[random.index(items.len())])
}

impl World {
    pub(crate) fn new() -> World {
        let user = |number: u64| {
            let id = AccountId::from_entropy(number);
            match number % 4 {
                0 => Account::guest(id, 0),
                _ => Account::member(
                    id,
                    format!("Player{number}").parse().unwrap(),
                    UserKind::Member,
                    0,
                    |_| false,
                )
                .unwrap(),
            }
        };
        let mut accounts: BTreeMap<AccountId, Account> =
            (0..USERS).map(|number| (AccountId::from_entropy(number), user(number))).collect();
        let ids: Vec<AccountId> = accounts.keys().copied().collect();
        accounts.get_mut(&ids[1]).unwrap().set_blocked(ids[2], true).unwrap();
        let bot = Account::member(
            AccountId::from_entropy(USERS),
            "Robby".parse().unwrap(),
            UserKind::HouseBot,
            0,
            |_| false,
        )
        .unwrap();
        let lobby = Lobby::new(vec![(Level::EASY, bot.info(None, 0))]);
        accounts.insert(bot.id, bot);
        World {
            now: 1_000_000,
            accounts,
            online: ids.iter().copied().collect(),
            ids,
            lobby,
            tables: BTreeMap::new(),
            finished: BTreeMap::new(),
            seeks: Vec::new(),
            challenges: Vec::new(),
            cup: None,
            cups: 0,
            steps: 0,
            restarts: 0,
        }
    }

    pub(crate) fn step(&mut self, mut random: SplitMix) {
        let random = &mut random;
        self.steps += 1;
        self.now = match random.below(60) {
            0 => self.now + random.below(DAY * 2),
            1 => self.now.saturating_sub(random.below(5_000)),
            2..8 => self.now + random.below(40_000),
            _ => self.now + random.below(3_000),
        };
        let running: Vec<GameId> = self.tables.keys().copied().collect();
        match random.below(20) {
            0 => self.seek(random),
            1 => self.challenge(random),
            2 => self.connection(random),
            3 => self.tick(random),
            4 => self.tournament(random),
            5 if random.below(8) == 0 => self.restart(random),
            _ => match chance(&running, random) {
                Some(game) => self.play(game, random),
                None => self.seek(random),
            },
        }
        self.settle(random);
    }

    /// Random bits as the system provides them: new ones in each step, also where two steps have equal words.
    fn entropy(&self, random: &mut SplitMix) -> u64 {
        random.next() ^ SplitMix::mix(self.steps)
    }

    fn someone(&self, random: &mut SplitMix) -> AccountId {
        self.ids[random.index(self.ids.len())]
    }

    fn seek(&mut self, random: &mut SplitMix) {
        let (now, who) = (self.now, self.someone(random));
        let request = SeekRequest {
            settings: settings(random),
            seat: [SeatChoice::Random, SeatChoice::First, SeatChoice::Second][random.index(3)],
            ratings: (random.below(3) == 0).then_some(RatingRange { least: 1_300, most: 1_700 }),
            members_only: random.below(4) == 0,
            bot: (random.below(3) == 0).then_some(Level::EASY),
        };
        let candidate = self.accounts[&who].candidate(Category::of(&request.settings), now);
        let entropy = self.entropy(random);
        let events = match random.below(8) {
            0..3 => {
                let id = SeekId::from_entropy(self.entropy(random));
                self.seeks.push(id);
                self.lobby.seek(candidate, request, id, now, entropy)
            }
            3 => match chance(&self.seeks, random) {
                Some(id) => self.lobby.take_seek(&candidate, id, entropy),
                None => return,
            },
            4 => match chance(&self.seeks, random) {
                Some(id) => self.lobby.cancel_seek(who, id),
                None => return,
            },
            5 => Ok(self.lobby.leave_pool(who)),
            _ => {
                let pool = PoolId(random.below(POOLS.len() as u64 + 1) as u8);
                self.lobby.join_pool(candidate, pool, now, entropy)
            }
        };
        self.lobby_events(events.unwrap_or_default());
    }

    fn challenge(&mut self, random: &mut SplitMix) {
        let (now, who) = (self.now, self.someone(random));
        let candidate = self.accounts[&who].candidate(None, now);
        let id = chance(&self.challenges, random).filter(|_| random.below(3) > 0);
        let entropy = self.entropy(random);
        let events = match id {
            None => {
                let to = (random.below(2) == 0).then(|| self.someone(random));
                let request = ChallengeRequest { settings: settings(random), seat: SeatChoice::Random, to };
                let id = ChallengeId::from_entropy(self.entropy(random));
                self.challenges.push(id);
                self.lobby.challenge(candidate, request, id, now)
            }
            Some(id) => match random.below(4) {
                0 => self.lobby.decline_challenge(who, id),
                1 => self.lobby.cancel_challenge(who, id),
                _ => self.lobby.accept_challenge(&candidate, id, entropy),
            },
        };
        self.lobby_events(events.unwrap_or_default());
    }

    fn lobby_events(&mut self, events: Vec<LobbyEvent>) {
        for event in events {
            if let LobbyEvent::Paired(new) = event {
                let [one, other] = [0, 1].map(|seat| &self.accounts[&new.players[seat].account]);
                assert!(one.id != other.id, "nobody plays alone");
                assert!(!one.blocked.contains(&other.id) && !other.blocked.contains(&one.id));
                let is_guest = [one, other].iter().any(|account| account.kind == UserKind::Guest);
                assert!(!(is_guest && new.settings.rated), "guests play casual games");
                self.open(*new);
            }
        }
        let mut waiting: Vec<AccountId> = Vec::new();
        for pool in self.lobby.pools() {
            assert!(pool.waiting > 0);
            waiting.extend(std::iter::repeat_n(self.ids[0], pool.waiting as usize));
        }
        assert!(waiting.len() <= self.ids.len(), "a user waits in one pool");
    }

    fn open(&mut self, mut new: NewGame) {
        let id = new.game;
        new.delay = if new.settings.rated { WATCH_DELAY } else { 0 };
        assert!(!self.tables.contains_key(&id) && !self.finished.contains_key(&id));
        let mut table = Table::new(new, self.now);
        for player in Player::BOTH {
            if self.online.contains(&table.game.player(player).account) {
                let reply = table.game.connect(player, self.now);
                table.take(reply, None);
            }
        }
        self.tables.insert(id, table);
    }

    /// A user connects or disconnects.
    fn connection(&mut self, random: &mut SplitMix) {
        let (now, who) = (self.now, self.someone(random));
        if random.below(3) == 0 {
            return self.disconnect(who);
        }
        self.online.insert(who);
        for table in self.tables.values_mut() {
            if let Some(player) = table.game.player_of_account(who) {
                let reply = table.game.connect(player, now);
                table.take(reply, None);
            }
        }
    }

    /// Ends the server suddenly. Another one continues with the stored data, a while later. The end of the first one is known to it to a
    /// precision of some seconds.
    fn restart(&mut self, random: &mut SplitMix) {
        let since = self.now.saturating_sub(random.below(3_000));
        self.now += random.below(600_000);
        for table in self.tables.values_mut() {
            table.restart(since, self.now);
        }
        self.restarts += 1;
        // Users connect again, or are absent from then on.
        for who in self.ids.clone() {
            if self.online.contains(&who) && random.below(4) == 0 {
                self.disconnect(who);
            }
        }
        if let Some((cup, log)) = &mut self.cup {
            let stored = serde_json::to_string(log).unwrap();
            *cup =
                Tournament::replay(serde_json::from_str::<Vec<TournamentEvent>>(&stored).unwrap()).unwrap();
        }
    }

    fn disconnect(&mut self, who: AccountId) {
        self.online.remove(&who);
        let events = self.lobby.leave(who);
        self.lobby_events(events);
        for table in self.tables.values_mut() {
            if let Some(player) = table.game.player_of_account(who) {
                let reply = table.game.disconnect(player, self.now);
                table.take(reply, None);
            }
        }
    }

    /// Carries out what is due, in any order.
    fn tick(&mut self, random: &mut SplitMix) {
        let now = self.now;
        if self.lobby.next_deadline().is_some_and(|deadline| deadline <= now) {
            let entropy = self.entropy(random);
            let events = self.lobby.tick(now, entropy);
            self.lobby_events(events);
        }
        for table in self.tables.values_mut() {
            table.release(now);
            let is_due = table.game.next_deadline().is_some_and(|deadline| deadline <= now);
            let reply = table.game.tick(now);
            assert!(!is_due || table.game.result().is_some(), "a deadline ends the game");
            table.take(reply, None);
        }
    }

    fn play(&mut self, game: GameId, random: &mut SplitMix) {
        let now = self.now;
        let Some(table) = self.tables.get_mut(&game) else { return };
        let (by, command) = table.random_command(random);
        table.command(by, command, random.below(700), now);
        if random.below(20) == 0 {
            table.check_replay();
        }
    }

    fn tournament(&mut self, random: &mut SplitMix) {
        let (now, who) = (self.now, self.someone(random));
        let entropy = self.entropy(random);
        let Some((cup, _)) = &mut self.cup else {
            self.cups += 1;
            let (rule, tempo) = [("free-4", "10+1"), ("free-4", "5/move")][random.index(2)];
            let settings = GameSettings {
                rule: rule.parse().unwrap(),
                size: tengen_game::BoardSize::new(6).unwrap(),
                opening: "swap".parse().unwrap(),
                tempo: tempo.parse().unwrap(),
                rated: false,
            };
            let format = match random.below(3) {
                0 => TournamentFormat::Arena { minutes: 3 },
                1 => TournamentFormat::Swiss { rounds: 3 },
                _ => TournamentFormat::RoundRobin { cycles: 1 },
            };
            let is_arena = matches!(format, TournamentFormat::Arena { .. });
            let request = TournamentRequest {
                name: "Cup".to_owned(),
                format,
                settings,
                starts: now + 60_000,
                bots: if is_arena { vec![Level::EASY] } else { Vec::new() },
                programs: false,
                berserk: is_arena && settings.tempo.main_time() > 0,
                private: false,
            };
            let id = TournamentId::from_entropy(self.cups);
            let creator = self.accounts[&who].info(None, now);
            let (cup, created) = Tournament::create(id, request, creator, now).unwrap();
            self.cup = Some((cup, vec![created]));
            if is_arena {
                let bot = self.accounts[&AccountId::from_entropy(USERS)].info(None, now);
                let reply = self.cup.as_mut().map(|(cup, _)| cup.join(bot, now));
                self.take_cup(reply.unwrap());
            }
            return;
        };
        let reply = match random.below(5) {
            0 => cup.leave(who, now, entropy),
            1 | 2 => cup.join(self.accounts[&who].info(None, now), now),
            3 if random.below(20) == 0 => cup.cancel(now),
            _ => {
                let (online, bot) = (&self.online, AccountId::from_entropy(USERS));
                let avoid =
                    |one: AccountId, other: AccountId| self.accounts[&one].avoids(&self.accounts[&other]);
                cup.tick(now, entropy, |account| account == bot || online.contains(&account), avoid)
            }
        };
        self.take_cup(reply);
    }

    fn take_cup(&mut self, reply: tournament::Reply) {
        if let Some((_, log)) = &mut self.cup {
            log.extend(reply.events.clone());
        }
        self.tournament_events(reply);
    }

    fn tournament_events(&mut self, reply: tournament::Reply) {
        for event in reply.events {
            if let Happened::Paired { players, .. } = event.event {
                let bots = players.map(|account| self.accounts[&account].kind == UserKind::HouseBot);
                assert!(bots != [true; 2], "programs wait for people");
            }
            if let Happened::Paired { game, .. } = event.event
                && let Some(new) = self.cup.as_ref().and_then(|(cup, _)| cup.new_game(game))
            {
                self.open(new);
            }
        }
        self.check_cup();
    }

    /// Counts ended games in ratings and tournaments, and begins rematches.
    fn settle(&mut self, random: &mut SplitMix) {
        // Some finished games wait for a rematch.
        let ended = |table: &Table| {
            table.game.result().is_some() && (table.game.rematch().is_some() || random.below(8) == 0)
        };
        let mut ended_now = Vec::new();
        let mut ended = ended;
        for (&id, table) in &self.tables {
            if ended(table) {
                ended_now.push(id);
            }
        }
        for id in ended_now {
            let Some(mut table) = self.tables.remove(&id) else { continue };
            let Some(result) = table.game.result() else { continue };
            self.finished.insert(id, result.cause.name());
            if let Some(ratings) = self.rate(table.game.new_game(), &table) {
                let reply = table.game.rated(ratings, self.now);
                table.take(reply, None);
            }
            table.check_replay();
            if table.game.new_game().tournament.is_some() {
                let entropy = self.entropy(random);
                self.report(&table, entropy);
            }
            if let Some(new) = table.game.rematch() {
                self.open(new);
            }
        }
    }

    /// The ratings of both players after a game that counts.
    fn rate(&mut self, new: &NewGame, table: &Table) -> Option<[RatingView; 2]> {
        let result = table.game.result()?;
        let accounts = [0, 1].map(|seat| new.players[seat].account);
        let ratings = accounts.map(|account| self.accounts[&account].ratings.clone());
        if !table.game.counts_for_ratings() {
            return None;
        }
        let ratings = [&ratings[0], &ratings[1]];
        let changes = changes_of_game(new, result, ratings, 1.0, self.now).expect("a game that counts");
        let gains = changes.map(|change| change.after.rating - change.before.rating);
        match result.winner {
            Some(Player::First) => assert!(gains[0] > -1e-3 && gains[1] < 1e-3, "{gains:?}"),
            Some(Player::Second) => assert!(gains[0] < 1e-3 && gains[1] > -1e-3, "{gains:?}"),
            None => {}
        }
        // Points change hands: the gains weighted by the certainty of each player cancel out. In Glicko-2 a gain is φ'² g(φ of the
        // opponent) (s − E), so both have opposite signs, and are equal for equal deviations.
        assert!(gains[0] * gains[1] <= 1e-3, "{gains:?}");
        for change in changes {
            assert_eq!(change.after.games, change.before.games + 1);
            let account = self.accounts.get_mut(&change.account).unwrap();
            assert_ne!(account.kind, UserKind::Guest);
            account.ratings.set(change.category, change.after);
        }
        Some(changes.map(|change| change.after.view(self.now)))
    }

    fn report(&mut self, table: &Table, entropy: u64) {
        let Some((cup, _)) = &mut self.cup else { return };
        if Some(cup.id()) != table.game.new_game().tournament {
            return;
        }
        let report = GameReport::of(&table.game).unwrap();
        assert!(report.berserk == [false; 2] || cup.request().berserk);
        let avoid = |one: AccountId, other: AccountId| self.accounts[&one].avoids(&self.accounts[&other]);
        let reply = cup.finish(report, self.now, entropy, avoid);
        assert_eq!(reply.result, Ok(()));
        assert_eq!(cup.finish(report, self.now, entropy, avoid).events, [], "a game counts once");
        self.take_cup(reply);
    }

    fn check_cup(&mut self) {
        let Some((cup, log)) = &self.cup else { return };
        let stored: Vec<TournamentEvent> =
            serde_json::from_str(&serde_json::to_string(log).unwrap()).unwrap();
        assert_eq!(Tournament::replay(stored).unwrap(), *cup);
        let count =
            |wanted: fn(&Happened) -> bool| log.iter().filter(|event| wanted(&event.event)).count() as u32;
        let played = count(|event| matches!(event, Happened::Played { .. }));
        let byes = count(|event| matches!(event, Happened::Bye(_)));
        let extra: u32 = log
            .iter()
            .filter_map(|event| match event.event {
                Happened::Played { points, .. } => Some(u32::from(points.iter().sum::<u8>()) - 2),
                _ => None,
            })
            .sum();
        assert!(extra == 0 || cup.request().berserk);
        let points: u32 = cup.standings().iter().map(|row| row.points).sum();
        assert_eq!(points, 2 * (played + byes) + extra, "each game and each bye brings two points");
        let playing: Vec<AccountId> = cup
            .games()
            .filter_map(|game| cup.new_game(game))
            .flat_map(|new| new.players.map(|player: PlayerInfo| player.account))
            .collect();
        assert_eq!(playing.len(), playing.iter().collect::<BTreeSet<_>>().len(), "one game at a time");
        if matches!(cup.status(), TournamentStatus::Finished | TournamentStatus::Cancelled) {
            assert_eq!(cup.games().count(), 0);
            self.cup = None;
        }
    }

    pub(crate) fn check_all(&self) {
        self.tables.values().for_each(Table::check_replay);
    }

    pub(crate) fn finished_games(&self) -> usize {
        self.finished.len()
    }

    /// The number of sudden ends of the server.
    pub(crate) fn restarts(&self) -> usize {
        self.restarts
    }

    /// The number of ended games by cause.
    pub(crate) fn ends(&self) -> BTreeMap<&'static str, usize> {
        let mut ends = BTreeMap::new();
        for cause in self.finished.values() {
            *ends.entry(*cause).or_insert(0) += 1;
        }
        ends
    }

    /// The state as text, for the comparison of worlds.
    pub(crate) fn summary(&self) -> Vec<String> {
        let tables = self.tables.values().map(Table::summary);
        let ratings = self.accounts.values().map(|account| format!("{} {:?}", account.name, account.ratings));
        tables.chain(ratings).chain([format!("{:?} {}", self.ends(), self.now)]).collect()
    }
}
