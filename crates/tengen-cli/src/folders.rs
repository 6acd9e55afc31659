//! The user's folder for data.

use std::path::PathBuf;

use anyhow::{Context as _, Result};
use etcetera::BaseStrategy as _;

/// The usual file for results of the user with this name. `option` is the option that names another file.
pub(crate) fn results_file(name: &str, option: &str) -> Result<PathBuf> {
    let folders = etcetera::choose_base_strategy().with_context(|| {
        format!("there is no home folder to keep your results in: name a file, `{option} FILE`")
    })?;
    Ok(folders.data_dir().join("tengen").join(name))
}
