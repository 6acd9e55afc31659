//! Files that are replaced as a whole.

use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::Path;

/// Writes a file with the content that `write` writes. A file that is there is replaced as a whole, so that a stop or a fault in between
/// leaves the older one.
///
/// # Errors
/// When the file cannot be written.
pub fn replace(path: &Path, write: &mut dyn FnMut(&mut dyn Write) -> io::Result<()>) -> io::Result<()> {
    // A link stays one, and names the file that is written.
    let path = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let there = fs::symlink_metadata(&path).ok();
    // Another file cannot take the place of a pipe or a device, and must not take that of a file that is protected.
    if there.as_ref().is_some_and(|there| !there.is_file() || there.permissions().readonly()) {
        return write(&mut File::create(&path)?);
    }
    let mut hidden = OsString::from(".");
    hidden.push(path.file_name().unwrap_or_default());
    hidden.push(format!(".{}.new", std::process::id()));
    let new = path.with_file_name(hidden);
    let mut file = match File::create_new(&new) {
        // In some folders only the files that are there may be written.
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
