//! Style sheets and scripts without the parts that no browser needs.

/// A style sheet or a script without comments between `/*` and `*/`. Its texts contain no such signs.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, comment)) = rest.split_once("/*") {
        code.push_str(before);
        rest = comment.split_once("*/").map_or("", |(_, after)| after);
    }
    code + rest
}

/// The lines of a style sheet or a script without comments between `/*` and `*/`, indentation and empty lines.
pub(crate) fn bare_lines(text: &str) -> String {
    let code = without_comments(text);
    let lines = code.lines().map(str::trim).filter(|line| !line.is_empty());
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// A script without its comments, indentation and empty lines.
pub(crate) fn script(text: &str) -> String {
    let code = bare_lines(text);
    code.split_inclusive('\n').filter(|line| !line.starts_with("//")).collect()
}

/// A style sheet without comments, indentation and empty lines, and without the spaces and line ends that serve only readability. Its
/// texts contain none of these.
pub(crate) fn style(text: &str) -> String {
    without_spaces(&bare_lines(text))
}

/// A style sheet without the spaces and line ends that serve only readability.
pub(crate) fn without_spaces(sheet: &str) -> String {
    const SHORTER: [(&str, &str); 7] =
        [(";\n", ";"), ("{\n", "{"), ("}\n", "}"), (",\n", ","), (" {", "{"), (": ", ":"), (", ", ",")];
    SHORTER.iter().fold(sheet.to_owned(), |sheet, (long, short)| sheet.replace(long, short))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_browsers_read_is_left() {
        let sheet =
            "/* The board. */\n.a,\n.b {\n    color: red; /* of\n    two lines */\n}\n\n/* The end. */";
        assert_eq!(style(sheet), ".a,.b{color:red;}");
        let text = "/* Starts. */\nlet a = 1;\n    // One.\n\n    start(a);\n";
        assert_eq!(script(text), "let a = 1;\nstart(a);\n");
    }
}
