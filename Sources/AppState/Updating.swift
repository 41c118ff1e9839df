import OAuthClient
import SharedValues

/// Update Registration (RFC 7592 §2.2): the server gets this configuration's redirect URIs and scope, and may answer with
/// a new secret and a new registration access token. Those are on disk before the old ones are given up.
extension AppState {
  mutating func sendUpdate() -> [Effect] {
    go(to: .update)
    guard let client = currentRegistration,
      let request = RegistrationUpdate.build(
        client, redirectURI: settings.redirectURI, postLogoutRedirectURI: settings.postLogoutRedirectURI,
        scope: settings.scope)
    else { return cancel() }
    return send(request, .registrationUpdate)
  }

  mutating func updateAnswered(_ result: Result<HTTPResponse, TransportFailure>) throws(AppError) -> [Effect] {
    guard let client = currentRegistration else { return [] }
    let response = try certainAnswer(result, url: client.registrationClientURI, otherwise: .updateAnswerLost)
    return save(
      try judged { () throws(ProtocolError) in
        try RegistrationUpdate.judge(
          response, of: client, redirectURI: settings.redirectURI, now: now,
          allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)
      })
  }

  /// The client is the same: who is signed in stays so.
  mutating func updateSaved(_ saved: ClientRegistration) {
    let hasNewSecret = saved.credentials != registration?.credentials
    unsavedRegistration = nil
    registration = saved
    view.route = .home
    end()
    if case .failed = auth { auth = .idle }
    notice = .registrationUpdated(newSecret: hasNewSecret)
  }

  /// Whether this app has a registration of its own that the server lets it change (RFC 7592 §3).
  public var canUpdateRegistration: Bool { registers && currentRegistration?.isManageable == true }

  /// Whether the server knows this app by other redirect URIs or another scope than the configuration names, so that an
  /// update would change something. What the server does not say is no difference.
  public var registrationDiffers: Bool {
    guard registers, let document = currentRegistration?.document else { return false }
    func lacks(_ name: String, _ wanted: String) -> Bool {
      guard let wanted = try? RedirectURI(wanted), let known = document[name]?.stringArray else { return false }
      return !known.contains(where: wanted.isRegistered)
    }
    return lacks("redirect_uris", settings.redirectURI)
      || lacks("post_logout_redirect_uris", settings.postLogoutRedirectURI)
      || document["scope"]?.stringValue.map {
        Set($0.split(separator: " ")) != Set(settings.scope.split(separator: " "))
      }
        ?? false
  }
}

extension ClientRegistration {
  /// Whether the server gave a place and a token to manage it with (RFC 7592 §3).
  public var isManageable: Bool { registrationClientURI != nil && registrationAccessToken != nil }
}
