//! Pairings that are known beforehand.

use super::Entrant;
use super::plan::Encounter;

/// The rounds in which everybody meets everybody once.
pub(super) fn rounds(entrants: usize) -> usize {
    // With an odd number somebody sits out in each round.
    if entrants.is_multiple_of(2) { entrants.saturating_sub(1) } else { entrants }
}

/// Who meets in a round, by the circle method (R. Berger, 1893): one stands still, the others sit in a circle
/// around a table and move on by one place in each round; opposite places meet. With an odd number the one that
/// stands still is nobody.
///
/// Who begins alternates from place to place, and for the one that stands still from round to round, so that
/// everybody begins as often as not, or once more or less.
pub(super) fn encounters(entrants: usize, round: usize) -> Vec<Encounter> {
    let circle = rounds(entrants);
    let seat = |place: usize| Entrant((round + place) % circle);
    let still = (circle < entrants).then(|| {
        let (one, other) = (Entrant(circle), seat(0));
        if round.is_multiple_of(2) { (other, one) } else { (one, other) }
    });
    let opposite = (1..circle.div_ceil(2)).map(|place| {
        let (one, other) = (seat(place), seat(circle - place));
        if place.is_multiple_of(2) { (other, one) } else { (one, other) }
    });
    still.into_iter().chain(opposite).collect()
}

/// Who meets in a round of a gauntlet: the smaller of the two groups, each with another one of the larger group.
pub(super) fn gauntlet(challengers: usize, others: usize, round: usize) -> Vec<Encounter> {
    let pair = |challenger: usize, other: usize| {
        let (one, other) = (Entrant(challenger), Entrant(challengers + other));
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
    use super::*;
    use std::collections::BTreeMap;

    #[test]
    fn everybody_meets_everybody_once_and_nobody_twice_in_a_round() {
        for entrants in 2..=21 {
            let mut met = BTreeMap::new();
            let mut begins = vec![0usize; entrants];
            for round in 0..rounds(entrants) {
                let pairs = encounters(entrants, round);
                assert_eq!(pairs.len(), entrants / 2);
                let mut present: Vec<Entrant> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
                present.sort();
                present.dedup();
                assert_eq!(present.len(), entrants / 2 * 2, "{entrants} {round}");
                for (a, b) in pairs {
                    *met.entry((a.min(b), a.max(b))).or_insert(0) += 1;
                    begins[a.0] += 1;
                }
            }
            assert!(met.values().all(|&times| times == 1) && met.len() == entrants * (entrants - 1) / 2);
            let (most, least) = (begins.iter().max().unwrap(), begins.iter().min().unwrap());
            assert!(most - least <= 1, "{entrants}: {begins:?}");
        }
    }

    #[test]
    fn each_challenger_meets_each_other_once() {
        for (challengers, others) in (1..7).flat_map(|c| (1..9).map(move |o| (c, o))) {
            let mut met = BTreeMap::new();
            for round in 0..challengers.max(others) {
                let pairs = gauntlet(challengers, others, round);
                let mut present: Vec<Entrant> = pairs.iter().flat_map(|&(a, b)| [a, b]).collect();
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
