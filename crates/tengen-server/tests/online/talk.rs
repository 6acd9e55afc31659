//! Talk of watchers, talk that is kept for moderators, and friends.

use serde_json::json;
use tengen_online::message::{ClientCommand, ErrorCode, GameCommand, ServerMessage};
use tengen_online::phrase::{Phrase, Utterance};

use crate::accounts::{PASSWORD, get, member, post};
use crate::client::Client;
use crate::games::{begin, settings};
use crate::http::request;
use crate::moderation::moderated;
use crate::server::TestServer;

fn allow_text(server: &TestServer, cookie: &str) {
    assert_eq!(post(server.address, "/account/preferences", cookie, r#"{"free_text":true}"#).status, 200);
}

fn connect(server: &TestServer, cookie: &str) -> Client {
    Client::connect(server.address, Some(cookie), "Session1").unwrap()
}

/// The remarks that arrive until the server answers a ping, each with whether a watcher sent it.
fn heard(client: &mut Client) -> Vec<(bool, Utterance)> {
    let mut all = Vec::new();
    client.send(ClientCommand::Ping { lag: None });
    loop {
        let next = client.until(|message| match message {
            ServerMessage::Said { what, .. } => Some(Some((false, what.clone()))),
            ServerMessage::WatcherSaid { what, .. } => Some(Some((true, what.clone()))),
            ServerMessage::Pong { .. } => Some(None),
            _ => None,
        });
        match next {
            Some(remark) => all.push(remark),
            None => return all,
        }
    }
}

#[test]
fn watchers_talk_among_themselves() {
    let server = TestServer::start();
    let cookies = ["Ada", "Bea", "Cleo", "Dora"].map(|name| member(server.address, name));
    let [mut one, mut other, mut cleo, mut dora] = cookies.each_ref().map(|cookie| connect(&server, cookie));
    let mut guest = server.guest();
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    let phrase = Utterance::Phrase(Phrase::NiceMove);
    assert_eq!(cleo.command(ClientCommand::Say(game, phrase.clone())), Err(ErrorCode::NotPlayer));
    for watcher in [&mut cleo, &mut dora, &mut guest] {
        watcher.send(ClientCommand::Watch(game));
        watcher.until_game(game, |_| true);
    }
    cleo.command(ClientCommand::Say(game, phrase.clone())).unwrap();
    guest.command(ClientCommand::Say(game, phrase.clone())).unwrap();
    let text = Utterance::Text("h8 was strong".to_owned());
    assert_eq!(cleo.command(ClientCommand::Say(game, text.clone())), Err(ErrorCode::NotAllowed));
    allow_text(&server, &cookies[2]);
    cleo.command(ClientCommand::Say(game, text.clone())).unwrap();
    // Free text reaches users who allow it, except those who block the sender.
    let twice = vec![(true, phrase.clone()), (true, phrase.clone())];
    assert_eq!(heard(&mut dora), twice);
    assert_eq!(heard(&mut guest), twice);
    assert_eq!(heard(&mut cleo), [twice, vec![(true, text.clone())]].concat());
    allow_text(&server, &cookies[3]);
    cleo.command(ClientCommand::Say(game, text.clone())).unwrap();
    assert_eq!(heard(&mut dora), [(true, text.clone())]);
    dora.command(ClientCommand::Block(cleo.welcome.you.account)).unwrap();
    cleo.command(ClientCommand::Say(game, text)).unwrap();
    assert_eq!(heard(&mut dora), []);
    // The players have received none of the watchers' talk, and the watchers none of the players'.
    one.command(ClientCommand::Say(game, phrase.clone())).unwrap();
    assert_eq!(heard(&mut other), [(false, phrase)]);
    assert_eq!(heard(&mut dora), []);
}

#[test]
fn the_talk_of_a_reported_game_is_kept_for_moderators() {
    let (server, _folder, mona, _) = moderated();
    let address = server.address;
    let cookies = ["Ada", "Bea", "Cleo"].map(|name| member(address, name));
    cookies.iter().for_each(|cookie| allow_text(&server, cookie));
    let [mut one, mut other, mut watcher] = cookies.each_ref().map(|cookie| connect(&server, cookie));
    let game = begin(&mut one, &mut other, settings("free", "300+0"));
    watcher.send(ClientCommand::Watch(game));
    watcher.until_game(game, |_| true);
    let text = |text: &str| ClientCommand::Say(game, Utterance::Text(text.to_owned()));
    other.command(text("<i>you</i> fool")).unwrap();
    one.command(ClientCommand::Say(game, Utterance::Phrase(Phrase::Sorry))).unwrap();
    watcher.command(text("he is rude")).unwrap();
    let report = json!({
        "about": other.welcome.you.account, "reason": "abuse", "remark": "rude", "game": game,
    });
    assert_eq!(post(address, "/reports", &cookies[0], &report.to_string()).status, 201);
    let talk = get(address, "/moderation/reports", &mona).json()[0]["talk"].clone();
    let said = |index: usize| (talk[index]["by"]["name"].as_str(), talk[index]["text"].as_str());
    assert_eq!(talk.as_array().map(Vec::len), Some(2), "{talk}");
    assert_eq!(said(0), (Some("Bea"), Some("<i>you</i> fool")));
    assert_eq!(said(1), (Some("Cleo"), Some("he is rude")));
    let page = request(address, "GET /moderation", &[("cookie", &mona)], "").body;
    assert!(page.contains("&lt;i&gt;you&lt;/i&gt; fool") && !page.contains("<i>you"), "{page}");
    // The text is part of the stored data about its author, and is deleted with the account.
    let export = get(address, "/account/export", &cookies[1]).json();
    assert_eq!(export["remarks"][0]["text"].as_str(), Some("<i>you</i> fool"));
    one.act(game, GameCommand::Abort).unwrap();
    let password = json!({ "password": PASSWORD }).to_string();
    let gone = request(address, "DELETE /api/v1/account", &[("cookie", &cookies[1])], &password);
    assert_eq!(gone.status, 204, "{}", gone.body);
    let talk = get(address, "/moderation/reports", &mona).json()[0]["talk"].clone();
    assert_eq!((talk.as_array().map(Vec::len), talk[0]["text"].as_str()), (Some(1), Some("he is rude")));
}

#[test]
fn friends_are_listed_with_their_whereabouts() {
    let server = TestServer::start();
    let address = server.address;
    let cookies = ["Ada", "Bea", "Cleo", "Dora"].map(|name| member(address, name));
    let ids = cookies.each_ref().map(|cookie| get(address, "/account", cookie).json()["id"].clone());
    let mut ada = connect(&server, &cookies[0]);
    let (mut bea, mut cleo) = (connect(&server, &cookies[1]), connect(&server, &cookies[2]));
    for id in &ids[1..] {
        let id = id.as_str().unwrap().parse().unwrap();
        ada.command(ClientCommand::AddFriend(id)).unwrap();
    }
    let own = ada.welcome.you.account;
    assert_eq!(ada.command(ClientCommand::AddFriend(own)), Err(ErrorCode::NotAllowed));
    let list = || {
        let list = get(address, "/account/friends", &cookies[0]).json();
        let list = list.as_array().unwrap().iter();
        list.map(|friend| {
            (friend["player"]["name"].as_str().unwrap().to_owned(), friend["whereabouts"].clone())
        })
        .collect::<Vec<_>>()
    };
    let friend = |name: &str, whereabouts: serde_json::Value| (name.to_owned(), whereabouts);
    assert_eq!(
        list(),
        [friend("Bea", json!("here")), friend("Cleo", json!("here")), friend("Dora", json!("away"))]
    );
    let mut guest = server.guest();
    begin(&mut bea, &mut guest, settings("free", "3d"));
    let game = begin(&mut cleo, &mut guest, settings("free", "300+0"));
    let playing = json!({ "playing": game });
    assert_eq!(
        list(),
        [friend("Cleo", playing), friend("Bea", json!("here")), friend("Dora", json!("away"))]
    );
    // A user who blocks another one appears as absent to that user.
    cleo.command(ClientCommand::Block(own)).unwrap();
    assert_eq!(list()[1], friend("Cleo", json!("away")));
    let dora = ids[3].as_str().unwrap().parse().unwrap();
    ada.command(ClientCommand::RemoveFriend(dora)).unwrap();
    assert_eq!(list().len(), 2);
    // Other users cannot read the list.
    assert_eq!(get(address, "/account/friends", "").status, 401);
    assert_eq!(get(address, "/users/Ada", "").json().get("friends"), None);
}
