import OAuthClient
import SharedValues

/// Why a login reads the app's own registration (RFC 7592 §2.1) before it believes that nothing is wrong with it.
enum Inquiry: Hashable, Sendable {
  /// The user agent came back without a redirect. Mostly the user closed it; but for a client that was revoked or deleted
  /// a server shows a page and redirects nowhere (RFC 6749 §4.1.2.1).
  case visit(UserAgentOutcome)
  /// The server refused what a client of these metadata may do: somebody may have changed them.
  case refusal(AppError)
}

extension AppState {
  /// Refusals that may mean that the server has changed the client.
  private static let doubtfulCodes: Set<AppError.Code> = [
    .server(.unauthorizedClient), .server(.invalidScope), .server(.unsupportedResponseType),
  ]

  mutating func inquire(_ inquiry: Inquiry, _ id: FlowID) throws(AppError) -> Turn<Authenticating> {
    if case .refusal(let error) = inquiry, !AppState.doubtfulCodes.contains(error.code) { throw error }
    guard let (client, request) = registrationToLookUp else { return try conclude(inquiry) }
    return Turn(.inquiring(inquiry, client), .send(id, request, .registrationRead))
  }

  /// What it was without the look at the registration.
  mutating func conclude(_ inquiry: Inquiry) throws(AppError) -> Turn<Authenticating> {
    switch inquiry {
    case .visit(.failed(let failure)): throw userAgentFailure(failure)
    case .visit(.closed), .visit(.redirect): return .over(cancel())
    case .refusal(let error): throw error
    }
  }

  /// The app's own registration, where the server lets it be read.
  var registrationToLookUp: (client: ClientRegistration, request: HTTPRequest)? {
    guard registers, let client = currentRegistration, let request = RegistrationReading.build(client) else {
      return nil
    }
    return (client, request)
  }

  /// - Returns: what saves the registration, where the server has another one by now; `nil` where it is as good as ever, or
  ///   nobody answered.
  /// - Throws: when this app cannot use what the server has made of it.
  mutating func lookedUp(
    _ client: ClientRegistration, _ result: Result<HTTPResponse, TransportFailure>, _ id: FlowID
  ) throws(AppError) -> Effect? {
    guard case .success(let response) = result else { return nil }
    let known = try judged { () throws(ProtocolError) in
      try RegistrationReading.judge(
        response, of: client, redirectURI: settings.redirectURI, isFAPI: refusesRS256, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
    }
    guard known != registration else { return nil }
    keep(known)
    return .saveRegistration(id, known, registeredAt: registeredAt ?? now)
  }

  mutating func keep(_ known: ClientRegistration) {
    registration = known
    if unsavedRegistration != nil { unsavedRegistration = known }
  }
}
