import GRDB

/// What makes the removal of expired rows cheap however many there are.
extension Schema {
  static func registerUpkeep(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("5 upkeep") { database in
      try database.execute(
        sql: """
          CREATE INDEX grants_by_age ON grants(created, grant_id);
          CREATE INDEX administrator_sessions_by_expiry ON administrator_sessions(expires);
          """)
    }
  }
}
