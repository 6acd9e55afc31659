//! The engine as house bots of the server, at ten levels.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tengen_analysis::{Level, SearchLimits, SystemClock};
use tengen_engine::{Engine, EngineOptions, opening};
use tengen_online::game::LiveGame;
use tengen_server::online::{Action, HouseBot};

/// Memory for the transposition table of each engine, in bytes. A move takes a few seconds at most.
const HASH_BYTES: usize = 8 << 20;

/// The milliseconds of a move at a level that is limited by nodes. It needs a fraction of them on a machine that is not overloaded.
const MOST_MS: u32 = 3_000;

/// The divisor of the remaining time that gives a bot's time for a move.
const SHARE: u64 = 25;

/// The least time for a move: with less the engine still finds a legal one.
const LEAST: Duration = Duration::from_millis(20);

pub(super) fn bots() -> Vec<Arc<dyn HouseBot>> {
    Level::HOUSE
        .map(|level| Arc::new(EngineBot { level, idle: Mutex::default() }) as Arc<dyn HouseBot>)
        .to_vec()
}

/// The engine at a level.
struct EngineBot {
    level: Level,
    /// The idle engines: one for each thread that has searched.
    idle: Mutex<Vec<Engine>>,
}

impl EngineBot {
    fn limits(&self, game: &LiveGame) -> SearchLimits {
        let clock = game.snapshot(None, 0).clock;
        // A clock that does not run limits the first move, too.
        let left = clock.until.map(|until| Duration::from_millis(until.saturating_sub(clock.at) / SHARE));
        let usual = Duration::from_millis(u64::from(self.level.time_ms().unwrap_or(MOST_MS)));
        SearchLimits {
            level: Some(self.level),
            seed: game.id().number(),
            ..SearchLimits::time(left.map_or(usual, |left| left.clamp(LEAST, usual)))
        }
    }

    fn decide(&self, engine: &mut Engine, game: &LiveGame) -> Option<Action> {
        let (limits, clock) = (self.limits(game), SystemClock::new());
        let settings = game.settings();
        if !game.opening().is_finished() {
            let choice = opening::decide(engine, game.opening(), settings.rule, &limits, &clock).ok()?;
            return Some(Action::Choose(choice.to_text(settings.size)));
        }
        engine.set_position(game.position().clone());
        let report = engine.search(&limits, &clock, &mut ());
        // Where no point is legal, the bot passes.
        Some(Action::Move(report.best_move.map_or(tengen_game::Move::Pass, tengen_game::Move::Place)))
    }
}

impl HouseBot for EngineBot {
    fn level(&self) -> Level {
        self.level
    }

    fn act(&self, game: &LiveGame) -> Option<Action> {
        let idle = || self.idle.lock().unwrap_or_else(PoisonError::into_inner);
        let engine = idle().pop();
        let options = EngineOptions { hash_bytes: HASH_BYTES, ..EngineOptions::default() };
        let mut engine = engine.unwrap_or_else(|| Engine::new(options));
        let action = self.decide(&mut engine, game);
        idle().push(engine);
        action
    }

    #[cfg(target_os = "linux")]
    fn begin_thread(&self) {
        // On Linux this is the priority of the thread. Elsewhere it would be that of the whole server.
        let _ = rustix::process::nice(10);
    }
}

#[cfg(test)]
mod tests {
    use tengen_game::opening::Player;
    use tengen_online::game::NewGame;
    use tengen_online::id::{AccountId, GameId};
    use tengen_online::message::{GameCommand, PlayerInfo, UserKind};
    use tengen_online::name::UserName;
    use tengen_online::settings::GameSettings;

    use super::*;

    /// Two bots play the beginning of a game by every protocol, and each action is legal.
    #[test]
    fn bots_act_legally_in_every_opening_and_after_it() {
        let bot = EngineBot { level: Level::EASY, idle: Mutex::default() };
        for (rule, opening) in [("freestyle", "free"), ("freestyle", "swap2"), ("renju", "taraguchi-10")] {
            let settings = GameSettings {
                rule: rule.parse().unwrap(),
                size: tengen_game::BoardSize::FIFTEEN,
                opening: opening.parse().unwrap(),
                // The share of this time is a few milliseconds.
                tempo: "2+0".parse().unwrap(),
                rated: false,
            };
            let player = |entropy| {
                let account = AccountId::from_entropy(entropy);
                PlayerInfo {
                    account,
                    name: UserName::of_guest(account),
                    kind: UserKind::HouseBot,
                    rating: None,
                }
            };
            let new = NewGame::new(GameId::from_entropy(1), settings, [player(1), player(2)]);
            let (mut game, _) = LiveGame::create(new, 0).unwrap();
            for _ in 0..12 {
                // Beginners may have lost already.
                let Some(by): Option<Player> = game.to_act() else { break };
                let (ply, takebacks) = (game.ply(), game.takebacks());
                let command = match bot.act(&game).unwrap() {
                    Action::Move(to) => GameCommand::Move { ply, takebacks, to },
                    Action::Choose(choice) => GameCommand::Choose { ply, takebacks, choice },
                    Action::Resign => GameCommand::Resign,
                };
                game.execute(by, command, 0, 0).result.unwrap();
            }
            let has_ended = game.to_act().is_none() && game.position().is_over();
            assert!(game.opening().is_finished() && (game.ply() == 12 || has_ended), "{opening}");
        }
        assert_eq!(bot.idle.lock().unwrap().len(), 1, "the engine is used again");
    }
}
