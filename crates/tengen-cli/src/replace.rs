//! Files that are replaced as a whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file with the content that `write` writes. An existing file is replaced as a whole, so that an interruption or a fault leaves
/// the older one.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A symbolic link stays one, and its target is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::symlink_metadata(&path).ok();
    // A regular file must not take the place of a pipe or a device, nor that of a protected file.
    if there.as_ref().is_some_and(|there| !there.is_file() || there.permissions().readonly()) {
        return write(&mut File::create(&path)?);
    }
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().unwrap_or_default());
    hidden.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(hidden);
    let mut file = match File::create_new(&new) {
        // In some folders only the existing files may be written.
        Err(error) if error.kind() == io::ErrorKind::PermissionDenied => {
            return write(&mut File::create(&path)?);
        }
        created => created?,
    };
    let written = (|| {
        write(&mut file)?;
        if let Some(there) = &there {
            file.set_permissions(there.permissions())?;
            file.sync_all()?;
        }
        drop(file);
        fs::rename(&new, &path)
    })();
    if written.is_err() {
        // The first error is returned.
        let _ = fs::remove_file(&new);
    }
    written
}
