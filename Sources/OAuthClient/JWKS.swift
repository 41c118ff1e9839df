import SharedValues

/// Fetching the keys that a server signs with (RFC 7517 §5).
public enum JWKSRequest {
  /// `nil` when the metadata names no key set.
  public static func build(metadata: AuthorizationServerMetadata) -> HTTPRequest? {
    metadata.jwksURI.map {
      HTTPRequest("GET", $0, headers: [HTTPHeader("Accept", "application/json")], endpoint: .jwks)
    }
  }

  /// Accepts a key set as a document; which key fits is found when a token is judged. Keys of unknown kinds may be in it.
  /// - Throws: `jwks_missing_keys`, `response_…`, `http_…`.
  public static func judge(_ response: HTTPResponse) throws(ProtocolError) -> JSON {
    let source = "RFC 7517 §5"
    let object = try ResponseJudgement(response: response, source: source, errors: .section(source))
      .object(statuses: [200])
    guard let keys = object.json["keys"] else {
      throw ProtocolError(.jwksMissingKeys, field: "keys", expected: "an array of keys", source: source)
    }
    guard let list = keys.arrayValue, list.allSatisfy({ $0.objectValue != nil }) else {
      throw object.typeError("keys", expected: "an array of objects", keys)
    }
    return object.json
  }
}
