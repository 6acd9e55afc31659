//! The pairing of players.

use std::cmp::Reverse;

use tengen_game::SplitMix;
use tengen_pairing::{ParticipantId, Standing, round_robin, round_robin_rounds, swiss};

use super::{BOT_WAIT, Entry, Tournament};
use crate::Time;
use crate::id::AccountId;
use crate::message::TournamentFormat;

impl Tournament {
    pub(super) fn rounds_of_a_cycle(&self) -> usize {
        round_robin_rounds(self.entries.len())
    }

    /// The games of the round that begins, by the indices of their players, and the indices of those who have a bye. In a round robin each
    /// player meets every other one, including those whom the player avoids.
    pub(super) fn round_pairs(
        &self,
        avoid: impl Fn(AccountId, AccountId) -> bool,
    ) -> (Vec<[usize; 2]>, Vec<usize>) {
        match self.request.format {
            TournamentFormat::RoundRobin { .. } => self.round_robin_pairs(),
            _ => self.swiss_pairs(avoid),
        }
    }

    /// The games and the byes of a round in the schedule, which contains all players. If one of two has withdrawn, the other one has a
    /// bye. A player without an opponent in the schedule rests without points, since all players rest equally often.
    fn round_robin_pairs(&self) -> (Vec<[usize; 2]>, Vec<usize>) {
        let of_a_cycle = self.rounds_of_a_cycle().max(1);
        let index = (self.round as usize).saturating_sub(1);
        let is_turned = (index / of_a_cycle) % 2 == 1;
        let (mut games, mut byes) = (Vec::new(), Vec::new());
        for (ParticipantId(one), ParticipantId(other)) in round_robin(self.entries.len(), index % of_a_cycle)
        {
            match [one, other].map(|place| self.entries[place].withdrawn) {
                [false, false] if is_turned => games.push([other, one]),
                [false, false] => games.push([one, other]),
                [false, true] => byes.push(one),
                [true, false] => byes.push(other),
                [true, true] => {}
            }
        }
        (games, byes)
    }

    fn swiss_pairs(&self, avoid: impl Fn(AccountId, AccountId) -> bool) -> (Vec<[usize; 2]>, Vec<usize>) {
        let active: Vec<usize> =
            (0..self.entries.len()).filter(|&place| !self.entries[place].withdrawn).collect();
        let number = |place: usize| active.iter().position(|&active| active == place).map(ParticipantId);
        let standing = |&place: &usize| {
            let games = &self.entries[place].games;
            Standing {
                half_points: self.entries[place].points as usize,
                met: games.iter().filter_map(|game| number(game.opponent?)).collect(),
                byes: games.iter().filter(|game| game.opponent.is_none()).count(),
                begun: games.iter().filter(|game| game.first).count(),
            }
        };
        let standings: Vec<Standing> = active.iter().map(standing).collect();
        let account = |number: ParticipantId| self.entries[active[number.0]].player.account;
        let avoid = |one, other| {
            let (one, other) = (account(one), account(other));
            avoid(one, other) || avoid(other, one)
        };
        let (encounters, bye) = swiss(&standings, avoid);
        let games = encounters.into_iter().map(|(one, other)| [active[one.0], active[other.0]]).collect();
        (games, bye.into_iter().map(|bye| active[bye.0]).collect())
    }

    /// The pairs of an arena. From the top of the standings down, each waiting player meets the next one who was not the player's last
    /// opponent, if neither avoids the other. If two players then remain without an opponent, they exchange opponents with a pair, provided
    /// that all four may then play. Two players who are alone in the arena meet repeatedly. People who have no opponent for [`BOT_WAIT`]
    /// meet the server's programs, or else another player whom they avoid.
    pub(super) fn arena_pairs(
        &self,
        now: Time,
        is_present: impl Fn(AccountId) -> bool,
        avoid: impl Fn(AccountId, AccountId) -> bool,
        random: &mut SplitMix,
    ) -> Vec<[usize; 2]> {
        let rating = |entry: &Entry| entry.player.rating.map_or(0, |rating| rating.value);
        let account = |place: usize| self.entries[place].player.account;
        let waiting = (0..self.entries.len())
            .filter(|&place| self.entries[place].waits() && is_present(account(place)));
        let (mut bots, mut waiting): (Vec<usize>, Vec<usize>) =
            waiting.partition(|&place| self.entries[place].is_house_bot());
        waiting.sort_by_key(|&place| {
            let entry = &self.entries[place];
            (Reverse(entry.points), Reverse(rating(entry)), place)
        });
        let are_alone = self.entries.iter().filter(|entry| !entry.withdrawn).count() == 2;
        let may_meet = |one: usize, other: usize| {
            are_alone || (self.last_opponent(one) != Some(other) && self.last_opponent(other) != Some(one))
        };
        let like_to_meet =
            |one: usize, other: usize| may_meet(one, other) && !avoid(account(one), account(other));
        let (mut pairs, mut alone) = (Vec::new(), Vec::new());
        while !waiting.is_empty() {
            let one = waiting.remove(0);
            match waiting.iter().position(|&other| like_to_meet(one, other)) {
                Some(index) => pairs.push([one, waiting.remove(index)]),
                None => alone.push(one),
            }
        }
        exchange(&mut pairs, &mut alone, like_to_meet);
        let has_waited =
            |place: usize| now >= self.entries[place].free_since.max(self.request.starts) + BOT_WAIT;
        while !alone.is_empty() {
            let one = alone.remove(0);
            if !has_waited(one) {
                continue;
            }
            if let Some(index) = bots.iter().position(|&bot| may_meet(one, bot)) {
                pairs.push([one, bots.remove(index)]);
            } else if let Some(index) =
                alone.iter().position(|&other| has_waited(other) && may_meet(one, other))
            {
                pairs.push([one, alone.remove(index)]);
            }
        }
        pairs.into_iter().map(|[one, other]| self.seats(one, other, random)).collect()
    }

    fn last_opponent(&self, place: usize) -> Option<usize> {
        self.entries[place].games.last().and_then(|game| game.opponent)
    }

    /// The seats of two players: the first one is the player who was first less often. Among equals it is the one whose last game as the
    /// first player was earlier, or a random one.
    fn seats(&self, one: usize, other: usize, random: &mut SplitMix) -> [usize; 2] {
        let firsts = |place: usize| {
            let games = &self.entries[place].games;
            (games.iter().filter(|game| game.first).count(), games.last().is_some_and(|game| game.first))
        };
        match firsts(one).cmp(&firsts(other)) {
            std::cmp::Ordering::Less => [one, other],
            std::cmp::Ordering::Greater => [other, one],
            std::cmp::Ordering::Equal if random.below(2) == 0 => [one, other],
            std::cmp::Ordering::Equal => [other, one],
        }
    }
}

/// Gives two players without an opponent those of a pair, the lowest first, provided that all four may then play.
fn exchange(
    pairs: &mut Vec<[usize; 2]>,
    alone: &mut Vec<usize>,
    like_to_meet: impl Fn(usize, usize) -> bool,
) {
    let mut first = 0;
    'next: while first + 1 < alone.len() {
        for second in first + 1..alone.len() {
            let (one, other) = (alone[first], alone[second]);
            let changed = pairs.iter().enumerate().rev().find_map(|(index, &[high, low])| {
                [[[high, one], [low, other]], [[high, other], [low, one]]]
                    .into_iter()
                    .find(|changed| changed.iter().all(|&[one, other]| like_to_meet(one, other)))
                    .map(|changed| (index, changed))
            });
            if let Some((index, [upper, lower])) = changed {
                pairs[index] = upper;
                pairs.insert(index + 1, lower);
                alone.remove(second);
                alone.remove(first);
                continue 'next;
            }
        }
        first += 1;
    }
}
