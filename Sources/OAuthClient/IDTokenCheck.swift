import FoundationEssentials
import SharedValues

/// An ID token to be judged: the raw token and everything it has to agree with (OpenID Connect Core §3.1.3.7).
public struct IDTokenCheck: Hashable, Sendable {
  /// How far the clocks of server and app may be apart, in seconds.
  public static let clockTolerance: TimeInterval = 60

  public var token: Secret
  /// The JWK set as fetched.
  public var jwks: JSON
  public var issuer: Issuer
  public var clientID: String
  /// `id_token_signed_response_alg` of the registration: the only algorithm that is accepted.
  public var algorithm: String
  /// `nil` after a refresh, which sends none.
  public var nonce: Secret?
  /// The token that `at_hash` is compared with.
  public var accessToken: Secret?
  /// The claims that a refreshed token must agree with (OpenID Connect Core §12.2).
  public var previous: IDTokenClaims?
  /// Where `max_age` was sent: the earliest login that is recent enough, counted from the request, so that the user may take time on a consent page.
  /// `nil`: any login is.
  public var loginNotBefore: Date?
  /// The accepted values of `acr` (`acr_values` of a step-up, RFC 9470 §4). Empty: any.
  public var acrValues: [String] = []
  public var now: Date

  public init(
    token: Secret, jwks: JSON, issuer: Issuer, clientID: String, algorithm: String, nonce: Secret?,
    accessToken: Secret?, previous: IDTokenClaims?, loginNotBefore: Date? = nil, now: Date
  ) {
    (self.token, self.jwks, self.issuer, self.clientID, self.algorithm) = (token, jwks, issuer, clientID, algorithm)
    (self.nonce, self.accessToken, self.previous) = (nonce, accessToken, previous)
    (self.loginNotBefore, self.now) = (loginNotBefore, now)
  }

  /// The claims, if the signature and every claim are good.
  ///
  /// The signature is judged before any claim is read. Clocks may differ by 60 s.
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
