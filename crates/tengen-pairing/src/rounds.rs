//! Pairings: those of a Swiss tournament, which follow the standings, and those with a fixed schedule.

use crate::matching::can_pair_all;
use crate::{Encounter, ParticipantId};

/// The state of a participant before a round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Standing {
    /// The half points so far, including those for byes.
    pub half_points: usize,
    /// The opponents so far, each as often as the two have met.
    pub met: Vec<ParticipantId>,
    /// The number of rounds that the participant has sat out.
    pub byes: usize,
    /// The number of encounters that the participant has begun with Black.
    pub begun: usize,
}

/// The pairings of the next round, and the bye if the number of participants is odd.
///
/// This is the common pairing by score groups (the "Dutch" idea, without FIDE's transpositions and floaters by colour): from the top of the
/// standings down, each participant meets an opponent with as many points, the upper half of a group the lower half. The rest of a group
/// meets the best of the next ones. No two meet again, and no participant has a second bye, as long as the whole round can be paired in
/// this way: a pairing is kept only if the others can still be paired. If that is impossible, second meetings are allowed, then third ones.
/// The bye goes to the lowest participant possible.
///
/// Two participants for whom `avoid`, which must be symmetric, holds do not meet, as long as the round can be paired without such pairs and
/// without more meetings or byes of any participant: avoiding a pair never causes a repeated meeting. If that is impossible, only those of
/// these pairs meet that the other participants' pairing requires.
///
/// Ties in the standings are broken by number, so that the first round is the upper half against the lower half.
pub fn swiss(
    standings: &[Standing],
    avoid: impl Fn(ParticipantId, ParticipantId) -> bool,
) -> (Vec<Encounter>, Option<ParticipantId>) {
    // The bye is represented by a number after those of the participants.
    let bye_number = standings.len();
    let times = |one: usize, other: usize| match (one.min(other), one.max(other)) {
        (one, other) if other == bye_number => standings[one].byes,
        (one, other) => standings[one].met.iter().filter(|&&met| met == ParticipantId(other)).count(),
    };
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|&participant| (std::cmp::Reverse(standings[participant].half_points), participant));
    let all: Vec<usize> = match standings.len().is_multiple_of(2) {
        true => order.clone(),
        false => order.iter().copied().chain([bye_number]).collect(),
    };
    let is_avoided = |one: usize, other: usize| {
        one != bye_number && other != bye_number && avoid(ParticipantId(one), ParticipantId(other))
    };
    // The smallest number of earlier meetings per pair with which all can be paired. The search ends, since two have met finitely often.
    let most = (0..).find(|&most| can_pair_all(all.len(), |a, b| times(all[a], all[b]) <= most));
    let most = most.unwrap_or_default();
    let may_meet = |one: usize, other: usize, avoiding: bool| {
        times(one, other) <= most && !(avoiding && is_avoided(one, other))
    };
    let can_pair = |left: &[usize], avoiding: bool| {
        can_pair_all(left.len(), |a, b| may_meet(left[a], left[b], avoiding))
    };
    let without = |left: &[usize], pair: [usize; 2]| {
        left.iter().copied().filter(|v| !pair.contains(v)).collect::<Vec<_>>()
    };
    // The levels at which avoided pairs are excluded: for the pair that is chosen, and for the pairing of all others.
    const LEVELS: [(bool, bool); 3] = [(true, true), (true, false), (false, false)];
    // The first candidate that fits, which means that all others can still be paired.
    let choose = |one: usize, candidates: &[usize], left: &[usize]| {
        // If avoiding is impossible for all, it is not tried with each candidate.
        let first = usize::from(!can_pair(left, true));
        LEVELS[first..].iter().find_map(|&(pair, others)| {
            let fits = |&&other: &&usize| {
                may_meet(one, other, pair) && can_pair(&without(left, [one, other]), others)
            };
            candidates.iter().find(fits).copied()
        })
    };
    let mut left = all;
    let mut bye = None;
    if left.contains(&bye_number) {
        let lowest_first: Vec<usize> = order.iter().rev().copied().collect();
        bye = choose(bye_number, &lowest_first, &left);
        left = without(&left, [bye.unwrap_or(bye_number), bye_number]);
    }
    let mut encounters = Vec::new();
    while let Some(&one) = left.first() {
        // One candidate fits, since all remaining participants can be paired.
        let Some(other) = choose(one, &preferred(one, &left, standings), &left) else { break };
        encounters.push(colors(one, other, standings));
        left = without(&left, [one, other]);
    }
    (encounters, bye.map(ParticipantId))
}

/// The possible opponents of the first remaining participant, the most suitable first.
fn preferred(one: usize, left: &[usize], standings: &[Standing]) -> Vec<usize> {
    let points = |participant: usize| standings[participant].half_points;
    let group = left.iter().take_while(|&&participant| points(participant) == points(one)).count();
    // The first of the group's lower half, then the rest of that half, then the upper half from the bottom, and then
    // the groups below.
    let middle = group.div_ceil(2).max(1);
    let upper = left[1..middle].iter().rev();
    left[middle..group].iter().chain(upper).chain(&left[group..]).copied().collect()
}

/// The pair with the participant that has Black first: the one that has begun less often, or else the lower one.
fn colors(one: usize, other: usize, standings: &[Standing]) -> Encounter {
    if standings[one].begun < standings[other].begun {
        (ParticipantId(one), ParticipantId(other))
    } else {
        (ParticipantId(other), ParticipantId(one))
    }
}

/// The number of rounds in which every participant meets every other one once.
pub fn round_robin_rounds(participants: usize) -> usize {
    // With an odd number, one participant sits out in each round.
    if participants.is_multiple_of(2) { participants.saturating_sub(1) } else { participants }
}

/// The pairings of a round, by the circle method (R. Berger, 1893): one participant has a fixed place, the others form a circle and move on
/// by one place in each round; opposite places meet. With an odd number the fixed place is empty, and its opponent has the bye.
///
/// The right to begin alternates from place to place, and for the fixed place from round to round, so that each participant begins in half
/// of its encounters, or one more or less.
pub fn round_robin(participants: usize, round: usize) -> Vec<Encounter> {
    let circle = round_robin_rounds(participants);
    let player = |place: usize| ParticipantId((round + place) % circle);
    let still = (circle < participants).then(|| {
        let (one, other) = (ParticipantId(circle), player(0));
        if round.is_multiple_of(2) { (other, one) } else { (one, other) }
    });
    let opposite = (1..circle.div_ceil(2)).map(|place| {
        let (one, other) = (player(place), player(circle - place));
        if place.is_multiple_of(2) { (other, one) } else { (one, other) }
    });
    still.into_iter().chain(opposite).collect()
}

/// The pairings of a round of a gauntlet: each member of the smaller group meets a different one of the larger group.
pub fn gauntlet(challengers: usize, others: usize, round: usize) -> Vec<Encounter> {
    let pair = |challenger: usize, other: usize| {
        let (one, other) = (ParticipantId(challenger), ParticipantId(challengers + other));
        if (one.0 + round).is_multiple_of(2) { (one, other) } else { (other, one) }
    };
    if challengers <= others {
        (0..challengers).map(|index| pair(index, (index + round) % others)).collect()
    } else {
        (0..others).map(|index| pair((index + round) % challengers, index)).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use super::*;

    fn standing(half_points: usize, met: &[usize], byes: usize) -> Standing {
        Standing { half_points, met: met.iter().copied().map(ParticipantId).collect(), byes, begun: 0 }
    }

    fn check(standings: &[Standing], expected: &[(usize, usize)], bye: Option<usize>) {
        let (encounters, found) = swiss(standings, |_, _| false);
        let found_pairs: Vec<(usize, usize)> =
            encounters.iter().map(|&(a, b)| (a.min(b).0, a.max(b).0)).collect();
        assert_eq!((found_pairs.as_slice(), found), (expected, bye.map(ParticipantId)));
    }

    #[test]
    fn the_first_round_is_the_upper_half_against_the_lower() {
        check(&vec![Standing::default(); 6], &[(0, 3), (1, 4), (2, 5)], None);
        check(&vec![Standing::default(); 5], &[(0, 2), (1, 3)], Some(4));
    }

    /// After 0 beat 2 and 1 beat 3 the winners meet, and the losers.
    #[test]
    fn equals_meet() {
        let standings =
            [standing(4, &[2], 0), standing(4, &[3], 0), standing(0, &[0], 0), standing(0, &[1], 0)];
        check(&standings, &[(0, 1), (2, 3)], None);
    }

    /// Participants 0 and 1 would meet, but then 2 and 3, who have met, would meet again.
    #[test]
    fn a_pairing_that_would_make_others_meet_again_is_not_made() {
        let standings =
            [standing(4, &[], 0), standing(4, &[], 0), standing(0, &[3], 0), standing(0, &[2], 0)];
        check(&standings, &[(0, 2), (1, 3)], None);
    }

    /// The last participant has sat out before. In the second case only the first one can: 1 and 2 have no other opponents.
    #[test]
    fn bye_number_sits_out_twice_while_others_can() {
        check(&[standing(2, &[], 0), standing(1, &[], 0), standing(0, &[], 1)], &[(0, 2)], Some(1));
        let standings = [standing(4, &[1, 2], 0), standing(2, &[0], 0), standing(0, &[0], 0)];
        check(&standings, &[(1, 2)], Some(0));
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let standings = [standing(3, &[1], 0), standing(1, &[0], 0)];
        check(&standings, &[(0, 1)], None);
    }

    /// Random histories, including impossible ones: a second meeting, or a second bye, occurs exactly when there is no pairing without one.
    #[test]
    fn second_meetings_occur_only_if_unavoidable() {
        let mut random = fastrand::Rng::with_seed(23);
        let mut unavoidable = 0;
        for round in 0..3_000 {
            let participants = 2 + round % 9;
            let density = 0.3 + 0.6 * random.f64();
            let mut standings = vec![Standing::default(); participants];
            for one in 0..participants {
                standings[one].half_points = (random.f64() * 6.0) as usize;
                standings[one].byes = usize::from(random.f64() < density);
                for other in 0..one {
                    if random.f64() < density {
                        standings[one].met.push(ParticipantId(other));
                        standings[other].met.push(ParticipantId(one));
                    }
                }
            }
            let is_new = |one: usize, other: usize| match (one.min(other), one.max(other)) {
                (one, other) if other == participants => standings[one].byes == 0,
                (one, other) => !standings[one].met.contains(&ParticipantId(other)),
            };
            let avoidable = can_pair_all(participants.next_multiple_of(2), is_new);
            let (encounters, bye) = swiss(&standings, |_, _| false);
            let all: BTreeSet<ParticipantId> =
                encounters.iter().flat_map(|&(a, b)| [a, b]).chain(bye).collect();
            assert_eq!((all.len(), encounters.len()), (participants, participants / 2));
            let new = encounters.iter().all(|&(a, b)| is_new(a.0, b.0))
                && bye.is_none_or(|b| is_new(b.0, participants));
            assert_eq!(new, avoidable, "{standings:?}");
            unavoidable += usize::from(!avoidable);
        }
        assert!((500..2_500).contains(&unavoidable), "{unavoidable}");
    }

    fn pairs_avoiding(standings: &[Standing], avoided: &[(usize, usize)]) -> Vec<(usize, usize)> {
        let avoid = |a: ParticipantId, b: ParticipantId| avoided.contains(&(a.min(b).0, a.max(b).0));
        let (encounters, _) = swiss(standings, avoid);
        encounters.iter().map(|&(a, b)| (a.min(b).0, a.max(b).0)).collect()
    }

    #[test]
    fn two_who_avoid_each_other_meet_only_where_there_is_no_other_pairing() {
        let fresh = vec![Standing::default(); 4];
        assert_eq!(pairs_avoiding(&fresh, &[(0, 2)]), [(0, 3), (1, 2)]);
        // A participant who avoids all others plays nevertheless.
        assert_eq!(pairs_avoiding(&fresh, &[(0, 1), (0, 2), (0, 3)]), [(0, 2), (1, 3)]);
        assert_eq!(pairs_avoiding(&fresh[..2], &[(0, 1)]), [(0, 1)]);
        // Avoiding a pair is no reason for another pair to meet again.
        let standings =
            [standing(4, &[2], 0), standing(4, &[3], 0), standing(0, &[0], 0), standing(0, &[1], 0)];
        assert_eq!(pairs_avoiding(&standings, &[(0, 1)]), [(0, 3), (1, 2)]);
        let standings = [
            standing(4, &[2, 3], 0),
            standing(4, &[3, 2], 0),
            standing(0, &[0, 1], 0),
            standing(0, &[1, 0], 0),
        ];
        assert_eq!(pairs_avoiding(&standings, &[(0, 1)]), [(0, 1), (2, 3)]);
    }

    /// Random histories with pairs that avoid each other: all participants play, and such a pair meets exactly when there is no pairing
    /// without one.
    #[test]
    fn all_are_paired_whoever_avoids_whom() {
        let mut random = fastrand::Rng::with_seed(29);
        let mut unavoidable = 0;
        for round in 0..2_000 {
            let participants = 2 + round % 9;
            let (met, avoided) = (0.3 * random.f64(), 0.6 * random.f64());
            let mut standings = vec![Standing::default(); participants];
            let mut pairs = BTreeSet::new();
            for one in 0..participants {
                standings[one].half_points = (random.f64() * 6.0) as usize;
                for other in 0..one {
                    if random.f64() < met {
                        standings[one].met.push(ParticipantId(other));
                        standings[other].met.push(ParticipantId(one));
                    }
                    if random.f64() < avoided {
                        pairs.insert((other, one));
                    }
                }
            }
            let is_avoided = |one: usize, other: usize| pairs.contains(&(one.min(other), one.max(other)));
            let has_met = |one: usize, other: usize| {
                standings.get(one).is_some_and(|one| one.met.contains(&ParticipantId(other)))
            };
            let vertices = participants.next_multiple_of(2);
            let is_new = |one: usize, other: usize| !has_met(one.min(other), one.max(other));
            let (encounters, bye) = swiss(&standings, |a, b| is_avoided(a.0, b.0));
            let all: BTreeSet<ParticipantId> =
                encounters.iter().flat_map(|&(a, b)| [a, b]).chain(bye).collect();
            assert_eq!((all.len(), encounters.len()), (participants, participants / 2));
            if !can_pair_all(vertices, is_new) {
                continue;
            }
            assert!(encounters.iter().all(|&(a, b)| is_new(a.0, b.0)), "nobody meets again because of it");
            let avoidable = can_pair_all(vertices, |a, b| is_new(a, b) && !is_avoided(a, b));
            let kept = !encounters.iter().any(|&(a, b)| is_avoided(a.0, b.0));
            assert_eq!(kept, avoidable, "{standings:?} {pairs:?}");
            unavoidable += usize::from(!avoidable);
        }
        assert!((100..1_000).contains(&unavoidable), "{unavoidable}");
    }

    #[test]
    fn all_pairs_meet_once_and_no_participant_plays_twice_in_a_round() {
        for participants in 2..=21 {
            let mut met = BTreeMap::new();
            let mut begins = vec![0usize; participants];
            for round in 0..round_robin_rounds(participants) {
                let pairs = round_robin(participants, round);
                assert_eq!(pairs.len(), participants / 2);
                let mut present: Vec<ParticipantId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                present.sort();
                present.dedup();
                assert_eq!(present.len(), participants / 2 * 2, "{participants} {round}");
                for (a, b) in pairs {
                    *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
                    begins[a.0] += 1;
                }
            }
            assert!(
                met.values().all(|&times| times == 1) && met.len() == participants * (participants - 1) / 2
            );
            let (most, least) = (begins.iter().max().unwrap(), begins.iter().min().unwrap());
            assert!(most - least <= 1, "{participants}: {begins:?}");
        }
    }

    #[test]
    fn each_challenger_meets_each_other_once() {
        for (challengers, others) in (1..7).flat_map(|c| (1..9).map(move |o| (c, o))) {
            let mut met = BTreeMap::new();
            for round in 0..challengers.max(others) {
                let pairs = gauntlet(challengers, others, round);
                let mut present: Vec<ParticipantId> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                present.sort();
                present.dedup();
                assert_eq!(present.len(), 2 * challengers.min(others));
                for (a, b) in pairs {
                    *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
                }
            }
            assert_eq!(met.len(), challengers * others);
            assert!(
                met.iter().all(|(&(a, b), &times)| times == 1 && a.0 < challengers && b.0 >= challengers)
            );
        }
    }
}
