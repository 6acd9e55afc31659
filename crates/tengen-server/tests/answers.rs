//! The answers of the server, without a network.

#![forbid(unsafe_code)]
#![allow(clippy::unwrap_used, reason = "a test that cannot go on should fail on the spot")]

use std::fs;
use std::io::Read as _;
use std::path::{Path, PathBuf};

use axum::body::{Body, Bytes};
use axum::http::{HeaderValue, Request, Response, StatusCode, header};
use http_body_util::BodyExt as _;
use tengen_server::{Page, router};
use tower::ServiceExt as _;

/// A page like the one that `cargo xtask page` writes. The server never decodes a compressed form if it has the plain one, so that any
/// bytes will do for the compressed forms.
fn small_page() -> Page {
    let directory = tempfile::tempdir().unwrap();
    let write = |name: &str, contents: &str| fs::write(directory.path().join(name), contents).unwrap();
    write("index.html", "<!doctype html><title>Tengen</title>");
    write("app-0123abcd.wasm", "plain wasm");
    write("app-0123abcd.wasm.br", "brotli");
    write("app-0123abcd.wasm.gz", "gzip");
    write("icon.svg", "<svg/>");
    fs::create_dir(directory.path().join("snippets")).unwrap();
    write("snippets/inline.js", "export {}");
    Page::from_directory(directory.path()).unwrap()
}

/// The answer to a request. A `Host` is added, as every browser sends one.
async fn answer(page: Page, mut request: Request<Body>) -> (Response<()>, Bytes) {
    request.headers_mut().insert(header::HOST, HeaderValue::from_static("localhost"));
    let (parts, body) = router(page).oneshot(request).await.unwrap().into_parts();
    (Response::from_parts(parts, ()), body.collect().await.unwrap().to_bytes())
}

async fn get(path: &str) -> (Response<()>, Bytes) {
    answer(small_page(), Request::get(path).body(Body::empty()).unwrap()).await
}

async fn get_with(path: &str, name: header::HeaderName, value: &str) -> (Response<()>, Bytes) {
    answer(small_page(), Request::get(path).header(name, value).body(Body::empty()).unwrap()).await
}

fn value<'a>(response: &'a Response<()>, name: &str) -> &'a str {
    response.headers().get(name).map_or("", |value| value.to_str().unwrap())
}

#[tokio::test]
async fn the_page_is_at_the_root() {
    for path in ["/", "/index.html", "/?game=abc"] {
        let (response, body) = get(path).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        assert_eq!(value(&response, "content-type"), "text/html; charset=utf-8");
        assert_eq!(value(&response, "cache-control"), "no-cache");
        assert!(value(&response, "etag").starts_with('"'));
        assert!(body.starts_with(b"<!doctype html>"));
    }
    assert_eq!(get("/snippets/inline.js").await.0.status(), StatusCode::OK);
}

#[tokio::test]
async fn files_named_after_their_contents_are_cached_as_immutable() {
    let (response, _) = get("/app-0123abcd.wasm").await;
    assert_eq!(value(&response, "content-type"), "application/wasm");
    assert_eq!(value(&response, "cache-control"), "public, max-age=31536000, immutable");
    assert_eq!(value(&response, "vary"), "accept-encoding");
    let (response, _) = get("/icon.svg").await;
    assert_eq!(value(&response, "cache-control"), "no-cache");
}

#[tokio::test]
async fn the_smallest_accepted_form_is_sent() {
    for (accepted, encoding, expected) in [
        ("gzip, deflate, br", "br", "brotli"),
        ("gzip", "gzip", "gzip"),
        ("br;q=0, gzip", "gzip", "gzip"),
        ("identity", "", "plain wasm"),
    ] {
        let (response, body) = get_with("/app-0123abcd.wasm", header::ACCEPT_ENCODING, accepted).await;
        assert_eq!(value(&response, "content-encoding"), encoding, "{accepted}");
        assert_eq!(value(&response, "content-type"), "application/wasm");
        assert_eq!(body, expected);
    }
    // A file without compressed forms is sent in its plain form.
    let (response, body) = get_with("/icon.svg", header::ACCEPT_ENCODING, "br").await;
    assert_eq!((value(&response, "content-encoding"), body.as_ref()), ("", b"<svg/>".as_slice()));
    // The compressed forms have no address of their own.
    assert_eq!(get("/app-0123abcd.wasm.br").await.0.status(), StatusCode::NOT_FOUND);
}

#[tokio::test]
async fn a_copy_that_is_still_good_is_not_sent_again() {
    let (first, _) = get("/").await;
    let (second, body) = get_with("/", header::IF_NONE_MATCH, value(&first, "etag")).await;
    assert_eq!(second.status(), StatusCode::NOT_MODIFIED);
    assert_eq!(value(&second, "etag"), value(&first, "etag"));
    assert_eq!(value(&second, "cache-control"), "no-cache");
    assert!(body.is_empty());
    let (third, _) = get_with("/", header::IF_NONE_MATCH, "\"something else\"").await;
    assert_eq!(third.status(), StatusCode::OK);
}

#[tokio::test]
async fn every_encoding_has_its_own_tag() {
    let (plain, _) = get("/app-0123abcd.wasm").await;
    let (brotli, _) = get_with("/app-0123abcd.wasm", header::ACCEPT_ENCODING, "br").await;
    assert_ne!(value(&plain, "etag"), value(&brotli, "etag"));
}

#[tokio::test]
async fn head_is_get_without_the_body() {
    let request = Request::head("/app-0123abcd.wasm").body(Body::empty()).unwrap();
    let (response, body) = answer(small_page(), request).await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(value(&response, "content-type"), "application/wasm");
    assert_eq!(value(&response, "content-length"), "10");
    assert!(body.is_empty());
}

#[tokio::test]
async fn other_methods_and_unknown_paths_are_refused() {
    let request = Request::post("/").body(Body::empty()).unwrap();
    assert_eq!(answer(small_page(), request).await.0.status(), StatusCode::METHOD_NOT_ALLOWED);
    for path in ["/nothing", "/snippets", "/snippets/", "/..%2f..%2fetc/passwd", "/../Cargo.toml"] {
        assert_eq!(get(path).await.0.status(), StatusCode::NOT_FOUND, "{path}");
    }
}

#[tokio::test]
async fn health_says_ok() {
    let (response, body) = get("/health").await;
    assert_eq!(response.status(), StatusCode::OK);
    assert_eq!(body, "ok");
}

#[tokio::test]
async fn every_answer_carries_the_security_headers() {
    for path in ["/", "/health", "/nothing", "/app-0123abcd.wasm"] {
        let (response, _) = get(path).await;
        let policy = value(&response, "content-security-policy");
        for part in [
            "default-src 'self'",
            "script-src 'self' 'wasm-unsafe-eval'",
            "worker-src 'self' blob:",
            "object-src 'none'",
            "frame-ancestors 'self'",
        ] {
            assert!(policy.contains(part), "{path}: {part} is not in {policy}");
        }
        assert!(!policy.contains("  "), "the policy has no stray spaces: {policy}");
        assert_eq!(value(&response, "x-content-type-options"), "nosniff", "{path}");
        assert_eq!(value(&response, "referrer-policy"), "no-referrer", "{path}");
        assert_eq!(value(&response, "cross-origin-opener-policy"), "same-origin", "{path}");
        assert_eq!(value(&response, "cross-origin-embedder-policy"), "require-corp", "{path}");
        assert_eq!(value(&response, "cross-origin-resource-policy"), "same-origin", "{path}");
        assert!(value(&response, "permissions-policy").contains("camera=()"), "{path}");
    }
}

#[tokio::test]
async fn without_a_page_the_answer_says_what_to_do() {
    let directory = tempfile::tempdir().unwrap();
    let page = Page::from_directory(directory.path()).unwrap();
    assert!(!page.is_built());
    let request = Request::get("/").body(Body::empty()).unwrap();
    let (response, body) = answer(page, request).await;
    assert_eq!(response.status(), StatusCode::SERVICE_UNAVAILABLE);
    assert_eq!(value(&response, "content-type"), "text/html; charset=utf-8");
    assert!(String::from_utf8_lossy(&body).contains("cargo xtask play"));
}

/// A file's contents that compression makes shorter.
fn long_text() -> String {
    "A stone is placed on an empty point. ".repeat(100)
}

fn brotli(plain: &[u8]) -> Vec<u8> {
    let mut compressed = Vec::new();
    brotli::BrotliCompress(&mut &*plain, &mut compressed, &Default::default()).unwrap();
    compressed
}

fn unbrotli(compressed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    brotli::BrotliDecompress(&mut &*compressed, &mut plain).unwrap();
    plain
}

fn gunzip(compressed: &[u8]) -> Vec<u8> {
    let mut plain = Vec::new();
    flate2::read::GzDecoder::new(compressed).read_to_end(&mut plain).unwrap();
    plain
}

/// A page with one file that has only the form that a program embeds.
fn compressed_page(contents: &[u8]) -> Page {
    let directory = tempfile::tempdir().unwrap();
    fs::write(directory.path().join("app-0123abcd.wasm.br"), contents).unwrap();
    Page::from_directory(directory.path()).unwrap()
}

/// The answer to a request for that file.
async fn ask(page: &Page, method: &str, headers: &[(&str, &str)]) -> (Response<()>, Bytes) {
    let mut request = Request::builder().method(method).uri("/app-0123abcd.wasm");
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    answer(page.clone(), request.body(Body::empty()).unwrap()).await
}

#[tokio::test]
async fn a_file_that_is_stored_compressed_is_sent_in_every_form() {
    let text = long_text();
    let stored = brotli(text.as_bytes());
    let page = compressed_page(&stored);
    let mut tags = Vec::new();
    // Without the header, as `curl` and many programs send the request; over plain HTTP, as browsers in the local network do; over HTTPS.
    for (accepted, encoding) in
        [(None, ""), (Some("identity"), ""), (Some("gzip, deflate"), "gzip"), (Some("gzip, br"), "br")]
    {
        let headers: Vec<(&str, &str)> =
            accepted.map(|value| ("accept-encoding", value)).into_iter().collect();
        // The first answer makes the form, and the second one uses it.
        for _ in 0..2 {
            let (response, body) = ask(&page, "GET", &headers).await;
            assert_eq!(response.status(), StatusCode::OK, "{accepted:?}");
            assert_eq!(value(&response, "content-encoding"), encoding, "{accepted:?}");
            assert_eq!(value(&response, "content-type"), "application/wasm");
            assert_eq!(value(&response, "cache-control"), "public, max-age=31536000, immutable");
            assert_eq!(value(&response, "vary"), "accept-encoding");
            let plain = match encoding {
                "br" => unbrotli(&body),
                "gzip" => gunzip(&body),
                _ => body.to_vec(),
            };
            assert_eq!(plain, text.as_bytes(), "{accepted:?}");
            let (head, nothing) = ask(&page, "HEAD", &headers).await;
            assert_eq!(value(&head, "content-length"), body.len().to_string());
            assert_eq!(value(&head, "etag"), value(&response, "etag"));
            assert!(nothing.is_empty());
            // The server offers no ranges, so that it sends the whole file.
            let (response, all) =
                ask(&page, "GET", &[&headers[..], &[("range", "bytes=0-9")]].concat()).await;
            assert_eq!((response.status(), &all), (StatusCode::OK, &body));
            tags.push(value(&response, "etag").to_owned());
        }
    }
    tags.dedup();
    assert_eq!(tags.len(), 3, "every form has its tag: {tags:?}");
    for (tag, accepted) in tags.iter().zip(["identity", "gzip", "br"]) {
        let headers = [("accept-encoding", accepted), ("if-none-match", tag.as_str())];
        let (response, body) = ask(&page, "GET", &headers).await;
        assert_eq!((response.status(), value(&response, "etag")), (StatusCode::NOT_MODIFIED, tag.as_str()));
        assert!(body.is_empty());
    }
    let request = Request::get("/app-0123abcd.wasm.br").body(Body::empty()).unwrap();
    assert_eq!(answer(page, request).await.0.status(), StatusCode::NOT_FOUND, "its name is that of the file");
}

#[tokio::test]
async fn a_damaged_file_is_named() {
    let stored = brotli(long_text().as_bytes());
    let (response, body) = ask(&compressed_page(&stored[..stored.len() / 2]), "GET", &[]).await;
    assert_eq!(response.status(), StatusCode::INTERNAL_SERVER_ERROR);
    assert_eq!(value(&response, "cache-control"), "no-store");
    assert!(String::from_utf8_lossy(&body).contains("app-0123abcd.wasm of the page is damaged"), "{body:?}");
}

/// The names of the built page's files, without their compressed forms.
fn built_files(directory: &Path, prefix: &str) -> Vec<String> {
    let mut found = Vec::new();
    for entry in fs::read_dir(directory).unwrap() {
        let entry = entry.unwrap();
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type().unwrap().is_dir() {
            found.extend(built_files(&entry.path(), &format!("{name}/")));
        } else if !name.ends_with(".br") && !name.ends_with(".gz") {
            found.push(name);
        }
    }
    found
}

#[tokio::test]
async fn the_embedded_page_is_the_built_page_for_every_client() {
    let page = Page::embedded();
    if !page.is_built() {
        return;
    }
    let built = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../target/page");
    let built = option_env!("TENGEN_PAGE_DIR").filter(|path| !path.is_empty()).map_or(built, PathBuf::from);
    for name in built_files(&built, "") {
        let expected = fs::read(built.join(&name)).unwrap();
        for accepted in ["identity", "gzip", "br"] {
            let request = Request::get(format!("/{name}")).header(header::ACCEPT_ENCODING, accepted);
            let (response, body) = answer(page.clone(), request.body(Body::empty()).unwrap()).await;
            let plain = match value(&response, "content-encoding") {
                "br" => unbrotli(&body),
                "gzip" => gunzip(&body),
                _ => body.to_vec(),
            };
            assert!(plain == expected, "{name} with {accepted}");
        }
    }
}
