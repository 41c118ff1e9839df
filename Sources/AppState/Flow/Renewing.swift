/// The silent refresh, which happens by itself as time passes.
extension AppState {
  /// Runs after each action: exactly one wake is pending while there are tokens to renew, and a refresh that came due during another flow begins when
  /// that flow has ended.
  mutating func afterwards() -> [Effect] {
    if flow == nil, let action = queued {
      queued = nil
      let effects = begin(action)
      if flow != nil { return effects }
    }
    if flow == nil, let call = followUp {
      followUp = nil
      return start(.api(call))
    }
    return watchSecretsLife() + keepRenewing()
  }

  private mutating func keepRenewing() -> [Effect] {
    guard !settings.isUnattended, let session, let planned = Renewal(session.tokens), loginClient != nil else {
      renewal = nil
      return []
    }
    if renewal?.isFor(planned) != true { renewal = planned }
    guard flow == nil, let renewal, !renewal.isGivenUp else { return [] }
    if renewal.isOverdue { return refreshSilently() }
    guard renewal.wake == nil else { return [] }
    lastWake += 1
    self.renewal?.wake = lastWake
    return [.wake(lastWake, at: renewal.due, spread: renewal.spread)]
  }

  /// A wake only makes the app look at the clock, which may have been changed since.
  mutating func woke(_ number: Int) {
    guard let waiting = renewal, waiting.wake == number else { return }
    renewal?.wake = nil
    renewal?.isOverdue = waiting.due <= now
  }

  /// Refreshes without showing it; also MMMothClient's nudge, for a user who cannot wait for the next try.
  mutating func refreshSilently() -> [Effect] {
    renewal?.isOverdue = false
    renewal?.wake = nil
    guard let session, let refreshToken = session.tokens.refreshToken, let client = loginClient else { return [] }
    if let dead = secretHasExpired(at: .refresh) { return reportDeadRegistration(dead) }
    // An unread notice, the selected button and an open question stay as they are.
    lastFlow += 1
    flow = Flow(id: lastFlow, .refresh(Refreshing(session, refreshToken, client)), started: now)
    flow?.isSilent = true
    auth = .authorized(session, refreshing: true)
    return [.ensureServer]
  }

  /// After a failed silent refresh: tries again later, or ends the renewing or the session.
  mutating func failSilently(_ id: FlowID, _ error: AppError) -> [Effect] {
    flow = nil
    if let session { auth = .authorized(session, refreshing: false) }
    if error.isTransient {
      renewal?.failed(error, now: now)
    } else if error.endsSession {
      return endSession(abandoning: id, error)
    } else {
      renewal?.isGivenUp = true
      banner = Banner(error: error, retry: .refresh)
    }
    return [.abandon(id)]
  }

  /// The server no longer accepts the refresh token: there is no session left to sign out of.
  private mutating func endSession(abandoning id: FlowID, _ error: AppError) -> [Effect] {
    auth = .idle
    view.route = .home
    settle()
    if error.code == .server(.invalidGrant) {
      notice = .sessionEnded
    } else {
      banner = Banner(error: error, retry: .authentication)
    }
    guard settings.silentStart else { return [.abandon(id)] }
    return [.abandon(id), .saveTokens(id, KeptTokens(idToken: storedIDToken))]
  }

  // MARK: The secret's life

  /// Reports the expiry of the client secret once, when it happens (RFC 7591 §3.2.1), and requests a wake for it.
  private mutating func watchSecretsLife() -> [Effect] {
    guard !settings.isUnattended, registers, let expiry = registration?.secretExpiresAt else { return [] }
    if expiry <= now {
      guard flow == nil, banner == nil, reportedExpiry != expiry, let dead = secretHasExpired(at: .login) else {
        return []
      }
      banner = Banner(dead: dead)
      reportedExpiry = expiry
      return []
    }
    guard watchedExpiry != expiry else { return [] }
    watchedExpiry = expiry
    lastWake += 1
    return [.wake(lastWake, at: expiry, spread: 0)]
  }

  /// Checked before any request that needs the secret.
  func secretHasExpired(at step: FlowStep) -> AppError? {
    guard let expiry = loginClient?.secretExpiresAt, expiry <= now else { return nil }
    return AppError(
      code: .server(.clientSecretExpired), step: step, cause: .app(detail: .value(expiry.formatted(.iso8601))))
  }

  /// The registration can no longer be used. A signed-in user stays signed in as long as the access token lasts.
  mutating func reportDeadRegistration(_ error: AppError) -> [Effect] {
    if session == nil { auth = .failed(error) }
    renewal?.isGivenUp = true
    banner = Banner(dead: error)
    reportedExpiry = currentRegistration?.secretExpiresAt
    return []
  }
}

extension Banner {
  init(dead error: AppError) {
    self.init(error: error, retry: nil)
    registrationIsDead = true
  }
}

extension AppError {
  /// Whether the failure may pass by itself: the server did not answer, or cannot do it just now.
  var isTransient: Bool {
    switch cause {
    case .transport, .embeddedServer: true
    case .server(let error):
      error.code.consequence == .tryLater || [.httpServerError, .serverError].contains(error.code)
    case .keystore, .userAgent, .key, .storedState, .file, .app: false
    }
  }
}
