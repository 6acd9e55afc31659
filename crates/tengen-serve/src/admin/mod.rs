//! `tengen admin`: the accounts, the reports and the backups of a server.

mod backup;
mod users;

use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use tengen_server::online::Administration;

use crate::serve::{database, folder_or_default};

/// Look after the accounts and games of a server
#[derive(Debug, clap::Args)]
#[command(after_help = AFTER_HELP)]
pub struct Arguments {
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
struct DatabaseArguments {
    #[command(flatten)]
    folder: FolderArguments,
    /// The address of PostgreSQL that the server has as `--database`; TENGEN_DATABASE or TENGEN_DATABASE_FILE otherwise
    #[arg(long, value_name = "URL", conflicts_with = "data")]
    database: Option<String>,
}

impl DatabaseArguments {
    /// # Errors
    /// When no storage is given and there is no default, or the storage cannot be opened or is used by another server.
    fn open(&self) -> Result<Administration> {
        let database = database(self.folder.data.as_ref(), self.database.as_ref())?;
        Ok(Administration::open(&database)?)
    }
}

/// Where a server with SQLite stores accounts and games.
#[derive(Debug, clap::Args)]
struct FolderArguments {
    /// The folder that the server has as `--data`; the default is the same as the server's
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
}

impl FolderArguments {
    /// # Errors
    /// When no folder is given, and the system has no default for it.
    fn folder(&self) -> Result<PathBuf> {
        folder_or_default(self.data.as_ref())
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

Servers have to be stopped before accounts are changed here; moderators do the same at /moderation while they run.
A backup is made while the server runs. A server on PostgreSQL is backed up by pg_dump.

Exit codes: 0 done, 1 it could not be done, 2 wrong usage";

/// Carries out the command and writes its result to `out`.
///
/// # Errors
/// When the storage cannot be used, the request is refused, or `out` cannot be written.
pub fn run(arguments: &Arguments, out: &mut dyn Write) -> Result<()> {
    match &arguments.command {
        Command::Backup(arguments) => backup::backup(arguments, out),
        Command::Restore(arguments) => backup::restore(arguments, out),
        Command::Users(command) => users::run(command, out),
    }
}
