//! `tengen completions`: what a shell needs to complete commands and options.

use std::io::Write;

use anyhow::Result;
use clap::CommandFactory as _;
use clap_complete::Shell;

/// Write a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    /// The shell
    shell: Shell,
}

const AFTER_HELP: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen        with ~/.zfunc in fpath
  tengen completions fish > ~/.config/fish/completions/tengen.fish
  tengen completions powershell >> $PROFILE

Exit codes: 0 done, 1 nothing could be written, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    // The generators panic where a stream fails, so they write to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "tengen", &mut script);
    Ok(out.write_all(&script)?)
}
