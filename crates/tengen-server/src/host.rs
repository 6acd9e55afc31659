//! The `Host` of a request, which names the server that the client means.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// Answers with 400 where RFC 9112, section 3.2, requires that: under HTTP/1.1 every request has
/// exactly one `Host`, and a valid one.
pub(crate) async fn demand_host(request: Request, next: Next) -> Response {
    if request.version() == Version::HTTP_11 && !has_host(request.headers()) {
        let text = "Under HTTP/1.1 a request needs exactly one valid `Host` header.\n";
        return (StatusCode::BAD_REQUEST, [(header::CACHE_CONTROL, "no-store")], text).into_response();
    }
    next.run(request).await
}

fn has_host(headers: &HeaderMap) -> bool {
    let mut hosts = headers.get_all(header::HOST).iter();
    let (Some(host), None) = (hosts.next(), hosts.next()) else { return false };
    // An authority may name a user as well, which a host must not.
    let is_valid = |host: &[u8]| Authority::try_from(host).is_ok() && !host.contains(&b'@');
    is_valid(host.as_bytes())
}

#[cfg(test)]
mod tests {
    use axum::http::{HeaderMap, HeaderValue, header};

    use super::has_host;

    #[test]
    fn one_valid_host_is_demanded() {
        let has = |hosts: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for host in hosts {
                headers.append(header::HOST, HeaderValue::from_static(host));
            }
            has_host(&headers)
        };
        for host in ["localhost", "127.0.0.1:8080", "[::1]:8080", "gomoku.example"] {
            assert!(has(&[host]), "{host}");
        }
        assert!(!has(&[]));
        assert!(!has(&["one.example", "two.example"]));
        for host in ["", "a b", "user@host", "http://host/", "host:port:port"] {
            assert!(!has(&[host]), "{host}");
        }
    }
}
