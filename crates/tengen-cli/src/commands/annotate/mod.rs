//! `tengen annotate`: reviews of games, written into their records.

mod summary;

use std::io::{self, Write};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow};
use clap::ValueHint;
use indicatif::HumanDuration;
use tengen_analysis::{Effort, StopHandle, SystemClock, annotate, seconds_left};
use tengen_engine::review::{Review, ReviewLimits, Reviewer};
use tengen_engine::{Engine, EngineOptions};
use tengen_formats::any::Format;
use tengen_game::Record;
use tengen_text::{Language, remark};

use super::convert::{Conversion, Converted, Target, holds_several};
use crate::errors::usage;
use crate::input::{Game, GamesArguments};
use crate::options::{EFFORTS, LANGUAGES, ProgressOption, named};
use crate::output::{LeftOut, Progress};
use crate::wording::counted;
use crate::{output, signals};
use summary::Summary;

/// Review games: write evaluations, comments on mistakes, and better lines as variations into their records
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP, mut_arg("game", |game| game.help("Which game of a file with several, from 1 [default: all]")))]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: GamesArguments,
    /// File to write; `-` writes to standard output
    #[arg(long, short, value_name = "FILE", value_hint = ValueHint::FilePath, default_value = "-")]
    output: PathBuf,
    /// Format to write: json, sgf, lib or link [default: by the extension of the file to write, or that of the input, or sgf]
    #[arg(long, value_name = "FORMAT", value_parser = named::<Format>(&HOLDERS))]
    to: Option<Format>,
    /// How thoroughly each game is reviewed: a few seconds, some ten seconds, some minutes
    #[arg(long, value_name = "LEVEL", default_value = "normal", value_parser = named::<Effort>(&EFFORTS))]
    level: Effort,
    /// Language of the comments
    #[arg(long, value_name = "LANGUAGE", default_value = "en", value_parser = named::<Language>(&LANGUAGES))]
    language: Language,
    /// Number of search threads
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u16).range(1..=256))]
    threads: u16,
    /// Size of the hash table in MiB
    #[arg(long, value_name = "MIB", default_value_t = 64, value_parser = clap::value_parser!(u32).range(1..=65_536))]
    hash: u32,
    #[command(flatten)]
    patience: ProgressOption,
}

const AFTER_HELP: &str = "\
Every position gets its evaluation. Inaccuracies, mistakes, blunders, missed wins and missed blocks get a comment, and the
line that was better and the one that refutes the move as variations. Comments and variations of the file stay. The comments
begin with `Tengen:`, and another run replaces them.

Several games become one file of sgf or link, and in other formats FILE-1, FILE-2 and so on. A game without moves is
written unchanged. Ctrl-C ends the reviews; the games that are not reviewed by then are written unchanged. The input is
overwritten only if nothing of it is left out.

Examples:
  tengen annotate games.sgf --output annotated.sgf
  tengen annotate games.sgf --level thorough --threads 4 --output games.sgf
  tengen annotate renjunet.rif --game 7 --language zh-Hans > game.sgf
  tengen annotate --moves \"h8 i9 i8 g10\" --level quick

Exit codes: 0 done or ended by Ctrl-C, 1 the file cannot be read or the format cannot hold the games, 2 wrong usage";

/// The names of the formats that hold comments and variations.
const HOLDERS: [&str; 4] = ["json", "sgf", "lib", "link"];

fn holds_annotations(format: Format) -> bool {
    HOLDERS.contains(&format.name())
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    match arguments.files.open_all() {
        None => {
            let game = Game { notes: Vec::new(), ..arguments.files.read(arguments.patience)? };
            // Where one game of a file is selected, the others are not written.
            let left_out = LeftOut { games: game.of.saturating_sub(1), has_rest: false };
            output::spare_input(arguments.files.input(), &arguments.output, left_out)?;
            annotate_all(arguments, game.format, 1, &|_| Ok(game.clone()), None, out)
        }
        Some(opened) => {
            let opened = opened?;
            let games = opened.games()?;
            let fault = opened.fault_after(&games);
            let read = |index| opened.game(&games, index);
            annotate_all(arguments, games.format(), games.len(), &read, fault, out)
        }
    }
}

/// Annotates the `of` games of a file in this format, which `read` reads. `fault` is a fault of the file after the last game.
fn annotate_all(
    arguments: &Arguments,
    format: Format,
    of: usize,
    read: &dyn Fn(usize) -> Result<Game>,
    fault: Option<String>,
    out: &mut dyn Write,
) -> Result<()> {
    let target = &*arguments.output;
    let to = target_format(arguments, format)?;
    let is_one_file = of == 1 || holds_several(Target::Record(to));
    if output::is_stdout(target) && !is_one_file {
        return Err(usage(
            "annotate",
            "with several games, --output is expected to be a file, or --to sgf or link: one file holds one game",
        ));
    }
    let conversion = Conversion {
        input: arguments.files.input(),
        fault: fault.as_deref(),
        target,
        to: Target::Record(to),
        of,
        is_one_file,
        patience: arguments.patience,
    };
    let lengths: Vec<Option<usize>> =
        (0..of).map(|index| read(index).ok().map(|game| game.record.main_line().len())).collect();
    // The user is informed before the reviews that nothing could be written after them.
    if is_one_file {
        conversion.spare_input(target, lengths.iter().filter(|length| length.is_none()).count())?;
    }
    let lengths = lengths.into_iter().map(Option::unwrap_or_default).collect();
    let interrupted = signals::end_requested().context("cannot listen for Ctrl-C")?;
    let mut reviews = Reviews::new(arguments, lengths, interrupted);
    let mut done: Converted<'_> = conversion.run(read, &mut |game| reviews.annotate(game))?;
    done.finish(out)?;
    reviews.report()?;
    // Standard output may have the records.
    if output::is_stdout(target) {
        reviews.summary.write(&mut io::stderr())
    } else {
        reviews.summary.write(out)
    }
}

/// The format to write.
fn target_format(arguments: &Arguments, input: Format) -> Result<Format> {
    let target = &arguments.output;
    let of_name = if output::is_stdout(target) {
        None
    } else {
        Some(Format::of_file_name(&target.to_string_lossy()).ok_or_else(|| {
            anyhow!(
                "cannot tell the format of {}; give --to, or one of the extensions {}",
                output::title(target),
                HOLDERS.join(", ")
            )
        }))
    };
    let format = match (arguments.to, of_name) {
        (Some(format), _) => format,
        (None, Some(format)) => format?,
        (None, None) if holds_annotations(input) => input,
        (None, None) => Format::Sgf,
    };
    if !holds_annotations(format) {
        return Err(usage(
            "annotate",
            &format!(
                "expected a format that holds comments and variations, {}, found {format}",
                HOLDERS.join(", ")
            ),
        ));
    }
    Ok(format)
}

/// The reviews of all games, one after the other.
struct Reviews {
    effort: Effort,
    language: Language,
    patience: ProgressOption,
    engine: Engine,
    interrupted: Arc<AtomicBool>,
    /// The numbers of moves of all games; 0 for those that cannot be read.
    lengths: Vec<usize>,
    /// The moves of the games that have been passed.
    passed: usize,
    started: Instant,
    /// The number of games that were left unchanged because the reviews were ended.
    ended: usize,
    summary: Summary,
}

/// The interval at which the request to end is checked during a review.
const SLICE: Duration = Duration::from_millis(100);

impl Reviews {
    fn new(arguments: &Arguments, lengths: Vec<usize>, interrupted: Arc<AtomicBool>) -> Reviews {
        let engine = Engine::new(EngineOptions {
            hash_bytes: (arguments.hash as usize) << 20,
            threads: usize::from(arguments.threads),
            ..EngineOptions::default()
        });
        Reviews {
            effort: arguments.level,
            language: arguments.language,
            patience: arguments.patience,
            engine,
            interrupted,
            lengths,
            passed: 0,
            started: Instant::now(),
            ended: 0,
            summary: Summary::default(),
        }
    }

    /// Reviews a game and writes the review into its record. Returns whether the review was written.
    fn annotate(&mut self, game: &mut Game) -> Result<bool> {
        let record = &mut game.record;
        // Where one game of a file is selected, it is the only one.
        let place = game.number.min(self.lengths.len());
        let reviewed = self.review(record, place);
        self.passed = self.lengths.iter().take(place).sum();
        let review = match reviewed {
            Ok(Some(review)) => review,
            Ok(None) => {
                self.ended += 1;
                return Ok(false);
            }
            Err(reason) => {
                output::note(&format!("game {} is written unchanged: {reason}", game.number))?;
                return Ok(false);
            }
        };
        let size = record.size();
        annotate(record, &review.moves, |reviewed| remark(self.language, size, reviewed));
        self.summary.add(game.number, &game.record, review.sides);
        Ok(true)
    }

    /// Reviews a game at this place, counted from 1; `None` where the end was requested.
    fn review(&mut self, record: &Record, place: usize) -> Result<Option<Review>> {
        let main = record.main_line();
        let moves: Vec<_> = main.iter().filter_map(|&id| record.played(id)).collect();
        if moves.is_empty() {
            return Err(anyhow!("it has no moves"));
        }
        let limits = ReviewLimits::from(self.effort);
        let mut reviewer = Reviewer::new(record.start(), &moves, &limits)?;
        let progress = Progress::spinner(self.patience);
        let (clock, stop) = (SystemClock::new(), StopHandle::default());
        while !self.interrupted.load(Ordering::SeqCst) {
            progress.say(self.progress(place, moves.len() - reviewer.left(), moves.len()));
            if let Some(review) = reviewer.advance(&mut self.engine, SLICE, &clock, &stop, &mut |_| {}) {
                return Ok(Some(review));
            }
        }
        Ok(None)
    }

    /// The progress of the reviews in words, with the time that the rest takes.
    fn progress(&self, place: usize, done: usize, of: usize) -> String {
        let passed_ms = u64::try_from(self.started.elapsed().as_millis()).unwrap_or(u64::MAX);
        let left = seconds_left(self.passed + done, self.lengths.iter().sum(), passed_ms);
        let left =
            left.map(|seconds| format!(", about {} left", HumanDuration(Duration::from_secs(seconds))));
        let games = self.lengths.len();
        format!("game {place} of {games}, move {done} of {of}{}", left.unwrap_or_default())
    }

    /// Reports the number of games that were not reviewed because the end was requested.
    fn report(&self) -> Result<()> {
        if self.ended > 0 {
            let games = counted(self.ended, "game");
            output::note(&format!("ended by a signal: {games} not reviewed and written unchanged"))?;
        }
        Ok(())
    }
}
