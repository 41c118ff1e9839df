import OAuthClient
import SharedValues

/// Sign Out (OpenID Connect RP-Initiated Logout 1.0): the SSO session ends in the browser, the tokens end here.
///
/// Whatever comes back, the tokens are gone afterwards; a wrong `state` is reported all the same. When the server could not be
/// reached or the browser not be opened, the session there goes on: that is said, and ending it can be tried again, with
/// another user agent where the first one did not do.
enum SigningOut: FlowStages {
  case discovering(Discovering, LoginClient)
  case preparing(AuthorizationServerMetadata, LoginClient)
  case visiting(EndSessionRequest)
  case clearing(End)

  /// How it ended at the server.
  struct End: Hashable, Sendable {
    enum AtServer: Hashable, Sendable {
      /// The user came back from there with the right `state`.
      case confirmed
      /// The server was asked, and knows no address of this app to return to.
      case askedWithoutWayBack
      /// The session is in a browser elsewhere, where the user has to end it.
      case noBrowserHere
      case unknown
    }

    var atServer = AtServer.unknown
    package var problem: AppError?
    /// The ID token that told the server whose session to end, for another try.
    package var hint: Secret?
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Turn<SigningOut>? {
    switch (self, answer) {
    case (.discovering(let stage, let client), _):
      switch try stage.next(answer, id, &app) {
      case .asks(let stage, let effect): return Turn(.discovering(stage, client), effect)
      case .knows(let metadata):
        app.go(to: .logout)
        guard metadata.endSessionEndpoint != nil else { return app.dropTokens(id) }
        return Turn(
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
      return Turn(
        .visiting(request),
        .openUserAgent(id, app.openingUserAgent, .signOut, url: request.url, redirectURI: redirectURI))

    case (.visiting(let request), .returned(let outcome)):
      return app.dropTokens(id, app.judge(outcome, of: request))

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

  /// Whether it waits for nothing but the user, who comes back by closing the browser or with Cancel.
  var awaitsTheUserAlone: Bool {
    if case .visiting(let request) = self { request.postLogoutRedirectURI == nil } else { false }
  }
}

extension AppState {
  /// Whether the server lets the user come back here. A static client's registration is not known to the app: it is believed to have
  /// what config.json says.
  fileprivate var returnsFromSignOut: Bool {
    guard registers, let client = currentRegistration else { return true }
    return client.confirms(postLogoutRedirectURI: settings.postLogoutRedirectURI)
  }

  /// Whether a sign-out waits for nothing but the user.
  public var awaitsTheUserAlone: Bool {
    guard let flow, flow.awaits == .userAgent, case .signOut(let stage) = flow.task else { return false }
    return stage.awaitsTheUserAlone
  }

  fileprivate mutating func judge(_ outcome: UserAgentOutcome, of request: EndSessionRequest) -> SigningOut.End {
    let hasNoWayBack = request.postLogoutRedirectURI == nil
    var end = SigningOut.End(atServer: hasNoWayBack ? .askedWithoutWayBack : .unknown)
    switch outcome {
    case .failed(let failure) where !(hasNoWayBack && failure.hasShownThePage): end.problem = userAgentFailure(failure)
    // Nothing that comes can be the server's: it knows no way back.
    case .redirect where hasNoWayBack, .closed, .failed: log(from: .browser, to: .app, .userAgentClosed)
    case .redirect(let uri):
      log(from: .browser, to: .app, .redirect(url: uri))
      do {
        try EndSessionResponse.judge(uri, for: request)
        end.atServer = .confirmed
      } catch {
        end.problem = protocolFailure(error)
      }
    }
    return end
  }

  /// A flow that cannot reach the server still signs out here.
  mutating func dropTokens(_ id: FlowID, _ end: SigningOut.End = SigningOut.End()) -> Turn<SigningOut> {
    var end = end
    end.hint = endSessionHint
    go(to: .logout)
    (expectsSSO, isNewlyRegistered) = (false, false)
    auth = .idle
    signUp = nil
    view.route = .home
    if usesApplicationServer {
      // Nothing was kept on this device; what another mode keeps there is not ours to drop.
      signedOut(end)
      return .over([.abandon(id)])
    }
    storedIDToken = nil
    return Turn(.clearing(end), .clearTokens(id))
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
      if problem.leavesTheSession {
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

  /// Only the ID token says whose session is meant; an application server never gave one.
  fileprivate var endSessionHint: Secret? {
    usesApplicationServer ? nil : session?.tokens.idToken ?? storedIDToken ?? unendedSession?.idToken
  }
}

/// A session at the server that a sign-out has not ended. In memory alone, and until the user turns to something else.
struct UnendedSession: Hashable, Sendable {
  /// The hint of RP-Initiated Logout §2. It opens nothing: access and refresh token are gone.
  var idToken: Secret?
}

extension AppError {
  /// Whether a sign-out that failed like this has not come as far as the server's answer.
  fileprivate var leavesTheSession: Bool {
    if case .userAgent = cause { return true }
    return isTransient
  }
}
