//! `tengen puzzles check`: proves the puzzles of files again.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Result, bail};
use tengen_puzzles::check;

use super::files;
use crate::options::ProgressOption;
use crate::output::Progress;

/// Prove again, by the rules alone, that each puzzle has one solution.
#[derive(Debug, clap::Args)]
pub(super) struct Arguments {
    /// Files that end in .jsonl or .puzzles
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    #[command(flatten)]
    patience: ProgressOption,
}

pub(super) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let mut faulty = 0;
    for path in &arguments.files {
        let Some(puzzles) = files::read(path)? else {
            bail!("{}: expected a file that ends in .jsonl or .puzzles", path.display());
        };
        let progress = Progress::bar(arguments.patience, "puzzles");
        let mut faults = Vec::new();
        for (index, puzzle) in puzzles.iter().enumerate() {
            faults.extend(check(puzzle).err().map(|fault| (index + 1, fault)));
            progress.set(index + 1, puzzles.len());
        }
        drop(progress);
        for (number, fault) in &faults {
            writeln!(out, "{}: puzzle {number}: {fault}", path.display())?;
        }
        writeln!(
            out,
            "{}: {} of {} puzzles are proved",
            path.display(),
            puzzles.len() - faults.len(),
            puzzles.len()
        )?;
        faulty += faults.len();
    }
    if faulty > 0 {
        bail!("faulty puzzles: {faulty}");
    }
    Ok(())
}
