//! `tengen convert`: a record from one format into another.

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use tengen_game::format::any::{self, Format, Known};
use tengen_game::{BoardSize, Rule};

use crate::input::Source;
use crate::options::board_size;

/// Libraries of RenLib are the largest files that people have.
const MOST_BYTES: u64 = 64 << 20;

/// Turn a record into another format, and tell what that format cannot hold
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The file to read; `-` reads standard input
    #[arg(value_name = "FROM")]
    source: Source,
    /// The file to write; `-` writes to standard output
    #[arg(value_name = "TO")]
    target: PathBuf,
    /// The format to read; left out, the content shows it
    #[arg(long, value_name = "FORMAT")]
    from: Option<Format>,
    /// The format to write; left out, the ending of TO names it
    #[arg(long, value_name = "FORMAT")]
    to: Option<Format>,
    /// The rule, where the file does not name it
    #[arg(long)]
    rule: Option<Rule>,
    /// Lines of the board, where the file does not tell
    #[arg(long, value_parser = board_size)]
    size: Option<BoardSize>,
}

const AFTER_HELP: &str = "\
Formats: json (Tengen), sgf, psq (Piskvorky), rec (Gomotur), lib (RenLib), sav (Yixin), pos, link (also of
gomocalc and Renju Portal), moves (h8 i9 ...) and txt (a board of X, O and .).

Examples:
  tengen convert game.psq game.sgf --rule renju
  tengen convert library.lib - --to json
  echo 'h8 i9 h9' | tengen convert - - --to link

Exit codes: 0 done, 1 the file cannot be read or the format cannot hold the game, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    let to_stdout = arguments.target.as_os_str() == "-";
    let format =
        arguments.to.or_else(|| Format::of_file_name(&arguments.target.to_string_lossy())).ok_or_else(
            || anyhow!("cannot tell the format of {}; say it with --to", arguments.target.display()),
        )?;
    let bytes = arguments.source.read_bytes("a record", MOST_BYTES)?;
    let known = Known { rule: arguments.rule, size: arguments.size };
    let (record, _) = any::read(&bytes, arguments.from, known)
        .with_context(|| format!("cannot read {}", arguments.source))?;
    let written = any::write(&record, format)?;
    if to_stdout {
        out.write_all(&written.content)?;
        if format == Format::Link {
            writeln!(out)?;
        }
    } else {
        std::fs::write(&arguments.target, &written.content)
            .with_context(|| format!("cannot write {}", arguments.target.display()))?;
    }
    if !written.losses.is_empty() {
        let losses: Vec<&str> = written.losses.iter().map(|loss| loss.name()).collect();
        writeln!(std::io::stderr(), "note: {format} does not hold {}", losses.join(", "))?;
    }
    Ok(())
}
