//! `tengen admin` on the data of a server that has ended.

use std::path::Path;
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

use serde_json::json;

use crate::http::{Response, request};
use crate::services::PostgresServer;
use crate::{SERVE, Server};

fn admin(data: &Path, arguments: &[&str]) -> (Option<i32>, String) {
    run(Command::new(env!("CARGO_BIN_EXE_tengen")).arg("admin").args(arguments).arg("--data").arg(data))
}

fn run(command: &mut Command) -> (Option<i32>, String) {
    let output = command.output().unwrap();
    let text = [output.stdout, output.stderr].concat();
    (output.status.code(), String::from_utf8(text).unwrap())
}

fn post(server: &Server, path: &str, cookie: &str, body: &serde_json::Value) -> Response {
    request(server.address, &format!("POST /api/v1{path}"), &[("cookie", cookie)], &body.to_string())
}

fn register(server: &Server) {
    let cookie = post(server, "/session", "", &json!({})).cookie();
    post(server, "/account/register", &cookie, &json!({ "name": "Ada", "password": "correct horse" }));
}

fn login(server: &Server, password: &str) -> Response {
    post(server, "/session/login", "", &json!({ "name": "Ada", "password": password }))
}

#[test]
fn the_operator_makes_moderators_bans_and_resets_passwords() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path());
    register(&server);
    let (code, text) = admin(data.path(), &["ban", "Ada"]);
    assert!(code == Some(1) && text.contains("another server uses the data folder"), "{text}");
    server.kill();

    let (code, text) = admin(data.path(), &["role", "ada", "moderator"]);
    assert_eq!((code, text.starts_with("Done: Ada (")), (Some(0), true), "{text}");
    let log = data.path().join("tengen.sqlite-wal").metadata().map_or(0, |log| log.len());
    assert_eq!(log, 0, "a copy of the database has the decision");
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

#[test]
fn accounts_in_postgresql_are_changed_when_no_server_uses_them() {
    let database = PostgresServer::shared().database();
    let admin = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        run(command.arg("admin").args(arguments).env("TENGEN_DATABASE", &database))
    };
    let serve = || {
        let mut command = Command::new(env!("CARGO_BIN_EXE_tengen"));
        Server::run(command.args(SERVE).args(["--bot-threads", "0"]).env("TENGEN_DATABASE", &database))
    };
    let server = serve();
    register(&server);
    let (code, text) = admin(&["role", "Ada", "moderator"]);
    assert!(code == Some(1) && text.contains("a server uses the database"), "{text}");
    server.kill();
    // A killed server's lease stays valid for some seconds.
    let done = (0..40).any(|_| {
        sleep(Duration::from_millis(250));
        admin(&["role", "Ada", "moderator"]).0 == Some(0)
    });
    assert!(done, "the lease does not run out");
    let (code, text) = run(Command::new(env!("CARGO_BIN_EXE_tengen")).args([
        "admin",
        "reset-password",
        "Ada",
        "--database",
        &database,
    ]));
    assert_eq!(code, Some(0), "{text}");
    let password = text.trim().strip_prefix("The new password of Ada is ").expect(&text).to_owned();
    assert_eq!(login(&serve(), &password).json()["role"], "moderator");
}
