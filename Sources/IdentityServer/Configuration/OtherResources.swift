extension IdentityServerConfiguration {
  /// An external resource, such as an API or an MCP server, for which this server issues access tokens (RFC 8707).
  public struct Resource: Hashable, Sendable {
    /// The `resource` value that clients send, compared byte for byte: an absolute URI without fragment.
    public var identifier: String
    /// The resource's scopes, which clients may register and request; never contains `dcr`.
    public var scopes: [String]

    public init(identifier: String, scopes: [String] = []) { (self.identifier, self.scopes) = (identifier, scopes) }
  }

  /// The scopes of ``resources``, without duplicates and without those that the server offers anyway.
  var resourceScopes: [String] {
    var seen = Set(ClientMetadataJudge.scopes + [ConfiguredClients.registrationScope])
    return resources.flatMap(\.scopes).filter { seen.insert($0).inserted }
  }
}
