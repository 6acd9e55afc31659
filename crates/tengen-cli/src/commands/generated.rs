//! `tengen completions` and `tengen man`: texts that are generated from the definitions of commands and options.

use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use anyhow::{Context, Result, anyhow};
use clap::builder::PossibleValue;
use clap::{Arg, Command, CommandFactory as _, ValueHint};
use clap_complete::Shell;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, roman};
use tengen_cli::pbrain;

use crate::output;

/// Write a completion script for a shell
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP_OF_COMPLETIONS)]
pub(crate) struct CompletionArguments {
    /// The shell
    shell: Shell,
}

const AFTER_HELP_OF_COMPLETIONS: &str = "\
Examples:
  tengen completions bash > ~/.local/share/bash-completion/completions/tengen
  tengen completions zsh > ~/.zfunc/_tengen        with ~/.zfunc in fpath
  tengen completions fish > ~/.config/fish/completions/tengen.fish
  tengen completions powershell >> $PROFILE

Exit codes: 0 done, 1 nothing could be written, 2 wrong usage";

pub(crate) fn completions(arguments: &CompletionArguments, out: &mut dyn Write) -> Result<()> {
    // The generators panic where a stream fails, so they write to memory.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut crate::Arguments::command(), "tengen", &mut script);
    Ok(out.write_all(&script)?)
}

/// Write the manual pages of tengen, of all its commands, and of pbrain-tengen
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP_OF_MAN)]
pub(crate) struct ManArguments {
    /// The folder to write them to, which is made if it is not there; left out, one page goes to standard output
    #[arg(value_name = "DIR", value_hint = ValueHint::DirPath)]
    folder: Option<PathBuf>,
    /// Which page goes to standard output: that of a command such as `analyse`, or `pbrain-tengen` [default: tengen]
    #[arg(long, value_name = "NAME", conflicts_with = "folder")]
    page: Option<String>,
}

const AFTER_HELP_OF_MAN: &str = "\
Examples:
  tengen man ~/.local/share/man/man1
  tengen man --page analyse | man -l -

Exit codes: 0 done, 1 nothing could be written, 2 wrong usage";

pub(crate) fn man(arguments: &ManArguments, out: &mut dyn Write) -> Result<()> {
    let pages = pages()?;
    if let Some(folder) = &arguments.folder {
        fs::create_dir_all(folder).with_context(|| format!("cannot make {}", folder.display()))?;
        for (name, text) in pages {
            let path = folder.join(format!("{name}.1"));
            output::write_file(&path, &text)?;
        }
        return Ok(());
    }
    let wanted = arguments.page.as_deref().unwrap_or("tengen");
    let short = |name: &str| name.strip_prefix("tengen-").unwrap_or(name).to_owned();
    let page = pages.iter().find(|(name, _)| name == wanted || short(name) == wanted);
    let (_, text) = page.ok_or_else(|| {
        let known: Vec<String> = pages.iter().map(|(name, _)| short(name)).collect();
        anyhow!("expected one of the pages {}, found `{wanted}`", known.join(", "))
    })?;
    Ok(out.write_all(text)?)
}

/// All pages with their names.
fn pages() -> Result<Vec<(String, Vec<u8>)>> {
    // The subcommand `tengen help` has no options, and `--help` is on every page.
    let mut tengen = crate::Arguments::command().disable_help_subcommand(true);
    tengen.build();
    let mut pages = Vec::new();
    add_pages(&tengen, &mut pages)?;
    let mut pbrain = pbrain::Options::command();
    pbrain.build();
    add_pages(&pbrain, &mut pages)?;
    Ok(pages)
}

fn add_pages(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> Result<()> {
    let name = command.get_display_name().unwrap_or_else(|| command.get_name()).to_owned();
    pages.push((name, page(command)?));
    for command in command.get_subcommands().filter(|command| !command.is_hide_set()) {
        add_pages(command, pages)?;
    }
    Ok(())
}

fn page(command: &Command) -> io::Result<Vec<u8>> {
    let man = Man::new(command.clone().mut_args(with_values_in_help))
        .manual("Tengen")
        .source(concat!("tengen ", env!("CARGO_PKG_VERSION")));
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if let Some(notes) = command.get_after_help() {
        notes_section(&notes.to_string()).to_writer(&mut text)?;
    }
    Ok(text)
}

/// Adds the other names of the option to its help, which the generator leaves out, and joins values without a description into
/// one sentence, instead of a list with a line for each.
fn with_values_in_help(argument: Arg) -> Arg {
    let mut help = argument.get_help().map(ToString::to_string).unwrap_or_default();
    for alias in argument.get_visible_aliases().unwrap_or_default() {
        help = format!("{help} [alias: --{alias}]");
    }
    let values = argument.get_possible_values();
    let takes_values = argument.get_num_args().is_some_and(|values| values.takes_values());
    if values.is_empty() || !takes_values || values.iter().any(|value| value.get_help().is_some()) {
        return argument.help(help);
    }
    let names: Vec<&str> = values.iter().map(PossibleValue::get_name).collect();
    argument.hide_possible_values(true).help(format!("{help} [possible values: {}]", names.join(", ")))
}

/// The text below the options. Its line breaks stay, since most lines are examples.
fn notes_section(notes: &str) -> Roff {
    let mut roff = Roff::default();
    roff.control("SH", ["NOTES"]).control("nf", []);
    for line in notes.lines() {
        roff.text([roman(line)]);
    }
    roff.control("fi", []);
    roff
}
