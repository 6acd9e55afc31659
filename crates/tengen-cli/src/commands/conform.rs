//! `tengen conform`: checks whether an engine follows the Gomocup protocol.

use std::io::Write;
use std::str::FromStr;
use std::time::Duration;

use anyhow::{Result, anyhow, bail};
use serde::Serialize;
use tengen_gomocup::Dialect;
use tengen_gomocup::conform::{
    Candidate, Check, Counts, Examination, Grade, Group, Severity, Transcript, Verdict, check_named, checks,
    examine,
};
use tengen_gomocup::process::command_words;

use crate::options::{DIALECTS, OutputOption, named};
use crate::output;

/// Check an engine's conformance to the Gomocup protocol, and show each conversation that failed
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The engine's dialect: piskvork, yixin, rapfi or alphagomoku
    #[arg(long, value_name = "NAME", default_value_t = Dialect::Piskvork, value_parser = named::<Dialect>(&DIALECTS))]
    dialect: Dialect,
    /// Only this group or check; may be given several times
    #[arg(long, value_name = "GROUP|CHECK")]
    only: Vec<Selection>,
    /// List the checks, and run none
    #[arg(long)]
    list: bool,
    #[command(flatten)]
    output: OutputOption,
    /// Which conversations to show
    #[arg(long, value_enum, default_value_t = Transcripts::Failed)]
    transcripts: Transcripts,
    /// Milliseconds for a move in checks that are not about time
    #[arg(long, value_name = "MS", default_value = "100", value_parser = milliseconds)]
    time: Duration,
    /// Milliseconds to wait for an answer beyond its limit before the engine counts as hanging
    #[arg(long, value_name = "MS", default_value = "5000", value_parser = milliseconds)]
    patience: Duration,
    /// Milliseconds that a move may be late in the checks about time, for pipes and a busy machine
    #[arg(long, value_name = "MS", default_value = "100", value_parser = milliseconds)]
    tolerance: Duration,
    /// The engine and its arguments, or both in one word with blanks
    #[arg(last = true, value_name = "COMMAND", required_unless_present = "list")]
    command: Vec<String>,
}

const AFTER_HELP: &str = "\
Examples:
  tengen conform -- ./pbrain-other
  tengen conform --dialect yixin -- ./engine --gomocup
  tengen conform --only timing --only many-games --tolerance 50 -- pbrain-tengen
  tengen conform --list

A check is `must`, `should` or `may`, and names the document that requires it. Each runs in a process of its own.

Exit codes: 0 the engine passes every `must`, 1 it does not or cannot be started, 2 wrong usage";

/// The selection of the conversations that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Transcripts {
    /// Those of every check
    All,
    /// Those of checks that failed
    Failed,
    /// No conversation
    None,
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let selected = select(&arguments.only);
    if arguments.list {
        return write_list(&selected, arguments.output.json, out);
    }
    let candidate = Candidate {
        dialect: arguments.dialect,
        turn: arguments.time,
        patience: arguments.patience,
        tolerance: arguments.tolerance,
        ..Candidate::new(words_of(&arguments.command)?)
    };
    let mut grade = Grade::default();
    let mut examinations: Vec<Examination> = Vec::with_capacity(selected.len());
    for check in selected {
        let examination = examine(check, &candidate)?;
        grade.count(&examination);
        if !arguments.output.json {
            write_line(&examination, out)?;
            // A check may take seconds, so each result is shown at once.
            out.flush()?;
        }
        examinations.push(examination);
    }
    if arguments.output.json {
        write_json(&candidate, &examinations, &grade, arguments.transcripts, out)?;
    } else {
        write_transcripts(&examinations, arguments.transcripts, out)?;
        write_grade(&grade, out)?;
    }
    match grade.total().failed {
        0 => Ok(()),
        1 => bail!("the engine does not conform: it fails 1 check that it must pass"),
        failed => bail!("the engine does not conform: it fails {failed} checks that it must pass"),
    }
}

/// The command, from its words or from one word that holds them all.
fn words_of(command: &[String]) -> Result<Vec<String>> {
    match command {
        [line] if line.contains(char::is_whitespace) && !std::path::Path::new(line).exists() => {
            let words = command_words(line)?;
            if words.is_empty() { bail!("expected a command after `--`, found blanks") } else { Ok(words) }
        }
        [] => Err(anyhow!("expected a command after `--`, found nothing")),
        words => Ok(words.to_vec()),
    }
}

/// Reads milliseconds, up to an hour.
fn milliseconds(text: &str) -> Result<Duration, String> {
    const HOUR: u64 = 3_600_000;
    match text.parse::<u64>() {
        Ok(number) if number <= HOUR => Ok(Duration::from_millis(number)),
        _ => Err(format!("expected milliseconds, 0 to {HOUR}")),
    }
}

/// A group or a check.
#[derive(Clone, Copy, Debug)]
enum Selection {
    Group(Group),
    Check(&'static Check),
}

impl FromStr for Selection {
    type Err = String;

    fn from_str(text: &str) -> Result<Selection, String> {
        if let Ok(group) = text.parse() {
            return Ok(Selection::Group(group));
        }
        check_named(text).map(Selection::Check).ok_or_else(|| {
            let groups: Vec<&str> = Group::ALL.iter().map(|group| group.name()).collect();
            format!("expected a group ({}) or a check that `--list` names, found `{text}`", groups.join(", "))
        })
    }
}

/// The checks of all selections in their own order, or all checks without a selection.
fn select(only: &[Selection]) -> Vec<&'static Check> {
    let is_selected = |check: &Check| {
        only.is_empty()
            || only.iter().any(|selection| match selection {
                Selection::Group(group) => check.group == *group,
                Selection::Check(chosen) => check.id == chosen.id,
            })
    };
    checks().filter(|check| is_selected(check)).collect()
}

/// Width of the longest name of a check.
const NAME: usize = 30;

/// Lists the checks, with their expectations and their sources.
fn write_list(checks: &[&'static Check], as_json: bool, out: &mut dyn Write) -> Result<()> {
    if as_json {
        return output::write_json(&List { checks }, out);
    }
    let mut group = None;
    for check in checks {
        if group != Some(check.group) {
            let blank = if group.is_some() { "\n" } else { "" };
            writeln!(out, "{blank}{}", check.group)?;
            group = Some(check.group);
        }
        let Check { id, severity, expected, source, .. } = check;
        writeln!(out, "  {id:NAME$} {severity:6}  {expected} [{source}]")?;
    }
    Ok(())
}

/// Writes the result of a check.
fn write_line(examination: &Examination, out: &mut dyn Write) -> Result<()> {
    let Examination { check, verdict, time, .. } = examination;
    let word = word(verdict, check.severity);
    writeln!(out, "{word:11}  {:11} {:NAME$} {:>6} ms", check.group, check.id, time.as_millis())?;
    Ok(())
}

fn word(verdict: &Verdict, severity: Severity) -> &'static str {
    match (verdict, severity) {
        (Verdict::Passed, _) => "ok",
        (Verdict::Unsupported { .. }, _) => "unsupported",
        (Verdict::Failed { .. }, Severity::Must) => "FAILED",
        (Verdict::Failed { .. }, Severity::Should) => "weak",
        (Verdict::Failed { .. }, Severity::May) => "note",
    }
}

fn is_shown(verdict: &Verdict, transcripts: Transcripts) -> bool {
    match transcripts {
        Transcripts::All => true,
        Transcripts::Failed => matches!(verdict, Verdict::Failed { .. }),
        Transcripts::None => false,
    }
}

/// Writes the conversations, each with an arrow at the fault.
fn write_transcripts(
    examinations: &[Examination],
    transcripts: Transcripts,
    out: &mut dyn Write,
) -> Result<()> {
    for examination in examinations.iter().filter(|examination| is_shown(&examination.verdict, transcripts)) {
        let Examination { check, verdict, transcript, .. } = examination;
        let severity = check.severity;
        writeln!(out, "\n{} {} ({severity}): {}", word(verdict, severity), check.id, check.expected)?;
        match check.source.address() {
            Some(address) => writeln!(out, "  source: {}, {address}", check.source)?,
            None => writeln!(out, "  source: {}", check.source)?,
        }
        write!(out, "{transcript}")?;
        match verdict {
            Verdict::Passed => {}
            Verdict::Failed { expected, found } => {
                writeln!(out, "       ---> expected {expected}")?;
                writeln!(out, "            found {found}")?;
            }
            Verdict::Unsupported { reason } => writeln!(out, "       ---> unsupported: {reason}")?,
        }
    }
    Ok(())
}

/// Writes the counts and the verdict.
fn write_grade(grade: &Grade, out: &mut dyn Write) -> Result<()> {
    writeln!(
        out,
        "\n{:11} {:>7} {:>7} {:>7} {:>7} {:>12}",
        "", "passed", "failed", "weak", "notes", "unsupported"
    )?;
    let mut row = |name: &str, counts: Counts| {
        let Counts { passed, failed, weak, notes, unsupported } = counts;
        writeln!(out, "{name:11} {passed:>7} {failed:>7} {weak:>7} {notes:>7} {unsupported:>12}")
    };
    for (group, counts) in grade.groups() {
        row(group.name(), counts)?;
    }
    let total = grade.total();
    row("all", total)?;
    let verdict = match (grade.conforms(), total.weak) {
        (false, _) => "does not conform",
        (true, 0) => "conforms",
        (true, _) => "conforms, with weaknesses",
    };
    writeln!(out, "\nVerdict: {verdict}")?;
    Ok(())
}

#[derive(Serialize)]
struct List<'a> {
    checks: &'a [&'static Check],
}

#[derive(Serialize)]
struct Report<'a> {
    command: &'a [String],
    dialect: &'a str,
    conforms: bool,
    grade: Vec<GroupCounts>,
    checks: Vec<CheckReport<'a>>,
}

#[derive(Serialize)]
struct GroupCounts {
    group: &'static str,
    #[serde(flatten)]
    counts: Counts,
}

#[derive(Serialize)]
struct CheckReport<'a> {
    #[serde(flatten)]
    check: &'a Check,
    #[serde(flatten)]
    verdict: &'a Verdict,
    time_ms: u128,
    #[serde(skip_serializing_if = "Option::is_none")]
    transcript: Option<&'a Transcript>,
}

/// Writes everything as one object.
fn write_json(
    candidate: &Candidate,
    examinations: &[Examination],
    grade: &Grade,
    transcripts: Transcripts,
    out: &mut dyn Write,
) -> Result<()> {
    let report = Report {
        command: &candidate.command,
        dialect: candidate.dialect.name(),
        conforms: grade.conforms(),
        grade: grade.groups().map(|(group, counts)| GroupCounts { group: group.name(), counts }).collect(),
        checks: examinations
            .iter()
            .map(|examination| CheckReport {
                check: examination.check,
                verdict: &examination.verdict,
                time_ms: examination.time.as_millis(),
                transcript: is_shown(&examination.verdict, transcripts).then_some(&examination.transcript),
            })
            .collect(),
    };
    output::write_json(&report, out)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_command_is_words_or_one_line() {
        let split = |given: &[&str]| {
            words_of(&given.iter().map(|&word| word.to_owned()).collect::<Vec<_>>())
                .map_err(|error| error.to_string())
        };
        assert_eq!(split(&["./brain", "--a b"]), Ok(vec!["./brain".to_owned(), "--a b".to_owned()]));
        assert_eq!(split(&["./brain 'a b' c"]), Ok(["./brain", "a b", "c"].map(str::to_owned).to_vec()));
        assert!(split(&["./brain 'a b"]).is_err_and(|error| error.contains("expected a closing '")));
        assert!(split(&[]).is_err());
    }

    #[test]
    fn milliseconds_are_bounded() {
        assert_eq!(milliseconds("250"), Ok(Duration::from_millis(250)));
        assert!(["", "-1", "1.5", "9999999999"].iter().all(|text| milliseconds(text).is_err()));
    }
}
