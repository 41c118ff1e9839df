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

  public init(
    dpop: Bool = false, dpopNonce: Bool = false, pushedAuthorization: Bool = false, privateKey: Bool = false,
    lastingRefreshTokens: Bool = false, refreshGrace: Bool = false
  ) {
    (self.dpop, self.dpopNonce, self.pushedAuthorization) = (dpop, dpopNonce, pushedAuthorization)
    (self.privateKey, self.lastingRefreshTokens, self.refreshGrace) = (privateKey, lastingRefreshTokens, refreshGrace)
  }

  public static let none = KeyDemands()
}
