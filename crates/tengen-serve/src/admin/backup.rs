use std::io::Write;
use std::path::PathBuf;

use anyhow::Result;
use tengen_server::online;

use super::FolderArguments;

/// Copy the database into a file, while the server may run
#[derive(Debug, clap::Args)]
pub(super) struct BackupArguments {
    #[command(flatten)]
    data: FolderArguments,
    /// The new file
    file: PathBuf,
}

/// Make the database of a copy, in a folder that has none and that no server uses
#[derive(Debug, clap::Args)]
pub(super) struct RestoreArguments {
    #[command(flatten)]
    data: FolderArguments,
    /// The copy
    file: PathBuf,
}

pub(super) fn backup(arguments: &BackupArguments, out: &mut dyn Write) -> Result<()> {
    online::backup(&arguments.data.folder()?, &arguments.file)?;
    Ok(writeln!(out, "The database was copied to {}", arguments.file.display())?)
}

pub(super) fn restore(arguments: &RestoreArguments, out: &mut dyn Write) -> Result<()> {
    let folder = arguments.data.folder()?;
    online::restore(&folder, &arguments.file)?;
    Ok(writeln!(out, "The database in {} was made of {}", folder.display(), arguments.file.display())?)
}
