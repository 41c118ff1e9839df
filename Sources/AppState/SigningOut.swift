import OAuthClient
import SharedValues

/// Sign Out (OpenID Connect RP-Initiated Logout 1.0): the SSO session ends in the browser, the tokens end here.
///
/// Whatever comes back, the tokens are gone afterwards; a wrong `state` is reported all the same.
extension AppState {
  mutating func openEndSession(_ metadata: AuthorizationServerMetadata, state: Secret, redirectURI: String) -> [Effect]
  {
    guard
      let request = EndSessionRequest.build(
        metadata: metadata, idTokenHint: usesApplicationServer ? nil : session?.tokens.idToken ?? storedIDToken,
        clientID: loginClient?.credentials.clientID ?? "", postLogoutRedirectURI: redirectURI,
        state: state)
    else { return dropTokens() }
    flow?.context.endSession = request
    return open(request.url, redirectURI: request.postLogoutRedirectURI)
  }

  mutating func signOutReturned(_ outcome: UserAgentOutcome) -> [Effect] {
    switch outcome {
    case .closed: log(from: .browser, to: .app, .userAgentClosed)
    case .failed(let failure):
      let problem = userAgentFailure(failure)
      flow?.context.signOutProblem = problem
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
    if let problem = context.signOutProblem {
      banner = Banner(error: problem, retry: nil)
    }
    notice = context.signedOutAtServer ? .signedOut : .signedOutLocally
  }
}
