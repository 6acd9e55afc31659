//! How far an arena is, on standard error.

use std::io::{self, IsTerminal as _, Write as _};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::Result;
use tengen_arena::PlayedGame;
use tengen_arena::schedule::{Finished, Tournament};
use tengen_arena::standings::Standings;

use super::report;
use super::run::Test;
use crate::wording;

/// Tells how far an arena is: a table that is drawn again and again in a terminal, a line for each game elsewhere.
pub(super) struct Progress {
    mode: Mode,
    names: Vec<String>,
    games: usize,
    /// Games that had ended before this run.
    before: usize,
    ended: usize,
    started: Instant,
}

enum Mode {
    Silent,
    Lines,
    Table {
        /// Lines of the table that is on the screen.
        drawn: usize,
        /// Not before this.
        next: Instant,
        /// Whether something has happened since.
        stale: bool,
    },
}

/// How often a table is drawn …
const PERIOD: Duration = Duration::from_millis(500);

/// … unless that would take more than this part of the time: ratings of hundreds of entrants are slow to find.
const SHARE: u32 = 20;

impl Progress {
    pub(super) fn new(quiet: bool, names: Vec<String>, tournament: &Tournament) -> Progress {
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
        }
    }

    /// A game has ended.
    pub(super) fn ended(
        &mut self,
        finished: &Finished,
        played: &PlayedGame,
        test: Option<&Test>,
    ) -> Result<()> {
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
                    line.push_str(&format!("  {}", report::ratio(test)));
                }
                tell(&line)?;
            }
        }
        Ok(())
    }

    /// Draws the table if it is time to. A terminal that cannot be written to is no reason to stop playing.
    pub(super) fn tick(&mut self, tournament: &Mutex<Tournament>, test: Option<&Test>) {
        let Mode::Table { drawn, next, stale } = &mut self.mode else { return };
        let now = Instant::now();
        if !*stale || now < *next {
            return;
        }
        *stale = false;
        let standings = {
            let tournament = tournament.lock().unwrap_or_else(PoisonError::into_inner);
            Standings::of(&tournament, &self.names)
        };
        let (width, height) = terminal_size::terminal_size_of(io::stderr())
            .map_or((80, 24), |(width, height)| (usize::from(width.0), usize::from(height.0)));
        let mut lines = vec![headline(self.ended, self.before, self.games, self.started.elapsed())];
        lines.extend(test.map(report::ratio));
        lines.extend(standings.to_text().lines().map(str::to_owned));
        // A line that breaks, or a screen that scrolls, would be drawn over in the wrong place.
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

    /// Takes the table off the screen, where the result will be.
    pub(super) fn finish(&mut self) {
        if let Mode::Table { drawn, .. } = &mut self.mode {
            let _ = io::stderr().write_all(erased(std::mem::take(drawn)).as_bytes());
        }
    }
}

/// What goes up so many lines, and clears the screen from there.
fn erased(lines: usize) -> String {
    if lines == 0 { String::new() } else { format!("\x1b[{lines}A\r\x1b[J") }
}

/// `120 of 400 games, 0:05:12, 0:12:08 to go`.
fn headline(ended: usize, before: usize, games: usize, elapsed: Duration) -> String {
    let played = ended - before;
    let mut line = format!("{ended} of {games} games, {}", clock(elapsed));
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

/// Writes a line to standard error.
fn tell(line: &str) -> Result<()> {
    Ok(writeln!(io::stderr(), "{line}")?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rest_is_estimated_from_this_run_alone() {
        assert_eq!(headline(100, 100, 400, Duration::from_secs(1)), "100 of 400 games, 0:00:01");
        let line = headline(200, 100, 400, Duration::from_secs(3_700));
        assert_eq!(line, "200 of 400 games, 1:01:40, about 2:03:20 to go");
    }
}
