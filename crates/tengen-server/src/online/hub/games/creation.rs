//! The preparation of a new game.

use tengen_game::opening::Player;
use tengen_online::category::Category;
use tengen_online::game::{DelayedGame, GameEvent, LiveGame, NewGame};

use super::late;
use super::tables::Table;
use crate::online::hub::context::Context;
use crate::online::storage::Change;

impl Table {
    /// The table of a new game, with the changes that store it: its creation, and the presence of its players.
    pub(in crate::online::hub) fn create(context: &Context, new: NewGame) -> Option<(Table, Vec<Change>)> {
        let now = context.now();
        let players = [new.players[0].account, new.players[1].account];
        let id = new.game;
        let mut new = new;
        let category = Category::of(&new.settings);
        let mut accounts = Vec::new();
        for player in new.players.iter_mut().filter(|player| !context.house.has(player.account)) {
            // The names and ratings are those at the beginning of the game.
            if let Some(account) = context.presence.known(player.account) {
                *player = account.info(category, now);
                accounts.push(account);
            }
        }
        new.delay = late::delay(&new, &accounts);
        let delay = new.delay;
        // The lobby and the tournaments have checked the pairing.
        let (mut game, event) = LiveGame::create(new, now).ok()?;
        let mut all = vec![event.clone()];
        let mut changes = vec![Change::CreateGame { game: id, players, event }];
        let mut events: Vec<GameEvent> = Vec::new();
        for player in Player::BOTH {
            if context.is_present(game.player(player).account) {
                events.extend(game.connect(player, now).events);
            }
        }
        all.extend(events.iter().cloned());
        if !events.is_empty() {
            changes.push(Change::Append { game: id, before: 1, events });
        }
        let late = (delay > 0).then(|| DelayedGame::new(all, delay, now).ok()).flatten();
        Some((Table::new(game, late), changes))
    }
}
