PRAGMA foreign_keys=OFF;
BEGIN TRANSACTION;
CREATE TABLE _sqlx_migrations (
    version BIGINT PRIMARY KEY,
    description TEXT NOT NULL,
    installed_on TIMESTAMP NOT NULL DEFAULT CURRENT_TIMESTAMP,
    success BOOLEAN NOT NULL,
    checksum BLOB NOT NULL,
    execution_time BIGINT NOT NULL
);
INSERT INTO _sqlx_migrations VALUES(1,'tables','2026-11-23 14:33:20',1,X'22f07d2e7ec7477c91c119f0affe2775e13650a6d0ed2f828a611f38f9cb245450932457df679db5ae195874cb8fc2ab',3933637);
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
INSERT INTO account VALUES('uSTisCCC','ada',1,'$argon2id$','{"id":"uSTisCCC","name":"Ada","kind":"member","role":"user","created":1000,"free_text":false,"delays_watchers":false,"muted":[],"blocked":[],"sanction":{}}');
INSERT INTO account VALUES('XNPjc43I','bea',0,NULL,'{"id":"XNPjc43I","name":"Bea","kind":"member","role":"user","created":1000,"free_text":false,"delays_watchers":false,"muted":[],"blocked":[],"sanction":{}}');
CREATE TABLE rating (
    account TEXT NOT NULL REFERENCES account (id),
    category TEXT NOT NULL,
    -- The rating and its deviation, for leaderboards.
    value REAL NOT NULL,
    deviation REAL NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (account, category)
) STRICT, WITHOUT ROWID;
INSERT INTO rating VALUES('XNPjc43I','freestyle.free.bullet',1741.4758999999999104,396.6897999999999911,'{"rating":1741.4759,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}');
INSERT INTO rating VALUES('uSTisCCC','freestyle.free.bullet',1258.5241000000000895,396.6897999999999911,'{"rating":1258.5241,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}');
CREATE TABLE rating_change (
    number INTEGER NOT NULL PRIMARY KEY,
    account TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO rating_change VALUES(1,'uSTisCCC','{"account":"uSTisCCC","category":"freestyle.free.bullet","game":"YnhSdmG6","before":{"rating":1500.0,"deviation":500.0,"volatility":0.09,"games":0,"last":9000},"after":{"rating":1258.5241,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}}');
INSERT INTO rating_change VALUES(2,'XNPjc43I','{"account":"XNPjc43I","category":"freestyle.free.bullet","game":"YnhSdmG6","before":{"rating":1500.0,"deviation":500.0,"volatility":0.09,"games":0,"last":9000},"after":{"rating":1741.4759,"deviation":396.6898,"volatility":0.0899983,"games":1,"last":9000}}');
CREATE TABLE session (
    -- SHA-256 of the token.
    token BLOB NOT NULL PRIMARY KEY,
    account TEXT NOT NULL REFERENCES account (id),
    created INTEGER NOT NULL,
    expires INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
INSERT INTO session VALUES(X'0101010101010101010101010101010101010101010101010101010101010101','uSTisCCC',5,1125899906842624);
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
INSERT INTO game VALUES(1,'YnhSdmG6',32,'uSTisCCC','XNPjc43I',2007,9000,'{"winner":"second","cause":"timeout"}');
INSERT INTO game VALUES(2,'z9M2BnSL',11,'uSTisCCC','XNPjc43I',2008,NULL,NULL);
CREATE TABLE event (
    game INTEGER NOT NULL REFERENCES game (number),
    -- 0 for the creation.
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (game, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO event VALUES(1,0,2007,'{"created":{"game":"YnhSdmG6","settings":{"rule":"freestyle","size":15,"opening":"free","tempo":"120+1","rated":true},"players":[{"account":"uSTisCCC","name":"Ada"},{"account":"XNPjc43I","name":"Bea"}]}}');
INSERT INTO event VALUES(1,1,3000,'{"moved":{"to":[0,0]}}');
INSERT INTO event VALUES(2,0,2008,'{"created":{"game":"z9M2BnSL","settings":{"rule":"freestyle","size":15,"opening":"free","tempo":"120+1","rated":true},"players":[{"account":"uSTisCCC","name":"Ada"},{"account":"XNPjc43I","name":"Bea"}]}}');
INSERT INTO event VALUES(2,1,3000,'{"moved":{"to":[0,0]}}');
INSERT INTO event VALUES(2,2,3001,'{"moved":{"to":[1,0]}}');
CREATE TABLE seek (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
INSERT INTO seek VALUES('uSTisCCC','{"seek":"uSTisCCC","by":{"player":{"account":"uSTisCCC","name":"Ada","rating":{"value":1500,"provisional":true}}},"request":{"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"seat":"first","members_only":true},"opened":5}');
CREATE TABLE challenge (
    id TEXT NOT NULL PRIMARY KEY,
    body TEXT NOT NULL
) STRICT;
INSERT INTO challenge VALUES('uSTisCCC','{"challenge":"uSTisCCC","by":{"player":{"account":"uSTisCCC","name":"Ada","rating":{"value":1500,"provisional":true}}},"request":{"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"seat":"second"},"opened":6}');
CREATE TABLE report (
    id TEXT NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    author TEXT NOT NULL,
    about TEXT NOT NULL,
    is_open INTEGER NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO report VALUES('uSTisCCC',20,'uSTisCCC','XNPjc43I',1,'{"id":"uSTisCCC","by":"uSTisCCC","about":"XNPjc43I","reason":"stalling","remark":"slow","game":"YnhSdmG6","at":20,"state":"open"}');
CREATE TABLE alive (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL
) STRICT;
INSERT INTO alive VALUES(0,8000);
CREATE TABLE tournament (
    number INTEGER NOT NULL PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    -- NULL until it is finished or cancelled.
    ended INTEGER
) STRICT;
INSERT INTO tournament VALUES(1,'uSTisCCC',NULL);
CREATE TABLE tournament_event (
    tournament INTEGER NOT NULL REFERENCES tournament (number),
    -- 0 for the creation.
    seq INTEGER NOT NULL,
    at INTEGER NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (tournament, seq)
) STRICT, WITHOUT ROWID;
INSERT INTO tournament_event VALUES(1,0,1000,'{"created":{"tournament":"uSTisCCC","request":{"name":"Cup","format":{"swiss":{"rounds":1}},"settings":{"rule":"freestyle","size":15,"opening":"swap2","tempo":"180+2","rated":true},"starts":5000},"creator":{"account":"uSTisCCC","name":"Ada"}}}');
INSERT INTO tournament_event VALUES(1,1,2000,'{"joined":{"account":"uSTisCCC","name":"Ada"}}');
INSERT INTO tournament_event VALUES(1,2,2000,'{"joined":{"account":"XNPjc43I","name":"Bea"}}');
INSERT INTO tournament_event VALUES(1,3,5000,'"started"');
INSERT INTO tournament_event VALUES(1,4,5000,'{"round":{"round":1}}');
INSERT INTO tournament_event VALUES(1,5,5000,'{"paired":{"game":"21xGcHm9","players":["XNPjc43I","uSTisCCC"]}}');
CREATE TABLE tournament_player (
    account TEXT NOT NULL,
    tournament INTEGER NOT NULL,
    PRIMARY KEY (account, tournament)
) STRICT, WITHOUT ROWID;
INSERT INTO tournament_player VALUES('XNPjc43I',1);
INSERT INTO tournament_player VALUES('uSTisCCC',1);
CREATE TABLE agreement (
    account TEXT NOT NULL,
    game TEXT NOT NULL,
    at INTEGER NOT NULL,
    judged INTEGER NOT NULL,
    agreed INTEGER NOT NULL,
    PRIMARY KEY (account, game)
) STRICT, WITHOUT ROWID;
INSERT INTO agreement VALUES('uSTisCCC','YnhSdmG6',60,20,9);
CREATE TABLE credential (
    number INTEGER NOT NULL PRIMARY KEY,
    -- SHA-256 of what a client sends.
    key BLOB NOT NULL UNIQUE,
    id TEXT NOT NULL UNIQUE,
    account TEXT NOT NULL REFERENCES account (id),
    body TEXT NOT NULL
) STRICT;
INSERT INTO credential VALUES(1,X'0808080808080808080808080808080808080808080808080808080808080808','uSTisCCC','uSTisCCC','{"token":{"id":"uSTisCCC","label":"Label 1","scopes":["bot"],"created":40}}');
INSERT INTO credential VALUES(2,X'0909090909090909090909090909090909090909090909090909090909090909','XNPjc43I','uSTisCCC','{"passkey":{"info":{"id":"XNPjc43I","label":"Label 2","created":50},"handle":"AAEC","public_key":"pQEC","counter":3}}');
CREATE TABLE decision (
    number INTEGER NOT NULL PRIMARY KEY,
    at INTEGER NOT NULL,
    about TEXT NOT NULL,
    body TEXT NOT NULL
) STRICT;
INSERT INTO decision VALUES(1,30,'XNPjc43I','{"about":"XNPjc43I","at":30,"measure":{"warn":{"text":"faster"}},"report":"uSTisCCC"}');
CREATE INDEX rating_order ON rating (category, value);
CREATE INDEX rating_change_account ON rating_change (account, number);
CREATE INDEX session_account ON session (account);
CREATE INDEX game_live ON game (part, number) WHERE ended IS NULL;
CREATE INDEX game_first ON game (first, created);
CREATE INDEX game_second ON game (second, created);
CREATE INDEX game_live_first ON game (first) WHERE ended IS NULL;
CREATE INDEX game_live_second ON game (second) WHERE ended IS NULL;
CREATE INDEX report_author ON report (author, at);
CREATE INDEX report_at ON report (at);
CREATE INDEX report_about ON report (about, at);
CREATE INDEX tournament_ended ON tournament (ended);
CREATE INDEX credential_account ON credential (account, number);
CREATE INDEX decision_about ON decision (about, number);
COMMIT;
