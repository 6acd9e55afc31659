//! Compares the derived schemas with the JSON that the server reads and sends.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use tengen_game::opening::Player;
use tengen_game::{EndReason, Point};
use tengen_online::account::{
    Account, AccountExport, Decision, Measure, PasskeyInfo, Remark, Report, ReportReason, ReportState, Role,
    Sanction, Scope, TokenInfo, Warning,
};
use tengen_online::category::Category;
use tengen_online::game::{LiveGame, NewGame};
use tengen_online::http::{
    AccountView, Agreement, Closing, Confirmation, CreatedToken, Credentials, Decided, Done, FriendView,
    NewDecision, NewName, NewPasskey, NewPassword, NewReport, NewToken, PlayedGame, Preferences, Profile,
    RemarkView, ReportView, SignIn, Tally, Whereabouts,
};
use tengen_online::id::{AccountId, ChallengeId, CredentialId, GameId, ReportId, TournamentId};
use tengen_online::message::{
    ChallengeRequest, ChallengeView, Created, EndCause, ErrorCode, GameCommand, GameOver, GameSnapshot,
    LeaderboardRow, LeaderboardView, Offer, PlayerInfo, RatingHistory, RatingPoint, RatingView, Refusal,
    SeekRequest, StandingView, TournamentFormat, TournamentList, TournamentRequest, UserKind,
};
use tengen_online::phrase::Utterance;
use tengen_online::rating::Rating;
use tengen_online::settings::{GameSettings, SeatChoice};
use tengen_online::tournament::Tournament;

use super::routes::ROUTES;
use super::schemas;

/// The schemas by name, with the members of each that have occurred in examples.
struct Checker {
    forms: BTreeMap<String, Value>,
    seen: BTreeMap<String, BTreeSet<String>>,
}

impl Checker {
    fn new() -> Checker {
        let all = schemas::components().build().schemas.into_iter();
        let forms: BTreeMap<String, Value> =
            all.map(|(name, schema)| (name, serde_json::to_value(schema).unwrap())).collect();
        let joined = forms.iter().map(|(name, schema)| (name.clone(), joined(&forms, schema)));
        Checker { forms: joined.collect(), seen: BTreeMap::new() }
    }

    /// Checks a value against a schema.
    fn check(&mut self, form: &str, value: &Value) {
        let schema = self.forms.get(form).unwrap_or_else(|| panic!("there is no schema {form}")).clone();
        let name = form;
        if let (Some(members), Some(object)) = (schema["properties"].as_object(), value.as_object()) {
            for (member, value) in object {
                let schema = members.get(member);
                let schema = schema.unwrap_or_else(|| panic!("{name} has no member `{member}`: {value}"));
                self.typed(&format!("{name}.{member}"), schema, value);
                self.seen.entry(name.to_owned()).or_default().insert(member.clone());
            }
            for member in required(&schema) {
                assert!(object.contains_key(member), "{name} without `{member}`: {value}");
            }
        } else {
            self.typed(name, &schema, value);
        }
    }

    fn typed(&mut self, place: &str, schema: &Value, value: &Value) {
        if let Some(form) = schema["$ref"].as_str() {
            return self.check(form.rsplit('/').next().unwrap(), value);
        }
        // A value that may be null, or one of several forms.
        for alternative in schema["oneOf"].as_array().into_iter().flatten() {
            if alternative["$ref"].is_string() && self.fits(alternative, value) {
                self.typed(place, alternative, value);
            }
        }
        let kinds = match &schema["type"] {
            Value::Array(kinds) => kinds.clone(),
            Value::Null => return,
            kind => vec![kind.clone()],
        };
        let found = match value {
            Value::String(_) => "string",
            Value::Bool(_) => "boolean",
            Value::Number(number) if number.is_f64() => "number",
            Value::Number(_) => "integer",
            Value::Array(_) => "array",
            Value::Object(_) => "object",
            Value::Null => "null",
        };
        assert!(kinds.contains(&json!(found)), "{place}: expected {kinds:?}, found {value}");
        for item in value.as_array().into_iter().flatten() {
            self.typed(place, &schema["items"], item);
        }
    }
}

/// Joins a schema whose members come from several schemas into a single one.
fn joined(forms: &BTreeMap<String, Value>, schema: &Value) -> Value {
    let Some(parts) = schema["allOf"].as_array() else { return schema.clone() };
    let (mut properties, mut required) = (serde_json::Map::new(), Vec::new());
    for part in parts {
        let form = part["$ref"].as_str().map(|form| &forms[form.rsplit('/').next().unwrap()]);
        let part = form.map_or_else(|| part.clone(), |form| joined(forms, form));
        properties.extend(part["properties"].as_object().cloned().unwrap_or_default());
        required.extend(part["required"].as_array().cloned().unwrap_or_default());
    }
    json!({ "type": "object", "properties": properties, "required": required })
}

fn required(schema: &Value) -> impl Iterator<Item = &str> {
    schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str)
}

/// A schema with an example that has all members, and the function by which the server reads it.
type Body = (&'static str, Value, fn(Value) -> bool);

fn reads<T: DeserializeOwned>(value: Value) -> bool {
    serde_json::from_value::<T>(value).is_ok()
}

fn bodies() -> Vec<Body> {
    let client = json!({ "clientDataJSON": "e30", "attestationObject": "oA" });
    let signature =
        json!({ "clientDataJSON": "e30", "authenticatorData": "AA", "signature": "AA", "userHandle": "AA" });
    let settings = json!({ "rule": "renju", "size": 15, "opening": "free", "tempo": "300+3", "rated": true });
    let account = AccountId::from_entropy(1);
    vec![
        ("Credentials", json!({ "name": "Ada", "password": "secret words" }), reads::<Credentials>),
        ("Confirmation", json!({ "password": "secret words" }), reads::<Confirmation>),
        ("NewName", json!({ "name": "Ada" }), reads::<NewName>),
        ("NewPassword", json!({ "old": "secret", "new": "words" }), reads::<NewPassword>),
        (
            "Preferences",
            json!({ "free_text": true, "delays_watchers": false, "progress": "{}", "puzzles": "{}" }),
            reads::<Preferences>,
        ),
        ("NewToken", json!({ "label": "Robot", "scopes": ["bot"] }), reads::<NewToken>),
        ("NewPasskey", json!({ "label": "Key", "credential": { "response": client } }), reads::<NewPasskey>),
        ("SignIn", json!({ "credential": { "id": "AA", "response": signature } }), reads::<SignIn>),
        (
            "NewReport",
            json!({ "about": account, "reason": "engine", "remark": "!", "game": GameId::from_entropy(1) }),
            reads::<NewReport>,
        ),
        ("Closing", json!({ "justified": true }), reads::<Closing>),
        (
            "NewDecision",
            json!({ "measure": { "warn": { "text": "!" } }, "report": ReportId::from_entropy(1), "remark": "!" }),
            reads::<NewDecision>,
        ),
        ("GameCommand", json!({ "move": { "ply": 12, "to": [7, 7] } }), reads::<GameCommand>),
        ("Utterance", json!({ "phrase": "good-game" }), reads::<Utterance>),
        (
            "ChallengeRequest",
            json!({ "settings": settings, "seat": "first", "to": account }),
            reads::<ChallengeRequest>,
        ),
        (
            "SeekRequest",
            json!({
                "settings": settings, "seat": "second", "ratings": [1200, 1800], "members_only": true,
                "bot": "easy",
            }),
            reads::<SeekRequest>,
        ),
    ]
}

fn settings() -> GameSettings {
    serde_json::from_value(bodies().remove(13).1["settings"].clone()).unwrap()
}

fn account(entropy: u64, name: &str) -> Account {
    let id = AccountId::from_entropy(entropy);
    let mut account = Account::member(id, name.parse().unwrap(), UserKind::Bot, 1, |_| false).unwrap();
    account.renamed = Some(2);
    account.role = Role::Moderator;
    account.free_text = true;
    account.delays_watchers = true;
    account.set_progress("{}".to_owned()).unwrap();
    account.set_puzzles("{}".to_owned()).unwrap();
    account.set_muted(AccountId::from_entropy(8), true).unwrap();
    account.set_blocked(AccountId::from_entropy(9), true).unwrap();
    account.set_friend(AccountId::from_entropy(10), true).unwrap();
    account.sanction = Sanction { banned: Some(3), silenced: Some(4), unrated: Some(5) };
    account.warning = Some(Warning { at: 5, text: "!".to_owned() });
    account.ratings.set(category(), Rating::new(1));
    account.deleted = Some(6);
    account
}

fn category() -> Category {
    Category::all().next().unwrap()
}

fn report() -> Report {
    Report {
        id: ReportId::from_entropy(1),
        by: AccountId::from_entropy(1),
        about: AccountId::from_entropy(2),
        reason: ReportReason::Engine,
        remark: "!".to_owned(),
        game: Some(GameId::from_entropy(1)),
        at: 7,
        state: ReportState::Open,
    }
}

fn snapshot(players: [PlayerInfo; 2]) -> GameSnapshot {
    let mut new = NewGame::new(GameId::from_entropy(1), settings(), players);
    new.delay = 60_000;
    new.berserk = true;
    new.tournament = Some(TournamentId::from_entropy(1));
    let (game, _) = LiveGame::create(new, 8).unwrap();
    let mut snapshot = game.snapshot(None, 3);
    let rating = RatingView { value: 1_500, provisional: true };
    snapshot.you = Some(Player::First);
    snapshot.moves = vec![Point::new(7, 7).into()];
    snapshot.takebacks = 1;
    (snapshot.clock.until, snapshot.clock.claim_from, snapshot.clock.stands) = (Some(9), Some(8), true);
    snapshot.offers = vec![(Player::First, Offer::Draw)];
    snapshot.berserk = [true, false];
    snapshot.result = Some(GameOver { winner: None, cause: EndCause::Played(EndReason::Agreement) });
    snapshot.ratings = Some([rating; 2]);
    snapshot.rematch = Some(GameId::from_entropy(2));
    snapshot
}

fn tournaments(players: &[PlayerInfo; 2]) -> TournamentList {
    let request = TournamentRequest {
        name: "Cup".to_owned(),
        format: TournamentFormat::Arena { minutes: 60 },
        settings: settings(),
        starts: 100,
        bots: Vec::new(),
        programs: true,
        berserk: true,
        private: true,
    };
    let id = TournamentId::from_entropy(1);
    let (tournament, _) = Tournament::create(id, request, players[0].clone(), 1).unwrap();
    let mut view = tournament.view(None);
    let row = StandingView {
        rank: 1,
        player: players[0].clone(),
        points: 2,
        tie_break: 0,
        games: vec![2],
        withdrawn: true,
    };
    view.request.bots = vec![tengen_analysis::Level::EASY];
    (view.ends, view.featured) = (Some(200), Some(GameId::from_entropy(1)));
    (view.standings, view.you) = (vec![row.clone()], Some(row));
    let all = vec![view];
    TournamentList { upcoming: all.clone(), running: all.clone(), finished: all }
}

/// Answers in which every member of every schema occurs at least once, with the schemas that the description declares for them.
fn answers() -> Vec<(&'static str, Value)> {
    fn of(form: &'static str, answer: impl Serialize) -> (&'static str, Value) {
        (form, serde_json::to_value(answer).unwrap())
    }
    let (ada, bea) = (account(1, "Ada"), account(2, "Bea"));
    let players = [&ada, &bea].map(|account| account.info(Some(category()), 1));
    let tally = Tally { won: 1, drawn: 2, lost: 3 };
    let id = CredentialId::from_entropy(1);
    let token = TokenInfo { id, label: "Robot".to_owned(), scopes: vec![Scope::Bot], created: 1 };
    let passkey = PasskeyInfo { id, label: "Key".to_owned(), created: 1, used: Some(2) };
    let decision = Decision {
        by: Some(ada.id),
        about: bea.id,
        at: 3,
        measure: Measure::Pardon,
        report: Some(ReportId::from_entropy(1)),
        remark: "!".to_owned(),
    };
    let game = GameId::from_entropy(1);
    let view = || AccountView {
        user: players[0].clone(),
        role: Role::User,
        created: 1,
        sanction: ada.sanction,
        warning: ada.warning.clone(),
        games: tally,
        reports: vec![report()],
        decisions: vec![decision.clone()],
        agreement: vec![Agreement { account: ada.id, game, at: 1, judged: 20, agreed: 10 }],
    };
    let mut over = snapshot(players.clone());
    let draw = of("GameSnapshot", &over);
    over.result = Some(GameOver { winner: Some(Player::First), cause: EndCause::Abandonment });
    let summary = LiveGame::create(NewGame::new(game, settings(), players.clone()), 1).unwrap().0.summary();
    let summary = tengen_online::message::GameSummary { tournament: over.tournament, ..summary };
    let export = AccountExport::new(ada.clone(), [], [vec![]], [report()], 9)
        .with_credentials(vec![token.clone()], vec![passkey.clone()])
        .with_decisions(vec![decision.clone()]);
    let request = ChallengeRequest { settings: settings(), seat: SeatChoice::First, to: Some(bea.id) };
    let challenge = ChallengeId::from_entropy(1);
    let done = Done {
        created: Some(Created::Challenge(challenge)),
        challenge: Some(ChallengeView { challenge, by: players[0].clone(), request }),
    };
    let remark = Remark { game, by: ada.id, at: 7, text: "!".to_owned() };
    let talk = || RemarkView { by: players[0].clone(), at: 7, text: "!".to_owned() };
    let friend = FriendView { player: players[1].clone(), whereabouts: Whereabouts::Playing(game) };
    let point = RatingPoint { at: 1, game, value: 1_500, provisional: true };
    let category = category();
    let ratings = vec![(category, players[0].rating.unwrap())];
    let row = LeaderboardRow { rank: 1, player: players[0].clone(), games: 9 };
    vec![
        of("Refusal", Refusal::new(ErrorCode::Over, "over")),
        of("OwnAccount", ada.own(1)),
        of("OwnAccount", Account::guest(ada.id, 1).own(1)),
        of("AccountExport", export),
        of("TokenInfo", &token),
        of("CreatedToken", CreatedToken { info: token, token: "tengen_".to_owned() }),
        of("PasskeyInfo", &passkey),
        ("PublicKeyOptions", json!({ "publicKey": {} })),
        of("Profile", Profile { user: players[0].clone(), created: 1, ratings, games: tally }),
        of("GameSummary", &summary),
        of("PlayedGame", PlayedGame { about: summary, result: over.result }),
        of("RatingHistory", RatingHistory { user: players[0].clone(), category, points: vec![point] }),
        of("LeaderboardView", LeaderboardView { category, rows: vec![row] }),
        of("TournamentList", tournaments(&players)),
        draw,
        of("GameSnapshot", over),
        of("Report", report()),
        of(
            "ReportView",
            ReportView {
                report: report(),
                author: players[0].clone(),
                accused: players[1].clone(),
                talk: vec![talk()],
            },
        ),
        of("RemarkView", talk()),
        of("Remark", remark),
        of("FriendView", friend),
        of("AccountView", view()),
        of("Decision", &decision),
        of("Decided", Decided { account: view(), password: Some("words".to_owned()) }),
        of("Done", done),
        of("Done", Done::default()),
        of("Message", tengen_online::message::ServerMessage::Pong { now: 1 }),
    ]
}

#[test]
fn the_forms_of_answers_are_those_of_their_types() {
    let mut checker = Checker::new();
    for (form, answer) in answers() {
        checker.check(form, &answer);
    }
    // A refusal, and the answers of all routes.
    for (form, body, _) in bodies() {
        checker.check(form, &body);
    }
    for (form, schema) in &checker.forms {
        let members: BTreeSet<String> =
            schema["properties"].as_object().into_iter().flatten().map(|(name, _)| name.clone()).collect();
        let seen = checker.seen.get(form.as_str()).cloned().unwrap_or_default();
        assert_eq!(members, seen, "the members of {form}, and those of its type");
    }
}

#[test]
fn bodies_are_read_as_they_are_described() {
    let mut described: Vec<&str> = ROUTES.iter().filter_map(|route| route.body).collect();
    let mut tested: Vec<&str> = bodies().iter().map(|(form, ..)| *form).collect();
    described.sort_unstable();
    described.dedup();
    tested.sort_unstable();
    assert_eq!(described, tested);
    let checker = Checker::new();
    for (form, body, reads) in bodies() {
        assert!(reads(body.clone()), "{form}: {body}");
        let schema = &checker.forms[form];
        let Some(members) = schema["properties"].as_object() else { continue };
        let required: BTreeSet<&str> = required(schema).collect();
        for member in members.keys() {
            let mut without = body.clone();
            without.as_object_mut().unwrap().remove(member).expect("an example has all members");
            assert_eq!(reads(without), !required.contains(member.as_str()), "{form} without `{member}`");
            let mut wrong = body.clone();
            wrong[member] = json!([[null]]);
            assert!(!reads(wrong), "{form}.{member} is not read");
        }
    }
}

impl Checker {
    /// Whether a value matches a schema, as far as the description can express it: alternatives, words, members, lengths and limits.
    fn fits(&self, schema: &Value, value: &Value) -> bool {
        if let Some(form) = schema["$ref"].as_str() {
            return self.fits(&self.forms[form.rsplit('/').next().unwrap()], value);
        }
        if let Some(alternatives) = schema["oneOf"].as_array() {
            return alternatives.iter().filter(|alternative| self.fits(alternative, value)).count() == 1;
        }
        if schema["enum"].as_array().is_some_and(|words| !words.contains(value)) {
            return false;
        }
        let within = |found: u64, [least, most]: [&str; 2]| {
            let limit = |name: &str| schema[name].as_f64();
            limit(least).is_none_or(|least| found as f64 >= least)
                && limit(most).is_none_or(|most| found as f64 <= most)
        };
        match schema["type"].as_str() {
            Some("object") => {
                let (Some(object), members) = (value.as_object(), &schema["properties"]) else {
                    return false;
                };
                let is_member = |(name, value): (&String, &Value)| match members.get(name) {
                    Some(member) => self.fits(member, value),
                    None => schema["additionalProperties"] != json!(false),
                };
                required(schema).all(|name| object.contains_key(name)) && object.iter().all(is_member)
            }
            Some("array") => value.as_array().is_some_and(|items| {
                within(items.len() as u64, ["minItems", "maxItems"])
                    && items.iter().all(|item| self.fits(&schema["items"], item))
            }),
            Some("integer") => value.as_u64().is_some_and(|number| within(number, ["minimum", "maximum"])),
            Some("string") => value
                .as_str()
                .is_some_and(|text| within(text.chars().count() as u64, ["minLength", "maxLength"])),
            Some("boolean") => value.is_boolean(),
            Some("null") => value.is_null(),
            _ => true,
        }
    }
}

#[test]
fn what_players_do_and_say_is_described_as_it_is_read() {
    let checker = Checker::new();
    let fits = |form: &str, value: &Value| checker.fits(&checker.forms[form], value);
    for (form, reads) in
        [("GameCommand", reads::<GameCommand> as fn(Value) -> bool), ("Utterance", reads::<Utterance>)]
    {
        let examples = checker.forms[form]["examples"].as_array().unwrap();
        assert!(examples.len() > 1);
        for example in examples {
            assert!(fits(form, example) && reads(example.clone()), "{example}");
        }
    }
    for wrong in [
        json!("fly"),
        json!({ "move": { "ply": 12 } }),
        json!({ "move": { "ply": -1, "to": [7, 7] } }),
        json!({ "move": { "ply": 70_000, "to": [7, 7] } }),
        json!({ "move": { "ply": 12, "to": [7] } }),
        json!({ "choose": { "ply": 0 } }),
        json!({ "offer": "money" }),
        json!({ "move": { "ply": 12, "to": [7, 7] }, "offer": "draw" }),
        json!({ "move": { "ply": 12, "to": [7, 7], "takeback": 1 } }),
        json!({}),
        json!(null),
    ] {
        assert!(!fits("GameCommand", &wrong), "{wrong}");
        assert!(!reads::<GameCommand>(wrong.clone()), "{wrong}");
    }
    // The game refuses points outside its board.
    assert!(!fits("GameCommand", &json!({ "move": { "ply": 12, "to": [7, 22] } })));
}

#[test]
fn every_message_of_the_server_is_an_example() {
    let checker = Checker::new();
    let examples = checker.forms["Message"]["examples"].as_array().unwrap();
    assert_eq!(examples.len(), tengen_online::message::server_examples().count());
    assert!(examples.iter().cloned().all(reads::<tengen_online::message::ServerMessage>));
}
