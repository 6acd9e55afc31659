use tengen_game::{Rule, WinLength};

use super::super::super::rule_words;

/// The rules that the form offers. "Other" opens the number of stones to win.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Choice {
    Named(Rule),
    Other,
}

impl Choice {
    pub(super) fn all() -> impl Iterator<Item = Choice> {
        Rule::NAMED.into_iter().map(Choice::Named).chain([Choice::Other])
    }

    pub(super) fn of(rule: Rule) -> Choice {
        if Rule::NAMED.contains(&rule) { Choice::Named(rule) } else { Choice::Other }
    }

    /// The rule, where "other" means so many in a row.
    pub(super) fn rule(self, length: usize) -> Rule {
        match self {
            Choice::Named(rule) => rule,
            Choice::Other => WinLength::new(length).map_or(Rule::FREESTYLE, Rule::Free),
        }
    }

    /// The form's value and the key of the name.
    pub(super) fn keys(self) -> (String, &'static str) {
        match self {
            Choice::Named(rule) => (rule.to_string(), rule_words::name_key(rule)),
            Choice::Other => ("other".to_owned(), "rule-custom"),
        }
    }
}
