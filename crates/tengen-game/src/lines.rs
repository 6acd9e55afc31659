//! Line ends.

/// The text with `\n` for every line end, as [properties](crate::Properties) of a record have them. Old Macs wrote `\r` alone.
///
/// ```
/// assert_eq!(tengen_game::unix_lines("a\r\nb\rc\n"), "a\nb\nc\n");
/// ```
pub fn unix_lines(text: &str) -> String {
    // A search for `"\r\n"` would add a kilobyte to the viewer.
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
