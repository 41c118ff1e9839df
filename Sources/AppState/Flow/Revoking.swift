import OAuthClient
import SharedValues

/// Revoke Tokens (RFC 7009): the server takes both tokens back, the refresh token first, because from it the other could
/// be had again. Here they are gone whatever the server says; the browser's session and the registration stay.
extension AppState {
  /// Whether the tokens are of a client that this app can speak for.
  public var canRevokeTokens: Bool { session != nil && !usesApplicationServer }

  mutating func revokeTokens(_ metadata: AuthorizationServerMetadata) -> [Effect] {
    go(to: .revoke)
    guard metadata.revocationEndpoint != nil else {
      return dropUnrevoked(.notOffered)
    }
    guard let refreshToken = session?.tokens.refreshToken else { return revokeAccessToken() }
    return revoke(refreshToken, .refreshToken)
  }

  private mutating func revokeAccessToken() -> [Effect] {
    guard let token = session?.tokens.accessToken else { return dropRevoked() }
    return revoke(token, .accessToken)
  }

  private mutating func revoke(_ token: Secret, _ hint: RevocationRequest.Hint) -> [Effect] {
    guard let metadata, let client = loginClient,
      let request = RevocationRequest.build(
        metadata: metadata, credentials: client.credentials, token: token, hint: hint)
    else { return dropRevoked() }
    flow?.context.revoking = hint
    return send(request, .revocation)
  }

  mutating func revocationAnswered(_ result: Result<HTTPResponse, TransportFailure>) -> [Effect] {
    guard let hint = flow?.context.revoking else { return [] }
    var outcome = RevocationReport.Outcome.revoked
    do {
      let response = try answer(result, url: metadata?.revocationEndpoint)
      try judged { () throws(ProtocolError) in try RevocationRequest.judge(response) }
    } catch { outcome = .unconfirmed(error) }
    switch hint {
    case .refreshToken:
      flow?.context.revocation.refreshToken = outcome
      return revokeAccessToken()
    case .accessToken:
      flow?.context.revocation.accessToken = outcome
      return dropRevoked()
    }
  }

  /// Nothing can be asked of the server: both tokens count there until they expire.
  mutating func revocationFailed(_ error: AppError) -> [Effect] {
    dropUnrevoked(.unconfirmed(error))
  }

  private mutating func dropUnrevoked(_ outcome: RevocationReport.Outcome) -> [Effect] {
    let hasRefreshToken = session?.tokens.refreshToken != nil
    flow?.context.revocation = RevocationReport(
      refreshToken: hasRefreshToken ? outcome : .absent, accessToken: outcome)
    return dropRevoked()
  }

  /// Unlike a sign-out this leaves the browser's session, so the next login may be silent.
  private mutating func dropRevoked() -> [Effect] {
    go(to: .revoke)
    storedIDToken = nil
    auth = .idle
    view.route = .home
    return [.clearTokens(flow?.id ?? 0)]
  }

  mutating func tokensRevoked(_ context: FlowContext, because failure: AppError? = nil) {
    end()
    let problems = [context.revocation.refreshToken, context.revocation.accessToken].compactMap(\.problem)
    if let failure {
      banner = Banner(error: failure, retry: nil)
    } else if let dead = problems.first(where: { AppState.deadRegistrationCodes.contains($0.code) }) {
      banner = Banner(dead: dead)
    }
    notice = .revokedTokens(context.revocation)
  }
}

extension RevocationReport.Outcome {
  public var problem: AppError? { if case .unconfirmed(let error) = self { error } else { nil } }
}
