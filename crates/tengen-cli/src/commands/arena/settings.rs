//! The configuration that the arguments describe, and the values of their options.

use std::time::Duration;

use anyhow::Result;
use tengen_arena::openings::{OpeningSource, Openings};
use tengen_arena::runner::{Configuration, Participant};
use tengen_arena::schedule::{Format, Plan};
use tengen_arena::stats::Sprt;
use tengen_arena::{Adjudication, DrawRule, TimeControl, WinRule};
use tengen_game::{BoardSize, Rule};

use super::{Arguments, TournamentFormat};
use crate::{errors, options};

/// The limits of both sides.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
#[group(skip)]
pub(in crate::commands) struct ControlArguments {
    /// Seconds for a move [default: 1, unless there is another limit]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) time: Option<Duration>,
    /// Seconds of each side for the whole game
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) game_time: Option<Duration>,
    /// Seconds by which the time for the game grows after each move
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) increment: Option<Duration>,
    /// Seconds by which a move may be late before it loses the game [default: 1]
    #[arg(long, value_name = "SECONDS", value_parser = options::seconds, help_heading = "Time")]
    pub(super) grace: Option<Duration>,
    /// Nodes for a move
    #[arg(long, value_parser = options::count::<u64>(1), help_heading = "Time")]
    pub(super) nodes: Option<u64>,
    /// Plies to look ahead
    #[arg(long, value_name = "PLIES", value_parser = clap::value_parser!(u32).range(1..=400), help_heading = "Time")]
    pub(super) depth: Option<u32>,
}

const DEFAULT_TIME: Duration = Duration::from_secs(1);
const DEFAULT_GRACE: Duration = Duration::from_secs(1);

impl ControlArguments {
    /// Whether a limit of the search is set.
    pub(super) fn has_limits(&self) -> bool {
        *self != ControlArguments { grace: self.grace, ..ControlArguments::default() }
    }

    /// The limits of a participant: its own, or the common ones if it has none.
    pub(super) fn or(&self, common: &ControlArguments) -> ControlArguments {
        let limits = if self.has_limits() { self } else { common };
        ControlArguments { grace: self.grace.or(common.grace), ..limits.clone() }
    }

    /// The limits with their defaults.
    pub(super) fn control(&self) -> Result<TimeControl, String> {
        if self.increment.is_some() && self.game_time.is_none() {
            return Err("an increment needs a time for the game to grow".to_owned());
        }
        // Saved states have whole milliseconds.
        let whole =
            |time: Duration| Duration::from_millis(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        let time = if self.has_limits() { self.time } else { Some(DEFAULT_TIME) };
        Ok(TimeControl {
            per_move: time.map(whole),
            per_game: self.game_time.map(whole),
            increment: self.increment.map_or(Duration::ZERO, whole),
            grace: whole(self.grace.unwrap_or(DEFAULT_GRACE)),
            nodes: self.nodes,
            depth: self.depth,
        })
    }
}

/// The numbers of a list, as many as there are names.
fn numbers<T: std::str::FromStr>(text: &str, expected: &str) -> Result<Vec<T>, String> {
    let number = |part: &str| part.trim().parse().map_err(|_| format!("expected {expected}, found `{text}`"));
    text.split(',').map(number).collect()
}

/// Reads `SCORE,MOVES`, where the score may be `mate`.
pub(super) fn win_rule(text: &str) -> Result<WinRule, String> {
    let expected = "SCORE,MOVES such as `2000,3` or `mate,1`, each at least 1";
    let (is_mate, rest) = match text.split_once(',') {
        Some(("mate", rest)) => (true, rest),
        _ => (false, text),
    };
    match (is_mate, numbers(rest, expected)?.as_slice()) {
        (true, &[moves]) if moves > 0 => Ok(WinRule { least: None, moves }),
        (false, &[score, moves]) if score > 0 && moves > 0 => Ok(WinRule { least: Some(score), moves }),
        _ => Err(format!("expected {expected}, found `{text}`")),
    }
}

/// Reads `SCORE,MOVES,FROM`.
pub(super) fn draw_rule(text: &str) -> Result<DrawRule, String> {
    let expected = "SCORE,MOVES,FROM such as `20,10,120`, with at least 1 move";
    match numbers(text, expected)?.as_slice() {
        &[most, moves, from_move] if moves > 0 => Ok(DrawRule { most, moves, from_move }),
        _ => Err(format!("expected {expected}, found `{text}`")),
    }
}

/// Reads `ELO0,ELO1[,ALPHA,BETA]`.
pub(super) fn sprt(text: &str) -> Result<Sprt, String> {
    let expected = "ELO0,ELO1 or ELO0,ELO1,ALPHA,BETA such as `0,10,0.05,0.05`";
    let sprt = match *numbers(text, expected)?.as_slice() {
        [elo0, elo1] => Sprt::new(elo0, elo1, 0.05, 0.05),
        [elo0, elo1, alpha, beta] => Sprt::new(elo0, elo1, alpha, beta),
        _ => return Err(format!("expected {expected}, found `{text}`")),
    };
    sprt.map_err(|error| error.to_string())
}

/// The configuration, and its openings.
pub(super) fn configure(arguments: &Arguments) -> Result<(Configuration, Openings)> {
    let rule = arguments.rule.unwrap_or(Rule::FREESTYLE);
    let size = arguments.size.unwrap_or(BoardSize::FIFTEEN);
    let source = arguments.openings.clone().unwrap_or(OpeningSource::Empty);
    let participants = participants(arguments)?;
    if participants.len() < 2 {
        let found = participants.len();
        return Err(usage(format!("expected at least two engines (--engine or --engines), found {found}")));
    }
    Configuration::check_rule(&participants, rule)?;
    let openings = Openings::read(&source, rule, size, arguments.max_moves)?;
    let plan = plan(arguments, participants.len(), &openings)?;
    if arguments.sprt.is_some() {
        if plan.participants() != 2 {
            return Err(usage(format!("--sprt compares two engines, found {}", plan.participants())));
        }
        if arguments.pairs.is_none() {
            return Err(usage("--sprt needs --pairs, the most pairs of games to play"));
        }
    }
    let configuration = Configuration {
        participants,
        plan,
        rule,
        size,
        max_moves: arguments.max_moves,
        openings: source,
        openings_sha256: openings.digest().map(str::to_owned),
        adjudication: Adjudication { win: arguments.adjudicate_win, draw: arguments.adjudicate_draw },
        sprt: arguments.sprt,
        seed: arguments.seed.unwrap_or(0),
        event: arguments.event.clone().unwrap_or_default(),
    };
    Ok((configuration, openings))
}

fn participants(arguments: &Arguments) -> Result<Vec<Participant>> {
    let mut given = arguments.engine.clone();
    if let Some(path) = &arguments.engines {
        given.extend(super::participants::read_file(path)?);
    }
    let mut participants: Vec<Participant> = Vec::new();
    for argument in given {
        let name = argument.name;
        if participants.iter().any(|other| other.name == name) {
            return Err(usage(format!("two engines are called `{name}`; distinguish them by name=NAME")));
        }
        let control = argument.control.or(&arguments.control).control();
        let control = control.map_err(|error| usage(format!("`{name}`: {error}")))?;
        let participant = Participant { name, plays_as: argument.kind, control };
        // Without a limit, a program that hangs would never be killed.
        if participant.is_program() && !participant.control.limits_time() {
            return Err(usage(format!(
                "`{}`: expected a limit of time, which every program needs, found {}",
                participant.name, participant.control
            )));
        }
        participants.push(participant);
    }
    Ok(participants)
}

fn plan(arguments: &Arguments, participants: usize, openings: &Openings) -> Result<Plan> {
    let default = if participants == 2 { TournamentFormat::Match } else { TournamentFormat::RoundRobin };
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
    let count = openings.count();
    Plan::new(participants, format, arguments.pairs.unwrap_or(count), count)
        .map_err(|error| usage(error.to_string()))
}

/// An error of usage: settings that cannot be combined.
fn usage(fault: impl AsRef<str>) -> anyhow::Error {
    errors::usage("arena", fault.as_ref())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn own_limits_take_the_place_of_the_common_ones() {
        let second = Some(Duration::from_secs(1));
        let common = ControlArguments { time: second, grace: second, ..ControlArguments::default() };
        let own = ControlArguments { nodes: Some(500), ..ControlArguments::default() };
        let control = own.or(&common).control().unwrap();
        assert_eq!(
            (control.per_move, control.nodes, control.grace),
            (None, Some(500), Duration::from_secs(1))
        );
        assert_eq!(control.to_string(), "500 nodes");
        let lenient = ControlArguments { grace: Some(Duration::ZERO), ..ControlArguments::default() };
        let control = lenient.or(&common).control().unwrap();
        assert_eq!((control.per_move, control.grace), (second, Duration::ZERO));
        assert_eq!(control.to_string(), "1 s a move");
        assert!(ControlArguments { increment: second, ..ControlArguments::default() }.control().is_err());
    }

    #[test]
    fn rules_and_hypotheses_are_read() {
        assert_eq!(win_rule("2000,3"), Ok(WinRule { least: Some(2000), moves: 3 }));
        assert_eq!(win_rule("mate, 1"), Ok(WinRule { least: None, moves: 1 }));
        assert_eq!(draw_rule("20,10,120"), Ok(DrawRule { most: 20, moves: 10, from_move: 120 }));
        assert_eq!(sprt("-5,2.5"), Ok(Sprt::new(-5.0, 2.5, 0.05, 0.05).unwrap()));
        assert_eq!(sprt("-5,2.5,0.01,0.1"), Ok(Sprt::new(-5.0, 2.5, 0.01, 0.1).unwrap()));
        for text in ["", "3", "mate", "mate,0", "0,3", "2000,0", "a,b", "1,2,3"] {
            assert!(win_rule(text).is_err(), "{text}");
        }
        for text in ["", "1,2", "1,0,2", "-1,2,3"] {
            assert!(draw_rule(text).is_err(), "{text}");
        }
        for text in ["", "1", "1,2,3", "2,1", "0,10,0.5,0.05", "nan,1"] {
            assert!(sprt(text).is_err(), "{text}");
        }
    }
}
