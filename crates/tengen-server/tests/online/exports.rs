//! Games as files and as streams.

use std::net::SocketAddr;

use tengen_online::id::GameId;
use tengen_online::message::GameCommand;
use tengen_online::settings::GameSettings;
use tengen_server::online::OnlineOptions;

use crate::accounts::{get, member};
use crate::client::Client;
use crate::games::{begin, play, settings};
use crate::http::{Response, request};
use crate::server::{TestServer, database};

fn get_as(address: SocketAddr, path: &str, accept: &str) -> Response {
    request(address, &format!("GET /api/v1{path}"), &[("accept", accept)], "")
}

/// A game between two players that ends by a resignation, or is aborted.
fn game(players: &mut [Client; 2], settings: GameSettings, points: &[&str]) -> GameId {
    let [one, other] = players;
    let game = begin(one, other, settings);
    for point in points {
        play(players, game, point);
    }
    let end = if points.len() < 2 { GameCommand::Abort } else { GameCommand::Resign };
    players[0].act(game, end).unwrap();
    for player in players {
        player.until_game(game, |snapshot| snapshot.result.is_some());
        player.forget();
    }
    game
}

#[test]
fn a_users_games_are_filtered_and_exported_in_several_forms() {
    let server = TestServer::start();
    let address = server.address;
    let connect = |name: &str| Client::connect(address, Some(&member(address, name)), "Session1").unwrap();
    let mut players = ["Ada", "Bea"].map(connect);
    let rated = GameSettings { rule: "caro".parse().unwrap(), rated: true, ..settings("free", "300+5") };
    let first = game(&mut players, rated, &["h8", "h9", "j9"]);
    let renju = GameSettings { rule: "renju".parse().unwrap(), ..settings("free", "600+3x30") };
    let second = game(&mut players, renju, &["h8", "h9"]);
    let void = game(&mut players, settings("free", "300+0"), &["h8"]);

    let found = |query: &str| -> Vec<String> {
        let lines = get(address, &format!("/users/ada/games{query}"), "");
        assert_eq!(lines.status, 200, "{}", lines.body);
        let lines = lines.json();
        let name = |line: &serde_json::Value| line["game"].as_str().unwrap().to_owned();
        lines.as_array().unwrap().iter().map(name).collect()
    };
    let names = |games: &[GameId]| -> Vec<String> { games.iter().map(GameId::to_string).collect() };
    assert_eq!(found(""), names(&[void, second, first]));
    assert_eq!(found("?limit=1"), names(&[void]));
    assert_eq!(found("?rule=renju"), names(&[second]));
    assert_eq!(found("?rated=true"), names(&[first]));
    assert_eq!(found("?rated=false&opponent=BEA"), names(&[void, second]));
    assert_eq!(found("?opponent=Ada"), names(&[void, second, first]));
    assert_eq!(found("?since=9000000000000"), names(&[]));
    assert_eq!(found("?until=1000"), names(&[]));
    for wrong in ["?rule=chess", "?colour=black", "?format=psq"] {
        assert_eq!(get(address, &format!("/users/ada/games{wrong}"), "").status, 400, "{wrong}");
    }
    for nobody in ["Eve", "-", "a%20b"] {
        let refused = get(address, &format!("/users/ada/games?opponent={nobody}"), "");
        assert_eq!((refused.status, refused.code().as_str()), (404, "not-found"), "{nobody}");
    }

    let lines = get_as(address, "/users/ada/games?rated=false", "application/x-ndjson");
    let results: Vec<serde_json::Value> = lines
        .body
        .lines()
        .filter(|line| line.starts_with('{'))
        .map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap()["result"]["cause"].clone())
        .collect();
    assert_eq!(results, ["abort", "resignation"]);
    let collection = get(address, "/users/ada/games?format=sgf", "").body;
    assert_eq!(collection.matches("(;").count(), 3, "{collection}");

    let file = get_as(address, &format!("/games/{first}"), "application/x-go-sgf");
    assert!(file.header("content-disposition").unwrap().ends_with(".sgf\""));
    for part in ["PB[Ada]", "BR[1500?]", "TM[300]", "OT[5 fischer]", "EV[Rated game]", "DT[20", "RE[W+R"] {
        assert!(file.body.contains(part), "{part} in {}", file.body);
    }
    let file = get(address, &format!("/games/{second}.sgf"), "").body;
    assert!(file.contains("TM[600]") && file.contains("OT[3x30 byo-yomi]"), "{file}");
    assert!(get(address, &format!("/games/{void}.sgf"), "").body.contains("RE[Void]"));
    // Pages of all sites may read games, and nothing else.
    let allowed =
        |path: &str| get(address, path, "").header("access-control-allow-origin").map(str::to_owned);
    assert_eq!(allowed(&format!("/games/{second}.sgf")).as_deref(), Some("*"));
    assert_eq!(allowed("/games/AAAAAAAA").as_deref(), Some("*"), "they see that there is none");
    assert_eq!((allowed("/users/ada"), allowed("/users/ada/games")), (None, None));
    let file = get_as(address, &format!("/games/{first}"), "application/x-psq").body;
    assert!(file.starts_with("Piskvorky 15x15"), "{file}");
    let record = get(address, &format!("/games/{first}.json"), "").json();
    assert!(record.to_string().contains("Ada"), "{record}");
    assert_eq!(get_as(address, &format!("/games/{first}"), "*/*").json()["game"], first.as_str());
}

#[test]
fn a_game_that_has_not_changed_is_not_sent_again() {
    let (_folder, database) = database();
    let server = TestServer::with(OnlineOptions::new(database.clone()));
    let address = server.address;
    let mut players = [server.guest(), server.guest()];
    let [one, other] = &mut players;
    let game = begin(one, other, settings("free", "300+0"));
    let ask = |ending: &str, tag: &str| {
        let headers = [("if-none-match", tag)];
        let answer = request(address, &format!("GET /api/v1/games/{game}{ending}"), &headers, "");
        // Boards on foreign pages receive the tag as well.
        assert_eq!(answer.header("access-control-allow-origin"), Some("*"));
        assert_eq!(answer.header("cache-control"), Some("no-cache"));
        (answer.status, answer.header("etag").unwrap().to_owned(), answer.body)
    };
    for ending in [".sgf", ""] {
        let (status, tag, before) = ask(ending, "");
        assert_eq!(status, 200);
        assert_eq!(ask(ending, &tag), (304, tag.clone(), String::new()));
        // Watchers receive each move at once.
        let point = if ending.is_empty() { "h9" } else { "h8" };
        play(&mut players, game, point);
        let (status, next, after) = ask(ending, &tag);
        assert!(status == 200 && next != tag && after != before, "{after}");
        assert_eq!(ask(ending, &format!("{tag}, {next}")).0, 304);
    }
    assert_ne!(ask(".sgf", "").1, ask("", "").1, "each form has a tag of its own");
    players[0].act(game, GameCommand::Resign).unwrap();
    let (_, tag, ended) = ask(".sgf", "");
    assert!(ended.contains("RE[W+R"), "{ended}");
    assert_eq!(ask(".sgf", &tag).0, 304);
    // A server that reads the game from its storage computes the same tag.
    server.stop();
    let server = TestServer::with(OnlineOptions::new(database));
    let answer = request(
        server.address,
        &format!("GET /api/v1/games/{game}.sgf"),
        &[("if-none-match", tag.as_str())],
        "",
    );
    assert_eq!(answer.status, 304);
}

#[test]
fn the_interface_describes_itself() {
    let server = TestServer::start();
    let description = get(server.address, "/openapi.json", "").json();
    assert!(description["paths"]["/users/{name}/games"]["get"]["parameters"].as_array().unwrap().len() > 8);
    let protocol = get(server.address, "/protocol", "");
    assert_eq!(protocol.header("content-type"), Some("text/markdown; charset=utf-8"));
    assert!(protocol.body.starts_with("# Tengen's protocol for online play, version 1\n"));
}
