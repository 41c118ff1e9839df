import OAuthClient

/// The server has refused this app's client, which may still exist: the way it authenticates itself may be wrong. Where the registration can be read,
/// the server is asked (RFC 7592 §2.1) before the error is shown.
struct CheckingRefusedClient: FlowStages {
  var error: AppError
  var client: ClientRegistration
  /// The kind of the refused flow.
  var kind: Flow.Kind
  var isSilent: Bool

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    if answer.kind == .keystore { throw error }
    guard case .response(.registrationRead, let result) = answer else { return nil }
    var refusal = error
    guard case .success(let response) = result else { throw refusal }
    do throws(ProtocolError) {
      let known = try RegistrationReading.judge(
        response, of: client, redirectURI: app.settings.redirectURI, isFAPI: app.refusesRS256, now: app.now,
        allowPlainHTTPLoopback: app.settings.allowPlainHTTPLoopback, mustAnswer: true)
      if !client.usesKey, refusal.code == .server(.invalidClient) { refusal.circumstance = .known }
      // The answer may have brought a new registration access token (RFC 7592 §3).
      if known != client {
        app.keep(known)
        let next = CheckingRefusedClient(error: refusal, client: known, kind: kind, isSilent: isSilent)
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
    guard AppState.refusalsOfClient.contains(error.code), error.circumstance == nil,
      failed.sent?.endpoint != .registration
    else { return nil }
    switch failed.task {
    case .authentication, .refresh: break
    default: return nil
    }
    guard let (client, request) = registrationToLookUp else { return nil }
    let task = CheckingRefusedClient(error: error, client: client, kind: failed.task.kind, isSilent: failed.isSilent)
    return move(Transition(.refused(task), .send(failed.id, request, .registrationRead)))
  }
}
