import OAuthClient
import SharedValues

/// Revoke Tokens (RFC 7009): the server revokes both tokens, the refresh token first, because it could fetch a new access token. The app drops both
/// whatever the server says; the browser's session and the registration stay.
struct Revoking: StagedFlow {
  let tokens: TokenSet
  let client: LoginClient
  var report = RevocationReport()
  var stage = Stage.discovering(.server)

  enum Stage: Hashable, Sendable {
    case discovering(Discovering)
    case revokingRefreshToken(AuthorizationServerMetadata)
    case revokingAccessToken(AuthorizationServerMetadata)
    case clearing
  }

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Revoking>? {
    switch (stage, answer) {
    case (.discovering(let stage), _):
      switch try stage.next(answer, id, &app, needs: { $0.needs(of: client) }) {
      case .asks(let stage, let effect): return transition(.discovering(stage), effect)
      case .knows(let metadata):
        app.go(to: .revoke)
        guard let refreshToken = tokens.refreshToken else {
          return revoke(tokens.accessToken, .accessToken, metadata, .revokingAccessToken(metadata), id, &app)
        }
        return revoke(refreshToken, .refreshToken, metadata, .revokingRefreshToken(metadata), id, &app)
      case nil: return nil
      }

    case (.revokingRefreshToken(let metadata), .response(.revocation, let result)):
      var next = self
      next.report.refreshToken = app.outcome(result, metadata)
      return next.revoke(tokens.accessToken, .accessToken, metadata, .revokingAccessToken(metadata), id, &app)

    case (.revokingAccessToken(let metadata), .response(.revocation, let result)):
      var next = self
      next.report.accessToken = app.outcome(result, metadata)
      return next.drop(id, &app)

    case (.clearing, .saved):
      app.tokensCleared()
      app.tokensRevoked(report)
      return .over()
    case (.clearing, .notSaved(let error)):
      app.tokensLeftBehind = .revokeTokens(self)
      app.tokensRevoked(report, because: app.keystoreFailure(error))
      return .over()

    default: return nil
    }
  }

  private func revoke(
    _ token: Secret, _ hint: RevocationRequest.Hint, _ metadata: AuthorizationServerMetadata, _ stage: Stage,
    _ id: FlowID, _ app: inout AppState
  ) -> Transition<Revoking> {
    guard
      let request = RevocationRequest.build(
        metadata: metadata, credentials: client.credentials, token: token, hint: hint)
    else { return drop(unrevoked: .notOffered, id, &app) }
    return transition(stage, .send(id, request, .revocation))
  }

  /// The server cannot be asked: both tokens stay valid there until they expire.
  func drop(unrevoked outcome: RevocationReport.Outcome, _ id: FlowID, _ app: inout AppState) -> Transition<Revoking> {
    var next = self
    next.report = RevocationReport(refreshToken: tokens.refreshToken == nil ? .absent : outcome, accessToken: outcome)
    return next.drop(id, &app)
  }

  /// Unlike a sign-out, this keeps the browser's session, so that the next login may be silent.
  private func drop(_ id: FlowID, _ app: inout AppState) -> Transition<Revoking> {
    app.go(to: .revoke)
    app.storedIDToken = nil
    app.auth = .idle
    app.view.route = .home
    return transition(.clearing, .clearTokens(id))
  }
}

extension AppState {
  /// Whether the app itself is the client of the tokens.
  public var canRevokeTokens: Bool { session != nil && !usesApplicationServer }

  fileprivate func outcome(
    _ result: Result<HTTPResponse, TransportFailure>, _ metadata: AuthorizationServerMetadata
  ) -> RevocationReport.Outcome {
    do throws(AppError) {
      let response = try answer(result, url: metadata.revocationEndpoint)
      try judged(try RevocationRequest.judge(response))
      return .revoked
    } catch { return .unconfirmed(error) }
  }

  fileprivate mutating func tokensRevoked(_ report: RevocationReport, because failure: AppError? = nil) {
    end()
    let problems = [report.refreshToken, report.accessToken].compactMap(\.problem)
    if let failure {
      banner = Banner(error: failure, retry: .revokeTokens)
    } else if let dead = problems.first(where: { AppState.deadRegistrationCodes.contains($0.code) }) {
      banner = Banner(dead: dead)
    }
    notice = .revokedTokens(report)
  }
}

extension RevocationReport.Outcome {
  public var problem: AppError? { if case .unconfirmed(let error) = self { error } else { nil } }
}
