//! What workers answer, for tests that speak to them without the page.

use anyhow::{Context as _, Result};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Map, Value};
use tengen_analysis::wire;

/// Reads answers that a script has collected as arrays of bytes. Each becomes an object with the name of its kind as `type`.
pub fn read_answers<T: Serialize + DeserializeOwned>(collected: Value) -> Result<Vec<Value>> {
    let collected: Vec<Vec<u8>> = serde_json::from_value(collected).context("expected lists of bytes")?;
    collected
        .iter()
        .map(|bytes| {
            let response: T = wire::read(bytes)?;
            Ok(with_type(serde_json::to_value(response)?))
        })
        .collect()
}

/// `{"kind": {…}}` as `{"type": "kind", …}`.
fn with_type(answer: Value) -> Value {
    let mut flat = Map::new();
    match answer {
        Value::Object(kinds) => {
            for (kind, fields) in kinds {
                flat.insert("type".to_owned(), Value::String(kind));
                if let Value::Object(fields) = fields {
                    flat.extend(fields);
                }
            }
        }
        kind => drop(flat.insert("type".to_owned(), kind)),
    }
    Value::Object(flat)
}
