//! Conversations with programs: their last lines in memory, and all of them in a file.

use std::collections::VecDeque;
use std::fmt::{self, Display};
use std::fs::{File, OpenOptions};
use std::io::{self, LineWriter, Write as _};
use std::path::Path;
use std::time::{Duration, Instant};

/// The last lines of a conversation with an engine, with their times.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "conform", derive(serde::Serialize))]
pub struct Transcript {
    entries: VecDeque<TranscriptEntry>,
    /// Entries that were dropped.
    forgotten: usize,
}

/// A line of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "conform", derive(serde::Serialize))]
pub struct TranscriptEntry {
    /// The time since the transcript began.
    #[cfg_attr(feature = "conform", serde(rename = "ms", serialize_with = "milliseconds"))]
    pub at: Duration,
    /// The origin of the line.
    pub speaker: Speaker,
    /// The line without its end.
    pub text: String,
}

/// The origin of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "conform", derive(serde::Serialize), serde(rename_all = "kebab-case"))]
pub enum Speaker {
    /// The manager: this side of the pipes.
    Manager,
    /// The engine, on its standard output.
    Engine,
    /// A remark about an event.
    Note,
}

#[cfg(feature = "conform")]
fn milliseconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 10_000.0).round() / 10.0)
}

impl Transcript {
    /// The most entries: enough for any check, and a bound on the memory that an engine can fill.
    pub const MOST: usize = 400;
    /// A line that is longer is cut.
    pub(crate) const LONGEST: usize = 200;

    /// The entries, the oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &TranscriptEntry> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Adds a line. When there are too many, an older one is dropped, one of the engine's if possible: a flood must not
    /// hide the question that it answers.
    pub(crate) fn push(&mut self, at: Duration, speaker: Speaker, text: &str) {
        if self.entries.len() == Transcript::MOST {
            let mut older = self.entries.iter().take(Transcript::MOST / 2);
            let oldest = older.position(|entry| entry.speaker == Speaker::Engine);
            self.entries.remove(oldest.unwrap_or(0));
            self.forgotten += 1;
        }
        let mut shown: String = text.chars().take(Transcript::LONGEST).collect();
        if shown.len() < text.len() {
            shown.push_str(&format!("... ({} bytes)", text.len()));
        }
        self.entries.push_back(TranscriptEntry { at, speaker, text: shown });
    }
}

/// Writes at most the last sixty lines: the time, then `> ` before a line of the manager and `< ` before one of the
/// engine. A long list of stones, and many lines of the engine in a row, are reduced to their beginning and end.
impl Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SHOWN: usize = 60;
        let lines = self.lines();
        let skipped = lines.len().saturating_sub(SHOWN);
        let left_out: usize = lines[..skipped].iter().map(Shown::entries).sum::<usize>() + self.forgotten;
        if left_out > 0 {
            let lines = if left_out == 1 { "line is" } else { "lines are" };
            writeln!(f, "{:>11}  ({left_out} {lines} left out)", "")?;
        }
        for line in &lines[skipped..] {
            match line {
                Shown::TranscriptEntry(entry) => writeln!(
                    f,
                    "{:>8.1} ms  {} {}",
                    entry.at.as_secs_f64() * 1000.0,
                    entry.speaker.sign(),
                    entry.text
                )?,
                Shown::Folded(count, speaker) => {
                    writeln!(f, "{:>11}  {} ({count} more lines)", "", speaker.sign())?;
                }
            }
        }
        Ok(())
    }
}

/// A line of the text.
enum Shown<'a> {
    TranscriptEntry(&'a TranscriptEntry),
    /// A number of entries of the same kind.
    Folded(usize, Speaker),
}

impl Shown<'_> {
    fn entries(&self) -> usize {
        match self {
            Shown::TranscriptEntry(_) => 1,
            Shown::Folded(count, _) => *count,
        }
    }
}

impl Transcript {
    fn lines(&self) -> Vec<Shown<'_>> {
        /// Entries that are shown at the beginning of a long row, and at its end.
        const KEPT: usize = 3;
        let mut lines = Vec::new();
        let entries: Vec<&TranscriptEntry> = self.entries.iter().collect();
        for row in entries.chunk_by(|one, other| one.is_like(other)) {
            if row.len() <= 3 * KEPT {
                lines.extend(row.iter().map(|entry| Shown::TranscriptEntry(entry)));
                continue;
            }
            lines.extend(row[..KEPT].iter().map(|entry| Shown::TranscriptEntry(entry)));
            lines.push(Shown::Folded(row.len() - 2 * KEPT, row[0].speaker));
            lines.extend(row[row.len() - KEPT..].iter().map(|entry| Shown::TranscriptEntry(entry)));
        }
        lines
    }
}

impl TranscriptEntry {
    fn is_stone(&self) -> bool {
        self.speaker == Speaker::Manager && self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether the entry continues a row of entries that can be shortened.
    fn is_like(&self, other: &TranscriptEntry) -> bool {
        match (self.speaker, other.speaker) {
            (Speaker::Engine, Speaker::Engine) => true,
            _ => self.is_stone() && other.is_stone() || self == other,
        }
    }
}

impl Speaker {
    /// The mark of the origin in transcripts and logs: `>`, `<` or `#`.
    pub fn sign(self) -> char {
        match self {
            Speaker::Manager => '>',
            Speaker::Engine => '<',
            Speaker::Note => '#',
        }
    }
}

/// A file with the lines of conversations, each with its origin and its time in seconds since the log was opened.
///
/// A line that cannot be written does not end a conversation: [`Log::check`] reports the error later.
#[derive(Debug)]
pub struct Log {
    opened: Instant,
    file: LineWriter<File>,
    fault: Option<io::Error>,
}

impl Log {
    /// Creates a file, or replaces it.
    ///
    /// # Errors
    /// When the file cannot be created.
    pub fn create(path: &Path) -> io::Result<Log> {
        File::create(path).map(Log::of)
    }

    /// Appends to a file, or creates it.
    ///
    /// # Errors
    /// When the file can be neither opened nor created.
    pub fn append(path: &Path) -> io::Result<Log> {
        OpenOptions::new().append(true).create(true).open(path).map(Log::of)
    }

    fn of(file: File) -> Log {
        Log { opened: Instant::now(), file: LineWriter::new(file), fault: None }
    }

    /// Writes a line that comes now from `origin`.
    pub fn write(&mut self, origin: impl Display, line: &str) {
        self.write_at(Instant::now(), origin, line);
    }

    /// Writes a line that came at that time from `origin`.
    pub fn write_at(&mut self, moment: Instant, origin: impl Display, line: &str) {
        let seconds = moment.saturating_duration_since(self.opened).as_secs_f64();
        if let Err(error) = writeln!(self.file, "{seconds:10.3} {origin} {line}") {
            self.fault.get_or_insert(error);
        }
    }

    /// Whether everything has been written so far.
    ///
    /// # Errors
    /// The first fault, once.
    pub fn check(&mut self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_transcript_of_an_engine_is_bounded() {
        let mut transcript = Transcript::default();
        transcript.push(Duration::ZERO, Speaker::Manager, "START 15");
        for _ in 0..Transcript::MOST {
            transcript.push(Duration::from_micros(1_250), Speaker::Engine, &"x".repeat(1_000));
        }
        assert_eq!(transcript.entries().len(), Transcript::MOST);
        let text = transcript.to_string();
        assert!(text.starts_with("             (1 line is left out)\n     0.0 ms  > START 15\n"), "{text}");
        assert!(text.contains("             < (393 more lines)\n"), "{text}");
        assert!(text.ends_with("... (1000 bytes)\n") && text.contains("1.2 ms  < xxx"), "{text}");
    }

    #[test]
    fn a_long_transcript_is_shown_from_its_end() {
        let mut transcript = Transcript::default();
        for number in 0..100 {
            transcript.push(Duration::ZERO, Speaker::Manager, &format!("INFO time_left {number}"));
        }
        let text = transcript.to_string();
        assert!(text.contains("(40 lines are left out)\n     0.0 ms  > INFO time_left 40\n"), "{text}");
        assert_eq!(text.lines().count(), 61);
    }

    #[test]
    fn a_long_list_of_stones_is_shortened() {
        let mut transcript = Transcript::default();
        transcript.push(Duration::ZERO, Speaker::Manager, "BOARD");
        for x in 0..14 {
            transcript.push(Duration::ZERO, Speaker::Manager, &format!("{x},0,1"));
        }
        transcript.push(Duration::ZERO, Speaker::Manager, "DONE");
        let text = transcript.to_string();
        assert!(text.contains("> 2,0,1\n             > (8 more lines)\n     0.0 ms  > 11,0,1\n"), "{text}");
    }

    #[test]
    fn the_oldest_lines_are_dropped() {
        let mut transcript = Transcript::default();
        for number in 0..Transcript::MOST + 2 {
            transcript.push(Duration::ZERO, Speaker::Manager, &number.to_string());
        }
        assert_eq!(transcript.entries().next().map(|entry| entry.text.as_str()), Some("2"));
    }

    #[test]
    fn lines_are_written_as_they_come_and_appended_to_an_existing_file() {
        let path = std::env::temp_dir().join(format!("tengen-log-{}.txt", std::process::id()));
        let mut log = Log::create(&path).unwrap();
        log.write(">", "START 15");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(" > START 15\n") && text.trim_start().starts_with("0."), "{text}");
        log.check().unwrap();
        Log::append(&path).unwrap().write("<", "OK");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(text.contains("START 15\n") && text.ends_with(" < OK\n"), "{text}");
        assert!(Log::append(&path.join("none")).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_reported() {
        let mut log = Log::append(Path::new("/dev/full")).unwrap();
        log.write(">", "START 15");
        assert!(log.check().is_err());
        assert!(log.check().is_ok(), "once");
    }
}
