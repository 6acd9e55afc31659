//! Accounts and games for tests.

use tengen_game::{Move, Point};
use tengen_online::game::{GameEvent, Happened, LiveGame, NewGame};
use tengen_online::id::{AccountId, GameId};
use tengen_online::message::{PlayerInfo, UserKind};
use tengen_online::name::UserName;
use tengen_online::settings::pool_settings;

use super::{Change, StoredAccount};

pub(crate) fn guest(entropy: u64) -> StoredAccount {
    let account = AccountId::from_entropy(entropy);
    StoredAccount {
        account,
        name: UserName::of_guest(account),
        name_key: None,
        kind: UserKind::Guest,
        created: 1_000,
        password: None,
    }
}

/// A game between two accounts, as the change that creates it.
pub(crate) fn created(entropy: u64, first: &StoredAccount, second: &StoredAccount) -> (GameId, Change) {
    let info = |stored: &StoredAccount| PlayerInfo {
        account: stored.account,
        name: stored.name.clone(),
        kind: stored.kind,
        rating: None,
    };
    let game = GameId::from_entropy(entropy);
    let settings = pool_settings(7).unwrap();
    let new = NewGame { game, settings, players: [info(first), info(second)], tournament: None };
    let (_, event) = LiveGame::create(new, 2_000 + entropy).unwrap();
    (game, Change::CreateGame { game, players: [first.account, second.account], event })
}

/// A move as an append. The storage does not know the rules.
pub(crate) fn moved(game: GameId, before: u32, ply: u32) -> Change {
    let to = Move::Place(Point::new((ply % 15) as u8, (ply / 15 % 15) as u8));
    let event = GameEvent { at: 3_000 + u64::from(ply), event: Happened::Moved { to, lag: 0 } };
    Change::Append { game, before, events: vec![event] }
}
