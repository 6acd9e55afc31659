//! Accessibility checks of the page in its current state.
//!
//! The check covers the faults that axe-core (<https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md>) classifies as
//! serious or critical, as far as they apply to this page, and some of the moderate ones. Findings have axe's names of the rules. The check
//! is implemented here, because a dependency would be much larger than these few rules.

use anyhow::Result;
use serde_json::json;

use crate::Page;

/// The script of the check, in parts that share one scope.
const SCRIPT: &str = concat!(
    include_str!("accessibility/basics.js"),
    include_str!("accessibility/roles.js"),
    include_str!("accessibility/structure.js"),
    include_str!("accessibility/focus.js"),
    include_str!("accessibility/seeing.js"),
    include_str!("accessibility/all.js"),
);

/// The required contrast between text and its background (WCAG 2.2, 1.4.3 and 1.4.6).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contrast {
    /// 4.5 to 1, and 3 to 1 for large text.
    Minimum,
    /// 7 to 1, and 4.5 to 1 for large text.
    Enhanced,
}

impl Page {
    /// The findings of the check: the rule, a selector, and the fault.
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
