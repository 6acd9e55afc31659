//! The two request headers that shorten an answer.

use axum::http::{HeaderMap, HeaderValue, header};

/// The encoding of a file's bytes in an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Encoding {
    /// The bytes without compression.
    Identity,
    /// The bytes compressed by Brotli; browsers accept it only over HTTPS and from the local machine.
    Brotli,
    /// The bytes compressed by gzip.
    Gzip,
}

impl Encoding {
    /// The name of the encoding in headers.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Identity => "identity",
            Self::Brotli => "br",
            Self::Gzip => "gzip",
        }
    }

    /// The name of the encoding in entity tags.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::Identity => "id",
            Self::Brotli => "br",
            Self::Gzip => "gz",
        }
    }
}

/// Whether `Accept-Encoding` names this encoding, or `*`, and does not refuse it with `q=0`.
///
/// Finer preferences are ignored: the smallest accepted form is always the best one to send.
pub(crate) fn accepts(headers: &HeaderMap, encoding: Encoding) -> bool {
    let mut wildcard = false;
    for item in list_items(headers, header::ACCEPT_ENCODING) {
        let mut parts = item.split(';').map(str::trim);
        let name = parts.next().unwrap_or_default();
        let wanted = !parts.any(is_zero_quality);
        if name.eq_ignore_ascii_case(encoding.name()) {
            return wanted;
        }
        wildcard |= name == "*" && wanted;
    }
    wildcard
}

/// Whether a parameter is `q=0`, `q=0.0` and so on.
fn is_zero_quality(parameter: &str) -> bool {
    let value = parameter.split_once('=').filter(|(name, _)| name.trim().eq_ignore_ascii_case("q"));
    value.is_some_and(|(_, value)| value.trim().parse::<f32>().is_ok_and(|quality| quality == 0.0))
}

/// Whether `If-None-Match` contains this entity tag, so that the browser's copy is current.
///
/// The comparison is the weak one, as RFC 9110 section 13.1.2 requires for this header.
pub(crate) fn has_copy(headers: &HeaderMap, etag: &HeaderValue) -> bool {
    let Ok(etag) = etag.to_str() else { return false };
    list_items(headers, header::IF_NONE_MATCH)
        .any(|item| item == "*" || item.strip_prefix("W/").unwrap_or(item) == etag)
}

/// The items of a header whose value is a list with commas. The server's entity tags contain no comma.
fn list_items(headers: &HeaderMap, name: header::HeaderName) -> impl Iterator<Item = &str> {
    headers
        .get_all(name)
        .iter()
        .filter_map(|value| value.to_str().ok())
        .flat_map(|value| value.split(','))
        .map(str::trim)
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::{Encoding, accepts, has_copy};

    #[test]
    fn encodings_are_accepted_by_name_and_refused_by_quality() {
        let accepted = |value: &'static str, encoding| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_static(value));
            accepts(&headers, encoding)
        };
        assert!(accepted("gzip, deflate, br, zstd", Encoding::Brotli));
        assert!(accepted("GZIP;q=0.5", Encoding::Gzip));
        assert!(accepted("*", Encoding::Brotli));
        assert!(!accepted("gzip, br;q=0", Encoding::Brotli));
        assert!(!accepted("br; q=0.000, *", Encoding::Brotli));
        assert!(!accepted("deflate", Encoding::Gzip));
        assert!(!accepts(&HeaderMap::new(), Encoding::Gzip));
    }

    #[test]
    fn a_copy_is_recognised_by_any_of_its_tags() {
        let etag = HeaderValue::from_static("\"abc\"");
        let has = |value: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(header::IF_NONE_MATCH, HeaderValue::from_static(value));
            has_copy(&headers, &etag)
        };
        assert!(has("\"abc\""));
        assert!(has("\"x\", W/\"abc\""));
        assert!(has("*"));
        assert!(!has("\"x\""));
        assert!(!has_copy(&HeaderMap::new(), &etag));
    }
}
