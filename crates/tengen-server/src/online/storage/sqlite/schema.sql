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
    body TEXT NOT NULL,
    PRIMARY KEY (account, category)
) STRICT, WITHOUT ROWID;

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
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    created INTEGER NOT NULL,
    ended INTEGER,
    result TEXT
) STRICT;
CREATE INDEX game_live ON game (number) WHERE ended IS NULL;
CREATE INDEX game_first ON game (first, created);
CREATE INDEX game_second ON game (second, created);

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
    is_open INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
CREATE INDEX report_author ON report (author, at);
CREATE INDEX report_at ON report (at);
