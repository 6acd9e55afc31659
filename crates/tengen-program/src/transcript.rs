//! What was said between us and a program.

use std::collections::VecDeque;
use std::fmt;

/// The last lines of a conversation.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Transcript {
    lines: VecDeque<(Spoken, String)>,
    /// Lines that were forgotten.
    forgotten: usize,
}

/// Who said a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spoken {
    /// We did.
    ByUs,
    /// The program did, on its standard output.
    ByProgram,
}

impl Spoken {
    /// How transcripts and logs mark the speaker: `>` for us, `<` for the program.
    pub(crate) const fn sign(self) -> &'static str {
        match self {
            Spoken::ByUs => ">",
            Spoken::ByProgram => "<",
        }
    }
}

impl Transcript {
    /// How many lines are kept.
    pub const MOST: usize = 400;

    /// The lines, the oldest first.
    pub fn lines(&self) -> impl Iterator<Item = (Spoken, &str)> {
        self.lines.iter().map(|(who, line)| (*who, line.as_str()))
    }

    /// Adds a line; the oldest is forgotten when there are too many.
    pub fn push(&mut self, who: Spoken, line: impl Into<String>) {
        if self.lines.len() == Transcript::MOST {
            self.lines.pop_front();
            self.forgotten += 1;
        }
        self.lines.push_back((who, line.into()));
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        *self = Transcript::default();
    }
}

/// One line each: `> ` before ours, `< ` before the program's.
impl fmt::Display for Transcript {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.forgotten > 0 {
            writeln!(f, "({} earlier lines)", self.forgotten)?;
        }
        for (who, line) in self.lines() {
            writeln!(f, "{} {line}", who.sign())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_long_conversation_is_cut_at_its_beginning() {
        let mut transcript = Transcript::default();
        for number in 0..Transcript::MOST + 2 {
            transcript.push(Spoken::ByUs, number.to_string());
        }
        transcript.push(Spoken::ByProgram, "OK");
        let text = transcript.to_string();
        assert!(text.starts_with("(3 earlier lines)\n> 3\n"), "{text}");
        assert!(text.ends_with("< OK\n"));
        transcript.clear();
        assert_eq!(transcript.to_string(), "");
    }
}
