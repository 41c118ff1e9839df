import SharedValues

/// The client metadata that this app asks for (RFC 7591 §2, OpenID Connect Dynamic Client Registration §2).
struct RegistrationWishes {
  let metadata: AuthorizationServerMetadata
  /// What ID tokens may be signed with.
  let algorithms: [SigningAlgorithm]

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

  /// The seed's example asks for `authorization_code` alone and then refreshes; a strict server would refuse that.
  private var grantTypes: [String] {
    let wanted = ["authorization_code", "refresh_token"]
    guard let supported = metadata.document["grant_types_supported"]?.stringArray else { return wanted }
    return wanted.filter { $0 == "authorization_code" || supported.contains($0) }
  }

  private var authMethod: String {
    let known = ["client_secret_basic", "client_secret_post", "none"]
    guard let supported = metadata.document["token_endpoint_auth_methods_supported"]?.stringArray else {
      return known[0]
    }
    return known.first(where: supported.contains) ?? known[0]
  }

  /// Asked for only where the default, RS256, is not on offer or not wanted.
  private var algorithm: String? {
    guard let supported = metadata.document["id_token_signing_alg_values_supported"]?.stringArray,
      !algorithms.contains(.rs256) || !supported.contains(SigningAlgorithm.rs256.rawValue)
    else { return nil }
    return algorithms.first { supported.contains($0.rawValue) }?.rawValue
  }
}
