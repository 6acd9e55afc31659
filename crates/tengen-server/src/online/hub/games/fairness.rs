//! The detection of games that look like the farming of ratings, and of games that are thrown away.

use std::net::IpAddr;
use std::sync::{Mutex, PoisonError};

use tengen_game::opening::Player;
use tengen_online::Time;
use tengen_online::account::{Report, ReportReason, ReportState};
use tengen_online::fairness::{Alert, Fairness, Suspicion};
use tengen_online::game::LiveGame;
use tengen_online::id::{AccountId, GameId, ReportId};
use tengen_online::message::{EndCause, UserKind};

use crate::online::hub::context::Context;
use crate::online::hub::entropy;
use crate::online::hub::follow_up::FollowUp;

/// The records of each user's last games.
#[derive(Default)]
pub(super) struct FairPlay(Mutex<Fairness>);

impl FairPlay {
    /// Notes the end of a game, whose last command came from `actor`. When the end is durable, a user who has aborted the game has to wait
    /// in the lobby, and moderators receive the suspicions.
    pub(super) fn note_end(
        &self,
        context: &Context,
        game: &LiveGame,
        actor: Option<Player>,
    ) -> Vec<FollowUp> {
        let aborter = match game.result().map(|result| result.cause) {
            Some(EndCause::Abort) => actor,
            Some(EndCause::NoStart) => game.no_show(),
            _ => None,
        };
        let new = game.new_game();
        let accounts = Player::BOTH.map(|player| game.player(player).account);
        let is_on_occasion = !new.settings.tempo.is_correspondence();
        let has_program = accounts.iter().any(|account| context.house.has(*account));
        // Friends may end a game as they like, and tournaments have their own rules for absence.
        let is_of_strangers = new.start_limit == 0 && new.tournament.is_none() && !has_program;
        let aborter = aborter.filter(|_| is_on_occasion && is_of_strangers);
        let aborted = aborter.map(|player| FollowUp::Aborted {
            by: accounts[player as usize],
            other: accounts[!player as usize],
        });
        // A guest has no rating that can be paused, and can easily become another guest.
        let is_guest = |player: &Player| game.player(*player).kind == UserKind::Guest;
        let blamed = aborter.filter(|player| !is_guest(player)).map(|player| accounts[player as usize]);
        let share_address = context.presence.share_address(accounts, is_public);
        let mut fairness = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let alerts = fairness.note(game, blamed, share_address, context.now());
        let game = game.id();
        let suspected = alerts.into_iter().flat_map(|Alert { about, suspicion }| {
            about.into_iter().map(move |account| FollowUp::Suspected { account, suspicion, game })
        });
        aborted.into_iter().chain(suspected).collect()
    }
}

/// Whether an address is that of a client in the Internet. All clients behind a proxy that is not trusted have its address, and an address
/// in a private network does not identify a household.
fn is_public(address: &IpAddr) -> bool {
    match address {
        IpAddr::V4(v4) => !(v4.is_loopback() || v4.is_private() || v4.is_link_local() || v4.is_unspecified()),
        IpAddr::V6(v6) => {
            !(v6.is_loopback() || v6.is_unique_local() || v6.is_unicast_link_local() || v6.is_unspecified())
        }
    }
}

/// Whether the ratings of both players may change at present.
pub(super) fn may_be_rated(context: &Context, game: &LiveGame) -> bool {
    let now = context.now();
    Player::BOTH.into_iter().all(|player| {
        let account = context.presence.known(game.player(player).account);
        account.is_none_or(|account| account.sanction.unrated.is_none_or(|until| until <= now))
    })
}

/// The server's report of a suspicion to the moderators.
pub(in crate::online::hub) fn report_of(
    account: AccountId,
    suspicion: Suspicion,
    game: GameId,
    at: Time,
) -> Report {
    let reason = match suspicion {
        Suspicion::ShortGames | Suspicion::OneAddress => ReportReason::Manipulation,
        Suspicion::Aborted => ReportReason::Stalling,
    };
    Report {
        id: ReportId::from_entropy(entropy()),
        by: Report::server(),
        about: account,
        reason,
        remark: suspicion.remark(),
        game: Some(game),
        at,
        state: ReportState::Open,
    }
}
