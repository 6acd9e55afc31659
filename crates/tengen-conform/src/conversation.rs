//! What was said in a check.

use std::collections::VecDeque;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

/// The last lines of a conversation, with their times.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Conversation {
    entries: VecDeque<Entry>,
    /// Entries that were forgotten.
    forgotten: usize,
}

/// One line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Entry {
    /// When it was said, from the beginning of the check.
    #[serde(rename = "ms", serialize_with = "milliseconds")]
    pub at: Duration,
    /// Who said it.
    pub speaker: Speaker,
    /// What, without its end.
    pub text: String,
}

/// Who says a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Speaker {
    /// The suite.
    Manager,
    /// The engine.
    Engine,
    /// Nobody: a remark about what happens.
    Note,
}

fn milliseconds<S: serde::Serializer>(time: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64((time.as_secs_f64() * 10_000.0).round() / 10.0)
}

impl Conversation {
    /// How many entries are kept: enough for any script, and a bound on what an engine can make us keep.
    pub const MOST: usize = 400;
    /// A line that is longer is cut.
    pub(crate) const LONGEST: usize = 200;

    /// The entries, the oldest first.
    pub fn entries(&self) -> impl DoubleEndedIterator<Item = &Entry> + ExactSizeIterator {
        self.entries.iter()
    }

    /// Adds a line. Of too many, one of the older ones is forgotten, rather one of the engine's: a flood must not hide what it
    /// answers.
    pub(crate) fn push(&mut self, at: Duration, speaker: Speaker, text: &str) {
        if self.entries.len() == Conversation::MOST {
            let mut older = self.entries.iter().take(Conversation::MOST / 2);
            let oldest = older.position(|entry| entry.speaker == Speaker::Engine);
            self.entries.remove(oldest.unwrap_or(0));
            self.forgotten += 1;
        }
        let mut shown: String = text.chars().take(Conversation::LONGEST).collect();
        if shown.len() < text.len() {
            shown.push_str(&format!("... ({} bytes)", text.len()));
        }
        self.entries.push_back(Entry { at, speaker, text: shown });
    }
}

/// One line each, at most the last sixty: the time, `> ` before what the suite said, `< ` before what the engine said.
/// Of a long list of stones, and of many lines of the engine in a row, there are the beginning and the end.
impl fmt::Display for Conversation {
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
                Shown::Entry(entry) => writeln!(
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

/// What stands in a line of the text.
enum Shown<'a> {
    Entry(&'a Entry),
    /// So many entries of the same kind.
    Folded(usize, Speaker),
}

impl Shown<'_> {
    fn entries(&self) -> usize {
        match self {
            Shown::Entry(_) => 1,
            Shown::Folded(count, _) => *count,
        }
    }
}

impl Conversation {
    fn lines(&self) -> Vec<Shown<'_>> {
        /// Entries that are shown at the beginning of a long row, and at its end.
        const KEPT: usize = 3;
        let mut lines = Vec::new();
        let entries: Vec<&Entry> = self.entries.iter().collect();
        for row in entries.chunk_by(|one, other| one.is_like(other)) {
            if row.len() <= 3 * KEPT {
                lines.extend(row.iter().map(|entry| Shown::Entry(entry)));
                continue;
            }
            lines.extend(row[..KEPT].iter().map(|entry| Shown::Entry(entry)));
            lines.push(Shown::Folded(row.len() - 2 * KEPT, row[0].speaker));
            lines.extend(row[row.len() - KEPT..].iter().map(|entry| Shown::Entry(entry)));
        }
        lines
    }
}

impl Entry {
    fn is_stone(&self) -> bool {
        self.speaker == Speaker::Manager && self.text.starts_with(|c: char| c.is_ascii_digit())
    }

    /// Whether a long row of such entries says no more than a short one.
    fn is_like(&self, other: &Entry) -> bool {
        match (self.speaker, other.speaker) {
            (Speaker::Engine, Speaker::Engine) => true,
            _ => self.is_stone() && other.is_stone() || self == other,
        }
    }
}

impl Speaker {
    fn sign(self) -> char {
        match self {
            Speaker::Manager => '>',
            Speaker::Engine => '<',
            Speaker::Note => '#',
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_an_engine_says_is_kept_within_bounds() {
        let mut conversation = Conversation::default();
        conversation.push(Duration::ZERO, Speaker::Manager, "START 15");
        for _ in 0..Conversation::MOST {
            conversation.push(Duration::from_micros(1_250), Speaker::Engine, &"x".repeat(1_000));
        }
        assert_eq!(conversation.entries().len(), Conversation::MOST);
        let text = conversation.to_string();
        assert!(text.starts_with("             (1 line is left out)\n     0.0 ms  > START 15\n"), "{text}");
        assert!(text.contains("             < (393 more lines)\n"), "{text}");
        assert!(text.ends_with("... (1000 bytes)\n") && text.contains("1.2 ms  < xxx"), "{text}");
    }

    #[test]
    fn a_long_conversation_is_shown_from_its_end() {
        let mut conversation = Conversation::default();
        for number in 0..100 {
            conversation.push(Duration::ZERO, Speaker::Manager, &format!("INFO time_left {number}"));
        }
        let text = conversation.to_string();
        assert!(text.contains("(40 lines are left out)\n     0.0 ms  > INFO time_left 40\n"), "{text}");
        assert_eq!(text.lines().count(), 61);
    }

    #[test]
    fn a_long_list_of_stones_is_shortened() {
        let mut conversation = Conversation::default();
        conversation.push(Duration::ZERO, Speaker::Manager, "BOARD");
        for x in 0..14 {
            conversation.push(Duration::ZERO, Speaker::Manager, &format!("{x},0,1"));
        }
        conversation.push(Duration::ZERO, Speaker::Manager, "DONE");
        let text = conversation.to_string();
        assert!(text.contains("> 2,0,1\n             > (8 more lines)\n     0.0 ms  > 11,0,1\n"), "{text}");
    }
}
