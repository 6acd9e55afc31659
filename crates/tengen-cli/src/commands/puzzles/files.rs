//! Files with puzzles.

use std::path::Path;

use anyhow::{Context as _, Result, bail};
use tengen_game::Rule;
use tengen_puzzles::{Puzzle, PuzzleSet};

use crate::input::Source;
use crate::output;

/// The most bytes of a file with puzzles.
const MOST_BYTES: u64 = 256 << 20;

/// The two forms of a file with puzzles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Form {
    /// A puzzle in each line, as JSON.
    Lines,
    /// A [`PuzzleSet`].
    Set,
}

fn form(path: &Path) -> Option<Form> {
    match path.extension()?.to_str()? {
        "jsonl" => Some(Form::Lines),
        "puzzles" => Some(Form::Set),
        _ => None,
    }
}

/// The puzzles of a file; `None` if its name is not that of a file with puzzles.
pub(super) fn read(path: &Path) -> Result<Option<Vec<Puzzle>>> {
    let Some(form) = form(path) else { return Ok(None) };
    let bytes = Source::File(path.to_owned()).read_bytes("puzzles", MOST_BYTES)?;
    let name = path.display();
    Ok(Some(match form {
        Form::Set => {
            let set = PuzzleSet::open(bytes).with_context(|| format!("cannot read {name}"))?;
            set.iter().collect::<Result<_, _>>().with_context(|| format!("cannot read {name}"))?
        }
        Form::Lines => {
            let text = String::from_utf8(bytes).with_context(|| format!("cannot read {name}"))?;
            let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
            let read = |(index, line): (usize, &str)| {
                let fault = || format!("{name}, line {}: expected a puzzle", index + 1);
                serde_json::from_str(line).with_context(fault)
            };
            lines.map(read).collect::<Result<_>>()?
        }
    }))
}

/// Writes puzzles, and returns the number of bytes.
pub(super) fn write(path: &Path, puzzles: &[Puzzle]) -> Result<usize> {
    let bytes = match form(path) {
        None => bail!("{}: expected the name of a file that ends in .jsonl or .puzzles", path.display()),
        Some(Form::Set) => {
            let packed = PuzzleSet::pack(puzzles);
            packed.with_context(|| format!("cannot write {}; --rule selects one rule", path.display()))?
        }
        Some(Form::Lines) => {
            let mut text = String::new();
            for puzzle in puzzles {
                text.push_str(&serde_json::to_string(puzzle)?);
                text.push('\n');
            }
            text.into_bytes()
        }
    };
    output::write_file(path, &bytes)?;
    Ok(bytes.len())
}

/// Refuses a rule that has no puzzles.
pub(super) fn supported(rule: Rule) -> Result<Rule> {
    if !Puzzle::RULES.contains(&rule) {
        bail!("--rule: expected freestyle, standard or renju, found {rule}");
    }
    Ok(rule)
}
