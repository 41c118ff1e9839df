import GRDB

extension Schema {
  /// Columns that distinguish unauthenticated senders (docs/decisions/0036): the address that pushed a request, the order of
  /// requests within a second, and whether a client was registered openly.
  static func registerFairness(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("14 shared limits") { database in
      try database.execute(
        sql: """
          ALTER TABLE pushed_requests ADD COLUMN address TEXT NOT NULL DEFAULT '';
          ALTER TABLE pushed_requests ADD COLUMN number INTEGER NOT NULL DEFAULT 0;
          CREATE INDEX pushed_requests_by_number ON pushed_requests(number);
          ALTER TABLE dynamically_registered_clients ADD COLUMN registered_openly INTEGER NOT NULL DEFAULT 0;
          """)
    }
  }

  /// Columns for changed registrations (docs/decisions/0037). `key_is_fixed`: the grant's refresh tokens require the key that
  /// they are bound to. `redirects_changed`: a user's session does not authorize the client until that user has acted for
  /// it again.
  static func registerChangedRegistrations(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("15 changed registrations") { database in
      try database.execute(
        sql: """
          ALTER TABLE grants ADD COLUMN key_is_fixed INTEGER NOT NULL DEFAULT 0;
          ALTER TABLE dynamically_registered_clients ADD COLUMN redirects_changed INTEGER NOT NULL DEFAULT 0;
          """)
    }
  }
}
