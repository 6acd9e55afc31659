//! Headers: `Host`, which every request must have and which names the server, and the security headers of every answer.

use axum::extract::Request;
use axum::http::uri::Authority;
use axum::http::{HeaderMap, HeaderName, HeaderValue, StatusCode, Version, header};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};

/// The content security policy of the page. Scripts, workers and connections come from this server alone; inline scripts are refused,
/// inline styles are not, because the board's SVG uses them.
const CONTENT_SECURITY_POLICY: &str = "default-src 'self'; \
    script-src 'self' 'wasm-unsafe-eval'; \
    worker-src 'self' blob:; \
    style-src 'self' 'unsafe-inline'; \
    img-src 'self' data: blob:; \
    media-src 'self' data: blob:; \
    connect-src 'self'; \
    base-uri 'none'; \
    form-action 'none'; \
    frame-ancestors 'self'; \
    object-src 'none'";

/// The powerful features that the page does not need. Those that it needs (sound, full screen, the clipboard, keeping the screen awake)
/// keep the browser's defaults.
const PERMISSIONS_POLICY: &str = "accelerometer=(), browsing-topics=(), camera=(), display-capture=(), \
    geolocation=(), gyroscope=(), magnetometer=(), microphone=(), midi=(), payment=(), usb=()";

/// The two `Cross-Origin` policies together make the page "cross-origin isolated", which shared
/// memory, and with it a threaded engine, requires.
const SECURITY_HEADERS: [(HeaderName, &str); 7] = [
    (header::CONTENT_SECURITY_POLICY, CONTENT_SECURITY_POLICY),
    (header::X_CONTENT_TYPE_OPTIONS, "nosniff"),
    (header::REFERRER_POLICY, "no-referrer"),
    (HeaderName::from_static("permissions-policy"), PERMISSIONS_POLICY),
    (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
    (HeaderName::from_static("cross-origin-embedder-policy"), "require-corp"),
    (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
];

/// Adds the security headers to an answer. An answer with stricter headers of its own keeps them.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().entry(name).or_insert(HeaderValue::from_static(value));
    }
    response
}

/// Requires browsers to use only HTTPS for this host for a year.
#[cfg(feature = "online")]
pub(crate) async fn demand_https(mut response: Response) -> Response {
    let year = HeaderValue::from_static("max-age=31536000");
    response.headers_mut().insert(header::STRICT_TRANSPORT_SECURITY, year);
    response
}

/// Allows pages of all sites to read an answer that is public. Browsers then send no cookies with the request, so that the answer is that
/// for a stranger.
#[cfg(feature = "online")]
pub(crate) async fn share_with_all_sites(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    headers.insert(
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("cross-origin"),
    );
    response
}

/// Answers with 400 if a request violates RFC 9112, section 3.2: under HTTP/1.1 every request has exactly one `Host`, and a valid one.
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
    // An authority may contain a user as well, which a host must not.
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
