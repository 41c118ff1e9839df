import SharedValues

/// The API that this server protects with its own tokens, as a resource server would (RFC 6750, RFC 8707, RFC 9470, RFC 9728).
enum ProtectedResource {
  /// What an access token has to have for an endpoint (RFC 6749 §3.3).
  enum Scope: String, Sendable, CaseIterable {
    case accounts, payments
  }

  static let scopes = Scope.allCases.map(\.rawValue)
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
    table.on(["GET"], Addresses.resourceMetadataPath, as: .other, resourceMetadata)
    table.on(["GET"], Addresses.accountsPath, as: .other, protected(.accounts, accounts))
    table.on(["GET"], Addresses.paymentsPath, as: .other, protected(.payments, payments))
    table.on(["POST"], Addresses.paymentsPath, as: .other, protected(.payments, pay))
  }

  /// RFC 9728 §2.
  @Sendable func resourceMetadata(_ request: ServerRequest) -> ServerResponse {
    .publicJSON(
      [
        "resource": .string(addresses.api), "authorization_servers": .strings([addresses.issuer]),
        "scopes_supported": .strings(ProtectedResource.scopes), "bearer_methods_supported": ["header"],
      ], note: "resource metadata")
  }

  typealias APIHandler = @Sendable (Access, ServerRequest) async throws -> ServerResponse
}
