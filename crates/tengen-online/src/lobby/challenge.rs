//! Challenges: requests for a particular opponent, or for the first user who opens their link.

use tengen_game::SplitMix;

use super::{
    CHALLENGE_LIFE, Candidate, INVITATION_START, Lobby, LobbyError, LobbyEvent, OpenChallenge, new_game,
};
use crate::Time;
use crate::game::NewGame;
use crate::id::{AccountId, ChallengeId, GameId};
use crate::message::{ChallengeRequest, MAX_CHALLENGES};

impl Lobby {
    /// The open challenges, by identifier.
    pub fn challenges(&self) -> impl Iterator<Item = &OpenChallenge> {
        self.challenges.values()
    }

    /// An open challenge. A user who has its link may read it, unless it is to another user.
    ///
    /// # Errors
    /// When there is no such challenge for this user.
    pub fn challenge_for(&self, viewer: AccountId, id: ChallengeId) -> Result<&OpenChallenge, LobbyError> {
        let open = self.challenges.get(&id).ok_or(LobbyError::NotFound)?;
        let is_meant = open.request.to.is_none_or(|to| to == viewer) || open.by.account() == viewer;
        if is_meant { Ok(open) } else { Err(LobbyError::NotFound) }
    }

    /// Opens a challenge under `id`.
    ///
    /// # Errors
    /// When the settings cannot be played by this user, the challenge is to the user's own account, or the user has too many challenges.
    pub fn challenge(
        &mut self,
        by: Candidate,
        request: ChallengeRequest,
        id: ChallengeId,
        now: Time,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        request.settings.check()?;
        if request.settings.rated && by.is_guest() {
            return Err(LobbyError::GuestRated);
        }
        if request.to.is_some_and(|to| to == by.account()) {
            return Err(LobbyError::NotSuitable);
        }
        if self.challenges.contains_key(&id) {
            return Err(LobbyError::DuplicateId);
        }
        let own = self.challenges.values().filter(|open| open.by.account() == by.account()).count();
        if own >= MAX_CHALLENGES {
            return Err(LobbyError::TooMany);
        }
        let open = OpenChallenge { challenge: id, by, request, opened: now };
        self.challenges.insert(id, open.clone());
        Ok(vec![LobbyEvent::ChallengeOpened(open)])
    }

    /// Accepts a challenge.
    ///
    /// # Errors
    /// When there is no such challenge for this user, or one of the two users blocks the other.
    pub fn accept_challenge(
        &mut self,
        by: &Candidate,
        id: ChallengeId,
        entropy: u64,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        let open = self.challenge_for(by.account(), id)?.clone();
        if !open.by.may_meet(by) {
            return Err(LobbyError::NotSuitable);
        }
        if open.request.settings.rated && by.is_guest() {
            return Err(LobbyError::GuestRated);
        }
        let request = open.request;
        let mut random = SplitMix::new(entropy);
        let new = new_game(request.settings, &open.by.player, request.seat, &by.player, &mut random);
        let new = NewGame { start_limit: INVITATION_START, ..new };
        let closed = self.close_challenge(id, Some(new.game));
        Ok(closed.into_iter().chain([LobbyEvent::Paired(Box::new(new))]).collect())
    }

    /// Declines a challenge to this user. Declining a challenge that is no longer open is not an error.
    ///
    /// # Errors
    /// When the challenge is not to this user in particular.
    pub fn decline_challenge(
        &mut self,
        by: AccountId,
        id: ChallengeId,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        if self.challenges.get(&id).is_some_and(|open| open.request.to != Some(by)) {
            return Err(LobbyError::NotYours);
        }
        Ok(self.close_challenge(id, None).into_iter().collect())
    }

    /// Withdraws a challenge of this user. Withdrawing a challenge that is no longer open is not an error.
    ///
    /// # Errors
    /// When the challenge belongs to another user.
    pub fn cancel_challenge(
        &mut self,
        by: AccountId,
        id: ChallengeId,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        if self.challenges.get(&id).is_some_and(|open| open.by.account() != by) {
            return Err(LobbyError::NotYours);
        }
        Ok(self.close_challenge(id, None).into_iter().collect())
    }

    pub(super) fn close_old_challenges(&mut self, now: Time) -> Vec<LobbyEvent> {
        let is_old = |open: &&OpenChallenge| now >= open.opened.saturating_add(CHALLENGE_LIFE);
        let old: Vec<ChallengeId> =
            self.challenges.values().filter(is_old).map(|open| open.challenge).collect();
        old.into_iter().filter_map(|id| self.close_challenge(id, None)).collect()
    }

    fn close_challenge(&mut self, challenge: ChallengeId, game: Option<GameId>) -> Option<LobbyEvent> {
        let open = self.challenges.remove(&challenge)?;
        let (by, to) = (open.by.account(), open.request.to);
        Some(LobbyEvent::ChallengeClosed { challenge, by, to, game })
    }
}
