/// The complete, judged metadata of a registered client (RFC 7591 §2, OpenID Connect Dynamic Registration §2).
struct ClientMetadata: Hashable, Sendable {
  enum ApplicationType: String, Sendable { case native, web }
  enum AuthMethod: String, Sendable, CaseIterable {
    case none
    case basic = "client_secret_basic"
    case post = "client_secret_post"
    /// RFC 8705 §2.1; only for the shared client of all devices.
    case certificate = "tls_client_auth"
    /// OpenID Connect Core §9, RFC 7523 §2.2.
    case privateKey = "private_key_jwt"

    var usesSecret: Bool { self == .basic || self == .post }
  }
  enum SubjectType: String, Sendable { case `public`, pairwise }

  var applicationType = ApplicationType.web
  var redirectURIs: [String] = []
  var postLogoutRedirectURIs: [String] = []
  var authMethod = AuthMethod.basic
  var grantTypes: [String] = ["authorization_code"]
  var scope: [String] = []
  var subjectType = SubjectType.public
  var sectorIdentifier: String?
  var defaultACRValues: [String] = [passwordACR]
  var defaultMaxAge: Int?
  var requiresAuthTime = false
  var requiresProofKey = false
  /// Whether loopback redirects must have the registered port, against RFC 8252 §7.3's rule.
  var validatesLoopbackPort = false
  /// Seconds; `nil`: the server's lifetime; 0: the client gets no refresh tokens.
  var refreshTokenLifetime: Int?
  /// Whether the user must consent before the client gets anything; Curity's spelling. `nil`: not specified, which means no.
  var requiresConsent: Bool?
  /// The algorithm that signs its ID tokens (`id_token_signed_response_alg`), one of ``SigningKeys/algorithms``.
  var idTokenAlgorithm = SigningAlgorithm.rs256
  /// The only algorithm of the client's assertions (`token_endpoint_auth_signing_alg`), with ``AuthMethod/privateKey``.
  var assertionAlgorithm: SigningAlgorithm?
  /// The keys of the client's assertions, with ``AuthMethod/privateKey``. An instance of a template has its own keys.
  var keySet: ClientKeySet?
  /// RFC 9449 §5.2.
  var bindsAccessTokens = false
  /// RFC 9126 §6.
  var requiresPushedRequests = false
  /// Members that only describe the client (`client_name`, `client_uri#de`…), returned as registered.
  var description: [JSON.Member] = []

  static let passwordACR = AuthenticationContext.password.rawValue

  /// An instance's copy of the template's metadata, which names the template.
  func asInstance(of templateID: String) -> ClientMetadata {
    var metadata = self
    metadata.description.removeAll { $0.name == "software_id" }
    metadata.description.append(.init("software_id", .string(templateID)))
    return metadata
  }

  /// With the redirect URIs of the app's configuration. A loopback URI without a port allows any port (RFC 8252 §7.3).
  func adding(_ redirects: IdentityServerConfiguration.Redirects) -> ClientMetadata {
    var metadata = self
    metadata.redirectURIs = RedirectURIRules.union(redirectURIs, redirects.redirectURIs)
    metadata.postLogoutRedirectURIs = RedirectURIRules.union(postLogoutRedirectURIs, redirects.postLogoutRedirectURIs)
    let all = redirects.redirectURIs + redirects.postLogoutRedirectURIs
    let isAnyPort: (RedirectURI) -> Bool = { ($0.isLoopbackLiteral || $0.isLocalhost) && $0.port == nil }
    if all.contains(where: { RedirectURI($0).map(isAnyPort) ?? false }) { metadata.validatesLoopbackPort = false }
    return metadata
  }

  /// With the scopes of resources, if it allows OpenID Connect logins.
  func adding(_ resourceScopes: [String]) -> ClientMetadata {
    guard scope.contains("openid") else { return self }
    var metadata = self
    metadata.scope += resourceScopes.filter { !scope.contains($0) }
    return metadata
  }

  var softwareID: JSON? { description.first { $0.name == "software_id" }?.value }
  var clientName: String? { description.first { $0.name == "client_name" }?.value.stringValue }
}

extension ClientMetadata {
  /// The metadata as it is stored. Default values are written too, so that a row is complete.
  var json: JSON {
    let members: [JSON.Member] = .init([
      "application_type": .string(applicationType.rawValue), "redirect_uris": .strings(redirectURIs),
      "post_logout_redirect_uris": .strings(postLogoutRedirectURIs),
      "token_endpoint_auth_method": .string(authMethod.rawValue), "grant_types": .strings(grantTypes),
      "scope": .string(scope.joined(separator: " ")), "subject_type": .string(subjectType.rawValue),
      "default_acr_values": .strings(defaultACRValues), "require_auth_time": .bool(requiresAuthTime),
      "require_proof_key": .bool(requiresProofKey),
      "validate_port_on_loopback_interfaces": .bool(validatesLoopbackPort),
      "sector_identifier": sectorIdentifier.map(JSON.string),
      "default_max_age": defaultMaxAge.map { .number(String($0)) },
      "refresh_token_ttl": refreshTokenLifetime.map { .number(String($0)) },
      "requires_consent": requiresConsent.map(JSON.bool),
      "id_token_signed_response_alg": idTokenAlgorithm == .rs256 ? nil : .string(idTokenAlgorithm.rawValue),
    ])
    return .object(members + keyMembers + [.init("description", .object(description))])
  }

  /// The key members of a registration (RFC 7591 §2); empty when the metadata has none.
  var keyMembers: [JSON.Member] {
    .init([
      "token_endpoint_auth_signing_alg": assertionAlgorithm.map { .string($0.rawValue) }, "jwks": keySet?.json,
      "dpop_bound_access_tokens": bindsAccessTokens ? true : nil,
      "require_pushed_authorization_requests": requiresPushedRequests ? true : nil,
    ])
  }

  /// Reads ``json`` back. Missing members, as in a row that was written by hand, get their defaults.
  init(stored json: JSON) {
    applicationType = json["application_type"]?.stringValue.flatMap(ApplicationType.init) ?? .web
    redirectURIs = json["redirect_uris"]?.stringArray ?? []
    postLogoutRedirectURIs = json["post_logout_redirect_uris"]?.stringArray ?? []
    authMethod = json["token_endpoint_auth_method"]?.stringValue.flatMap(AuthMethod.init) ?? .basic
    grantTypes = json["grant_types"]?.stringArray ?? ["authorization_code"]
    scope = scopeNames(json["scope"]?.stringValue ?? "")
    subjectType = json["subject_type"]?.stringValue.flatMap(SubjectType.init) ?? .public
    sectorIdentifier = json["sector_identifier"]?.stringValue
    defaultACRValues = json["default_acr_values"]?.stringArray ?? [ClientMetadata.passwordACR]
    defaultMaxAge = json["default_max_age"]?.intValue
    requiresAuthTime = json["require_auth_time"]?.boolValue ?? false
    requiresProofKey = json["require_proof_key"]?.boolValue ?? false
    validatesLoopbackPort = json["validate_port_on_loopback_interfaces"]?.boolValue ?? false
    refreshTokenLifetime = json["refresh_token_ttl"]?.intValue
    requiresConsent = json["requires_consent"]?.boolValue
    idTokenAlgorithm =
      json["id_token_signed_response_alg"]?.stringValue.flatMap(SigningAlgorithm.init)
      .flatMap { SigningKeys.algorithms.contains($0) ? $0 : nil } ?? .rs256
    assertionAlgorithm = json["token_endpoint_auth_signing_alg"]?.stringValue.flatMap(SigningAlgorithm.init)
    keySet = json["jwks"].flatMap { try? ClientKeySet($0) }
    bindsAccessTokens = json["dpop_bound_access_tokens"]?.boolValue ?? false
    requiresPushedRequests = json["require_pushed_authorization_requests"]?.boolValue ?? false
    description = json["description"]?.objectValue ?? []
  }
}
