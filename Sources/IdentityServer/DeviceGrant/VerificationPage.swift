import SharedValues

/// The page where a user enters a device's code (RFC 8628 §3.3), followed by the login and the question.
extension Provider {
  func addDeviceGrant(_ table: inout RoutingTable) {
    table.on(["POST"], Addresses.deviceAuthorizationPath, as: .deviceAuthorization, authorizeDevice)
    table.on(["GET"], Addresses.verificationPath, userCodePage)
    table.on(["POST"], Addresses.verificationPath, fromOwnPage(takeUserCode))
    table.on(["POST"], Addresses.verificationLoginPath, fromOwnPage(logInForDevice))
    table.on(["POST"], Addresses.verificationDecisionPath, fromOwnPage(decideDevice))
  }

  /// The page for the code. `user_code` of `verification_uri_complete` (§3.3.1) only fills in the field: the person sees the
  /// code again before they decide.
  @Sendable func userCodePage(_ request: ServerRequest) -> ServerResponse {
    let typed = request.queryParameters["user_code"]
    return userCodePage(request, code: typed.flatMap(UserCode.init)?.shown ?? "")
  }

  private func userCodePage(
    _ request: ServerRequest, code: String = "", message: String? = nil, status: Int = 200
  ) -> ServerResponse {
    page(.userCode, holding: "", request) { form in
      pages.userCode(action: Addresses.verificationPath, form: form, code: code, message: message, status: status)
    }
  }

  @Sendable func takeUserCode(_ request: ServerRequest) async throws -> ServerResponse {
    guard let (_, form) = sent(.userCode, request) else { return expiredForm() }
    switch try await find(form["user_code"] ?? "", request) {
    case .accepted(let device):
      return try await visit(device, request) { try await nextForDevice($0, device, hasJustLoggedIn: false, request) }
    case .refused(let refusal):
      return again(refusal, of: "user code", wrong: .userCodeWrong) { userCodePage(request, message: $0, status: $1) }
    }
  }

  /// Finds the device of a code. Guessing codes is slowed down like guessing passwords (RFC 8628 §5.1): by browser, and by account
  /// or, when nobody is signed in, by address. So a guesser does not lock out signed-in users at the same address.
  ///
  /// A correct code clears only the browser's failures: anyone can request a code, so it must not clear the others.
  private func find(_ text: String, _ request: ServerRequest) async throws -> LoginResult<Store.WaitingDevice> {
    let browser = LoginThrottle.Key.browser(request.cookie(Cookie.browser) ?? "")
    let user = try await currentSession(request)?.user.name
    let place: LoginThrottle.Key =
      if let user { .account(.user(user), from: request.address) } else { .address(request.address) }
    return try await throttled(codeQueue, codeThrottle, [browser, place], clearing: [browser]) { [store, now] in
      try UserCode(typed: text).flatMap { code in try store.waitingDevice(code, now: now) }
    }
  }

  /// Judges the device's request against the client as it is now, and continues in the request's language.
  func visit(
    _ device: Store.WaitingDevice, _ request: ServerRequest, _ body: (DeviceRequest) async throws -> ServerResponse
  ) async throws -> ServerResponse {
    RequestNotes.note(client: device.client.id)
    do {
      let asked = try checks.checkDevice(device.parameters, device.client)
      return try await Reader.$language.withValue(Reader.language(device.parameters, request)) { try await body(asked) }
    } catch let error as OAuthError {
      return errorPage(error)
    }
  }
}
