extension IdentityServerConfiguration {
  /// A resource elsewhere, such as an API or an MCP server, for which this server gives access tokens (RFC 8707).
  public struct Resource: Hashable, Sendable {
    /// What clients name as `resource`, compared to the letter: an absolute URI without fragment.
    public var identifier: String
    /// The scopes that it knows. Clients may register them and ask for them; `dcr` is never among them.
    public var scopes: [String]

    public init(identifier: String, scopes: [String] = []) { (self.identifier, self.scopes) = (identifier, scopes) }
  }

  /// The scopes of ``resources`` that the server does not offer anyway, each once.
  var resourceScopes: [String] {
    var seen = Set(ClientMetadataJudge.scopes + [ConfiguredClients.registrationScope])
    return resources.flatMap(\.scopes).filter { seen.insert($0).inserted }
  }
}
