-- Changes to clients that an administrator's command made, for the server that reports them.
CREATE TABLE administrator_deeds (number INTEGER PRIMARY KEY, client_id TEXT NOT NULL, note TEXT NOT NULL);
