//! What follows from games that look like the farming of ratings, and from games that are thrown away.

use std::net::IpAddr;
use std::sync::{Arc, PoisonError};

use tengen_game::opening::Player;
use tengen_online::account::{Report, ReportReason, ReportState};
use tengen_online::fairness::{Alert, PAUSE, Suspicion};
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId, ReportId};
use tengen_online::message::{EndCause, UserKind};

use super::{Hub, entropy};
use crate::online::part::LOBBY;
use crate::online::refusal::OnlineError;
use crate::online::storage::Change;

/// A game of strangers that a player has aborted, or has not begun.
#[derive(Clone, Copy, Debug)]
pub(super) struct Aborted {
    by: AccountId,
    other: AccountId,
}

/// What a game that has just ended leads to, when its end is durable.
#[derive(Debug)]
pub(super) struct Consequences {
    game: GameId,
    aborted: Option<Aborted>,
    alerts: Vec<Alert>,
}

/// Whether an address is that of a client in the Internet. All clients of a proxy that is not trusted have its own, and in
/// a private network an address means little.
fn is_public(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !(v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified()),
        IpAddr::V6(v6) => {
            !(v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_unspecified())
        }
    }
}

impl Hub {
    /// Notes the end of a game, whose last command came from `actor`.
    pub(super) fn note_end(&self, game: &LiveGame, actor: Option<Player>) -> Consequences {
        let aborter = match game.result().map(|result| result.cause) {
            Some(EndCause::Abort) => actor,
            Some(EndCause::NoStart) => game.no_show(),
            _ => None,
        };
        let new = game.new_game();
        let accounts = Player::BOTH.map(|player| game.player(player).account);
        let is_on_occasion = !new.settings.tempo.is_correspondence();
        let has_program = accounts.iter().any(|account| self.house.contains_key(account));
        // Friends may end a game as they like, and tournaments have their own ways with absence.
        let is_of_strangers = new.start_limit == 0 && new.tournament.is_none() && !has_program;
        let aborter = aborter.filter(|_| is_on_occasion && is_of_strangers);
        let aborted = aborter
            .map(|player| Aborted { by: accounts[player as usize], other: accounts[!player as usize] });
        let mut fairness = self.fairness.lock().unwrap_or_else(PoisonError::into_inner);
        // A guest has no rating to pause, and is soon another one.
        let is_guest = |player: &Player| game.player(*player).kind == UserKind::Guest;
        let blamed = aborter.filter(|player| !is_guest(player)).map(|player| accounts[player as usize]);
        let alerts = fairness.note(game, blamed, self.share_address(accounts), self.now());
        Consequences { game: game.id(), aborted, alerts }
    }

    /// Whether both users are connected to this server from one address.
    fn share_address(&self, accounts: [AccountId; 2]) -> bool {
        let address = |account| self.users.with(account, |user| user.address).flatten();
        let [one, other] = accounts.map(|account| address(account).filter(is_public));
        one.is_some() && one == other
    }

    /// Whether the ratings of both players may change at present.
    pub(super) fn may_be_rated(&self, game: &LiveGame) -> bool {
        let now = self.now();
        Player::BOTH.into_iter().all(|player| {
            let account = self.users.known(game.player(player).account);
            account.is_none_or(|account| account.sanction.unrated.is_none_or(|until| until <= now))
        })
    }

    /// The end of a game is durable: the lobby lets the player wait who has aborted it, and moderators learn of what was
    /// noticed.
    pub(super) fn draw_consequences(self: &Arc<Hub>, consequences: Consequences) {
        let Consequences { game, aborted, alerts } = consequences;
        if let Some(Aborted { by, other }) = aborted {
            self.note_aborted(by, other);
        }
        for Alert { about, suspicion } in alerts {
            for account in about {
                let hub = self.clone();
                self.runtime.spawn(async move { hub.alert(account, suspicion, game).await });
            }
        }
    }

    /// A player has aborted a game of strangers.
    pub(super) fn note_aborted(&self, by: AccountId, other: AccountId) {
        if self.has(LOBBY) {
            let now = self.now();
            self.room().note_abort(by, other, now);
        } else {
            self.announce_aborted(by, other);
        }
    }

    /// Tells the moderators of an account, and pauses its ratings.
    async fn alert(self: Arc<Hub>, account: AccountId, suspicion: Suspicion, game: GameId) {
        let at = self.now();
        let reason = match suspicion {
            Suspicion::ShortGames | Suspicion::OneAddress => ReportReason::Manipulation,
            Suspicion::Aborted => ReportReason::Stalling,
        };
        let report = Report {
            id: ReportId::from_entropy(entropy()),
            by: Report::server(),
            about: account,
            reason,
            remark: suspicion.remark(),
            game: Some(game),
            at,
            state: ReportState::Open,
        };
        tracing::warn!(%account, %game, ?suspicion, "ratings of an account are paused");
        if let Err(error) = self.writer.write(vec![Change::PutReport(Box::new(report))]).await {
            tracing::error!(%error, %account, "the moderators could not be told of an account");
        }
        let paused = self.change_account(account, None, |account| {
            let until = account.sanction.unrated.unwrap_or_default().max(at + PAUSE);
            account.sanction.unrated = Some(until);
            Ok::<(), OnlineError>(())
        });
        if let Err(error) = paused.await {
            tracing::error!(%error, %account, "the ratings of an account could not be paused");
        }
    }
}
