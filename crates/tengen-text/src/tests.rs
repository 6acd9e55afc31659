use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};

use tengen_analysis::{Fact, ForcedWin, Means, Question, Shape, SolveStop, Undecided};
use tengen_game::{BoardSize, Color, ForbiddenKind, Move, Point};

use super::*;

/// The variables of each message.
fn messages(language: Language) -> BTreeMap<String, BTreeSet<String>> {
    let mut messages = BTreeMap::new();
    let parse = |catalogue| {
        let parsed = fluent_syntax::parser::parse(catalogue);
        parsed.unwrap_or_else(|(_, faults)| panic!("{}: {faults:?}", language.code()))
    };
    let all = [
        language.board_catalogue(),
        language.catalogue(),
        language.online_catalogue(),
        language.moderation_catalogue(),
    ];
    let catalogues = all.map(parse);
    for entry in catalogues.into_iter().flat_map(|resource| resource.body) {
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
            // Large numbers have several units, of which each language uses some. The location of a fault is either translated or in the
            // words of the program.
            if ["nodes", "speed", "count-short", "fault"].contains(&key.as_str()) {
                continue;
            }
            // Messages of programs and browsers are in English, and are left out in other languages.
            let may_lack = |name: &&String| language != Language::English && *name == "reason";
            let lacking: Vec<&String> = variables.difference(found).filter(|name| !may_lack(name)).collect();
            let unknown: Vec<&String> = found.difference(variables).collect();
            assert!(lacking.is_empty(), "{key} in {} lacks {lacking:?}", language.code());
            assert!(unknown.is_empty(), "{key} in {} has {unknown:?}", language.code());
        }
        assert_eq!(other.len(), english.len(), "{} has messages that English lacks", language.code());
    }
}

/// The page, the element and the desktop program use literal keys; each key must exist, and each text must be used by
/// one of them, or in an explanation or remark.
#[test]
fn the_page_and_the_catalogues_agree_on_their_keys() {
    let keys = messages(Language::English);
    let mut sources = String::new();
    let askers =
        ["tengen-analysis", "tengen-board", "tengen-desktop", "tengen-element", "tengen-match", "tengen-web"];
    let askers = askers.map(|asker| format!("{asker}/src"));
    for asker in askers.iter().map(String::as_str).chain(["tengen-server/src/online/moderation"]) {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join(asker);
        read_sources(&folder, &mut sources);
    }
    sources.push_str(include_str!("explanation.rs"));
    sources.push_str(include_str!("remark.rs"));
    for (marker, quoted) in sources.match_indices("text(\"").chain(sources.match_indices("text_with(\"")) {
        let key = sources[marker + quoted.len()..].split('"').next().unwrap();
        assert!(keys.contains_key(key), "the page asks for `{key}`, which no catalogue has");
    }
    for key in keys.keys() {
        assert!(sources.contains(&format!("\"{key}\"")), "no source uses `{key}`");
    }
}

#[test]
fn facts_have_texts_in_every_language() {
    let size = BoardSize::FIFTEEN;
    let points = |text: &str| text.split(' ').map(|name| Point::parse(name, size).unwrap()).collect();
    let makes = |shape| Fact::Makes { shape, cells: points("h8 h9 h10") };
    let line = ["i8", "j8", "k8"].map(|name| Move::Place(Point::parse(name, size).unwrap())).to_vec();
    let allows = Fact::AllowsWin(ForcedWin { means: Means::Vct, moves: 2, line });
    let cases = [
        (Color::Black, 5, makes(Shape::FourThree), "Makes a four-three: h8 h9 h10.", "形成四三：h8 h9 h10。"),
        (
            Color::Black,
            3,
            makes(Shape::OpenFour),
            "Makes an open row of 2: h8 h9 h10.",
            "形成活的 2 子：h8 h9 h10。",
        ),
        (
            Color::White,
            5,
            allows,
            "Allows Black a win by fours and threes in 2 moves: i8 j8 k8.",
            "让黑棋可以连续攻击取胜，2 手可胜：i8 j8 k8。",
        ),
        (
            Color::Black,
            5,
            Fact::Forbidden(ForbiddenKind::DoubleThree),
            "Loses: the point is forbidden for Black (double-three).",
            "判负：此点是黑棋禁手（三三）。",
        ),
        (Color::Black, 5, Fact::Quiet { twos: Vec::new() }, "No direct threat.", "没有直接威胁。"),
    ];
    for (mover, win_length, fact, english, chinese) in cases {
        let sentence =
            |language| Sentences { language, mover, size, win_length, expert_terms: false }.fact(&fact);
        assert_eq!(
            (sentence(Language::English), sentence(Language::Chinese)),
            (english.to_owned(), chinese.to_owned())
        );
    }
    let open = Undecided { question: Question::AllowsWin, means: Means::Vcf, stop: SolveStop::Nodes };
    let (language, mover) = (Language::English, Color::Black);
    let sentences = Sentences { language, mover, size, win_length: 5, expert_terms: false };
    assert_eq!(
        sentences.undecided(&open),
        "Undecided (node limit): does it allow White a win by fours alone?"
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
fn the_texts_of_online_play_are_there_once_they_are_added() {
    let abort = || text(Language::Chinese, "online-abort", &[]);
    assert_eq!(abort(), "{online-abort}");
    add_online_play();
    add_online_play();
    assert_eq!(abort(), "取消对局");
    assert_eq!(text(Language::English, "online-abort", &[]), "Abort");
}

#[test]
fn a_chinese_text_has_spaces_around_latin_names_alone() {
    add_online_play();
    let waiting = |name: &str| text(Language::Chinese, "online-turn-of", &[("name", name.into())]);
    assert_eq!(waiting("Ada"), "等待 Ada 落子。");
    assert_eq!(waiting("波波"), "等待波波落子。");
    // The spaces of a name are kept.
    assert_eq!(waiting("波 波"), "等待波 波落子。");
    assert_eq!(text(Language::Chinese, "you-named", &[("name", "波波".into())]), "你 · 波波");
    assert_eq!(text(Language::English, "online-turn-of", &[("name", "波波".into())]), "Waiting for 波波.");
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
