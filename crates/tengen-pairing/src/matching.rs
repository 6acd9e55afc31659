//! The existence of a perfect matching, by Edmonds' algorithm.

use std::collections::VecDeque;

/// Whether the vertices 0 to `vertices − 1` have a perfect matching, in which `joined` holds for each pair. `joined` must be symmetric.
///
/// This is Edmonds' search for augmenting paths ("Paths, Trees, and Flowers", 1965), in which an odd cycle of alternating edges, a blossom,
/// is contracted to its base. It takes time in proportion to the cube of the number of vertices.
pub(crate) fn can_pair_all(vertices: usize, joined: impl Fn(usize, usize) -> bool) -> bool {
    if !vertices.is_multiple_of(2) {
        return false;
    }
    let mut partner: Vec<Option<usize>> = vec![None; vertices];
    // A greedy matching leaves few vertices for the search.
    for one in 0..vertices {
        if partner[one].is_none()
            && let Some(other) = (one + 1..vertices).find(|&v| partner[v].is_none() && joined(one, v))
        {
            (partner[one], partner[other]) = (Some(other), Some(one));
        }
    }
    // If no augmenting path starts at a vertex now, none will later: the vertex stays unmatched.
    (0..vertices).all(|root| partner[root].is_some() || augment(root, &mut partner, &joined))
}

/// A tree of alternating paths from a root.
struct Search<'a> {
    partner: &'a [Option<usize>],
    /// The predecessor of each vertex at an odd distance from the root.
    parent: Vec<Option<usize>>,
    /// The base of the blossom that contains the vertex; the vertex itself if it is in none.
    base: Vec<usize>,
    /// Whether a path of even length leads to the vertex.
    even: Vec<bool>,
    open: VecDeque<usize>,
}

/// Searches for an augmenting path from `root` to another unmatched vertex, and augments the matching along it.
fn augment(root: usize, partner: &mut [Option<usize>], joined: &impl Fn(usize, usize) -> bool) -> bool {
    let vertices = partner.len();
    let mut search = Search {
        partner,
        parent: vec![None; vertices],
        base: (0..vertices).collect(),
        even: vec![false; vertices],
        open: VecDeque::from([root]),
    };
    search.even[root] = true;
    let Some((mut end, parent)) = search.run(root, joined).map(|end| (end, search.parent)) else {
        return false;
    };
    loop {
        // Each vertex of the path at an odd distance is joined to its predecessor, whose old partner is next.
        let Some(before) = parent[end] else { return true };
        let next = partner[before];
        (partner[end], partner[before]) = (Some(before), Some(end));
        match next {
            Some(next) => end = next,
            None => return true,
        }
    }
}

impl Search<'_> {
    /// The unmatched vertex at the end of a path from `root`, if there is one.
    fn run(&mut self, root: usize, joined: &impl Fn(usize, usize) -> bool) -> Option<usize> {
        while let Some(from) = self.open.pop_front() {
            for to in 0..self.partner.len() {
                let is_inside = self.base[from] == self.base[to] || self.partner[from] == Some(to);
                if to == from || is_inside || !joined(from, to) {
                    continue;
                }
                let closes_circle =
                    to == root || self.partner[to].is_some_and(|partner| self.parent[partner].is_some());
                if closes_circle {
                    self.shrink(from, to);
                } else if self.parent[to].is_none() {
                    self.parent[to] = Some(from);
                    match self.partner[to] {
                        None => return Some(to),
                        Some(partner) => self.reach(partner),
                    }
                }
            }
        }
        None
    }

    fn reach(&mut self, vertex: usize) {
        if !std::mem::replace(&mut self.even[vertex], true) {
            self.open.push_back(vertex);
        }
    }

    /// Contracts the cycle that the edge between two even vertices closes into a blossom.
    fn shrink(&mut self, one: usize, other: usize) {
        let base = self.common_base(one, other);
        let mut inside = vec![false; self.base.len()];
        self.mark_path(one, base, other, &mut inside);
        self.mark_path(other, base, one, &mut inside);
        for vertex in 0..self.base.len() {
            if inside[self.base[vertex]] {
                self.base[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    /// The bases from a vertex up to the root.
    fn bases(&self, from: usize) -> Vec<usize> {
        let above = |&base: &usize| {
            let up = self.parent[self.partner[base]?]?;
            Some(self.base[up])
        };
        std::iter::successors(Some(self.base[from]), above).collect()
    }

    fn common_base(&self, one: usize, other: usize) -> usize {
        let of_one = self.bases(one);
        let shared = self.bases(other).into_iter().find(|base| of_one.contains(base));
        // Both paths end at the root.
        shared.unwrap_or(self.base[one])
    }

    /// Marks the blossoms on the path from a vertex up to `base`, and makes the path lead on through `child` from their odd vertices.
    fn mark_path(&mut self, mut vertex: usize, base: usize, mut child: usize, inside: &mut [bool]) {
        while self.base[vertex] != base {
            let Some(partner) = self.partner[vertex] else { return };
            inside[self.base[vertex]] = true;
            inside[self.base[partner]] = true;
            self.parent[vertex] = Some(child);
            child = partner;
            let Some(up) = self.parent[partner] else { return };
            vertex = up;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The same result by exhaustive search.
    fn by_trying(free: &mut Vec<usize>, joined: &impl Fn(usize, usize) -> bool) -> bool {
        let Some(one) = free.pop() else { return true };
        for index in 0..free.len() {
            let other = free[index];
            if joined(one, other) {
                free.remove(index);
                let found = by_trying(free, joined);
                free.insert(index, other);
                if found {
                    free.push(one);
                    return true;
                }
            }
        }
        free.push(one);
        false
    }

    #[test]
    fn it_agrees_with_trying_everything() {
        let mut random = fastrand::Rng::with_seed(11);
        let mut found = [0; 2];
        for round in 0..6_000 {
            let vertices = 2 + 2 * (round % 5);
            let density = 0.1 + 0.5 * random.f64();
            let edges: Vec<bool> = (0..vertices * vertices).map(|_| random.f64() < density).collect();
            let joined = |a: usize, b: usize| a != b && edges[a.min(b) * vertices + a.max(b)];
            let expected = by_trying(&mut (0..vertices).collect(), &joined);
            assert_eq!(can_pair_all(vertices, joined), expected, "{round}");
            found[usize::from(expected)] += 1;
        }
        assert!(found.iter().all(|&times| times > 500), "{found:?}");
    }

    /// Two triangles with an edge between them: the matching uses that edge, which leads out of both odd cycles.
    #[test]
    fn blossoms_are_seen_through() {
        let edges = [(0, 1), (1, 2), (0, 2), (3, 4), (4, 5), (3, 5), (2, 3)];
        let joined = |a: usize, b: usize| edges.contains(&(a.min(b), a.max(b)));
        assert!(can_pair_all(6, joined));
        assert!(!can_pair_all(6, |a, b| joined(a, b) && (a.min(b), a.max(b)) != (2, 3)));
        assert!(!can_pair_all(3, |_, _| true) && can_pair_all(0, |_, _| false));
    }
}
