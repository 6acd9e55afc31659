//! The engine as a judge of finished games: the rate at which players choose the engine's move.
//!
//! A move counts if its position offers a choice: the opening is over, neither side is winning clearly, and the
//! second-best move is not much worse. Against a four, or an open three, good players and engines play alike.

use std::sync::Mutex;

use tengen_analysis::{Score, SearchLimits, SystemClock, win_chance};
use tengen_engine::{Engine, EngineOptions};
use tengen_game::Move;
use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_server::online::{Agreed, MoveJudge};

/// The size of the transposition table, in bytes.
const HASH_BYTES: usize = 8 << 20;
/// Nodes of a search: a few dozen milliseconds.
const NODES: u64 = 40_000;
/// Stones on the board before the first move that is judged.
const LEAST_STONES: usize = 6;
/// The win chances, in thousandths, between which a position is open.
const OPEN: std::ops::RangeInclusive<u16> = 80..=920;
/// The largest difference of the win chances after the best and the second-best move, in thousandths.
const MOST_GAP: u16 = 150;

/// The judge that searches every position of a game.
pub(super) struct EngineJudge {
    engine: Mutex<Option<Engine>>,
    nodes: u64,
}

impl EngineJudge {
    pub(super) fn new() -> EngineJudge {
        EngineJudge { engine: Mutex::new(None), nodes: NODES }
    }

    /// Whether the position offers a choice between the best move and the second-best one.
    fn is_open(best: Score, second: Score) -> bool {
        let (best, second) = (win_chance(best), win_chance(second));
        OPEN.contains(&best) && best.saturating_sub(second) <= MOST_GAP
    }
}

impl MoveJudge for EngineJudge {
    fn judge(&self, game: &LiveGame) -> [Agreed; 2] {
        let mut agreed = [Agreed::default(); 2];
        let mut guard = self.engine.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        let options = EngineOptions { hash_bytes: HASH_BYTES, ..EngineOptions::default() };
        let engine = guard.get_or_insert_with(|| Engine::new(options));
        // The results of an earlier game in the table must not change the figures of this one.
        engine.clear();
        let limits = SearchLimits { lines: 2, ..SearchLimits::nodes(self.nodes) };
        let clock = SystemClock::new();
        let mut position = game.position().clone();
        let least = game.opening().stones().len().max(LEAST_STONES);
        // The search begins at the end, so that the results of later positions help with the earlier ones.
        while position.moves().len() > least {
            let Some(played) = position.undo() else { break };
            let Move::Place(played) = played else { continue };
            engine.set_position(position.clone());
            let report = engine.search(&limits, &clock, &mut ());
            let (Some(best), Some(second)) = (report.best_move, report.others.first()) else { continue };
            if EngineJudge::is_open(report.score, second.score) {
                let player: Player = game.opening().player_of(position.side_to_move());
                let of_player = &mut agreed[player as usize];
                of_player.judged += 1;
                of_player.agreed += u32::from(best == played);
            }
        }
        agreed
    }

    #[cfg(target_os = "linux")]
    fn begin_thread(&self) {
        // The least priority of the system, for this thread alone.
        let _ = rustix::process::nice(19);
    }
}

#[cfg(test)]
mod tests {
    use tengen_analysis::Level;
    use tengen_game::opening::Protocol;
    use tengen_online::game::NewGame;
    use tengen_online::id::{AccountId, GameId};
    use tengen_online::message::{GameCommand, PlayerInfo, UserKind};
    use tengen_online::name::UserName;
    use tengen_online::settings::GameSettings;

    use super::*;

    #[test]
    fn a_player_who_asks_the_engine_agrees_more_often() {
        let settings = GameSettings {
            rule: "freestyle".parse().unwrap(),
            size: tengen_game::BoardSize::FIFTEEN,
            opening: Protocol::Free,
            tempo: "none".parse().unwrap(),
            rated: false,
        };
        let player = |entropy| {
            let account = AccountId::from_entropy(entropy);
            PlayerInfo { account, name: UserName::of_guest(account), kind: UserKind::Member, rating: None }
        };
        let judge = EngineJudge { nodes: 3_000, ..EngineJudge::new() };
        let mut engine = Engine::new(EngineOptions::default());
        let clock = SystemClock::new();
        let mut sum = [Agreed::default(); 2];
        for seed in 0..48 {
            let new = NewGame::new(GameId::from_entropy(seed), settings, [player(1), player(2)]);
            let (mut game, _) = LiveGame::create(new, 0).unwrap();
            while let Some(by) = game.to_act().filter(|_| game.ply() < 36) {
                // The first player plays by the judge's own engine; the second one is a beginner.
                let limits = match by {
                    Player::First => SearchLimits::nodes(3_000),
                    Player::Second => {
                        SearchLimits { level: Some(Level::NORMAL), seed, ..SearchLimits::nodes(3_000) }
                    }
                };
                engine.set_position(game.position().clone());
                let to = engine.search(&limits, &clock, &mut ()).best_move.unwrap().into();
                let command = GameCommand::Move { ply: game.ply(), takebacks: 0, to };
                game.execute(by, command, 0, 0).result.unwrap();
            }
            let agreed = judge.judge(&game);
            if seed < 4 {
                assert_eq!(agreed, judge.judge(&game), "the figures of a game are always the same");
            }
            for (sum, agreed) in sum.iter_mut().zip(agreed) {
                assert!(agreed.agreed <= agreed.judged && agreed.judged <= 15, "{agreed:?}");
                (sum.judged, sum.agreed) = (sum.judged + agreed.judged, sum.agreed + agreed.agreed);
            }
        }
        let [asks, beginner] = sum.map(|agreed| f64::from(agreed.agreed) / f64::from(agreed.judged.max(1)));
        assert!(sum[0].judged >= 5 && asks > beginner, "{sum:?}");
    }
}
