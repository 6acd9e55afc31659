//! Accessibility checks of the page in its current state.
//!
//! axe-core (<https://github.com/dequelabs/axe-core/blob/develop/doc/rule-descriptions.md>) finds most faults. A few more, which it does not
//! find or leaves to people, are found by scripts of this crate.

#![allow(clippy::print_stdout, reason = "a test that checks nothing states it")]

use std::fs;

use anyhow::{Context as _, Result};
use serde_json::json;

use crate::{Page, Site};

/// The scripts of the check, which share one scope.
const SCRIPT: &str = concat!(
    include_str!("accessibility/basics.js"),
    include_str!("accessibility/contrast.js"),
    include_str!("accessibility/more.js"),
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

/// The rules of a check.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Rules {
    /// Every rule.
    All,
    /// The rules on which the colours of a theme have an influence.
    Colors,
}

/// The script of axe-core. `None` if npm has not installed it, as on a machine without npm or without a network; a message then states it.
#[must_use]
pub fn axe() -> Option<String> {
    let axe = fs::read_to_string(Site::npm().join("node_modules/axe-core/axe.min.js")).ok();
    if axe.is_none() {
        println!("without npm and its registry there is no axe-core, so that this test checks nothing");
    }
    axe
}

impl Page {
    /// The findings of the check with the script of axe-core: the rule, a selector, and the fault.
    ///
    /// # Errors
    ///
    /// If the check itself fails.
    pub fn accessibility_findings(&self, axe: &str, rules: Rules, contrast: Contrast) -> Result<Vec<String>> {
        if self.eval("typeof axe")? == "undefined" {
            self.eval_with(axe, &json!([])).context("axe-core does not start")?;
        }
        let (text, large) = match contrast {
            Contrast::Minimum => (4.5, 3.0),
            Contrast::Enhanced => (7.0, 4.5),
        };
        let arguments = json!([rules == Rules::All, contrast == Contrast::Enhanced, [text, large]]);
        Ok(serde_json::from_value(self.eval_with(SCRIPT, &arguments)?)?)
    }
}
