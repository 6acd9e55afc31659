//! The files, notes, progress and JSON that commands write. The crate's README documents the JSON.

use std::fs;
use std::io::{self, IsTerminal, Write};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use serde::Serialize;
use tengen_formats::{Loss, ReadNote};
use tengen_game::{Board, BoardSize, Color, GameResult, Outcome, Point};
use tengen_picture::Drawn;

use crate::errors::usage;
use crate::input::Game;
use crate::options::{OutputOption, ProgressOption};
use crate::wording::counted;
use tengen_cli::replace::replace;

/// Whether a target is standard output, written `-`.
pub(crate) fn is_stdout(target: &Path) -> bool {
    target.as_os_str() == "-"
}

/// Writes a file, or to `out` where the target is `-`.
pub(crate) fn write(target: &Path, content: &[u8], out: &mut dyn Write) -> Result<()> {
    if is_stdout(target) {
        out.write_all(content)?;
        return Ok(());
    }
    write_file(target, content)
}

/// Writes a file, also one whose name is `-`. An existing file is replaced as a whole, so that an interruption leaves the older one.
pub(crate) fn write_file(path: &Path, content: &[u8]) -> Result<()> {
    replace(path, &mut |file| file.write_all(content))
        .with_context(|| format!("cannot write {}", path.display()))
}

/// The parts of an input that a command leaves out of the file that it writes.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct LeftOut {
    pub(crate) games: usize,
    /// Whether text that is no game follows the last game.
    pub(crate) has_rest: bool,
}

/// Refuses to overwrite the input where this would lose a part of it.
pub(crate) fn spare_input(input: Option<&Path>, target: &Path, left_out: LeftOut) -> Result<()> {
    let lost = match left_out {
        LeftOut { games: 0, has_rest: false } => return Ok(()),
        LeftOut { games: 0, .. } => "what follows its last game".to_owned(),
        LeftOut { games, .. } => counted(games, "game"),
    };
    let file = |path: &Path| fs::canonicalize(path).ok();
    let is_input = input.and_then(file).is_some_and(|input| file(target) == Some(input));
    if is_input && !is_stdout(target) {
        bail!(
            "cannot write {}: expected another file than the input, of which {lost} would be lost",
            title(target)
        );
    }
    Ok(())
}

/// Writes one JSON object on a line of its own, at once.
pub(crate) fn write_json_line(report: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer(&mut *out, report)?;
    writeln!(out)?;
    out.flush()?;
    Ok(())
}

/// Writes one JSON object on separate lines.
pub(crate) fn write_json(report: &impl Serialize, out: &mut dyn Write) -> Result<()> {
    serde_json::to_writer_pretty(&mut *out, report)?;
    writeln!(out)?;
    Ok(())
}

/// Refuses to let `command` write a file to the target of the JSON object.
pub(crate) fn check_json_target(command: &str, output: OutputOption, target: &Path) -> Result<()> {
    if output.json && is_stdout(target) {
        return Err(usage(
            command,
            "with --json, TO is expected to be a file: standard output is for the JSON object",
        ));
    }
    Ok(())
}

/// The target's name in a sentence.
pub(crate) fn title(target: &Path) -> String {
    if is_stdout(target) { "standard output".to_owned() } else { target.display().to_string() }
}

/// Writes a note to standard error.
pub(crate) fn note(text: &str) -> Result<()> {
    // The text of a file is shown unchanged, but must not control the terminal.
    let plain: String = text.chars().map(|c| if c.is_control() { '\u{fffd}' } else { c }).collect();
    writeln!(io::stderr(), "note: {plain}")?;
    Ok(())
}

/// Writes a note to standard error, unless `--quiet` is given. Faults are no such notes, and always written.
pub(crate) fn note_if_wanted(patience: ProgressOption, text: &str) -> Result<()> {
    if patience.quiet { Ok(()) } else { note(text) }
}

/// Writes the reader's notes on a file to standard error.
pub(crate) fn print_notes(notes: &[ReadNote], patience: ProgressOption) -> Result<()> {
    notes.iter().try_for_each(|found| note_if_wanted(patience, &found.to_string()))
}

/// Writes the losses of `format` to standard error, if there are any.
pub(crate) fn print_losses(format: &str, losses: &[Loss], patience: ProgressOption) -> Result<()> {
    if !losses.is_empty() {
        let losses: Vec<&str> = losses.iter().map(|loss| loss.name()).collect();
        note_if_wanted(patience, &format!("{format} does not hold {}", losses.join(", ")))?;
    }
    Ok(())
}

/// A line of progress at the bottom of the terminal, which disappears when the value is dropped. Without a terminal nothing is
/// shown.
pub(crate) struct Progress {
    bar: ProgressBar,
    is_wanted: bool,
}

/// The interval at which the line is drawn while nothing changes.
const TICK: Duration = Duration::from_millis(100);

impl Progress {
    /// Shows work without a known end.
    pub(crate) fn spinner(patience: ProgressOption) -> Progress {
        let progress = Progress::new(patience, "{spinner} {elapsed:>4}  {msg}");
        progress.show();
        progress
    }

    /// Shows a number of `things` from the first [`Progress::set`] on.
    pub(crate) fn bar(patience: ProgressOption, things: &'static str) -> Progress {
        let progress = Progress::new(patience, "{msg} {bar:30} {pos}/{len}  {elapsed}");
        progress.bar.set_message(things);
        progress
    }

    fn new(patience: ProgressOption, template: &str) -> Progress {
        let bar = ProgressBar::hidden();
        // The templates above are well formed.
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style.progress_chars("=> "));
        }
        Progress { bar, is_wanted: !patience.quiet && has_terminal() }
    }

    fn show(&self) {
        if self.is_wanted && self.bar.is_hidden() {
            self.bar.set_draw_target(ProgressDrawTarget::stderr());
            self.bar.force_draw();
            self.bar.enable_steady_tick(TICK);
        }
    }

    /// Sets the progress to `done` of `of` things.
    pub(crate) fn set(&self, done: usize, of: usize) {
        self.bar.set_length(of as u64);
        self.bar.set_position(done as u64);
        self.show();
    }

    /// Sets the text about the work.
    pub(crate) fn say(&self, text: String) {
        self.bar.set_message(text);
    }

    /// Hides the line while something else is written to the same terminal.
    pub(crate) fn aside<T>(&self, write: impl FnOnce() -> T) -> T {
        self.bar.suspend(write)
    }
}

impl Drop for Progress {
    fn drop(&mut self) {
        self.bar.finish_and_clear();
    }
}

/// Whether standard error is a terminal on which a line can be erased.
fn has_terminal() -> bool {
    io::stderr().is_terminal() && std::env::var_os("TERM").is_none_or(|term| term != "dumb")
}

/// The stones of both sides.
#[derive(Debug, Serialize)]
pub(crate) struct Stones {
    black: Vec<String>,
    white: Vec<String>,
}

impl From<&Board> for Stones {
    fn from(board: &Board) -> Stones {
        let size = board.size();
        let of = |color| names(size.points().filter(|&point| board.stone(point) == Some(color)), size);
        Stones { black: of(Color::Black), white: of(Color::White) }
    }
}

/// The result of a game, in the words of the record format.
#[derive(Debug, Serialize)]
pub(crate) struct Ending {
    winner: Option<&'static str>,
    reason: &'static str,
}

impl From<&Outcome> for Ending {
    fn from(outcome: &Outcome) -> Ending {
        let result = GameResult::from(outcome);
        Ending { winner: result.winner.map(Color::name), reason: result.reason.name() }
    }
}

/// A record that was read.
#[derive(Debug, Serialize)]
pub(crate) struct ReadFrom {
    file: Option<String>,
    format: &'static str,
    game: usize,
    games: usize,
    rule: String,
    size: u8,
    moves: usize,
    variations: usize,
    protocol: Option<String>,
    notes: Vec<String>,
}

impl ReadFrom {
    /// The description of a record from `file`; `None` is the command line.
    pub(crate) fn new(file: Option<String>, game: &Game) -> ReadFrom {
        let record = &game.record;
        let moves = record.main_line().len();
        ReadFrom {
            file,
            format: game.format.name(),
            game: game.number,
            games: game.of,
            rule: record.rule().to_string(),
            size: record.size().lines(),
            moves,
            // The start is a node without a move.
            variations: record.nodes().len() - 1 - moves,
            protocol: game.opening.clone(),
            notes: game.notes.iter().map(ToString::to_string).collect(),
        }
    }
}

/// A file that was written.
#[derive(Debug, Serialize)]
pub(crate) struct WrittenTo {
    file: String,
    format: &'static str,
    bytes: usize,
    #[serde(flatten)]
    picture: Option<PictureSize>,
}

impl WrittenTo {
    pub(crate) fn new(
        file: &Path,
        format: &'static str,
        content: &[u8],
        picture: Option<PictureSize>,
    ) -> WrittenTo {
        WrittenTo { file: file.display().to_string(), format, bytes: content.len(), picture }
    }
}

/// The size of a picture.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct PictureSize {
    /// The width in pixels.
    width: u32,
    /// The height in pixels.
    height: u32,
    /// The number of frames, 1 for a picture without animation.
    frames: usize,
}

impl PictureSize {
    pub(crate) fn of(drawn: &Drawn) -> PictureSize {
        PictureSize { width: drawn.side, height: drawn.side, frames: drawn.frames }
    }
}

/// The points' names, such as `h8`.
pub(crate) fn names(points: impl IntoIterator<Item = Point>, size: BoardSize) -> Vec<String> {
    points.into_iter().map(|point| point.on(size).to_string()).collect()
}
