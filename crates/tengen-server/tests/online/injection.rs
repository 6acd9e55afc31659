//! Markup and control characters in everything that users write.

use serde_json::json;
use tengen_online::message::{
    ClientCommand, Created, ErrorCode, ServerMessage, TournamentFormat, TournamentRequest,
};
use tengen_online::phrase::Utterance;
use tengen_server::online::{OnlineLimits, OnlineOptions, Rate};

use crate::accounts::{credentials, get, member, post};
use crate::client::Client;
use crate::games::{begin, settings};
use crate::http::{request, request_form};
use crate::moderation::moderated;
use crate::server::TestServer;

const MARKUP: &str = r#"<script>alert(1)</script><img src=x onerror=alert(1)>"'&<b>"#;

/// Checks that a page contains no tag or attribute of [`MARKUP`].
#[track_caller]
fn check(page: &str) {
    for part in ["<script", "<img", "<b>", "onerror=alert(1)>"] {
        assert!(!page.contains(part), "{part} in {page}");
    }
}

#[test]
fn names_have_no_markup() {
    let limits = OnlineLimits { accounts: Rate { every: 0, burst: 1 }, ..OnlineLimits::default() };
    let server = TestServer::with(OnlineOptions { limits, ..TestServer::options() });
    let address = server.address;
    let guest = post(address, "/session", "", "").cookie();
    let ada = member(address, "Ada");
    for name in [
        MARKUP,
        "<b>Ada",
        "Ada\"onload",
        "Ada&amp;",
        "Ada'x",
        "Ada\u{202e}",
        "Ada\u{0}",
        "Ada\r\nx: y",
        "Ada/..",
        "A]da",
    ] {
        let registered = post(address, "/account/register", &guest, &credentials(name, "correct horse"));
        assert_eq!(registered.status, 422, "{name}: {}", registered.body);
        assert_eq!(registered.header("content-type"), Some("application/json"));
        let renamed = post(address, "/account/name", &ada, &json!({ "name": name }).to_string());
        assert_eq!(renamed.status, 422, "{name}: {}", renamed.body);
    }
}

#[test]
fn talk_and_names_of_tournaments_travel_as_they_are_and_in_json_alone() {
    let server = TestServer::start();
    let address = server.address;
    let cookies = [member(address, "Ada"), member(address, "Bea")];
    for cookie in &cookies {
        assert_eq!(post(address, "/account/preferences", cookie, r#"{"free_text":true}"#).status, 200);
    }
    let [mut ada, mut bea] =
        cookies.each_ref().map(|cookie| Client::connect(address, Some(cookie), "Session1").unwrap());
    let game = begin(&mut ada, &mut bea, settings("free", "300+0"));
    ada.command(ClientCommand::Say(game, Utterance::Text(MARKUP.to_owned()))).unwrap();
    let said = bea.until(|message| match message {
        ServerMessage::Said { what, .. } => Some(what.clone()),
        _ => None,
    });
    assert_eq!(said, Utterance::Text(MARKUP.to_owned()));
    for control in ["a\u{0}b", "a\nb", "a\u{202e}b", "a\u{2066}b"] {
        let refused = ada.command(ClientCommand::Say(game, Utterance::Text(control.to_owned())));
        assert_eq!(refused, Err(ErrorCode::Malformed), "{control:?}");
    }

    let named = |name: &str| {
        ClientCommand::CreateTournament(TournamentRequest {
            name: name.to_owned(),
            format: TournamentFormat::RoundRobin { cycles: 1 },
            settings: settings("free", "300+0"),
            starts: ada.welcome.now + 3_600_000,
            bots: Vec::new(),
            programs: false,
            berserk: false,
            private: false,
        })
    };
    let (short, control) = (named("<b>\"Cup\"</b>"), named("Cup\u{0}"));
    assert_eq!(ada.command(control), Err(ErrorCode::Name));
    let created = ada.command(short).unwrap();
    let ServerMessage::Done { created: Some(Created::Tournament(tournament)), .. } = created else {
        panic!("{created:?}")
    };
    for path in ["/tournaments".to_owned(), format!("/tournaments/{tournament}")] {
        let answer = get(address, &path, "");
        assert_eq!(answer.header("content-type"), Some("application/json"), "{path}");
        assert_eq!(answer.header("x-content-type-options"), Some("nosniff"), "{path}");
        assert!(answer.json().to_string().contains(r#"<b>\"Cup\"</b>"#), "{}", answer.body);
    }
}

#[test]
fn the_moderators_page_shows_texts_of_users_as_texts() {
    let (server, _folder, mona, _) = moderated();
    let address = server.address;
    let (ada, bea) = (member(address, "Ada"), member(address, "Bea"));
    let bea_id = get(address, "/account", &bea).json()["id"].as_str().unwrap().to_owned();
    let report = json!({ "about": bea_id, "reason": "other", "remark": MARKUP });
    assert_eq!(post(address, "/reports", &ada, &report.to_string()).status, 201);
    let page = |query: &str| request(address, &format!("GET /moderation{query}"), &[("cookie", &mona)], "");
    let own = format!("http://{address}");
    let act = |form: &str| {
        let headers = [
            ("cookie", mona.as_str()),
            ("content-type", "application/x-www-form-urlencoded"),
            ("origin", own.as_str()),
        ];
        request_form(address, "POST /moderation", &headers, form)
    };
    let encoded: String = MARKUP.bytes().map(|byte| format!("%{byte:02X}")).collect();
    for measure in ["warn", "silence", "pardon"] {
        let answer = act(&format!("about={bea_id}&measure={measure}&text={encoded}"));
        assert_eq!(answer.status, 303, "{measure}: {}", answer.body);
    }
    // The refusal repeats a text that is not a measure, and a number that is not valid.
    for form in [
        format!("about={bea_id}&measure={encoded}"),
        format!("about={bea_id}&measure=ban&days={encoded}"),
        format!("about={encoded}&measure=ban"),
    ] {
        let refused = act(&form);
        assert!(matches!(refused.status, 400 | 422), "{form}: {}", refused.body);
        let kind = refused.header("content-type").unwrap();
        assert!(!kind.starts_with("text/html"), "{kind}");
        assert_eq!(refused.header("x-content-type-options"), Some("nosniff"));
    }
    let queries =
        ["".to_owned(), "?all=true".to_owned(), "?account=Bea".to_owned(), format!("?account={encoded}")];
    for query in queries {
        let shown = page(&query);
        assert_eq!(shown.status, 200, "{query}");
        check(&shown.body);
    }
    for query in ["", "?account=Bea"] {
        let shown = page(query).body;
        // The report and the decisions contain the text.
        assert!(shown.matches("&lt;script&gt;").count() >= 3, "{query}: {shown}");
    }
}
