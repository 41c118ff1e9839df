extension IdentityServerConfiguration {
  var metadataJudge: ClientMetadataJudge {
    ClientMetadataJudge(
      policy: policies.clients, maximumBytes: limits.metadataBytes, demands: demands, resourceScopes: resourceScopes)
  }
}

/// Judges the metadata of a registration request (RFC 7591 §2, OpenID Connect Dynamic Registration §2).
///
/// Unknown members are left out of the answer, as RFC 7591 §2 says. Known members that the server cannot support are
/// refused, except where the lenient policy substitutes what it supports. All others are answered as registered.
struct ClientMetadataJudge {
  var policy: ServerPolicies.Clients
  var maximumBytes = 0
  var demands = KeyRequirements.none
  /// Whether the metadata is a template's, whose instances have their own keys.
  var isTemplate = false
  var resourceScopes: [String] = []

  /// Scopes that a registered client may request, without `dcr`.
  static let scopes = ownScopes + ProtectedResource.scopes
  private static let ownScopes = ["openid"] + UserClaims.scopes.map(\.name) + [OfflineAccess.scope]
  /// For a client that names none: without the protected API, but with the scopes that the configuration adds.
  private var usualScopes: [String] { ClientMetadataJudge.ownScopes + resourceScopes }
  static let maximumURIs = 20
  static let maximumText = 2048
  static let maximumDepth = 8

  func judge(_ request: JSON) throws(OAuthError) -> ClientMetadata {
    guard request.objectValue != nil else { throw refused("the body must be a JSON object") }
    guard depth(request) <= ClientMetadataJudge.maximumDepth else { throw refused("the metadata is nested too deeply") }
    var metadata = ClientMetadata()
    metadata.applicationType = try choice(request, "application_type") ?? .web
    metadata.redirectURIs = try redirectURIs(request, "redirect_uris", metadata.applicationType)
    metadata.postLogoutRedirectURIs = try redirectURIs(request, "post_logout_redirect_uris", metadata.applicationType)
    metadata.grantTypes = try grantTypes(request)
    let usesRedirects = metadata.grantTypes.contains("authorization_code")
    guard !usesRedirects || !metadata.redirectURIs.isEmpty else {
      throw OAuthError(.invalidRedirectURI, "redirect_uris is required for the authorization code grant")
    }
    try responseTypes(request, usesRedirects: usesRedirects)
    metadata.authMethod = try authMethod(request)
    try judgeKeys(request, &metadata)
    metadata.scope = try scope(request)
    metadata.subjectType = try choice(request, "subject_type") ?? .public
    metadata.sectorIdentifier = try sectorIdentifier(metadata)
    metadata.idTokenAlgorithm = try idTokenAlgorithm(request)
    if let values = try strings(request, "default_acr_values") {
      guard values.allSatisfy(PlainText.isPlain) else { throw refused("default_acr_values must be plain text") }
      metadata.defaultACRValues = values
    }
    metadata.defaultMaxAge = try number(request, "default_max_age")
    metadata.requiresAuthTime = try flag(request, "require_auth_time")
    metadata.requiresConsent = try optionalFlag(request, "requires_consent")
    metadata.description = try DescriptiveMembers.judge(request, policy)
    if metadata.authMethod == .privateKey {
      metadata.description.removeAll { ClientMetadataJudge.keyMembers.contains($0.name) }
    }
    guard maximumBytes == 0 || metadata.json.compact.utf8.count <= maximumBytes else {
      throw refused("the metadata takes more than \(maximumBytes) bytes")
    }
    return metadata
  }

  private func redirectURIs(
    _ request: JSON, _ name: String, _ type: ClientMetadata.ApplicationType
  ) throws(OAuthError) -> [String] {
    let uris = try strings(request, name) ?? []
    try judgeRedirects(uris, name, type)
    return uris
  }

  /// FAPI 2.0 Security Profile §5.3.2.2: plain HTTP only for loopback redirects of native clients.
  func judgeRedirects(_ uris: [String], _ name: String, _ type: ClientMetadata.ApplicationType) throws(OAuthError) {
    for uri in uris {
      guard let reason = RedirectURIRules.refusal(uri, type, demands.fapi ? .strict : policy) else { continue }
      throw OAuthError(.invalidRedirectURI, "\(name): \(printable(uri)): \(reason)")
    }
  }

  /// The tutorial's app asks only for `authorization_code` and then refreshes; the lenient policy adds `refresh_token`, as the
  /// seed's response does. Unsupported grants are left out or, with the strict policy, refused. The device authorization
  /// grant must be requested by name (RFC 8628 §4); a client with that grant alone needs no redirect URIs.
  private func grantTypes(_ request: JSON) throws(OAuthError) -> [String] {
    let offered = ["authorization_code", "refresh_token", DeviceGrant.type]
    let asked = try strings(request, "grant_types") ?? ["authorization_code"]
    guard asked.contains("authorization_code") || asked.contains(DeviceGrant.type) else {
      throw refused("grant_types must include authorization_code or \(DeviceGrant.type)")
    }
    if policy == .strict, let other = asked.first(where: { !offered.contains($0) }) {
      throw refused("grant_types: \(printable(other)) is not offered")
    }
    return offered.filter { asked.contains($0) || policy == .lenient && $0 == "refresh_token" }
  }

  /// Always answered as `["code"]` (`response_types` of the design); a list without `code` is refused. A client without
  /// redirects has no response types (RFC 7591 §2.1).
  private func responseTypes(_ request: JSON, usesRedirects: Bool) throws(OAuthError) {
    guard usesRedirects else { return }
    let asked = try strings(request, "response_types") ?? ["code"]
    guard asked.contains("code") else { throw refused("response_types must include code") }
    if policy == .strict, asked != ["code"] { throw refused("response_types: only code is offered") }
  }

  /// Certificates are only for the shared client of all devices, because a registration cannot name one.
  private func authMethod(_ request: JSON) throws(OAuthError) -> ClientMetadata.AuthMethod {
    let name = "token_endpoint_auth_method"
    let method: ClientMetadata.AuthMethod = try choice(request, name) ?? .basic
    guard method != .certificate else { throw unsupported(name) }
    return method
  }

  /// Without `scope` the server chooses (RFC 7591 §2): all its scopes except the protected API's, because standard clients that register
  /// without a scope may request any later. Unknown names are left out.
  private func scope(_ request: JSON) throws(OAuthError) -> [String] {
    guard let value = request["scope"], value != .null else { return usualScopes }
    guard let text = value.stringValue, text.utf8.count <= ClientMetadataJudge.maximumText else {
      throw refused("scope must be a string")
    }
    // An empty text is an empty list (RFC 7591 §2).
    let asked = text.isEmpty ? [] : try judgedScope(text, code: .invalidClientMetadata)
    if policy == .strict, asked.contains(ConfiguredClients.registrationScope) {
      throw refused("scope: dcr is reserved for the registration client")
    }
    let offered = ClientMetadataJudge.scopes + resourceScopes
    return asked.filter { $0 != ConfiguredClients.registrationScope && offered.contains($0) }
  }

  /// OpenID Connect Core §8.1: the host of all redirect URIs; for private-use schemes, the scheme.
  private func sectorIdentifier(_ metadata: ClientMetadata) throws(OAuthError) -> String? {
    guard metadata.subjectType == .pairwise else { return nil }
    let sectors = Set(metadata.redirectURIs.compactMap { RedirectURI($0) }.map { $0.host ?? $0.scheme })
    guard sectors.count == 1, let sector = sectors.first else {
      throw refused("subject_type pairwise needs redirect_uris of one host")
    }
    return sector
  }

  func choice<Choice: RawRepresentable<String>>(_ request: JSON, _ name: String) throws(OAuthError) -> Choice? {
    guard let value = request[name], value != .null else { return nil }
    guard let text = value.stringValue, let choice = Choice(rawValue: text) else { throw unsupported(name) }
    return choice
  }

  private func idTokenAlgorithm(_ request: JSON) throws(OAuthError) -> SigningAlgorithm {
    let name = "id_token_signed_response_alg"
    let algorithm = try choice(request, name) ?? demands.idTokenAlgorithms[0]
    guard demands.idTokenAlgorithms.contains(algorithm) else { throw unsupported(name) }
    return algorithm
  }

  /// Lenient: Curity's example apps send `post_logout_redirect_uris` as one string, like all parameters of AppAuth.
  private func strings(_ request: JSON, _ name: String) throws(OAuthError) -> [String]? {
    guard let value = request[name], value != .null else { return nil }
    let alone = policy == .lenient ? value.stringValue.map { [$0] } : nil
    guard let values = alone ?? value.stringArray, values.count <= ClientMetadataJudge.maximumURIs,
      values.allSatisfy({ $0.utf8.count <= ClientMetadataJudge.maximumText })
    else { throw refused("\(name) must be an array of at most \(ClientMetadataJudge.maximumURIs) short strings") }
    return values
  }

  private func number(_ request: JSON, _ name: String) throws(OAuthError) -> Int? {
    guard let value = request[name], value != .null else { return nil }
    guard let number = value.intValue, number >= 0 else { throw refused("\(name) must be a whole number") }
    return number
  }

  func flag(_ request: JSON, _ name: String) throws(OAuthError) -> Bool { try optionalFlag(request, name) ?? false }

  /// The lenient policy also accepts `"true"` and `"false"`, because the same apps send `requires_consent` as a string.
  private func optionalFlag(_ request: JSON, _ name: String) throws(OAuthError) -> Bool? {
    guard let value = request[name], value != .null else { return nil }
    if policy == .lenient, let text = value.stringValue, let flag = Bool(text) { return flag }
    guard let flag = value.boolValue else { throw refused("\(name) must be true or false") }
    return flag
  }

  private func depth(_ value: JSON) -> Int {
    switch value {
    case .array(let values): 1 + (values.map(depth).max() ?? 0)
    case .object(let members): 1 + (members.map { depth($0.value) }.max() ?? 0)
    default: 0
    }
  }

  func unsupported(_ name: String) -> OAuthError { refused("\(name) has a value that is not supported") }
  func refused(_ description: String) -> OAuthError { OAuthError(.invalidClientMetadata, description) }
}
