import GRDB

/// Who a user is to the clients: a subject that nobody else has, had or will have (OpenID Connect Core §2, §8).
///
/// A subject is the user name where nobody has had that name before, else a UUID; with the policy `uuid` always a UUID. Triggers give
/// it, so that it holds for every writer: the server, a command, or a person with an SQL prompt. `subjects` keeps every one
/// that was ever given; nothing removes rows there.
extension Schema {
  static func registerSubjects(_ migrator: inout DatabaseMigrator) {
    migrator.registerMigration("8 subjects") { database in try database.execute(sql: subjects) }
  }

  /// A random UUID (RFC 9562 §5.4).
  private static let uuid = """
    lower(hex(randomblob(4)) || '-' || hex(randomblob(2)) || '-4' || substr(hex(randomblob(2)), 2) || '-'
      || substr('89ab', 1 + (random() & 3), 1) || substr(hex(randomblob(2)), 2) || '-' || hex(randomblob(6)))
    """

  /// Until now the subject was the name, so every name that is still known from somewhere has been given: to those who are
  /// there, to every user who registered a client, and to every one with an account at the application server.
  private static let subjects = """
    CREATE TABLE subjects (subject TEXT PRIMARY KEY NOT NULL) WITHOUT ROWID;
    INSERT INTO subjects SELECT user_name FROM users
      UNION SELECT authenticated_user FROM dynamically_registered_clients WHERE authenticated_user IS NOT NULL
      UNION SELECT subject FROM application_accounts;
    CREATE TABLE server_policies (name TEXT PRIMARY KEY NOT NULL, value TEXT NOT NULL) WITHOUT ROWID;

    ALTER TABLE users ADD COLUMN subject TEXT;
    UPDATE users SET subject = user_name;
    CREATE UNIQUE INDEX users_by_subject ON users(subject);

    CREATE TRIGGER subject_given AFTER UPDATE OF subject ON users WHEN NEW.subject IS NOT OLD.subject BEGIN
      INSERT INTO subjects VALUES (NEW.subject);
    END;
    CREATE TRIGGER user_added AFTER INSERT ON users BEGIN
      UPDATE users SET subject = iif(
        EXISTS (SELECT 1 FROM subjects WHERE subject = NEW.user_name)
          OR EXISTS (SELECT 1 FROM server_policies WHERE name = 'subjects' AND value = 'uuid'),
        \(uuid), NEW.user_name) WHERE user_name = NEW.user_name;
    END;
    """
}
