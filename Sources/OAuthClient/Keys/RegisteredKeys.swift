import SharedValues

/// What a registration says about this instance's keys (RFC 7591 §2, RFC 9449 §5.2, RFC 9126 §6), and what its answer must say.
public struct RegisteredKeys: Hashable, Sendable {
  static let method = "private_key_jwt"

  /// The client authenticates with this key; `nil`: with a secret, or not at all.
  var client: P256PublicKey?
  /// The old key while it is replaced (RFC 7592 §2.2); it stays valid until the new one is confirmed.
  var retiring: P256PublicKey?
  /// Its access tokens are bound to a key (`dpop_bound_access_tokens`).
  var bindsTokens: Bool
  /// Its authorization requests are pushed (`require_pushed_authorization_requests`).
  var pushes: Bool
  /// The opt-in of that name: accepts a server that registers a secret instead of the key.
  var allowsDowngrade: Bool
  var isFAPI: Bool

  public static let none = RegisteredKeys()

  public init(
    client: P256PublicKey? = nil, retiring: P256PublicKey? = nil, bindsTokens: Bool = false, pushes: Bool = false,
    allowsDowngrade: Bool = false, isFAPI: Bool = false
  ) {
    (self.client, self.retiring, self.bindsTokens) = (client, retiring, bindsTokens)
    (self.pushes, self.allowsDowngrade, self.isFAPI) = (pushes, allowsDowngrade, isFAPI)
  }

  var idTokenAlgorithms: [SigningAlgorithm] { SigningAlgorithm.forIDTokens(isFAPI: isFAPI) }

  /// The registration with these keys. A template decides everything but the key, which is unique to each instance.
  func added(to document: JSON) -> JSON {
    var document = document
    if let client {
      let keys = [client, retiring].compactMap { $0?.registered }
      document = document.setting("jwks", ["keys": .array(keys)])
      guard document["software_id"] == nil || document["redirect_uris"] != nil else { return document }
      document = document.setting("token_endpoint_auth_method", .string(RegisteredKeys.method))
        .setting("token_endpoint_auth_signing_alg", .string(P256PublicKey.algorithm))
        .setting("jwks_uri", nil).setting("client_secret", nil)
    }
    guard document["software_id"] == nil || document["redirect_uris"] != nil else { return document }
    if bindsTokens { document = document.setting("dpop_bound_access_tokens", true) }
    if pushes { document = document.setting("require_pushed_authorization_requests", true) }
    return document
  }

  /// - Throws: `registration_auth_method_downgraded`, `registration_key_mismatch`, `registration_auth_method_unsupported` for a key that was not
  ///   requested, `registration_algorithm_unsupported`, `response_…`.
  func judge(_ object: ResponseObject) throws(ProtocolError) {
    _ = try RegistrationResponse.algorithm(object, among: idTokenAlgorithms)
    let sent = Set([client, retiring].compactMap { $0?.thumbprint })
    try RegisteredKeys.judge(object, key: client?.thumbprint, others: sent, allowsDowngrade: allowsDowngrade)
  }

  static func thumbprints(_ object: ResponseObject) throws(ProtocolError) -> [String] {
    guard let jwks = object.json["jwks"], jwks != .null else { return [] }
    guard let keys = jwks["keys"]?.arrayValue else {
      throw object.typeError("jwks", expected: .check(.objectOfKeys), jwks)
    }
    return keys.compactMap { P256PublicKey(jwk: $0)?.thumbprint }
  }

  /// - Parameters:
  ///   - key: the thumbprint that must be present; `nil`: the client must have no key.
  ///   - others: the thumbprints that may be present; `nil`: any.
  static func judge(
    _ object: ResponseObject, key: String?, others: Set<String>?, allowsDowngrade: Bool
  ) throws(ProtocolError) {
    let answered = try object.string("token_endpoint_auth_method") ?? "client_secret_basic"
    guard answered == method else {
      guard key == nil || allowsDowngrade else {
        throw ProtocolError(
          .registrationAuthMethodDowngraded, field: "token_endpoint_auth_method", expected: .value(method),
          quoting: answered.quotable(60), source: RegistrationResponse.source)
      }
      return
    }
    guard let key else { throw RegistrationResponse.unsupported(method: method) }
    if let algorithm = try object.string("token_endpoint_auth_signing_alg"), algorithm != P256PublicKey.algorithm {
      throw mismatch(
        "token_endpoint_auth_signing_alg", .value(P256PublicKey.algorithm), quoting: algorithm.quotable(40))
    }
    // Keys at an address could be changed by others.
    if let uri = try object.string("jwks_uri") {
      throw mismatch("jwks_uri", .check(.noJWKSURI), quoting: uri.quotable(100))
    }
    let found = try thumbprints(object)
    let count = object.json["jwks"]?["keys"]?.arrayValue?.count ?? 0
    guard found.contains(key) else { throw mismatch("jwks", .check(.ownKey), .check(.keysWithoutIt, count)) }
    // A key that was not sent would give others access to this client.
    if let others {
      guard count == found.count, Set(found).isSubset(of: others) else {
        throw mismatch("jwks", .check(.sentKeys), .check(.othersAmongThem))
      }
    }
  }

  private static func mismatch(
    _ field: String, _ expected: Term, _ received: Term? = nil, quoting: String? = nil
  ) -> ProtocolError {
    ProtocolError(
      .registrationKeyMismatch, field: field, expected: expected, received: received, quoting: quoting,
      source: RegistrationResponse.source)
  }
}

extension ClientRegistration {
  /// Whether the client meets the profile, even if it was registered before the profile was demanded, or the server has changed it since.
  /// - Throws: `registration_algorithm_unsupported`.
  public func judgeIDTokens(isFAPI: Bool) throws(ProtocolError) {
    let object = ResponseObject(document, source: RegistrationResponse.source)
    _ = try RegistrationResponse.algorithm(object, among: SigningAlgorithm.forIDTokens(isFAPI: isFAPI))
  }
}
