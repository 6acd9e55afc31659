//! The agreement of moves with an engine's choice.

use std::sync::Arc;
use std::time::{Duration, Instant};

use tengen_game::opening::Player;
use tengen_online::game::LiveGame;
use tengen_online::message::GameCommand;
use tengen_online::settings::GameSettings;
use tengen_server::online::{Agreed, Database, MoveJudge, OnlineOptions, Sqlite, Storage};

use crate::accounts::member;
use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::server::TestServer;

/// A judge that agrees with all moves of the first player, and panics at games of a single move.
struct Fan;

impl MoveJudge for Fan {
    fn judge(&self, game: &LiveGame) -> [Agreed; 2] {
        let moves = u32::from(game.ply()) / 2;
        assert!(moves > 0, "an engine can fail");
        [Agreed { judged: moves, agreed: moves }, Agreed { judged: moves, agreed: 0 }]
    }
}

#[test]
fn rated_games_between_members_are_judged_for_the_moderators() {
    let judge: Option<Arc<dyn MoveJudge>> = Some(Arc::new(Fan));
    let options = OnlineOptions { judge, ..OnlineOptions::new(Database::Memory) };
    let mut opened = None;
    let server = TestServer::on(
        async {
            let storage: Arc<dyn Storage> = Arc::new(Sqlite::in_memory().await.unwrap());
            opened.insert(storage).clone()
        },
        options,
    );
    let storage = opened.unwrap();
    let cookies = ["Ada", "Bea"].map(|name| member(server.address, name));
    let mut players =
        cookies.each_ref().map(|cookie| Client::connect(server.address, Some(cookie), "Session1").unwrap());
    let mut judged = None;
    // A casual game, a game at which the judge fails, and a game that is judged nevertheless.
    for (rated, moves) in [(false, 4), (true, 1), (true, 4)] {
        let [one, other] = &mut players;
        let game = begin(
            one,
            other,
            GameSettings { rule: "caro".parse().unwrap(), rated, ..settings("free", "300+0") },
        );
        for point in ["h8", "h9", "j8", "j9"].iter().take(moves) {
            play(&mut players, game, point);
        }
        players[1].act(game, GameCommand::Resign).unwrap();
        judged = Some(game);
    }
    let account = |player: Player| players[player as usize].welcome.you.account;
    let start = Instant::now();
    let found = loop {
        let found = server.block_on(storage.agreement(account(Player::First), 10)).unwrap();
        if !found.is_empty() {
            break found;
        }
        assert!(start.elapsed() < Duration::from_secs(30), "nothing was judged");
        std::thread::sleep(Duration::from_millis(20));
    };
    assert_eq!(found.len(), 1);
    assert_eq!((Some(found[0].game), found[0].judged, found[0].agreed), (judged, 2, 2));
    let other = server.block_on(storage.agreement(account(Player::Second), 10)).unwrap();
    assert_eq!((other.len(), other[0].judged, other[0].agreed), (1, 2, 0));
}
