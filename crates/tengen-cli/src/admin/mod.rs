//! `tengen admin`: what the operator of a server does beside it.

mod backup;
mod users;

use std::io::Write;
use std::path::PathBuf;

use anyhow::{Context as _, Result};

use crate::serve::data_folder;

/// Look after the accounts and games of a server
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    Backup(backup::BackupArguments),
    Restore(backup::RestoreArguments),
    #[command(flatten)]
    Users(users::Command),
}

/// Where the server stores accounts and games.
#[derive(Debug, clap::Args)]
struct DataArguments {
    /// The folder that the server has as `--data`; the default is the same as the server's
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl DataArguments {
    /// # Errors
    /// When no folder is given, and none is known.
    fn folder(&self) -> Result<PathBuf> {
        let folder = self.data.clone().or_else(data_folder);
        folder.context("expected to know the folder for data of this user; give the server's with `--data`")
    }
}

const AFTER_HELP: &str = "\
Examples:
  tengen admin backup --data /srv/tengen /backup/tengen-monday.sqlite
  tengen admin restore --data /srv/tengen-new /backup/tengen-monday.sqlite
  tengen admin role Ada moderator --data /srv/tengen
  tengen admin ban Eve --days 7 --remark spam
  tengen admin reset-password Ada
  tengen admin reports

A server with SQLite has to be stopped before its accounts are changed; moderators do the same at /moderation while it runs.
A backup is made while it runs. A server on PostgreSQL is backed up by pg_dump.

Exit codes: 0 done, 1 it could not be done, 2 wrong usage";

pub(crate) fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    match &arguments.command {
        Command::Backup(arguments) => backup::backup(arguments, out),
        Command::Restore(arguments) => backup::restore(arguments, out),
        Command::Users(command) => users::run(command, out),
    }
}
