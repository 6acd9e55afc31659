//! Forged requests: from pages of other sites, with forged and planted tokens, and with made-up addresses.

use std::net::SocketAddr;

use serde_json::Value;
use tengen_server::online::{Database, OnlineLimits, OnlineOptions, Rate};

use crate::accounts::{credentials, get, member, post};
use crate::client::{Client, open};
use crate::games::{begin, local, settings};
use crate::http::{request, request_form, request_to};
use crate::server::TestServer;

/// The address of the server as browsers see it behind a proxy with TLS.
const OWN: &str = "https://gomoku.example";
/// Origins that differ from [`OWN`] in one part each, and those of pages without an address.
const FOREIGN: [&str; 7] = [
    "https://evil.example",
    "http://gomoku.example",
    "https://gomoku.example:8443",
    "https://gomoku.example.evil.example",
    "https://sub.gomoku.example",
    "null",
    "",
];

fn behind_proxy() -> TestServer {
    TestServer::with(OnlineOptions { origin: Some(OWN.to_owned()), ..TestServer::options() })
}

/// All requests of the description, `POST /api/v1/...`, with values in place of the parameters.
fn described(address: SocketAddr) -> Vec<String> {
    let description = get(address, "/openapi.json", "").json();
    let base = description["servers"][0]["url"].as_str().unwrap();
    let mut lines = Vec::new();
    for (path, methods) in description["paths"].as_object().unwrap() {
        let filled: Vec<&str> = path
            .split('/')
            .map(|part| match part {
                "{name}" => "Ada",
                "{category}" => "renju.free.blitz",
                parameter if parameter.starts_with('{') => "00000000",
                fixed => fixed,
            })
            .collect();
        let methods = methods.as_object().unwrap().keys();
        let methods =
            methods.filter(|method| ["get", "post", "delete", "put", "patch"].contains(&method.as_str()));
        lines.extend(methods.map(|method| format!("{} {base}{}", method.to_uppercase(), filled.join("/"))));
    }
    assert!(lines.len() > 40, "{lines:?}");
    lines
}

#[test]
fn a_page_of_another_site_changes_nothing() {
    let server = behind_proxy();
    let address = server.address;
    let cookie = member(address, "Ada");
    let mut changing = 0;
    for line in described(address).iter().filter(|line| !line.starts_with("GET ")) {
        changing += 1;
        let send = |origin: &str| request(address, line, &[("cookie", &cookie), ("origin", origin)], "");
        let refusal = send(FOREIGN[0]);
        for origin in FOREIGN {
            let answer = send(origin);
            assert_eq!(
                (answer.status, answer.code().as_str()),
                (403, "not-allowed"),
                "{line} from `{origin}`"
            );
            assert_eq!(answer.body, refusal.body, "{line} from `{origin}`");
        }
        // The server's own page receives other refusals, since the body is missing.
        assert_ne!(send(OWN).body, refusal.body, "{line}");
    }
    assert!(changing > 20, "{changing}");
    // A request of the server's own page has ended the session in the meantime.
    let cookie = member(address, "Bea");
    for origin in FOREIGN {
        let headers = [
            ("cookie", cookie.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
            ("origin", origin),
        ];
        assert_eq!(
            request_form(address, "POST /moderation", &headers, "measure=pardon").status,
            403,
            "{origin}"
        );
        assert_eq!(open(address, &[("origin", origin), ("cookie", &cookie)]).err(), Some(403), "{origin}");
    }
}

#[test]
fn a_page_of_another_site_reads_games_and_nothing_else() {
    let server = behind_proxy();
    let address = server.address;
    let cookie = member(address, "Ada");
    let (mut one, mut other) = (server.guest(), server.guest());
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let mut shared = Vec::new();
    for line in described(address).iter().filter(|line| line.starts_with("GET ")) {
        let line = line.replace("/games/00000000", &format!("/games/{game}"));
        let answer = request(address, &line, &[("cookie", &cookie), ("origin", FOREIGN[0])], "");
        assert_eq!(answer.header("access-control-allow-credentials"), None, "{line}");
        if answer.header("access-control-allow-origin").is_some() {
            shared.push(line);
        }
    }
    assert_eq!(shared, [format!("GET /api/v1/games/{game}")]);
}

#[test]
fn forged_tokens_are_none() {
    let server = TestServer::start();
    let address = server.address;
    let cookie = member(address, "Ada");
    let (name, secret) = cookie.split_once('=').unwrap();
    let last = if secret.ends_with('0') { "1" } else { "0" };
    let altered = format!("{}{last}", &secret[..secret.len() - 1]);
    let forged =
        [&altered, &secret[..63], "", "'", "0", "../", "null", &format!("{secret}0"), &"0".repeat(64)];
    for token in forged {
        assert_eq!(get(address, "/account", &format!("{name}={token}")).status, 401, "{token}");
        for bearer in [format!("Bearer {token}"), format!("Bearer tengen_{token}"), format!("Basic {token}")]
        {
            let headers = [("authorization", bearer.as_str())];
            assert_eq!(request(address, "GET /api/v1/account", &headers, "").status, 401, "{bearer}");
            assert_eq!(request(address, "GET /api/v1/bot/events", &headers, "").status, 401, "{bearer}");
        }
    }
    // The secret of a session is not a program's token, and a program's token does not open a session.
    let as_bearer = format!("Bearer tengen_{secret}");
    assert_eq!(request(address, "GET /api/v1/account", &[("authorization", &as_bearer)], "").status, 401);
    let created = post(address, "/account/tokens", &cookie, r#"{"label":"x","scopes":["account"]}"#).json();
    let token = created["token"].as_str().unwrap();
    let as_cookie = format!("{name}={}", token.strip_prefix("tengen_").unwrap());
    assert_eq!(get(address, "/account", &as_cookie).status, 401);
    // Each of them is accepted in its own place.
    assert_eq!(get(address, "/account", &cookie).json()["name"], "Ada");
    let bearer = format!("Bearer {token}");
    assert_eq!(
        request(address, "GET /api/v1/account", &[("authorization", &bearer)], "").json()["name"],
        "Ada"
    );
    // A session that was closed is not valid any more.
    request(address, "DELETE /api/v1/session", &[("cookie", &cookie)], "");
    assert_eq!(get(address, "/account", &cookie).status, 401);
}

/// A subdomain, or a page without TLS, can plant a cookie of any name without this prefix.
#[test]
fn a_server_behind_tls_reads_no_cookie_that_others_can_plant() {
    let server = behind_proxy();
    let address = server.address;
    let begun = post(address, "/session", "", "");
    let set = begun.header("set-cookie").unwrap();
    let cookie = begun.cookie();
    let plain = cookie.strip_prefix("__Host-").expect(set);
    for part in ["; Path=/", "; HttpOnly", "; Secure", "; SameSite=Lax"] {
        assert!(set.contains(part), "{part} in {set}");
    }
    assert!(!set.contains("Domain"), "{set}");
    assert_eq!(get(address, "/account", &cookie).status, 200);
    assert_eq!(get(address, "/account", plain).status, 401);
    let client = Client::connect(address, Some(plain), "Session1").unwrap();
    assert_ne!(client.welcome.you.account.as_str(), begun.json()["id"].as_str().unwrap());
}

#[test]
fn a_planted_session_gains_no_rights_by_signing_in() {
    let server = TestServer::start();
    let address = server.address;
    member(address, "Ada");
    let planted = post(address, "/session", "", "").cookie();
    let guest = get(address, "/account", &planted).json()["id"].clone();
    let signed_in = post(address, "/session/login", &planted, &credentials("Ada", "correct horse"));
    assert_eq!(signed_in.json()["name"], "Ada");
    assert_ne!(signed_in.cookie(), planted);
    let of_planted = get(address, "/account", &planted);
    let who = if of_planted.status == 401 { Value::Null } else { of_planted.json()["id"].clone() };
    assert!(who.is_null() || who == guest, "{who}");
}

#[test]
fn an_address_counts_only_if_the_own_proxy_names_it() {
    let once = Rate { every: 3_600_000, burst: 1 };
    let begin = |trusts_proxy, forwarded: &[&[&str]]| -> Vec<u16> {
        let limits = OnlineLimits { guests: once, accounts: once, ..OnlineLimits::default() };
        let options = OnlineOptions { limits, trusts_proxy, ..OnlineOptions::new(Database::Memory) };
        let server = TestServer::with(options);
        let send = |lines: &&[&str]| {
            let headers: Vec<_> = lines.iter().map(|line| ("x-forwarded-for", *line)).collect();
            request(server.address, "POST /api/v1/session", &headers, "").status
        };
        forwarded.iter().map(send).collect()
    };
    // Without a proxy, the header comes from the client and is ignored.
    assert_eq!(begin(false, &[&["10.0.0.1"], &["10.0.0.2"]]), [200, 429]);
    // The proxy appends the address, to the same line or as a line of its own; everything before it comes from the client.
    assert_eq!(begin(true, &[&["10.0.0.1"], &["10.0.0.2"], &["10.0.0.1"]]), [200, 200, 429]);
    assert_eq!(begin(true, &[&["10.9.9.1, 10.0.0.1"], &["10.9.9.2, 10.0.0.1"]]), [200, 429]);
    assert_eq!(begin(true, &[&["10.9.9.1", "10.0.0.1"], &["10.9.9.2", "10.0.0.1"]]), [200, 429]);
    // All addresses of one network of IPv6 count together.
    assert_eq!(
        begin(true, &[&["2001:db8:1:2::1"], &["2001:db8:1:2:9::7"], &["2001:db8:1:3::1"]]),
        [200, 429, 200]
    );
}

#[test]
fn a_host_that_a_client_makes_up_opens_nothing() {
    let server = behind_proxy();
    let cookie = member(server.address, "Ada");
    // With the address in the options, the host of the request has no effect.
    let headers = [("cookie", cookie.as_str()), ("origin", "https://evil.example")];
    let line = "POST /api/v1/account/preferences";
    let answer = request_to(server.address, "evil.example", line, &headers, r#"{"free_text":true}"#);
    assert_eq!(answer.status, 403, "{}", answer.body);
    let direct = TestServer::start();
    let foreign = local(direct.address).replace("127.0.0.1", "evil.example");
    assert_eq!(open(direct.address, &[("origin", &foreign)]).err(), Some(403));
}
