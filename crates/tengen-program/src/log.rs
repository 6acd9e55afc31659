//! Conversations, written to a file while they go on.

use std::fs::{File, OpenOptions};
use std::io::{self, LineWriter, Write as _};
use std::path::Path;
use std::time::Instant;

/// A file with the lines of conversations, each with its time in seconds since the log was opened, and who said it.
///
/// A line that cannot be written is no reason to break a conversation off: [`Log::check`] tells of it when there is time.
#[derive(Debug)]
pub struct Log {
    opened: Instant,
    file: LineWriter<File>,
    fault: Option<io::Error>,
}

impl Log {
    /// A new file, in place of one that may be there.
    ///
    /// # Errors
    /// When the file cannot be made.
    pub fn create(path: &Path) -> io::Result<Log> {
        File::create(path).map(Log::of)
    }

    /// Goes on in a file, or makes it.
    ///
    /// # Errors
    /// When the file can be neither opened nor made.
    pub fn append(path: &Path) -> io::Result<Log> {
        OpenOptions::new().append(true).create(true).open(path).map(Log::of)
    }

    fn of(file: File) -> Log {
        Log { opened: Instant::now(), file: LineWriter::new(file), fault: None }
    }

    /// Writes a line that `who` says now.
    pub fn write(&mut self, who: &str, line: &str) {
        self.write_at(Instant::now(), who, line);
    }

    /// Writes a line that `who` said at that moment.
    pub fn write_at(&mut self, moment: Instant, who: &str, line: &str) {
        let seconds = moment.saturating_duration_since(self.opened).as_secs_f64();
        if let Err(error) = writeln!(self.file, "{seconds:10.3} {who} {line}") {
            self.fault.get_or_insert(error);
        }
    }

    /// Whether everything has been written so far.
    ///
    /// # Errors
    /// The first fault, once.
    pub fn check(&mut self) -> io::Result<()> {
        self.fault.take().map_or(Ok(()), Err)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_written_as_they_come_and_kept_when_the_file_is_opened_again() {
        let path = std::env::temp_dir().join(format!("tengen-log-{}.txt", std::process::id()));
        let mut log = Log::create(&path).unwrap();
        log.write(">", "START 15");
        let text = std::fs::read_to_string(&path).unwrap();
        assert!(text.ends_with(" > START 15\n") && text.trim_start().starts_with("0."), "{text}");
        log.check().unwrap();
        Log::append(&path).unwrap().write("<", "OK");
        let text = std::fs::read_to_string(&path).unwrap();
        std::fs::remove_file(&path).unwrap();
        assert!(text.contains("START 15\n") && text.ends_with(" < OK\n"), "{text}");
        assert!(Log::append(&path.join("none")).is_err());
    }

    #[test]
    #[cfg(target_os = "linux")]
    fn a_full_disk_is_told() {
        let mut log = Log::append(Path::new("/dev/full")).unwrap();
        log.write(">", "START 15");
        assert!(log.check().is_err());
        assert!(log.check().is_ok(), "once");
    }
}
