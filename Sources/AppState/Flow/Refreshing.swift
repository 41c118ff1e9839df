import FoundationEssentials
import OAuthClient
import SharedValues

/// The refresh token becomes new tokens (RFC 6749 §6): for a user who is signed in, or at a silent start with what the last run has left
/// (MMMothClient, seeds/002). One refresh at a time: the flow is the lock.
struct Refreshing: StagedFlow {
  enum Origin: Hashable, Sendable {
    case session(Session)
    /// A silent start; the ID token of the last run names the expected user.
    case lastRun(idToken: Secret?)
  }

  let origin: Origin
  let refreshToken: Secret
  let client: LoginClient
  /// Thumbprint of the key that the previous tokens are bound to.
  var boundTo: String?
  var stage = Stage.discovering(.server)

  enum Stage: Hashable, Sendable {
    case discovering(Discovering)
    case refreshing(AuthorizationServerMetadata)
    /// The rotated refresh token is being saved, before anything else is done with the new tokens.
    case savingRotation(LoginAnswers)
    case completing(CompletingLogin)
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Refreshing>? {
    switch (stage, answer) {
    case (.discovering(let stage), _):
      switch try stage.next(answer, id, &app, needs: { $0.needs(of: client, boundTo: boundTo) }) {
      case .asks(let stage, let effect): return transition(.discovering(stage), effect)
      case .knows(let metadata):
        app.go(to: .refresh)
        app.mayBeQuoted(refreshToken)
        let request = RefreshRequest.build(
          metadata: metadata, credentials: client.credentials, refreshToken: refreshToken, binding: app.binding)
        return transition(.refreshing(metadata), .send(id, request, .refresh))
      case nil: return nil
      }

    case (.refreshing(let metadata), .response(.refresh, let result)):
      let response = try app.answer(result, url: metadata.tokenEndpoint)
      app.renewal?.retryAfter = RetryAfter.delay(of: response, now: app.now)
      let tokens: TokenSet
      do { tokens = try app.judged(try judge(response, app.binding, now: app.now)) } catch {
        guard app.wasNeverGrantedRefresh(client, metadata), app.isRefusal(error) else { throw error }
        return .over(app.giveUpRefreshing(origin, id))
      }
      let answers = held(LoginAnswers(tokens: tokens, metadata: metadata, client: client))
      // Where a refresh token is kept on disk, a rotated one is there before the old one is given up and before anything is
      // asked with the new tokens: whenever the power fails, the disk has the token that counts.
      if app.settings.silentStart, let rotated = tokens.refreshToken, rotated != refreshToken {
        return transition(
          .savingRotation(answers),
          .saveTokens(
            id,
            KeptTokens(
              idToken: app.storedIDToken, refreshToken: rotated, key: tokens.key?.thumbprint, scope: app.settings.scope)
          ))
      }
      return try complete(answers, id, &app)

    case (.savingRotation(let answers), .saved):
      app.logSaved()
      return try complete(answers, id, &app)
    // The server has already replaced the old refresh token: the new one counts, but only in memory for this run.
    case (.savingRotation(let answers), .notSaved(let error)):
      app.banner = Banner(error: app.keystoreFailure(error), retry: .refresh)
      return try complete(answers, id, &app)

    case (.completing(let stage), _):
      let isSilent = app.flow?.isSilent == true
      guard let next = try stage.next(answer, id, &app) else { return nil }
      if next.stage == nil, answer == .saved, case .session = origin, !isSilent { app.notice = .tokenRefreshed }
      return next.map { at(.completing($0)) }

    default: return nil
    }
  }

  private func judge(_ response: HTTPResponse, _ binding: TokenBinding?, now: Date) throws(ProtocolError) -> TokenSet {
    switch origin {
    case .session(let session): try RefreshRequest.judge(response, previous: session.tokens, binding: binding, now: now)
    case .lastRun(let idToken):
      try RefreshRequest.judge(response, refreshToken: refreshToken, idToken: idToken, binding: binding, now: now)
    }
  }

  /// Adds what was known before; it stays where the new answers have nothing newer.
  private func held(_ answers: LoginAnswers) -> LoginAnswers {
    var answers = answers
    switch origin {
    case .session(let session):
      (answers.claims, answers.userinfo, answers.subject) = (session.claims, session.userinfo, session.subject)
    case .lastRun(let idToken): answers.claims = idToken.flatMap(IDTokenClaims.init(stored:))
    }
    answers.previousClaims = answers.claims
    return answers
  }

  /// The refresh has used up the old token, so the new one replaces it at once, whatever the judgement of the ID token.
  private func complete(
    _ answers: LoginAnswers, _ id: FlowID, _ app: inout AppState
  ) throws(AppError) -> Transition<Refreshing> {
    app.refreshedClientID = answers.client.credentials.clientID
    let known: Secret?
    switch origin {
    case .session(var kept):
      known = kept.tokens.idToken
      kept.tokens.refreshToken = answers.tokens.refreshToken
      app.auth = .authorized(kept, refreshing: true)
    case .lastRun(let idToken): known = idToken
    }
    return try CompletingLogin.begin(answers, known: known, id, &app).map { at(.completing($0)) }
  }
}

extension Refreshing {
  init(_ session: Session, _ refreshToken: Secret, _ client: LoginClient) {
    self.init(
      origin: .session(session), refreshToken: refreshToken, client: client, boundTo: session.tokens.key?.thumbprint)
  }
}

extension AppState {
  /// Some servers issue refresh tokens to clients that they do not let refresh: neither the registration's answer nor the metadata names
  /// the grant.
  fileprivate func wasNeverGrantedRefresh(_ client: LoginClient, _ metadata: AuthorizationServerMetadata) -> Bool {
    if refreshedClientID == client.credentials.clientID { return false }
    if !metadata.offersRefresh { return true }
    guard !client.isStatic, let grants = currentRegistration?.document["grant_types"]?.stringArray else { return false }
    return !grants.contains(RefreshRequest.grant)
  }

  /// Whether the server refused the refresh, in whatever words: not that it is in trouble, or that it does not know the client.
  fileprivate func isRefusal(_ error: AppError) -> Bool {
    let codes: Set<AppError.Code> = [
      .server(.invalidGrant), .server(.unauthorizedClient), .server(.unsupportedGrantType), .server(.invalidRequest),
      .server(.httpStatusUnexpected), .server(.httpForbidden), .server(.httpUnauthorized),
    ]
    return codes.contains(error.code)
  }

  /// The login lasts as long as its access token; nothing renews it.
  fileprivate mutating func giveUpRefreshing(_ origin: Refreshing.Origin, _ id: FlowID) -> [Effect] {
    let isSilent = flow?.isSilent == true
    end()
    switch origin {
    case .session(var kept):
      kept.tokens.refreshToken = nil
      auth = .authorized(kept, refreshing: false)
      if !isSilent { notice = .refreshNotGranted }
    case .lastRun:
      auth = .cancelled
      notice = .sessionEnded
    }
    return settings.silentStart ? [.saveTokens(id, KeptTokens(idToken: storedIDToken))] : []
  }

  /// A silent start that fails ends as a start without stored tokens, with a notice or banner that says why.
  mutating func restCalmly(_ id: FlowID, _ error: AppError) -> [Effect] {
    end()
    auth = .cancelled
    if error.isTransient {
      notice = .notSignedInSilently(error)
      return [.abandon(id)]
    }
    if error.code == .server(.invalidGrant) {
      notice = .sessionEnded
    } else {
      banner = Banner(error: error, retry: .authentication)
    }
    // Where the client was refused, the server has not looked at the token.
    if refusesClient(error) {
      banner?.refusedClient = RefusedClient()
      return [.abandon(id)]
    }
    // A token that was refused, or whose answer cannot be trusted, is not tried again. Where a key did not sign, nothing was sent, and the token on
    // disk still counts.
    let wasSent = if case .key = error.cause { false } else { error.step == .refresh || error.step == .userinfo }
    guard wasSent || error.endsSession else { return [.abandon(id)] }
    return [.abandon(id), .saveTokens(id, KeptTokens(idToken: storedIDToken))]
  }
}
