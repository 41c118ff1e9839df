import OAuthClient
import SharedValues

/// The user agent came back without a redirect. Mostly the user closed it; but for a client that was revoked or deleted a
/// server shows a page and redirects nowhere (RFC 6749 §4.1.2.1). So the app reads its own registration (RFC 7592 §2.1)
/// before it believes that nothing is wrong.
extension AppState {
  mutating func visitedInVain(_ outcome: UserAgentOutcome) throws(AppError) -> [Effect] {
    guard flow?.kind == .authentication, let registration, let request = RegistrationReading.build(registration) else {
      return try conclude(outcome)
    }
    flow?.context.visit = outcome
    return send(request, .registrationRead)
  }

  mutating func registrationRead(_ result: Result<HTTPResponse, TransportFailure>) throws(AppError) -> [Effect] {
    guard let running = flow, let outcome = running.context.visit, let registration else { return [] }
    guard case .success(let response) = result else { return try conclude(outcome) }
    let known = try judged { () throws(ProtocolError) in try RegistrationReading.judge(response, of: registration) }
    guard known != registration else { return try conclude(outcome) }
    self.registration = known
    return [.saveRegistration(running.id, known, registeredAt: registeredAt ?? now)]
  }

  /// What the visit was without the look at the registration.
  mutating func conclude(_ outcome: UserAgentOutcome) throws(AppError) -> [Effect] {
    guard case .failed(let reason) = outcome else { return cancel() }
    throw AppError(.userAgentFailed, step: flow?.step, cause: .userAgent(reason))
  }
}
