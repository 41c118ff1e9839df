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
    case .failed where running.kind == .forgetDevice: return unregistrationAnswered(.failure(.init(.connectionRefused)))
    case .failed(let reason):
      return fail(AppError(.embeddedServerFailed, step: running.step, cause: .embeddedServer(reason)))
    case .ready, .external:
      flow?.context.awaits = nil
      if running.kind == .forgetDevice { return unregister() }
      // Metadata is fetched once a run; a new registration asks again, because it is about to trust what it says.
      if running.kind != .registration, let metadata { return proceed(with: metadata) }
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
    return proceed(with: accepted)
  }

  private mutating func proceed(with metadata: AuthorizationServerMetadata) -> [Effect] {
    guard let running = flow else { return [] }
    switch running.kind {
    case .registration:
      go(to: .registrationLogin)
      return [.prepareSecrets(running.id)]
    case .authentication:
      go(to: .login)
      return [.prepareSecrets(running.id)]
    case .refresh: return sendRefresh(metadata)
    case .signOut:
      go(to: .logout)
      return metadata.endSessionEndpoint == nil ? dropTokens() : [.prepareSecrets(running.id)]
    case .forgetDevice: return unregister()
    }
  }
}
