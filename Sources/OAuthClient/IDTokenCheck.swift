import FoundationEssentials
import SharedValues

/// An ID token to be judged: the raw token and everything it has to agree with (OpenID Connect Core §3.1.3.7).
public struct IDTokenCheck: Hashable, Sendable {
  /// How far the clocks of server and app may be apart, in seconds.
  public static let clockTolerance: TimeInterval = 60
  /// Seconds. A token from the token endpoint has just been issued; an older one means a replay or a wrong clock.
  public static let oldest: TimeInterval = 600

  public var token: Secret
  public var jwks: JSON
  var issuer: Issuer
  public var clientID: String
  /// `id_token_signed_response_alg` of the registration: the only algorithm that is accepted.
  public var algorithm: String
  /// `nil` after a refresh, which sends none.
  public var nonce: Secret?
  public var accessToken: Secret?
  /// The claims that a refreshed token must agree with (OpenID Connect Core §12.2).
  public var previous: IDTokenClaims?
  /// With `max_age`: the earliest recent login, counted from the request, so that a consent page may take time. `nil`: any login.
  public var loginNotBefore: Date?
  /// The accepted values of `acr` (`acr_values` of a step-up, RFC 9470 §4). Empty: any.
  public var acrValues: [String] = []
  var now: Date

  public init(
    token: Secret, jwks: JSON, issuer: Issuer, clientID: String, algorithm: String, nonce: Secret?,
    accessToken: Secret?, previous: IDTokenClaims?, loginNotBefore: Date? = nil, now: Date
  ) {
    (self.token, self.jwks, self.issuer, self.clientID, self.algorithm) = (token, jwks, issuer, clientID, algorithm)
    (self.nonce, self.accessToken, self.previous) = (nonce, accessToken, previous)
    (self.loginNotBefore, self.now) = (loginNotBefore, now)
  }

  /// The signature is judged before any claim is read.
  /// - Throws: the `id_token_…` codes; only `id_token_unknown_key` justifies fetching the key set once more.
  public func judge() async throws(ProtocolError) -> IDTokenClaims {
    let parts = try JWSParts(token)
    let algorithm = try parts.algorithm(registered: algorithm)
    try judgeSignature(parts, algorithm)
    let claims = try IDTokenClaims(payload: parts.payload)
    try IDTokenClaimsJudgement(check: self, claims: claims).judge()
    return claims
  }

  private func judgeSignature(_ parts: JWSParts, _ algorithm: SigningAlgorithm) throws(ProtocolError) {
    let keys = try KeySelection(jwks: jwks, algorithm: algorithm).keys(kid: try parts.kid())
    guard keys.contains(where: { $0.isValid(parts.signature, for: parts.message) }) else {
      throw ProtocolError(
        .idTokenSignatureInvalid, field: "id_token", expected: .check(.signatureByServer),
        received: .check(.unverifiedSignature), source: "OpenID Connect Core §3.1.3.7")
    }
  }
}

/// Reads the claims of an ID token and judges their types (OpenID Connect Core §2, RFC 7519 §4.1).
extension IDTokenClaims {
  /// For samples in a gallery and tests of other rooms. A server's claims come only from ``IDTokenCheck/judge()``.
  /// - Throws: `id_token_missing_…`, `id_token_claim_wrong_type`.
  public init(unsigned document: JSON) throws(ProtocolError) { try self.init(document) }

  /// From this app's own encrypted keystore only, because nothing is checked here.
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
