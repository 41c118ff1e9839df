import GRDB

extension Schema {
  /// Indexes that keep the removal of expired rows cheap, for any number of rows.
  static func registerUpkeep(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("5 upkeep") { database in
      try database.execute(
        sql: """
          CREATE INDEX grants_by_age ON grants(created, grant_id);
          CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions(expires);
          """)
    }
  }

  /// A changed password ends the user's sessions, codes and tokens, so that anyone who knew the old one loses access. Registered clients
  /// stay. It is a trigger because passwords come from the administrator's page, commands, the configuration at a start and
  /// SQL prompts. A user's first password ends nothing.
  static func registerPasswordChanges(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("6 changed passwords") { database in
      try database.execute(
        sql: """
          CREATE TRIGGER password_changed AFTER UPDATE OF password_hash ON users
          WHEN OLD.password_hash IS NOT NULL AND NEW.password_hash IS NOT OLD.password_hash BEGIN
            DELETE FROM sso_sessions WHERE user_name = NEW.user_name;
            UPDATE grants SET revoked = 1 WHERE user_name = NEW.user_name AND revoked = 0;
          END;
          """)
    }
  }

  /// The index that finds unused clients without an owner (``Store/makeRoom(_:openly:now:_:)``).
  static func registerOwnerlessClients(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("7 unused clients without an owner") { database in
      try database.execute(
        sql: """
          CREATE INDEX unused_clients_without_owner ON dynamically_registered_clients(updated, client_id)
          WHERE authenticated_user IS NULL AND last_used IS NULL AND status = 'active';
          """)
    }
  }
}
