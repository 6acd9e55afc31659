//! Phrases that several parts of the panel share: classes of moves, faults, rules, scores and counts.

use std::time::Duration;

use leptos::prelude::*;
use tengen_analysis::files::{Fault, FaultKind, Note, Whereabouts};
use tengen_analysis::{Effort, MoveClass, ScoreText, Viewer, black_percent};
use tengen_game::{BoardSize, Color, Rule, Score, WinningRow};
use tengen_text::class_key;

use crate::reactive::Signal;
use crate::texts::Texts;

/// All classes, the best first.
pub(super) const CLASSES: [MoveClass; 5] =
    [MoveClass::Best, MoveClass::Good, MoveClass::Slip, MoveClass::Mistake, MoveClass::Blunder];

/// The path of a star, a dot, a triangle, a diamond or a cross, in a square of 12.
pub(super) fn class_shape(class: MoveClass) -> &'static str {
    match class {
        MoveClass::Best => "M6 .6L7.6 4.2L11.5 4.6L8.6 7.2L9.4 11L6 9L2.6 11L3.4 7.2L.5 4.6L4.4 4.2Z",
        MoveClass::Good => "M6 3.2A2.8 2.8 0 1 1 5.99 3.2Z",
        MoveClass::Slip => "M6 1L11.5 10.8H.5Z",
        MoveClass::Mistake => "M6 .4L11.6 6L6 11.6L.4 6Z",
        MoveClass::Blunder => {
            "M2.4 .6L6 4.2L9.6 .6L11.4 2.4L7.8 6L11.4 9.6L9.6 11.4L6 7.8L2.4 11.4L.6 9.6L4.2 6L.6 2.4Z"
        }
    }
}

/// The sign of a class. A text beside it, or a label, has to state its meaning.
pub(super) fn class_mark(class: MoveClass) -> AnyView {
    view! {
        <svg class=format!("class-mark {}", class_key(class)) viewBox="0 0 12 12" aria-hidden="true">
            <path d=class_shape(class)/>
        </svg>
    }
    .into_any()
}

/// The fault and its place. The English text includes the message of the library, which is in English and more precise.
pub(super) fn reason(texts: Texts, fault: &Fault) -> String {
    let (place, line, column, byte) = match fault.whereabouts {
        None => ("none", 0, 0, 0),
        Some(Whereabouts::Character { line, column }) => ("character", line, column, 0),
        Some(Whereabouts::Line(line)) => ("line", line, 0, 0),
        Some(Whereabouts::Byte(byte)) => ("byte", 0, 0, byte),
    };
    let arguments = [
        ("what", texts.text(key(fault.kind)).into()),
        ("message", fault.message.as_str().into()),
        ("place", place.into()),
        ("line", line.into()),
        ("column", column.into()),
        ("byte", byte.into()),
    ];
    texts.text_with("fault", &arguments)
}

/// Advice about a common fault, in plain words and without the message of the library.
pub(super) fn advice(texts: Texts, fault: &Fault) -> Option<String> {
    let key = match fault.kind {
        FaultKind::Image => "advice-image",
        FaultKind::UnknownFormat => "advice-unknown-format",
        FaultKind::Damaged => "advice-damaged",
        _ => return None,
    };
    Some(texts.text(key))
}

/// The reason why a link could not be opened. Whatever the fault, the only remedy is to copy the link again.
pub(super) fn about_link(texts: Texts, fault: &Fault) -> String {
    match fault.kind {
        FaultKind::Damaged | FaultKind::Content | FaultKind::UnknownFormat => texts.text("advice-damaged"),
        _ => texts.text_with("link-refused-why", &[("reason", reason(texts, fault).into())]),
    }
}

fn key(kind: FaultKind) -> &'static str {
    match kind {
        FaultKind::Request => "fault-request",
        FaultKind::UnknownFormat => "fault-unknown-format",
        FaultKind::TooLong => "fault-too-long",
        FaultKind::SideToMove => "fault-side-to-move",
        FaultKind::Content => "fault-content",
        FaultKind::Damaged => "fault-damaged",
        FaultKind::Newer => "fault-newer",
        FaultKind::IllegalMove => "fault-illegal-move",
        FaultKind::Unwritable => "fault-unwritable",
        FaultKind::Picture => "fault-picture",
        FaultKind::Qr => "fault-qr",
        FaultKind::NotLoaded => "fault-not-loaded",
        FaultKind::Broken => "fault-broken",
        FaultKind::Image => "fault-image",
        FaultKind::OtherGame => "fault-other-game",
    }
}

/// A sentence about data that were interpreted in a file, or left out of it. A note that only a later file worker sends is shown by its
/// message.
pub(super) fn note(texts: Texts, note: &Note) -> String {
    let Some(key) = note_key(&note.key) else { return format!("{}.", note.message) };
    let arguments = note.arguments.iter().map(|(name, text)| {
        let count = text.parse::<usize>().ok().filter(|_| name == "count");
        let rule = text.parse::<Rule>().ok().filter(|_| name == "taken");
        match (count, rule) {
            (Some(count), _) => ("count", count.into()),
            (_, Some(rule)) => ("taken", self::name(texts, rule).into()),
            _ if name == "taken" => ("taken", text.as_str().into()),
            _ => ("found", text.as_str().into()),
        }
    });
    let arguments: Vec<_> = arguments.collect();
    texts.text_with(key, &arguments)
}

fn note_key(note: &str) -> Option<&'static str> {
    Some(match note {
        "rule" => "note-rule",
        "other-game" => "note-other-game",
        "several-moves" => "note-several-moves",
        "encoding" => "note-encoding",
        "other-encoding" => "note-other-encoding",
        "preface" => "note-preface",
        "unclosed" => "note-unclosed",
        "open-brackets" => "note-open-brackets",
        "late-setup" => "note-late-setup",
        "end-in-words" => "note-end-in-words",
        "opening-moves" => "note-opening-moves",
        "unknown-points" => "note-unknown-points",
        "result-left-out" => "note-result-left-out",
        "trailer" => "note-trailer",
        "no-header" => "note-no-header",
        "open-end" => "note-open-end",
        _ => return None,
    })
}

/// The key of a rule's name. Rules with other lengths of the row share one.
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

/// The name of the rule.
pub(super) fn name(texts: Texts, rule: Rule) -> String {
    texts.text_with(name_key(rule), &[("count", rule.win_length().stones().into())])
}

/// The winning rows, the forbidden moves, and whether passing is allowed.
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

/// The warning that nobody can win, if no winning row fits on a board of this size.
pub(super) fn no_winner(texts: Texts, rule: Rule, size: BoardSize) -> Option<String> {
    let arguments = [("lines", size.lines().into()), ("count", rule.win_length().stones().into())];
    (!rule.can_be_won_on(size)).then(|| texts.text_with("no-winner", &arguments))
}

/// The kind of the row in the catalogues.
fn kind(row: WinningRow) -> &'static str {
    match (row.overline_wins, row.blocked_wins) {
        (true, true) => "or-more",
        (false, true) => "exact",
        (true, false) => "open-or-more",
        (false, false) => "open-exact",
    }
}

/// The score for `side` as a bar of Black's chances, and in words for the viewer.
pub(super) fn chances(texts: Texts, score: Score, side: Color, viewer: Viewer) -> AnyView {
    view! {
        <div class="chances" role="presentation">
            <div class="bar" style=format!("width:{}%", black_percent(score, side))></div>
        </div>
        <p class="verdict">{texts.score(ScoreText::long(score, side, viewer))}</p>
    }
    .into_any()
}

/// Seconds with one decimal.
pub(crate) fn seconds(texts: Texts, time: Duration) -> String {
    let seconds = format!("{:.1}", time.as_secs_f64());
    texts.text_with("seconds", &[("seconds", seconds.into())])
}

/// A duration: whole days in days, whole minutes in minutes, and others in seconds.
pub(crate) fn seconds_word(texts: Texts, seconds: u32) -> String {
    const DAY: u32 = 24 * 60 * 60;
    match seconds {
        DAY.. if seconds.is_multiple_of(DAY) => texts.text_with("days", &[("days", (seconds / DAY).into())]),
        60.. if seconds.is_multiple_of(60) => {
            texts.text_with("minutes", &[("minutes", (seconds / 60).into())])
        }
        _ => texts.text_with("seconds", &[("seconds", seconds.into())]),
    }
}

/// The estimated remaining time.
pub(super) fn time_left(texts: Texts, seconds: u64) -> String {
    texts.text_with("review-left", &[("time", seconds_word(texts, rounded(seconds)).into())])
}

/// An estimate in seconds, rounded to its precision: to minutes from one minute on, and to five seconds below.
fn rounded(seconds: u64) -> u32 {
    let step = if seconds > 55 { 60 } else { 5 };
    u32::try_from(seconds.next_multiple_of(step)).unwrap_or(u32::MAX)
}

/// The list in which the user chooses the thoroughness of a review.
pub(super) fn effort_select(
    id: &'static str,
    chosen: Signal<Effort>,
    choose: impl Fn(Effort) + 'static,
) -> AnyView {
    let texts = Texts::of_page();
    let option = move |effort: Effort| {
        let key = match effort {
            Effort::Quick => "effort-quick",
            Effort::Normal => "effort-normal",
            Effort::Thorough => "effort-thorough",
        };
        view! {
            <option value=effort.name() prop:selected=move || chosen.get() == effort>
                {move || texts.text(key)}
            </option>
        }
    };
    view! {
        <select
            id=id
            aria-label=move || texts.text("review-effort")
            on:change=move |event| choose(event_target_value(&event).parse().unwrap_or_default())
        >
            {Effort::ALL.map(option).collect_view()}
        </select>
    }
    .into_any()
}

/// A number of positions, in the units in which a language counts large numbers. The key names the unit.
pub(super) fn count(texts: Texts, key: &str, number: u64) -> String {
    let in_units = |unit: f64| format!("{:.1}", number as f64 / unit);
    let size = match number {
        0..10_000 => "plain",
        10_000..1_000_000 => "thousands",
        _ => "millions",
    };
    let arguments = [
        ("nodes", number.into()),
        ("size", size.into()),
        ("thousands", (number / 1_000).into()),
        ("ten-thousands", in_units(1e4).into()),
        ("millions", in_units(1e6).into()),
    ];
    texts.text_with(key, &arguments)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_guess_is_no_more_exact_than_it_can_be() {
        assert_eq!([1, 5, 6, 55, 56, 61, 121].map(rounded), [5, 5, 10, 55, 60, 120, 180]);
    }
}
