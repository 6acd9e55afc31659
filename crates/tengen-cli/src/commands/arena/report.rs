//! The progress of an arena on standard error, and its results as text.

use std::io::{self, IsTerminal as _, Write};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_arena::PlayedGame;
use tengen_arena::runner::{Observer, Report, SequentialTest, SprtReport, Status};
use tengen_arena::schedule::{Finished, Tournament};
use tengen_arena::standings::Standings;
use tengen_arena::stats::{Decision, EloEstimate};

use crate::wording;

/// The state of a sequential test: `LLR 1.25 (-2.94, 2.94)`.
pub(super) fn ratio(SprtReport { llr, lower, upper, .. }: &SprtReport) -> String {
    format!("LLR {llr:.2} ({lower:.2}, {upper:.2})")
}

/// Writes tables and sentences.
pub(super) fn write_text(report: &Report<'_>, out: &mut dyn Write) -> Result<()> {
    let (played, games) = (report.played, report.games);
    match report.status {
        Status::Finished => writeln!(out, "{played} games")?,
        Status::Decided => writeln!(out, "{played} of at most {games} games")?,
        Status::Paused => writeln!(out, "Paused after {played} of {games} games")?,
    }
    write!(out, "\n{}", report.standings.to_text())?;
    let names = report.configuration.names();
    if let (Some(pairs), [first, second]) = (&report.pairs, names.as_slice()) {
        writeln!(out, "\nPairs, from the view of {first} against {second}:")?;
        let [p0, p1, p2, p3, p4] = pairs.counts;
        writeln!(out, "  0: {p0}  ½: {p1}  1: {p2}  1½: {p3}  2: {p4}")?;
        if let Some(EloEstimate { elo, low, high }) = pairs.elo {
            writeln!(out, "  Elo {elo:+.1}, 95 % between {low:+.1} and {high:+.1}")?;
            writeln!(out, "  Probability of being stronger: {:.1} %", 100.0 * pairs.superiority)?;
        }
    }
    if let Some(test) = &report.sprt {
        let (elo0, elo1) = (test.elo0, test.elo1);
        let decision = match test.decision {
            Decision::AcceptH1 => format!("H1 is accepted: stronger by {elo1} Elo rather than by {elo0}"),
            Decision::AcceptH0 => {
                format!("H0 is accepted: the difference is nearer to {elo0} Elo than to {elo1}")
            }
            Decision::GoOn => "undecided".to_owned(),
        };
        writeln!(out, "  {}: {decision}", ratio(test))?;
    }
    Ok(())
}

/// Shows the progress of a run: a table that is redrawn in a terminal, a line for each game elsewhere.
pub(super) struct Progress {
    mode: Mode,
    names: Vec<String>,
    games: usize,
    /// Games that had ended before this run.
    before: usize,
    ended: usize,
    started: Instant,
    /// Set when the user requests a pause of the arena.
    interrupted: Arc<AtomicBool>,
}

enum Mode {
    Silent,
    Lines,
    Table {
        /// Lines of the table that is on the screen.
        drawn: usize,
        /// The table is not drawn before this moment.
        next: Instant,
        /// Whether a game has ended since the table was drawn.
        stale: bool,
    },
}

/// The least interval at which a table is drawn.
const PERIOD: Duration = Duration::from_millis(500);

/// The largest part of the time that drawing may take, as one in this number: ratings of hundreds of participants are slow to compute.
const SHARE: u32 = 20;

impl Progress {
    pub(super) fn new(
        quiet: bool,
        names: Vec<String>,
        tournament: &Tournament,
        interrupted: Arc<AtomicBool>,
    ) -> Progress {
        let mode = if quiet {
            Mode::Silent
        } else if io::stderr().is_terminal() {
            Mode::Table { drawn: 0, next: Instant::now(), stale: true }
        } else {
            Mode::Lines
        };
        let before = tournament.finished().count();
        Progress {
            mode,
            names,
            games: tournament.plan().games(),
            before,
            ended: before,
            started: Instant::now(),
            interrupted,
        }
    }

    /// Removes the table from the screen, where the result will be, and reports the speed.
    pub(super) fn finish(&mut self) {
        if !matches!(self.mode, Mode::Silent) {
            // An error of the terminal does not end the run.
            let line = headline(self.ended, self.before, self.games, self.started.elapsed());
            let _ = self.erase().and_then(|()| writeln!(io::stderr(), "{line}"));
        }
    }

    fn erase(&mut self) -> io::Result<()> {
        if let Mode::Table { drawn, .. } = &mut self.mode {
            io::stderr().write_all(erased(std::mem::take(drawn)).as_bytes())?;
        }
        Ok(())
    }
}

impl Observer for Progress {
    fn game_ended(
        &mut self,
        finished: &Finished,
        played: &PlayedGame,
        test: Option<&SequentialTest>,
    ) -> io::Result<()> {
        self.ended += 1;
        match &mut self.mode {
            Mode::Silent => {}
            Mode::Table { stale, .. } => *stale = true,
            Mode::Lines => {
                let name = |number: usize| self.names.get(number).map_or("?", String::as_str);
                let mut line = format!(
                    "{}/{}  game {}: {} - {}  {}, {}",
                    self.ended,
                    self.games,
                    finished.game.number + 1,
                    name(finished.black().0),
                    name(finished.white().0),
                    finished.ending(),
                    wording::counted(played.record.cursor(), "move"),
                );
                if let Some(fault) = &played.fault {
                    line.push_str(&format!(" ({fault})"));
                }
                if let Some(test) = test {
                    line.push_str(&format!("  {}", ratio(&test.report())));
                }
                writeln!(io::stderr(), "{line}")?;
            }
        }
        Ok(())
    }

    /// Draws the table if it is due. An error of the terminal does not end the run.
    fn tick(&mut self, standings: &dyn Fn() -> Standings, test: Option<&SequentialTest>) {
        let Mode::Table { drawn, next, stale } = &mut self.mode else { return };
        let now = Instant::now();
        if !*stale || now < *next {
            return;
        }
        *stale = false;
        let standings = standings();
        let (width, height) = terminal_size::terminal_size_of(io::stderr())
            .map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)));
        let mut lines = vec![headline(self.ended, self.before, self.games, self.started.elapsed())];
        lines.extend(test.map(|test| ratio(&test.report())));
        lines.extend(standings.to_text().lines().map(str::to_owned));
        // After a line that wraps, or a screen that scrolls, the next table would be drawn in the wrong place.
        lines.truncate(height.saturating_sub(1).max(1));
        let mut text = erased(*drawn);
        for line in &lines {
            text.extend(line.chars().take(width.saturating_sub(1)));
            text.push('\n');
        }
        *drawn = lines.len();
        let _ = io::stderr().write_all(text.as_bytes());
        *next = Instant::now() + PERIOD.max(SHARE * now.elapsed());
    }

    fn is_pause_requested(&self) -> bool {
        self.interrupted.load(Ordering::SeqCst)
    }
}

/// Moves the cursor up by this many lines, and clears the screen from there.
fn erased(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}A\r\x1b[J") }
}

/// `120 of 400 games, 0:05:12, 1384 an hour, about 0:12:08 to go`.
fn headline(ended: usize, before: usize, games: usize, elapsed: Duration) -> String {
    let played = ended - before;
    let mut line = format!("{ended} of {games} games, {}", clock(elapsed));
    if played > 0 {
        let hourly = 3600.0 * played as f64 / elapsed.as_secs_f64().max(0.001);
        line.push_str(&format!(", {} an hour", wording::grouped(hourly.round() as u64)));
    }
    if played > 0 && ended < games {
        let to_go = elapsed.as_secs_f64() / played as f64 * (games - ended) as f64;
        line.push_str(&format!(", about {} to go", clock(Duration::from_secs_f64(to_go.min(1e9)))));
    }
    line
}

fn clock(time: Duration) -> String {
    let seconds = time.as_secs();
    format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_this_run_alone() {
        assert_eq!(headline(100, 100, 400, Duration::from_secs(1)), "100 of 400 games, 0:00:01");
        let line = headline(200, 100, 400, Duration::from_secs(3_700));
        assert_eq!(line, "200 of 400 games, 1:01:40, 97 an hour, about 2:03:20 to go");
    }
}
