//! `tengen convert`: a record from one format into another.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use anyhow::{Context, Result, anyhow, bail};
use serde::Serialize;
use tengen_formats::any::{self, Format};
use tengen_formats::link::{self, Link};
use tengen_formats::{Loss, Written};
use tengen_picture::{Drawing, Drawn, PictureKind};

use crate::errors::{sentence, usage};
use crate::input::{ConversionArguments, Game};
use crate::options::{OutputOption, ProgressOption, TARGETS, named};
use crate::output::{self, LeftOut, PictureSize, Progress, ReadFrom, WrittenTo};
use crate::wording::counted;

/// Convert a game record to another format, and list what that format cannot store
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP, override_usage = USAGE)]
pub(crate) struct Arguments {
    #[command(flatten)]
    files: ConversionArguments,
    /// Format to write [default: by the extension of TO]
    #[arg(long, value_name = "FORMAT", value_parser = named::<Target>(&TARGETS))]
    to: Option<Target>,
    /// Convert all games of a file with several: into one file of sgf, moves or link, else into TO-1, TO-2 and so on
    #[arg(long, conflicts_with_all = ["moves", "game", "json"])]
    all: bool,
    #[command(flatten)]
    output: OutputOption,
    #[command(flatten)]
    patience: ProgressOption,
}

const USAGE: &str = "\
tengen convert [OPTIONS] <FROM> <TO>
       tengen convert [OPTIONS] --moves <MOVES> <TO>";

const AFTER_HELP: &str = "\
Formats: json (Tengen), sgf, psq (Piskvork), rec (Gomotur), lib (RenLib), sav (Yixin), pos, link (also links
of gomocalc and Renju Portal), moves (h8 i9 ...) and txt (a board of X, O and .). Only read: rif (RenjuNet's
database). Only written: the pictures svg, png and gif, for which `tengen picture` has options.

Examples:
  tengen convert game.psq game.sgf --rule renju
  tengen convert library.lib - --to json
  tengen convert games.sgf third.psq --game 3
  tengen convert renjunet.rif all.sgf --all
  tengen convert game.sgf game.gif
  tengen convert --moves \"h8 i9 h9\" - --to link

Exit codes: 0 done, 1 the file cannot be read or the format cannot hold the game, 2 wrong usage";

/// A format or a kind of picture that is written.
#[derive(Clone, Copy, Debug)]
pub(super) enum Target {
    Record(Format),
    Picture(PictureKind),
}

impl Target {
    fn of_file_name(name: &str) -> Option<Target> {
        let record = Format::of_file_name(name).filter(|format| format.is_written()).map(Target::Record);
        record.or_else(|| PictureKind::of_file_name(name).map(Target::Picture))
    }
}

impl Target {
    fn name(self) -> &'static str {
        match self {
            Target::Record(format) => format.name(),
            Target::Picture(kind) => kind.name(),
        }
    }
}

impl FromStr for Target {
    type Err = String;

    fn from_str(text: &str) -> Result<Target, String> {
        let record = text.parse().ok().filter(|format: &Format| format.is_written()).map(Target::Record);
        record.ok_or(()).or_else(|()| text.parse().map(Target::Picture)).map_err(|_| {
            let names = "json, sgf, psq, rec, lib, sav, pos, link, moves, txt, svg, png or gif";
            format!("expected {names}, found `{text}`")
        })
    }
}

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let target = arguments.files.target();
    output::check_json_target("convert", arguments.output, target)?;
    let to = arguments.to.or_else(|| Target::of_file_name(&target.to_string_lossy())).ok_or_else(|| {
        anyhow!(
            "cannot tell the format of {}; give --to, or one of the extensions {}",
            output::title(target),
            TARGETS.join(", ")
        )
    })?;
    if arguments.all {
        return run_all(&arguments.files, to, arguments.patience, out);
    }
    let game = arguments.files.read(arguments.patience)?;
    let read = ReadFrom::new(arguments.files.source_argument(), &game);
    let made = make(&game, to, arguments.patience)?;
    let left_out = LeftOut { games: game.of.saturating_sub(1), has_rest: false };
    output::spare_input(arguments.files.input().as_deref(), target, left_out)?;
    output::write(target, &made.content, out)?;
    if arguments.output.json {
        let mut losses: Vec<&str> = made.losses.into_iter().map(Loss::key).collect();
        losses.extend(made.lost_protocol.map(|_| "protocol"));
        let to = WrittenTo::new(target, made.name, &made.content, made.picture);
        return output::write_json(&Report { from: read, to, losses }, out);
    }
    if output::is_stdout(target) && matches!(to, Target::Record(Format::Link)) {
        writeln!(out)?;
    }
    output::print_losses(made.name, &made.losses, arguments.patience)?;
    if let Some(text) = made.lost_protocol {
        let text = format!("{} does not hold the opening protocol, {text}", made.name);
        output::note_if_wanted(arguments.patience, &text)?;
    }
    Ok(())
}

/// A record in another form.
pub(super) struct Made {
    name: &'static str,
    content: Vec<u8>,
    losses: Vec<Loss>,
    /// The opening protocol, where the new form does not hold it.
    lost_protocol: Option<String>,
    picture: Option<PictureSize>,
}

pub(super) fn make(game: &Game, to: Target, patience: ProgressOption) -> Result<Made> {
    let Game { record, opening, .. } = game;
    Ok(match to {
        // Only a link can hold an opening.
        Target::Record(Format::Link) => {
            let link = Link { record: record.clone(), opening: opening.clone() };
            let Written { content, losses } = link::write(&link).context("link cannot hold this game")?;
            let (name, content) = (Format::Link.name(), content.into_bytes());
            Made { name, content, losses, lost_protocol: None, picture: None }
        }
        Target::Record(format) => {
            let Written { content, losses } = any::write(record, format)?;
            Made { name: format.name(), content, losses, lost_protocol: opening.clone(), picture: None }
        }
        Target::Picture(kind) => {
            let progress = Progress::bar(patience, "frames");
            let drawn = Drawing::default().draw(record, kind, &mut |done, of| progress.set(done, of))?;
            let picture = Some(PictureSize::of(&drawn));
            let Drawn { content, losses, .. } = drawn;
            Made { name: kind.name(), content, losses, lost_protocol: opening.clone(), picture }
        }
    })
}

#[derive(Serialize)]
struct Report {
    from: ReadFrom,
    to: WrittenTo,
    losses: Vec<&'static str>,
}

/// The most unreadable games that are reported one by one. Of the others only the number is reported.
const MOST_TOLD: usize = 20;

/// Converts every game that can be read, and reports the others on standard error.
fn run_all(
    files: &ConversionArguments,
    to: Target,
    patience: ProgressOption,
    out: &mut dyn Write,
) -> Result<()> {
    let target = files.target();
    if output::is_stdout(target) && !holds_several(to) {
        return Err(usage(
            "convert",
            "with --all, TO is expected to be a file, or the format sgf, moves or link: one file holds one game",
        ));
    }
    let Some(opened) = files.open_all() else { return Ok(()) };
    let opened = opened?;
    let games = opened.games()?;
    let read = |index| opened.game(&games, index);
    let fault = opened.fault_after(&games);
    let (input, of, is_one_file) = (files.input(), games.len(), holds_several(to));
    let conversion = Conversion {
        input: input.as_deref(),
        fault: fault.as_deref(),
        target,
        to,
        of,
        is_one_file,
        patience,
    };
    let mut done = conversion.run(&read, &mut |_| Ok(false))?;
    done.finish(out)?;
    output::note_if_wanted(patience, &format!("{} of {} converted", done.games, counted(games.len(), "game")))
}

/// Whether a file of this format can hold several games.
pub(super) fn holds_several(to: Target) -> bool {
    matches!(to, Target::Record(Format::Sgf | Format::Moves | Format::Link))
}

/// The conversion of all games of a file.
#[derive(Clone, Copy)]
pub(super) struct Conversion<'a> {
    /// The file that is read; `None` for standard input.
    pub(super) input: Option<&'a Path>,
    /// The fault of the text after the last game.
    pub(super) fault: Option<&'a str>,
    pub(super) target: &'a Path,
    pub(super) to: Target,
    /// The number of games.
    pub(super) of: usize,
    /// Whether all games go into the target, instead of each into a file of its own.
    pub(super) is_one_file: bool,
    pub(super) patience: ProgressOption,
}

impl<'a> Conversion<'a> {
    /// Converts every game that can be read, and reports the others on standard error. `edit` may change a game that fits the
    /// format before it is written, and returns whether it has changed it.
    ///
    /// # Errors
    /// When no game can be converted, or a file cannot be written.
    pub(super) fn run(
        self,
        read: &dyn Fn(usize) -> Result<Game>,
        edit: &mut dyn FnMut(&mut Game) -> Result<bool>,
    ) -> Result<Converted<'a>> {
        if !self.is_one_file {
            for number in 1..=self.of {
                self.spare_input(&self.numbered(number), self.of - 1)?;
            }
        }
        let mut done = Converted { conversion: self, together: Vec::new(), losses: Vec::new(), games: 0 };
        let mut faults = 0;
        for index in 0..self.of {
            let made = read(index).and_then(|mut game| {
                output::print_notes(&game.notes, self.patience)?;
                let made = make(&game, self.to, self.patience)?;
                if edit(&mut game)? { make(&game, self.to, self.patience) } else { Ok(made) }
            });
            match made {
                Ok(made) => done.add(made, index)?,
                Err(error) => {
                    faults += 1;
                    if faults <= MOST_TOLD {
                        output::note(&format!("game {} is left out: {}", index + 1, sentence(&error)))?;
                    }
                }
            }
        }
        if done.games == 0 {
            bail!("none of {} can be converted", counted(self.of, "game"));
        }
        Ok(done)
    }

    /// Refuses to overwrite the input where this would lose games or the text after the last game.
    pub(super) fn spare_input(&self, target: &Path, games: usize) -> Result<()> {
        output::spare_input(self.input, target, LeftOut { games, has_rest: self.fault.is_some() })
    }

    /// The name of a game's own file: `games-07.psq`.
    fn numbered(&self, number: usize) -> PathBuf {
        let digits = self.of.to_string().len();
        let mut name = self.target.file_stem().unwrap_or_default().to_owned();
        name.push(format!("-{number:0digits$}"));
        if let Some(ending) = self.target.extension() {
            name.push(".");
            name.push(ending);
        }
        self.target.with_file_name(name)
    }
}

/// The games that have been converted.
pub(super) struct Converted<'a> {
    conversion: Conversion<'a>,
    /// The content of one file for all games.
    together: Vec<u8>,
    losses: Vec<Loss>,
    pub(super) games: usize,
}

impl Converted<'_> {
    fn add(&mut self, made: Made, index: usize) -> Result<()> {
        if self.conversion.is_one_file {
            self.together.extend(&made.content);
            if !self.together.ends_with(b"\n") {
                self.together.push(b'\n');
            }
        } else {
            output::write_file(&self.conversion.numbered(index + 1), &made.content)?;
        }
        self.losses.extend(made.losses);
        self.games += 1;
        Ok(())
    }

    /// Writes the file for all games, and reports the games that are left out and the losses.
    ///
    /// # Errors
    /// When the file cannot be written, or is the input and would lose a part of it.
    pub(super) fn finish(&mut self, out: &mut dyn Write) -> Result<()> {
        let Conversion { target, to, of, is_one_file, fault, patience, .. } = self.conversion;
        if let Some(fault) = fault {
            output::note(&format!("what follows the last game is left out: {fault}"))?;
        }
        if is_one_file {
            self.conversion.spare_input(target, of - self.games)?;
            output::write(target, &self.together, out)?;
        }
        self.losses.sort_unstable();
        self.losses.dedup();
        output::print_losses(to.name(), &self.losses, patience)
    }
}
