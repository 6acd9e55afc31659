-- Free text that was said in games, for moderators. What no report names is deleted after a while.
CREATE TABLE remark (
    number BIGINT NOT NULL GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    game TEXT NOT NULL,
    author TEXT NOT NULL,
    at BIGINT NOT NULL,
    text TEXT NOT NULL
);
CREATE INDEX remark_game ON remark (game, number);
CREATE INDEX remark_author ON remark (author, number);
CREATE INDEX remark_at ON remark (at);

-- The game that a report names, which is in its body, too: its remarks are kept.
ALTER TABLE report ADD COLUMN game TEXT;
UPDATE report SET game = body::json ->> 'game';
CREATE INDEX report_game ON report (game);
