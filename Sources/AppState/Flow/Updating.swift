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
    take(saved)
    let kept = registrationDifferences
    notice = kept.isEmpty ? .registrationUpdated(newSecret: hasNewSecret) : .registrationUpdatedInPart(kept)
  }

  private mutating func take(_ saved: ClientRegistration) {
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    registration = saved
    view.route = .home
    end()
    if case .failed = auth { auth = .idle }
  }

  // MARK: Looking what became of an update

  /// With the token that this app has. A server that no longer takes it has done the update, and given a new one in the
  /// answer that nobody waited for: then the registration is out of reach, and Register Again is what is left.
  mutating func sendCheck() -> [Effect] {
    go(to: .check)
    guard let client = currentRegistration, let request = RegistrationReading.build(client) else { return cancel() }
    return send(request, .registrationRead)
  }

  mutating func checkAnswered(_ result: Result<HTTPResponse, TransportFailure>) throws(AppError) -> [Effect] {
    guard let client = currentRegistration else { return [] }
    let response = try answer(result, url: client.registrationClientURI)
    let known = try judged { () throws(ProtocolError) in
      try RegistrationReading.judge(
        response, of: client, redirectURI: settings.redirectURI, now: now,
        allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback, mustAnswer: true)
    }
    if known == registration {
      checked(known)
      return []
    }
    unsavedRegistration = known
    flow?.context.registration = known
    return [.saveRegistration(flow?.id ?? 0, known, registeredAt: registeredAt ?? now)]
  }

  mutating func checked(_ known: ClientRegistration) {
    let hasChanged = known != registration
    take(known)
    notice = .registrationChecked(changed: hasChanged)
  }

  // MARK: Whether there is something to update

  /// Whether this app has a registration of its own that the server lets it change (RFC 7592 §3).
  public var canUpdateRegistration: Bool { registers && currentRegistration?.isManageable == true }

  /// Whether an update may change something: the server has something else than the configuration asks for, and has not
  /// answered just that already.
  public var registrationDiffers: Bool {
    currentRegistration?.asked != settings.wishes && !registrationDifferences.isEmpty
  }

  /// In what the server knows this app otherwise than the configuration names it. What the server does not say is no
  /// difference.
  public var registrationDifferences: [RegistrationDifference] {
    guard registers, let document = currentRegistration?.document else { return [] }
    func lacks(_ name: String, _ wanted: RedirectURI) -> Bool {
      guard let known = document[name]?.stringArray else { return false }
      return !known.contains(where: wanted.isRegistered)
    }
    func names(_ scope: String) -> Set<Substring> { Set(scope.split(separator: " ")) }
    return RegistrationDifference.allCases.filter { difference in
      switch difference {
      case .redirectURI: lacks("redirect_uris", settings.redirectURI)
      case .postLogoutRedirectURI: lacks("post_logout_redirect_uris", settings.postLogoutRedirectURI)
      case .scope: document["scope"]?.stringValue.map { names($0) != names(settings.scope) } ?? false
      }
    }
  }
}

/// In what a registration can be another than config.json asks for.
public enum RegistrationDifference: Hashable, Sendable, CaseIterable {
  case redirectURI, postLogoutRedirectURI, scope
}

extension AppSettings {
  /// What the server is asked for in a registration and in an update.
  var wishes: JSON {
    [
      "redirect_uris": [.string(redirectURI.text)],
      "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
      "scope": .string(scope),
    ]
  }
}

extension ClientRegistration {
  /// Whether the server gave a place and a token to manage it with (RFC 7592 §3).
  public var isManageable: Bool { registrationClientURI != nil && registrationAccessToken != nil }
}
