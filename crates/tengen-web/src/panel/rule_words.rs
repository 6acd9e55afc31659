//! A rule in the page's language, made from what the rule says of itself.

use tengen_game::{Color, Rule, WinningRow};

use crate::texts::Texts;

/// The key of a rule's name; numbers in a row that have no name share one.
pub(super) fn name_key(rule: Rule) -> &'static str {
    match rule {
        Rule::FREESTYLE => "rule-freestyle",
        Rule::Standard => "rule-standard",
        Rule::Renju => "rule-renju",
        Rule::Caro => "rule-caro",
        Rule::CaroExact => "rule-caro-exact",
        _ => "rule-free",
    }
}

/// What the rule is called.
pub(super) fn name(texts: Texts, rule: Rule) -> String {
    texts.text_with(name_key(rule), &[("count", rule.win_length().stones().into())])
}

/// What wins, what is forbidden, and whether one may pass.
pub(super) fn about(texts: Texts, rule: Rule) -> String {
    let wins = |color| {
        let row = rule.winning_row(color);
        texts.text_with("about-wins", &[("kind", kind(row).into()), ("count", row.length.stones().into())])
    };
    let [black, white] = Color::BOTH.map(wins);
    let mut sentences = if black == white {
        vec![black]
    } else {
        vec![
            texts.text_with("about-black", &[("about", black.into())]),
            texts.text_with("about-white", &[("about", white.into())]),
        ]
    };
    if rule.has_forbidden_moves() {
        sentences.push(texts.text("about-forbidden"));
    }
    if rule.allows_pass() {
        sentences.push(texts.text("about-passes"));
    }
    sentences.join(&texts.text("between-sentences"))
}

/// The row's kind, as the texts name it.
fn kind(row: WinningRow) -> &'static str {
    match (row.overline_wins, row.blocked_wins) {
        (true, true) => "or-more",
        (false, true) => "exact",
        (true, false) => "open-or-more",
        (false, false) => "open-exact",
    }
}
