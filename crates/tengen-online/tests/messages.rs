//! The form of the messages in JSON. A changed line of the data files means a new version of the protocol.

use std::collections::BTreeSet;
use std::fmt::Debug;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tengen_online::message::{ClientFrame, ErrorCode, ServerMessage};

const CLIENT: &str = include_str!("data/client_messages.txt");
const SERVER: &str = include_str!("data/server_messages.txt");

/// Reads each line, and compares it with the text that is written from the value.
fn check<T: DeserializeOwned + Serialize + Debug>(lines: &str) -> Vec<serde_json::Value> {
    let messages = lines.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let check = |line: &str| {
        let read: T = serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}"));
        assert_eq!(serde_json::to_string(&read).unwrap(), line);
        serde_json::from_str(line).unwrap()
    };
    messages.map(check).collect()
}

/// The name of a message's kind, and that of its content about a game.
fn kind(message: &serde_json::Value) -> BTreeSet<String> {
    let name = |value: &serde_json::Value| match value {
        serde_json::Value::String(name) => Some(name.clone()),
        serde_json::Value::Object(members) => members.keys().next().cloned(),
        _ => None,
    };
    let outer = name(message);
    let contents = message.as_object().and_then(|members| members.values().next());
    let inner = contents.and_then(|contents| contents.get(1)).and_then(name);
    let joined = outer.iter().zip(inner).map(|(outer, inner)| format!("{outer} {inner}")).collect::<Vec<_>>();
    outer.iter().cloned().chain(joined).collect()
}

#[test]
fn client_messages_have_the_documented_form() {
    let kinds: BTreeSet<String> =
        check::<ClientFrame>(CLIENT).iter().flat_map(|frame| kind(&frame["do"])).collect();
    for expected in [
        "accept-challenge",
        "add-friend",
        "block",
        "cancel-challenge",
        "cancel-seek",
        "cancel-tournament",
        "challenge",
        "create-tournament",
        "decline-challenge",
        "hello",
        "join-pool",
        "join-tournament",
        "leave-pool",
        "leave-tournament",
        "mute",
        "ping",
        "play abort",
        "play accept",
        "play berserk",
        "play choose",
        "play claim-win",
        "play decline",
        "play give-time",
        "play move",
        "play offer",
        "play resign",
        "play withdraw",
        "remove-friend",
        "say phrase",
        "say text",
        "seek",
        "take-seek",
        "unblock",
        "unmute",
        "unwatch",
        "unwatch-lobby",
        "unwatch-tournament",
        "view-challenge",
        "watch",
        "watch-lobby",
        "watch-tournament",
    ] {
        assert!(kinds.contains(expected), "{expected}");
    }
}

#[test]
fn server_messages_have_the_documented_form() {
    let kinds: BTreeSet<String> = check::<ServerMessage>(SERVER).iter().flat_map(kind).collect();
    for expected in [
        "challenge",
        "challenge-closed",
        "closing",
        "done",
        "game berserk",
        "game choice",
        "game move",
        "game offer-closed",
        "game offered",
        "game over",
        "game presence",
        "game ratings",
        "game rematch",
        "game takeback",
        "game time",
        "game watchers",
        "lobby",
        "pong",
        "refused",
        "said",
        "snapshot",
        "tournament",
        "tournament-update",
        "welcome",
    ] {
        assert!(kinds.contains(expected), "{expected}");
    }
}

#[test]
fn a_move_takes_at_most_200_bytes_in_both_directions() {
    // A move late in a game with an hour per side and periods, in a long session.
    let request = r#"{"n":12345,"do":{"play":["AbCdEfGh",{"move":{"ply":123,"to":[14,14]}}]}}"#;
    let answer = r#"{"game":["AbCdEfGh",{"move":{"ply":123,"to":[14,14],"at":1764000000000,"left":[[3600000],[0,5,29999]],"until":1764003600000}}]}"#;
    assert_eq!(check::<ClientFrame>(request).len() + check::<ServerMessage>(answer).len(), 2);
    assert!(request.len() + answer.len() <= 200, "{} + {}", request.len(), answer.len());
    // An ordinary move.
    let request = r#"{"n":17,"do":{"play":["AbCdEfGh",{"move":{"ply":12,"to":[7,7]}}]}}"#;
    let answer = r#"{"game":["AbCdEfGh",{"move":{"ply":12,"to":[7,7],"at":1764000000000,"left":[[298765],[300000]],"until":1764000300000}}]}"#;
    check::<ClientFrame>(request);
    check::<ServerMessage>(answer);
    assert!(request.len() + answer.len() <= 190, "{} + {}", request.len(), answer.len());
}

#[test]
fn what_is_no_message_is_refused() {
    for text in [
        "",
        "{}",
        "[]",
        "null",
        r#"{"n":1}"#,
        r#"{"n":-1,"do":"watch-lobby"}"#,
        r#"{"n":1,"do":"fly"}"#,
        r#"{"n":1,"do":{"watch":"too-long-id"}}"#,
        r#"{"n":1,"do":"watch-lobby","extra":1}"#,
        r#"{"n":1,"do":{"play":["AbCdEfGh",{"move":{"ply":70000,"to":[7,7]}}]}}"#,
        r#"{"n":1,"do":{"play":["AbCdEfGh",{"move":{"ply":0}}]}}"#,
        r#"{"n":1,"do":{"play":["AbCdEfGh",{"move":{"ply":0,"to":[7]}}]}}"#,
        r#"{"n":1,"do":{"play":["AbCdEfGh",{"offer":"money"}]}}"#,
    ] {
        assert!(serde_json::from_str::<ClientFrame>(text).is_err(), "{text}");
    }
    let deep = format!("{}{}", "[".repeat(2_000), "]".repeat(2_000));
    assert!(serde_json::from_str::<ClientFrame>(&deep).is_err());
    assert_eq!(serde_json::to_string(&ErrorCode::NotYourTurn).unwrap(), r#""not-your-turn""#);
}

#[test]
fn the_document_explains_every_message_and_has_an_example_of_each() {
    let document = tengen_online::message::document();
    let (explained, examples) = document.split_once("## Examples").unwrap();
    let frames = check::<ClientFrame>(CLIENT).into_iter().map(|frame| frame["do"].clone());
    let all: Vec<serde_json::Value> = frames.chain(check::<ServerMessage>(SERVER)).collect();
    for line in CLIENT.lines().chain(SERVER.lines()).filter(|line| line.starts_with('{')) {
        assert!(examples.lines().any(|example| example == line), "{line}");
    }
    for name in
        all.iter().flat_map(kind).flat_map(|kind| kind.split(' ').map(str::to_owned).collect::<Vec<_>>())
    {
        assert!(
            explained.contains(&format!("`{name}`")) || explained.contains(&format!("\"{name}\"")),
            "{name}"
        );
    }
    let version = format!("version {}", tengen_online::message::VERSION);
    assert!(document.lines().next().unwrap().ends_with(&version));
}
