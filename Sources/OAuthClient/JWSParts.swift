import SharedValues

/// A JWS in compact form, parsed strictly (RFC 7515 §3.1, §5.2), with the header judged for ID tokens.
struct JWSParts {
  let header: JSON
  let payload: [UInt8]
  let signature: [UInt8]
  let message: [UInt8]

  init(_ token: Secret) throws(ProtocolError) {
    let parts = token.revealed.split(scalar: ".", omittingEmptySubsequences: false)
    guard parts.count != 5 else {
      throw ProtocolError(
        .idTokenEncrypted, field: "id_token", expected: .check(.signedToken), received: .check(.encryptedToken),
        source: "RFC 7516 §3.1")
    }
    guard parts.count == 3, let header = Base64URL.decode(parts[0]), let payload = Base64URL.decode(parts[1]),
      let signature = Base64URL.decode(parts[2])
    else {
      throw ProtocolError(
        .idTokenMalformed, field: "id_token", expected: .check(.threeParts),
        received: .check(.parts, parts.count), source: "RFC 7515 §3.1")
    }
    guard let json = try? JSON.parse(header), json.objectValue != nil else {
      throw ProtocolError(
        .idTokenHeaderMalformed, field: "header", expected: .check(.objectOfSingleMembers), source: "RFC 7515 §4")
    }
    (self.header, self.payload, self.signature) = (json, payload, signature)
    message = Array("\(parts[0]).\(parts[1])".utf8)
  }

  /// The registered algorithm only, no critical extension, and no key from the token itself (RFC 8725 §3.1, §3.10).
  func algorithm(registered: String) throws(ProtocolError) -> SigningAlgorithm {
    guard let alg = header["alg"]?.stringValue else { throw malformed("alg") }
    guard alg.lowercased() != "none" else {
      throw ProtocolError(
        .idTokenAlgNone, field: "alg", expected: .value(registered), received: .value("none"), source: "RFC 8725 §3.2")
    }
    guard let algorithm = SigningAlgorithm(rawValue: registered) else {
      throw ProtocolError(
        .idTokenAlgUnsupported, field: "alg", expected: .value(SigningAlgorithm.names()),
        quoting: registered.quotable(40), source: "RFC 7518 §3.1")
    }
    guard alg.isExactly(registered) else {
      throw ProtocolError(
        .idTokenAlgMismatch, field: "alg", expected: .value(registered), quoting: alg.quotable(40),
        source: "RFC 8725 §3.1")
    }
    try judgeOtherMembers()
    return algorithm
  }

  func kid() throws(ProtocolError) -> String? {
    guard let value = header["kid"] else { return nil }
    guard let kid = value.stringValue else { throw malformed("kid") }
    return kid
  }

  private func judgeOtherMembers() throws(ProtocolError) {
    guard header["crit"] == nil else {
      throw ProtocolError(
        .idTokenCritUnsupported, field: "crit", expected: .check(.noCriticalExtensions), source: "RFC 7515 §4.1.11")
    }
    for name in ["jku", "jwk", "x5u", "x5c"] where header[name] != nil {
      throw ProtocolError(.idTokenEmbeddedKey, field: name, expected: .check(.kidOfKeySet), source: "RFC 8725 §3.10")
    }
    guard let type = header["typ"] else { return }
    guard let name = type.stringValue else { throw malformed("typ") }
    guard ["jwt", "application/jwt", "id_token+jwt"].contains(name.lowercased()) else {
      throw ProtocolError(
        .idTokenWrongType, field: "typ", expected: .value("JWT"), quoting: name.quotable(40), source: "RFC 8725 §3.11")
    }
  }

  private func malformed(_ field: String) -> ProtocolError {
    ProtocolError(
      .idTokenHeaderMalformed, field: field, expected: .check(.string),
      received: header[field].map(\.kind) ?? .check(.nothing), source: "RFC 7515 §4.1")
  }
}

/// A signed document outside of any flow: a JWS in compact form (RFC 7515 §3.1).
public enum SignedDocument {
  /// The signed text; `nil` unless the whole text is a document of this type, signed with one of the keys.
  ///
  /// The header's `typ` must be this type (RFC 8725 §3.11), so that no other token of the same keys is accepted instead. The algorithm must be one of
  /// ``SigningAlgorithm``, all of which use public keys, and the key must be of its kind (RFC 8725 §3.1). A key in the header is not accepted
  /// (§3.10), and a critical extension is refused (RFC 7515 §4.1.11).
  /// - Parameter keys: a key set (RFC 7517 §5).
  public static func payload(of text: String, type: String, keys: JSON) -> [UInt8]? {
    guard let parts = try? JWSParts(Secret(text)), parts.header["typ"]?.stringValue?.isExactly(type) == true,
      let name = parts.header["alg"]?.stringValue,
      let algorithm = SigningAlgorithm.allCases.first(where: { $0.rawValue.isExactly(name) }),
      !["crit", "jku", "jwk", "x5u", "x5c"].contains(where: { parts.header[$0] != nil }),
      let fitting = try? KeySelection(jwks: keys, algorithm: algorithm).keys(kid: try parts.kid()),
      fitting.contains(where: { $0.isValid(parts.signature, for: parts.message) })
    else { return nil }
    return parts.payload
  }
}
