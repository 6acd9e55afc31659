//! All games of a file.

use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use tengen_game::format::Loss;
use tengen_game::format::any::Format;

use super::{Made, Target, make};
use crate::input::FromTo;
use crate::options::Patience;
use crate::output;
use crate::told::{sentence, usage};
use crate::wording::counted;

/// So many games that cannot be read are told each for itself; of the others, how many they are.
const MOST_TOLD: usize = 20;

/// Converts every game that can be read, and says on standard error which cannot.
pub(super) fn run(files: &FromTo, to: Target, patience: Patience, out: &mut dyn Write) -> Result<()> {
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
    let mut written = Written { target, of: games.len(), together: Vec::new(), losses: Vec::new(), games: 0 };
    let mut faults = 0;
    for index in 0..games.len() {
        let made = opened.game(&games, index).and_then(|game| {
            output::tell_notes(&game.notes)?;
            make(game, to, patience)
        });
        match made {
            Ok(made) => written.add(made, index, to)?,
            Err(error) => {
                faults += 1;
                if faults <= MOST_TOLD {
                    output::note(&format!("game {} is left out: {}", index + 1, sentence(&error)))?;
                }
            }
        }
    }
    if let Some(fault) = opened.fault_after(&games) {
        output::note(&format!("what follows the last game is left out: {fault}"))?;
    }
    if written.games == 0 {
        bail!("none of {} can be converted", counted(games.len(), "game"));
    }
    written.finish(to, out)?;
    output::note(&format!("{} of {} converted", written.games, counted(games.len(), "game")))
}

/// Whether a file of this format can hold several games.
fn holds_several(to: Target) -> bool {
    matches!(to, Target::Record(Format::Sgf | Format::Moves | Format::Link))
}

/// What has been converted so far.
struct Written<'a> {
    target: &'a Path,
    /// How many games there are.
    of: usize,
    /// The content of one file for all games.
    together: Vec<u8>,
    losses: Vec<Loss>,
    games: usize,
}

impl Written<'_> {
    fn add(&mut self, made: Made, index: usize, to: Target) -> Result<()> {
        if holds_several(to) {
            self.together.extend(&made.content);
            if !self.together.ends_with(b"\n") {
                self.together.push(b'\n');
            }
        } else {
            output::write_file(&self.numbered(index + 1), &made.content)?;
        }
        self.losses.extend(made.losses);
        self.games += 1;
        Ok(())
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

    /// Writes the file for all games, and tells what was lost of any of them.
    fn finish(&mut self, to: Target, out: &mut dyn Write) -> Result<()> {
        if holds_several(to) {
            output::write(self.target, &self.together, out)?;
        }
        self.losses.sort_unstable();
        self.losses.dedup();
        output::tell_losses(to.name(), &self.losses)
    }
}
