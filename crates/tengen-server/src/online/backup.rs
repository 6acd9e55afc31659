//! Copies of the database in a folder, and their restoration.

use std::fs::File;
use std::future::Future;
use std::io;
use std::path::{Path, PathBuf};

use super::storage::{Sqlite, StorageError, private};

/// The reason why a copy or a restoration failed.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// The folder has no database.
    #[error("expected a database of online play in the folder {}, found none", folder.display())]
    Missing {
        /// The folder.
        folder: PathBuf,
    },
    /// The file exists already, and would be overwritten.
    #[error("expected the name of a new file, found that {} exists; move it away, or choose another name", file.display())]
    Exists {
        /// The file.
        file: PathBuf,
    },
    /// The copy is damaged, or is not a copy of a database.
    #[error("expected an undamaged database of online play in {}, found one that is not: {found}", file.display())]
    Damaged {
        /// The file.
        file: PathBuf,
        /// The description of the damage.
        found: String,
    },
    /// A file cannot be read or written.
    #[error("cannot read or write {}: {source}", file.display())]
    File {
        /// The file.
        file: PathBuf,
        /// The error of the system.
        source: io::Error,
    },
    /// The database fails.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// The asynchronous runtime could not be started.
    #[error("cannot start threads: {0}")]
    Runtime(#[source] io::Error),
}

/// Copies the database of a folder into a new file, even while a server uses it. The copy has the state of one moment, and contains
/// everything that was acknowledged before.
///
/// # Errors
/// When there is no database, the file exists, or there is no room for it.
pub fn backup(folder: &Path, file: &Path) -> Result<(), BackupError> {
    if !Sqlite::file(folder).is_file() {
        return Err(BackupError::Missing { folder: folder.to_owned() });
    }
    is_new(file)?;
    // An incomplete copy must not have the name of a complete one.
    let unfinished = with_ending(file, "unfinished");
    is_new(&unfinished)?;
    private(&unfinished).map_err(|source| BackupError::File { file: unfinished.clone(), source })?;
    let copied = wait(Sqlite::copy(folder, &unfinished));
    let done = copied.and_then(|()| persist(&unfinished, file));
    if done.is_err() {
        // The first error describes the cause better than an error of the removal.
        let _ = std::fs::remove_file(&unfinished);
    }
    done
}

/// Restores the database of a folder from a copy. No server may use the folder, and it must not have a database.
///
/// # Errors
/// When the copy is damaged or comes from a newer version, the folder has a database, or a server uses it.
pub fn restore(folder: &Path, file: &Path) -> Result<(), BackupError> {
    let in_file = |source| BackupError::File { file: file.to_owned(), source };
    let mut copy = File::open(file).map_err(in_file)?;
    let _lock = Sqlite::lock(folder)?;
    let database = Sqlite::file(folder);
    is_new(&database)?;
    let unfinished = with_ending(&database, "unfinished");
    private(&unfinished).and_then(|mut to| io::copy(&mut copy, &mut to)).map_err(in_file)?;
    let checked = wait(async {
        match Sqlite::damage(&unfinished).await {
            Ok(None) => Ok(()),
            Ok(Some(found)) => Err(BackupError::Damaged { file: file.to_owned(), found }),
            Err(error @ StorageError::Newer { .. }) => Err(error.into()),
            Err(error) => Err(BackupError::Damaged { file: file.to_owned(), found: error.to_string() }),
        }
    });
    let done = checked.and_then(|()| persist(&unfinished, &database));
    if done.is_err() {
        let _ = std::fs::remove_file(&unfinished);
    }
    done
}

fn is_new(file: &Path) -> Result<(), BackupError> {
    if file.exists() { Err(BackupError::Exists { file: file.to_owned() }) } else { Ok(()) }
}

fn with_ending(file: &Path, ending: &str) -> PathBuf {
    let mut name = file.as_os_str().to_owned();
    name.push(".");
    name.push(ending);
    PathBuf::from(name)
}

/// Gives a file its final name when its content is completely on the disk.
fn persist(unfinished: &Path, file: &Path) -> Result<(), BackupError> {
    let failed = |source| BackupError::File { file: file.to_owned(), source };
    File::open(unfinished).and_then(|copy| copy.sync_all()).map_err(failed)?;
    std::fs::rename(unfinished, file).map_err(failed)?;
    let folder = file.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."));
    // Some systems cannot flush a folder to the disk; there the name becomes durable a little later.
    let _ = File::open(folder).and_then(|folder| folder.sync_all());
    Ok(())
}

fn wait<T, E>(work: impl Future<Output = Result<T, E>>) -> Result<T, BackupError>
where
    BackupError: From<E>,
{
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    Ok(runtime.map_err(BackupError::Runtime)?.block_on(work)?)
}

#[cfg(test)]
mod tests {
    use super::super::storage::testing::{created, guest, moved};
    use super::super::storage::{Change, Storage as _};
    use super::*;

    #[test]
    fn a_copy_that_was_made_while_the_server_writes_is_restored_with_all_that_was_acknowledged() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
        let runtime =
            tokio::runtime::Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap();
        let (one, other) = (guest(1), guest(2));
        let (game, create) = created(5, &one, &other);
        let storage = runtime.block_on(async {
            let storage = Sqlite::open(&data).await.unwrap();
            let mut changes =
                [&one, &other].map(|account| Change::CreateAccount(Box::new(account.clone()))).to_vec();
            changes.extend([create, moved(game, 1, 0), moved(game, 2, 1)]);
            assert_eq!(storage.commit(&[&changes]).await.unwrap(), [Ok(())]);
            storage
        });
        backup(&data, &file).unwrap();
        let later = moved(game, 3, 2);
        runtime.block_on(async { storage.commit(&[&[later]]).await.unwrap() });
        assert!(matches!(backup(&data, &file), Err(BackupError::Exists { .. })));
        assert!(matches!(backup(&folder.path().join("none"), &file), Err(BackupError::Missing { .. })));

        let other = folder.path().join("other");
        restore(&other, &file).unwrap();
        let restored = runtime.block_on(async {
            let restored = Sqlite::open(&other).await.unwrap();
            restored.game(game).await.unwrap().unwrap()
        });
        assert_eq!(restored.events.len(), 3, "what came after the copy is not in it");
        assert!(matches!(restore(&other, &file), Err(BackupError::Exists { .. })));
        assert!(matches!(restore(&data, &file), Err(BackupError::Storage(StorageError::InUse { .. }))));
    }

    #[cfg(unix)]
    #[test]
    fn databases_and_copies_are_readable_for_their_owner_alone() {
        use std::os::unix::fs::PermissionsExt as _;

        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
        let mode = |file: &Path| file.metadata().unwrap().permissions().mode() & 0o777;
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        let storage = runtime.block_on(Sqlite::open(&data)).unwrap();
        backup(&data, &file).unwrap();
        assert_eq!(mode(&file), 0o600);
        // The copy was made elsewhere, and other users of the system can read it.
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        let other = folder.path().join("other");
        restore(&other, &file).unwrap();
        let log = data.join("tengen.sqlite-wal");
        for file in [Sqlite::file(&data), log, Sqlite::file(&other)] {
            assert_eq!(mode(&file), 0o600, "{}", file.display());
        }
        drop(storage);
    }

    #[test]
    fn a_damaged_copy_is_refused_and_leaves_nothing() {
        let folder = tempfile::tempdir().unwrap();
        let (data, file) = (folder.path().join("data"), folder.path().join("copy.sqlite"));
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
        runtime.block_on(async { Sqlite::open(&data).await.unwrap() });
        backup(&data, &file).unwrap();
        let mut bytes = std::fs::read(&file).unwrap();
        let half = bytes.len() / 2;
        bytes[half..].fill(0x5a);
        for wrong in [&bytes[..], &bytes[..half], b"This is no database, but a text of some length."] {
            std::fs::write(&file, wrong).unwrap();
            let other = folder.path().join("other");
            let error = restore(&other, &file).unwrap_err();
            assert!(matches!(error, BackupError::Damaged { .. }), "{error}");
            assert!(
                !Sqlite::file(&other).exists() && !with_ending(&Sqlite::file(&other), "unfinished").exists()
            );
        }
    }
}
