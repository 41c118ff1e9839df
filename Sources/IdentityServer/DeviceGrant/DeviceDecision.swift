extension Provider {
  /// Shows the next page for the device's request: a login when no user or another user is signed in, or when the login is not
  /// fresh enough; then always the question. A device is never allowed without asking: its code proves nothing, because
  /// anyone can send a code to anyone (RFC 8628 §5.4).
  func nextForDevice(
    _ asked: DeviceRequest, _ device: Store.WaitingDevice, hasJustLoggedIn: Bool, _ request: ServerRequest
  ) async throws -> ServerResponse {
    guard let session = try await currentSession(request), asked.client.isFor(session.user.name),
      hasJustLoggedIn || !asked.wantsLogin(after: session.authenticated, now: seconds(now))
    else { return deviceLoginPage(asked, device, request) }
    return decisionPage(asked, device, session, request)
  }

  private func deviceLoginPage(
    _ asked: DeviceRequest, _ device: Store.WaitingDevice, _ request: ServerRequest, message: String? = nil,
    userName: String = "", status: Int = 200
  ) -> ServerResponse {
    page(.deviceLogin, holding: device.code.letters, request) { form in
      pages.login(
        action: Addresses.verificationLoginPath, form: form, userName: userName,
        lead: pages.say(.deviceLoginLead, ["client": asked.client.shownName ?? asked.client.id]), message: message,
        status: status)
    }
  }

  @Sendable func logInForDevice(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (code, form) = sent(.deviceLogin, request) else { return expiredForm() }
    guard let device = try waiting(code) else { return goneDevice() }
    return try await visit(device, request) { asked in try await signIn(asked, device, form, request) }
  }

  private func signIn(
    _ asked: DeviceRequest, _ device: Store.WaitingDevice, _ form: FormParameters, _ request: ServerRequest
  ) async throws -> ServerResponse {
    let name = form["username"] ?? ""
    let (account, result) = try await logIn(name, Secret(form["password"] ?? ""), request)
    switch result {
    case .refused(let refusal):
      return again(refusal, of: "login") {
        deviceLoginPage(asked, device, request, message: $0, userName: name, status: $1)
      }
    case .accepted(let user) where !asked.client.isFor(user.name):
      var response = deviceLoginPage(asked, device, request, message: pages.say(.deviceOfAnother), userName: name)
      response.note = "another user's device"
      return response
    case .accepted(let user):
      let (session, cookie) = try await startSession(of: user, request)
      var response = decisionPage(asked, device, session, request)
      response.set(cookie)
      response.set(knownBrowsers.cookie(after: request.cookie(Cookie.known), of: account))
      return response
    }
  }

  /// The question, with the code again: the person compares it with the device's screen (RFC 8628 §3.3.1).
  private func decisionPage(
    _ asked: DeviceRequest, _ device: Store.WaitingDevice, _ session: SSOSession, _ request: ServerRequest
  ) -> ServerResponse {
    page(.deviceDecision, holding: device.code.letters, of: session, request) { form in
      pages.deviceDecision(
        action: Addresses.verificationDecisionPath, form: form, userName: session.user.name,
        clientName: asked.client.shownName ?? asked.client.id, code: device.code.shown, scope: asked.wholeScope)
    }
  }

  @Sendable func decideDevice(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (code, form, session) = try await sentInSession(.deviceDecision, request) else { return expiredForm() }
    guard let device = try waiting(code) else { return goneDevice() }
    guard form["decision"] == "allow" else {
      guard try await store.denyDevice(device.code, now: now) else { return goneDevice() }
      return pages.message(.deviceDeniedTitle, pages.say(.deviceDeniedText), note: "device refused")
    }
    return try await visit(device, request) { asked in
      // The client's owner may have changed since the page was shown.
      guard asked.client.isFor(session.user.name) else { return deviceLoginPage(asked, device, request) }
      let client = asked.client
      let approval = GrantBinding(
        clientID: client.id, userName: session.user.name, sessionHash: session.hash, scope: asked.scope,
        leftOutScope: LeftOutScope.names(in: asked.parameters, granted: asked.scope),
        authenticated: session.authenticated, claims: asked.claims.stored, resource: asked.resource,
        context: asked.context)
      guard try await store.allowDevice(device.code, approval, now: now) else { return goneDevice() }
      if client.remembersApprovals {
        try await store.remember(asked.wholeScope, of: session.user.name, for: client.id, wasAsked: true, now: now)
      }
      return pages.message(.deviceAllowedTitle, pages.say(.deviceAllowedText), note: "device allowed")
    }
  }

  private func waiting(_ code: String) throws -> Store.WaitingDevice? {
    try UserCode(typed: code).flatMap { code in try store.waitingDevice(code, now: now) }
  }

  private func goneDevice() -> ServerResponse {
    pages.message(.deviceGoneTitle, pages.say(.deviceGoneText), status: 400, note: "device code gone")
  }
}
