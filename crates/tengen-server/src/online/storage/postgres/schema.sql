CREATE TABLE account (
    id TEXT NOT NULL PRIMARY KEY,
    -- Equal for names that look alike; NULL for guests and deleted accounts.
    name_key TEXT UNIQUE,
    version BIGINT NOT NULL,
    -- PHC format; NULL if nobody can log in.
    password TEXT,
    -- JSON, without ratings.
    body TEXT NOT NULL
);

-- Ratings change with games, and the account by its user: neither may undo the other.
CREATE TABLE rating (
    account TEXT NOT NULL REFERENCES account (id),
    category TEXT NOT NULL,
    -- The rating and its deviation, for leaderboards.
    value DOUBLE PRECISION NOT NULL,
    deviation DOUBLE PRECISION NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, category)
);
CREATE INDEX rating_order ON rating (category, value);

CREATE TABLE rating_change (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    account TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX rating_change_account ON rating_change (account, number);

CREATE TABLE session (
    -- SHA-256 of the token.
    token BYTEA NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account (id),
    created BIGINT NOT NULL,
    expires BIGINT NOT NULL
);
CREATE INDEX session_account ON session (account);

CREATE TABLE game (
    -- Ascending, so that the events of games of the same time lie together.
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- One of 64, which follows from the identifier.
    part BIGINT NOT NULL,
    first TEXT NOT NULL,
    second TEXT NOT NULL,
    created BIGINT NOT NULL,
    ended BIGINT,
    result TEXT
);
CREATE INDEX game_live ON game (part, number) WHERE ended IS NULL;
CREATE INDEX game_first ON game (first, created);
CREATE INDEX game_second ON game (second, created);
CREATE INDEX game_live_first ON game (first) WHERE ended IS NULL;
CREATE INDEX game_live_second ON game (second) WHERE ended IS NULL;

CREATE TABLE event (
    game BIGINT NOT NULL REFERENCES game (number),
    -- 0 for the creation.
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
);

CREATE TABLE seek (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

CREATE TABLE challenge (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
);

CREATE TABLE report (
    id TEXT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL,
    author TEXT NOT NULL,
    about TEXT NOT NULL,
    is_open BOOLEAN NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX report_author ON report (author, at);
CREATE INDEX report_at ON report (at);
CREATE INDEX report_about ON report (about, at);

-- When the server was known to run last. Servers that share a database have leases instead.
CREATE TABLE alive (
    number BIGINT NOT NULL PRIMARY KEY,
    at BIGINT NOT NULL
);

-- What servers on the same bus tell their messages from those of other databases by.
CREATE TABLE cluster (
    name TEXT NOT NULL PRIMARY KEY
);
INSERT INTO cluster (name) VALUES (gen_random_uuid()::text);

-- The servers whose leases have not run out. A server is removed when others may take over what it had; its transactions
-- lock its row, so that none of them ends after that. Numbers ascend and are never used again.
CREATE TABLE node (
    id BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    expires TIMESTAMPTZ NOT NULL
);

-- Which server has which part of the games (0 to 63), and the lobby (64).
CREATE TABLE part (
    number BIGINT NOT NULL PRIMARY KEY,
    node BIGINT,
    -- Until when its last server was known to run.
    alive BIGINT
);
CREATE INDEX part_node ON part (node);
INSERT INTO part (number) SELECT generate_series(0, 64);

CREATE TABLE tournament (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- NULL until it is finished or cancelled.
    ended BIGINT
);
CREATE INDEX tournament_ended ON tournament (ended);

CREATE TABLE tournament_event (
    tournament BIGINT NOT NULL REFERENCES tournament (number),
    -- 0 for the creation.
    seq BIGINT NOT NULL,
    at BIGINT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
);

-- Whose names the events have, so that they can be removed with an account.
CREATE TABLE tournament_player (
    account TEXT NOT NULL,
    tournament BIGINT NOT NULL,
    PRIMARY KEY (account, tournament)
);

-- How often the moves of a player agree with the engine's choice: for moderators.
CREATE TABLE agreement (
    account TEXT NOT NULL,
    game TEXT NOT NULL,
    at BIGINT NOT NULL,
    judged BIGINT NOT NULL,
    agreed BIGINT NOT NULL,
    PRIMARY KEY (account, game)
);

-- Tokens and passkeys.
CREATE TABLE credential (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    -- SHA-256 of what a client sends.
    key BYTEA NOT NULL UNIQUE,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (id),
    body TEXT NOT NULL
);
CREATE INDEX credential_account ON credential (account, number);

-- What moderators have decided.
CREATE TABLE decision (
    number BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    at BIGINT NOT NULL,
    about TEXT NOT NULL,
    body TEXT NOT NULL
);
CREATE INDEX decision_about ON decision (about, number);
