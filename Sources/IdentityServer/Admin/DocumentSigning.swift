/// Signs documents that are not tokens with the key of the ID tokens; their type tells them apart (RFC 8725 §3.11).
package struct DocumentSigning: Sendable {
  private let keys: SigningKeys

  /// Seconds for which a retired key still verifies, unless it has been removed.
  private static let lifetime: TimeInterval = 10 * 365 * 86_400
  package static let limit = 256 << 10

  /// - Throws: ``IdentityServerError`` `server_database_missing` when no server has run there yet; errors from opening the database.
  package init(databasePath: String, time: TimeSource = .system) throws(IdentityServerError) {
    keys = SigningKeys(store: try Store(existing: databasePath), time: time, lifetime: DocumentSigning.lifetime)
  }

  /// In compact form (RFC 7515 §7.1).
  package func sign(_ claims: JSON, type: String) async throws -> String { try await keys.sign(claims, type: type) }

  /// The claims of a document of this type that this server signed; `nil` for any other text.
  package func claims(of document: String, type: String) async throws -> JSON? {
    try await keys.claims(of: document, type: type, upTo: DocumentSigning.limit)
  }
}
