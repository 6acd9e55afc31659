//! `INFO` and `ABOUT`: what the two ends tell about themselves.

use super::super::command::Command;
use super::super::dialect::Dialect;
use super::super::settings::Settings;
use super::{Action, Machine, State};

/// Who the program is, for `ABOUT`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProgramInfo {
    name: String,
    version: String,
    author: Option<String>,
}

impl ProgramInfo {
    /// A program's name and version.
    pub fn new(name: impl Into<String>, version: impl Into<String>) -> ProgramInfo {
        ProgramInfo { name: name.into(), version: version.into(), author: None }
    }

    /// With the name of its author.
    #[must_use]
    pub fn author(self, author: impl Into<String>) -> ProgramInfo {
        ProgramInfo { author: Some(author.into()), ..self }
    }

    pub(super) fn line(&self) -> String {
        let mut line = format!("name=\"{}\", version=\"{}\"", self.name, self.version);
        if let Some(author) = &self.author {
            line.push_str(&format!(", author=\"{author}\""));
        }
        line
    }
}

impl Machine {
    pub(super) fn info(&mut self, text: &str) -> Vec<Action> {
        let effect = self.settings.read(text, self.offers);
        let mut actions: Vec<Action> = effect.remark.map(Action::Reply).into_iter().collect();
        if effect.adapt {
            actions.extend(self.getting_ready(Action::Adapt));
        }
        actions
    }

    /// Changes to Yixin's dialect where the manager's words give it away.
    pub(super) fn detect_dialect(&mut self, line: &str, command: Command<'_>) -> Option<Action> {
        let betrays = match command {
            Command::Info(text) => Settings::betrays_yixin(text),
            Command::Stop => false,
            _ => line.get(..2).is_some_and(|start| start.eq_ignore_ascii_case("yx")),
        };
        if self.chosen || !betrays || self.dialect() != Dialect::default() {
            return None;
        }
        let (rule, before) = (self.settings.rule.clone(), self.order());
        self.settings.speak(Dialect::Yixin);
        let order = self.order();
        if let Some(game) = &mut self.game {
            game.adopt_order(order);
        }
        if let State::Listing(list) = &mut self.state {
            list.adopt_order(before, order);
        }
        // The rule's code may have got another meaning.
        if self.settings.rule == rule { None } else { self.getting_ready(Action::Adapt) }
    }
}
