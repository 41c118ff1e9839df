import SharedValues

/// The API that this server protects with its own tokens, as a resource server would (RFC 6750, RFC 8707, RFC 9470, RFC 9728).
enum ProtectedResource {
  /// What an access token has to have for an endpoint (RFC 6749 §3.3).
  enum Scope: String, Sendable, CaseIterable {
    case accounts, payments
  }

  static let scopes = Scope.allCases.map(\.rawValue)

  /// The resources that a request names (RFC 8707 §2), each once.
  ///
  /// - Throws: `invalid_target` for any other than those that may be named.
  static func named(in parameters: FormParameters, among known: [String]) throws(OAuthError) -> [String] {
    let asked = parameters.values("resource")
    guard asked.allSatisfy({ RedirectURIRules.isAmong(known, $0) }) else {
      throw OAuthError(.invalidTarget, "resource is none that a token of this grant may be for")
    }
    return known.filter { RedirectURIRules.isAmong(asked, $0) }
  }

  /// The resources that an access token will be for: those that the token request names, or else all that were granted (§2.2).
  static func target(of form: FormParameters, granted: [String]) throws(OAuthError) -> [String] {
    let named = try named(in: form, among: granted)
    return named.isEmpty ? granted : named
  }
}

extension Addresses {
  static let apiPath = "/api"
  static let accountsPath = apiPath + "/accounts"
  static let paymentsPath = apiPath + "/payments"
  /// RFC 9728 §3.1 inserts before the path of the resource.
  static let resourceMetadataPath = "/.well-known/oauth-protected-resource" + apiPath

  /// The API as `resource` (RFC 8707 §2) and as audience of a token.
  var api: String { url(Addresses.apiPath) }
}

extension Provider {
  func addAPI(_ table: inout RoutingTable) {
    table.on(["GET"], Addresses.resourceMetadataPath, as: .metadata, resourceMetadata)
    table.on(["GET"], Addresses.accountsPath, as: .api, protected(.accounts, accounts))
    table.on(["GET"], Addresses.paymentsPath, as: .api, protected(.payments, payments))
    table.on(["POST"], Addresses.paymentsPath, as: .api, protected(.payments, pay))
  }

  /// RFC 9728 §2.
  @Sendable func resourceMetadata(_ request: ServerRequest) -> ServerResponse {
    .publicJSON(
      [
        "resource": .string(addresses.api), "authorization_servers": .strings([addresses.issuer]),
        "scopes_supported": .strings(ProtectedResource.scopes), "bearer_methods_supported": ["header"],
        "dpop_signing_alg_values_supported": .strings(algorithmNames),
        "dpop_bound_access_tokens_required": .bool(configuration.demands.dpop),
      ], note: "resource metadata")
  }

  /// An endpoint of the API: a token for this audience with that scope, and every challenge with the address of the metadata
  /// (RFC 9728 §5.1).
  private func protected(
    _ scope: ProtectedResource.Scope,
    _ handler: @escaping @Sendable (PresentedAccess, ServerRequest) async throws -> ServerResponse
  ) -> RoutingTable.Handler {
    { request in
      let presented = try presentedAccess(
        request, resourceMetadata: addresses.url(Addresses.resourceMetadataPath))
      guard presented.record.resource.contains(addresses.api) else {
        // RFC 9068 §4.
        throw presented.challenge.refusal(
          .invalidToken, "the token is for another audience: ask for it with resource")
      }
      try presented.require(scope.rawValue)
      return try await handler(presented, request)
    }
  }
}
