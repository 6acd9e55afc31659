//! The files of data that the page fetches when they are needed: the sets of puzzles, and the course with its texts. The page names them in
//! `<meta>` elements.

use std::fs;
use std::path::Path;

use anyhow::{Context as _, Result};

use super::assembly::Files;
use crate::workspace::Workspace;

/// The extensions of these files.
pub(crate) const PUZZLES: &str = "puzzles";
pub(crate) const COURSE: &str = "course";

/// A file of data.
pub(crate) struct Data {
    /// The beginning of its name.
    pub(crate) stem: &'static str,
    /// The extension of its name.
    pub(crate) extension: &'static str,
    /// The placeholder for its name in the page's document.
    pub(crate) placeholder: &'static str,
}

const fn set(rule: &'static str, placeholder: &'static str) -> Data {
    Data { stem: rule, extension: PUZZLES, placeholder }
}

const fn course(stem: &'static str, placeholder: &'static str) -> Data {
    Data { stem, extension: COURSE, placeholder }
}

/// All files of data.
pub(crate) const ALL: [Data; 6] = [
    set("freestyle", "puzzles_freestyle"),
    set("standard", "puzzles_standard"),
    set("renju", "puzzles_renju"),
    course("lessons", "course_lessons"),
    course("en", "course_en"),
    course("zh-Hans", "course_zh_hans"),
];

/// The contents of the files, by their placeholders.
pub(super) fn read(workspace: &Workspace) -> Result<Files> {
    let crates = workspace.root().join("crates");
    let course = crates.join("tengen-course");
    let contents = |data: &Data| match (data.extension, data.stem) {
        (PUZZLES, rule) => read_file(&crates.join("tengen-puzzles/data").join(rule).with_extension(PUZZLES)),
        (_, "lessons") => chapters(&course.join("data")),
        (_, language) => read_file(&course.join("locales").join(format!("course.{language}.ftl"))),
    };
    ALL.iter().map(|data| Ok((data.placeholder.to_owned(), contents(data)?))).collect()
}

/// The chapters of the course, one after the other in the order of their names.
fn chapters(directory: &Path) -> Result<Vec<u8>> {
    let files = super::inputs::read_with_extension(directory, "lessons")?;
    Ok(files.into_values().collect::<Vec<_>>().concat())
}

fn read_file(path: &Path) -> Result<Vec<u8>> {
    fs::read(path).with_context(|| format!("cannot read {}", path.display()))
}
