import OAuthClient
import SharedValues

/// How six kinds of flows begin: the server answers, its metadata is fetched, and the keys are ready.
///
/// Metadata is fetched once per run; a new registration fetches it again, because it is about to trust it.
enum Discovering: Hashable, Sendable {
  case server
  case openIDMetadata
  /// OpenID's location had no usable metadata: that answer is judged if the other location has none either.
  case oauthMetadata(openIDAnswer: HTTPResponse?)
  /// Waits for the keys that the flow works with, from the secure element.
  case keys(AuthorizationServerMetadata)

  enum Progress {
    case asks(Discovering, Effect)
    case knows(AuthorizationServerMetadata)
  }

  func next(
    _ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState, registers: Bool = false,
    needs: ((AppState) -> KeyNeeds)? = nil
  ) throws(AppError) -> Progress? {
    let (issuer, allowsHTTP) = (app.settings.issuer, app.settings.allowPlainHTTPLoopback)
    switch (self, answer) {
    case (.server, .serverReady):
      if !registers, !app.doubtsMetadata, let metadata = app.metadata {
        return try known(metadata, needs, id, &app, registers)
      }
      return .asks(.openIDMetadata, .send(id, Discovery.openIDRequest(issuer: issuer), .openIDMetadata))

    case (.openIDMetadata, .response(.openIDMetadata, let result)):
      if Discovery.shouldTryOAuth(
        after: result, issuer: issuer, needsRegistration: registers, allowPlainHTTPLoopback: allowsHTTP)
      {
        return .asks(
          .oauthMetadata(openIDAnswer: try? result.get()),
          .send(id, Discovery.oauthRequest(issuer: issuer), .oauthMetadata))
      }
      return try known(try judge(result, after: nil, &app, registers), needs, id, &app, registers)

    case (.oauthMetadata(let openIDAnswer), .response(.oauthMetadata, let result)):
      return try known(try judge(result, after: openIDAnswer, &app, registers), needs, id, &app, registers)

    case (.keys(let metadata), .keys(let result)):
      try app.keysArrived(result)
      return .knows(metadata)

    default: return nil
    }
  }

  private func known(
    _ metadata: AuthorizationServerMetadata, _ needs: ((AppState) -> KeyNeeds)?, _ id: FlowID, _ app: inout AppState,
    _ registers: Bool
  ) throws(AppError) -> Progress {
    guard let needs else { return .knows(metadata) }
    app.keyRequirements = try app.judged(
      try app.settings.keys.judge(metadata, scope: app.settings.scope, registers: registers))
    // Fails before a registration that could never complete a login.
    if metadata.jwksURI == nil, !app.usesApplicationServer,
      AuthorizationRequest.asksForIDToken(scope: app.settings.scope)
    {
      throw app.protocolFailure(.missingJWKSURI)
    }
    if !registers { try app.matchRegistration() }
    let needed = needs(app)
    app.keys = InstanceKeys()
    return needed == KeyNeeds() ? .knows(metadata) : .asks(.keys(metadata), .prepareKeys(id, needed))
  }

  private func judge(
    _ result: Result<HTTPResponse, TransportFailure>, after openIDAnswer: HTTPResponse?, _ app: inout AppState,
    _ registers: Bool
  ) throws(AppError) -> AuthorizationServerMetadata {
    let response = try app.answer(result, url: app.settings.issuer.text)
    let issuer = app.settings.issuer
    do throws(ProtocolError) {
      let accepted = try Discovery.judge(
        response, after: openIDAnswer, issuer: issuer, needsRegistration: registers,
        allowPlainHTTPLoopback: app.settings.allowPlainHTTPLoopback)
      (app.metadata, app.doubtsMetadata) = (accepted, false)
      return accepted
    } catch {
      var failure = app.protocolFailure(error)
      if let openIDAnswer, Discovery.counts(openIDAnswer, before: response) {
        failure.url = Discovery.openIDRequest(issuer: issuer).url
      }
      throw failure
    }
  }
}

extension AppState {
  mutating func serverChanged(_ condition: ServerCondition) -> [Effect] {
    server = condition
    guard let running = flow else { return [] }
    switch condition {
    case .unknown, .starting: return []
    case .ready, .external: return goOn(running.id, .serverReady)
    case .failed(let reason, let exitCode): return goOn(running.id, .serverFailed(reason, exitCode: exitCode))
    }
  }
}
