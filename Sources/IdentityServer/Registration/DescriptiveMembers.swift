/// Members that the server stores and returns without acting on them; and known members that it cannot support, which it
/// refuses so that no client relies on them (RFC 7591 §2, §3.2.1).
enum DescriptiveMembers {
  enum Kind: Sendable {
    /// Shown to people before they decide.
    case name
    case text
    /// A URL with one of these schemes.
    case link([String])
    case texts, secureLinks
    /// RFC 7517 §5, public keys only.
    case keySet

    var isList: Bool {
      switch self {
      case .texts, .secureLinks: true
      case .name, .text, .link, .keySet: false
      }
    }
  }

  private static let anyLink = Kind.link(["https", "http"])
  static let kinds: [String: Kind] = [
    "client_name": .name, "software_version": .text, "software_id": .text, "token_endpoint_auth_signing_alg": .text,
    "client_uri": anyLink, "logo_uri": anyLink, "tos_uri": anyLink, "policy_uri": anyLink,
    "jwks_uri": .link(["https"]), "initiate_login_uri": .link(["https"]), "contacts": .texts,
    "request_uris": .secureLinks, "jwks": .keySet,
  ]
  /// Members that may come in several languages, as `client_name#de` (RFC 7591 §2.2).
  static let translatable: Set = [
    "client_name", "client_uri", "logo_uri", "tos_uri", "policy_uri", "contacts", "software_version",
  ]
  /// Members for features that this server lacks: signed or encrypted answers, request objects, fetched sectors.
  static let impossible: Set = [
    "userinfo_signed_response_alg", "userinfo_encrypted_response_alg", "userinfo_encrypted_response_enc",
    "id_token_encrypted_response_alg", "id_token_encrypted_response_enc", "request_object_signing_alg",
    "request_object_encryption_alg", "request_object_encryption_enc", "authorization_signed_response_alg",
    "authorization_encrypted_response_alg", "authorization_encrypted_response_enc",
    "introspection_signed_response_alg", "introspection_encrypted_response_alg",
    "introspection_encrypted_response_enc", "sector_identifier_uri",
  ]
  /// Unsupported protections that a client relies on when it sets them.
  static let impossibleWhenTrue: Set = ["require_signed_request_object", "tls_client_certificate_bound_access_tokens"]

  static let maximumCount = 60

  /// - Returns: the members to keep. Under the lenient policy one text is a list of one, and `"true"` is true, as in
  ///   ``ClientMetadataJudge``.
  static func judge(
    _ request: JSON, _ policy: ServerPolicies.Clients
  ) throws(OAuthError) -> [JSON.Member] {
    var kept: [JSON.Member] = []
    for var member in request.objectValue ?? [] where member.value != .null {
      let name = String(member.name.prefix(whileScalar: { $0 != "#" }))
      let isTrue = member.value == true || policy == .lenient && member.value == "true"
      guard !impossible.contains(name), !(impossibleWhenTrue.contains(name) && isTrue) else {
        throw refused(member, "is not supported")
      }
      guard let kind = kinds[name], name == member.name || translatable.contains(name) else { continue }
      if policy == .lenient, kind.isList, member.value.stringValue != nil { member.value = [member.value] }
      try check(member, kind)
      kept.append(member)
    }
    guard kept.filter({ ["jwks", "jwks_uri"].contains($0.name) }).count < 2 else {
      throw OAuthError(.invalidClientMetadata, "jwks and jwks_uri must not be used together")
    }
    guard kept.count <= maximumCount else { throw OAuthError(.invalidClientMetadata, "too many members") }
    return kept
  }

  private static func check(_ member: JSON.Member, _ kind: Kind) throws(OAuthError) {
    switch kind {
    case .name:
      guard PlainText.isName(try text(member, member.value)) else {
        throw refused(member, "must have at most \(PlainText.longestName.characters) characters")
      }
    case .text: _ = try text(member, member.value)
    case .link(let schemes): try link(member, member.value, schemes)
    case .texts: for value in try list(member) { _ = try text(member, value) }
    case .secureLinks: for value in try list(member) { try link(member, value, ["https"]) }
    case .keySet: try keySet(member)
    }
  }

  private static func text(_ member: JSON.Member, _ value: JSON) throws(OAuthError) -> String {
    guard let text = value.stringValue, text.utf8.count <= ClientMetadataJudge.maximumText,
      PlainText.isPlain(text)
    else { throw refused(member, "must be a short string without control and formatting characters") }
    return text
  }

  private static func link(_ member: JSON.Member, _ value: JSON, _ schemes: [String]) throws(OAuthError) {
    // OpenID Connect Core §6.2 lets a `request_uri` end in a fragment with its hash.
    let text = try text(member, value).prefix(whileScalar: { $0 != "#" })
    guard let uri = RedirectURI(String(text)), schemes.contains(uri.scheme), uri.host?.isEmpty == false else {
      throw refused(member, "must be an \(schemes.joined(separator: " or ")) URL")
    }
  }

  private static func list(_ member: JSON.Member) throws(OAuthError) -> [JSON] {
    guard let values = member.value.arrayValue, values.count <= ClientMetadataJudge.maximumURIs else {
      throw refused(member, "must be an array of at most \(ClientMetadataJudge.maximumURIs) strings")
    }
    return values
  }

  private static func keySet(_ member: JSON.Member) throws(OAuthError) {
    guard let keys = member.value["keys"]?.arrayValue, keys.allSatisfy({ $0["kty"]?.stringValue != nil }) else {
      throw refused(member, "must be a JSON Web Key Set")
    }
    guard !keys.contains(where: { key in JSONWebKey.secretMembers.contains { key[$0] != nil } }) else {
      throw refused(member, "must hold public keys alone")
    }
  }

  private static func refused(_ member: JSON.Member, _ reason: String) -> OAuthError {
    OAuthError(.invalidClientMetadata, "\(printable(member.name)) \(reason)")
  }
}

/// The members of a registration that are about keys: those of `private_key_jwt` (RFC 7591 §2, OpenID Connect Dynamic
/// Registration §2), `dpop_bound_access_tokens` (RFC 9449 §5.2) and `require_pushed_authorization_requests` (RFC 9126 §6).
extension ClientMetadataJudge {
  static let keyMembers: Set = ["jwks", "token_endpoint_auth_signing_alg"]

  func judgeKeys(_ request: JSON, _ metadata: inout ClientMetadata) throws(OAuthError) {
    metadata.bindsAccessTokens = try flag(request, "dpop_bound_access_tokens")
    metadata.requiresPushedRequests = try flag(request, "require_pushed_authorization_requests")
    if metadata.authMethod == .privateKey {
      metadata.assertionAlgorithm = try choice(request, "token_endpoint_auth_signing_alg")
    }
    try judgeMethod(metadata)
    guard metadata.authMethod == .privateKey else { return }
    guard isTemplate else { return try judgeKeySet(request, &metadata) }
    guard request["jwks"] ?? .null == .null, request["jwks_uri"] ?? .null == .null else {
      throw refused("jwks: each instance of a template registers keys of its own")
    }
    metadata.assertionAlgorithm = metadata.assertionAlgorithm ?? .es256
  }

  /// A new instance's metadata: the template's, with the keys from the request.
  func instance(of template: Client, _ request: JSON) throws(OAuthError) -> ClientMetadata {
    var metadata = template.metadata.asInstance(of: template.id)
    try judgeMethod(metadata)
    // The profile may have been chosen after the template was added.
    if demands.fapi { try judgeRedirects(metadata.redirectURIs, "redirect_uris", metadata.applicationType) }
    if metadata.authMethod == .privateKey { try judgeKeySet(request, &metadata) }
    return metadata
  }

  private func judgeMethod(_ metadata: ClientMetadata) throws(OAuthError) {
    guard !demands.privateKey || metadata.authMethod == .privateKey else {
      throw refused("token_endpoint_auth_method must be private_key_jwt")
    }
    guard metadata.assertionAlgorithm.map(demands.algorithms.contains) ?? true else {
      throw unsupported("token_endpoint_auth_signing_alg")
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
    guard let algorithm = candidates.first(where: { algorithm in keySet.keys.allSatisfy { $0.fits(algorithm) } }) else {
      throw refused("jwks must hold keys that all fit token_endpoint_auth_signing_alg")
    }
    (metadata.keySet, metadata.assertionAlgorithm) = (keySet, algorithm)
  }
}
