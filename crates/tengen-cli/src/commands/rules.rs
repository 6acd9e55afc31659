//! `tengen rules`: the rules in words.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use tengen_game::{Color, Rule, WinningRow};

use crate::options::{OutputOption, RULES, named};
use crate::output;

/// Show what wins and what is forbidden under a rule, or under every named rule
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// One of these, or free-N for N in a row [default: all named rules]
    #[arg(value_parser = named::<Rule>(&RULES))]
    rule: Option<Rule>,
    #[command(flatten)]
    output: OutputOption,
}

const AFTER_HELP: &str = "\
Examples:
  tengen rules
  tengen rules free-4
  tengen rules renju --json

Exit codes: 0 done, 1 nothing could be written, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let rules = arguments.rule.map_or_else(|| Rule::NAMED.to_vec(), |rule| vec![rule]);
    if arguments.output.json {
        return output::write_json(&Reports { rules: rules.into_iter().map(Report::new).collect() }, out);
    }
    for (index, rule) in rules.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        write_rule(rule, out)?;
    }
    Ok(())
}

fn write_rule(rule: Rule, out: &mut dyn Write) -> Result<()> {
    let described = rule.describe();
    writeln!(out, "{} (--rule {rule})", described.name)?;
    let sentences = [Some(described.wins.as_str()), described.forbidden.as_deref(), described.passes];
    for sentence in std::iter::once(described.about).chain(sentences.into_iter().flatten()) {
        writeln!(out, "  {sentence}")?;
    }
    Ok(())
}

#[derive(Serialize)]
struct Reports {
    rules: Vec<Report>,
}

#[derive(Serialize)]
struct Report {
    rule: String,
    name: String,
    about: &'static str,
    wins: Sides,
    forbidden: Vec<&'static str>,
    passes: bool,
}

#[derive(Serialize)]
struct Sides {
    black: Row,
    white: Row,
}

#[derive(Serialize)]
struct Row {
    length: u8,
    overline_wins: bool,
    blocked_wins: bool,
}

impl From<WinningRow> for Row {
    fn from(row: WinningRow) -> Row {
        let WinningRow { length, overline_wins, blocked_wins } = row;
        Row { length: length.stones(), overline_wins, blocked_wins }
    }
}

impl Report {
    fn new(rule: Rule) -> Report {
        let described = rule.describe();
        Report {
            rule: rule.to_string(),
            name: described.name,
            about: described.about,
            wins: Sides {
                black: rule.winning_row(Color::Black).into(),
                white: rule.winning_row(Color::White).into(),
            },
            forbidden: rule.forbidden_moves().iter().map(|kind| kind.name()).collect(),
            passes: rule.allows_pass(),
        }
    }
}
