import FoundationEssentials
import SharedValues

/// Reads the claims of an ID token and judges their types (OpenID Connect Core §2, RFC 7519 §4.1).
extension IDTokenClaims {
  /// Claims of an unsigned document: for samples in a gallery and for tests of other rooms. Never for a document from a
  /// server; its claims come only from ``IDTokenCheck/judge()``.
  /// - Throws: `id_token_missing_…`, `id_token_claim_wrong_type`.
  public init(unsigned document: JSON) throws(ProtocolError) { try self.init(document) }

  /// Claims of a stored ID token that was judged before, to compare a refreshed one with.
  ///
  /// Only for a token from this app's own encrypted keystore, because nothing is checked here.
  /// `nil` when it cannot be read.
  public init?(stored token: Secret) {
    let parts = token.revealed.split(scalar: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let payload = Base64URL.decode(String(parts[1])) else { return nil }
    guard let claims = try? IDTokenClaims(payload: payload) else { return nil }
    self = claims
  }

  init(payload: [UInt8]) throws(ProtocolError) {
    guard let document = try? JSON.parse(payload), document.objectValue != nil else {
      throw ProtocolError(
        .idTokenClaimsMalformed, field: "claims", expected: .check(.objectOfSingleClaims), source: "RFC 7519 §7.2")
    }
    try self.init(document)
  }

  private init(_ document: JSON) throws(ProtocolError) {
    var object = ResponseObject(document, source: "OpenID Connect Core §2")
    object.wrongType = .idTokenClaimWrongType
    object.malformed = .idTokenClaimWrongType
    func required<Value>(_ value: Value?, _ code: ProtocolError.Code, _ name: String) throws(ProtocolError) -> Value {
      try object.required(value, code, name, .check(.claim))
    }
    issuer = try required(try object.string("iss"), .idTokenMissingIss, "iss")
    // At most 255 ASCII characters; an empty subject identifies no user.
    subject = try required(try object.text("sub", maximum: 255, spaces: true), .idTokenMissingSub, "sub")
    audience = try required(try IDTokenClaims.audience(object), .idTokenMissingAud, "aud")
    expiresAt = Date(timeIntervalSince1970: try required(try object.seconds("exp"), .idTokenMissingExp, "exp"))
    issuedAt = Date(timeIntervalSince1970: try required(try object.seconds("iat"), .idTokenMissingIat, "iat"))
    authenticatedAt = try object.seconds("auth_time").map { Date(timeIntervalSince1970: $0) }
    notBefore = try object.seconds("nbf").map { Date(timeIntervalSince1970: $0) }
    authorizedParty = try object.string("azp")
    nonce = try object.string("nonce")
    accessTokenHash = try object.string("at_hash")
    self.document = document
  }

  /// One string or several (RFC 7519 §4.1.3).
  private static func audience(_ object: ResponseObject) throws(ProtocolError) -> [String]? {
    if let one = object.json["aud"]?.stringValue { return [one] }
    guard let list = try object.strings("aud") else { return nil }
    return list.isEmpty ? nil : list
  }
}
