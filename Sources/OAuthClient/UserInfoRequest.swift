import SharedValues

/// Asks for the claims of the signed-in user (OpenID Connect Core §5.3).
public enum UserInfoRequest {
  /// `nil` when the server has no userinfo endpoint.
  public static func build(metadata: AuthorizationServerMetadata, accessToken: AccessToken) -> HTTPRequest? {
    metadata.userinfoEndpoint.map { HTTPRequest.get($0, .userinfo).authorized(by: accessToken) }
  }

  /// Accepts claims about this subject. Without a subject to compare, `sub` must still be present.
  /// - Throws: `userinfo_…`, `response_…`, `http_…`, or the server's error.
  public static func judge(_ response: HTTPResponse, subject: String?) throws(ProtocolError) -> UserInfo {
    let source = "OpenID Connect Core §5.3.2"
    let judgement = ResponseJudgement(
      response: response, source: source, errors: .section("OpenID Connect Core §5.3.3"))
    try judgement.status([200])
    guard response.contentType != "application/jwt" else {
      throw ProtocolError(
        .userinfoSignedUnsupported, field: "Content-Type", expected: .value("application/json"),
        received: .value("application/jwt"), source: source)
    }
    let object = try judgement.object(statuses: [200], reading: .userinfo)
    guard let sub = try object.string("sub"), !sub.isEmpty else {
      throw ProtocolError(.userinfoMissingSub, field: "sub", expected: .check(.subject), source: source)
    }
    guard subject.map(sub.isExactly) ?? true else {
      throw ProtocolError(
        .userinfoSubMismatch, field: "sub", expected: .check(.subjectOfIDToken), received: .check(.differentValue),
        source: source)
    }
    return UserInfo(subject: sub, document: object.json)
  }
}
