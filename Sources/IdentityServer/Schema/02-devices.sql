-- Tokens that register a client and belong to no user. Their separate table guarantees that they cannot be used for
-- anything else.
CREATE TABLE devices (
  name TEXT PRIMARY KEY NOT NULL,
  certificate_hash BLOB NOT NULL UNIQUE,
  status TEXT NOT NULL DEFAULT 'active',
  enrolled INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  waiting INTEGER
) WITHOUT ROWID;
CREATE TABLE initial_access_tokens (
  token_hash BLOB PRIMARY KEY NOT NULL,
  origin TEXT NOT NULL CHECK (origin IN ('administrator', 'device', 'push')),
  device TEXT REFERENCES devices(name) ON DELETE CASCADE,
  issued INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  used INTEGER NOT NULL DEFAULT 0
) WITHOUT ROWID;
CREATE INDEX initial_access_tokens_by_expiry ON initial_access_tokens(expires);
CREATE TABLE pushes (
  device TEXT PRIMARY KEY NOT NULL REFERENCES devices(name) ON DELETE CASCADE,
  sent INTEGER NOT NULL,
  expires INTEGER NOT NULL,
  token_hash BLOB
) WITHOUT ROWID;
