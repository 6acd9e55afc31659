//! Line ends.

/// The text with `\n` for every line end; old Macs wrote `\r` alone. Written without a search for `"\r\n"`, whose code would be a
/// kilobyte of the viewer.
pub(crate) fn unix_lines(text: &str) -> String {
    let mut lines = String::with_capacity(text.len());
    let mut last = '\n';
    for letter in text.chars() {
        if letter == '\r' {
            lines.push('\n');
        } else if (last, letter) != ('\r', '\n') {
            lines.push(letter);
        }
        last = letter;
    }
    lines
}
