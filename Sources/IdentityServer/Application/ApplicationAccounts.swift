import Foundation
import GRDB
import SharedValues

/// The accounts of the application server, in their own table, keyed by the subject of the ID token.
struct ApplicationAccounts: Sendable {
  let pool: DatabasePool

  struct Account: Sendable {
    var subject: String
    var givenName: String
    var familyName: String
    var email: String
    /// Seconds since 1970.
    var created: Int

    var json: JSON {
      [
        "given_name": .string(givenName), "family_name": .string(familyName), "email": .string(email),
        "created_at": .number(String(created)),
      ]
    }
  }

  func find(subject: String) async throws -> Account? {
    try await pool.read { database in
      try database.row(sql: "SELECT * FROM application_accounts WHERE subject = ?", arguments: [subject]).map { row in
        Account(
          subject: row["subject"], givenName: row["given_name"], familyName: row["family_name"], email: row["email"],
          created: row["created"])
      }
    }
  }

  /// - Returns: `false` when the subject already has an account, which stays unchanged.
  func insert(_ account: Account) async throws -> Bool {
    try await pool.write { database in
      try database.run(
        sql: """
          INSERT OR IGNORE INTO application_accounts (subject, given_name, family_name, email, created)
          VALUES (?, ?, ?, ?, ?)
          """,
        arguments: [account.subject, account.givenName, account.familyName, account.email, account.created])
      return database.changesCount == 1
    }
  }
}

extension ApplicationAccounts.Account {
  private static let longest = 100

  /// - Throws: `account_incomplete`, naming every missing or invalid field.
  init(_ subject: String, _ form: FormParameters, now: Date) throws(OAuthError) {
    func name(_ field: String) -> String? { form[field].flatMap(Self.clean) }
    func address(_ field: String) -> String? {
      name(field).flatMap { text in
        let parts = text.split(scalar: "@", omittingEmptySubsequences: false)
        return parts.count == 2 && !parts.contains { $0.isEmpty } && !text.contains(scalar: " ") ? text : nil
      }
    }
    let (given, family, email) = (name("given_name"), name("family_name"), address("email"))
    guard let given, let family, let email else {
      let missing = [("given_name", given), ("family_name", family), ("email", email)].filter { $0.1 == nil }.map(\.0)
      throw OAuthError(.accountIncomplete, "needed: " + missing.joined(separator: ", "))
    }
    (self.subject, givenName, familyName, self.email, created) = (subject, given, family, email, seconds(now))
  }

  /// Trims; `nil` for text that is empty, too long, or has invisible characters.
  private static func clean(_ text: String) -> String? {
    let trimmed = text.trimmingCharacters(in: .whitespaces)
    return !trimmed.isEmpty && trimmed.count <= longest && PlainText.isPlain(trimmed) ? trimmed : nil
  }
}
