//! `tengen calibrate`: measures the levels for people, and writes the report about them.

use std::io::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::mpsc;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context as _, Result, bail};
use tengen_analysis::{Level, SystemClock};
use tengen_arena::ladder::{
    Calibration, LadderGame, PlayedLadderGame, Rung, Version, openings, pairings, play_one,
};

use crate::input::read_if_there;
use crate::options::ProgressOption;
use crate::output::{self, Progress};

/// Calibrate the levels: play them against each other, the classics and scripted beginners, and write their ratings.
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The file with the games so far. A calibration that was broken off goes on from it
    #[arg(long, value_name = "FILE", default_value = "target/ladder.json")]
    state: PathBuf,
    /// The folder for the report, `ladder.md`, and its picture, `ladder.svg`
    #[arg(long, value_name = "FOLDER", default_value = "docs")]
    output: PathBuf,
    /// Play about a tenth of the games, print the ratings and write no report; fail if a level is not above the one below
    #[arg(long)]
    quick: bool,
    /// The share of the usual number of games, in per cent
    #[arg(long, value_name = "PERCENT", default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    share: u32,
    /// Threads that play [default: one for each core]
    #[arg(long, value_name = "N")]
    threads: Option<NonZeroUsize>,
    #[command(flatten)]
    patience: ProgressOption,
}

const AFTER_HELP: &str = "\
The ratings belong to a version of the search and of the levels. When either changes, calibrate again.

Examples:
  tengen calibrate --quick
  tengen calibrate --state target/ladder.json --output docs

Exit codes: 0 done, 1 with --quick: a level is not above the one below; otherwise it could not be done, 2 wrong usage";

/// The share of the games of a quick calibration, in per cent.
const QUICK_PERCENT: u32 = 12;

/// The time after which the games so far are saved.
const SAVED_EVERY: Duration = Duration::from_secs(20);

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<ExitCode> {
    let version = Version::of_this(&SystemClock::new());
    let percent = if arguments.quick { QUICK_PERCENT } else { arguments.share };
    let share = f64::from(percent) / 100.0;
    let calibration = if arguments.quick {
        Calibration::new(version, share)
    } else {
        read(&arguments.state, version, share)?.unwrap_or_else(|| Calibration::new(version, share))
    };
    let calibration = play(arguments, calibration)?;
    let (played, all) = calibration.progress();
    if played < all {
        bail!("{} of {all} games were broken off by an error", all - played);
    }
    print(&calibration, out)?;
    if arguments.quick {
        let is_in_order = calibration.steps().into_iter().all(|step| step > 0.0);
        writeln!(
            out,
            "{}",
            if is_in_order {
                "Every level is above the one below."
            } else {
                "A level is not above the one below."
            }
        )?;
        return Ok(if is_in_order { ExitCode::SUCCESS } else { ExitCode::FAILURE });
    }
    let report = calibration.to_markdown("ladder.svg");
    output::write_file(&arguments.output.join("ladder.svg"), calibration.to_svg().as_bytes())?;
    output::write_file(&arguments.output.join("ladder.md"), report.as_bytes())?;
    Ok(ExitCode::SUCCESS)
}

/// The calibration of a state file; `None` if there is no file.
fn read(path: &Path, version: Version, share: f64) -> Result<Option<Calibration>> {
    let Some(text) = read_if_there(path)? else { return Ok(None) };
    let expected = || format!("{}: expected the state of `tengen calibrate`", path.display());
    let read: Calibration = serde_json::from_slice(&text).with_context(expected)?;
    if read.version != version {
        bail!(
            "{}: expected games of Bench: {} and levels {:08x}, found Bench: {} and levels {:08x}; remove the file to begin anew",
            path.display(),
            version.bench,
            version.levels,
            read.version.bench,
            read.version.levels
        );
    }
    if read.share != share {
        bail!(
            "{}: expected {} % of the games, found {} %",
            path.display(),
            100.0 * share,
            100.0 * read.share
        );
    }
    if !read.is_whole() {
        bail!("{}, found another number of games", expected());
    }
    Ok(Some(read))
}

/// Plays the games that are left.
fn play(arguments: &Arguments, mut calibration: Calibration) -> Result<Calibration> {
    let progress = Progress::bar(arguments.patience, "games");
    let (pairings, openings) = (Arc::new(pairings(calibration.share)), Arc::new(openings()?));
    let mut games = calibration.remaining();
    games.reverse();
    let games = Arc::new(Mutex::new(games));
    let (sender, results) = mpsc::channel::<(LadderGame, PlayedLadderGame)>();
    let threads =
        arguments.threads.or_else(|| thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get);
    for _ in 0..threads {
        let (pairings, openings) = (Arc::clone(&pairings), Arc::clone(&openings));
        let (games, sender) = (Arc::clone(&games), sender.clone());
        thread::spawn(move || {
            let clock = SystemClock::new();
            let take = || games.lock().unwrap_or_else(PoisonError::into_inner).pop();
            while let Some(game) = take() {
                let played = play_one(pairings[game.pairing], game.number, &openings, &clock);
                if sender.send((game, played)).is_err() {
                    return;
                }
            }
        });
    }
    drop(sender);
    let mut saved = Instant::now();
    for (game, of_game) in results {
        calibration.enter(game, of_game);
        let (played, all) = calibration.progress();
        progress.set(played, all);
        if !arguments.quick && saved.elapsed() >= SAVED_EVERY {
            save(&arguments.state, &calibration)?;
            saved = Instant::now();
        }
    }
    if !arguments.quick {
        save(&arguments.state, &calibration)?;
    }
    Ok(calibration)
}

fn save(path: &Path, calibration: &Calibration) -> Result<()> {
    output::write_file(path, serde_json::to_string(calibration)?.as_bytes())
}

fn print(calibration: &Calibration, out: &mut dyn Write) -> Result<()> {
    let (ratings, steps) = (calibration.ratings(), calibration.steps());
    for (number, (rung, rating)) in Rung::all().into_iter().zip(ratings).enumerate() {
        let step =
            number.checked_sub(1).filter(|_| number < Level::ALL.len()).and_then(|below| steps.get(below));
        let step = step.map_or(String::new(), |step| format!("{step:+.0}"));
        writeln!(out, "{:<18} {:>6.0} ±{:>4.0}  {step}", rung.name(), rating.elo, rating.margin)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_state_of_another_version_or_share_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("ladder.json");
        let version = Version { bench: 5, levels: 7 };
        assert!(read(&path, version, 0.5).unwrap().is_none());
        save(&path, &Calibration::new(version, 0.5)).unwrap();
        assert!(read(&path, version, 0.5).unwrap().is_some());
        let error = |version, share| read(&path, version, share).unwrap_err().to_string();
        assert!(error(Version { bench: 6, ..version }, 0.5).contains("expected games of Bench: 6"));
        assert!(error(version, 1.0).contains("expected 100 % of the games, found 50 %"));
        fs::write(&path, "{}").unwrap();
        assert!(error(version, 0.5).contains("expected the state of `tengen calibrate`"));
    }
}
