import SharedValues

/// Userinfo (OpenID Connect Core §5.3), for an access token with scope `openid`.
extension Provider {
  @Sendable func userInfo(_ request: ServerRequest) async throws -> ServerResponse {
    let presented = try presentedAccess(request, inForm: true)
    try presented.require("openid")
    let (record, client) = (presented.record, presented.client)
    let members = UserClaims.members(record.grant.user, scope: record.scope, and: record.grant.claims.userInfo)
    let subject = JSON.Member("sub", .string(subject(of: record.grant.user, for: client)))
    return .json(.object([subject] + members), note: "userinfo")
  }
}
