import GRDB

/// The tables, as migrations: the start upgrades a database of an earlier version and refuses one of a newer version.
///
/// Their SQL is in the folder `Schema`. A released migration never changes.
enum Schema {
  /// In their order: the name by which a database remembers the migration, and its file.
  private static let migrations = [
    ("1 clients, users, sessions, grants", "01a-clients-users-grants"),
    ("application server", "01b-application-server"),
    ("2 devices and initial access tokens", "02-devices"), ("3 consents and claims", "03-consents"),
    ("4 administration", "04-administration"), ("5 upkeep", "05-upkeep"),
    ("6 changed passwords", "06-changed-passwords"),
    ("7 unused clients without an owner", "07-clients-without-owner"), ("8 subjects", "08-subjects"),
    ("9 the session of a registration", "09-session-of-registration"), ("10 keys", "10-keys"),
    ("11 payments", "11-payments"), ("12 signing algorithms", "12-signing-algorithms"),
    ("13 refresh grace", "13-refresh-grace"), ("14 shared limits", "14-shared-limits"),
    ("15 changed registrations", "15-changed-registrations"), ("16 device authorization grant", "16-device-grant"),
    ("17 scope that a login left out", "17-left-out-scope"),
    ("18 deeds of commands", "18-administrator-changes"),
  ]

  static var migrator: DatabaseMigrator {
    var migrator = DatabaseMigrator()
    for (name, file) in migrations {
      migrator.registerMigration(name) { database in
        guard let sql = Embedded.schema[file + ".sql"] else { preconditionFailure("the folder Schema has no \(file)") }
        try database.execute(sql: sql)
      }
    }
    return migrator
  }
}
