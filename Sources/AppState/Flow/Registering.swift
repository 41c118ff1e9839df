import Foundation
import OAuthClient
import SharedValues

/// The dcr token, if one is needed, becomes this instance's own client (RFC 7591), and the client is saved.
extension AppState {
  /// The first step after discovery: where the token comes from is the mode's business.
  mutating func beginRegistration() throws(AppError) -> [Effect] {
    guard let running = flow else { return [] }
    switch settings.registration {
    case .user:
      go(to: .registrationLogin)
      return [.prepareAuthorization(running.id, redirectURI: settings.redirectURI)]
    case .initialAccessToken:
      go(to: .registrationToken)
      return [.readInitialAccessToken(running.id)]
    case .open: return try register(with: nil)
    case .device: return try askForDeviceToken()
    case .push: return try awaitPush()
    // Nothing begins it: there is nothing to register.
    case .staticClient: return cancel()
    }
  }

  mutating func initialAccessTokenRead(_ result: Result<Secret, AppError>) throws(AppError) -> [Effect] {
    try register(with: result.get())
  }

  mutating func register(with secret: Secret?) throws(AppError) -> [Effect] {
    guard let metadata else { return [] }
    go(to: .register)
    let token = try judged { () throws(ProtocolError) in try secret.map(InitialAccessToken.init) }
    flow?.context.initialAccessToken = token
    let request = try judged { () throws(ProtocolError) in
      try RegistrationRequest.build(
        metadata: metadata, initialAccessToken: token, redirectURI: settings.redirectURI,
        postLogoutRedirectURI: settings.postLogoutRedirectURI, scope: settings.scope, softwareID: settings.softwareID)
    }
    return send(request, .registration)
  }

  mutating func registrationAnswered(
    _ result: Result<HTTPResponse, TransportFailure>
  ) throws(AppError) -> [Effect] {
    let response = try certainAnswer(result, url: metadata?.registrationEndpoint, otherwise: .registrationAnswerLost)
    let accepted = try judged { () throws(ProtocolError) in
      try RegistrationRequest.judge(
        response, redirectURI: settings.redirectURI, scope: settings.softwareID == nil ? nil : settings.scope, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback, hasToken: flow?.context.initialAccessToken != nil,
        endpoint: metadata?.registrationEndpoint)
    }
    return save(accepted)
  }

  /// When a request that changes something was sent and no answer came, nobody knows whether it was done. That deserves
  /// words of its own: the failure of the connection is only half of the story.
  func certainAnswer(
    _ result: Result<HTTPResponse, TransportFailure>, url: String?, otherwise lost: AppError.OwnCode
  ) throws(AppError) -> HTTPResponse {
    if case .failure(let failure) = result, failure.mayHaveArrived {
      throw AppError(lost, step: flow?.step, cause: .transport(failure, url: url ?? ""))
    }
    return try answer(result, url: url)
  }

  /// The old registration, if there is one, stays until the new one is on disk.
  mutating func save(_ accepted: ClientRegistration) -> [Effect] {
    var accepted = accepted
    accepted.asked = settings.wishes
    go(to: flow?.kind == .updateRegistration ? .update : .register)
    unsavedRegistration = accepted
    flow?.context.registration = accepted
    let isUpdate = flow?.kind == .updateRegistration
    let since = isUpdate ? registeredAt ?? now : accepted.issuedAt ?? now
    return [.saveRegistration(flow?.id ?? 0, accepted, registeredAt: since)]
  }

  mutating func registrationSaved(_ saved: ClientRegistration) {
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    registration = saved
    registeredAt = saved.issuedAt ?? now
    storedIDToken = nil
    keystore = .open
    // Only a login leaves a session in the browser; without one the next login cannot be silent.
    expectsSSO = settings.registration.logsIn
    isNewlyRegistered = true
    auth = .idle
    end()
    notice = .registered
  }
}

extension TransportFailure {
  /// Whether the server may have acted on the request: the connection stood when it failed.
  var mayHaveArrived: Bool {
    switch code {
    case .timeout, .connectionLost, .bodyTooLarge, .malformedResponse: true
    case .connectionRefused, .hostNotFound, .connectTimeout, .certificateUntrusted, .certificateExpired,
      .certificateWrongHost, .deviceCertificateMissing, .deviceCertificateUnusable, .deviceCertificateExpired,
      .tlsFailure, .invalidURL, .hostNotAllowed, .cancelled:
      false
    }
  }
}
