//! The results of the conformance checks, as text and as JSON.

use std::io::Write;

use anyhow::Result;
use serde::Serialize;
use tengen_gomocup::conform::{Candidate, Check, Counts, Examination, Grade, Severity, Transcript, Verdict};

use super::Transcripts;
use crate::output;

/// Width of the longest name of a check.
const NAME: usize = 30;

/// The checks, with what they expect and who says so.
pub(super) fn list(checks: &[&'static Check], as_json: bool, out: &mut dyn Write) -> Result<()> {
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

/// One check that has ended.
pub(super) fn line(examination: &Examination, out: &mut dyn Write) -> Result<()> {
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

/// The conversations, each with an arrow where it went wrong.
pub(super) fn transcripts(
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

/// The counts and the verdict.
pub(super) fn grade(grade: &Grade, out: &mut dyn Write) -> Result<()> {
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

/// All of it as one object.
pub(super) fn json(
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
