//! `INFO`: rules by their codes, and settings that not every dialect knows.

use tengen_game::{BoardSize, Rule};

use super::super::dialect::Dialect;
use super::super::reply::message;
use super::super::rule::{code_of_rule, rule_from_code};
use super::super::settings::is_yixin_key;
use super::{Out, Translator, to_engine, to_manager};

impl Translator {
    pub(super) fn info(&mut self, text: &str) -> Vec<Out> {
        let (key, value) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let value = value.trim();
        match key.to_ascii_lowercase().as_str() {
            "rule" => self.choose_rule(value),
            "evaluate" => {
                let (from, to) = self.orders();
                let size = self.mirror.size.unwrap_or(BoardSize::MAX);
                match from.parse(value, size) {
                    Ok(point) => to_engine(format!("INFO evaluate {}", to.write(point))),
                    Err(refusal) => to_manager(message(format_args!("evaluate is dropped: {refusal}"))),
                }
            }
            // It says what the manager can show, and a dialect without the key shows what it always shows.
            "show_detail" if !self.engine_knows_yixin() => Vec::new(),
            key if is_yixin_key(key) && !self.engine_knows_yixin() => {
                self.drop_with_remark(&format!("INFO {key}"))
            }
            _ => to_engine(format!("INFO {text}").trim_end()),
        }
    }

    /// A rule that cannot be said to the engine is told at once, by a `MESSAGE` since `INFO` has no answer, and
    /// then by `ERROR` whenever a move is asked for.
    fn choose_rule(&mut self, code: &str) -> Vec<Out> {
        let engine = self.engine;
        let rule = rule_from_code(self.manager, code).map_err(|refusal| refusal.to_string());
        let coded = rule.and_then(|rule| match code_of_rule(engine, rule) {
            Some(code) => Ok((rule, code)),
            None => Err(format!(
                "the engine's dialect, {engine}, has no code for the rule {rule}; expected {}",
                rules_of(engine)
            )),
        });
        match coded {
            Ok((rule, code)) => {
                self.rule = Ok(rule);
                to_engine(format!("INFO rule {code}"))
            }
            Err(refusal) => {
                let outs = to_manager(message(&refusal));
                self.rule = Err(refusal);
                outs
            }
        }
    }

    /// Says once what cannot be passed on.
    pub(super) fn drop_with_remark(&mut self, what: &str) -> Vec<Out> {
        if !self.dropped.insert(what.to_owned()) {
            return Vec::new();
        }
        let engine = self.engine;
        to_manager(message(format_args!(
            "{what} is dropped: the engine's dialect, {engine}, does not know it"
        )))
    }
}

/// The rules that have codes in a dialect, in words.
fn rules_of(dialect: Dialect) -> String {
    let known = |rule: &Rule| code_of_rule(dialect, *rule).is_some();
    let names: Vec<String> = Rule::NAMED.into_iter().filter(known).map(|rule| rule.to_string()).collect();
    match names.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} or {last}", others.join(", ")),
        None => "no rule".to_owned(),
    }
}
