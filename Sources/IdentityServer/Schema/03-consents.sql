-- A consent ends with its user, with its client, and with any change of the client's status: reactivation does not
-- restore it. Users have further claims, and grants have requested ones.
ALTER TABLE grants ADD COLUMN claims TEXT;
ALTER TABLE users ADD COLUMN claims TEXT NOT NULL DEFAULT '{}';

CREATE TABLE consents (
  user_name TEXT NOT NULL REFERENCES users(user_name) ON DELETE CASCADE,
  client_id TEXT NOT NULL,
  scope TEXT NOT NULL,
  was_asked INTEGER NOT NULL,
  granted INTEGER NOT NULL,
  PRIMARY KEY (user_name, client_id, scope)
) WITHOUT ROWID;
CREATE INDEX consents_of_client ON consents(client_id);

CREATE TRIGGER client_deactivated_consents AFTER UPDATE OF status ON dynamically_registered_clients
WHEN NEW.status <> 'active' BEGIN
  DELETE FROM consents WHERE client_id = NEW.client_id;
END;
CREATE TRIGGER client_deleted_consents AFTER DELETE ON dynamically_registered_clients BEGIN
  DELETE FROM consents WHERE client_id = OLD.client_id;
END;

CREATE INDEX clients_of_user_by_status ON dynamically_registered_clients(authenticated_user, status);
