//! Writes the page to its directory, and detects whether it is up to date.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result};

use super::assembly::Files;
use super::compression::{SUFFIXES, compress, is_worth_it};
use super::naming::find_hashed;
use super::networks;

use std::fmt::Write as _;

/// A page on disk.
#[derive(Debug)]
pub(crate) struct BuiltPage {
    directory: PathBuf,
    /// All files by their relative names, including compressed forms.
    names: BTreeSet<String>,
}

impl BuiltPage {
    /// The page on disk, if it was made from exactly these inputs and is complete.
    pub(super) fn up_to_date(directory: &Path, fingerprint: &str) -> Result<Option<Self>> {
        let Ok(stamp) = fs::read_to_string(stamp_path(directory)) else { return Ok(None) };
        let mut lines = stamp.lines();
        if lines.next() != Some(fingerprint) {
            return Ok(None);
        }
        let names: BTreeSet<String> = lines.map(str::to_owned).collect();
        let found = names_in(directory)?;
        Ok((found == names).then(|| Self { directory: directory.to_owned(), names }))
    }

    /// Updates the directory to `files`, and changes only files that differ.
    pub(super) fn write(directory: &Path, fingerprint: &str, files: Files, compresses: bool) -> Result<Self> {
        let names = synchronise(directory, &files, compresses)?;
        let mut stamp = format!("{fingerprint}\n");
        for name in &names {
            stamp.push_str(name);
            stamp.push('\n');
        }
        write(&stamp_path(directory), stamp.as_bytes())?;
        Ok(Self { directory: directory.to_owned(), names })
    }

    /// The contents of a file.
    pub(crate) fn read(&self, name: &str) -> Result<Vec<u8>> {
        let path = self.directory.join(name);
        fs::read(&path).with_context(|| format!("cannot read {}", path.display()))
    }

    /// All files by their names, without their compressed forms.
    pub(crate) fn files(&self) -> Result<Files> {
        let is_form = |name: &str| SUFFIXES.iter().any(|suffix| name.ends_with(&format!(".{suffix}")));
        let names = self.names.iter().filter(|name| !is_form(name));
        names.map(|name| Ok((name.clone(), self.read(name)?))).collect()
    }

    /// The files of the engine's networks, by the networks' names.
    pub(crate) fn networks(&self) -> BTreeMap<String, String> {
        networks::named(self.names.iter())
    }

    /// The name of the file with this stem and extension and any hash.
    pub(crate) fn name_of(&self, stem: &str, extension: &str) -> Result<&str> {
        find_hashed(self.names.iter(), stem, extension)
    }

    /// Prints the size of each file, and the sizes of its compressed forms.
    pub(crate) fn print_sizes(&self) {
        println!("{}", table(&self.directory, &self.names));
    }
}

/// The path of the stamp. It lies beside the page and not in it, because it must not be served.
fn stamp_path(directory: &Path) -> PathBuf {
    directory.with_extension("stamp")
}

/// Makes the directory contain exactly these files, with their compressed forms if `compresses` is set, and returns all names.
fn synchronise(directory: &Path, files: &Files, compresses: bool) -> Result<BTreeSet<String>> {
    fs::create_dir_all(directory).with_context(|| format!("cannot create {}", directory.display()))?;
    let mut names = BTreeSet::new();
    for (name, contents) in files {
        let path = directory.join(name);
        let unchanged = fs::read(&path).is_ok_and(|found| found == *contents);
        if !unchanged {
            write(&path, contents)?;
        }
        names.insert(name.clone());
        if compresses && is_worth_it(name, contents) {
            for suffix in SUFFIXES {
                let name = format!("{name}.{suffix}");
                let path = directory.join(&name);
                if !(unchanged && path.is_file()) {
                    write(&path, &compress(suffix, contents)?)?;
                }
                names.insert(name);
            }
        }
    }
    for stale in names_in(directory)?.difference(&names) {
        let path = directory.join(stale);
        fs::remove_file(&path).with_context(|| format!("cannot remove the old {}", path.display()))?;
    }
    Ok(names)
}

fn write(path: &Path, contents: &[u8]) -> Result<()> {
    if let Some(parent) = path.parent() {
        fs::create_dir_all(parent).with_context(|| format!("cannot create {}", parent.display()))?;
    }
    fs::write(path, contents).with_context(|| format!("cannot write {}", path.display()))
}

/// The names of all files below a directory; none if it does not exist.
fn names_in(directory: &Path) -> Result<BTreeSet<String>> {
    fn walk(directory: &Path, prefix: &str, names: &mut BTreeSet<String>) -> Result<()> {
        let entries =
            fs::read_dir(directory).with_context(|| format!("cannot read {}", directory.display()))?;
        for entry in entries {
            let entry = entry?;
            let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
            if entry.file_type()?.is_dir() {
                walk(&entry.path(), &format!("{name}/"), names)?;
            } else {
                names.insert(name);
            }
        }
        Ok(())
    }
    let mut names = BTreeSet::new();
    if directory.is_dir() {
        walk(directory, "", &mut names)?;
    }
    Ok(names)
}

/// A line for every file with its size, its gzipped and its Brotli-compressed size, and the sums.
fn table(directory: &Path, names: &BTreeSet<String>) -> String {
    let size = |name: &str| fs::metadata(directory.join(name)).map_or(0, |metadata| metadata.len());
    let mut text = String::new();
    let mut sums = [0; 3];
    // Writing to a `String` cannot fail.
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
    use super::table;
    use std::collections::BTreeSet;
    use std::fs;

    use super::{Files, names_in, synchronise};

    #[test]
    fn only_what_differs_is_touched_and_old_files_go() {
        let directory = tempfile::tempdir().unwrap();
        let page = directory.path().join("page");
        let long = "let it be long enough to be compressed; ".repeat(50).into_bytes();
        let mut files = Files::from([
            ("app-1.js".to_owned(), long.clone()),
            ("snippets/a.js".to_owned(), b"a".to_vec()),
            ("index.html".to_owned(), b"one".to_vec()),
        ]);
        let names = synchronise(&page, &files, true).unwrap();
        assert!(names.contains("app-1.js.br") && names.contains("app-1.js.gz"));
        assert_eq!(names_in(&page).unwrap(), names);

        let time = |name: &str| fs::metadata(page.join(name)).unwrap().modified().unwrap();
        let before = ["app-1.js", "app-1.js.br", "index.html"].map(time);
        files.insert("index.html".to_owned(), b"two".to_vec());
        files.remove("snippets/a.js");
        let names = synchronise(&page, &files, true).unwrap();
        let after = ["app-1.js", "app-1.js.br", "index.html"].map(time);
        assert_eq!(before[..2], after[..2], "unchanged files keep their time stamps");
        assert_eq!(fs::read(page.join("index.html")).unwrap(), b"two");
        assert!(!names.contains("snippets/a.js"));
        assert_eq!(names_in(&page).unwrap(), names);
    }

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
