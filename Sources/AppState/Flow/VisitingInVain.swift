import OAuthClient
import SharedValues

/// Why the app reads its own registration (RFC 7592 §2.1) before it believes that nothing is wrong with it.
enum Inquiry: Hashable, Sendable {
  /// The user agent came back without a redirect. Mostly the user closed it; but for a client that was revoked or deleted
  /// a server shows a page and redirects nowhere (RFC 6749 §4.1.2.1).
  case visit(UserAgentOutcome)
  /// The server refused what a client of these metadata may do: somebody may have changed them.
  case refusal(AppError)
  /// The server does not take the access token that it has just given.
  case userinfo(AppError)
}

extension AppState {
  /// Refusals that may mean that the server has changed the client.
  private static let doubtfulCodes: Set<AppError.Code> = [
    .server(.unauthorizedClient), .server(.invalidScope), .server(.unsupportedResponseType),
  ]

  mutating func inquire(_ inquiry: Inquiry) throws(AppError) -> [Effect] {
    if case .refusal(let error) = inquiry, !AppState.doubtfulCodes.contains(error.code) { throw error }
    guard [.authentication, .silentStart, .refresh].contains(flow?.kind), registers, let client = currentRegistration,
      let request = RegistrationReading.build(client)
    else { return try conclude(inquiry) }
    flow?.context.inquiry = inquiry
    return send(request, .registrationRead)
  }

  mutating func registrationRead(_ result: Result<HTTPResponse, TransportFailure>) throws(AppError) -> [Effect] {
    if flow?.kind == .checkRegistration { return try checkAnswered(result) }
    guard let running = flow, let inquiry = running.context.inquiry, let client = currentRegistration else { return [] }
    guard case .success(let response) = result else { return try conclude(inquiry) }
    let known = try judged { () throws(ProtocolError) in
      try RegistrationReading.judge(
        response, of: client, redirectURI: settings.redirectURI, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
    }
    guard known != registration else { return try conclude(inquiry) }
    registration = known
    if unsavedRegistration != nil { unsavedRegistration = known }
    return [.saveRegistration(running.id, known, registeredAt: registeredAt ?? now)]
  }

  /// What it was without the look at the registration.
  mutating func conclude(_ inquiry: Inquiry) throws(AppError) -> [Effect] {
    flow?.context.inquiry = nil
    switch inquiry {
    case .visit(.failed(let failure)): throw userAgentFailure(failure)
    case .visit: return cancel()
    case .refusal(let error): throw error
    case .userinfo(let error):
      banner = Banner(error: error, retry: nil)
      return keepTokens()
    }
  }
}
