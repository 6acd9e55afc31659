//! The table of routes, with a description of each.

/// The right that a route requires.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Right {
    /// No right: everybody may use the route.
    All,
    /// A session of a user.
    Session,
    /// A session of a user, or a program's token with the scope `account`.
    Account,
    /// A program's token with the scope `bot`.
    Program,
    /// A session of a moderator.
    Moderator,
}

/// The answer of a route.
#[derive(Clone, Copy, Debug)]
pub(super) enum Answer {
    /// A value in JSON, with a status.
    Json(&'static str, &'static str),
    /// Values in JSON, one a line.
    Lines(&'static str),
    /// Another kind of content, with a status.
    Other(&'static str, &'static str),
}

/// A route below `/api/v1`.
#[derive(Debug)]
pub(super) struct Route {
    pub(super) method: &'static str,
    pub(super) path: &'static str,
    pub(super) summary: &'static str,
    pub(super) right: Right,
    pub(super) body: Option<&'static str>,
    pub(super) answer: Answer,
    /// The parameters of the query, each with its name, kind and description.
    pub(super) query: &'static [(&'static str, &'static str, &'static str)],
}

const fn route(
    method: &'static str,
    path: &'static str,
    summary: &'static str,
    right: Right,
    body: Option<&'static str>,
    answer: Answer,
) -> Route {
    Route { method, path, summary, right, body, answer, query: &[] }
}

impl Route {
    const fn query(self, query: &'static [(&'static str, &'static str, &'static str)]) -> Route {
        Route { query, ..self }
    }
}

const fn json(schema: &'static str) -> Answer {
    Answer::Json("200", schema)
}

const fn created(schema: &'static str) -> Answer {
    Answer::Json("201", schema)
}

const GONE: Answer = Answer::Other("204", "Done");

use Right::{Account, All, Moderator, Program, Session};

pub(super) static ROUTES: &[Route] = &[
    route("get", "/openapi.json", "This description", All, None, json("object")),
    route("get", "/protocol", "The protocol of the socket", All, None, Answer::Other("200", "Markdown")),
    route("get", "/socket", "Opens a WebSocket", All, None, Answer::Other("101", "A WebSocket")),
    route(
        "post",
        "/session",
        "The own account; a new guest's if there is no session",
        All,
        None,
        json("OwnAccount"),
    ),
    route("delete", "/session", "Signs out", Session, None, GONE),
    route(
        "post",
        "/session/login",
        "Signs in by name and password",
        All,
        Some("Credentials"),
        json("OwnAccount"),
    ),
    route(
        "post",
        "/session/passkey/begin",
        "Begins to sign in by a passkey",
        All,
        None,
        json("PublicKeyOptions"),
    ),
    route("post", "/session/passkey", "Signs in by a passkey", Session, Some("SignIn"), json("OwnAccount")),
    route("get", "/account", "The own account", Account, None, json("OwnAccount")),
    route("delete", "/account", "Deletes the own account", Session, Some("Confirmation"), GONE),
    route(
        "post",
        "/account/register",
        "A guest becomes a member",
        Session,
        Some("Credentials"),
        json("OwnAccount"),
    ),
    route("post", "/account/name", "Changes the own name", Session, Some("NewName"), json("OwnAccount")),
    route(
        "post",
        "/account/password",
        "Changes the own password",
        Session,
        Some("NewPassword"),
        json("OwnAccount"),
    ),
    route(
        "post",
        "/account/preferences",
        "Changes the own wishes",
        Session,
        Some("Preferences"),
        json("OwnAccount"),
    ),
    route(
        "get",
        "/account/friends",
        "The own friends, with their presence",
        Session,
        None,
        json("[FriendView]"),
    ),
    route(
        "post",
        "/account/warning",
        "Confirms a warning of the moderators",
        Session,
        None,
        json("OwnAccount"),
    ),
    route(
        "get",
        "/account/export",
        "Everything that is stored about oneself",
        Session,
        None,
        json("AccountExport"),
    ),
    route("get", "/account/tokens", "The own tokens", Session, None, json("[TokenInfo]")),
    route(
        "post",
        "/account/tokens",
        "Creates a token, whose secret is shown once",
        Session,
        Some("NewToken"),
        created("CreatedToken"),
    ),
    route("delete", "/account/tokens/{credential}", "Deletes a token", Session, None, GONE),
    route("get", "/account/passkeys", "The own passkeys", Session, None, json("[PasskeyInfo]")),
    route(
        "post",
        "/account/passkeys/begin",
        "Begins the creation of a passkey",
        Session,
        None,
        json("PublicKeyOptions"),
    ),
    route("post", "/account/passkeys", "Adds a passkey", Session, Some("NewPasskey"), created("PasskeyInfo")),
    route("delete", "/account/passkeys/{credential}", "Deletes a passkey", Session, None, GONE),
    route(
        "post",
        "/account/bot",
        "The own account becomes that of a program, for ever",
        Session,
        None,
        json("OwnAccount"),
    ),
    route("get", "/users/{name}", "What everybody may know of a user", All, None, json("Profile")),
    route(
        "get",
        "/users/{name}/games",
        "The games of a user: a page in JSON, or by `format` or `Accept` all of them as a stream",
        All,
        None,
        json("[PlayedGame]"),
    )
    .query(&[
        ("before", "time", "games that were created before this time"),
        ("limit", "count", "lines of a page, 50 by default and 200 at most"),
        ("rule", "rule", "games by this rule"),
        ("rated", "boolean", "rated games, or casual ones"),
        ("opponent", "name", "games against this user"),
        ("since", "time", "games that were created at this time or later"),
        ("until", "time", "games that were created before this time"),
        ("format", "stream-format", "`ndjson` or `sgf` for a stream of whole games"),
    ]),
    route(
        "get",
        "/users/{name}/ratings/{category}",
        "How a user's rating in a category has changed",
        All,
        None,
        json("RatingHistory"),
    ),
    route(
        "get",
        "/leaderboards/{category}",
        "The best players of a category",
        All,
        None,
        json("LeaderboardView"),
    ),
    route(
        "get",
        "/tournaments",
        "The tournaments to join, to watch and to look at",
        All,
        None,
        json("TournamentList"),
    ),
    route(
        "get",
        "/tournaments/{tournament}",
        "A tournament with the first rows of its standings",
        All,
        None,
        json("TournamentView"),
    ),
    route(
        "get",
        "/games/{game}",
        "A game; with an ending such as `.sgf`, or by `Accept`, as a file (json, sgf, psq and others). Pages of all sites may read it. \
         A request with the `ETag` of a copy that is still good in `If-None-Match` is answered with 304",
        All,
        None,
        json("GameSnapshot"),
    ),
    route(
        "post",
        "/reports",
        "Reports a user to the moderators",
        Session,
        Some("NewReport"),
        created("Report"),
    ),
    route("get", "/moderation/reports", "Reports, the latest first", Moderator, None, json("[ReportView]"))
        .query(&[("all", "boolean", "closed ones, too")]),
    route(
        "post",
        "/moderation/reports/{report}",
        "Closes a report",
        Moderator,
        Some("Closing"),
        json("Report"),
    ),
    route("get", "/moderation/accounts", "An account by its name", Moderator, None, json("AccountView"))
        .query(&[("name", "name", "the name")]),
    route(
        "get",
        "/moderation/accounts/{account}",
        "An account by its identifier",
        Moderator,
        None,
        json("AccountView"),
    ),
    route(
        "post",
        "/moderation/accounts/{account}/decisions",
        "Takes a measure about a user",
        Moderator,
        Some("NewDecision"),
        json("Decided"),
    ),
    route("get", "/moderation/log", "The moderators' log", Moderator, None, json("[Decision]")),
    route(
        "get",
        "/bot/events",
        "The messages to a program, for as long as it listens",
        Program,
        None,
        Answer::Lines("Message"),
    ),
    route("post", "/bot/games/{game}", "Acts in a game", Program, Some("GameCommand"), json("Done")),
    route(
        "get",
        "/bot/games/{game}/stream",
        "The messages about a game, to its end",
        Program,
        None,
        Answer::Lines("Message"),
    ),
    route(
        "post",
        "/bot/games/{game}/say",
        "Says something in a game",
        Program,
        Some("Utterance"),
        json("Done"),
    ),
    route("post", "/bot/challenges", "Opens a challenge", Program, Some("ChallengeRequest"), json("Done")),
    route("get", "/bot/challenges/{challenge}", "What a challenge is about", Program, None, json("Done")),
    route(
        "delete",
        "/bot/challenges/{challenge}",
        "Withdraws one's own challenge",
        Program,
        None,
        json("Done"),
    ),
    route("post", "/bot/challenges/{challenge}/accept", "Accepts a challenge", Program, None, json("Done")),
    route("post", "/bot/challenges/{challenge}/decline", "Declines a challenge", Program, None, json("Done")),
    route(
        "post",
        "/bot/seeks",
        "Opens a seek, for as long as the stream of events",
        Program,
        Some("SeekRequest"),
        json("Done"),
    ),
    route("delete", "/bot/seeks/{seek}", "Closes one's own seek", Program, None, json("Done")),
    route("post", "/bot/seeks/{seek}/take", "Takes another user's seek", Program, None, json("Done")),
    route(
        "post",
        "/bot/tournaments/{tournament}/join",
        "Takes part in a tournament that programs may join",
        Program,
        None,
        json("Done"),
    ),
    route(
        "post",
        "/bot/tournaments/{tournament}/leave",
        "Withdraws from a tournament",
        Program,
        None,
        json("Done"),
    ),
];
