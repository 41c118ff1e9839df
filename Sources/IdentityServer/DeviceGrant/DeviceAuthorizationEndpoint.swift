/// The device authorization endpoint (RFC 8628 §3.1 and §3.2): a device without a browser requests two codes, one for itself and
/// one that its user enters in a browser elsewhere.
extension Provider {
  @Sendable func authorizeDevice(_ request: ServerRequest) async throws -> ServerResponse {
    // Besides the client's authentication, which may be in a header, the scope is all that a device sends (RFC 8628 §3.1).
    let form = try form(ofClient: request, mayBeEmpty: true)
    let client = try await authenticatedClient(request, form)
    let asked = FormParameters(form.pairs.filter { DeviceGrant.parameters.contains($0.name) })
    // Judged now as it will be when the person comes, so that a hopeless request fails at once.
    _ = try checks.checkDevice(asked, client)
    let code = freshSecret()
    let userCode = try await store.authorizeDevice(
      code, of: client, from: request.address, asked, now: now, lifetime: lifetimes.deviceCode,
      interval: Int(lifetimes.deviceInterval), limit: limits.deviceAuthorizations)
    let page = addresses.url(Addresses.verificationPath)
    return .json(
      [
        "device_code": .string(code), "user_code": .string(userCode.shown), "verification_uri": .string(page),
        "verification_uri_complete": .string(page + "?user_code=" + userCode.shown),
        "expires_in": .number(String(Int(lifetimes.deviceCode))),
        "interval": .number(String(Int(lifetimes.deviceInterval))),
      ], note: "device authorization begun")
  }
}

enum DeviceGrant {
  /// RFC 8628 §3.4.
  static let type = "urn:ietf:params:oauth:grant-type:device_code"

  /// The parameters of a request to keep: without client credentials and unknown parameters (§3.1). `scope` is the RFC's own. The others are those
  /// of an authorization request that also apply here: the tokens' resources (RFC 8707 §2), how the user must sign in, and the claims (OpenID
  /// Connect Core §3.1.2.1, §5.5).
  fileprivate static let parameters: Set = ["scope", "resource", "max_age", "acr_values", "claims", "ui_locales"]
}

struct DeviceRequest: Sendable {
  var client: Client
  var scope: [String]
  var resource: [String]
  var claims: ClaimsRequest
  var context: AuthenticationContext
  var maxAge: Int?
  var parameters: FormParameters

  var wholeScope: [String] { scope + claims.scopes.filter { !scope.contains($0) } }

  /// Whether a session with a login at that time (seconds since 1970) is not enough (OpenID Connect Core §3.1.2.1, RFC 9470).
  func wantsLogin(after authenticated: Int, now: Int) -> Bool {
    context == .freshLogin || maxAge.map { $0 == 0 || now - authenticated > $0 } ?? false
  }
}

extension AuthorizationChecks {
  /// Checks a device's request in this order (RFC 8628 §3.1). The client has been authenticated.
  func checkDevice(_ parameters: FormParameters, _ client: Client) throws(OAuthError) -> DeviceRequest {
    try client.checkDeviceGrant()
    guard parameters.encoded.utf8.count <= AuthorizationRequest.maximumBytes else {
      throw OAuthError(.invalidRequest, "the request is too large", status: 413)
    }
    let resource = try ProtectedResource.named(in: parameters, among: resources)
    let scope = try checkScope(parameters, client, givesCode: true)
    // Without a scope the page would have nothing to ask.
    guard !scope.isEmpty else {
      throw OAuthError(.invalidScope, "scope is required: without it nothing is left that this client may have")
    }
    try checkTarget(resource, scope)
    let claims = try checkClaims(parameters, scope, client)
    return DeviceRequest(
      client: client, scope: scope, resource: resource, claims: claims,
      context: try checkContext(parameters, claims, client), maxAge: try checkMaxAge(parameters, client),
      parameters: parameters)
  }
}

extension Client {
  func checkDeviceGrant() throws(OAuthError) {
    guard mayUse(DeviceGrant.type) else {
      throw OAuthError(.unauthorizedClient, "not registered for the device authorization grant")
    }
  }
}
