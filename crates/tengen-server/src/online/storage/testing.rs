//! Accounts and games for tests.

use tengen_game::{Move, Point};
use tengen_online::account::Account;
use tengen_online::game::{GameEvent, Happened, LiveGame, NewGame};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::UserKind;
use tengen_online::settings::{GameSettings, pool_settings};

use super::Change;

pub(crate) fn guest(entropy: u64) -> Account {
    Account::guest(AccountId::from_entropy(entropy), 1_000)
}

pub(crate) fn member(entropy: u64, name: &str) -> Account {
    let id = AccountId::from_entropy(entropy);
    Account::member(id, name.parse().unwrap(), UserKind::Member, 1_000, |_| false).unwrap()
}

/// The data of a new game between two accounts. It is rated if both are members.
pub(crate) fn new_game(entropy: u64, first: &Account, second: &Account) -> NewGame {
    let rated = [first, second].iter().all(|account| account.kind == UserKind::Member);
    let settings = GameSettings { rated, ..pool_settings(7).unwrap() };
    let players = [first, second].map(|account| account.info(None, 2_000));
    NewGame::new(GameId::from_entropy(entropy), settings, players)
}

/// The change that creates a game between two accounts.
pub(crate) fn created(entropy: u64, first: &Account, second: &Account) -> (GameId, Change) {
    let new = new_game(entropy, first, second);
    let game = new.game;
    let (_, event) = LiveGame::create(new, 2_000 + entropy).unwrap();
    (game, Change::CreateGame { game, players: [first.id, second.id], event })
}

/// The change that appends a move. The storage does not check the rules.
pub(crate) fn moved(game: GameId, before: u32, ply: u32) -> Change {
    let to = Move::Place(Point::new((ply % 15) as u8, (ply / 15 % 15) as u8));
    let event = GameEvent { at: 3_000 + u64::from(ply), event: Happened::Moved { to, lag: 0 } };
    Change::Append { game, before, events: vec![event] }
}
