//! Splitting the page's program: the first part, which every visitor needs at once, and the parts that are loaded later.
//!
//! The program marks the boundaries (`crates/tengen-web/src/rest.rs`); functions that only the marked functions reach are moved to a later
//! part. The tool that finds them needs the relocations, so that the page is linked with `--emit-relocs`.

use std::fs;

use anyhow::{Context as _, Result, anyhow, bail};
use wasm_split_cli_support::{Options, transform};

/// The name by which the generated scripts import each other before the files have their names.
pub(super) const MAIN_MODULE: &str = "./main.js";
pub(super) const LINK_MODULE: &str = "./parts.js";

/// A program in parts.
#[derive(Debug)]
pub(super) struct Parts {
    /// The first part, as the input of wasm-bindgen.
    pub(super) main: Vec<u8>,
    /// The script that loads the other parts. It imports [`MAIN_MODULE`].
    pub(super) link: String,
    pub(super) others: Vec<Part>,
}

/// A part that is loaded later.
#[derive(Debug)]
pub(super) struct Part {
    /// The name of its file, without the hash.
    pub(super) stem: &'static str,
    /// The relative name under which the script fetches it.
    pub(super) imported: String,
    pub(super) wasm: Vec<u8>,
}

/// Splits a compiled program at the marks.
pub(super) fn cut(compiled: &[u8]) -> Result<Parts> {
    let directory = tempfile::tempdir().context("cannot make a directory for the parts of the page")?;
    let main_path = directory.path().join("main.wasm");
    let mut options = Options::new(compiled);
    options.output_dir = directory.path();
    options.main_out_path = &main_path;
    options.main_module = MAIN_MODULE;
    options.link_name = LINK_MODULE;
    let found = transform(options).map_err(|error| {
        anyhow!("cannot cut the page in parts: {error:#}; was it linked with --emit-relocs?")
    })?;
    let read = |path| fs::read(path).with_context(|| "cannot read a part of the page");
    let mut others = Vec::new();
    for path in &found.split_modules {
        let name = path.file_name().context("a part of the page has no name")?.to_string_lossy();
        let wasm = without_custom_sections(&read(path)?).with_context(|| format!("in {name}"))?;
        others.push(Part { stem: stem_of(&name)?, imported: format!("./{name}"), wasm });
    }
    let link = fs::read_to_string(directory.path().join(LINK_MODULE)).context("the script of the parts")?;
    Ok(Parts { main: read(&main_path)?, link, others })
}

/// The name of a part in the page, from the name that the tool has chosen: the mark in the program, or `chunk` for the common code of two
/// parts.
fn stem_of(name: &str) -> Result<&'static str> {
    match name.trim_end_matches(".wasm") {
        "split_rest" => Ok("part"),
        "split_online" => Ok("online"),
        chunk if chunk.starts_with("chunk_") => Ok("shared"),
        _ => bail!("expected the parts `rest`, `online` and what they share, found {name}"),
    }
}

/// A module without custom sections such as names, which do not affect its execution and would double its size.
fn without_custom_sections(module: &[u8]) -> Result<Vec<u8>> {
    const HEADER: usize = 8;
    const CUSTOM: u8 = 0;
    let mut lean = module.get(..HEADER).context("this is no WebAssembly")?.to_vec();
    let mut rest = &module[HEADER..];
    while let [kind, after @ ..] = rest {
        let (length, digits) = leb128(after)?;
        let end = 1 + digits + length;
        let section = rest.get(..end).context("a section is longer than the module")?;
        if *kind != CUSTOM {
            lean.extend_from_slice(section);
        }
        rest = &rest[end..];
    }
    Ok(lean)
}

/// An unsigned LEB128 number, and the number of its bytes.
fn leb128(bytes: &[u8]) -> Result<(usize, usize)> {
    let mut value = 0;
    for (index, &byte) in bytes.iter().take(5).enumerate() {
        value |= usize::from(byte & 0x7f) << (7 * index);
        if byte & 0x80 == 0 {
            return Ok((value, index + 1));
        }
    }
    bail!("a section has no length")
}

#[cfg(test)]
mod tests {
    use super::{leb128, without_custom_sections};

    #[test]
    fn notes_are_dropped_and_the_rest_stays() {
        let header = b"\0asm\x01\0\0\0";
        let type_section = [1, 4, 1, 0x60, 0, 0];
        let mut module = header.to_vec();
        module.extend([0, 5, 4, b'n', b'a', b'm', b'e']);
        module.extend(type_section);
        module.extend([0, 0x81, 0x00, 0]);
        assert_eq!(without_custom_sections(&module).unwrap(), [&header[..], &type_section].concat());
        module.push(1);
        assert!(without_custom_sections(&module).is_err());
        assert!(without_custom_sections(b"GIF").is_err());
    }

    #[test]
    fn numbers_of_several_bytes() {
        assert_eq!(leb128(&[0xe5, 0x8e, 0x26, 9]).unwrap(), (624_485, 3));
        assert!(leb128(&[0x80; 9]).is_err());
    }
}
