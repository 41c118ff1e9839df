import SharedValues

/// Fetches the keys that a server signs with (RFC 7517 §5).
public enum JWKSRequest {
  /// `nil` when the metadata names no key set.
  public static func build(metadata: AuthorizationServerMetadata) -> HTTPRequest? {
    metadata.jwksURI.map { .get($0, .jwks) }
  }

  /// Accepts a key set as a document; the fitting key is chosen when a token is judged. Keys of unknown kinds are kept, and elements that
  /// are no keys are left out.
  /// - Throws: `jwks_missing_keys`, `response_…`, `http_…`.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) -> JSON {
    let source = "RFC 7517 §5"
    let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
      .object(statuses: [200], reading: .jwks)
    guard let keys = object.json["keys"], keys != .null else {
      throw ProtocolError(.jwksMissingKeys, field: "keys", expected: .check(.keys), source: source)
    }
    guard let list = keys.arrayValue else { throw object.typeError("keys", expected: .check(.objects), keys) }
    return object.json.setting("keys", .array(list.filter { $0.objectValue != nil }))
  }
}

extension ProtocolError {
  /// ID tokens are requested, but the metadata does not say where their signing keys are.
  public static let missingJWKSURI = ProtocolError(
    .metadataMissingJWKSURI, field: "jwks_uri", expected: .check(.urlOfKeys), source: "OpenID Connect Discovery 1.0 §3")
}
