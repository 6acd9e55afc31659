//! The table of file sizes.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use super::compression::SUFFIXES;

/// A line for every file with its size as it is, gzipped and Brotli-compressed, and the sums.
pub(super) fn table(directory: &Path, names: &BTreeSet<String>) -> String {
    let size = |name: &str| fs::metadata(directory.join(name)).map_or(0, |metadata| metadata.len());
    let mut text = String::new();
    let mut sums = [0; 3];
    // Writing to a string cannot fail.
    let _ = write!(text, "{:<32}{:>10}{:>10}{:>10}", "file", "bytes", "gzip", "brotli");
    for name in names.iter().filter(|name| !is_compressed_form(name, names)) {
        let raw = size(name);
        let or_raw = |name: String| if names.contains(&name) { size(&name) } else { raw };
        let row = [raw, or_raw(format!("{name}.gz")), or_raw(format!("{name}.br"))];
        let _ = write!(text, "\n{name:<32}{:>10}{:>10}{:>10}", row[0], row[1], row[2]);
        for (sum, size) in sums.iter_mut().zip(row) {
            *sum += size;
        }
    }
    let _ = write!(text, "\n{:<32}{:>10}{:>10}{:>10}", "together", sums[0], sums[1], sums[2]);
    text
}

fn is_compressed_form(name: &str, names: &BTreeSet<String>) -> bool {
    name.rsplit_once('.').is_some_and(|(plain, suffix)| SUFFIXES.contains(&suffix) && names.contains(plain))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;
    use std::fs;

    use super::table;

    #[test]
    fn each_file_has_one_line() {
        let directory = tempfile::tempdir().unwrap();
        for (name, length) in [("a.js", 1000), ("a.js.br", 200), ("a.js.gz", 300), ("b.png", 50)] {
            fs::write(directory.path().join(name), vec![0; length]).unwrap();
        }
        let names = BTreeSet::from(["a.js", "a.js.br", "a.js.gz", "b.png"].map(str::to_owned));
        let table = table(directory.path(), &names);
        let rows: Vec<Vec<&str>> = table.lines().map(|line| line.split_whitespace().collect()).collect();
        assert_eq!(rows[1], ["a.js", "1000", "300", "200"]);
        assert_eq!(rows[2], ["b.png", "50", "50", "50"]);
        assert_eq!(rows[3], ["together", "1050", "350", "250"]);
        assert_eq!(rows.len(), 4);
    }
}
