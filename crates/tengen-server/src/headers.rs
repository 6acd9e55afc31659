//! The security headers that go with every answer.

use axum::http::{HeaderName, HeaderValue, header};
use axum::response::Response;

/// What the page may load and do. Scripts, workers and connections come from this server alone;
/// inline scripts are refused, inline styles are not, because the board's SVG uses them.
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

/// Powerful features the page does not need. What it does need (sound, full screen, the clipboard,
/// keeping the screen awake) is left to the browser's defaults.
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

/// Adds the security headers to an answer.
pub(crate) async fn add_security_headers(mut response: Response) -> Response {
    for (name, value) in SECURITY_HEADERS {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    response
}
