//! Reading any book returns openings that can be played, or an error.

use std::collections::BTreeSet;

use proptest::prelude::*;
use tengen_arena::openings::Book;
use tengen_game::{BoardSize, Rule};

/// Lines that are nearly right.
fn any_line() -> impl Strategy<Value = String> {
    prop_oneof![
        "([a-p][1-9][0-5]?){0,12}",
        "(-?[0-9]{1,2}, ?){0,8}-?[0-9]",
        "[ -~]{0,20}",
        Just("(;GM[4]SZ[15];B[hh](;W[ig])(;W[hg]))".to_owned()),
        Just("# a comment".to_owned()),
        Just(String::new()),
    ]
}

fn check(bytes: &[u8], rule: Rule, size: BoardSize) -> Result<(), TestCaseError> {
    match Book::read(bytes, rule, size) {
        Ok(book) => {
            prop_assert!(!book.openings().is_empty());
            for opening in book.openings() {
                let position = opening.position();
                prop_assert_eq!((position.rule(), position.size()), (rule, size));
                prop_assert!(!position.is_over() && opening.line() >= 1);
            }
        }
        Err(error) => prop_assert!(!error.to_string().is_empty()),
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_can_be_read(lines in prop::collection::vec(any_line(), 0..6), rule in 0..5usize, lines_a_side in 3..23usize) {
        let size = BoardSize::new(lines_a_side).unwrap();
        check(lines.join("\n").as_bytes(), Rule::NAMED[rule], size)?;
    }

    #[test]
    fn any_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..60), rule in 0..5usize) {
        check(&bytes, Rule::NAMED[rule], BoardSize::FIFTEEN)?;
    }

    #[test]
    fn any_packed_bytes_can_be_read(bytes in prop::collection::vec(any::<u8>(), 0..60), is_sound in any::<bool>()) {
        let header: &[u8] = if is_sound { b"tengen openings 1 standard 15\n" } else { b"tengen openings " };
        check(&[header, &bytes].concat(), Rule::Standard, BoardSize::FIFTEEN)?;
    }

    /// Offsets and moves name the same points.
    #[test]
    fn offsets_are_points_about_the_centre(
        points in prop::collection::hash_set((-7i16..8, -7i16..8), 1..5), size in 15..23usize
    ) {
        let size = BoardSize::new(size).unwrap();
        let offsets: Vec<String> = points.iter().map(|(x, y)| format!("{x},{y}")).collect();
        let names: Vec<String> = points
            .iter()
            .map(|&(x, y)| size.center().offset(x, y, size).unwrap().on(size).to_string())
            .collect();
        let book = Book::read(offsets.join(", ").as_bytes(), Rule::Standard, size).unwrap();
        prop_assert_eq!(book.openings()[0].to_string(), names.join(" "));
    }
}

#[test]
fn varied_openings_are_different_and_of_all_phases() {
    let books = [
        (Rule::FREESTYLE, BoardSize::FIFTEEN),
        (Rule::FREESTYLE, BoardSize::TWENTY),
        (Rule::Standard, BoardSize::FIFTEEN),
        (Rule::Renju, BoardSize::FIFTEEN),
    ];
    for (rule, size) in books {
        let book = Book::varied(rule, size).unwrap();
        let positions: Vec<_> = book.openings().iter().map(|opening| opening.position()).collect();
        let keys: BTreeSet<_> = positions.iter().map(|position| position.canonical_key().0).collect();
        assert!(positions.len() >= 985 && keys.len() == positions.len(), "{rule} on {size}");
        for stones in [4..=7, 8..=13, 14..=21, 22..=34] {
            let count = positions.iter().filter(|position| stones.contains(&position.moves().len())).count();
            assert!((200..=300).contains(&count), "{rule} on {size}: {count} of {stones:?} stones");
        }
    }
    let none = Book::varied(Rule::Standard, BoardSize::TWENTY).unwrap_err().to_string();
    assert!(none.ends_with("found standard on 20×20; `tengen openings` makes others"), "{none}");
}

#[test]
fn built_in_openings_are_different_and_fit_on_small_boards() {
    for rule in Rule::NAMED {
        let book = Book::balanced(rule, BoardSize::FIFTEEN).unwrap();
        let keys: BTreeSet<_> =
            book.openings().iter().map(|opening| opening.position().canonical_key().0).collect();
        assert_eq!((book.openings().len(), keys.len()), (100, 100), "{rule}");
        for lines in [9, 10, 20, 22] {
            let size = BoardSize::new(lines).unwrap();
            assert_eq!(Book::balanced(rule, size).unwrap().openings().len(), 100, "{rule} {size}");
        }
        let small = Book::balanced(rule, BoardSize::new(8).unwrap()).unwrap_err().to_string();
        assert!(small.contains("offsets that stay on an 8"), "{small}");
    }
    let none = Book::balanced("free-4".parse().unwrap(), BoardSize::FIFTEEN).unwrap_err().to_string();
    assert!(none.ends_with("found free-4"), "{none}");
}
