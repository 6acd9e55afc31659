//! Standings, and the views of the tournament for clients.

use std::cmp::Reverse;

use super::{Entry, Tournament};
use crate::id::{AccountId, GameId};
use crate::message::{MAX_STANDINGS_ROWS, StandingView, TournamentFormat, TournamentUpdate, TournamentView};
use crate::rating::START;

impl Tournament {
    /// The standings, the best first. Ties are broken by [`StandingView::tie_break`]; players who are still equal share a rank, in the
    /// order of their accounts.
    pub fn standings(&self) -> Vec<StandingView> {
        let mut rows: Vec<(usize, u32)> =
            (0..self.entries.len()).map(|place| (place, self.tie_break(place))).collect();
        let key =
            |&(place, tie_break): &(usize, u32)| (Reverse(self.entries[place].points), Reverse(tie_break));
        rows.sort_by_key(|row| (key(row), self.entries[row.0].player.account));
        let mut rank = 0;
        let mut standings: Vec<StandingView> = Vec::with_capacity(rows.len());
        for (index, &(place, tie_break)) in rows.iter().enumerate() {
            let entry = &self.entries[place];
            let is_equal = standings
                .last()
                .is_some_and(|before| (before.points, before.tie_break) == (entry.points, tie_break));
            if !is_equal {
                rank = index as u32 + 1;
            }
            standings.push(StandingView {
                rank,
                player: entry.player.clone(),
                points: entry.points,
                tie_break,
                games: entry.games.iter().map(|game| game.points).collect(),
                withdrawn: entry.withdrawn,
            });
        }
        standings
    }

    /// In a Swiss tournament the sum of the opponents' points (Buchholz); in a round robin the opponents' points times those
    /// scored against them (Sonneborn-Berger, with half points twice over); in an arena the opponents' mean rating.
    fn tie_break(&self, place: usize) -> u32 {
        let games = self.entries[place].games.iter();
        let met = games.filter_map(|game| Some((&self.entries[game.opponent?], game.points)));
        match self.request.format {
            TournamentFormat::Swiss { .. } => met.map(|(opponent, _)| opponent.points).sum(),
            TournamentFormat::RoundRobin { .. } => {
                met.map(|(opponent, points)| opponent.points * u32::from(points)).sum()
            }
            TournamentFormat::Arena { .. } => {
                let rating = |entry: &Entry| {
                    entry.player.rating.map_or(START as u32, |rating| u32::from(rating.value))
                };
                let (count, sum) =
                    met.fold((0, 0), |(count, sum), (opponent, _)| (count + 1, sum + rating(opponent)));
                sum.checked_div(count).unwrap_or(0)
            }
        }
    }

    /// The game of the highest-ranked players, among the running games.
    fn featured(&self) -> Option<GameId> {
        let points = |places: &[usize; 2]| places.map(|place| self.entries[place].points).iter().sum::<u32>();
        self.running
            .iter()
            .max_by_key(|(game, places)| (points(places), Reverse(**game)))
            .map(|(&game, _)| game)
    }

    /// The tournament with the first rows of its standings, for a user.
    pub fn view(&self, viewer: Option<AccountId>) -> TournamentView {
        let mut standings = self.standings();
        let you = standings.iter().find(|row| Some(row.player.account) == viewer).cloned();
        standings.truncate(MAX_STANDINGS_ROWS);
        TournamentView { standings, you, ..self.line() }
    }

    /// The tournament without its standings, for a list.
    pub fn line(&self) -> TournamentView {
        TournamentView {
            tournament: self.id,
            request: self.request.clone(),
            creator: self.creator.clone(),
            status: self.status,
            ends: self.ends(),
            round: self.round,
            players: u32::try_from(self.entries.len()).unwrap_or(u32::MAX),
            standings: Vec::new(),
            you: None,
            featured: self.featured(),
        }
    }

    /// The update for clients that have the view `before`, and the view after it.
    ///
    /// The update contains rows that have moved into the first [`MAX_STANDINGS_ROWS`] or have changed there. The caller adds the other rows
    /// of receivers ([`TournamentUpdate::you`]).
    pub fn update(&self, before: &TournamentView) -> (TournamentUpdate, TournamentView) {
        let now = self.view(None);
        let changed = |row: &&StandingView| !before.standings.contains(row);
        let update = TournamentUpdate {
            status: (now.status != before.status).then_some(now.status),
            round: (now.round != before.round).then_some(now.round),
            players: (now.players != before.players).then_some(now.players),
            standings: now.standings.iter().filter(changed).cloned().collect(),
            featured: now.featured.filter(|_| now.featured != before.featured),
            you: None,
        };
        (update, now)
    }
}
