import OAuthClient
import SharedValues

/// Sign Out (OpenID Connect RP-Initiated Logout 1.0): the SSO session ends in the browser, the tokens end here.
///
/// Whatever comes back, the tokens are gone afterwards; a wrong `state` is reported all the same. When the server could not be
/// reached or the browser not be opened, the session there goes on: that is said, and ending it can be tried again, with
/// another user agent where the first one did not do.
extension AppState {
  mutating func openEndSession(_ metadata: AuthorizationServerMetadata, state: Secret, redirectURI: RedirectURI)
    -> [Effect]
  {
    guard
      let request = EndSessionRequest.build(
        metadata: metadata, idTokenHint: endSessionHint,
        clientID: loginClient?.credentials.clientID ?? "",
        postLogoutRedirectURI: returnsFromSignOut ? redirectURI : nil, state: state)
    else { return dropTokens() }
    flow?.context.endSession = request
    return open(request.url, redirectURI: redirectURI)
  }

  /// Whether the server lets the user come back here. A static client's registration is not known to the app: it is believed to have
  /// what config.json says.
  private var returnsFromSignOut: Bool {
    guard registers, let client = currentRegistration else { return true }
    return client.confirms(postLogoutRedirectURI: settings.postLogoutRedirectURI)
  }

  /// Whether a sign-out waits for nothing but the user, who comes back by closing the browser or with Cancel.
  public var awaitsTheUserAlone: Bool {
    guard let request = flow?.context.endSession else { return false }
    return flow?.kind == .signOut && flow?.context.awaits == .userAgent && request.postLogoutRedirectURI == nil
  }

  mutating func signOutReturned(_ outcome: UserAgentOutcome) -> [Effect] {
    switch outcome {
    case .failed(let failure) where hasNoWayBack && failure.hasShownThePage:
      log(from: .browser, to: .app, .userAgentClosed)
    case .closed: log(from: .browser, to: .app, .userAgentClosed)
    case .failed(let failure):
      let problem = userAgentFailure(failure)
      flow?.context.signOutProblem = problem
    // Nothing that comes can be the server's: it knows no way back.
    case .redirect where hasNoWayBack: log(from: .browser, to: .app, .userAgentClosed)
    case .redirect(let uri):
      log(from: .browser, to: .app, .redirect(url: uri))
      guard let request = flow?.context.endSession else { break }
      do {
        try EndSessionResponse.judge(uri, for: request)
        flow?.context.signedOutAtServer = true
      } catch {
        let problem = protocolFailure(error)
        flow?.context.signOutProblem = problem
      }
    }
    return dropTokens()
  }

  /// A flow that cannot reach the server still signs out here.
  mutating func dropTokens(because problem: AppError? = nil) -> [Effect] {
    if let problem { flow?.context.signOutProblem = problem }
    let hint = endSessionHint
    flow?.context.endSessionHint = hint
    go(to: .logout)
    (expectsSSO, isNewlyRegistered) = (false, false)
    auth = .idle
    signUp = nil
    view.route = .home
    if usesApplicationServer, let running = flow {
      // Nothing was kept on this device; what another mode keeps there is not ours to drop.
      signedOut(running.context)
      return [.abandon(running.id)]
    }
    storedIDToken = nil
    return [.clearTokens(flow?.id ?? 0)]
  }

  mutating func signedOut(_ context: FlowContext) {
    end()
    unendedSession = nil
    if let problem = context.signOutProblem {
      var shown = Banner(error: problem, retry: nil)
      shown.sessionMayGoOn = !context.signedOutAtServer
      if problem.leavesTheSession {
        unendedSession = UnendedSession(idToken: context.endSessionHint)
        shown.retry = .signOut
      }
      if case .userAgent(let failure) = problem.cause { shown.nextUserAgent = userAgent(after: failure) }
      banner = shown
    }
    if context.signedOutAtServer {
      notice = .signedOut
    } else if context.hasAskedWithoutWayBack, context.signOutProblem == nil {
      notice = .signedOutUnconfirmed
    } else {
      notice = .signedOutLocally
    }
  }

  private var hasNoWayBack: Bool { flow?.context.hasAskedWithoutWayBack ?? false }

  /// Only the ID token says whose session is meant; an application server never gave one.
  private var endSessionHint: Secret? {
    usesApplicationServer ? nil : session?.tokens.idToken ?? storedIDToken ?? unendedSession?.idToken
  }
}

extension FlowContext {
  /// Whether the server was asked to end the session, and knows no address of this app to return to.
  fileprivate var hasAskedWithoutWayBack: Bool { endSession.map { $0.postLogoutRedirectURI == nil } ?? false }
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
