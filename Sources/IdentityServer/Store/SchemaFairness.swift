import GRDB

extension Schema {
  /// What tells apart who has proved nothing (docs/decisions/0036): the address that pushed a request, which of two came first within
  /// a second, and clients that anybody could register.
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

  /// What a changed registration leaves behind (docs/decisions/0037). `key_is_fixed`: the grant's refresh tokens go on with the key that
  /// they are bound to, and with no other. `redirects_changed`: no session of a user authorizes the client
  /// before that user has acted for it anew.
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
