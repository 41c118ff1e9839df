/// RP-initiated logout (OpenID Connect RP-Initiated Logout 1.0 §2 and §3).
extension Provider {
  @Sendable func endSession(_ request: ServerRequest) async throws -> ServerResponse {
    let parameters: FormParameters
    do { parameters = try request.parameters() } catch { return errorPage(error) }
    return try await orErrorPage(parameters, request) {
      let logout = try await checkLogout(parameters)
      let session = try await currentSession(request)
      if let session, !namesUser(logout, of: session) { return logoutPage(logout, request) }
      return try await endSession(logout, session, request)
    }
  }

  /// Whether the request has a hint of this server about the signed-in user, so that it comes from the person's own app.
  /// Any other could be a link on any page: the person is asked first.
  private func namesUser(_ logout: Logout, of session: SSOSession) -> Bool {
    guard let hint = logout.hint, let client = logout.client else { return false }
    return subject(of: session.user, for: client) == hint.sub
  }

  @Sendable func confirmedEndSession(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (content, _) = sent(.endSession, request) else { return expiredForm() }
    let parameters = try FormParameters(formEncoded: content.utf8)
    return try await orErrorPage(parameters, request) {
      try await endSession(try await checkLogout(parameters), try await currentSession(request), request)
    }
  }

  private struct Logout {
    var client: Client?
    var hint: IDTokenHint?
    var returnTo: ReturnAddress?
    var parameters: FormParameters
  }

  private func checkLogout(_ parameters: FormParameters) async throws -> Logout {
    RequestNotes.note(visit: parameters)
    if let name = parameters.repeated { throw OAuthError(.invalidRequest, "\(printable(name)) is repeated") }
    var hint: IDTokenHint?
    if let token = parameters["id_token_hint"] { hint = try await self.hint(token) }
    if let hint, let id = parameters["client_id"], id != hint.aud {
      throw OAuthError(.invalidRequest, "client_id is not the one of id_token_hint")
    }
    var client: Client?
    if let id = hint?.aud ?? parameters["client_id"] { client = try store.client(id) }
    if let client { RequestNotes.note(client: client.id) }
    var returnTo: ReturnAddress?
    // The person whose client was deleted can still sign out, but nobody knows any more where the client wanted them to go.
    if let uri = parameters["post_logout_redirect_uri"], client != nil || hint == nil {
      // A user can sign out even from a revoked client: the hint shows that it was a client of this server.
      guard let client, client.isLive || hint != nil,
        RedirectURIRules.matchesPostLogout(uri, client.metadata)
      else { throw OAuthError(.invalidRequest, "post_logout_redirect_uri is not registered for this client") }
      returnTo = ReturnAddress(redirectURI: uri, state: parameters["state"])
    }
    return Logout(client: client, hint: hint, returnTo: returnTo, parameters: parameters)
  }

  private func endSession(_ logout: Logout, _ session: SSOSession?, _ request: ServerRequest) async throws
    -> ServerResponse
  {
    if let session { try await store.endSession(session.hash, revokingGrantsOf: logout.client?.id) }
    let note = session == nil ? "no SSO session" : "SSO session ended"
    var response: ServerResponse
    if let address = logout.returnTo {
      // RP-Initiated Logout §3: only `state` is returned.
      response = sendBack(to: address.url([], issuer: nil), request, note: note)
    } else {
      response = pages.message(.signedOutTitle, pages.say(.signedOutText), note: note)
    }
    if request.cookie(Cookie.session) != nil { response.set(Cookie(name: Cookie.session, value: "", maximumAge: 0)) }
    return response
  }

  private func logoutPage(_ logout: Logout, _ request: ServerRequest) -> ServerResponse {
    page(.endSession, holding: logout.parameters.encoded, request) { form in
      pages.confirmLogout(action: Addresses.endSessionConfirmationPath, form: form)
    }
  }
}
