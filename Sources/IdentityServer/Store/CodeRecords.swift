import GRDB

/// Redeems codes: one transaction decides, so that exactly one of any number of concurrent attempts succeeds.
extension Store {
  /// Why a code is refused. The client always gets `invalid_grant` (RFC 6749 §5.2).
  enum CodeRefusal: String, Error {
    case unknown, replayed, revoked, expired
    case otherClient = "issued to another client"
    case redirectMismatch = "other redirect_uri"
    case verifierMismatch = "code_verifier does not fit"
    case verifierMalformed = "code_verifier is malformed"
    case verifierMissing = "code_verifier missing"
    case otherKey = "bound to another key"
    case verifierUnexpected = "code_verifier without a challenge"
  }

  struct CodePresentation: Sendable {
    var code: String
    var clientID: String
    var redirectURI: String?
    var verifier: String?
    var keyThumbprint: String?
  }

  /// Marks the code as used and runs `issue` in the same transaction. A replay revokes everything that the code has given.
  func redeem<Issued: Sendable>(
    _ presentation: CodePresentation, now: Date, issue: @escaping @Sendable (Grant, Database) throws -> Issued
  ) async throws -> Result<Issued, CodeRefusal> {
    try await pool.write { database in
      guard
        let row = try database.row(
          """
          SELECT c.grant_id, c.redirect_uri, c.redirect_uri_was_sent, c.code_challenge, c.expires, c.used,
          c.dpop_jkt, \(Store.grantColumns)
          FROM authorization_codes c JOIN grants g USING (grant_id)
          WHERE c.code_hash = ?
          """, digest(presentation.code))
      else { return .failure(.unknown) }
      guard row["used"] == 0 else {
        try Store.revokeGrant(row["grant_id"], database)
        return .failure(.replayed)
      }
      guard let grant = try Store.grant(row, database) else { return .failure(.revoked) }
      if let refusal = Store.refusal(presentation, row, now: now) { return .failure(refusal) }
      try database.run("UPDATE authorization_codes SET used = 1 WHERE code_hash = ?", digest(presentation.code))
      return .success(try issue(grant, database))
    }
  }

  private static func refusal(_ presented: CodePresentation, _ row: Row, now: Date) -> CodeRefusal? {
    guard row["client_id"] == presented.clientID else { return .otherClient }
    guard row["expires"] > seconds(now) else { return .expired }
    let wasSent: Bool = row["redirect_uri_was_sent"]
    guard presented.redirectURI == row["redirect_uri"] || (presented.redirectURI == nil && !wasSent) else {
      return .redirectMismatch
    }
    let boundTo: String? = row["dpop_jkt"]
    guard boundTo == nil || boundTo == presented.keyThumbprint else { return .otherKey }
    return refusal(verifier: presented.verifier, challenge: row["code_challenge"])
  }

  /// RFC 7636 §4.6, and RFC 9700 §4.8.2: a verifier without a challenge is refused, or an attacker could remove PKCE from the request.
  /// A malformed verifier (RFC 7636 §4.1) is refused even if its hash fits: it may be short enough to guess.
  static func refusal(verifier: String?, challenge: String?) -> CodeRefusal? {
    switch (verifier, challenge) {
    case (nil, nil): return nil
    case (nil, _?): return .verifierMissing
    case (_?, nil): return .verifierUnexpected
    case (let verifier?, let challenge?):
      guard isCodeVerifier(verifier) else { return .verifierMalformed }
      let computed = Base64URL.encode(Primitives.sha256(verifier.utf8))
      return Primitives.equal(Array(computed.utf8), Array(challenge.utf8)) ? nil : .verifierMismatch
    }
  }

  /// RFC 7636 §4.1: 43 to 128 unreserved characters.
  private static func isCodeVerifier(_ text: String) -> Bool {
    (43...128).contains(text.utf8.count)
      && text.utf8.allSatisfy { Base64URL.contains($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "~") }
  }
}
