//! Errors as text, with the faulty line of the file.

use std::error::Error;
use std::fmt;
use std::io::{self, Write};
use std::ops::Range;

use annotate_snippets::{AnnotationKind, Group, Level, Renderer, Snippet};
use clap::CommandFactory as _;
use clap::error::ErrorKind;
use tengen_formats::Location;
use tengen_formats::any::{self, Format, ReadError, SideToMoveError};
use tengen_formats::sgf::SgfError;
use tengen_game::Rule;

pub(crate) use tengen_serve::program::sentence;

/// An error in the usage of `tengen COMMAND` that clap cannot find. It is printed and ends the program as clap's own errors do.
pub(crate) fn usage(command: &str, fault: &str) -> anyhow::Error {
    let mut tengen = crate::Arguments::command();
    tengen.build();
    match tengen.find_subcommand_mut(command) {
        Some(command) => command.error(ErrorKind::ArgumentConflict, fault).into(),
        None => tengen.error(ErrorKind::ArgumentConflict, fault).into(),
    }
}

/// Writes the error, in colour where standard error shows colours.
pub(crate) fn print(error: &anyhow::Error) -> io::Result<()> {
    writeln!(anstream::stderr(), "{}", report(error, &Renderer::styled()))
}

fn report(error: &anyhow::Error, renderer: &Renderer) -> String {
    let fault = error.chain().find_map(|cause| cause.downcast_ref::<ReadFault>());
    let mut sentence = sentence(error);
    if let Some(advice) = fault.and_then(|fault| fault.advice.as_ref()) {
        sentence = format!("{sentence}; {advice}");
    }
    let title = Level::ERROR.primary_title(sentence);
    let Some(excerpt) = fault.and_then(|fault| fault.excerpt.as_ref()) else {
        return renderer.render(&[Group::with_title(title)]);
    };
    let line = Snippet::source(excerpt.line.as_str())
        .line_start(excerpt.number)
        .path(excerpt.file.as_deref())
        .annotation(AnnotationKind::Primary.span(excerpt.span.clone()));
    let group = title.element(line);
    renderer.render(&[group])
}

/// The error of a record that cannot be read. Its causes state the reasons.
#[derive(Debug)]
pub(crate) struct ReadFault {
    /// The task that failed: `cannot read game.psq`.
    task: String,
    fault: Box<dyn Error + Send + Sync>,
    /// Advice for the user, which ends the sentence.
    pub(crate) advice: Option<String>,
    /// The place of the fault; `None` where the fault has no place, or no line that could be shown.
    pub(crate) excerpt: Option<Excerpt>,
}

impl fmt::Display for ReadFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.task)
    }
}

impl Error for ReadFault {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        Some(self.fault.as_ref())
    }
}

impl ReadFault {
    /// A fault of a file that was read in the `requested` format, or otherwise in the detected one, and that can
    /// be read under one of these `rules`.
    pub(crate) fn of_file(
        file: String,
        bytes: &[u8],
        requested: Option<Format>,
        error: ReadError,
        rules: &[Rule],
    ) -> ReadFault {
        let mut excerpt = excerpt(bytes, error.location(bytes));
        // The column is shown beside the name, and would be wrong for a line that is cut.
        if let Some(excerpt) = excerpt.as_mut().filter(|excerpt| !excerpt.cut) {
            excerpt.file = Some(file.clone());
        }
        let advice = advice(bytes, requested, &error).or_else(|| other_rules(rules));
        ReadFault { task: format!("cannot read {file}"), fault: error.into(), advice, excerpt }
    }

    /// A fault of moves in the command line.
    pub(crate) fn of_moves(text: &str, error: ReadError, rules: &[Rule]) -> ReadFault {
        let excerpt = excerpt(text.as_bytes(), error.location(text.as_bytes()));
        // The name of the option states that the text has moves.
        let fault = match error {
            ReadError::Fault { source, .. } => source,
            other => other.into(),
        };
        ReadFault { task: "--moves".to_owned(), fault, advice: other_rules(rules), excerpt }
    }
}

fn advice(bytes: &[u8], requested: Option<Format>, error: &ReadError) -> Option<String> {
    if let ReadError::Fault { source, .. } = error
        && source.is::<SideToMoveError>()
    {
        return Some("say it with --to-move black or --to-move white".to_owned());
    }
    if let ReadError::Fault { source, .. } = error
        && let Some(SgfError::Game { .. }) = source.downcast_ref()
    {
        return Some("if it is one of five in a row, say its rule with --rule".to_owned());
    }
    let requested = requested?;
    let looks = any::detect(bytes).filter(|&format| format != requested)?;
    Some(format!("this looks like {looks}, which is read without --from"))
}

/// Advice where the file does not state the rule, and can be read under these rules.
fn other_rules(rules: &[Rule]) -> Option<String> {
    let options: Vec<String> = rules.iter().map(|rule| format!("--rule {rule}")).collect();
    (!options.is_empty()).then(|| format!("it can be read with {}", options.join(" or ")))
}

/// The line with the fault.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Excerpt {
    /// The name of the file, where it is to be shown.
    pub(crate) file: Option<String>,
    /// The number of the line, from 1.
    pub(crate) number: usize,
    /// The line, or the part near the fault if the line is long.
    pub(crate) line: String,
    /// Whether the beginning of the line is missing.
    cut: bool,
    /// The faulty bytes of `line`.
    pub(crate) span: Range<usize>,
}

/// The number of characters of a long line that are shown on each side of the fault.
const NEAR: usize = 60;

fn excerpt(bytes: &[u8], location: Option<Location>) -> Option<Excerpt> {
    let lossy = String::from_utf8_lossy(bytes);
    let (number, column) = match location? {
        // In another character set than UTF-8 the columns would be wrong.
        Location::Place(_) if matches!(lossy, std::borrow::Cow::Owned(_)) => return None,
        Location::Place(place) => (place.line, Some(place.column)),
        Location::Line(line) => (line, None),
        Location::Byte(_) => return None,
    };
    let text = lossy.trim_start_matches('\u{feff}');
    // Old Macs ended lines with a carriage return.
    let end = if text.contains('\n') { '\n' } else { '\r' };
    let line = text.split(end).nth(number.checked_sub(1)?)?.trim_end_matches('\r');
    let at = column.map_or(0, |column| column - 1);
    let shown: Vec<char> = line.chars().skip(at.saturating_sub(NEAR)).take(2 * NEAR).collect();
    let (cut_before, cut_after) = (at > NEAR, line.chars().nth(at.saturating_sub(NEAR) + 2 * NEAR).is_some());
    let before: usize = shown.iter().take(at.min(NEAR)).map(|c| c.len_utf8()).sum();
    let mut content: String = shown.iter().collect();
    let fault = match column {
        Some(_) => before..content[before..].chars().next().map_or(before, |c| before + c.len_utf8()),
        None => 0..content.trim_end().len(),
    };
    if cut_after {
        content.push('…');
    }
    let lead = if cut_before { "…" } else { "" };
    let span = fault.start + lead.len()..fault.end + lead.len();
    Some(Excerpt { file: None, number, line: format!("{lead}{content}"), cut: cut_before, span })
}

#[cfg(test)]
mod tests {
    use tengen_formats::Place;

    use super::*;

    fn at(text: &str, line: usize, column: usize) -> (String, String) {
        let excerpt = excerpt(text.as_bytes(), Some(Location::Place(Place { line, column }))).unwrap();
        (excerpt.line[excerpt.span.clone()].to_owned(), excerpt.line)
    }

    #[test]
    fn the_fault_is_in_the_line() {
        assert_eq!(at("...\r\n.Z.\r\n", 2, 2), ("Z".to_owned(), ".Z.".to_owned()));
        assert_eq!(at("\u{feff}天元\nx", 1, 2), ("元".to_owned(), "天元".to_owned()));
        // The end of a line has no character.
        assert_eq!(at("abc", 1, 4), (String::new(), "abc".to_owned()));
        assert_eq!(at("abc\rd", 2, 1).0, "d");
    }

    #[test]
    fn of_a_long_line_the_part_near_the_fault_is_shown() {
        let text = format!("{}天{}", "é".repeat(500), "b".repeat(500));
        let (fault, line) = at(&text, 1, 501);
        assert_eq!(fault, "天");
        assert_eq!(line, format!("…{}天{}…", "é".repeat(60), "b".repeat(59)));
        assert_eq!(at(&text, 1, 1).1, format!("{}…", "é".repeat(120)));
    }

    #[test]
    fn a_fault_without_a_line_has_no_excerpt() {
        assert_eq!(excerpt(b"abc", None), None);
        assert_eq!(excerpt(b"abc", Some(Location::Byte(1))), None);
        assert_eq!(excerpt(b"abc", Some(Location::Line(9))), None);
        assert_eq!(excerpt(b"a\xffb", Some(Location::Place(Place { line: 1, column: 3 }))), None);
        assert_eq!(excerpt(b"a\xffb ", Some(Location::Line(1))).unwrap().span, 0.."a\u{fffd}b".len());
    }
}
