/// What the server demands of every client about keys. Nothing is demanded unless a configuration says so: a client that uses
/// DPoP, `private_key_jwt` or pushed requests of its own accord may do so at any time.
public struct KeyDemands: Hashable, Sendable {
  /// Every token is bound to a key of its client (RFC 9449).
  public var dpop: Bool
  /// Proofs have to hold a nonce of this server (RFC 9449 §8 and §9).
  public var dpopNonce: Bool
  /// Authorization requests have to be pushed (RFC 9126).
  public var pushedAuthorization: Bool
  /// Clients authenticate with `private_key_jwt` (RFC 7523), all but the public client whose only token registers.
  public var privateKey: Bool
  /// A refresh token stays the same until it expires (FAPI 2.0 Security Profile §5.3.2.1).
  public var lastingRefreshTokens: Bool
  /// A refresh token that was used is taken again for some time (``IdentityServerConfiguration/Lifetimes/refreshGrace``): an answer may
  /// have got lost.
  public var refreshGrace: Bool
  /// The rest of what the FAPI 2.0 Security Profile (§5.3.2.2, §5.4) asks for: PKCE of every client, `redirect_uri` in every request,
  /// and nothing signed with RS256.
  public var fapi: Bool

  public init(
    dpop: Bool = false, dpopNonce: Bool = false, pushedAuthorization: Bool = false, privateKey: Bool = false,
    lastingRefreshTokens: Bool = false, refreshGrace: Bool = false, fapi: Bool = false
  ) {
    (self.dpop, self.dpopNonce, self.pushedAuthorization) = (dpop, dpopNonce, pushedAuthorization)
    (self.privateKey, self.lastingRefreshTokens, self.refreshGrace) = (privateKey, lastingRefreshTokens, refreshGrace)
    self.fapi = fapi
  }

  public static let none = KeyDemands()
}

extension KeyDemands {
  /// What clients may sign with; of those that fit a key, the first counts where none is named.
  var algorithms: [SigningAlgorithm] { fapi ? [.es256, .ps256] : SigningAlgorithm.allCases }

  /// What ID tokens may be signed with; the first is the usual one, for signed access tokens as well.
  var idTokenAlgorithms: [SigningAlgorithm] { SigningKeys.algorithms.filter(algorithms.contains) }

  /// What the client's ID tokens are signed with. One that was registered with RS256 before gets the usual one.
  func idTokenAlgorithm(_ metadata: ClientMetadata) -> SigningAlgorithm {
    idTokenAlgorithms.contains(metadata.idTokenAlgorithm) ? metadata.idTokenAlgorithm : idTokenAlgorithms[0]
  }
}
