//! Tengen's own format: round trips of random records, and any text.

use crate::records::any_record;
use proptest::prelude::*;
use serde::{Deserialize, Serialize};
use tengen_formats::{json, without};
use tengen_game::Record;

/// A record as a field of another type.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Holder {
    #[serde(with = "json")]
    record: Record,
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 256, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn records_survive_their_json(record in any_record()) {
        prop_assert_eq!(&json::read(&json::write(&record)).unwrap(), &record);
        prop_assert_eq!(&without(&record, &[]), &record);
        let holder = Holder { record };
        let text = serde_json::to_string(&holder).unwrap();
        prop_assert_eq!(serde_json::from_str::<Holder>(&text).unwrap(), holder);
    }

    #[test]
    fn the_reader_survives_any_text(text in "\\PC*") {
        let _ = json::read(&text);
    }
}
