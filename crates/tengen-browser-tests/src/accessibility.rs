//! Accessibility checks of the page in its current state.
//!
//! It looks for what axe-core (<https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md>) calls serious or
//! critical, as far as they apply to this page, and for some of what it calls moderate; findings carry axe's names of
//! the rules. Implemented here, because a dependency would be much larger than these few checks.

use anyhow::Result;
use serde_json::json;

use crate::Page;

/// The check, in pieces that share one scope.
const SCRIPT: &str = concat!(
    include_str!("accessibility/basics.js"),
    include_str!("accessibility/roles.js"),
    include_str!("accessibility/structure.js"),
    include_str!("accessibility/focus.js"),
    include_str!("accessibility/seeing.js"),
    include_str!("accessibility/all.js"),
);

/// How far text has to stand out from what is behind it (WCAG 2.2, 1.4.3 and 1.4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contrast {
    /// 4.5 to 1, and 3 to 1 for large text.
    Minimum,
    /// 7 to 1, and 4.5 to 1 for large text.
    Enhanced,
}

impl Page {
    /// Everything that the check finds: the rule, a selector, and what is wrong there.
    ///
    /// # Errors
    ///
    /// If the check itself fails.
    pub fn accessibility_findings(&self, contrast: Contrast) -> Result<Vec<String>> {
        let (text, large) = match contrast {
            Contrast::Minimum => (4.5, 3.0),
            Contrast::Enhanced => (7.0, 4.5),
        };
        Ok(serde_json::from_value(self.eval_with(SCRIPT, &json!([text, large]))?)?)
    }
}
