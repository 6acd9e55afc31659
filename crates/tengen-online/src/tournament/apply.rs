//! The change of a tournament's state by events. Only an event changes a tournament, except for the time of the last pairing.

use std::collections::BTreeMap;

use super::{Entry, Happened, Played, ReplayError, Tournament, TournamentError, TournamentEvent};
use crate::Time;
use crate::id::{AccountId, TournamentId};
use crate::message::{PlayerInfo, TournamentRequest, TournamentStatus};

impl Tournament {
    /// The tournament that results from these events.
    ///
    /// # Errors
    /// When the first event is not the creation, or an event does not fit the state before it.
    pub fn replay(events: impl IntoIterator<Item = TournamentEvent>) -> Result<Tournament, ReplayError> {
        let mut events = events.into_iter();
        let first = events.next().ok_or(ReplayError::Empty)?;
        let Happened::Created { tournament, request, creator } = first.event else {
            return Err(ReplayError::Creation(1));
        };
        let mut new = Tournament::begin(tournament, *request, creator, first.at);
        for (number, event) in (2..).zip(events) {
            if matches!(event.event, Happened::Created { .. }) {
                return Err(ReplayError::Creation(number));
            }
            new.apply(&event).map_err(|source| ReplayError::Event { number, source })?;
        }
        Ok(new)
    }

    pub(super) fn begin(
        id: TournamentId,
        request: TournamentRequest,
        creator: PlayerInfo,
        now: Time,
    ) -> Tournament {
        Tournament {
            id,
            request,
            creator,
            status: TournamentStatus::Open,
            entries: Vec::new(),
            places: BTreeMap::new(),
            running: BTreeMap::new(),
            round: 0,
            paired: super::LastPairing::default(),
            last: now,
            events: 1,
        }
    }

    /// Changes the state by an event.
    ///
    /// # Errors
    /// When the event does not fit the state, which is then unchanged.
    pub fn apply(&mut self, event: &TournamentEvent) -> Result<(), TournamentError> {
        match &event.event {
            Happened::Created { .. } => return Err(TournamentError::Begun),
            Happened::Joined(player) => match self.places.get(&player.account) {
                Some(&place) => {
                    let entry = &mut self.entries[place];
                    (entry.withdrawn, entry.player) = (false, player.clone());
                    entry.free_since = event.at;
                }
                None => {
                    self.places.insert(player.account, self.entries.len());
                    self.entries.push(Entry {
                        player: player.clone(),
                        withdrawn: false,
                        points: 0,
                        games: Vec::new(),
                        free_since: event.at,
                        playing: None,
                    });
                }
            },
            Happened::Withdrawn(account) => {
                let place = self.place(*account)?;
                self.entries[place].withdrawn = true;
            }
            Happened::Started => {
                if self.status != TournamentStatus::Open {
                    return Err(TournamentError::Begun);
                }
                self.status = TournamentStatus::Running;
                if !self.is_arena() {
                    self.seed();
                }
            }
            Happened::Round { round } => self.round = *round,
            Happened::Bye(account) => {
                let place = self.place(*account)?;
                self.count(place, Played { opponent: None, points: 2, first: false });
            }
            Happened::Paired { game, players } => {
                let [first, second] = players.map(|account| self.place(account));
                let places = [first?, second?];
                if self.running.contains_key(game)
                    || places.iter().any(|&place| self.entries[place].playing.is_some())
                {
                    return Err(TournamentError::NoSuchGame(*game));
                }
                self.running.insert(*game, places);
                self.entries[places[0]].playing = Some((*game, places[1]));
                self.entries[places[1]].playing = Some((*game, places[0]));
            }
            Happened::Played { game, points } => {
                let [first, second] = self.running.remove(game).ok_or(TournamentError::NoSuchGame(*game))?;
                for (place, opponent, points, is_first) in
                    [(first, second, points[0], true), (second, first, points[1], false)]
                {
                    self.entries[place].playing = None;
                    self.entries[place].free_since = event.at;
                    self.count(place, Played { opponent: Some(opponent), points, first: is_first });
                }
            }
            Happened::Finished => self.status = TournamentStatus::Finished,
            Happened::Cancelled => {
                self.status = TournamentStatus::Cancelled;
                self.running.clear();
                self.entries.iter_mut().for_each(|entry| entry.playing = None);
            }
        }
        self.last = self.last.max(event.at);
        self.events += 1;
        Ok(())
    }

    fn place(&self, account: AccountId) -> Result<usize, TournamentError> {
        self.places.get(&account).copied().ok_or(TournamentError::NotPlayer)
    }

    fn count(&mut self, place: usize, played: Played) {
        let entry = &mut self.entries[place];
        entry.points += u32::from(played.points);
        entry.games.push(played);
    }

    /// Sorts the players by strength, as the first round of a Swiss tournament needs. Those without a rating come last, in the order of
    /// entry.
    fn seed(&mut self) {
        let rating = |entry: &Entry| entry.player.rating.map_or(0, |rating| rating.value);
        self.entries.sort_by_key(|entry| std::cmp::Reverse(rating(entry)));
        let accounts = self.entries.iter().map(|entry| entry.player.account);
        self.places = accounts.zip(0..).collect::<BTreeMap<AccountId, usize>>();
    }

    /// The time of the last event.
    pub fn last_event(&self) -> Time {
        self.last
    }
}
