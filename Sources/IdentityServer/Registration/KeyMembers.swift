import SharedValues

/// The members of a registration that are about keys: those of `private_key_jwt` (RFC 7591 §2, OpenID Connect Dynamic
/// Registration §2), `dpop_bound_access_tokens` (RFC 9449 §5.2) and `require_pushed_authorization_requests` (RFC 9126 §6).
extension ClientMetadataJudge {
  /// Members that are parsed here and not stored as sent.
  static let keyMembers: Set = ["jwks", "token_endpoint_auth_signing_alg"]

  func judgeKeys(_ request: JSON, _ metadata: inout ClientMetadata) throws(OAuthError) {
    metadata.bindsAccessTokens = try flag(request, "dpop_bound_access_tokens")
    metadata.requiresPushedRequests = try flag(request, "require_pushed_authorization_requests")
    try judgeMethod(metadata)
    guard metadata.authMethod == .privateKey else { return }
    metadata.assertionAlgorithm = try choice(request, "token_endpoint_auth_signing_alg")
    guard isTemplate else { return try judgeKeySet(request, &metadata) }
    guard request["jwks"] == nil, request["jwks_uri"] == nil else {
      throw refused("jwks: each instance of a template registers keys of its own")
    }
    metadata.assertionAlgorithm = metadata.assertionAlgorithm ?? .es256
  }

  /// A new instance's metadata: the template's, with the keys from the request.
  func instance(of template: Client, _ request: JSON) throws(OAuthError) -> ClientMetadata {
    var metadata = template.metadata.asInstance(of: template.id)
    try judgeMethod(metadata)
    if metadata.authMethod == .privateKey { try judgeKeySet(request, &metadata) }
    return metadata
  }

  private func judgeMethod(_ metadata: ClientMetadata) throws(OAuthError) {
    guard !demands.privateKey || metadata.authMethod == .privateKey else {
      throw refused("token_endpoint_auth_method must be private_key_jwt")
    }
  }

  /// When the request names no algorithm, the server chooses one that fits all keys, and names it in its answer.
  private func judgeKeySet(_ request: JSON, _ metadata: inout ClientMetadata) throws(OAuthError) {
    guard request["jwks_uri"] ?? .null == .null else {
      throw refused("jwks_uri is not supported, because this server makes no outgoing requests: send jwks")
    }
    guard let json = request["jwks"], json != .null else { throw refused("jwks is required for private_key_jwt") }
    let keySet = try ClientKeySet(json)
    let candidates = metadata.assertionAlgorithm.map { [$0] } ?? demands.algorithms
    guard candidates.allSatisfy(demands.algorithms.contains) else {
      throw refused("token_endpoint_auth_signing_alg has a value that is not supported")
    }
    guard let algorithm = candidates.first(where: { algorithm in keySet.keys.allSatisfy { $0.fits(algorithm) } }) else {
      throw refused("jwks must hold keys that all fit token_endpoint_auth_signing_alg")
    }
    (metadata.keySet, metadata.assertionAlgorithm) = (keySet, algorithm)
  }
}
