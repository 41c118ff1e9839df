import OAuthClient
import SharedValues

/// The server answers, and its metadata is known: then the flow goes where it was meant to go.
extension AppState {
  mutating func serverChanged(_ condition: ServerCondition) -> [Effect] {
    server = condition
    guard let running = flow, running.context.awaits == .server else { return [] }
    switch condition {
    case .unknown, .starting: return []
    // Whoever wants to forget the device is not kept from it by a server that does not start.
    case .failed(let reason) where running.kind == .revokeTokens:
      return revocationFailed(AppError(.embeddedServerFailed, step: running.step, cause: .embeddedServer(reason)))
    case .failed where running.kind == .forgetDevice: return unregistrationAnswered(.failure(.init(.connectionRefused)))
    case .failed(let reason):
      return fail(AppError(.embeddedServerFailed, step: running.step, cause: .embeddedServer(reason)))
    case .ready, .external:
      flow?.context.awaits = nil
      if running.kind == .forgetDevice { return unregister() }
      if running.kind == .signUp { return sendSignUp() }
      if running.kind == .updateRegistration { return sendUpdate() }
      if running.kind == .checkRegistration { return sendCheck() }
      // Metadata is fetched once a run; a new registration asks again, because it is about to trust what it says.
      if running.kind != .registration, !doubtsMetadata, let metadata {
        do { return try proceed(with: metadata) } catch { return fail(error) }
      }
      return [.send(running.id, Discovery.openIDRequest(issuer: settings.issuer), .openIDMetadata)]
    }
  }

  mutating func metadataAnswered(
    _ result: Result<HTTPResponse, TransportFailure>, openID: Bool
  ) throws(AppError) -> [Effect] {
    let needsRegistration = flow?.kind == .registration
    if openID,
      Discovery.shouldTryOAuth(
        after: result, issuer: settings.issuer, needsRegistration: needsRegistration,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
    {
      flow?.context.openIDAnswer = try? result.get()
      return send(Discovery.oauthRequest(issuer: settings.issuer), .oauthMetadata)
    }
    let response = try answer(result, url: settings.issuer)
    let accepted = try judged { () throws(ProtocolError) in
      try Discovery.judge(
        response, after: flow?.context.openIDAnswer, issuer: settings.issuer, needsRegistration: needsRegistration,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
    }
    metadata = accepted
    doubtsMetadata = false
    return try proceed(with: accepted)
  }

  private mutating func proceed(with metadata: AuthorizationServerMetadata) throws(AppError) -> [Effect] {
    guard let running = flow else { return [] }
    switch running.kind {
    case .registration: return try beginRegistration()
    case .authentication:
      go(to: .login)
      return [.prepareAuthorization(running.id, redirectURI: settings.redirectURI)]
    case .refresh, .silentStart: return sendRefresh(metadata)
    case .revokeTokens: return revokeTokens(metadata)
    case .updateRegistration: return sendUpdate()
    case .checkRegistration: return sendCheck()
    case .signOut:
      go(to: .logout)
      guard metadata.endSessionEndpoint != nil else { return dropTokens() }
      return [.prepareAuthorization(running.id, redirectURI: settings.postLogoutRedirectURI)]
    case .forgetDevice: return unregister()
    case .signUp: return sendSignUp()
    }
  }
}
