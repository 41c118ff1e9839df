import SharedValues

/// What a deployment demands of keys and requests, beyond the tutorial. Everything is off by default.
public struct KeyRequirements: Hashable, Sendable {
  /// The instance's client authenticates with its own key (`private_key_jwt`).
  public var privateKey = false
  /// How the client's secret is sent, where it has one; `nil`: the method that works at most servers.
  public var secretMethod: SecretMethod?
  /// Its tokens are bound to a key (RFC 9449).
  public var dpop = false
  /// Its authorization requests are pushed (RFC 9126).
  public var pushedAuthorization = false
  /// The client's key signs only after its user's confirmation.
  public var userPresence = false
  /// The opt-in of that name: a demand that the server cannot meet is dropped.
  public var allowsDowngrade = false
  /// The profile of FAPI 2.0: all of these demands, no downgrade, and no ID token signed with RS256 (§5.4).
  public var isFAPI = false

  public init(
    privateKey: Bool = false, dpop: Bool = false, pushedAuthorization: Bool = false, userPresence: Bool = false,
    allowsDowngrade: Bool = false, isFAPI: Bool = false
  ) {
    (self.privateKey, self.dpop, self.pushedAuthorization) = (privateKey, dpop, pushedAuthorization)
    (self.userPresence, self.allowsDowngrade, self.isFAPI) = (userPresence, allowsDowngrade, isFAPI)
  }

  /// Whether the server can meet the demands.
  /// - Parameters:
  ///   - scope: the scope of logins; without `openid` the algorithm of ID tokens does not matter.
  ///   - registers: a client is about to be registered; one that is registered has its algorithm, whatever the metadata say now.
  /// - Returns: what the server can meet, if a downgrade is allowed; requests are pushed where the server accepts no others (RFC 9126 §5).
  /// - Throws: `metadata_private_key_jwt_unsupported`, `metadata_secret_method_unsupported`, `metadata_dpop_unsupported`,
  ///   `metadata_missing_par_endpoint`, `metadata_id_token_algorithm_unsupported`.
  @discardableResult
  public func judge(
    _ metadata: AuthorizationServerMetadata, scope: String = "openid", registers: Bool = false
  ) throws(ProtocolError) -> KeyRequirements {
    var feasible = self
    if privateKey, let defect = KeyRequirements.privateKeyDefect(metadata) {
      guard allowsDowngrade else { throw defect }
      feasible.privateKey = false
    }
    if let secretMethod, !metadata.mayTake(secretMethod) {
      throw KeyRequirements.unsupported(
        .metadataSecretMethodUnsupported, "token_endpoint_auth_methods_supported", secretMethod.rawValue,
        metadata.clientAuthenticationMethods ?? [], "RFC 8414 §2")
    }
    if dpop, let defect = KeyRequirements.dpopDefect(metadata) {
      guard allowsDowngrade else { throw defect }
      feasible.dpop = false
    }
    let pushes = pushedAuthorization || metadata.requiresPushedAuthorization
    feasible.pushedAuthorization = pushes
    if pushes, metadata.pushedAuthorizationEndpoint == nil {
      guard allowsDowngrade, !metadata.requiresPushedAuthorization else { throw PushedAuthorizationRequest.noEndpoint }
      feasible.pushedAuthorization = false
    }
    if isFAPI || registers, AuthorizationRequest.asksForIDToken(scope: scope), let defect = idTokenDefect(metadata) {
      throw defect
    }
    return feasible
  }

  /// An absent list is no refusal, as elsewhere: RFC 8414's default is older than the method.
  private static func privateKeyDefect(_ metadata: AuthorizationServerMetadata) -> ProtocolError? {
    if let methods = metadata.clientAuthenticationMethods, !methods.contains(RegisteredKeys.method) {
      return unsupported(
        .metadataPrivateKeyJWTUnsupported, "token_endpoint_auth_methods_supported", RegisteredKeys.method, methods,
        "RFC 8414 §2")
    }
    if let algorithms = metadata.tokenEndpointAuthSigningAlgorithms, !algorithms.contains(P256PublicKey.algorithm) {
      return unsupported(
        .metadataPrivateKeyJWTUnsupported, "token_endpoint_auth_signing_alg_values_supported", P256PublicKey.algorithm,
        algorithms, "RFC 8414 §2")
    }
    return nil
  }

  /// A server that supports DPoP says so (RFC 9449 §5.1); any other ignores the proof and issues bearer tokens.
  private static func dpopDefect(_ metadata: AuthorizationServerMetadata) -> ProtocolError? {
    let algorithms = metadata.dpopSigningAlgorithms ?? []
    guard !algorithms.contains(P256PublicKey.algorithm) else { return nil }
    return unsupported(
      .metadataDPoPUnsupported, "dpop_signing_alg_values_supported", P256PublicKey.algorithm, algorithms,
      "RFC 9449 §5.1")
  }

  /// Found here, because the server would otherwise refuse the registered client.
  private func idTokenDefect(_ metadata: AuthorizationServerMetadata) -> ProtocolError? {
    let (name, allowed) = ("id_token_signing_alg_values_supported", SigningAlgorithm.forIDTokens(isFAPI: isFAPI))
    guard let algorithms = metadata.document[name]?.stringArray,
      !allowed.contains(where: { algorithms.contains($0.rawValue) })
    else { return nil }
    return KeyRequirements.unsupported(
      .metadataIDTokenAlgorithmUnsupported, name, SigningAlgorithm.names(allowed), algorithms,
      isFAPI ? "FAPI 2.0 Security Profile §5.4" : "OpenID Connect Core §15.1")
  }

  private static func unsupported(
    _ code: ProtocolError.Code, _ field: String, _ wanted: String, _ offered: [String], _ source: String
  ) -> ProtocolError {
    ProtocolError(
      code, field: field, expected: .value(wanted),
      received: .check(.nothing), quoting: offered.joined(separator: " ").words(100), source: source)
  }
}
