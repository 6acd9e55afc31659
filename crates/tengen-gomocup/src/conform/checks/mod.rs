//! The checks: one module for each group, or for a part of a large one.

mod board;
mod extensions;
mod input;
mod life;
mod managers;
mod mandatory;
mod mistakes;
mod optional;
mod rules;
mod timing;

use crate::conform::Check;

const PARTS: [&[Check]; 10] = [
    mandatory::CHECKS,
    board::CHECKS,
    optional::CHECKS,
    extensions::CHECKS,
    managers::CHECKS,
    rules::CHECKS,
    timing::CHECKS,
    input::CHECKS,
    mistakes::CHECKS,
    life::CHECKS,
];

/// All checks, group by group, in the order in which they run.
pub fn checks() -> impl Iterator<Item = &'static Check> {
    PARTS.into_iter().flatten()
}

/// The check with this [id](Check::id).
pub fn check_named(id: &str) -> Option<&'static Check> {
    checks().find(|check| check.id == id)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::conform::Group;

    #[test]
    fn checks_have_distinct_ids_and_are_sorted_by_group() {
        let ids: BTreeSet<&str> = checks().map(|check| check.id).collect();
        assert_eq!(ids.len(), checks().count());
        let is_kebab =
            |id: &str| id.chars().all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-');
        assert!(ids.iter().all(|id| is_kebab(id)));
        let groups: Vec<Group> = checks().map(|check| check.group).collect();
        assert!(groups.is_sorted());
        assert!(Group::ALL.iter().all(|group| groups.contains(group) && group.name().parse() == Ok(*group)));
        // `--only` takes either.
        assert!(Group::ALL.iter().all(|group| check_named(group.name()).is_none()));
        assert!(checks().all(|check| !check.expected.ends_with('.')));
    }
}
