//! A game of the simulation, with the states of its clients.

use tengen_game::opening::{Choice, LegalChoice, Opening, OpeningState, Player};
use tengen_game::{Move, SplitMix};
use tengen_online::Time;
use tengen_online::game::{DelayedGame, GameEvent, Happened, LiveGame, MAX_LAG, NewGame, Released, Reply};
use tengen_online::message::{GameCommand, GameOver, GameSnapshot, GameUpdate, Offer};

pub(crate) struct Table {
    pub(crate) game: LiveGame,
    log: Vec<GameEvent>,
    /// The snapshots of the first player, the second player and a watcher.
    mirrors: [(Option<Player>, GameSnapshot); 3],
    /// Commands that were sent earlier, to be sent again.
    sent: Vec<(Player, GameCommand)>,
    result: Option<GameOver>,
    /// The player of each choice and move that stands, and whether an increment was added for it.
    actions: Vec<(Player, bool)>,
    acted: [bool; 2],
    given: [u64; 2],
    /// The time that each player gave up.
    given_up: [u64; 2],
    /// The delayed game for watchers, and their snapshot.
    delayed: DelayedGame,
    late: GameSnapshot,
    released: Time,
}

impl Table {
    pub(crate) fn new(new: NewGame, now: Time) -> Table {
        let delay = new.delay;
        let (game, created) = LiveGame::create(new, now).expect("the lobby checks settings");
        let delayed = DelayedGame::new([created.clone()], delay, now).expect("a game that begins");
        let viewers = [Some(Player::First), Some(Player::Second), None];
        let mirrors = viewers.map(|viewer| (viewer, game.snapshot(viewer, 0)));
        Table {
            late: delayed.snapshot(0),
            released: now,
            delayed,
            game,
            log: vec![created],
            mirrors,
            sent: Vec::new(),
            result: None,
            actions: Vec::new(),
            acted: [false; 2],
            given: [0; 2],
            given_up: [0; 2],
        }
    }

    /// A command of a player, valid or not.
    pub(crate) fn random_command(&self, random: &mut SplitMix) -> (Player, GameCommand) {
        let someone = Player::BOTH[random.index(2)];
        let actor = self.game.to_act().unwrap_or(someone);
        let offer = Offer::ALL[random.index(3)];
        match random.below(40) {
            0 => (someone, GameCommand::Resign),
            1 => (someone, GameCommand::Abort),
            2..5 => (someone, GameCommand::Offer(offer)),
            5..7 => (someone, GameCommand::Accept(offer)),
            7 => (someone, GameCommand::Decline(offer)),
            8 => (someone, GameCommand::Withdraw(offer)),
            9 => (someone, GameCommand::GiveTime),
            10..13 => (someone, GameCommand::ClaimWin),
            // An old command arrives again, or late.
            13..16 if !self.sent.is_empty() => self.sent[random.index(self.sent.len())].clone(),
            16 => (someone, self.nonsense(random)),
            17 => (someone, GameCommand::Berserk),
            _ => (actor, self.sensible(random)),
        }
    }

    fn nonsense(&self, random: &mut SplitMix) -> GameCommand {
        let (ply, takebacks) = (random.next() as u16, random.next() as u16 % 3);
        let point = tengen_game::Point::new(random.next() as u8, random.next() as u8);
        match random.below(3) {
            0 => {
                GameCommand::Move { ply: self.game.ply(), takebacks: self.game.takebacks(), to: point.into() }
            }
            1 => GameCommand::Move { ply, takebacks, to: Move::Pass },
            _ => {
                let texts = ["swap", "h8h9", "offer-a1b2", "", "0", "pick-zz9", "stay stay"];
                let choice = texts[random.index(texts.len())].to_owned();
                GameCommand::Choose { ply: self.game.ply(), takebacks, choice }
            }
        }
    }

    fn sensible(&self, random: &mut SplitMix) -> GameCommand {
        let (ply, takebacks) = (self.game.ply(), self.game.takebacks());
        let opening = self.game.opening();
        if let OpeningState::ToChoose { choices, .. } = opening.state() {
            let choice = random_choice(opening, &choices[random.index(choices.len())], random);
            return GameCommand::Choose { ply, takebacks, choice: choice.to_text(opening.size()) };
        }
        let points: Vec<_> = self.game.position().legal_moves().collect();
        let to = if points.is_empty() { Move::Pass } else { points[random.index(points.len())].into() };
        GameCommand::Move { ply, takebacks, to }
    }

    pub(crate) fn command(&mut self, by: Player, command: GameCommand, lag: Time, now: Time) {
        let before = self.game.clone();
        let events = self.log.len();
        self.sent.push((by, command.clone()));
        let actor = self.game.to_act();
        let reply = self.game.execute(by, command, lag, now);
        let is_refused = reply.result.is_err();
        self.take(reply, actor);
        // A refused command changes nothing, unless the time had run out.
        let ended = self.game.result().is_some() && before.result().is_none();
        assert!(!is_refused || ended || before == self.game);
        assert!(self.log.len() <= events + 2);
        assert!(self.game.events() as usize == self.log.len());
    }

    pub(crate) fn take(&mut self, reply: Reply, actor: Option<Player>) {
        for event in &reply.events {
            match &event.event {
                Happened::Moved { .. } | Happened::Chose { .. } => {
                    let actor = actor.expect("a player acts");
                    self.actions.push((actor, self.acted[actor as usize]));
                    self.acted[actor as usize] = true;
                }
                Happened::TakenBack { ply, .. } => self.actions.truncate(usize::from(*ply)),
                Happened::GaveTime { by, milliseconds } => self.given[!*by as usize] += milliseconds,
                Happened::Berserk { player, milliseconds } => self.given_up[*player as usize] += milliseconds,
                _ => {}
            }
            self.delayed.push(event.clone());
            assert!(self.log.last().is_none_or(|last| last.at <= event.at), "time runs backwards");
        }
        self.log.extend(reply.events);
        for (viewer, mirror) in &mut self.mirrors {
            let visible = |update: &&GameUpdate| viewer.is_some() || !update.is_private();
            for update in reply.updates.iter().filter(visible) {
                mirror.apply(update).expect("an update fits the snapshot before");
            }
        }
        self.check();
    }

    /// The server ends at `since` at the latest, and reads the game from its log at `now`. The time from `since`, or from the last event,
    /// is charged to no player: the time that remained until a deadline remains. Clients receive snapshots.
    pub(crate) fn restart(&mut self, since: Time, now: Time) {
        let measure = |game: &LiveGame, at: Time| {
            // Time that had run out is not restored; the free delay at the end does not count.
            let limit = game.next_deadline().map(|deadline| deadline.saturating_sub(at).max(MAX_LAG));
            (limit, Player::BOTH.map(|player| game.claim_in(player, at)))
        };
        let stored = serde_json::to_string(&self.log).unwrap();
        self.game = LiveGame::replay(serde_json::from_str::<Vec<GameEvent>>(&stored).unwrap()).unwrap();
        let away = since.max(self.log.last().map_or(0, |last| last.at));
        let before = measure(&self.game, away);
        let reply = self.game.resume(since, now);
        let resumes = self.game.result().is_none() && away < now;
        assert_eq!(reply.events.len(), usize::from(resumes));
        if resumes {
            assert_eq!(measure(&self.game, now), before, "the time without a server counts for nothing");
        }
        for (viewer, mirror) in &mut self.mirrors {
            *mirror = self.game.snapshot(*viewer, 0);
        }
        self.take(reply, None);
        self.check_replay();
    }

    /// Releases to watchers exactly the events that are old enough.
    pub(crate) fn release(&mut self, now: Time) {
        let delay = self.game.new_game().delay;
        // If the time runs backwards, released events stay released.
        self.released = self.released.max(now);
        match self.delayed.release(self.released).expect("no event is missing") {
            Released::Updates(updates) => updates.iter().for_each(|update| {
                self.late.apply(update).expect("an update fits the snapshot before");
            }),
            Released::Snapshot => self.late = self.delayed.snapshot(0),
        }
        let known = self.log.iter().skip(1).take_while(|event| event.at + delay <= self.released);
        let known: Vec<GameEvent> = self.log[..1].iter().chain(known).cloned().collect();
        let game = LiveGame::replay(known).expect("a beginning of a log");
        assert_eq!(self.late, game.snapshot(None, 0));
        let same = DelayedGame::new(self.log.clone(), delay, self.released).expect("a log of a game");
        assert_eq!(same, self.delayed);
    }

    /// The properties that must hold after each event.
    fn check(&mut self) {
        let result = self.game.result();
        assert!(self.result.is_none() || self.result == result, "a game has one result");
        self.result = result;
        for (viewer, mirror) in &self.mirrors {
            assert_eq!(*mirror, self.game.snapshot(*viewer, 0));
        }
        let (_, of_watcher) = &self.mirrors[2];
        assert!(of_watcher.offers.is_empty() && of_watcher.you.is_none(), "watchers see no offers");
        assert_eq!(of_watcher.position().expect("a legal game"), *self.game.position());
        assert_eq!(of_watcher.to_act(), self.game.to_act());
        assert_eq!(self.game.next_deadline().is_some(), of_watcher.clock.until.is_some());
        self.check_clocks();
    }

    /// A player's remaining and used time together are the time of the control, with gifts and the increments of the standing moves.
    fn check_clocks(&self) {
        use tengen_game::clock::TimeControl;
        let snapshot = self.game.snapshot(None, 0);
        let control = self.game.settings().tempo.control();
        let TimeControl::Fischer { main, increment } = control else { return };
        for player in Player::BOTH {
            let index = player as usize;
            let left = snapshot.clock.left[index].main;
            let used = self.game.time_used(player);
            let timed = self.actions.iter().filter(|action| **action == (player, true)).count() as u64;
            let total = u64::from(main) * 1_000 + timed * u64::from(increment) * 1_000 + self.given[index]
                - self.given_up[index];
            // A player whose flag fell has used more time than there was, and gets no more gifts.
            if left > 0 {
                assert_eq!(left + used, total, "{player}");
            } else {
                assert!(used + self.given[index] >= total, "{player}");
            }
        }
        let clock = snapshot.clock.clock(control, snapshot.to_act()).expect("numbers of a clock");
        assert_eq!(clock.running().is_none(), snapshot.clock.stands || snapshot.to_act().is_none());
    }

    /// The stored log results in the same game, and the record can be written and read.
    pub(crate) fn check_replay(&self) {
        let stored = serde_json::to_string(&self.log).unwrap();
        let log: Vec<GameEvent> = serde_json::from_str(&stored).unwrap();
        assert_eq!(LiveGame::replay(log).expect("a log of a game"), self.game);
        let record = self.game.record();
        let text = tengen_formats::json::write(&record);
        assert_eq!(tengen_formats::json::read(&text).expect("a record"), record);
        for (viewer, mirror) in &self.mirrors {
            let text = serde_json::to_string(mirror).unwrap();
            assert_eq!(serde_json::from_str::<GameSnapshot>(&text).unwrap(), *mirror);
            assert!(viewer.is_some() || !text.contains("\"offers\""));
        }
    }

    pub(crate) fn summary(&self) -> String {
        format!("{:?} {}", self.game.result(), self.log.len())
    }
}

fn random_choice(opening: &Opening, legal: &LegalChoice, random: &mut SplitMix) -> Choice {
    let mut chosen = Vec::new();
    loop {
        let next = opening.next_points(legal, &chosen);
        if next.is_empty() {
            break;
        }
        chosen.push(next[random.index(next.len())]);
    }
    match legal {
        LegalChoice::Place(_) => Choice::Place(chosen),
        LegalChoice::Stay => Choice::Stay,
        LegalChoice::Swap => Choice::Swap,
        LegalChoice::Announce { limit } => Choice::Announce(1 + random.below(u64::from(*limit)) as u8),
        LegalChoice::Offer { .. } => Choice::Offer(chosen),
        LegalChoice::Pick { offered } => Choice::Pick(chosen.first().copied().unwrap_or(offered[0])),
    }
}
