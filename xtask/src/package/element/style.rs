//! The element's style sheet: the page's colours and board, adapted to a shadow root, and the element's own parts.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use crate::minify::{bare_lines, without_spaces};

/// The style sheets, in their order, within `crates`.
const SHEETS: [&str; 3] =
    ["tengen-web/style/10-themes.css", "tengen-web/style/30-board.css", "tengen-element/style/element.css"];

/// Selectors of the page's board that the element does not need. Rules for them are left out.
const FOREIGN: [&str; 6] = [".threat", ".magnifier", ".zone", ".preview", ".by-finger", "data-stones"];

/// The colours that only the drawing itself uses, in its gradients (`crates/tengen-board/src/draw.rs`).
const OF_DRAWING: [&str; 9] = [
    "--black-light",
    "--black",
    "--black-dark",
    "--white-light",
    "--white",
    "--white-dark",
    "--wood-light",
    "--wood-dark",
    "--grain",
];

/// Combines the sheets into the element's.
pub(super) fn of_element(crates: &Path) -> Result<String> {
    let mut style = String::new();
    for sheet in SHEETS {
        let path = crates.join(sheet);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        style.push_str(&in_shadow(&text));
    }
    let own: String =
        rules(&style).into_iter().filter(|rule| !is_foreign(rule)).flat_map(|rule| [rule, "\n"]).collect();
    Ok(without_spaces(&without_unused_colours(&own)))
}

/// The rules of a sheet, each with its whole block.
fn rules(sheet: &str) -> Vec<&str> {
    let (mut rules, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, sign) in sheet.char_indices() {
        match sign {
            '{' => depth += 1,
            '}' => {
                depth = depth.saturating_sub(1);
                if depth == 0 {
                    rules.push(sheet[start..=at].trim());
                    start = at + 1;
                }
            }
            _ => {}
        }
    }
    rules
}

fn is_foreign(rule: &str) -> bool {
    let selector = rule.split('{').next().unwrap_or_default();
    FOREIGN.iter().any(|foreign| selector.contains(foreign))
}

/// The sheet without the declarations of unused colours.
fn without_unused_colours(sheet: &str) -> String {
    let is_used = |line: &&str| match line.strip_prefix("--").and_then(|line| line.split_once(':')) {
        Some((name, _)) => {
            OF_DRAWING.iter().any(|of_drawing| of_drawing[2..] == *name)
                || sheet.contains(&format!("var(--{name})"))
        }
        None => true,
    };
    sheet.lines().filter(is_used).map(|line| format!("{line}\n")).collect()
}

/// The sheet with the rules of the whole page applied to the element. Every colour can be set from outside: `--wood-light` by
/// `--tengen-wood-light`.
fn in_shadow(sheet: &str) -> String {
    bare_lines(sheet).lines().map(|line| format!("{}\n", settable(&of_host(line)))).collect()
}

/// Replaces selectors of the whole page by those of the element.
fn of_host(line: &str) -> String {
    let line = line.replace(":root:not([data-motion=\"full\"])", ":host");
    let line = line.replace(":root[data-theme=\"kaya\"]", ":host(:not([theme])), :host([theme=\"kaya\"])");
    match line.split_once(":root[data-") {
        Some((before, after)) => match after.split_once(']') {
            Some((attribute, after)) => format!("{before}:host([{attribute}]){after}"),
            None => line,
        },
        None => line.replace(":root", ":host"),
    }
}

/// Makes a declared colour settable from outside.
fn settable(line: &str) -> String {
    let declared = line.strip_prefix("--").and_then(|line| line.strip_suffix(';')?.split_once(':'));
    match declared {
        Some((name, value)) => format!("--{name}:var(--tengen-{name},{});", value.trim()),
        None => line.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spaces_that_only_people_need_go() {
        let sheet = "a,\nb > c {\nmargin: 0 auto;\ncolor: light-dark(#fff, #000);\n}\n";
        assert_eq!(without_spaces(sheet), "a,b > c{margin:0 auto;color:light-dark(#fff,#000);}");
    }

    #[test]
    fn what_is_of_the_page_is_of_the_element() {
        let sheet = "/* a\nb */\n:root {\n  --ink: light-dark(#111, #222);\n}\n:root[data-theme=\"night\"] .x {\n  a: b;\n}\n";
        let expected = ":host {\n--ink:var(--tengen-ink,light-dark(#111, #222));\n}\n:host([theme=\"night\"]) .x {\na: b;\n}\n";
        assert_eq!(in_shadow(sheet), expected);
        let sheet =
            "a {\n--ink:1;\n--line:2;\n}\n.threat.x {\nb: c;\n}\n@media x {\n.y {\nd: var(--ink);\n}\n}\n";
        assert_eq!(rules(sheet).iter().filter(|rule| !is_foreign(rule)).count(), 2);
        assert!(
            without_unused_colours(sheet).contains("--ink")
                && !without_unused_colours(sheet).contains("--line")
        );
        assert_eq!(of_host(":root:not([data-motion=\"full\"]) * {"), ":host * {");
        assert_eq!(
            of_host(":root[data-theme=\"kaya\"] {"),
            ":host(:not([theme])), :host([theme=\"kaya\"]) {"
        );
    }
}
