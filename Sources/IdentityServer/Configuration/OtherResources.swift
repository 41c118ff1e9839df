extension IdentityServerConfiguration {
  /// The scopes of ``resources``, without duplicates and without those that the server offers anyway.
  var resourceScopes: [String] {
    var seen = Set(ClientMetadataJudge.scopes + [ConfiguredClients.registrationScope])
    return resources.flatMap(\.scopes).filter { seen.insert($0).inserted }
  }
}
