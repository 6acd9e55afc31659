use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use super::*;

/// Each message's variables.
fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_syntax::parser::parse(language.catalogue())
        .unwrap_or_else(|(_, faults)| panic!("{}: {faults:?}", language.code()));
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        let Entry::Message(message) = entry else { continue };
        let mut variables = BTreeSet::new();
        let pattern = message.value.unwrap_or_else(|| panic!("{} has no text", message.id.name));
        collect(&pattern, &mut variables);
        let twice = messages.insert(message.id.name.to_owned(), variables);
        assert!(twice.is_none(), "{} is there twice in {}", message.id.name, language.code());
    }
    messages
}

fn collect(pattern: &Pattern<&str>, variables: &mut BTreeSet<String>) {
    for element in &pattern.elements {
        let PatternElement::Placeable { expression } = element else { continue };
        let inline = match expression {
            Expression::Inline(inline) => inline,
            Expression::Select { selector, variants } => {
                for variant in variants {
                    collect(&variant.value, variables);
                }
                selector
            }
        };
        if let InlineExpression::VariableReference { id } = inline {
            variables.insert(id.name.to_owned());
        }
    }
}

#[test]
fn all_languages_have_the_same_messages_with_the_same_variables() {
    let english = messages(Language::English);
    assert!(english.len() > 20);
    for language in Language::ALL {
        let other = messages(language);
        for (key, variables) in &english {
            let found = other.get(key).unwrap_or_else(|| panic!("{key} is not in {}", language.code()));
            // Large numbers come in several units, of which each language takes its own, and faults say where they are in words
            // of our own or in the program's.
            if ["nodes", "speed", "count-short", "fault"].contains(&key.as_str()) {
                continue;
            }
            // What programs and browsers say is in English, and is left out elsewhere.
            let may_lack = |name: &&String| language != Language::English && *name == "reason";
            let lacking: Vec<&String> = variables.difference(found).filter(|name| !may_lack(name)).collect();
            let unknown: Vec<&String> = found.difference(variables).collect();
            assert!(lacking.is_empty(), "{key} in {} lacks {lacking:?}", language.code());
            assert!(unknown.is_empty(), "{key} in {} has {unknown:?}", language.code());
        }
        assert_eq!(other.len(), english.len(), "{} has messages that English lacks", language.code());
    }
}

/// The page, the element and the desktop program ask for texts by literal keys; each must exist, and each text must be asked for, by
/// one of them or for an explanation.
#[test]
fn the_page_and_the_catalogues_agree_on_their_keys() {
    let keys = messages(Language::English);
    let mut sources = String::new();
    for asker in ["tengen-desktop", "tengen-element", "tengen-frontend", "tengen-web"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(asker);
        read_sources(&folder.join("src"), &mut sources);
    }
    sources.push_str(include_str!("explanation.rs"));
    for (marker, quoted) in sources.match_indices("text(\"").chain(sources.match_indices("text_with(\"")) {
        let key = sources[marker + quoted.len()..].split('"').next().unwrap();
        assert!(keys.contains_key(key), "the page asks for `{key}`, which no catalogue has");
    }
    for key in keys.keys() {
        assert!(sources.contains(&format!("\"{key}\"")), "nobody asks for `{key}`");
    }
}

#[test]
fn facts_are_told_in_every_language() {
    let points = [["h8", "h9", "h10"].map(str::to_owned).to_vec()];
    let line = ["i8".to_owned(), "j8".to_owned(), "k8".to_owned()];
    let makes = Said { fact: "makes", win_length: 5, rows: &points, ..Said::default() };
    let wins = Said { mover: "white", means: "vct", moves: 2, line: &line, ..Said::default() };
    let forbidden = Said { reason: "double-three", rows: &points[..0], ..Said::default() };
    let cases = [
        (Said { shape: "four-three", ..makes }, "Makes a four-three: h8 h9 h10.", "形成四三：h8 h9 h10。"),
        (
            Said { shape: "open-four", win_length: 3, ..makes },
            "Makes an open row of 2: h8 h9 h10.",
            "形成活的 2 子：h8 h9 h10。",
        ),
        (
            Said { fact: "allows-win", ..wins },
            "Allows Black a win by continuous threats (VCT) in 2 moves: i8 j8 k8.",
            "让黑棋得到连续攻击取胜（VCT），2 手可胜：i8 j8 k8。",
        ),
        (
            Said { fact: "forbidden", ..forbidden },
            "Loses: the point is forbidden for Black (double-three).",
            "负棋：此点是黑棋禁手（三三）。",
        ),
        (Said { fact: "quiet", ..forbidden }, "No direct threat.", "没有直接威胁。"),
        (Said { fact: "flies", ..makes }, "{flies}", "{flies}"),
    ];
    for (said, english, chinese) in cases {
        assert_eq!(said.sentence(Language::English), english);
        assert_eq!(said.sentence(Language::Chinese), chinese);
    }
    assert_eq!(
        undecided(Language::English, "allows-win", "vcf", "nodes", "black"),
        "Undecided (node limit): does it allow White a win by continuous fours (VCF)?"
    );
}

fn read_sources(folder: &Path, sources: &mut String) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            read_sources(&path, sources);
        } else {
            sources.push_str(&std::fs::read_to_string(path).unwrap());
        }
    }
}

#[test]
fn a_missing_key_can_be_seen() {
    assert_eq!(text(Language::English, "no-such-key", &[]), "{no-such-key}");
}

#[test]
fn language_codes_are_read_leniently() {
    assert_eq!(Language::from_code("zh-CN"), Some(Language::Chinese));
    assert_eq!(Language::from_code("zh-Hans"), Some(Language::Chinese));
    assert_eq!(Language::from_code("EN_us"), Some(Language::English));
    assert_eq!(Language::from_code("fr"), None);
    for language in Language::ALL {
        assert_eq!(Language::from_code(language.code()), Some(language));
    }
}
