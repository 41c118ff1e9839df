/// Judges authorization requests. ``check(_:)`` has the order of the checks; each check below it is one rule.
struct AuthorizationChecks: Sendable {
  var policy: ServerPolicies.Clients
  var insecure = InsecureSwitches.none
  var demands = KeyRequirements.none
  var findClient: @Sendable (String) async throws -> Client?
  var judgeHint: @Sendable (String) async throws -> IDTokenHint?
  var givesRefreshTokens: @Sendable (Client) -> Bool
  /// The resources that a token may be for (RFC 8707 §2).
  var resources: [String]
  var ownResources: [String]

  /// - Throws: ``AuthorizationRefusal``, or what the database throws.
  func check(_ parameters: FormParameters) async throws -> AuthorizationRequest {
    try checkSize(parameters)
    let client = try await checkClient(parameters)
    let redirectURI = try checkRedirectURI(parameters, client)
    let wantsToken = insecure.implicit && parameters["response_type"] == "token"
    let address = ReturnAddress(redirectURI: redirectURI, state: parameters["state"], inFragment: wantsToken)
    do {
      try rejectRepeated(parameters)
      try rejectUnsupported(parameters)
      try requirePush(parameters, client)
      try checkResponseType(parameters, client)
      try checkResponseMode(parameters, wantsToken ? "fragment" : "query")
      let resource = try ProtectedResource.named(in: parameters, among: resources)
      let scope = try checkScope(parameters, client, givesCode: !wantsToken)
      try checkTarget(resource, scope)
      // The implicit flow has no token request that could choose between them.
      if wantsToken { try ProtectedResource.checkUnmixed(resource, own: ownResources) }
      let challenge = wantsToken ? nil : try checkProofKey(parameters, client)
      let key = try checkKey(parameters)
      let prompt = try checkPrompt(parameters)
      let maxAge = try checkMaxAge(parameters, client)
      let claims = try checkClaims(parameters, scope, client)
      let context = try checkContext(parameters, claims, client)
      let subject = try checkSubject(try await checkHint(parameters), claims)
      return AuthorizationRequest(
        client: client, redirectURI: redirectURI, redirectURIWasSent: parameters["redirect_uri"] != nil,
        state: parameters["state"], scope: scope, nonce: parameters["nonce"], codeChallenge: challenge,
        keyThumbprint: key, prompt: prompt, maxAge: maxAge, loginHint: parameters["login_hint"], hintedSubject: subject,
        claims: claims, context: context, resource: resource, parameters: parameters, wantsToken: wantsToken)
    } catch let error as OAuthError { throw AuthorizationRefusal.redirect(error, to: address) }
  }

  /// The forms of login and consent carry the whole request, and the server must be able to read it back.
  private func checkSize(_ parameters: FormParameters) throws(AuthorizationRefusal) {
    guard parameters.pairs.count <= FormParameters.maximumCount else {
      throw .page(OAuthError(.invalidRequest, "too many parameters"))
    }
    guard parameters.encoded.utf8.count <= AuthorizationRequest.maximumBytes else {
      throw .page(OAuthError(.invalidRequest, "the request is too large", status: 413))
    }
  }

  /// Unknown and revoked clients and templates get the same page.
  private func checkClient(_ parameters: FormParameters) async throws -> Client {
    guard parameters.count(of: "client_id") <= 1, let id = parameters["client_id"] else {
      throw AuthorizationRefusal.page(OAuthError(.invalidRequest, "client_id is required, once"))
    }
    guard let client = try await findClient(id), client.isLive else {
      throw AuthorizationRefusal.page(OAuthError(.invalidClient, "no active client has this client_id"))
    }
    return client
  }

  /// RFC 8252 §8.4, RFC 9700 §4.1.3. A request may omit the only registered URI (RFC 6749 §3.1.2.3), but OpenID Connect
  /// and FAPI 2.0 require it.
  private func checkRedirectURI(_ parameters: FormParameters, _ client: Client) throws(AuthorizationRefusal) -> String {
    guard parameters.count(of: "redirect_uri") <= 1 else {
      throw .page(OAuthError(.invalidRequest, "redirect_uri is repeated"))
    }
    guard let requested = parameters["redirect_uri"] else {
      let isOpenID = scopeNames(parameters["scope"] ?? "").contains("openid")
      guard !isOpenID, !demands.fapi, client.metadata.redirectURIs.count == 1 else {
        throw .page(OAuthError(.invalidRequest, "redirect_uri is required"))
      }
      return client.metadata.redirectURIs[0]
    }
    guard RedirectURIRules.matches(requested, client.metadata) else {
      throw .page(OAuthError(.invalidRequest, "redirect_uri is not one of those registered for this client"))
    }
    return requested
  }

  private func rejectRepeated(_ parameters: FormParameters) throws(OAuthError) {
    if let name = parameters.repeated { throw OAuthError(.invalidRequest, "\(printable(name)) is repeated") }
  }

  /// OpenID Connect Core §3.1.2.6. A `request_uri` of this server has been resolved by now.
  private func rejectUnsupported(_ parameters: FormParameters) throws(OAuthError) {
    if parameters["request"] != nil { throw OAuthError(.requestNotSupported, "request objects are not supported") }
    if let uri = parameters["request_uri"], !PushedRequest.isReference(uri) {
      throw OAuthError(.requestURINotSupported, "only a request_uri of a pushed request is supported")
    }
    if parameters["registration"] != nil {
      throw OAuthError(.registrationNotSupported, "the registration parameter is not supported")
    }
  }

  private func requirePush(_ parameters: FormParameters, _ client: Client) throws(OAuthError) {
    guard client.mustPush(demands), parameters["request_uri"] == nil else { return }
    throw OAuthError(.invalidRequest, "the authorization request must be pushed (RFC 9126)")
  }

  private func checkResponseType(_ parameters: FormParameters, _ client: Client) throws(OAuthError) {
    guard let type = parameters["response_type"] else { throw OAuthError(.invalidRequest, "response_type is required") }
    if insecure.implicit, type == "token" {
      guard client.isPublic, !client.mustProveKey(demands) else {
        throw OAuthError(.unauthorizedClient, "the client may not use the implicit grant")
      }
      return
    }
    guard type == "code" else { throw OAuthError(.unsupportedResponseType, "only response_type code is offered") }
    guard client.mayUse("authorization_code") else {
      throw OAuthError(.unauthorizedClient, "the client is not registered for the authorization code grant")
    }
  }

  private func checkResponseMode(_ parameters: FormParameters, _ offered: String) throws(OAuthError) {
    guard parameters["response_mode"] ?? offered == offered else {
      throw OAuthError(.invalidRequest, "only response_mode \(offered) is offered")
    }
  }

  /// Leaves out unknown and unregistered scopes (RFC 6749 §3.3); refuses a malformed scope and one with nothing left.
  func checkScope(_ parameters: FormParameters, _ client: Client, givesCode: Bool) throws(OAuthError) -> [String] {
    let sent = try parameters["scope"].map { text throws(OAuthError) in try judgedScope(text) }
    let registered = (sent ?? client.metadata.scope.filter { $0 != "openid" }).filter(client.metadata.scope.contains)
    let scope = OfflineAccess.meaningful(
      in: registered, givesCode: givesCode, givesRefreshTokens: givesRefreshTokens(client))
    guard scope.isEmpty, sent != nil else { return scope }
    throw registered.isEmpty
      ? OAuthError(.invalidScope, "none of the scopes is registered for this client") : OfflineAccess.aloneIsNothing
  }

  /// A token that registers clients is for this server alone: another server could register clients with it (RFC 8707 §3).
  func checkTarget(_ resource: [String], _ scope: [String]) throws(OAuthError) {
    guard scope.contains(ConfiguredClients.registrationScope),
      !ProtectedResource.areOwn(resource, among: ownResources)
    else { return }
    throw OAuthError(.invalidTarget, "the scope \(ConfiguredClients.registrationScope) is for this server alone")
  }

  /// RFC 7636 §4.3 and §4.4.1. `plain`, also the default of a missing method, is refused because it protects nothing.
  private func checkProofKey(_ parameters: FormParameters, _ client: Client) throws(OAuthError) -> String? {
    guard let challenge = parameters["code_challenge"] else {
      guard parameters["code_challenge_method"] == nil else {
        throw OAuthError(.invalidRequest, "code_challenge_method without code_challenge")
      }
      guard !client.requiresPKCE(policy, insecure, demands) else {
        throw OAuthError(.invalidRequest, "code_challenge is required")
      }
      return nil
    }
    guard parameters["code_challenge_method"] == "S256" else {
      throw OAuthError(.invalidRequest, "code_challenge_method must be S256")
    }
    // §4.2: 32 bytes are 43 characters; only the canonical encoding is accepted.
    guard DPoPProof.isThumbprint(challenge) else {
      throw OAuthError(.invalidRequest, "code_challenge must be a SHA-256 in base64url")
    }
    return challenge
  }

  /// RFC 9449 §10.
  private func checkKey(_ parameters: FormParameters) throws(OAuthError) -> String? {
    guard let key = parameters["dpop_jkt"] else { return nil }
    guard DPoPProof.isThumbprint(key) else {
      throw OAuthError(.invalidRequest, "dpop_jkt must be a SHA-256 in base64url")
    }
    return key
  }
}
