use serde::Deserialize;

use super::Request;

/// A text that is no request.
#[derive(Debug, thiserror::Error)]
#[error("the engine cannot read this request: {source}")]
pub struct RequestError {
    /// The request's `id`, if that can be read, so that whoever asked can be told.
    pub id: Option<u32>,
    /// What is wrong with it.
    pub source: serde_json::Error,
}

impl Request {
    /// Reads a request.
    ///
    /// # Errors
    /// When the text is no JSON, or lacks something.
    pub fn read(text: &str) -> Result<Request, RequestError> {
        serde_json::from_str(text).map_err(|source| RequestError { id: id_of(text), source })
    }
}

fn id_of(text: &str) -> Option<u32> {
    #[derive(Deserialize)]
    struct Named {
        id: u32,
    }
    serde_json::from_str::<Named>(text).ok().map(|named| named.id)
}

#[cfg(test)]
mod tests {
    use proptest::collection::vec;
    use proptest::prelude::*;
    use proptest::sample::{Index, select};

    use super::*;

    const REQUESTS: [&str; 9] = [
        r#"{"type":"search","id":1,"position":{"rule":"renju","size":15,"moves":[[7,7],null]},
            "limits":{"time_ms":9,"lines":3,"moves":[[1,2]],"excluded":[[3,4]]},"opponent":"game-tree",
            "tuning":{"depth":4,"breadth":9}}"#,
        r#"{"type":"explain","id":2,"position":{"rule":"renju","size":15,"moves":[]},"point":[7,7]}"#,
        r#"{"type":"solve","id":3,"position":{"rule":"caro","size":15,"moves":[]},"attacker":"white",
            "means":"vct","limits":{"nodes":5}}"#,
        r#"{"type":"threats","id":4,"position":{"rule":"standard","size":9,"setup":"","moves":[]}}"#,
        r#"{"type":"candidates","id":9,"position":{"rule":"renju","size":15,"moves":[[7,7]]},"most":10}"#,
        r#"{"type":"stop","id":5}"#,
        r#"{"type":"bench","id":6,"depth":3}"#,
        r#"{"type":"review","id":8,"start":{"rule":"renju","size":15,"moves":[]},"moves":[[7,7],null],"effort":"thorough",
            "limits":{"nodes":9},"proved":[{"played":1,"score":{"mate":-4},"line":[[6,6],null]}]}"#,
        r#"{"type":"decide","id":7,"opening":"15.swap2.h8h9j7","rule":"caro","limits":{"nodes":9}}"#,
    ];

    #[test]
    fn requests_are_read_and_written() {
        for text in REQUESTS {
            let request = Request::read(text).unwrap();
            let written = serde_json::to_string(&request).unwrap();
            assert_eq!(Request::read(&written).unwrap(), request);
        }
    }

    #[test]
    fn a_request_that_lacks_something_still_has_its_id() {
        let cases = [
            (r#"{"type":"explain","id":9,"point":[1,1]}"#, Some(9), "missing field `position`"),
            (
                r#"{"id":9,"type":"solve","position":{"rule":"renju","size":15,"moves":[]},"attacker":"red","means":"vcf"}"#,
                Some(9),
                "unknown variant `red`, expected `black` or `white`",
            ),
            (r#"{"type":"conquer","id":4}"#, Some(4), "unknown variant `conquer`"),
            (r#"{"type":"stop","id":-1}"#, None, "invalid value"),
            ("", None, "EOF"),
            (r#"{"type":"stop","id":5"#, None, "EOF"),
        ];
        for (text, id, expected) in cases {
            let error = Request::read(text).unwrap_err();
            assert_eq!(error.id, id, "{text}");
            assert!(error.to_string().contains(expected), "{error}");
        }
    }

    proptest! {
        /// Whatever comes is read or refused, and what is read is written as it was.
        #[test]
        fn mangled_requests_break_nothing(
            text in select(&REQUESTS[..]),
            changes in vec((any::<Index>(), any::<Index>(), select(&b"\"{}[],:0123456789-.eE ntf\\\xff"[..])), 0..6),
            cut in any::<Option<Index>>(),
        ) {
            let mut bytes = text.as_bytes().to_vec();
            for (from, to, byte) in changes {
                match byte % 3 {
                    0 => { let at = from.index(bytes.len()); bytes[at] = byte; }
                    1 => { let at = from.index(bytes.len()); bytes.insert(at, byte); }
                    _ => { let (a, b) = (from.index(bytes.len()), to.index(bytes.len())); bytes.swap(a, b); }
                }
            }
            if let Some(cut) = cut {
                bytes.truncate(cut.index(bytes.len()));
            }
            let text = String::from_utf8_lossy(&bytes);
            match Request::read(&text) {
                Ok(request) => {
                    let written = serde_json::to_string(&request).unwrap();
                    prop_assert_eq!(Request::read(&written).unwrap(), request);
                }
                Err(error) => prop_assert!(error.to_string().starts_with("the engine cannot read")),
            }
        }
    }
}
