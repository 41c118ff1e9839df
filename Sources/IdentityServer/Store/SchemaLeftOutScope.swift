import GRDB

extension Schema {
  /// ``LeftOutScope`` of a grant, as names separated by spaces; NULL: nothing was left out, or an earlier version made the grant.
  static func registerLeftOutScope(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("17 scope that a login left out") { database in
      try database.execute(sql: "ALTER TABLE grants ADD COLUMN left_out_scope TEXT")
    }
  }
}
