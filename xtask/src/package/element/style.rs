//! The element's style sheet: the page's colours and board, as they are within a shadow, and the element's own parts.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::without_comments;

/// The style sheets, in their order, within `crates`.
const SHEETS: [&str; 3] =
    ["tengen-web/style/10-themes.css", "tengen-web/style/30-board.css", "tengen-element/style/element.css"];

/// Puts the sheets together.
pub(super) fn of_element(crates: &Path) -> Result<String> {
    let mut style = String::new();
    for sheet in SHEETS {
        let path = crates.join(sheet);
        let text = fs::read_to_string(&path).with_context(|| format!("cannot read {}", path.display()))?;
        style.push_str(&in_shadow(&text));
    }
    Ok(style)
}

/// What is said of the whole page is said of the element; and every colour can be set from outside: `--wood-light` by
/// `--tengen-wood-light`.
fn in_shadow(sheet: &str) -> String {
    let mut style = String::new();
    for line in without_comments(sheet).lines().map(str::trim).filter(|line| !line.is_empty()) {
        style.push_str(&settable(&of_host(line)));
        style.push('\n');
    }
    style
}

/// Selectors of the whole page become those of the element.
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

/// A colour that is declared can be set from outside.
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
    fn what_is_of_the_page_is_of_the_element() {
        let sheet = "/* a\nb */\n:root {\n  --ink: light-dark(#111, #222);\n}\n:root[data-theme=\"night\"] .x {\n  a: b;\n}\n";
        let expected = ":host {\n--ink:var(--tengen-ink,light-dark(#111, #222));\n}\n:host([theme=\"night\"]) .x {\na: b;\n}\n";
        assert_eq!(in_shadow(sheet), expected);
        assert_eq!(of_host(":root:not([data-motion=\"full\"]) * {"), ":host * {");
        assert_eq!(
            of_host(":root[data-theme=\"kaya\"] {"),
            ":host(:not([theme])), :host([theme=\"kaya\"]) {"
        );
    }
}
