import OAuthClient
import SharedValues

/// How a flow fails: with one error that the user can act on, and without losing anything.
extension AppState {
  /// Errors after which a registration can never be used again. A refusal of the client alone is not one.
  static let deadRegistrationCodes: Set<AppError.Code> = [
    .server(.clientSecretExpired),
    // The server changed the registration to one that this app cannot use.
    .server(.registrationRedirectURIMissing), .server(.registrationGrantMissing),
    .server(.registrationResponseTypeMissing), .server(.registrationAuthMethodUnsupported),
    .server(.registrationMissingClientSecret), .server(.registrationAlgorithmUnsupported),
    .server(.registrationAuthMethodDowngraded), .server(.registrationKeyMismatch),
    // The client's key was not copied to this phone, or the client never had one.
    .key(.clientKeyLost), .key(.clientWithoutKey),
  ]

  /// Whether a server refuses a client, which may still be valid.
  func refusesClient(_ error: AppError) -> Bool {
    refusesAuthentication(error) || error.code == .server(.unauthorizedClient)
  }

  /// `invalid_client`, or a 401 without an error where clients authenticate: RFC 6749 §5.2 has that status for nothing else.
  func refusesAuthentication(_ error: AppError) -> Bool {
    guard error.code == .server(.httpUnauthorized), let metadata, let url = error.url else {
      return error.code == .server(.invalidClient)
    }
    return [metadata.tokenEndpoint, metadata.pushedAuthorizationEndpoint, metadata.deviceAuthorizationEndpoint]
      .contains(url)
  }

  mutating func fail(_ cause: AppError) -> [Effect] {
    guard let failed = flow else { return [] }
    let refusal = refusalOfNewClient(cause, in: failed)
    var error = cause
    error.circumstance = refusal?.circumstance ?? error.circumstance
    if let asking = checkRefusedClient(error, in: failed) { return asking }
    error.circumstance = error.circumstance ?? circumstance(of: error, in: failed)
    switch failed.task {
    case .signOut: return move(dropTokens(failed.id, SigningOut.End(problem: error)).map(FlowTask.signOut))
    case .revokeTokens(let revoking):
      return move(revoking.drop(unrevoked: .unconfirmed(error), failed.id, &self).map(FlowTask.revokeTokens))
    case .api(let call): return failCall(call, failed.id, error)
    default: break
    }
    if failed.kind != .refresh, error.castsDoubtOnMetadata { doubtsMetadata = true }
    let isDead =
      refusal == nil && failed.kind != .registration && registration != nil && !usesApplicationServer
      && (error.circumstance == .gone || AppState.deadRegistrationCodes.contains(error.code))
    if failed.isSilent, !isDead { return failSilently(failed.id, error) }
    if failed.kind == .silentStart, !isDead { return restCalmly(failed.id, error) }
    if error.code == .own(.updateAnswerLost) { isRegistrationInDoubt = true }
    end()
    let wasRefreshing = session
    // A failed step-up may have spent its own code, but the tokens of the session still count.
    let endsSession = error.endsSession && failed.kind != .stepUp
    var shown = Banner(error: error, retry: isDead ? nil : failed.kind)
    shown.registrationIsDead = isDead
    shown.refusedClient = refusal?.offer
    if refusesClient(error), refusal == nil, !isDead, failed.kind != .registration, registration != nil {
      shown.refusedClient = RefusedClient()
    }
    // A retry would make yet another unconfirmed key, so that the registration is read instead.
    if error.code == .own(.updateAnswerLost), registration?.usesKey == true { shown.retry = .checkRegistration }
    if let session = wasRefreshing, !isDead, !endsSession {
      auth = .authorized(session, refreshing: false)
    } else {
      auth = .failed(error)
      // A refresh token that the server refused is not tried again.
      if wasRefreshing != nil { shown.retry = isDead ? nil : .authentication }
    }
    if case .userAgent(let failure) = error.cause, shown.retry != nil {
      shown.nextUserAgent = userAgent(after: failure, in: failed)
    }
    banner = shown
    // The refused token is also removed from disk, so that the next start does not use it.
    guard failed.kind == .refresh, error.endsSession, settings.silentStart else { return [.abandon(failed.id)] }
    return [.abandon(failed.id), .saveTokens(failed.id, KeptTokens(idToken: storedIDToken))]
  }

  /// A client that has not been used yet cannot have been revoked: the way its secret is sent must be wrong. A client with a key is left out: the
  /// server has refused its assertion, as it could at any later time.
  private func refusalOfNewClient(
    _ error: AppError, in flow: Flow
  ) -> (circumstance: AppError.Circumstance, offer: RefusedClient)? {
    guard refusesAuthentication(error), flow.kind == .authentication, isNewlyRegistered,
      [.token, .pushedAuthorization].contains(flow.sent?.endpoint), let client = currentRegistration,
      !client.usesKey, let metadata
    else { return nil }
    let credentials = LoginClient(client, secretMethod: wantedSecretMethod).credentials
    let isBasic = if case .basic = credentials.authentication(at: metadata) { true } else { false }
    let offer = RefusedClient(mayUseForm: isBasic && metadata.mayTake(.post))
    return (isBasic && !credentials.survivesEncoding ? .firstUseEncoded : .firstUse, offer)
  }

  private func circumstance(of error: AppError, in flow: Flow) -> AppError.Circumstance? {
    let wasAsked = if case .refused = flow.task { true } else { false }
    let isGiven = !registers || flow.kind == .registration && flow.sent?.endpoint != .registration
    let manages = flow.kind != .registration && flow.sent?.endpoint == .registration && !wasAsked
    return switch error.code {
    case .server(.invalidToken) where flow.kind == .registration: .atRegistration
    case .server(.invalidClient) where isGiven: .ofConfiguration
    case .server(.unauthorizedClient) where isGiven: .unauthorizedOfConfiguration
    case .server(.invalidGrant) where error.step == .refresh: .atRefresh
    // The server no longer has the registration that it was asked to manage (RFC 7592 §2.1).
    case .server(.invalidClient) where manages: .gone
    case _ where currentRegistration?.usesKey == true && refusesAuthentication(error): .assertion
    default: nil
    }
  }

  func answer(_ result: Result<HTTPResponse, TransportFailure>, url: String?) throws(AppError) -> HTTPResponse {
    do { return try result.get() } catch {
      throw AppError(code: .transport(error.code), step: flow?.step, cause: .transport(error, url: url ?? ""))
    }
  }

  /// A judge's verdict, with its refusal as the error of this flow.
  func judged<Accepted>(
    _ judge: @autoclosure () throws(ProtocolError) -> Accepted
  ) throws(AppError) -> Accepted {
    do { return try judge() } catch { throw protocolFailure(error) }
  }

  func protocolFailure(_ error: ProtocolError) -> AppError {
    AppError(code: .server(error.code), step: flow?.step, cause: .server(error.masking(secrets)))
  }

  /// Every secret that a server was sent or has sent and may quote in an error.
  private var secrets: [Secret] {
    [registration, unsavedRegistration].flatMap { $0?.secrets ?? [] }
      + LoginClient(static: settings.staticClient).credentials.secrets + (session?.tokens.secrets ?? [])
      + [storedIDToken].compactMap { $0 } + (flow?.quotable ?? [])
  }
}

extension AppError {
  /// Whether this run's metadata may be outdated: the endpoint does not answer as one of its kind does, does not know the current key, or shows a
  /// certificate that is not accepted.
  var castsDoubtOnMetadata: Bool {
    switch cause {
    case .server(let error): error.code.castsDoubtOnMetadata
    case .transport(let failure, _):
      [.certificateUntrusted, .certificateExpired, .certificateWrongHost, .tlsFailure].contains(failure.code)
    default: false
    }
  }
}
