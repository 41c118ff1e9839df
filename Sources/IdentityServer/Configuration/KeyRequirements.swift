/// Demanded of every client; by default nothing. A client may still use DPoP, `private_key_jwt` or pushed requests.
struct KeyRequirements: Hashable, Sendable {
  /// Every token must be bound to a key of its client (RFC 9449).
  var dpop = false
  /// Proofs must hold a nonce of this server (RFC 9449 §8 and §9).
  var dpopNonce = false
  /// Authorization requests must be pushed (RFC 9126).
  var pushedAuthorization = false
  /// Clients authenticate with `private_key_jwt` (RFC 7523), except the public client that can only register.
  var privateKey = false
  /// A refresh token stays valid until it expires (FAPI 2.0 Security Profile §5.3.2.1).
  var lastingRefreshTokens = false
  /// A used refresh token is accepted again for ``ServerLifetimes/refreshGrace``, because an answer may have been lost.
  var refreshGrace = false
  /// FAPI 2.0 Security Profile §5.3.2.2, §5.4: PKCE and `redirect_uri` in every request, and no signatures with RS256.
  var fapi = false

  static let none = KeyRequirements()

  /// The algorithms that clients may sign with; when a request names none, the first that fits the key is used.
  var algorithms: [SigningAlgorithm] { fapi ? [.es256, .ps256] : SigningAlgorithm.allCases }

  /// The algorithms that ID tokens may be signed with; the first is the default, also for signed access tokens.
  var idTokenAlgorithms: [SigningAlgorithm] { SigningKeys.algorithms.filter(algorithms.contains) }

  /// The algorithm of the client's ID tokens. A registration whose algorithm is no longer allowed gets the default.
  func idTokenAlgorithm(_ metadata: ClientMetadata) -> SigningAlgorithm {
    idTokenAlgorithms.contains(metadata.idTokenAlgorithm) ? metadata.idTokenAlgorithm : idTokenAlgorithms[0]
  }
}

extension IdentityServerConfiguration {
  /// The profile includes every requirement that a policy can make, but nonces.
  var demands: KeyRequirements {
    KeyRequirements(
      dpop: isFAPI || policies.dpop == .required, dpopNonce: policies.dpopNonce == .always,
      pushedAuthorization: isFAPI || policies.pushedAuthorization == .required,
      privateKey: isFAPI || policies.clientAuthentication == .privateKey,
      lastingRefreshTokens: isFAPI || policies.refreshTokens == .lasting,
      refreshGrace: policies.refreshTokens == .grace, fapi: isFAPI)
  }
}
