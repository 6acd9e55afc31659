//! The forms of bodies and answers.

use utoipa::openapi::schema::{AdditionalProperties, ArrayBuilder, ObjectBuilder, Schema, SchemaType, Type};
use utoipa::openapi::{Ref, RefOr};

/// A form: its name, what it is, and its members with their types. An optional member ends with `?`.
type Form = (&'static str, &'static str, &'static [(&'static str, &'static str)]);

/// All objects.
static FORMS: &[Form] = &[
    (
        "Refusal",
        "Why a request is refused: a code for programs, and a text in English.",
        &[("code", "string"), ("text", "string")],
    ),
    ("Credentials", "A name with its password.", &[("name", "string"), ("password", "string")]),
    ("Confirmation", "The password; guests have none.", &[("password?", "string")]),
    ("NewName", "Another name.", &[("name", "string")]),
    ("NewPassword", "The password, and another one.", &[("old", "string"), ("new", "string")]),
    ("Preferences", "What the user wishes.", &[("free_text?", "boolean"), ("delays_watchers?", "boolean")]),
    (
        "Account",
        "The own account.",
        &[
            ("id", "string"),
            ("name", "string"),
            ("kind", "string"),
            ("role?", "string"),
            ("created", "integer"),
            ("renamed?", "integer"),
            ("ratings?", "object"),
            ("free_text?", "boolean"),
            ("delays_watchers?", "boolean"),
            ("muted?", "[string]"),
            ("blocked?", "[string]"),
            ("sanction?", "Sanction"),
            ("warning?", "Warning"),
            ("deleted?", "integer"),
        ],
    ),
    (
        "Sanction",
        "Until when a user may not play or talk.",
        &[("banned?", "integer"), ("silenced?", "integer")],
    ),
    ("Warning", "A warning of the moderators.", &[("at", "integer"), ("text", "string")]),
    (
        "Export",
        "Everything that is stored about a user.",
        &[
            ("version", "integer"),
            ("at", "integer"),
            ("account", "Account"),
            ("ratings", "[object]"),
            ("games", "[any]"),
            ("reports", "[Report]"),
            ("tokens", "[Token]"),
            ("passkeys", "[Passkey]"),
            ("decisions", "[Decision]"),
        ],
    ),
    ("NewToken", "A token that is to be created.", &[("label", "string"), ("scopes", "[string]")]),
    (
        "Token",
        "A token without its secret.",
        &[("id", "string"), ("label", "string"), ("scopes", "[string]"), ("created", "integer")],
    ),
    (
        "CreatedToken",
        "A token with its secret.",
        &[
            ("id", "string"),
            ("label", "string"),
            ("scopes", "[string]"),
            ("created", "integer"),
            ("token", "string"),
        ],
    ),
    (
        "NewPasskey",
        "A passkey as `PublicKeyCredential.toJSON()` has it.",
        &[("label", "string"), ("credential", "object")],
    ),
    ("SignIn", "A signature as `PublicKeyCredential.toJSON()` has it.", &[("credential", "object")]),
    (
        "Passkey",
        "A passkey.",
        &[("id", "string"), ("label", "string"), ("created", "integer"), ("used?", "integer")],
    ),
    (
        "PublicKeyOptions",
        "Options for `navigator.credentials`, in their JSON form.",
        &[("publicKey", "object")],
    ),
    ("Rating", "A rating.", &[("value", "integer"), ("provisional?", "boolean")]),
    (
        "Player",
        "A user as others see it. Without `kind` a member.",
        &[("account", "string"), ("name", "string"), ("kind?", "string"), ("rating?", "Rating")],
    ),
    ("Tally", "Games with a result.", &[("won", "integer"), ("drawn", "integer"), ("lost", "integer")]),
    (
        "Profile",
        "What everybody may know of a user. Ratings are pairs of a category and a rating.",
        &[("user", "Player"), ("created", "integer"), ("ratings", "[any]"), ("games", "Tally")],
    ),
    (
        "Settings",
        "What is agreed on before a game.",
        &[
            ("rule", "string"),
            ("size", "integer"),
            ("opening", "string"),
            ("tempo", "string"),
            ("rated?", "boolean"),
        ],
    ),
    ("Result", "How a game ended.", &[("winner", "string|null"), ("cause", "string")]),
    (
        "GameLine",
        "A game in a list.",
        &[
            ("game", "string"),
            ("settings", "Settings"),
            ("players", "[Player]"),
            ("tournament?", "string"),
            ("created", "integer"),
            ("result?", "Result"),
        ],
    ),
    (
        "RatingPoint",
        "A rating after a game.",
        &[("at", "integer"), ("value", "integer"), ("provisional?", "boolean"), ("game", "string")],
    ),
    (
        "RatingHistory",
        "How a user's rating in a category has changed, the earliest point first.",
        &[("user", "Player"), ("category", "string"), ("points", "[RatingPoint]")],
    ),
    (
        "LeaderboardRow",
        "A place in a leaderboard.",
        &[("rank", "integer"), ("player", "Player"), ("games", "integer")],
    ),
    (
        "Leaderboard",
        "The best players of a category.",
        &[("category", "string"), ("rows", "[LeaderboardRow]")],
    ),
    (
        "TournamentList",
        "Tournaments without their standings.",
        &[("upcoming", "[Tournament]"), ("running", "[Tournament]"), ("finished", "[Tournament]")],
    ),
    (
        "Tournament",
        "A tournament, as the protocol describes it.",
        &[
            ("tournament", "string"),
            ("request", "object"),
            ("creator", "Player"),
            ("status", "string"),
            ("ends?", "integer"),
            ("round?", "integer"),
            ("players", "integer"),
            ("standings", "[object]"),
            ("you?", "object"),
            ("featured?", "string"),
        ],
    ),
    (
        "Snapshot",
        "A whole game, as the protocol describes it.",
        &[
            ("game", "string"),
            ("settings", "Settings"),
            ("players", "[Player]"),
            ("created", "integer"),
            ("you?", "string"),
            ("tournament?", "string"),
            ("opening", "any"),
            ("moves", "[any]"),
            ("takebacks?", "integer"),
            ("clock", "object"),
            ("offers?", "[any]"),
            ("presence", "[any]"),
            ("watchers", "integer"),
            ("may_berserk?", "boolean"),
            ("berserk?", "[boolean]"),
            ("delay?", "integer"),
            ("result?", "Result"),
            ("ratings?", "[Rating]"),
            ("rematch?", "string"),
        ],
    ),
    (
        "NewReport",
        "A report to the moderators.",
        &[("about", "string"), ("reason", "string"), ("remark?", "string"), ("game?", "string")],
    ),
    (
        "Report",
        "A report.",
        &[
            ("id", "string"),
            ("by", "string"),
            ("about", "string"),
            ("reason", "string"),
            ("remark", "string"),
            ("game?", "string"),
            ("at", "integer"),
            ("state", "any"),
        ],
    ),
    (
        "ReportView",
        "A report with those whom it is about, who are called `author` and `accused`.",
        &[
            ("id", "string"),
            ("by", "string"),
            ("about", "string"),
            ("reason", "string"),
            ("remark", "string"),
            ("game?", "string"),
            ("at", "integer"),
            ("state", "any"),
            ("author", "Player"),
            ("accused", "Player"),
        ],
    ),
    ("Closing", "Whether a report was justified.", &[("justified", "boolean")]),
    (
        "AccountView",
        "What moderators see of an account.",
        &[
            ("user", "Player"),
            ("role", "string"),
            ("created", "integer"),
            ("sanction", "Sanction"),
            ("warning?", "Warning"),
            ("games", "Tally"),
            ("reports", "[Report]"),
            ("decisions", "[Decision]"),
            ("agreement", "[Agreement]"),
        ],
    ),
    (
        "Agreement",
        "How many of the moves of a player in a game agree with the engine's choice.",
        &[
            ("account", "string"),
            ("game", "string"),
            ("at", "integer"),
            ("judged", "integer"),
            ("agreed", "integer"),
        ],
    ),
    (
        "NewDecision",
        "A measure: `pardon`, `rename`, `reset-password`, or one of `warn`, `silence`, `ban` and `role` with its contents.",
        &[("measure", "any"), ("report?", "string"), ("remark?", "string")],
    ),
    (
        "Decision",
        "An entry of the log.",
        &[
            ("by?", "string"),
            ("about", "string"),
            ("at", "integer"),
            ("measure", "any"),
            ("report?", "string"),
            ("remark?", "string"),
        ],
    ),
    (
        "Decided",
        "The account after a measure, and the password that was set.",
        &[("account", "AccountView"), ("password?", "string")],
    ),
    ("Done", "What a command has led to.", &[("created?", "object"), ("challenge?", "object")]),
    (
        "ChallengeRequest",
        "A challenge; without `to` for whoever has its identifier.",
        &[("settings", "Settings"), ("seat?", "string"), ("to?", "string")],
    ),
    (
        "SeekRequest",
        "A seek.",
        &[
            ("settings", "Settings"),
            ("seat?", "string"),
            ("ratings?", "[integer]"),
            ("members_only?", "boolean"),
            ("bot?", "string"),
        ],
    ),
];

/// Values that are a text or an object, as the protocol describes them.
const VALUES: [(&str, &str); 3] = [
    ("Message", "A message of the protocol's server."),
    ("GameCommand", "An action in a game: `{\"move\":{\"ply\":12,\"to\":[7,7]}}`, `\"resign\"` and others."),
    ("Utterance", "`{\"phrase\":\"good-game\"}` or `{\"text\":\"…\"}`."),
];

/// All forms with their names.
pub(super) fn all() -> impl Iterator<Item = (&'static str, RefOr<Schema>)> {
    let values = VALUES.into_iter().map(|(name, about)| {
        let any = ObjectBuilder::new().schema_type(SchemaType::AnyValue);
        (name, any.description(Some(about)).into())
    });
    FORMS.iter().map(|&(name, about, members)| (name, object(about, members))).chain(values)
}

fn object(about: &str, members: &[(&str, &'static str)]) -> RefOr<Schema> {
    let object = ObjectBuilder::new().schema_type(Type::Object).description(Some(about));
    let object = members.iter().fold(object, |object, (name, kind)| match name.strip_suffix('?') {
        Some(optional) => object.property(optional, typed(kind)),
        None => object.property(*name, typed(kind)).required(*name),
    });
    object.into()
}

/// The form with a name.
pub(super) fn reference(name: &str) -> RefOr<Schema> {
    Ref::from_schema_name(name).into()
}

/// A type: one of JSON's, any of them, the name of a form, or either in brackets for a list.
pub(super) fn typed(kind: &'static str) -> RefOr<Schema> {
    if let Some(item) = kind.strip_prefix('[').and_then(|kind| kind.strip_suffix(']')) {
        return ArrayBuilder::new().items(typed(item)).into();
    }
    let plain_of = |kind: SchemaType| ObjectBuilder::new().schema_type(kind);
    let plain = |kind: Type| ObjectBuilder::new().schema_type(kind);
    match kind {
        "string" => plain(Type::String).into(),
        "integer" => plain(Type::Integer).into(),
        "boolean" => plain(Type::Boolean).into(),
        "any" => plain_of(SchemaType::AnyValue).into(),
        "string|null" => plain_of(SchemaType::from_iter([Type::String, Type::Null])).into(),
        // What it has in it is described by the protocol, or by a standard.
        "object" => plain(Type::Object)
            .additional_properties(Some(AdditionalProperties::<Schema>::FreeForm(true)))
            .into(),
        form => reference(form),
    }
}
