-- Finds unused clients without an owner (`Store.makeRoom`).
CREATE INDEX unused_clients_without_owner ON dynamically_registered_clients(updated, client_id)
WHERE authenticated_user IS NULL AND last_used IS NULL AND status = 'active';
