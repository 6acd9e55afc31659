//! Requests that cannot be carried out: each is answered with a refusal in JSON, as the description declares.

use serde_json::json;
use tengen_online::message::ErrorCode;

use crate::accounts::{member, post};
use crate::bots::Bot;
use crate::http::{Response, request};
use crate::server::TestServer;

#[track_caller]
fn check(answer: &Response, status: u16, code: &str) {
    assert_eq!(answer.header("content-type"), Some("application/json"), "{}", answer.body);
    assert_eq!((answer.status, answer.code().as_str()), (status, code), "{}", answer.body);
    assert!(answer.json()["text"].as_str().unwrap().starts_with("expected "), "{}", answer.body);
}

#[test]
fn paths_with_wrong_parameters_are_not_found() {
    let server = TestServer::start();
    let cookie = member(server.address, "Ada");
    for line in [
        "GET /users/a%20b",
        "GET /users/%FF",
        "GET /users/a%20b/games",
        "GET /users/-/ratings/renju.free.blitz",
        "GET /games/short",
        "GET /games/%FF",
        "GET /tournaments/short",
        "GET /leaderboards/chess",
        "DELETE /account/tokens/short",
        "DELETE /account/passkeys/much-too-long",
        "GET /nothing",
    ] {
        let (method, path) = line.split_once(' ').unwrap();
        let line = format!("{method} /api/v1{path}");
        check(&request(server.address, &line, &[("cookie", &cookie)], ""), 404, "not-found");
    }
}

#[test]
fn members_that_are_not_described_are_refused() {
    let server = TestServer::start();
    let bot = Bot::new(server.address, "Robot");
    let _events = bot.stream("/bot/events");
    let settings = json!({ "rule": "freestyle", "size": 15, "opening": "free", "tempo": "300+0" });
    let moved = json!({ "ply": 0, "to": [7, 7] });
    for (path, body) in [
        ("/bot/challenges", json!({ "settings": settings })),
        ("/bot/seeks", json!({ "settings": settings })),
        ("/bot/games/00000000", json!({ "move": moved })),
    ] {
        let line = format!("POST {path}");
        // A misspelt member would have no effect, and nobody would notice it.
        let mut wrong = body.clone();
        let object = if path.starts_with("/bot/games") { &mut wrong["move"] } else { &mut wrong };
        object["takeback"] = json!(1);
        let refused = bot.call(&line, &wrong.to_string());
        check(&refused, 422, "malformed");
        assert!(refused.body.contains("takeback"), "{}", refused.body);
        let accepted = bot.call(&line, &body.to_string());
        assert!(matches!(accepted.status, 200 | 404), "{path}: {}", accepted.body);
    }
    let mut client = server.guest();
    let command = json!({ "n": 1, "do": { "seek": { "settings": settings, "member_only": true } } });
    client.send_text(&command.to_string());
    assert_eq!(client.answer(1), Err(ErrorCode::Malformed));
}

#[test]
fn other_faults_of_requests_have_a_refusal_as_well() {
    let server = TestServer::start();
    let cookie = member(server.address, "Ada");
    let send = |line: &str, body: &str| request(server.address, line, &[("cookie", &cookie)], body);
    check(&send("GET /api/v1/users/Ada/games?limit=-1", ""), 400, "malformed");
    check(&send("GET /api/v1/users/Ada/games?colour=black", ""), 400, "malformed");
    check(&send("GET /api/v1/socket", ""), 400, "malformed");
    check(&send("POST /api/v1/account/name", "{"), 400, "malformed");
    check(&send("POST /api/v1/account/name", r#"{"name":"Bea","more":1}"#), 422, "malformed");
    check(&send("POST /api/v1/account/preferences", "[null,null]"), 422, "malformed");
    check(&send("POST /api/v1/account/preferences", "true"), 422, "malformed");
    check(&post(server.address, "/account/name", &cookie, ""), 415, "malformed");
    let wrong = send("PUT /api/v1/account", "");
    check(&wrong, 405, "not-found");
    assert!(wrong.header("allow").is_some_and(|allow| allow.contains("GET") && allow.contains("DELETE")));
}
