import OAuthClient
import SharedValues

/// The dcr token becomes this instance's own client (RFC 7591), and the client is saved.
extension AppState {
  mutating func register(with dcrToken: Secret) throws(AppError) -> [Effect] {
    guard let metadata else { return [] }
    go(to: .register)
    let request = try judged { () throws(ProtocolError) in
      try RegistrationRequest.build(
        metadata: metadata, initialAccessToken: dcrToken, redirectURI: settings.redirectURI,
        postLogoutRedirectURI: settings.postLogoutRedirectURI, scope: settings.scope, softwareID: nil)
    }
    return send(request, .registration)
  }

  mutating func registrationAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    let accepted = try judged { () throws(ProtocolError) in
      try RegistrationRequest.judge(
        response, redirectURI: settings.redirectURI, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
    }
    return save(accepted)
  }

  /// The old registration, if there is one, stays until the new one is on disk.
  mutating func save(_ accepted: ClientRegistration) -> [Effect] {
    go(to: .register)
    unsavedRegistration = accepted
    flow?.context.registration = accepted
    return [.saveRegistration(flow?.id ?? 0, accepted, registeredAt: accepted.issuedAt ?? now)]
  }

  mutating func registrationSaved(_ saved: ClientRegistration) {
    unsavedRegistration = nil
    registration = saved
    registeredAt = saved.issuedAt ?? now
    storedIDToken = nil
    keystore = .open
    expectsSSO = true
    auth = .idle
    end()
    notice = .registered
  }
}
