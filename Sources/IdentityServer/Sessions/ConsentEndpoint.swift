import SharedValues

/// The page that asks before a client gets something: for `prompt=consent`, for clients that require it, and for those that
/// cannot prove their identity or have no owner (RFC 8252 §8.6).
extension Provider {
  func consentPage(
    _ authorization: AuthorizationRequest, _ session: SSOSession, _ act: Act, _ request: ServerRequest
  ) -> ServerResponse {
    // The form remembers whether the login belonged to this request.
    let content = (act.hasJustLoggedIn ? "1:" : "0:") + authorization.parameters.encoded
    return page(.consent, holding: content, of: session, request) { form in
      pages.consent(
        action: Addresses.consentPath, form: form, userName: session.user.name,
        clientName: authorization.client.shownName ?? authorization.client.id,
        destination: pages.destination(of: authorization.redirectURI),
        scope: authorization.wholeScope)
    }
  }

  @Sendable func consent(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (content, form, session) = try await sentInSession(.consent, request) else { return expiredForm() }
    let parameters = try FormParameters(formEncoded: content.utf8.dropFirst(2))
    return try await authorizing(parameters, request) { authorization in
      guard form["decision"] == "allow" else {
        return refusal(OAuthError(.accessDenied, "the user refused"), ReturnAddress(authorization), request)
      }
      return try await proceed(
        authorization, session, Act(hasJustLoggedIn: content.utf8.first == UInt8(ascii: "1"), hasConsented: true),
        request)
    }
  }
}
