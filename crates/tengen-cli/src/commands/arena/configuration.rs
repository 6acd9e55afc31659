//! What an arena is to play: all that decides its games, and so all that a saved state must agree with.

use std::num::NonZeroU16;

use anyhow::{Context, Result, anyhow, bail};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tengen_arena::Adjudication;
use tengen_arena::schedule::{Format, Plan};
use tengen_arena::stats::Sprt;
use tengen_game::{BoardSize, Rule};

use super::Arguments;
use super::control::Control;
use super::entrant::Kind;
use super::openings::{Openings, Source};
use super::{TournamentFormat, entrants_file};
use crate::told;

/// All settings that decide which games are played.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Configuration {
    pub(super) entrants: Vec<ConfiguredEntrant>,
    pub(super) plan: Plan,
    rule: String,
    size: u8,
    pub(super) max_moves: Option<NonZeroU16>,
    openings: String,
    openings_sha256: Option<String>,
    pub(super) adjudication: Adjudication,
    pub(super) sprt: Option<Hypotheses>,
    pub(super) seed: u64,
    pub(super) event: String,
}

/// An entrant with its name and its limits.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct ConfiguredEntrant {
    pub(super) name: String,
    pub(super) plays_as: Kind,
    pub(super) control: Control,
}

/// What a sequential test is asked.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Hypotheses {
    pub(super) elo0: f64,
    pub(super) elo1: f64,
    pub(super) alpha: f64,
    pub(super) beta: f64,
}

impl Hypotheses {
    /// The test.
    pub(super) fn test(&self) -> Result<Sprt> {
        Ok(Sprt::new(self.elo0, self.elo1, self.alpha, self.beta)?)
    }
}

impl Configuration {
    /// The configuration that the arguments ask for, and its openings.
    pub(super) fn of(arguments: &Arguments) -> Result<(Configuration, Openings)> {
        let rule = arguments.rule.unwrap_or(Rule::FREESTYLE);
        let size = arguments.size.unwrap_or(BoardSize::FIFTEEN);
        let source = arguments.openings.clone().unwrap_or(Source::Empty);
        let entrants = entrants(arguments)?;
        if entrants.len() < 2 {
            let found = entrants.len();
            return Err(usage(format!(
                "expected at least two engines (--engine or --engines), found {found}"
            )));
        }
        // A program that cannot be told the rule would lose every game.
        entrants.iter().try_for_each(|entrant| entrant.plays_as.check_rule(&entrant.name, rule))?;
        let openings = Openings::read(&source, rule, size, arguments.max_moves)?;
        let plan = plan(arguments, entrants.len(), &openings)?;
        let sprt = arguments.sprt;
        if let Some(sprt) = &sprt {
            sprt.test().context("--sprt")?;
            if plan.entrants() != 2 {
                return Err(usage(format!("--sprt compares two engines, found {}", plan.entrants())));
            }
            if arguments.pairs.is_none() {
                return Err(usage("--sprt needs --pairs, the most pairs of games to play"));
            }
        }
        let configuration = Configuration {
            entrants,
            plan,
            rule: rule.to_string(),
            size: size.lines(),
            max_moves: arguments.max_moves,
            openings: source.to_string(),
            openings_sha256: openings.digest.clone(),
            adjudication: Adjudication { win: arguments.adjudicate_win, draw: arguments.adjudicate_draw },
            sprt,
            seed: arguments.seed.unwrap_or(0),
            event: arguments.event.clone().unwrap_or_default(),
        };
        Ok((configuration, openings))
    }

    /// The rule of all games.
    pub(super) fn rule(&self) -> Result<Rule> {
        self.rule.parse().map_err(|error| anyhow!("rule: {error}"))
    }

    /// The board of all games.
    pub(super) fn size(&self) -> Result<BoardSize> {
        BoardSize::new(usize::from(self.size)).context("size")
    }

    /// The openings of a saved configuration; a book that has changed in the meantime is no longer the same.
    pub(super) fn read_openings(&self) -> Result<Openings> {
        let Ok(source) = self.openings.parse::<Source>();
        let openings = Openings::read(&source, self.rule()?, self.size()?, self.max_moves)?;
        if openings.digest != self.openings_sha256 {
            bail!("expected the openings in {source} as they were when the arena began, found others");
        }
        Ok(openings)
    }

    /// The names of the entrants, by number.
    pub(super) fn names(&self) -> Vec<String> {
        self.entrants.iter().map(|entrant| entrant.name.clone()).collect()
    }

    /// Fails when the other configuration is not the same, and says in what they differ.
    pub(super) fn check_same(&self, saved: &Configuration) -> Result<()> {
        // Both through the same reader, so that no figure differs in its last digit.
        let value = |configuration: &Configuration| -> Result<Value> {
            Ok(serde_json::from_str(&serde_json::to_string(configuration)?)?)
        };
        match difference(&value(saved)?, &value(self)?) {
            None => Ok(()),
            Some((setting, was, is)) => bail!(
                "expected the settings that the arena began with; `{}` was {was}, and now is {is}",
                setting.trim_start_matches('.')
            ),
        }
    }
}

/// The path to the first value that is not the same, with what it was and what it is.
fn difference(was: &Value, is: &Value) -> Option<(String, Value, Value)> {
    let deeper = |name: String, was: &Value, is: &Value| {
        difference(was, is).map(|(path, was, is)| (format!("{name}{path}"), was, is))
    };
    match (was, is) {
        _ if was == is => None,
        (Value::Object(old), Value::Object(new)) => {
            let keys = old.keys().chain(new.keys().filter(|key| !old.contains_key(*key)));
            let of =
                |object: &serde_json::Map<String, Value>, key| object.get(key).cloned().unwrap_or_default();
            keys.into_iter().find_map(|key| deeper(format!(".{key}"), &of(old, key), &of(new, key)))
        }
        (Value::Array(old), Value::Array(new)) if old.len() == new.len() => (1..)
            .zip(old.iter().zip(new))
            .find_map(|(number, (was, is))| deeper(format!("[{number}]"), was, is)),
        _ => Some((String::new(), was.clone(), is.clone())),
    }
}

fn entrants(arguments: &Arguments) -> Result<Vec<ConfiguredEntrant>> {
    let mut asked = arguments.engine.clone();
    if let Some(path) = &arguments.engines {
        asked.extend(entrants_file::read(path)?);
    }
    let mut entrants: Vec<ConfiguredEntrant> = Vec::new();
    for entrant in asked {
        let name = entrant.name;
        if entrants.iter().any(|other| other.name == name) {
            return Err(usage(format!("two engines are called `{name}`; tell them apart by name=NAME")));
        }
        let control = entrant.control.or(&arguments.control).control();
        let control = control.map_err(|error| usage(format!("`{name}`: {error}")))?;
        // A program that hangs would never be given up.
        if matches!(entrant.kind, Kind::Program { .. }) && !control.limits_time() {
            let fault =
                format!("`{name}`: expected a limit of time, which every program needs, found {control}");
            return Err(usage(fault));
        }
        entrants.push(ConfiguredEntrant { name, plays_as: entrant.kind, control });
    }
    Ok(entrants)
}

fn plan(arguments: &Arguments, entrants: usize, openings: &Openings) -> Result<Plan> {
    let default = if entrants == 2 { TournamentFormat::Match } else { TournamentFormat::RoundRobin };
    let format = arguments.tournament.unwrap_or(default);
    let cycles = arguments.cycles.unwrap_or(1);
    let is_cyclic = matches!(format, TournamentFormat::RoundRobin | TournamentFormat::Gauntlet);
    let misplaced = [
        ("--cycles is for round-robin and gauntlet", arguments.cycles.is_some() && !is_cyclic),
        (
            "--challengers is for gauntlet",
            arguments.challengers.is_some() && format != TournamentFormat::Gauntlet,
        ),
        ("--rounds is for swiss", arguments.rounds.is_some() && format != TournamentFormat::Swiss),
    ];
    if let Some((message, _)) = misplaced.into_iter().find(|&(_, is_misplaced)| is_misplaced) {
        return Err(usage(message));
    }
    let format = match format {
        TournamentFormat::Match => Format::Match,
        TournamentFormat::RoundRobin => Format::RoundRobin { cycles },
        TournamentFormat::Gauntlet => {
            Format::Gauntlet { challengers: arguments.challengers.unwrap_or(1), cycles }
        }
        TournamentFormat::Swiss => match arguments.rounds {
            Some(rounds) => Format::Swiss { rounds },
            None => return Err(usage("a Swiss tournament needs --rounds")),
        },
    };
    let count = openings.starts.len();
    Plan::new(entrants, format, arguments.pairs.unwrap_or(count), count)
        .map_err(|error| usage(error.to_string()))
}

/// Settings that do not go together.
fn usage(fault: impl AsRef<str>) -> anyhow::Error {
    told::usage("arena", fault.as_ref())
}
