/// Dynamic client registration (RFC 7591), for holders of an access token with scope `dcr` or an initial access token, each
/// of which registers one client. Registration without a token requires the open policy.
extension Provider {
  @Sendable func register(_ request: ServerRequest) async throws -> ServerResponse {
    let permission = try await permission(request)
    let judged = try await requestedMetadata(request)
    let registrationToken = freshSecret()
    var new = Client(
      id: UUID().uuidString.lowercased(), kind: .dynamic, metadata: judged.metadata, owner: permission.owner,
      templateID: judged.templateID, created: seconds(now),
      registrationTokenExpires: seconds(now) + Int(lifetimes.registrationAccessToken))
    let secret = renewSecret(of: &new)
    let client = new
    if let seconds = registrationRate.wait(permission.bucket(request), limit: limits.registrationsPerMinute, now: now) {
      throw OAuthError.tryLater("too many registrations, please wait", status: 429, after: seconds)
    }
    try await store.pool.write { [now, limits] database in
      try permission.checkCount(limits, now, database)
      // The token is used up only by a successful registration; of two concurrent ones, the second finds it used.
      guard try permission.useUp(now, database) else { throw OAuthError.invalidToken("used up meanwhile") }
      try Store.insert(client, registrationTokenHash: digest(registrationToken), database)
      try permission.note(client, database)
    }
    metrics.registered()
    RequestNotes.note(client: client.id)
    return .json(
      information(client, secret: secret, registrationToken: registrationToken), status: 201,
      note: "client registered" + Provider.advice(on: client.metadata))
  }

  /// Gives the client the secret that its metadata needs, or takes away the one that they do not need. Returns a new secret,
  /// for the answer: the server stores only its hash.
  func renewSecret(of client: inout Client) -> String? {
    guard client.metadata.authMethod.usesSecret else {
      (client.secretHash, client.secretExpires) = (nil, 0)
      return nil
    }
    guard client.secretHash == nil else { return nil }
    let secret = freshSecret()
    client.secretHash = digest(secret)
    client.secretExpires = lifetimes.clientSecret == 0 ? 0 : seconds(now) + Int(lifetimes.clientSecret)
    return secret
  }

  static func advice(on metadata: ClientMetadata) -> String {
    RedirectURIRules.hasLocalhost(metadata)
      ? "; http://localhost is NOT RECOMMENDED (RFC 8252 §8.3): 127.0.0.1 or [::1] is better" : ""
  }

  /// Metadata from the request, or from the template that its `software_id` names. A `software_id` that names no template is
  /// an ordinary member (RFC 7591 §2) next to `redirect_uris`; without them it can only be a mistake.
  /// - Parameter current: what the request updates. It keeps its own metadata, even when a template has its `software_id`.
  func requestedMetadata(
    _ request: ServerRequest, updating current: Client? = nil
  ) async throws -> (metadata: ClientMetadata, templateID: String?) {
    let json = try registrationJSON(request)
    let isOrdinary = current.map { $0.templateID == nil && $0.metadata.softwareID == json["software_id"] } ?? false
    if !isOrdinary, let id = json["software_id"]?.stringValue, let template = try store.client(id),
      template.kind == .template
    {
      return (try judge.instance(of: template, json), id)
    }
    guard json["software_id"] ?? .null == .null || json["redirect_uris"] != nil else {
      throw OAuthError(.invalidClientMetadata, "software_id names no template")
    }
    return (try judge.judge(json), nil)
  }

  private var judge: ClientMetadataJudge { configuration.metadataJudge }

  func registrationJSON(_ request: ServerRequest) throws -> JSON {
    let json = try request.json(refusing: .invalidClientMetadata)
    guard let members = json.objectValue else {
      throw OAuthError(.invalidClientMetadata, "the body must be a JSON object")
    }
    // Checked before any lookup by a member. Unknown members may be multi-line texts.
    for member in members where member.name.hasControlCharacters() || hasControlCharacters(member.value) {
      let isAddress = ["redirect_uris", "post_logout_redirect_uris"].contains(member.name)
      throw OAuthError(
        isAddress ? .invalidRedirectURI : .invalidClientMetadata, "\(printable(member.name)) has a control character")
    }
    return json
  }

  private func hasControlCharacters(_ value: JSON) -> Bool {
    switch value {
    case .string(let text): text.hasControlCharacters(except: lineCharacters)
    case .array(let values): values.contains(where: hasControlCharacters)
    case .object(let members): members.contains { $0.name.hasControlCharacters() || hasControlCharacters($0.value) }
    default: false
    }
  }

  /// RFC 7591 §3.2.1, with Curity's members. Only new secrets are included: the server stores their hashes.
  func information(_ client: Client, secret: String?, registrationToken: String?) -> JSON {
    var metadata = client.metadata
    // What this server demands of every client counts, whatever the client asked for.
    metadata.bindsAccessTokens = client.mustProveKey(configuration.demands)
    metadata.requiresPushedRequests = client.mustPush(configuration.demands)
    let isNew = registrationToken != nil
    let refreshLifetime = Int(refreshLifetime(client))
    let members: [JSON.Member] = .init([
      "client_id": .string(client.id), "client_id_issued_at": .number(String(client.created)),
      "client_secret": secret.map(JSON.string),
      "client_secret_expires_at": metadata.authMethod.usesSecret ? .number(String(client.secretExpires)) : nil,
      "registration_client_uri": .string(addresses.url(Addresses.registrationPath + "/" + client.id)),
      "registration_access_token": registrationToken.map(JSON.string),
      "registration_access_token_expires_in": isNew
        ? .number(String(client.registrationTokenExpires - seconds(now))) : nil,
      "application_type": .string(metadata.applicationType.rawValue),
      "redirect_uris": .strings(metadata.redirectURIs),
      "post_logout_redirect_uris": .strings(metadata.postLogoutRedirectURIs),
      "token_endpoint_auth_method": .string(metadata.authMethod.rawValue),
      "token_endpoint_auth_methods": .strings(authMethods(client)),
      "grant_types": .strings(metadata.grantTypes),
      "response_types": metadata.grantTypes.contains("authorization_code") ? ["code"] : [],
      "scope": .string(metadata.scope.joined(separator: " ")),
      "subject_type": .string(metadata.subjectType.rawValue),
      "id_token_signed_response_alg": .string(configuration.demands.idTokenAlgorithm(metadata).rawValue),
      "default_acr_values": .strings(metadata.defaultACRValues),
      "require_auth_time": .bool(metadata.requiresAuthTime),
      "requires_consent": metadata.requiresConsent.map(JSON.bool),
      "default_max_age": metadata.defaultMaxAge.map { .number(String($0)) },
      "refresh_token_ttl": refreshLifetime > 0 ? .number(String(refreshLifetime)) : nil,
    ])
    return .object(members + metadata.keyMembers + metadata.description)
  }

  private func authMethods(_ client: Client) -> [String] {
    guard client.metadata.authMethod.usesSecret else { return [client.metadata.authMethod.rawValue] }
    let both: [ClientMetadata.AuthMethod] = [.basic, .post]
    return (policy == .lenient ? both : [client.metadata.authMethod]).map(\.rawValue)
  }
}
