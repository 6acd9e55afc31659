//! Seeks: requests for any opponent.

use tengen_game::SplitMix;

use super::{BOT_DELAY, Candidate, Lobby, LobbyError, LobbyEvent, OpenSeek, new_game};
use crate::Time;
use crate::id::{AccountId, SeekId};
use crate::message::{MAX_SEEKS, PlayerInfo, SeekRequest};
use crate::settings::SeatChoice;

impl Lobby {
    /// The open seeks, by identifier.
    pub fn seeks(&self) -> impl Iterator<Item = &OpenSeek> {
        self.seeks.values()
    }

    /// Seeks an opponent for a user. If open seeks suit, the oldest of them and this one become a game; otherwise the new seek is opened
    /// under `id`.
    ///
    /// # Errors
    /// When the settings cannot be played by this user, or the user plays a real-time game or has too many seeks.
    pub fn seek(
        &mut self,
        by: Candidate,
        request: SeekRequest,
        id: SeekId,
        now: Time,
        entropy: u64,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        request.settings.check()?;
        by.check_is_free(request.settings.tempo)?;
        if request.settings.rated && by.is_guest() {
            return Err(LobbyError::GuestRated);
        }
        if self.seeks.contains_key(&id) {
            return Err(LobbyError::DuplicateId);
        }
        let new = OpenSeek { seek: id, by, request, opened: now };
        let suits = |open: &&OpenSeek| {
            open.request.settings == request.settings
                && open.request.seat.suits(request.seat)
                && accepts(open, &new.by)
                && accepts(&new, &open.by)
        };
        let oldest = self.seeks.values().filter(suits).min_by_key(|open| (open.opened, open.seek));
        if let Some(open) = oldest.cloned() {
            return Ok(self.pair(&open, &new.by, request.seat, entropy));
        }
        let own = self.seeks.values().filter(|open| open.by.account() == new.by.account()).count();
        if own >= MAX_SEEKS {
            return Err(LobbyError::TooMany);
        }
        self.seeks.insert(id, new.clone());
        Ok(vec![LobbyEvent::SeekOpened(new)])
    }

    /// Accepts an open seek.
    ///
    /// # Errors
    /// When there is no such seek, or the user does not meet its conditions or plays a real-time game.
    pub fn take_seek(
        &mut self,
        by: &Candidate,
        id: SeekId,
        entropy: u64,
    ) -> Result<Vec<LobbyEvent>, LobbyError> {
        let open = self.seeks.get(&id).ok_or(LobbyError::NotFound)?;
        by.check_is_free(open.request.settings.tempo)?;
        if open.request.settings.rated && by.is_guest() {
            return Err(LobbyError::GuestRated);
        }
        if !accepts(open, by) {
            return Err(LobbyError::NotSuitable);
        }
        let open = open.clone();
        Ok(self.pair(&open, by, SeatChoice::Random, entropy))
    }

    /// Closes a seek of this user. Closing a seek that is no longer open is not an error.
    ///
    /// # Errors
    /// When the seek belongs to another user.
    pub fn cancel_seek(&mut self, by: AccountId, id: SeekId) -> Result<Vec<LobbyEvent>, LobbyError> {
        if self.seeks.get(&id).is_some_and(|open| open.by.account() != by) {
            return Err(LobbyError::NotYours);
        }
        Ok(self.close_seeks(|open| open.seek == id))
    }

    /// The game of a seek's owner with another user. It closes all seeks of both users for real-time games.
    fn pair(
        &mut self,
        open: &OpenSeek,
        other: &Candidate,
        wish: SeatChoice,
        entropy: u64,
    ) -> Vec<LobbyEvent> {
        let mut random = SplitMix::new(entropy);
        let owner = &open.by.player;
        let new = if open.request.seat.is_random() {
            new_game(open.request.settings, &other.player, wish, owner, &mut random)
        } else {
            new_game(open.request.settings, owner, open.request.seat, &other.player, &mut random)
        };
        let mut events = self.close_seeks(|seek| seek.seek == open.seek);
        if !open.request.settings.tempo.is_correspondence() {
            for account in [owner.account, other.account()] {
                events.extend(self.leave(account));
            }
        }
        events.push(LobbyEvent::Paired(Box::new(new)));
        events
    }

    pub(super) fn close_seeks(&mut self, is_closed: impl Fn(&OpenSeek) -> bool) -> Vec<LobbyEvent> {
        let closed: Vec<SeekId> =
            self.seeks.values().filter(|seek| is_closed(seek)).map(|seek| seek.seek).collect();
        closed
            .into_iter()
            .map(|id| {
                self.seeks.remove(&id);
                LobbyEvent::SeekClosed(id)
            })
            .collect()
    }

    /// The server's program that answers a seek if no person does.
    pub(super) fn bot_for(&self, seek: &OpenSeek) -> Option<&PlayerInfo> {
        let level = seek.request.bot?;
        self.house_bots.iter().find(|(of, _)| *of == level).map(|(_, bot)| bot)
    }

    /// Answers the seeks that request a program of the server and are due. Games with these programs are casual.
    pub(super) fn answer_by_bots(&mut self, now: Time, random: &mut SplitMix) -> Vec<LobbyEvent> {
        let is_due = |seek: &&OpenSeek| now >= seek.opened.saturating_add(BOT_DELAY);
        let due = self.seeks.values().filter(is_due);
        let mut due: Vec<(OpenSeek, PlayerInfo)> =
            due.filter_map(|seek| Some((seek.clone(), self.bot_for(seek)?.clone()))).collect();
        due.sort_by_key(|(seek, _)| (seek.opened, seek.seek));
        let mut events = Vec::new();
        for (seek, player) in due {
            // An earlier pairing may have closed the seek.
            if self.seeks.contains_key(&seek.seek) {
                let bot = Candidate { player, blocks: Vec::new(), plays: None };
                events.extend(self.pair(&seek, &bot, SeatChoice::Random, random.next()));
            }
        }
        events
    }
}

/// Whether a user meets the conditions of a seek.
fn accepts(seek: &OpenSeek, other: &Candidate) -> bool {
    let rating = || other.player.rating.map(|rating| rating.value);
    let has_rating =
        seek.request.ratings.is_none_or(|range| rating().is_some_and(|rating| range.contains(rating)));
    has_rating && !(seek.request.members_only && other.is_guest()) && seek.by.may_meet(other)
}
