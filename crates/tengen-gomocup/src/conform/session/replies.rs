//! Waits for answers and checks them.

use std::fmt::Display;
use std::time::{Duration, Instant};

use crate::EngineLine;

use super::{Event, Session};
use crate::conform::check::{CheckResult, Objection};

/// A line that answers something: no `MESSAGE`, `DEBUG` or news of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Answer {
    pub(crate) line: EngineLine,
    pub(crate) text: String,
    pub(crate) at: Instant,
}

/// The engine does something else than expected.
pub(crate) fn fault(expected: impl Into<String>, found: impl Display) -> Objection {
    Objection::Fault { expected: expected.into(), found: found.to_string() }
}

impl Answer {
    /// `ERROR` or `UNKNOWN`.
    pub(crate) fn is_refusal(&self) -> bool {
        matches!(self.line, EngineLine::Error(_) | EngineLine::Unknown(_))
    }

    fn is_chatter(&self) -> bool {
        matches!(
            self.line,
            EngineLine::Message(_) | EngineLine::Debug(_) | EngineLine::Info(_) | EngineLine::Empty
        )
    }

    /// The objection that this is not what was expected.
    pub(crate) fn instead_of(&self, expected: &str) -> Objection {
        fault(expected, format_args!("`{}`", self.text.chars().take(200).collect::<String>()))
    }

    /// The objection that the engine does not offer what it was asked for, if it says so.
    pub(crate) fn check_offered(&self) -> CheckResult {
        if self.is_refusal() { Err(Objection::NotOffered(format!("`{}`", self.text))) } else { Ok(()) }
    }
}

impl Session<'_> {
    /// The next line that answers something, within the candidate's patience.
    pub(crate) fn answer(&mut self, expected: &str) -> Result<Answer, Objection> {
        self.answer_within(self.candidate().patience, expected)
    }

    /// The next line that answers something. However much else the engine says, it is waited for no longer than `limit`.
    pub(crate) fn answer_within(&mut self, limit: Duration, expected: &str) -> Result<Answer, Objection> {
        match self.answer_or_silence(limit, expected)? {
            Some(answer) => Ok(answer),
            None => Err(fault(expected, format_args!("no answer within {} ms", limit.as_millis()))),
        }
    }

    /// The next line that answers something, if one comes within `limit`.
    pub(crate) fn answer_or_silence(
        &mut self,
        limit: Duration,
        expected: &str,
    ) -> Result<Option<Answer>, Objection> {
        let until = Instant::now() + limit;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            match self.receive(left) {
                Event::Line(answer) if answer.is_chatter() => {}
                Event::Line(answer) => return Ok(Some(answer)),
                Event::Closed => return Err(self.terminated(expected)),
                Event::Silence => return Ok(None),
            }
            if left.is_zero() {
                return Ok(None);
            }
        }
    }

    /// The objection that the process has ended.
    pub(crate) fn terminated(&mut self, expected: &str) -> Objection {
        let fate = self.process().exit_reason();
        let found = format!("the process has terminated: {fate}");
        self.note(&found);
        fault(expected, found)
    }

    /// Sends a line that is answered with `OK`.
    pub(crate) fn ok(&mut self, line: &str) -> CheckResult {
        self.send(line);
        self.expect_ok(line)
    }

    /// The next answer is the `OK` to this line.
    pub(crate) fn expect_ok(&mut self, line: &str) -> CheckResult {
        let expected = format!("{line} is answered with OK");
        let answer = self.answer(&expected)?;
        if answer.line == EngineLine::Ok { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// Sends a line that an engine may refuse, and is answered with `OK` by one that does not.
    pub(crate) fn ok_if_offered(&mut self, line: &str) -> CheckResult {
        let expected =
            format!("{line} is answered with OK, or with UNKNOWN or ERROR where it is not offered");
        self.send(line);
        let answer = self.answer(&expected)?;
        answer.check_offered()?;
        if answer.line == EngineLine::Ok { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// Sends a line that is answered with `ERROR`.
    pub(crate) fn error(&mut self, line: &str) -> CheckResult {
        let expected = format!("{line} is answered with ERROR");
        self.send(line);
        let answer = self.answer(&expected)?;
        let is_error = matches!(answer.line, EngineLine::Error(_));
        if is_error { Ok(()) } else { Err(answer.instead_of(&expected)) }
    }

    /// What was sent before is not answered: the next thing that the engine says is its answer to `ABOUT`, or its `OK` to
    /// a new game, if it knows no `ABOUT`.
    pub(crate) fn expect_no_answer_to(&mut self, before: &str) -> CheckResult {
        let expected = format!("{before} has no answer");
        // An answer to `before` comes before that to START.
        self.send("START 15");
        let answer = self.answer(&format!("{expected}, and START 15 after it is answered with OK"))?;
        if answer.line != EngineLine::Ok {
            return Err(answer.instead_of(&expected));
        }
        self.reset_position(15);
        self.expect_silence(&expected)
    }

    /// Nothing that answers something comes for a moment.
    pub(crate) fn expect_silence(&mut self, expected: &str) -> CheckResult {
        match self.answer_or_silence(MOMENT, expected)? {
            Some(answer) => Err(answer.instead_of(expected)),
            None => Ok(()),
        }
    }

    /// Passes over answers to what was sent before, whatever they are, for a moment. The process stays.
    pub(crate) fn skip_answers(&mut self, expected: &str) -> CheckResult {
        while self.answer_or_silence(MOMENT, expected)?.is_some() {}
        Ok(())
    }

    /// The engine still plays: after answers to what came before, a new game begins, and a move is made in it.
    pub(crate) fn expect_recovery(&mut self, after: &str) -> CheckResult {
        let expected = format!("after {after}, START 15 begins a game as usual");
        self.send("START 15");
        let until = Instant::now() + self.candidate().patience;
        loop {
            let left = until.saturating_duration_since(Instant::now());
            let answer = self.answer_within(left, &expected)?;
            if answer.line == EngineLine::Ok {
                break;
            }
        }
        self.catch_up(&expected)?;
        self.reset_position(15);
        self.send_time();
        self.begin().map(drop)
    }

    /// Passes over all answers to what was sent before. Another `START` among it may take an engine longer than a moment, and its
    /// `OK` must not be taken for an answer to the next question: that to `ABOUT` comes after it.
    fn catch_up(&mut self, expected: &str) -> CheckResult {
        self.send("ABOUT");
        while let Some(answer) = self.answer_or_silence(Duration::from_secs(1), expected)? {
            if matches!(answer.line, EngineLine::About(_)) {
                break;
            }
        }
        self.skip_answers(expected)
    }
}

/// Long enough for an answer that should not come, on a machine that does other things too.
const MOMENT: Duration = Duration::from_millis(60);
