//! Filling the page's template.

use std::collections::BTreeMap;

use anyhow::{Result, bail};

/// Replaces every `{{name}}` by its value.
///
/// A placeholder without a value is an error, and so is one that is never closed: both would
/// otherwise reach the browser as they are.
pub(crate) fn fill(template: &str, values: &BTreeMap<&str, String>) -> Result<String> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let line = filled.lines().count().max(1);
        let Some((name, after)) = after.split_once("}}") else {
            bail!("line {line} of the template has a placeholder that is not closed by }}}}");
        };
        let Some(value) = values.get(name.trim()) else {
            let known: Vec<&str> = values.keys().copied().collect();
            bail!(
                "line {line} of the template has the unknown placeholder {{{{{name}}}}} (known are: {})",
                known.join(", ")
            );
        };
        filled.push_str(value);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::fill;

    fn values() -> BTreeMap<&'static str, String> {
        BTreeMap::from([("app_js", "app-1.js".to_owned()), ("style_css", "style-2.css".to_owned())])
    }

    #[test]
    fn placeholders_are_replaced_wherever_they_are() {
        let template = "<link href=\"{{style_css}}\"><script src={{ app_js }}></script>{{app_js}}";
        let filled = fill(template, &values()).unwrap();
        assert_eq!(filled, "<link href=\"style-2.css\"><script src=app-1.js></script>app-1.js");
        assert_eq!(fill("no placeholder {here}", &values()).unwrap(), "no placeholder {here}");
    }

    #[test]
    fn an_unknown_placeholder_is_an_error_that_names_it() {
        let error = fill("one\ntwo {{app_jss}}", &values()).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 2 of the template has the unknown placeholder {{app_jss}} (known are: app_js, style_css)"
        );
    }

    #[test]
    fn an_unclosed_placeholder_is_an_error() {
        let error = fill("{{app_js", &values()).unwrap_err().to_string();
        assert!(error.contains("not closed"), "{error}");
    }
}
