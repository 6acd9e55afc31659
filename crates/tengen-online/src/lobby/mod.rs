//! The lobby: seeks, pools and challenges, and the games that they lead to.
//!
//! All functions are deterministic: the time, and the entropy for identifiers and seats, come from the caller. The results are
//! [events](LobbyEvent), in order. [`Lobby::tick`] has to be called at [`Lobby::next_deadline`]: it pairs the players of pools whose
//! windows have widened, lets the server's programs answer seeks, and closes old challenges.

mod challenge;
mod error;
mod pool;
mod record;
mod seek;
#[cfg(test)]
mod tests;
mod view;

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use tengen_analysis::Level;
use tengen_game::SplitMix;
use tengen_game::opening::Player;

pub use error::LobbyError;
pub use pool::{POOL_STEP, pool_window};
pub use record::{FIRST_WAIT, MOST_WAIT, PAIR_AGAIN};
pub use view::lobby_update;

use crate::game::NewGame;
use crate::id::{AccountId, ChallengeId, GameId, SeekId};
use crate::message::{
    ChallengeRequest, ChallengeView, PlayerInfo, PoolView, SeekRequest, SeekView, UserKind,
};
use crate::settings::{GameSettings, SeatChoice, Tempo};
use crate::{DAY, MINUTE, SECOND, Time};

/// The delay after which the server's program answers a seek that requests one.
pub const BOT_DELAY: Time = 8 * SECOND;
/// The time that each player of a game by a challenge has for the first action, in which a friend may read the rules.
pub const INVITATION_START: Time = 5 * MINUTE;
/// The time for which a challenge stays open.
pub const CHALLENGE_LIFE: Time = DAY;
/// The time for which a seek for a correspondence game stays open; other seeks end with the connection.
pub const SEEK_LIFE: Time = 14 * DAY;

/// A user who requests a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Candidate {
    /// The user, with the rating in the category of the game.
    pub player: PlayerInfo,
    /// The users whom this user blocks.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub blocks: Vec<AccountId>,
    /// A real-time game in which the user plays.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plays: Option<GameId>,
}

impl Candidate {
    fn account(&self) -> AccountId {
        self.player.account
    }

    /// Whether neither of the two users blocks the other, and they are not the same.
    fn may_meet(&self, other: &Candidate) -> bool {
        self.account() != other.account()
            && !self.blocks.contains(&other.account())
            && !other.blocks.contains(&self.account())
    }

    /// Checks whether the user can begin a game of this tempo: a person plays one real-time game at a time.
    fn check_is_free(&self, tempo: Tempo) -> Result<(), LobbyError> {
        match self.plays {
            Some(game) if !tempo.is_correspondence() && !self.player.kind.is_bot() => {
                Err(LobbyError::Playing(game))
            }
            _ => Ok(()),
        }
    }

    fn is_guest(&self) -> bool {
        self.player.kind == UserKind::Guest
    }
}

/// An open seek with its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenSeek {
    /// The identifier of the seek.
    pub seek: SeekId,
    /// The user who seeks.
    pub by: Candidate,
    /// The contents of the seek.
    pub request: SeekRequest,
    /// The time at which the seek was opened.
    pub opened: Time,
}

impl OpenSeek {
    /// The seek as clients receive it.
    pub fn view(&self) -> SeekView {
        SeekView { seek: self.seek, by: self.by.player.clone(), request: self.request }
    }
}

/// An open challenge with its owner.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OpenChallenge {
    /// The identifier of the challenge.
    pub challenge: ChallengeId,
    /// The user who challenges.
    pub by: Candidate,
    /// The contents of the challenge.
    pub request: ChallengeRequest,
    /// The time at which the challenge was opened.
    pub opened: Time,
}

impl OpenChallenge {
    /// The challenge as clients receive it.
    pub fn view(&self) -> ChallengeView {
        ChallengeView { challenge: self.challenge, by: self.by.player.clone(), request: self.request }
    }
}

/// An event in the lobby.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LobbyEvent {
    /// A seek was opened.
    SeekOpened(OpenSeek),
    /// A seek is no longer open.
    SeekClosed(SeekId),
    /// The number of users who wait in a pool has changed.
    PoolChanged(PoolView),
    /// A challenge was opened.
    ChallengeOpened(OpenChallenge),
    /// A challenge is no longer open.
    ChallengeClosed {
        /// The challenge.
        challenge: ChallengeId,
        /// The user who had made the challenge.
        by: AccountId,
        /// The challenged user, if the challenge was to a particular one.
        to: Option<AccountId>,
        /// The game that the challenge has led to.
        game: Option<GameId>,
    },
    /// A game begins.
    Paired(Box<NewGame>),
}

/// All open requests.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lobby {
    seeks: BTreeMap<SeekId, OpenSeek>,
    challenges: BTreeMap<ChallengeId, OpenChallenge>,
    pools: pool::Pools,
    house_bots: Vec<(Level, PlayerInfo)>,
}

impl Lobby {
    /// An empty lobby of a server with these programs of its own.
    pub fn new(house_bots: Vec<(Level, PlayerInfo)>) -> Lobby {
        Lobby { house_bots, ..Lobby::default() }
    }

    /// Restores requests that were open before a restart. This pairs no players. A request of an earlier version for a rated game that can
    /// no longer be rated becomes one for a casual game.
    pub fn restore(
        &mut self,
        seeks: impl IntoIterator<Item = OpenSeek>,
        challenges: impl IntoIterator<Item = OpenChallenge>,
    ) {
        for mut open in seeks {
            open.request.settings = open.request.settings.renewed();
            self.seeks.insert(open.seek, open);
        }
        for mut open in challenges {
            open.request.settings = open.request.settings.renewed();
            self.challenges.insert(open.challenge, open);
        }
    }

    /// The open challenges to a user, the earliest first.
    pub fn challenges_to(&self, account: AccountId) -> Vec<&OpenChallenge> {
        let is_to = |open: &&OpenChallenge| open.request.to == Some(account);
        let mut found: Vec<&OpenChallenge> = self.challenges.values().filter(is_to).collect();
        found.sort_by_key(|open| (open.opened, open.challenge));
        found
    }

    /// Closes the seeks of a user who has disconnected, except those of correspondence games, and removes the user from the pool.
    pub fn leave(&mut self, account: AccountId) -> Vec<LobbyEvent> {
        let is_left = |seek: &OpenSeek| {
            seek.by.account() == account && !seek.request.settings.tempo.is_correspondence()
        };
        let mut events = self.close_seeks(is_left);
        events.extend(self.pools.leave(account));
        events
    }

    /// Carries out everything that is due at [`Lobby::next_deadline`].
    pub fn tick(&mut self, now: Time, entropy: u64) -> Vec<LobbyEvent> {
        let mut random = SplitMix::new(entropy);
        let mut events = self.pair_pools(now, &mut random);
        events.extend(self.answer_by_bots(now, &mut random));
        events.extend(self.close_seeks(|seek| now >= seek.opened.saturating_add(SEEK_LIFE)));
        events.extend(self.close_old_challenges(now));
        events
    }

    /// The time at which the caller has to call [`Lobby::tick`]; `None` while nothing is due.
    pub fn next_deadline(&self) -> Option<Time> {
        let seeks = self.seeks.values().map(|seek| {
            let life = if self.bot_for(seek).is_some() { BOT_DELAY } else { SEEK_LIFE };
            seek.opened.saturating_add(life)
        });
        let challenges =
            self.challenges.values().map(|challenge| challenge.opened.saturating_add(CHALLENGE_LIFE));
        seeks.chain(challenges).chain(self.pools.next_check()).min()
    }
}

/// The game of two users. The first user's choice of a seat is fulfilled, and the other user's choice is left to the caller. The game is
/// rated only if neither user is a guest.
fn new_game(
    settings: GameSettings,
    one: &PlayerInfo,
    seat: SeatChoice,
    other: &PlayerInfo,
    random: &mut SplitMix,
) -> NewGame {
    let game = GameId::from_entropy(random.next());
    let players = match seat.seat(random.next()) {
        Player::First => [one.clone(), other.clone()],
        Player::Second => [other.clone(), one.clone()],
    };
    let may_rate = players.iter().all(|player| !matches!(player.kind, UserKind::Guest | UserKind::HouseBot));
    let settings = GameSettings { rated: settings.rated && may_rate, ..settings };
    NewGame::new(game, settings, players)
}
