//! The memory of a game.

use tengen_game::{Move, Point};
use tengen_online::game::{LiveGame, NewGame};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{GameCommand, PlayerInfo, UserKind};
use tengen_online::settings::pool_settings;

const GAMES: usize = 5_000;
const MOVES: u16 = 60;

/// The resident memory of the process in kilobytes.
fn resident() -> usize {
    let status = std::fs::read_to_string("/proc/self/status").unwrap();
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:")).unwrap();
    line.trim().trim_end_matches(" kB").parse().unwrap()
}

fn game(number: u64) -> LiveGame {
    let info = |number| {
        let account = AccountId::from_entropy(number);
        let name = format!("Player-{}", number % 100_000).parse().unwrap();
        PlayerInfo { account, name, kind: UserKind::Member, rating: None }
    };
    let settings = pool_settings(7).unwrap();
    let game = GameId::from_entropy(number);
    let players = [info(2 * number), info(2 * number + 1)];
    let (mut game, _) = LiveGame::create(NewGame::new(game, settings, players), 0).unwrap();
    for ply in 0..MOVES {
        // Rows that are filled in this order never have five in a row of one colour.
        let (column, row) = (ply % 15, ply / 15 * 2 + ply % 2);
        let to = Move::Place(Point::new(column as u8, row as u8));
        let by = game.to_act().unwrap();
        game.execute(by, GameCommand::Move { ply, takebacks: 0, to }, 0, u64::from(ply) * 100)
            .result
            .unwrap();
    }
    game
}

#[test]
fn a_live_game_takes_less_than_20_kilobytes() {
    assert!(size_of::<LiveGame>() < 2_000, "{}", size_of::<LiveGame>());
    let before = resident();
    let games: Vec<LiveGame> = (0..GAMES as u64).map(game).collect();
    let each = 1_024 * resident().saturating_sub(before) / games.len();
    println!("{each} bytes a game of {MOVES} moves, of which {} are on the stack", size_of::<LiveGame>());
    // Other tests may run at the same time, so that the limit is not tighter.
    assert!(each < 20_000, "{each} bytes");
    assert!(games.iter().all(|game| game.ply() == MOVES));
}
