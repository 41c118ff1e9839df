-- Indexes that keep the removal of expired rows cheap, for any number of rows.
CREATE INDEX grants_by_age ON grants(created, grant_id);
CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions(expires);
