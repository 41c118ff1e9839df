/// Checks of the parts of an authorization request about the person and the login (OpenID Connect Core §3.1.2.1, §5.5).
extension AuthorizationChecks {
  func checkPrompt(_ parameters: FormParameters) throws(OAuthError) -> Set<Prompt> {
    var prompt: Set<Prompt> = []
    for name in scopeNames(parameters["prompt"] ?? "") {
      guard let value = Prompt(rawValue: name) else {
        throw OAuthError(.invalidRequest, "prompt has a value that is not supported")
      }
      prompt.insert(value)
    }
    guard !prompt.contains(.none) || prompt.count == 1 else {
      throw OAuthError(.invalidRequest, "prompt none goes with no other value")
    }
    return prompt
  }

  func checkMaxAge(_ parameters: FormParameters, _ client: Client) throws(OAuthError) -> Int? {
    guard let text = parameters["max_age"] else { return client.metadata.defaultMaxAge }
    guard let age = Int(text), age >= 0, text.allSatisfy(\.isNumber) else {
      throw OAuthError(.invalidRequest, "max_age must be a number of seconds")
    }
    return age
  }

  /// `acr_values` are wishes. An essential `acr` of `claims` is a demand: the login fails when it cannot be met (§5.5.1.1).
  func checkContext(
    _ parameters: FormParameters, _ claims: ClaimsRequest, _ client: Client
  ) throws(OAuthError) -> AuthenticationContext {
    let requestedValues = parameters["acr_values"].map(scopeNames) ?? client.metadata.defaultACRValues
    let wished = AuthenticationContext.wished(requestedValues)
    guard let values = claims.essentialACR, !values.contains(wished.rawValue) else { return wished }
    guard let demanded = AuthenticationContext.demanded(values) else {
      throw OAuthError(.unmetAuthenticationRequirements, "the acr that claims demands is not offered")
    }
    return demanded
  }

  /// Core §5.5, for OpenID Connect requests only.
  func checkClaims(
    _ parameters: FormParameters, _ scope: [String], _ client: Client
  ) throws(OAuthError) -> ClaimsRequest {
    guard let text = parameters["claims"] else { return .none }
    let claims = try ClaimsRequest(text)
    guard scope.contains("openid") else { return .none }
    return claims.limited(to: client.metadata.scope)
  }

  /// The user whom the request is about. `id_token_hint` and the claim `sub` may both name a user, and must then agree.
  func checkSubject(_ hinted: String?, _ claims: ClaimsRequest) throws(OAuthError) -> String? {
    guard let claimed = claims.subject, let hinted else { return hinted ?? claims.subject }
    guard claimed == hinted else {
      throw OAuthError(.invalidRequest, "claims and id_token_hint name different subjects")
    }
    return hinted
  }

  /// OpenID Connect Core §3.1.2.1: the issuer must be this one; the audience may be another client.
  func checkHint(_ parameters: FormParameters) async throws -> String? {
    guard let hint = parameters["id_token_hint"] else { return nil }
    guard let claims = try await judgeHint(hint) else {
      throw OAuthError(.invalidRequest, "id_token_hint is no ID token of this server")
    }
    return claims.sub
  }
}

/// How the user signs in, as the claim `acr` says it (OpenID Connect Core §2).
enum AuthenticationContext: String, Sendable, CaseIterable {
  /// With user name and password, now or earlier in the same session. Curity's spelling.
  case password = "urn:se:curity:authentication:html-form:Username-Password"
  /// With user name and password for this very request: a session is not enough (RFC 9470).
  case freshLogin = "urn:dcr-terminal:acr:fresh-login"

  /// The first offered value of `acr_values` (OpenID Connect Core §3.1.2.1), the best first; else ``password``.
  static func wished(_ values: [String]) -> AuthenticationContext {
    values.lazy.compactMap(AuthenticationContext.init).first ?? .password
  }

  /// Chooses the easiest offered value of a list of demands (§5.5.1.1); `nil` when none is offered.
  static func demanded(_ values: [String]) -> AuthenticationContext? { allCases.first { values.contains($0.rawValue) } }
}
