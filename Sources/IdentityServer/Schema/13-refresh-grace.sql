-- The time of a refresh token's first use, in seconds since 1970; NULL while unused or if an earlier version recorded
-- the use.
ALTER TABLE tokens ADD COLUMN used_at INTEGER;
