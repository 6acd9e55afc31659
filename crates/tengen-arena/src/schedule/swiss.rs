//! Pairings that follow the standings.

use super::Entrant;
use super::matching::can_pair_all;
use super::plan::Encounter;

/// What is known about somebody before a round of a Swiss tournament.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Standing {
    /// Half points so far, those for byes among them.
    pub(super) half_points: usize,
    /// Whom this entrant has met, as often as they met.
    pub(super) met: Vec<Entrant>,
    /// How many rounds this entrant sat out.
    pub(super) byes: usize,
    /// How many encounters this entrant began with Black.
    pub(super) begun: usize,
}

/// The pairings of the next round, and who sits out if the number is odd.
///
/// This is the common pairing by score groups (the "Dutch" idea, without FIDE's transpositions and floaters by colour):
/// from the top of the standings down each meets somebody with as many points, the upper half of a group the lower half;
/// who is left of a group meets the best of the next ones. Nobody meets anybody again, and nobody sits out twice, as
/// long as the whole round can be paired so: each pairing is kept only if the others can still be paired. When it
/// cannot, second meetings are allowed, then third ones. Who sits out is the lowest one possible.
///
/// Ties in the standings are broken by number, so the first round is the upper half against the lower half.
pub(super) fn pair(standings: &[Standing]) -> (Vec<Encounter>, Option<Entrant>) {
    let nobody = standings.len();
    let times = |one: usize, other: usize| match (one.min(other), one.max(other)) {
        (one, other) if other == nobody => standings[one].byes,
        (one, other) => standings[one].met.iter().filter(|&&met| met == Entrant(other)).count(),
    };
    let mut order: Vec<usize> = (0..standings.len()).collect();
    order.sort_by_key(|&entrant| (std::cmp::Reverse(standings[entrant].half_points), entrant));
    let all: Vec<usize> = match standings.len().is_multiple_of(2) {
        true => order.clone(),
        false => order.iter().copied().chain([nobody]).collect(),
    };
    // The fewest meetings of any two with which everybody can be paired. It ends, since two have met finitely often.
    let can_pair =
        |left: &[usize], most: usize| can_pair_all(left.len(), |a, b| times(left[a], left[b]) <= most);
    let most = (0..).find(|&most| can_pair(&all, most)).unwrap_or_default();
    let without = |left: &[usize], pair: [usize; 2]| {
        left.iter().copied().filter(|v| !pair.contains(v)).collect::<Vec<_>>()
    };
    let mut left = all;
    let mut bye = None;
    if left.contains(&nobody) {
        let fits = |&&entrant: &&usize| {
            times(entrant, nobody) <= most && can_pair(&without(&left, [entrant, nobody]), most)
        };
        bye = order.iter().rev().find(fits).copied();
        left = without(&left, [bye.unwrap_or(nobody), nobody]);
    }
    let mut encounters = Vec::new();
    while let Some(&one) = left.first() {
        let candidates = preferred(one, &left, standings);
        let fits =
            |&&other: &&usize| times(one, other) <= most && can_pair(&without(&left, [one, other]), most);
        // Somebody fits, since all that are left can be paired.
        let Some(&other) = candidates.iter().find(fits) else { break };
        encounters.push(colors(one, other, standings));
        left = without(&left, [one, other]);
    }
    (encounters, bye.map(Entrant))
}

/// Whom the first of those that are left would meet, the most suitable first.
fn preferred(one: usize, left: &[usize], standings: &[Standing]) -> Vec<usize> {
    let points = |entrant: usize| standings[entrant].half_points;
    let group = left.iter().take_while(|&&entrant| points(entrant) == points(one)).count();
    // The first of the group's lower half, then the rest of that half, then the upper half from the bottom, and then
    // the groups below.
    let middle = group.div_ceil(2).max(1);
    let upper = left[1..middle].iter().rev();
    left[middle..group].iter().chain(upper).chain(&left[group..]).copied().collect()
}

/// Who has Black first: whoever did so less often, and else the lower one.
fn colors(one: usize, other: usize, standings: &[Standing]) -> Encounter {
    if standings[one].begun < standings[other].begun {
        (Entrant(one), Entrant(other))
    } else {
        (Entrant(other), Entrant(one))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_random::Random;
    use std::collections::BTreeSet;

    fn standing(half_points: usize, met: &[usize], byes: usize) -> Standing {
        Standing { half_points, met: met.iter().copied().map(Entrant).collect(), byes, begun: 0 }
    }

    fn check(standings: &[Standing], expected: &[(usize, usize)], bye: Option<usize>) {
        let (encounters, found) = pair(standings);
        let found_pairs: Vec<(usize, usize)> =
            encounters.iter().map(|&(a, b)| (a.min(b).0, a.max(b).0)).collect();
        assert_eq!((found_pairs.as_slice(), found), (expected, bye.map(Entrant)));
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

    /// 0 and 1 would meet, but 2 and 3 have met, so that they cannot.
    #[test]
    fn a_pairing_that_would_make_others_meet_again_is_not_made() {
        let standings =
            [standing(4, &[], 0), standing(4, &[], 0), standing(0, &[3], 0), standing(0, &[2], 0)];
        check(&standings, &[(0, 2), (1, 3)], None);
    }

    /// The last one has sat out before. In the second case only the first one can: 1 and 2 cannot spare each other.
    #[test]
    fn nobody_sits_out_twice_while_others_can() {
        check(&[standing(2, &[], 0), standing(1, &[], 0), standing(0, &[], 1)], &[(0, 2)], Some(1));
        let standings = [standing(4, &[1, 2], 0), standing(2, &[0], 0), standing(0, &[0], 0)];
        check(&standings, &[(1, 2)], Some(0));
    }

    #[test]
    fn when_all_have_met_they_meet_again() {
        let standings = [standing(3, &[1], 0), standing(1, &[0], 0)];
        check(&standings, &[(0, 1)], None);
    }

    /// Random histories, also such as no tournament has: a second meeting, or a second bye, comes about exactly when
    /// there is no pairing without.
    #[test]
    fn second_meetings_come_about_only_when_they_must() {
        let mut random = Random::new(23);
        let mut unavoidable = 0;
        for round in 0..3_000 {
            let entrants = 2 + round % 9;
            let density = 0.3 + 0.6 * random.unit();
            let mut standings = vec![Standing::default(); entrants];
            for one in 0..entrants {
                standings[one].half_points = (random.unit() * 6.0) as usize;
                standings[one].byes = usize::from(random.unit() < density);
                for other in 0..one {
                    if random.unit() < density {
                        standings[one].met.push(Entrant(other));
                        standings[other].met.push(Entrant(one));
                    }
                }
            }
            let is_new = |one: usize, other: usize| match (one.min(other), one.max(other)) {
                (one, other) if other == entrants => standings[one].byes == 0,
                (one, other) => !standings[one].met.contains(&Entrant(other)),
            };
            let avoidable = can_pair_all(entrants.next_multiple_of(2), is_new);
            let (encounters, bye) = pair(&standings);
            let all: BTreeSet<Entrant> = encounters.iter().flat_map(|&(a, b)| [a, b]).chain(bye).collect();
            assert_eq!((all.len(), encounters.len()), (entrants, entrants / 2));
            let new = encounters.iter().all(|&(a, b)| is_new(a.0, b.0))
                && bye.is_none_or(|b| is_new(b.0, entrants));
            assert_eq!(new, avoidable, "{standings:?}");
            unavoidable += usize::from(!avoidable);
        }
        assert!((500..2_500).contains(&unavoidable), "{unavoidable}");
    }
}
