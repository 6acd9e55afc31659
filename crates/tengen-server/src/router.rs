//! The routes of the page, and their answers.

use std::io;
use std::sync::Arc;

use axum::Router;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri, header};
use axum::middleware::{from_fn, map_response};
use axum::response::{Html, IntoResponse, Response};
use axum::routing::get;

use crate::headers::{add_security_headers, demand_host};
use crate::negotiate::{Encoding, accepts, has_copy};
use crate::page::{Page, PageFile};

/// The answer at `/` when the program was built without the page.
const PAGE_MISSING: &str = include_str!("page_missing.html");

/// The caching of files whose name changes with their contents: browsers never request them again.
const KEEP: HeaderValue = HeaderValue::from_static("public, max-age=31536000, immutable");
/// The caching of files with a fixed name: browsers keep a copy, but validate it each time.
const ASK: HeaderValue = HeaderValue::from_static("no-cache");

/// The answers of the server, without the network: the page's files, and `/health`.
///
/// A request without the `Host` that HTTP/1.1 requires is answered with 400.
pub fn router(page: Page) -> Router {
    router_with(page, Router::new())
}

/// Like [`router`], with further routes. Their answers have the same headers.
pub(crate) fn router_with(page: Page, others: Router) -> Router {
    Router::new()
        .route("/health", get(|| async { "ok" }))
        .fallback(get(page_file))
        .with_state(page)
        .merge(others)
        .layer(from_fn(demand_host))
        .layer(map_response(add_security_headers))
}

/// Answers with a file of the page.
async fn page_file(State(page): State<Page>, uri: Uri, headers: HeaderMap) -> Response {
    let name = uri.path().trim_start_matches('/');
    // The page of a folder, as on every static host.
    let of_folder = (name.is_empty() || name.ends_with('/')).then(|| format!("{name}index.html"));
    let name = of_folder.as_deref().unwrap_or(name);
    match page.file(name) {
        Some(file) => send(name, file, &headers).await,
        None if name == "index.html" => page_missing(),
        None => not_found(),
    }
}

/// Sends a file in the best form that the browser accepts, or the status that its copy is current.
async fn send(name: &str, file: &Arc<PageFile>, request: &HeaderMap) -> Response {
    let encoding = file.encoding(|encoding| accepts(request, encoding));
    let etag = file.etag(encoding);
    let mut response = if has_copy(request, &etag) {
        StatusCode::NOT_MODIFIED.into_response()
    } else {
        let bytes = match file.bytes(encoding).await {
            Ok(bytes) => bytes,
            Err(error) => return damaged(name, &error),
        };
        let mut response = Body::from(bytes).into_response();
        response.headers_mut().insert(header::CONTENT_TYPE, file.media_type.clone());
        if encoding != Encoding::Identity {
            let name = HeaderValue::from_static(encoding.name());
            response.headers_mut().insert(header::CONTENT_ENCODING, name);
        }
        response
    };
    let headers = response.headers_mut();
    headers.insert(header::ETAG, etag);
    headers.insert(header::CACHE_CONTROL, if file.immutable { KEEP } else { ASK });
    if file.is_negotiated() {
        headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    }
    response
}

/// The answer for a compressed file that cannot be decompressed.
fn damaged(name: &str, error: &io::Error) -> Response {
    let text = format!("The file {name} of the page is damaged: {error}\n");
    (StatusCode::INTERNAL_SERVER_ERROR, [(header::CACHE_CONTROL, "no-store")], text).into_response()
}

fn page_missing() -> Response {
    (StatusCode::SERVICE_UNAVAILABLE, [(header::CACHE_CONTROL, "no-store")], Html(PAGE_MISSING))
        .into_response()
}

fn not_found() -> Response {
    (StatusCode::NOT_FOUND, [(header::CACHE_CONTROL, "no-store")], "There is nothing at this address.\n")
        .into_response()
}
