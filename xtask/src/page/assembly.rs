//! Assembles the page in memory.

use std::collections::BTreeMap;

use anyhow::{Context as _, Result, bail};

use crate::minify;

use super::bindings::{self, Bindings, Loading};
use super::inputs::Inputs;
use super::naming::hashed_name;
use super::parts::{self, LINK_MODULE, MAIN_MODULE, Part};
use super::workers::{PAGE, Worker};
use super::{data, networks, offline, threaded};

/// The page's files by their relative names.
pub(crate) type Files = BTreeMap<String, Vec<u8>>;

const BOOT: &str = include_str!("boot.js");
/// The script that starts a worker.
pub(crate) const WORKER: &str = include_str!("worker.js");
/// The script that tries to start the engine with threads, before [`WORKER`] starts it without.
const THREADS: &str = include_str!("threads.js");
/// The script that each helper thread runs first.
const HELPER: &str = include_str!("helper.js");

/// Makes all files of the page from the inputs.
pub(super) fn assemble(inputs: &Inputs) -> Result<Files> {
    let parts = parts::cut(&inputs.app)?;
    let app = bindings::generate(PAGE, &parts.main, Loading::Parts)?;
    let program = Program { app, link: parts.link, others: parts.others };
    let workers = inputs.workers.iter().map(|(worker, wasm)| {
        bindings::generate(worker.program, wasm, Loading::Classic).map(|bindings| (*worker, bindings))
    });
    let engines = Engines {
        workers: workers.collect::<Result<_>>()?,
        threaded: inputs
            .threaded
            .as_ref()
            .map(|wasm| bindings::generate(threaded::PROGRAM, wasm, Loading::Named(threaded::GLOBAL)))
            .transpose()?,
        networks: inputs.networks.clone(),
    };
    let style: String = inputs.styles.values().map(|text| minify::style(text)).collect();
    let mut files = assemble_parts(&inputs.template, program, engines, &inputs.data, &style, &inputs.assets)?;
    offline::add(&mut files)?;
    Ok(files)
}

/// The page's own program.
struct Program {
    app: Bindings,
    /// The script that loads the program's other parts.
    link: String,
    /// The other parts.
    others: Vec<Part>,
}

/// The programs that run beside the page.
struct Engines {
    workers: Vec<(Worker, Bindings)>,
    /// The engine with threads, if it could be compiled.
    threaded: Option<Bindings>,
    /// The networks of the engine's evaluation, by name.
    networks: Files,
}

/// The part of [`assemble`] that does not need real WebAssembly.
fn assemble_parts(
    template: &str,
    program: Program,
    engines: Engines,
    data: &Files,
    style: &str,
    assets: &Files,
) -> Result<Files> {
    let mut page = Assembly::default();
    let Program { app, mut link, others } = program;
    for Part { stem, imported, wasm } in others {
        let named = page.add_hashed("part_wasm", stem, "wasm", wasm)?;
        link = link.replace(&imported, &format!("./{named}"));
    }
    page.add_linked(app.javascript, link)?;
    page.add_hashed("app_wasm", "app", "wasm", app.wasm)?;
    let boot = page.fill(BOOT).context("in boot.js")?;
    page.add_hashed("boot_js", "boot", "js", boot.into_bytes())?;

    let mut own_names = app.snippets;
    let Engines { workers, threaded, networks } = engines;
    let mut with_threads = String::new();
    if let Some(bindings) = threaded {
        let glue =
            page.add_hashed("threads_glue_js", "threads-glue", "js", bindings.javascript.into_bytes())?;
        if !bindings.snippets.is_empty() {
            bail!("{glue} imports snippets, which a classic script cannot");
        }
        page.add_hashed("threads_wasm", threaded::STEM, "wasm", bindings.wasm)?;
        let helper = HELPER.replace("{{stack}}", &threaded::STACK.to_string());
        page.add_hashed("helper_js", threaded::HELPER, "js", helper.into_bytes())?;
        with_threads = page.fill(THREADS).context("in threads.js")?;
    }
    let mut network_files = BTreeMap::new();
    for (name, contents) in networks {
        let file = hashed_name(&name, networks::EXTENSION, &contents);
        page.add(file.clone(), contents)?;
        network_files.insert(name, file);
    }
    for (Worker { stem, placeholder, program }, bindings) in workers {
        // Every worker fills the same template: these two placeholders have the values of the next one.
        page.add_hashed("glue_js", &format!("{stem}-glue"), "js", bindings.javascript.into_bytes())?;
        page.add_hashed("worker_wasm", stem, "wasm", bindings.wasm)?;
        let mut bootstrap = page.fill(WORKER).context("in worker.js")?;
        if program == threaded::PROGRAM {
            bootstrap = with_threads.clone() + &bootstrap + &networks::script(&network_files)?;
        }
        page.add_hashed(placeholder, stem, "js", bootstrap.into_bytes())?;
        // The same crate may add the same snippet to several programs.
        own_names.extend(bindings.snippets);
    }

    for data::Data { stem, extension, placeholder } in data::ALL {
        if let Some(contents) = data.get(placeholder) {
            page.add_hashed(placeholder, stem, extension, contents.clone())?;
        }
    }

    page.add_hashed("style_css", "style", "css", style.as_bytes().to_vec())?;
    let index = page.fill(template).context("in crates/tengen-web/index.html")?;
    page.add("index.html".to_owned(), index.into_bytes())?;

    for (name, contents) in own_names.into_iter().chain(assets.clone()) {
        page.add(name, contents)?;
    }
    Ok(page.files)
}

/// The state of the assembly of a page.
#[derive(Default)]
struct Assembly {
    files: Files,
    /// The known values of the placeholders. They are bare names, so that a template puts `./` before them where an address needs it.
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
    ) -> Result<String> {
        let name = hashed_name(stem, extension, &contents);
        self.names.insert(placeholder, name.clone());
        self.add(name.clone(), contents)?;
        Ok(name)
    }

    /// Adds the program's script and the one that loads its other parts. They import each other, so that neither can be named after its
    /// final contents; both are named after their earlier contents.
    fn add_linked(&mut self, app: String, link: String) -> Result<()> {
        let both = format!("{app}{link}");
        let app_name = hashed_name("app", "js", both.as_bytes());
        let link_name = hashed_name("parts", "js", both.as_bytes());
        self.names.insert("app_js", app_name.clone());
        self.names.insert("parts_js", link_name.clone());
        // Only the import is replaced, because WebAssembly keeps the module's first name.
        let renamed = |script: &str, from: &str, to: &str| {
            script.replace(&format!("from \"{from}\""), &format!("from \"./{to}\""))
        };
        let app = renamed(&app, LINK_MODULE, &link_name);
        let link = renamed(&link, MAIN_MODULE, &app_name);
        self.add(app_name, app.into_bytes())?;
        self.add(link_name, link.into_bytes())
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

/// Replaces every `{{name}}` by its value.
///
/// A placeholder without a value is an error, and so is one that is not closed: both would otherwise reach the browser.
pub(crate) fn fill(template: &str, values: &BTreeMap<&str, String>) -> Result<String> {
    let mut filled = String::with_capacity(template.len());
    let mut rest = template;
    while let Some((before, after)) = rest.split_once("{{") {
        filled.push_str(before);
        let line = filled.lines().count().max(1);
        let Some((name, after)) = after.split_once("}}") else {
            bail!("line {line} of the template has a placeholder that is not closed by }}}}");
        };
        let Some(value) = values.get(name.trim()) else {
            let known: Vec<&str> = values.keys().copied().collect();
            bail!(
                "line {line} of the template has the unknown placeholder {{{{{name}}}}} (known are: {})",
                known.join(", ")
            );
        };
        filled.push_str(value);
        rest = after;
    }
    filled.push_str(rest);
    Ok(filled)
}

#[cfg(test)]
mod tests {
    use super::fill;
    use std::collections::BTreeMap;

    use super::{Bindings, Engines, Files, LINK_MODULE, MAIN_MODULE, Part, Program, assemble_parts};
    use crate::page::workers;

    fn bindings(name: &str) -> Bindings {
        Bindings {
            javascript: format!("// {name}"),
            wasm: name.as_bytes().to_vec(),
            snippets: BTreeMap::new(),
        }
    }

    fn assemble(template: &str, assets: &Files) -> anyhow::Result<Files> {
        let workers = workers::ALL.map(|worker| (worker, bindings(worker.stem)));
        let app = Bindings {
            javascript: format!("import * as parts from \"{LINK_MODULE}\"; use(\"{LINK_MODULE}\")"),
            ..bindings("app")
        };
        let link = format!("import {{ main }} from \"{MAIN_MODULE}\"; fetch(\"./rest.wasm\")");
        let rest = Part { stem: "part", imported: "./rest.wasm".to_owned(), wasm: b"rest".to_vec() };
        let program = Program { app, link, others: vec![rest] };
        let networks = Files::from([("freestyle".to_owned(), b"network".to_vec())]);
        let engines = Engines { workers: workers.into(), threaded: Some(bindings("threads")), networks };
        assemble_parts(template, program, engines, &Files::new(), "body {}\n", assets)
    }

    #[test]
    fn the_index_leads_to_every_file() {
        let template = "{{app_js}} {{app_wasm}} {{boot_js}} {{worker_js}} {{files_js}} {{judge_js}} {{style_css}} {{parts_js}}";
        let assets = Files::from([("icon.svg".to_owned(), b"<svg/>".to_vec())]);
        let files = assemble(template, &assets).unwrap();
        assert_eq!(files.len(), 21, "{:?}", files.keys());
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
        assert!(text_of("boot-", ".js").contains("import start, { mount } from \"./app-"));
        assert!(text_of("app-", ".js").contains("from \"./parts-"));
        assert!(text_of("app-", ".js").ends_with(&format!("use(\"{LINK_MODULE}\")")));
        assert!(text_of("parts-", ".js").contains("from \"./app-"));
        assert!(text_of("parts-", ".js").contains("fetch(\"./part-"));
        for stem in workers::ALL.map(|worker| worker.stem) {
            let is_bootstrap = |name: &&String| {
                name.starts_with(stem) && name.ends_with(".js") && !name.starts_with(&format!("{stem}-glue"))
            };
            let bootstraps: Vec<&String> = files.keys().filter(is_bootstrap).collect();
            let [bootstrap] = bootstraps[..] else { panic!("one bootstrap is wanted: {bootstraps:?}") };
            let script = String::from_utf8_lossy(&files[bootstrap]);
            assert!(script.contains(&format!("importScripts(new URL(\"./{stem}-glue-")), "{script}");
            assert!(script.contains(&format!("new URL(\"./{stem}-")), "{script}");
        }
    }

    #[test]
    fn an_asset_cannot_replace_a_file_of_the_page() {
        let assets = Files::from([("index.html".to_owned(), Vec::new())]);
        let error = assemble("", &assets).unwrap_err().to_string();
        assert!(error.contains("two files of the page are called index.html"), "{error}");
    }

    fn values() -> BTreeMap<&'static str, String> {
        BTreeMap::from([("app_js", "app-1.js".to_owned()), ("style_css", "style-2.css".to_owned())])
    }

    #[test]
    fn placeholders_are_replaced_wherever_they_are() {
        let template = "<link href=\"{{style_css}}\"><script src={{ app_js }}></script>{{app_js}}";
        let filled = fill(template, &values()).unwrap();
        assert_eq!(filled, "<link href=\"style-2.css\"><script src=app-1.js></script>app-1.js");
        assert_eq!(fill("no placeholder {here}", &values()).unwrap(), "no placeholder {here}");
    }

    #[test]
    fn an_unknown_placeholder_is_an_error_that_names_it() {
        let error = fill("one\ntwo {{app_jss}}", &values()).unwrap_err().to_string();
        assert_eq!(
            error,
            "line 2 of the template has the unknown placeholder {{app_jss}} (known are: app_js, style_css)"
        );
    }

    #[test]
    fn an_unclosed_placeholder_is_an_error() {
        let error = fill("{{app_js", &values()).unwrap_err().to_string();
        assert!(error.contains("not closed"), "{error}");
    }
}
