import SharedValues

/// Chooses the key of a set that a token was signed with (OpenID Connect Core §10.1, RFC 7517 §4).
struct KeySelection {
  let jwks: JSON
  let algorithm: SigningAlgorithm

  /// The keys to try: with a `kid` those that have it, without one the only key that fits.
  func keys(kid: String?) throws(ProtocolError) -> [SigningKey] {
    let all = jwks["keys"]?.arrayValue ?? []
    guard let kid else { return [try onlyKey(all.filter(isFit))] }
    let named = all.filter { $0["kid"]?.stringValue?.isExactly(kid) ?? false }
    guard !named.isEmpty else { throw unknownKey(kid) }
    let usable = named.filter(isFit).prefix(4).compactMap { SigningKey($0, algorithm) }
    guard !usable.isEmpty else { throw unusableKey }
    return usable
  }

  private func onlyKey(_ fitting: [JSON]) throws(ProtocolError) -> SigningKey {
    guard let jwk = fitting.first else { throw unknownKey(nil) }
    guard fitting.count == 1 else {
      throw ProtocolError(
        .idTokenMissingKid, field: "kid", expected: .check(.keyIDAmong, fitting.count),
        source: "OpenID Connect Core §10.1")
    }
    guard let key = SigningKey(jwk, algorithm) else { throw unusableKey }
    return key
  }

  /// Whether key type, and use, operations and algorithm where stated, fit (RFC 7517 §4.2 to §4.4). A key whose statement cannot be read may not be
  /// for signatures.
  fileprivate func isFit(_ jwk: JSON) -> Bool {
    guard jwk["kty"]?.stringValue == algorithm.keyType else { return false }
    let stated = ["use", "alg", "key_ops"].map { name in jwk[name].flatMap { $0.isEmpty ? nil : $0 } }
    return (stated[0].map { $0 == "sig" } ?? true) && (stated[1].map { $0 == .string(algorithm.rawValue) } ?? true)
      && (stated[2].map { $0.stringArray?.contains("verify") ?? false } ?? true)
  }

  private func unknownKey(_ kid: String?) -> ProtocolError {
    ProtocolError(
      .idTokenUnknownKey, field: "kid", expected: .check(.keyOfKeySet), received: .value("none"),
      quoting: kid?.quotable(60), source: "OpenID Connect Core §10.1")
  }

  private var unusableKey: ProtocolError {
    ProtocolError(
      .idTokenKeyUnusable, field: "kid", expected: .check(.publicKeyFor, algorithm.rawValue), source: "RFC 7518 §6")
  }
}

extension JWKSRequest {
  /// How many keys of a set could verify an ID token: valid public keys for signatures, of a type that this app supports.
  public static func usableKeys(_ jwks: JSON) -> Int {
    (jwks["keys"]?.arrayValue ?? []).count { jwk in
      SigningAlgorithm.allCases.contains { algorithm in
        KeySelection(jwks: jwks, algorithm: algorithm).isFit(jwk) && SigningKey(jwk, algorithm) != nil
      }
    }
  }
}
