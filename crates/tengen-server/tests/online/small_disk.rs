//! A disk that becomes full, for the tests of this folder and for those of the SQLite storage.

use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

/// A small file system in memory.
pub(crate) struct SmallDisk(tempfile::TempDir);

impl SmallDisk {
    /// Mounts a disk of a few megabytes; `None` if this user may not mount file systems.
    pub(crate) fn mount(megabytes: u32) -> Option<SmallDisk> {
        let folder = tempfile::tempdir().unwrap();
        let size = format!("size={megabytes}m");
        let done =
            Command::new("mount").args(["-t", "tmpfs", "-o", &size, "tmpfs"]).arg(folder.path()).output();
        done.is_ok_and(|done| done.status.success()).then_some(SmallDisk(folder))
    }

    pub(crate) fn path(&self) -> &Path {
        self.0.path()
    }

    fn filler(&self) -> PathBuf {
        self.path().join("filler")
    }

    /// Fills the disk, including the room within blocks.
    pub(crate) fn fill(&self) -> File {
        let mut filler = File::options().create(true).append(true).open(self.filler()).unwrap();
        for bytes in [65_536, 4_096, 1] {
            while filler.write_all(&vec![0; bytes]).is_ok() {}
        }
        filler
    }

    /// Makes room again.
    pub(crate) fn make_room(&self, filler: File) {
        std::fs::remove_file(self.filler()).unwrap();
        drop(filler);
    }
}

impl Drop for SmallDisk {
    fn drop(&mut self) {
        // An open file keeps the file system mounted until it is closed.
        let _ = Command::new("umount").arg("--lazy").arg(self.path()).status();
    }
}
