import OAuthClient
import SharedValues

/// Sign Out (OpenID Connect RP-Initiated Logout 1.0): the SSO session ends in the browser, the tokens end here.
///
/// The tokens are dropped whatever comes back; a wrong `state` is still reported. When the server could not be reached or the browser could not be
/// opened, the session there goes on: the app says so, and the user can try to end it again, with another user agent if the first one failed.
enum SigningOut: FlowStages {
  case discovering(Discovering, LoginClient)
  case preparing(AuthorizationServerMetadata, LoginClient)
  case visiting(EndSessionRequest)
  case clearing(End)

  /// How the sign-out ended at the server.
  struct End: Hashable, Sendable {
    enum AtServer: Hashable, Sendable {
      /// The user came back with the right `state`.
      case confirmed
      /// The server was asked, but knows no address of this app to return to.
      case askedWithoutWayBack
      /// The session is in a browser elsewhere, where the user has to end it.
      case noBrowserHere
      case unknown
    }

    var atServer = AtServer.unknown
    var problem: AppError?
    /// The ID token that told the server which session to end, for another try.
    var hint: Secret?
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<SigningOut>? {
    switch (self, answer) {
    case (.discovering(let stage, let client), _):
      switch try stage.next(answer, id, &app) {
      case .asks(let stage, let effect): return Transition(.discovering(stage, client), effect)
      case .knows(let metadata):
        app.go(to: .logout)
        guard metadata.endSessionEndpoint != nil else { return app.dropTokens(id) }
        return Transition(
          .preparing(metadata, client), .prepareAuthorization(id, redirectURI: app.registeredRedirects.signOut))
      case nil: return nil
      }

    case (.preparing(let metadata, let client), .prepared(let secrets, let redirectURI)):
      guard
        let request = EndSessionRequest.build(
          metadata: metadata, idTokenHint: app.endSessionHint, clientID: client.credentials.clientID,
          postLogoutRedirectURI: app.returnsFromSignOut ? redirectURI : nil, state: secrets.state)
      else { return app.dropTokens(id) }
      app.visit = recognitionMark(secrets.state.revealed.utf8)
      return Transition(
        .visiting(request),
        .openUserAgent(id, app.openingUserAgent, .signOut, url: request.url, redirectURI: redirectURI))

    case (.visiting(let request), .returned(let outcome)):
      return app.dropTokens(id, app.end(after: outcome, of: request))

    case (.clearing(let end), .saved):
      app.tokensCleared()
      app.signedOut(end)
      return .over()
    case (.clearing(var end), .notSaved(let error)):
      app.tokensLeftBehind = .signOut(.clearing(SigningOut.End(atServer: end.atServer)))
      end.problem = app.keystoreFailure(error)
      app.signedOut(end)
      return .over()

    default: return nil
    }
  }
}

extension AppState {
  /// Whether the server knows an address of this app to return to. The app does not know a static client's registration and assumes
  /// that it matches config.json.
  fileprivate var returnsFromSignOut: Bool {
    guard registers, let client = currentRegistration else { return true }
    return client.confirms(postLogoutRedirectURI: settings.postLogoutRedirectURI)
  }

  /// Whether a sign-out waits only for the user, who returns by closing the browser or with Cancel.
  public var awaitsTheUserAlone: Bool {
    guard let flow, flow.awaits == .userAgent, case .signOut(.visiting(let request)) = flow.task else { return false }
    return request.postLogoutRedirectURI == nil
  }

  fileprivate mutating func end(after outcome: UserAgentOutcome, of request: EndSessionRequest) -> SigningOut.End {
    let hasNoWayBack = request.postLogoutRedirectURI == nil
    var end = SigningOut.End(atServer: hasNoWayBack ? .askedWithoutWayBack : .unknown)
    switch outcome {
    case .failed(let failure) where !(hasNoWayBack && failure.hasShownThePage): end.problem = userAgentFailure(failure)
    // No redirect can come from the server, which knows no way back.
    case .redirect where hasNoWayBack, .closed, .failed: log(from: .browser, to: .app, .userAgentClosed)
    case .redirect(let uri):
      log(from: .browser, to: .app, .redirect(url: uri))
      do {
        try EndSessionResponse.judge(uri, for: request)
        end.atServer = .confirmed
      } catch { end.problem = protocolFailure(error) }
    }
    return end
  }

  /// Signs out here, whether or not the server was reached.
  mutating func dropTokens(_ id: FlowID, _ end: SigningOut.End = SigningOut.End()) -> Transition<SigningOut> {
    var end = end
    end.hint = endSessionHint
    go(to: .logout)
    (expectsSSO, isNewlyRegistered) = (false, false)
    auth = .idle
    signUp = nil
    view.route = .home
    if usesApplicationServer {
      // This mode keeps nothing on this device, and must not drop what another mode keeps there.
      signedOut(end)
      return .over([.abandon(id)])
    }
    storedIDToken = nil
    return Transition(.clearing(end), .clearTokens(id))
  }

  mutating func tokensCleared() {
    logSaved()
    if keystore == .empty { keystore = .open }
    tokensLeftBehind = nil
  }

  fileprivate mutating func signedOut(_ signOut: SigningOut.End) {
    let ended = flow
    end()
    unendedSession = nil
    if let problem = signOut.problem {
      var shown = Banner(error: problem, retry: nil)
      shown.sessionMayGoOn = signOut.atServer != .confirmed
      let gotAnswer = if case .userAgent = problem.cause { false } else { !problem.isTransient }
      if !gotAnswer {
        unendedSession = UnendedSession(idToken: signOut.hint)
        shown.retry = .signOut
      }
      if tokensLeftBehind != nil { shown.retry = .signOut }
      if case .userAgent(let failure) = problem.cause { shown.nextUserAgent = userAgent(after: failure, in: ended) }
      banner = shown
    }
    notice =
      switch signOut.atServer {
      case .confirmed: .signedOut
      case .askedWithoutWayBack where signOut.problem == nil: .signedOutUnconfirmed
      case .noBrowserHere: .signedOutWithoutBrowser
      case .askedWithoutWayBack, .unknown: .signedOutLocally
      }
  }

  /// The ID token tells the server which session to end; an application server never gave one.
  fileprivate var endSessionHint: Secret? {
    usesApplicationServer ? nil : session?.tokens.idToken ?? storedIDToken ?? unendedSession?.idToken
  }
}

/// A server session that a sign-out did not end. Held in memory only, until the user starts something else.
struct UnendedSession: Hashable, Sendable {
  /// The hint of RP-Initiated Logout §2. It grants no access: access and refresh token are dropped.
  var idToken: Secret?
}
