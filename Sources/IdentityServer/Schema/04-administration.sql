-- A sortable name of each client, and indexes for every order of the administrator's lists. The template's name takes
-- precedence, like its metadata; metadata may have any form, because people also write into this table.
-- Triggers keep all this correct for every writer: the server, a command, or a person with an SQL prompt.
ALTER TABLE dynamically_registered_clients ADD COLUMN client_name TEXT;
UPDATE dynamically_registered_clients SET client_name = coalesce(
  (SELECT CASE WHEN json_valid(t.metadata) AND json_type(t.metadata, '$.description.client_name') = 'text'
      THEN json_extract(t.metadata, '$.description.client_name') END
    FROM configured_clients t WHERE t.client_id = template_id),
  CASE WHEN json_valid(metadata) AND json_type(metadata, '$.description.client_name') = 'text'
    THEN json_extract(metadata, '$.description.client_name') END);

CREATE INDEX clients_by_creation ON dynamically_registered_clients(created, client_id);
CREATE INDEX clients_by_status ON dynamically_registered_clients(status, client_id);
CREATE INDEX revoked_clients ON dynamically_registered_clients(created, client_id) WHERE status <> 'active';
CREATE INDEX clients_by_use ON dynamically_registered_clients(coalesce(last_used, 0), client_id);
CREATE INDEX clients_by_name
  ON dynamically_registered_clients(coalesce(client_name, '') COLLATE NOCASE, client_id);
CREATE INDEX clients_by_owner
  ON dynamically_registered_clients(coalesce(authenticated_user, '') COLLATE NOCASE, client_id);
CREATE INDEX clients_of_template ON dynamically_registered_clients(template_id, created, client_id);

CREATE TRIGGER client_named AFTER INSERT ON dynamically_registered_clients BEGIN
  UPDATE dynamically_registered_clients SET client_name = coalesce(
    (SELECT CASE WHEN json_valid(t.metadata) AND json_type(t.metadata, '$.description.client_name') = 'text'
        THEN json_extract(t.metadata, '$.description.client_name') END
      FROM configured_clients t WHERE t.client_id = NEW.template_id),
    CASE WHEN json_valid(NEW.metadata) AND json_type(NEW.metadata, '$.description.client_name') = 'text'
      THEN json_extract(NEW.metadata, '$.description.client_name') END)
  WHERE client_id = NEW.client_id;
END;
CREATE TRIGGER client_renamed AFTER UPDATE OF metadata, template_id ON dynamically_registered_clients BEGIN
  UPDATE dynamically_registered_clients SET client_name = coalesce(
    (SELECT CASE WHEN json_valid(t.metadata) AND json_type(t.metadata, '$.description.client_name') = 'text'
        THEN json_extract(t.metadata, '$.description.client_name') END
      FROM configured_clients t WHERE t.client_id = NEW.template_id),
    CASE WHEN json_valid(NEW.metadata) AND json_type(NEW.metadata, '$.description.client_name') = 'text'
      THEN json_extract(NEW.metadata, '$.description.client_name') END)
  WHERE client_id = NEW.client_id;
END;
CREATE TRIGGER template_renamed AFTER UPDATE OF metadata ON configured_clients
WHEN NEW.kind = 'template'
  AND CASE WHEN json_valid(NEW.metadata) AND json_type(NEW.metadata, '$.description.client_name') = 'text'
    THEN json_extract(NEW.metadata, '$.description.client_name') END
  IS NOT CASE WHEN json_valid(OLD.metadata) AND json_type(OLD.metadata, '$.description.client_name') = 'text'
    THEN json_extract(OLD.metadata, '$.description.client_name') END
BEGIN
  UPDATE dynamically_registered_clients
  SET client_name = CASE WHEN json_valid(NEW.metadata) AND json_type(NEW.metadata, '$.description.client_name') = 'text'
    THEN json_extract(NEW.metadata, '$.description.client_name') END
  WHERE template_id = NEW.client_id;
END;

-- The handle identifies a session to the administrator; the cookie cannot be computed from it.
ALTER TABLE sso_sessions ADD COLUMN handle TEXT;
ALTER TABLE sso_sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
ALTER TABLE sso_sessions ADD COLUMN last_used INTEGER;
ALTER TABLE sso_sessions ADD COLUMN user_agent TEXT;
UPDATE sso_sessions SET handle = lower(hex(randomblob(8))), created = authenticated;
CREATE UNIQUE INDEX sessions_by_handle ON sso_sessions(handle);
CREATE INDEX sessions_by_creation ON sso_sessions(created, handle);

-- A user who is not `active` cannot sign in and has no grants. Deactivating or deleting a user revokes their
-- registrations; a user who is only `absent` from the configuration keeps them.
ALTER TABLE users ADD COLUMN status TEXT NOT NULL DEFAULT 'active';
ALTER TABLE users ADD COLUMN owner_since INTEGER NOT NULL DEFAULT 0;

CREATE TRIGGER user_inactive AFTER UPDATE OF status ON users WHEN NEW.status <> 'active' BEGIN
  DELETE FROM sso_sessions WHERE user_name = NEW.user_name;
  UPDATE grants SET revoked = 1 WHERE user_name = NEW.user_name AND revoked = 0;
END;
CREATE TRIGGER user_deactivated AFTER UPDATE OF status ON users
WHEN NEW.status NOT IN ('active', 'absent') BEGIN
  UPDATE dynamically_registered_clients SET status = 'revoked'
  WHERE authenticated_user = NEW.user_name AND status = 'active';
END;
CREATE TRIGGER user_deleted AFTER DELETE ON users BEGIN
  UPDATE dynamically_registered_clients SET status = 'revoked'
  WHERE authenticated_user = OLD.user_name AND status = 'active';
END;
