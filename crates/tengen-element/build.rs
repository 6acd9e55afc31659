//! Copies the element's texts from the catalogues, so that the element need not contain a reader of catalogues, which would be half of its
//! size.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

include!("src/keys.rs");

const LANGUAGES: [(&str, &str); 2] = [("ENGLISH", "en.ftl"), ("CHINESE", "zh-Hans.ftl")];
/// What the names of a language's catalogues begin with: the texts of the board, and all others.
const CATALOGUES: [&str; 2] = ["board.", ""];

fn main() {
    // The variable is read when the script runs, because a compiled script may be used for a copy of the sources in another folder.
    let manifest = env::var_os("CARGO_MANIFEST_DIR").expect("cargo sets CARGO_MANIFEST_DIR");
    let folder = Path::new(&manifest).join("../tengen-text/locales");
    let mut source = String::new();
    for (name, file) in LANGUAGES {
        let mut texts = BTreeMap::new();
        for kind in CATALOGUES {
            let path = folder.join(format!("{kind}{file}"));
            println!("cargo::rerun-if-changed={}", path.display());
            let catalogue =
                fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
            texts.extend(plain_texts(&catalogue, file));
        }
        let _ = writeln!(source, "const {name}: [&str; {}] = [", KEYS.len());
        for key in KEYS {
            let text = texts.get(*key).unwrap_or_else(|| panic!("{file} has no plain text `{key}`"));
            let _ = writeln!(source, "    {text:?},");
        }
        source.push_str("];\n");
    }
    println!("cargo::rerun-if-changed=src/keys.rs");
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo names a directory for the output"));
    fs::write(out.join("texts.rs"), source).expect("the output can be written");
}

/// All plain messages: text, and variables as `{name}`.
fn plain_texts(catalogue: &str, file: &str) -> BTreeMap<String, String> {
    let resource = fluent_syntax::parser::parse(catalogue);
    let resource = resource.unwrap_or_else(|(_, faults)| panic!("{file}: {faults:?}"));
    let mut texts = BTreeMap::new();
    for entry in resource.body {
        if let Entry::Message(message) = entry
            && let Some(text) = message.value.as_ref().and_then(plain)
        {
            texts.insert(message.id.name.to_owned(), text);
        }
    }
    texts
}

fn plain(pattern: &Pattern<&str>) -> Option<String> {
    let mut text = String::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { value } => text.push_str(value),
            PatternElement::Placeable { expression: Expression::Inline(inline) } => match inline {
                InlineExpression::VariableReference { id } => {
                    let _ = write!(text, "{{{}}}", id.name);
                }
                InlineExpression::StringLiteral { value } => text.push_str(value),
                _ => return None,
            },
            PatternElement::Placeable { .. } => return None,
        }
    }
    Some(text)
}
