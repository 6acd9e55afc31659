//! Putting the page together, in memory.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use super::bindings::{self, Bindings, Loading};
use super::inputs::Inputs;
use super::naming::hashed_name;
use super::template::fill;

/// The page's files by their relative names.
pub(super) type Files = BTreeMap<String, Vec<u8>>;

const BOOT: &str = include_str!("boot.js");
const WORKER: &str = include_str!("worker.js");

/// Makes all files of the page from its inputs.
pub(super) fn assemble(inputs: &Inputs) -> Result<Files> {
    let app = bindings::generate("tengen-web", &inputs.app, Loading::Module)?;
    let worker = bindings::generate("tengen-worker", &inputs.worker, Loading::Classic)?;
    let style: String = inputs.styles.values().map(|text| format!("{}\n", text.trim_end())).collect();
    assemble_parts(&inputs.template, app, worker, &style, &inputs.assets)
}

/// The part of [`assemble`] that does not need real WebAssembly.
fn assemble_parts(
    template: &str,
    app: Bindings,
    worker: Bindings,
    style: &str,
    assets: &Files,
) -> Result<Files> {
    let mut page = Assembly::default();
    page.add_hashed("app_js", "app", "js", app.javascript.into_bytes())?;
    page.add_hashed("app_wasm", "app", "wasm", app.wasm)?;
    let boot = page.fill(BOOT).context("in boot.js")?;
    page.add_hashed("boot_js", "boot", "js", boot.into_bytes())?;

    page.add_hashed("glue_js", "worker-glue", "js", worker.javascript.into_bytes())?;
    page.add_hashed("worker_wasm", "worker", "wasm", worker.wasm)?;
    let bootstrap = page.fill(WORKER).context("in worker.js")?;
    page.add_hashed("worker_js", "worker", "js", bootstrap.into_bytes())?;

    page.add_hashed("style_css", "style", "css", style.as_bytes().to_vec())?;
    let index = page.fill(template).context("in crates/tengen-web/index.html")?;
    page.add("index.html".to_owned(), index.into_bytes())?;

    let own_names = app.snippets.into_iter().chain(worker.snippets).chain(assets.clone());
    for (name, contents) in own_names {
        page.add(name, contents)?;
    }
    Ok(page.files)
}

/// A page that is being put together.
#[derive(Default)]
struct Assembly {
    files: Files,
    /// What the placeholders stand for, as far as it is known yet: bare names, so that a template
    /// puts `./` before them where an address needs it.
    names: BTreeMap<&'static str, String>,
}

impl Assembly {
    /// Adds a file under a name made from its contents, and its placeholder.
    fn add_hashed(
        &mut self,
        placeholder: &'static str,
        stem: &str,
        extension: &str,
        contents: Vec<u8>,
    ) -> Result<()> {
        let name = hashed_name(stem, extension, &contents);
        self.names.insert(placeholder, name.clone());
        self.add(name, contents)
    }

    fn add(&mut self, name: String, contents: Vec<u8>) -> Result<()> {
        if self.files.contains_key(&name) {
            bail!("two files of the page are called {name}; rename the one in crates/tengen-web/assets");
        }
        self.files.insert(name, contents);
        Ok(())
    }

    fn fill(&self, template: &str) -> Result<String> {
        fill(template, &self.names)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::{Bindings, Files, assemble_parts};

    fn bindings(name: &str) -> Bindings {
        Bindings {
            javascript: format!("// {name}"),
            wasm: name.as_bytes().to_vec(),
            snippets: BTreeMap::new(),
        }
    }

    fn assemble(template: &str, assets: &Files) -> anyhow::Result<Files> {
        assemble_parts(template, bindings("app"), bindings("worker"), "body {}\n", assets)
    }

    #[test]
    fn the_index_leads_to_every_file() {
        let template = "{{app_js}} {{app_wasm}} {{boot_js}} {{worker_js}} {{worker_wasm}} {{style_css}}";
        let assets = Files::from([("icon.svg".to_owned(), b"<svg/>".to_vec())]);
        let files = assemble(template, &assets).unwrap();
        assert_eq!(files.len(), 9, "{:?}", files.keys());
        assert!(files.contains_key("icon.svg"));
        let index = String::from_utf8(files["index.html"].clone()).unwrap();
        for name in index.split(' ') {
            assert!(files.contains_key(name), "{name} is not among {:?}", files.keys());
        }
    }

    #[test]
    fn scripts_name_the_files_they_start() {
        let files = assemble("", &Files::new()).unwrap();
        let text_of = |stem: &str, extension: &str| {
            let (_, contents) = files
                .iter()
                .find(|(name, _)| name.starts_with(stem) && name.ends_with(extension))
                .expect(stem);
            String::from_utf8(contents.clone()).unwrap()
        };
        assert!(text_of("boot-", ".js").contains("import start from \"./app-"));
        let bootstraps: Vec<&String> =
            files.keys().filter(|name| name.starts_with("worker-") && name.len() == 18).collect();
        let [bootstrap] = bootstraps[..] else { panic!("one bootstrap is wanted: {bootstraps:?}") };
        assert!(String::from_utf8_lossy(&files[bootstrap]).contains("importScripts(\"./worker-glue-"));
    }

    #[test]
    fn an_asset_cannot_replace_a_file_of_the_page() {
        let assets = Files::from([("index.html".to_owned(), Vec::new())]);
        let error = assemble("", &assets).unwrap_err().to_string();
        assert!(error.contains("two files of the page are called index.html"), "{error}");
    }
}
