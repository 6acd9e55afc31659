//! `tengen admin` on the data of a server that has ended.

use std::path::Path;
use std::process::Command;

use serde_json::json;

use crate::Server;
use crate::http::request;

fn admin(data: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_tengen"))
        .arg("admin")
        .args(arguments)
        .arg("--data")
        .arg(data)
        .output()
        .unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

#[test]
fn the_operator_makes_moderators_bans_and_resets_passwords() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    let post = |server: &Server, path: &str, cookie: &str, body: &serde_json::Value| {
        request(server.address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], &body.to_string())
    };
    let login = |server: &Server, password: &str| {
        post(server, "/session/login", "", &json!({ "name": "Ada", "password": password }))
    };
    let cookie = post(&server, "/session", "", &json!({})).cookie();
    post(&server, "/account/register", &cookie, &json!({ "name": "Ada", "password": "correct horse" }));
    let (code, text) = admin(data.path(), &["ban", "Ada"]);
    assert!(code == Some(1) && text.contains("another server uses the data folder"), "{text}");
    server.kill();

    let (code, text) = admin(data.path(), &["role", "ada", "moderator"]);
    assert_eq!((code, text.starts_with("Done: Ada (")), (Some(0), true), "{text}");
    assert_eq!(admin(data.path(), &["ban", "Ada", "--days", "7", "--remark", "spam"]).0, Some(0));
    let (_, text) = admin(data.path(), &["reset-password", "Ada"]);
    let password = text.trim().strip_prefix("The new password of Ada is ").expect(&text).to_owned();
    let (code, text) = admin(data.path(), &["unban", "Eve"]);
    assert!(code == Some(1) && text.contains("found `Eve`"), "{text}");
    assert_eq!(admin(data.path(), &["role", "Ada", "king"]).0, Some(2));

    let server = Server::start(data.path());
    assert_eq!(login(&server, "correct horse").status, 401);
    let account = login(&server, &password);
    assert_eq!(account.json()["role"], "moderator");
    assert!(account.json()["sanction"]["banned"].is_u64(), "{}", account.body);
    server.kill();
    assert_eq!(admin(data.path(), &["unban", "Ada"]).0, Some(0));
    assert_eq!(admin(data.path(), &["reports"]), (Some(0), String::new()));
}
