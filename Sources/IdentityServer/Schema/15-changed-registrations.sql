-- For changed registrations (docs/decisions/0037). `key_is_fixed`: the grant's refresh tokens require the key that they
-- are bound to. `redirects_changed`: a user's session does not authorize the client until that user has acted for it
-- again.
ALTER TABLE grants ADD COLUMN key_is_fixed INTEGER NOT NULL DEFAULT 0;
ALTER TABLE dynamically_registered_clients ADD COLUMN redirects_changed INTEGER NOT NULL DEFAULT 0;
