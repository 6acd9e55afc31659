//! Moderators: reports, measures, the log, and the page without scripts.

use serde_json::{Value, json};
use tengen_online::account::{Decision, Measure, Role};
use tengen_online::message::ClientCommand;
use tengen_server::online::{Database, Metrics, OnlineOptions, Sqlite, Storage as _, Writer, decide_on};

use crate::accounts::{PASSWORD, credentials, get, member, post};
use crate::client::Client;
use crate::http::{Response, request};
use crate::server::TestServer;

/// A server in a folder. The operator has made Mona a moderator and Root an administrator.
pub(crate) fn moderated() -> (TestServer, tempfile::TempDir, String, String) {
    let folder = tempfile::tempdir().unwrap();
    let options = || OnlineOptions::new(Database::Folder(folder.path().to_owned()));
    let server = TestServer::with(options());
    let cookies = [member(server.address, "Mona"), member(server.address, "Rudi")];
    server.stop();
    tokio::runtime::Runtime::new().unwrap().block_on(async {
        let storage = std::sync::Arc::new(Sqlite::open(folder.path()).await.unwrap());
        let (writer, _) = Writer::start(storage.clone(), std::sync::Arc::<Metrics>::default());
        for (name, role) in [("Mona", Role::Moderator), ("Rudi", Role::Admin)] {
            let key = tengen_online::account::NameKey::of(&name.parse().unwrap());
            let about = storage.account_of_name(&key).await.unwrap().unwrap().account.id;
            let measure = Measure::Role(role);
            let decision = Decision { by: None, about, at: 5, measure, report: None, remark: String::new() };
            decide_on(storage.as_ref(), &writer, &decision).await.unwrap();
        }
    });
    let server = TestServer::with(options());
    // The gain of rights has ended their sessions.
    let sign_in =
        |name: &str| post(server.address, "/session/login", "", &credentials(name, PASSWORD)).cookie();
    for old in &cookies {
        assert_eq!(get(server.address, "/moderation/reports", old).status, 401);
    }
    let (mona, rudi) = (sign_in("Mona"), sign_in("Rudi"));
    (server, folder, mona, rudi)
}

fn measure(server: &TestServer, cookie: &str, about: &Value, measure: Value) -> Response {
    let path = format!("/moderation/accounts/{}/decisions", about.as_str().unwrap());
    post(server.address, &path, cookie, &json!({ "measure": measure }).to_string())
}

#[test]
fn moderators_read_reports_and_decide() {
    let (server, _folder, mona, rudi) = moderated();
    let address = server.address;
    let (ada, bea) = (member(address, "Ada"), member(address, "Bea"));
    let [ada_id, bea_id] = [&ada, &bea].map(|cookie| get(address, "/account", cookie).json()["id"].clone());
    let report = json!({ "about": bea_id, "reason": "abuse", "remark": "<b>rude</b>" }).to_string();
    let report = post(address, "/reports", &ada, &report).json();
    for path in ["/moderation/reports", "/moderation/log", "/moderation/accounts?name=Bea"] {
        assert_eq!(get(address, path, &ada).status, 403, "{path}");
        assert_eq!(get(address, path, "").status, 401, "{path}");
    }
    let list = get(address, "/moderation/reports", &mona).json();
    assert_eq!(
        (list[0]["accused"]["name"].as_str(), list[0]["author"]["name"].as_str()),
        (Some("Bea"), Some("Ada"))
    );
    let view = get(address, "/moderation/accounts?name=bea", &mona).json();
    assert_eq!(
        (view["reports"][0]["id"].clone(), view["user"]["account"].clone()),
        (report["id"].clone(), bea_id.clone())
    );

    let warned = measure(&server, &mona, &bea_id, json!({ "warn": { "text": "Be polite." } }));
    assert_eq!(warned.json()["account"]["warning"]["text"], "Be polite.", "{}", warned.body);
    assert_eq!(get(address, "/account", &bea).json()["warning"]["text"], "Be polite.");
    assert!(post(address, "/account/warning", &bea, "").json().get("warning").is_none());

    let mut client = Client::connect(address, Some(&bea), "Session1").unwrap();
    let banned = measure(&server, &mona, &bea_id, json!({ "ban": { "until": u64::MAX } }));
    assert_eq!(banned.status, 200, "{}", banned.body);
    assert!(client.is_closed(), "a ban ends the connections");
    let mut client = Client::connect(address, Some(&bea), "Session1").unwrap();
    let pool = tengen_online::message::PoolId(0);
    assert!(client.command(ClientCommand::JoinPool(pool)).is_err());
    assert_eq!(measure(&server, &mona, &bea_id, json!("pardon")).status, 200);
    client.command(ClientCommand::JoinPool(pool)).unwrap();

    let renamed = measure(&server, &mona, &bea_id, json!("rename")).json();
    assert!(renamed["account"]["user"]["name"].as_str().unwrap().starts_with("Renamed-"));
    assert_eq!(get(address, "/users/Bea", "").status, 404);
    assert_eq!(post(address, "/account/name", &bea, r#"{"name":"Beate"}"#).status, 200);

    // Each role is higher than those about which it decides.
    let id = |cookie: &str| get(address, "/account", cookie).json()["id"].clone();
    for (by, about, wish) in [
        (&mona, id(&rudi), json!("rename")),
        (&mona, id(&mona), json!("pardon")),
        (&mona, ada_id.clone(), json!({ "role": "moderator" })),
        (&mona, ada_id.clone(), json!("reset-password")),
        (&ada, id(&bea), json!("rename")),
    ] {
        let refused = measure(&server, by, &about, wish.clone());
        assert_eq!((refused.status, refused.code().as_str()), (403, "not-allowed"), "{wish}");
    }
    let close = |cookie: &str| {
        let path = format!("/moderation/reports/{}", report["id"].as_str().unwrap());
        post(address, &path, cookie, r#"{"justified":true}"#).status
    };
    assert_eq!((close(&ada), close(&mona), close(&mona)), (403, 200, 409));
    assert_eq!(get(address, "/moderation/reports", &mona).json(), json!([]));
    assert_eq!(get(address, "/moderation/reports?all=true", &mona).json().as_array().unwrap().len(), 1);

    let reset = measure(&server, &rudi, &ada_id, json!("reset-password")).json();
    let password = reset["password"].as_str().unwrap();
    assert_eq!(get(address, "/account", &ada).status, 401, "all sessions end");
    assert_eq!(post(address, "/session/login", "", &credentials("Ada", "correct horse")).status, 401);
    let sign_in = || post(address, "/session/login", "", &credentials("Ada", password)).cookie();
    let before = sign_in();
    assert_eq!(measure(&server, &rudi, &ada_id, json!({ "role": "moderator" })).status, 200);
    assert_eq!(get(address, "/moderation/log", &before).status, 401, "sessions end with a gain of rights");
    let ada = sign_in();
    assert_eq!(get(address, "/moderation/log", &ada).status, 200);
    let log = get(address, "/moderation/log", &mona).json();
    let measures: Vec<String> =
        log.as_array().unwrap().iter().rev().map(|entry| entry["measure"].to_string()).collect();
    assert_eq!(measures.len(), 8, "{measures:?}");
    assert!(!log.to_string().contains(password), "a password is in no log");
    let export = get(address, "/account/export", &bea).json();
    assert_eq!(export["decisions"].as_array().unwrap().len(), 4);
    assert!(export["decisions"][0].get("by").is_none(), "{export}");
}

#[test]
fn the_moderators_page_works_without_scripts() {
    let (server, _folder, mona, _) = moderated();
    let address = server.address;
    let (ada, bea) = (member(address, "Ada"), member(address, "Bea"));
    let bea_id = get(address, "/account", &bea).json()["id"].as_str().unwrap().to_owned();
    let report = json!({ "about": bea_id, "reason": "other", "remark": "<script>alert(1)</script>" });
    let report = post(address, "/reports", &ada, &report.to_string()).json();
    let page = |query: &str, cookie: &str| {
        request(address, &format!("GET /moderation{query}"), &[("cookie", cookie)], "")
    };
    assert_eq!((page("", &ada).status, page("", "").status), (403, 403));
    let shown = page("", &mona);
    assert_eq!(shown.status, 200);
    assert!(shown.body.contains("&lt;script&gt;") && !shown.body.contains("<script"), "{}", shown.body);
    let policy = shown.header("content-security-policy").unwrap();
    assert!(policy.starts_with("default-src 'none'") && policy.contains("form-action 'self'"), "{policy}");
    assert!(page("?account=Bea", &mona).body.contains("0 won, 0 drawn, 0 lost"));
    assert!(page(&format!("?account={bea_id}"), &mona).body.contains("Bea"));
    assert!(page("?account=Nobody", &mona).body.contains("expected a user with this name"));

    let headers = [("cookie", mona.as_str()), ("accept-language", "zh-CN,zh;q=0.9,en;q=0.8")];
    let chinese = |query: &str| request(address, &format!("GET /moderation{query}"), &headers, "").body;
    let shown = chinese("");
    assert!(shown.contains("<html lang=\"zh-Hans\">") && shown.contains("<h2>举报</h2>"), "{shown}");
    assert!(shown.contains("其他<br>&lt;script&gt;"), "{shown}");
    assert!(chinese("?account=Bea").contains("0 胜 0 和 0 负"));
    assert!(chinese("?account=Nobody").contains("没有找到这个账号"));
    let stranger = [("accept-language", "zh")];
    let refused = request(address, "GET /moderation", &stranger, "");
    assert!(refused.status == 403 && refused.body.contains("此页面仅供管理员使用"), "{}", refused.body);

    let own = format!("http://{address}");
    let send = |cookie: &str, origin: &str, form: &str| {
        let mut headers = vec![("cookie", cookie), ("content-type", "application/x-www-form-urlencoded")];
        if !origin.is_empty() {
            headers.push(("origin", origin));
        }
        crate::http::request_form(address, "POST /moderation", &headers, form)
    };
    let ban = format!("about={bea_id}&text=again&days=7&measure=ban");
    assert_eq!(send(&mona, "https://evil.example", &ban).status, 403);
    assert_eq!(send(&mona, "", &ban).status, 403, "browsers name the origin of a form");
    assert_eq!(send(&ada, &own, &ban).status, 403);
    assert_eq!(send(&mona, &own, &ban).status, 303);
    let close = format!("report={}&justified=false", report["id"].as_str().unwrap());
    assert_eq!(send(&mona, &own, &close).status, 303);
    let shown = page("?account=Bea", &mona).body;
    assert!(shown.contains("Banned until") && shown.contains("again") && shown.contains("closed"), "{shown}");
    assert_eq!(send(&mona, &own, "about=x").status, 422);
    assert_eq!(send(&mona, &own, "measure=ban").status, 400);
}
