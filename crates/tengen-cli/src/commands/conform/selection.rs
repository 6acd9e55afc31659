//! Which checks to run.

use std::str::FromStr;

use tengen_conform::{Check, Group, check_named, checks};

/// A group or a check.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Selection {
    Group(Group),
    Check(&'static Check),
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        if let Ok(group) = text.parse() {
            return Ok(Selection::Group(group));
        }
        check_named(text).map(Selection::Check).ok_or_else(|| {
            let groups: Vec<&str> = Group::ALL.iter().map(|group| group.name()).collect();
            format!("expected a group ({}) or a check that `--list` names, found `{text}`", groups.join(", "))
        })
    }
}

/// The checks that are in any of the selections, or all without a selection, in their own order.
pub(crate) fn select(only: &[Selection]) -> Vec<&'static Check> {
    let is_selected = |check: &Check| {
        only.is_empty()
            || only.iter().any(|selection| match selection {
                Selection::Group(group) => check.group == *group,
                Selection::Check(chosen) => check.id == chosen.id,
            })
    };
    checks().filter(|check| is_selected(check)).collect()
}
