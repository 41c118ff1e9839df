import OAuthClient
import SharedValues

/// How a flow fails: with one error that the user can act on, and with nothing lost.
extension AppState {
  /// The error codes by which a server says that it no longer knows this client.
  static let deadRegistrationCodes: Set<String> = ["invalid_client", "unauthorized_client", "client_secret_expired"]

  mutating func fail(_ error: AppError) -> [Effect] {
    guard let failed = flow else { return [] }
    if failed.kind == .signOut { return dropTokens(because: error) }
    end()
    let wasRefreshing = session
    let isDead =
      failed.kind != .registration && registration != nil && AppState.deadRegistrationCodes.contains(error.code)
    var shown = Banner(error: error, retry: isDead ? nil : failed.kind)
    shown.registrationIsDead = isDead
    if let session = wasRefreshing, !isDead, error.code != "invalid_grant" {
      auth = .authorized(session, refreshing: false)
    } else {
      auth = .failed(error)
      // A refresh token that the server no longer takes is no reason to try it again.
      if wasRefreshing != nil { shown.retry = isDead ? nil : .authentication }
    }
    banner = shown
    return [.abandon(failed.id)]
  }

  func send(_ request: HTTPRequest, _ reply: Reply) -> [Effect] { [.send(flow?.id ?? 0, request, reply)] }

  func answer(_ result: Result<HTTPResponse, TransportFailure>, url: String?) throws(AppError) -> HTTPResponse {
    switch result {
    case .success(let response): return response
    case .failure(let failure):
      throw AppError(code: failure.code.rawValue, step: flow?.step, cause: .transport(failure, url: url ?? ""))
    }
  }

  func judged<Accepted>(_ judge: () throws(ProtocolError) -> Accepted) throws(AppError) -> Accepted {
    do { return try judge() } catch { throw protocolFailure(error) }
  }

  func protocolFailure(_ error: ProtocolError) -> AppError {
    AppError(code: error.code, step: flow?.step, cause: .server(error))
  }
}
