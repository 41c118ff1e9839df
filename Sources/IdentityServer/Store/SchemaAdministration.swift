import GRDB

/// Tables for the administrator's lists: a sortable name of each client, indexes for every order, handles of
/// sessions, and users who can be deactivated.
///
/// Triggers keep them correct for every writer: the server, a command, or a person with an SQL prompt.
extension Schema {
  static func registerAdministration(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("4 administration") { database in
      try database.execute(sql: clientLists)
      try database.execute(sql: sessionLists)
      try database.execute(sql: userStatus)
    }
  }

  /// The name in metadata of unknown form, because people also write into this table.
  private static func name(_ metadata: String) -> String {
    """
    CASE WHEN json_valid(\(metadata)) AND json_type(\(metadata), '$.description.client_name') = 'text'
    THEN json_extract(\(metadata), '$.description.client_name') END
    """
  }

  /// The template's name takes precedence, like its metadata.
  private static let clientLists = """
    ALTER TABLE dynamically_registered_clients ADD COLUMN client_name TEXT;
    UPDATE dynamically_registered_clients SET client_name = coalesce(
      (SELECT \(name("t.metadata")) FROM configured_clients t WHERE t.client_id = template_id), \(name("metadata")));

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
        (SELECT \(name("t.metadata")) FROM configured_clients t WHERE t.client_id = NEW.template_id),
        \(name("NEW.metadata"))) WHERE client_id = NEW.client_id;
    END;
    CREATE TRIGGER client_renamed AFTER UPDATE OF metadata, template_id ON dynamically_registered_clients BEGIN
      UPDATE dynamically_registered_clients SET client_name = coalesce(
        (SELECT \(name("t.metadata")) FROM configured_clients t WHERE t.client_id = NEW.template_id),
        \(name("NEW.metadata"))) WHERE client_id = NEW.client_id;
    END;
    CREATE TRIGGER template_renamed AFTER UPDATE OF metadata ON configured_clients
    WHEN NEW.kind = 'template' AND \(name("NEW.metadata")) IS NOT \(name("OLD.metadata")) BEGIN
      UPDATE dynamically_registered_clients SET client_name = \(name("NEW.metadata")) WHERE template_id = NEW.client_id;
    END;
    """

  /// The handle identifies a session to the administrator; the cookie cannot be computed from it.
  private static let sessionLists = """
    ALTER TABLE sso_sessions ADD COLUMN handle TEXT;
    ALTER TABLE sso_sessions ADD COLUMN created INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE sso_sessions ADD COLUMN last_used INTEGER;
    ALTER TABLE sso_sessions ADD COLUMN user_agent TEXT;
    UPDATE sso_sessions SET handle = lower(hex(randomblob(8))), created = authenticated;
    CREATE UNIQUE INDEX sessions_by_handle ON sso_sessions(handle);
    CREATE INDEX sessions_by_creation ON sso_sessions(created, handle);
    """

  /// A user who is not `active` cannot sign in and has no grants. Deactivating or deleting a user revokes their
  /// registrations; a user who is only `absent` from the configuration keeps them.
  private static let userStatus = """
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
    """
}
