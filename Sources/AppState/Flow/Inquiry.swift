import OAuthClient
import SharedValues

/// Why a login reads the app's own registration (RFC 7592 §2.1) before it believes that the registration is intact.
enum Inquiry: Hashable, Sendable {
  /// The user agent came back without a redirect. Usually the user closed it; but for a client that was revoked or deleted, a server shows a page and
  /// does not redirect (RFC 6749 §4.1.2.1).
  case visit(UserAgentOutcome)
  /// The server refused something that this client's metadata allows: the metadata may have been changed there.
  case refusal(AppError)
}

extension AppState {
  /// Refusals that may mean that the server's client metadata has changed.
  private static let doubtfulCodes: Set<AppError.Code> = [
    .server(.unauthorizedClient), .server(.invalidScope), .server(.unsupportedResponseType),
  ]

  mutating func inquire(_ inquiry: Inquiry, _ id: FlowID) throws(AppError) -> Transition<Authenticating> {
    if case .refusal(let error) = inquiry, !AppState.doubtfulCodes.contains(error.code) { throw error }
    guard let (client, request) = registrationToLookUp else { return try conclude(inquiry) }
    return Transition(.inquiring(inquiry, client), .send(id, request, .registrationRead))
  }

  /// Ends the login as it would have ended without reading the registration.
  mutating func conclude(_ inquiry: Inquiry) throws(AppError) -> Transition<Authenticating> {
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

  /// - Returns: the effect that saves the registration, where the server now has a different one; `nil` where it is unchanged or
  ///   the server did not answer.
  /// - Throws: when this app cannot use the changed registration.
  mutating func lookedUp(
    _ client: ClientRegistration, _ result: Result<HTTPResponse, TransportFailure>, _ id: FlowID
  ) throws(AppError) -> Effect? {
    guard case .success(let response) = result else { return nil }
    let known = try judged(
      try RegistrationReading.judge(
        response, of: client, redirectURI: settings.redirectURI, isFAPI: refusesRS256, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback))
    guard known != registration else { return nil }
    keep(known)
    return .saveRegistration(id, known, registeredAt: registeredAt ?? now)
  }

  mutating func keep(_ known: ClientRegistration) {
    registration = known
    if unsavedRegistration != nil { unsavedRegistration = known }
  }
}
