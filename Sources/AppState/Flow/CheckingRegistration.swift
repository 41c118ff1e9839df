import OAuthClient
import SharedValues

/// Check Registration (RFC 7592 §2.1): what became of an update whose answer was not awaited or got lost.
///
/// It uses the token that this app has. A server that refuses it has done the update and issued a new token in the lost answer: then the registration
/// is out of reach, and only Register Again is left. A client with a key keeps working: the old key counts until a new one is confirmed.
enum CheckingRegistration: FlowStages {
  case waitingForServer(ClientRegistration, HTTPRequest)
  case reading(ClientRegistration)
  case saving(ClientRegistration)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    switch (self, answer) {
    case (.waitingForServer(let client, let request), .serverReady):
      app.go(to: .check)
      return Transition(.reading(client), .send(id, request, .registrationRead))

    case (.reading(let client), .response(.registrationRead, let result)):
      let response = try app.answer(result, url: client.registrationClientURI)
      if client.usesKey, app.isRegistrationInDoubt, response.status == 401 {
        return CheckingRegistration.save(client.unmanaged, id, &app)
      }
      let known = try app.judged(try app.read(response, of: client, mustAnswer: true))
      guard known != app.registration else {
        app.checked(known)
        return .over()
      }
      return CheckingRegistration.save(known, id, &app)

    case (.saving(let known), .saved):
      app.logSaved()
      app.checked(known)
      return .over(app.retireOtherKeys())
    case (.saving(let known), .notSaved(let error)): throw app.keeps(unsaved: known, because: error)

    default: return nil
    }
  }

  private static func save(_ known: ClientRegistration, _ id: FlowID, _ app: inout AppState) -> Transition<Self> {
    Transition(.saving(known), .saveRegistration(id, known, registeredAt: app.registeredAt ?? app.now))
  }
}

/// Why a login reads the app's own registration (RFC 7592 §2.1) before it believes that the registration is intact.
enum Inquiry: Hashable, Sendable {
  /// The user agent came back without a redirect. Usually the user closed it; but for a client that was revoked or deleted, a server shows a page and
  /// does not redirect (RFC 6749 §4.1.2.1).
  case visit(UserAgentOutcome)
  /// The server refused something that this client's metadata allows: the metadata may have been changed there.
  case refusal(AppError)
}

/// The server has refused this app's client, which may still exist: the way it authenticates itself may be wrong. Where the registration can be read,
/// the server is asked (RFC 7592 §2.1) before the error is shown.
struct CheckingRefusedClient: FlowStages {
  var error: AppError
  var client: ClientRegistration
  var kind: Flow.Kind

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    if answer.kind == .keystore { throw error }
    guard case .response(.registrationRead, let result) = answer else { return nil }
    var refusal = error
    guard case .success(let response) = result else { throw refusal }
    do throws(ProtocolError) {
      let known = try app.read(response, of: client, mustAnswer: true)
      if !client.usesKey, app.refusesAuthentication(refusal) { refusal.circumstance = .known }
      // The answer may have brought a new registration access token (RFC 7592 §3).
      if known != client {
        app.keep(known)
        let next = CheckingRefusedClient(error: refusal, client: known, kind: kind)
        return Transition(next, .saveRegistration(id, known, registeredAt: app.registeredAt ?? app.now))
      }
    } catch {
      let found = app.protocolFailure(error)
      // The server changed the registration to one that this app cannot use: that is the cause.
      if AppState.deadRegistrationCodes.contains(found.code) { throw found }
      if error.code == .invalidClient { refusal.circumstance = .gone }
    }
    throw refusal
  }
}

extension AppState {
  /// - Returns: `nil` where the error is no such refusal, or the registration cannot be read.
  mutating func checkRefusedClient(_ error: AppError, in failed: Flow) -> [Effect]? {
    // A refusal with a circumstance, or one by the registration endpoint, needs no further look.
    guard refusesClient(error), error.circumstance == nil,
      failed.sent?.endpoint != .registration
    else { return nil }
    switch failed.task {
    case .authentication, .refresh: break
    default: return nil
    }
    guard let (client, request) = registrationToLookUp else { return nil }
    let task = CheckingRefusedClient(error: error, client: client, kind: failed.task.kind)
    return move(Transition(.refused(task), .send(failed.id, request, .registrationRead)))
  }

  fileprivate mutating func checked(_ known: ClientRegistration) {
    let before = registration
    replaceRegistration(by: known)
    let isOutOfReach = before?.registrationClientURI != nil && known.registrationClientURI == nil
    notice = isOutOfReach ? .registrationOutOfReach : .registrationChecked(changed: known != before)
  }

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
    let known = try judged(try read(response, of: client))
    guard known != registration else { return nil }
    keep(known)
    return .saveRegistration(id, known, registeredAt: registeredAt ?? now)
  }

  fileprivate func read(
    _ response: HTTPResponse, of client: ClientRegistration, mustAnswer: Bool = false
  ) throws(ProtocolError) -> ClientRegistration {
    try RegistrationReading.judge(
      response, of: client, redirectURI: settings.redirectURI, isFAPI: refusesRS256, now: now,
      allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback, mustAnswer: mustAnswer)
  }

  mutating func keep(_ known: ClientRegistration) {
    registration = known
    if unsavedRegistration != nil { unsavedRegistration = known }
  }
}
