import SharedValues

/// The client metadata that this app asks for (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2).
struct RequestedMetadata {
  let metadata: AuthorizationServerMetadata
  /// The accepted algorithms of ID tokens.
  let algorithms: [SigningAlgorithm]
  /// How the secret may be sent, best first.
  let secretMethods: [SecretMethod]
  let grantTypes: [String]

  func document(
    redirectURI: RedirectURI, postLogoutRedirectURI: RedirectURI, scope: String, clientName: String?
  ) -> JSON {
    var document: JSON = [
      "redirect_uris": [.string(redirectURI.text)],
      "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
      "application_type": "native",
      "grant_types": .strings(grantTypes),
      "response_types": ["code"],
      "token_endpoint_auth_method": .string(authMethod),
      "scope": .string(scope),
    ]
    if let clientName { document = document.setting("client_name", .string(clientName)) }
    if let algorithm { document = document.setting("id_token_signed_response_alg", .string(algorithm)) }
    return document
  }

  /// The best method that the server names. Without a list the server supports Basic (RFC 8414 §2), unless one method is wanted by name.
  private var authMethod: String {
    if let method = secretMethods.first(where: metadata.names) { return method.rawValue }
    if metadata.clientAuthenticationMethods?.contains("none") == true { return "none" }
    return (secretMethods.count == 1 ? secretMethods[0] : .basic).rawValue
  }

  /// Requested only if the server does not offer the default, RS256, or the app does not accept it.
  private var algorithm: String? {
    guard let supported = metadata.document["id_token_signing_alg_values_supported"]?.stringArray,
      !algorithms.contains(.rs256) || !supported.contains(SigningAlgorithm.rs256.rawValue)
    else { return nil }
    return algorithms.first { supported.contains($0.rawValue) }?.rawValue
  }
}
