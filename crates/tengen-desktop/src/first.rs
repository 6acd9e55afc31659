//! The limit of one program at a time. A second program would write to the same games and preferences as the first one, which WebKit does
//! not expect, so it passes its file to the first one, and ends.

#[cfg(not(unix))]
use std::path::Path;

#[cfg(not(unix))]
use tauri::AppHandle;

/// The start of a program, as the first one or as a later instance.
pub(crate) enum Start {
    /// The program is the first one, and receives messages from later instances.
    First(InstanceListener),
    /// The program is a later instance, and the first one has taken over its file.
    Handed,
}

#[cfg(unix)]
pub(crate) use unix::{InstanceListener, begin};

#[cfg(unix)]
mod unix {
    use std::env;
    use std::ffi::OsString;
    use std::fs;
    use std::io::{self, Read as _, Write as _};
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::os::unix::net::{UnixListener, UnixStream};
    use std::path::{Path, PathBuf, absolute};
    use std::thread;
    use std::time::Duration;

    use tauri::AppHandle;

    use super::Start;
    use crate::{opened, window};

    /// The longest time for which a connection may block the others.
    const PATIENCE: Duration = Duration::from_secs(2);
    /// The limit of a message in bytes, which is longer than any path.
    const LONGEST: u64 = 1 << 16;

    /// The socket for later instances; `None` without a folder for it, in which case every program is the first one.
    pub(crate) struct InstanceListener(Option<UnixListener>);

    /// Sends the file to the running instance, or else becomes the first instance.
    pub(crate) fn begin(file: Option<&Path>) -> Start {
        let folder = env::var_os("XDG_RUNTIME_DIR").filter(|folder| !folder.is_empty());
        let socket = folder.map(|folder| PathBuf::from(folder).join("tengen-desktop.socket"));
        begin_at(socket.as_deref(), file)
    }

    fn begin_at(socket: Option<&Path>, file: Option<&Path>) -> Start {
        let Some(socket) = socket else { return Start::First(InstanceListener(None)) };
        if hand_over(socket, file).is_ok() {
            return Start::Handed;
        }
        // The process of this socket has ended.
        let _ = fs::remove_file(socket);
        Start::First(InstanceListener(UnixListener::bind(socket).ok()))
    }

    fn hand_over(socket: &Path, file: Option<&Path>) -> io::Result<()> {
        let mut first = UnixStream::connect(socket)?;
        let file = file.map(absolute).transpose()?.unwrap_or_default();
        first.write_all(file.as_os_str().as_bytes())
    }

    impl InstanceListener {
        /// Opens the files of later instances, and shows the window even without a file.
        pub(crate) fn listen(self, app: AppHandle) {
            let Some(listener) = self.0 else { return };
            // The thread ends with the program. If it cannot be spawned, later programs find no listener, and run on their own.
            let _ = thread::Builder::new().name("instances".to_owned()).spawn(move || {
                for guest in listener.incoming() {
                    let Ok(file) = guest.and_then(hear) else { continue };
                    if let Some(file) = file {
                        opened::arrive(&app, file);
                    }
                    window::show(&app);
                }
            });
        }
    }

    /// The file that a connection names, if any.
    fn hear(guest: UnixStream) -> io::Result<Option<PathBuf>> {
        guest.set_read_timeout(Some(PATIENCE))?;
        let mut path = Vec::new();
        guest.take(LONGEST).read_to_end(&mut path)?;
        Ok((!path.is_empty()).then(|| OsString::from_vec(path).into()))
    }

    #[cfg(test)]
    mod tests {
        #![allow(clippy::unwrap_used, reason = "a test may fail by panicking")]

        use super::*;

        #[test]
        fn the_second_instance_hands_its_file_to_the_first_and_takes_over_a_dead_socket() {
            let socket = env::temp_dir().join(format!("tengen-desktop-socket-{}", std::process::id()));
            let first = |start| match start {
                Start::First(InstanceListener(listener)) => listener.unwrap(),
                Start::Handed => panic!("no first program runs"),
            };
            let listener = first(begin_at(Some(&socket), None));
            assert!(matches!(begin_at(Some(&socket), Some(Path::new("/a/game.sgf"))), Start::Handed));
            assert!(matches!(begin_at(Some(&socket), None), Start::Handed));
            let heard = || hear(listener.accept().unwrap().0).unwrap();
            assert_eq!((heard(), heard()), (Some(PathBuf::from("/a/game.sgf")), None));
            drop(listener);
            drop(first(begin_at(Some(&socket), None)));
            fs::remove_file(&socket).unwrap();
        }
    }
}

/// The listener of systems on which every program is the first one.
#[cfg(not(unix))]
pub(crate) struct InstanceListener;

#[cfg(not(unix))]
impl InstanceListener {
    pub(crate) fn listen(self, _: AppHandle) {}
}

#[cfg(not(unix))]
pub(crate) fn begin(_: Option<&Path>) -> Start {
    Start::First(InstanceListener)
}
