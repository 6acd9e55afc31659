//! Random rules and sizes, for the tests of the rules and of the file formats.

use proptest::prelude::*;
use tengen_game::{BoardSize, Rule, WinLength};

pub(crate) fn any_rule() -> impl Strategy<Value = Rule> {
    prop_oneof![
        Just(Rule::FREESTYLE),
        Just(Rule::Standard),
        Just(Rule::Renju),
        Just(Rule::Caro),
        Just(Rule::CaroExact),
        (1usize..=9).prop_map(|n| Rule::Free(WinLength::new(n).unwrap())),
    ]
}

/// Any size, and often 15×15, the size of some formats.
pub(crate) fn any_size() -> impl Strategy<Value = BoardSize> {
    prop_oneof![1 => Just(15), 2 => 3usize..=22].prop_map(|lines| BoardSize::new(lines).unwrap())
}
