CREATE TABLE account (
    id TEXT NOT NULL PRIMARY KEY,
    -- Equal for names that look alike; NULL for guests and deleted accounts.
    name_key TEXT UNIQUE,
    version INTEGER NOT NULL,
    -- PHC format; NULL if nobody can log in.
    password TEXT,
    -- JSON, without ratings.
    body TEXT NOT NULL
) STRICT;

-- Ratings change with games, and the account by its user: neither may undo the other.
CREATE TABLE rating (
    account TEXT NOT NULL REFERENCES account (id),
    category TEXT NOT NULL,
    -- The rating and its deviation, for leaderboards.
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, category)
) STRICT, WITHOUT ROWID;
CREATE INDEX rating_order ON rating (category, value);

CREATE TABLE rating_change (
    number INTEGER NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX rating_change_account ON rating_change (account, number);

CREATE TABLE session (
    -- SHA-256 of the token.
    token BLOB NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
CREATE INDEX session_account ON session (account);

CREATE TABLE game (
    -- Ascending, so that the events of games of the same time lie together.
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- One of 64, which follows from the identifier.
    part INTEGER NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    created INTEGER NOT NULL,
    ended INTEGER,
    result TEXT
) STRICT;
CREATE INDEX game_live ON game (part, number) WHERE ended IS NULL;
CREATE INDEX game_first ON game (first, created);
CREATE INDEX game_second ON game (second, created);
CREATE INDEX game_live_first ON game (first) WHERE ended IS NULL;
CREATE INDEX game_live_second ON game (second) WHERE ended IS NULL;

CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (number),
    -- 0 for the creation.
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;

CREATE TABLE seek (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE challenge (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;

CREATE TABLE report (
    id TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    about TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX report_author ON report (author, at);
CREATE INDEX report_at ON report (at);
CREATE INDEX report_about ON report (about, at);

-- When the server was known to run last: one row.
CREATE TABLE alive (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;

CREATE TABLE tournament (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- NULL until it is finished or cancelled.
    ended INTEGER
) STRICT;
CREATE INDEX tournament_ended ON tournament (ended);

CREATE TABLE tournament_event (
    tournament INTEGER NOT NULL REFERENCES tournament (number),
    -- 0 for the creation.
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;

-- Whose names the events have, so that they can be removed with an account.
CREATE TABLE tournament_player (
    account TEXT NOT NULL,
    tournament INTEGER NOT NULL,
    PRIMARY KEY (account, tournament)
) STRICT, WITHOUT ROWID;

-- How often the moves of a player agree with the engine's choice: for moderators.
CREATE TABLE agreement (
    account TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    judged INTEGER NOT NULL,
    agreed INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;

-- Tokens and passkeys.
CREATE TABLE credential (
    number INTEGER NOT NULL PRIMARY KEY,
    -- SHA-256 of what a client sends.
    key BLOB NOT NULL UNIQUE,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (id),
    body TEXT NOT NULL
) STRICT;
CREATE INDEX credential_account ON credential (account, number);

-- What moderators have decided.
CREATE TABLE decision (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    about TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX decision_about ON decision (about, number);
