-- Free text that was said in games, for moderators. What no report names is deleted after a while.
CREATE TABLE remark (
    number INTEGER NOT NULL PRIMARY KEY,
    game TEXT NOT NULL,
    author TEXT NOT NULL,
    at INTEGER NOT NULL,
    text TEXT NOT NULL
) STRICT;
CREATE INDEX remark_game ON remark (game, number);
CREATE INDEX remark_author ON remark (author, number);
CREATE INDEX remark_at ON remark (at);

-- The game that a report names, which is in its body, too: its remarks are kept.
ALTER TABLE report ADD COLUMN game TEXT;
UPDATE report SET game = body ->> '$.game';
CREATE INDEX report_game ON report (game);
