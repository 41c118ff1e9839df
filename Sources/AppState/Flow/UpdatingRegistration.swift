import OAuthClient
import SharedValues

/// Update Registration (RFC 7592 §2.2): the server gets this configuration's redirect URIs and scope, and may answer with a new secret and a new
/// registration access token. Those are saved before the old ones are dropped.
enum UpdatingRegistration: FlowStages {
  case waitingForServer(ClientRegistration, HTTPRequest)
  /// The client gets a new key; until the server has confirmed it, the old one counts.
  case makingKey(ClientRegistration)
  case updating(ClientRegistration)
  case saving(ClientRegistration, hasNewKey: Bool = false)
  /// The new key is confirmed and on disk: the server is asked to remove the old one.
  case retiringKey(ClientRegistration)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    switch (self, answer) {
    case (.waitingForServer(let client, let request), .serverReady):
      app.go(to: .update)
      try app.judgeIDTokens(of: client)
      guard client.usesKey else { return Transition(.updating(client), .send(id, request, .registrationUpdate)) }
      return Transition(.makingKey(client), .prepareKeys(id, KeyNeeds(client: app.newClientKey)))

    case (.makingKey(let client), .keys(let result)):
      try app.keysArrived(result)
      let keys = app.keys.client.map { RegisteredKeys(client: $0, retiring: client.publicKey) }
      guard let request = app.update(of: client, to: keys) else { return .over() }
      return Transition(.updating(client), .send(id, request, .registrationUpdate))

    case (.updating(let client), .response(.registrationUpdate, let result)):
      let keys = client.usesKey ? app.keys.client.map { RegisteredKeys(client: $0, retiring: client.publicKey) } : nil
      return UpdatingRegistration.save(try app.judge(result, of: client, keys: keys), id, &app)

    case (.saving(let accepted, _), .saved) where accepted.usesKey && accepted.keyThumbprints.count > 1:
      app.logSaved()
      app.registration = accepted
      guard let key = accepted.onlyKey, let request = app.update(of: accepted, to: key) else { return .over() }
      return Transition(.retiringKey(accepted), .send(id, request, .registrationUpdate))

    case (.retiringKey(let accepted), .response(.registrationUpdate, let result)):
      let last = try app.judge(result, of: accepted, keys: accepted.onlyKey)
      return UpdatingRegistration.save(last, hasNewKey: true, id, &app)

    case (.saving(let accepted, let hasNewKey), .saved):
      app.logSaved()
      app.updated(accepted, hasNewKey: hasNewKey)
      return .over(app.retireOtherKeys())
    case (.saving(let accepted, _), .notSaved(let error)): throw app.keeps(unsaved: accepted, because: error)

    default: return nil
    }
  }

  static func save(
    _ accepted: ClientRegistration, hasNewKey: Bool = false, _ id: FlowID, _ app: inout AppState
  ) -> Transition<UpdatingRegistration> {
    app.go(to: .update)
    return Transition(
      .saving(accepted, hasNewKey: hasNewKey),
      .saveRegistration(id, accepted, registeredAt: app.registeredAt ?? app.now))
  }
}

extension ClientRegistration {
  /// The client's current key without the retired one.
  fileprivate var onlyKey: RegisteredKeys? { publicKey.map { RegisteredKeys(client: $0) } }
}

extension AppState {
  /// - Parameter keys: the client's new keys; `nil` keeps its present ones.
  func update(of client: ClientRegistration, to keys: RegisteredKeys? = nil) -> HTTPRequest? {
    RegistrationUpdate.build(
      client, redirectURI: settings.redirectURI, postLogoutRedirectURI: settings.postLogoutRedirectURI,
      scope: settings.scope, keys: keys, secretMethod: client.usesKey ? nil : wantedSecretMethod)
  }

  /// - Parameter keys: the keys in the request; `nil`: it changed none.
  fileprivate func judge(
    _ result: Result<HTTPResponse, TransportFailure>, of client: ClientRegistration, keys: RegisteredKeys?
  ) throws(AppError) -> ClientRegistration {
    let response = try certainAnswer(result, url: client.registrationClientURI, otherwise: .updateAnswerLost)
    return asked(
      try judged(
        try RegistrationUpdate.judge(
          response, of: client, redirectURI: settings.redirectURI, keys: keys, isFAPI: refusesRS256, now: now,
          allowPlainHTTPLoopback: settings.allowPlainHTTPLoopback)))
  }

  /// The client is the same, so that a signed-in user stays signed in.
  fileprivate mutating func updated(_ saved: ClientRegistration, hasNewKey: Bool) {
    let hasNewSecret = hasNewKey || saved.credentials != registration?.credentials
    replaceRegistration(by: saved)
    let kept = registrationDifferences
    notice = kept.isEmpty ? .registrationUpdated(newSecret: hasNewSecret) : .registrationUpdatedInPart(kept)
  }

  /// The server and the disk both have the new registration.
  mutating func replaceRegistration(by saved: ClientRegistration) {
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    registration = saved
    view.route = .home
    end()
    if case .failed = auth { auth = .idle }
  }

  /// Whether this app has a registration of its own that the server lets it change (RFC 7592 §3).
  public var canUpdateRegistration: Bool { registers && currentRegistration?.management == .possible }

  /// Whether an update may change something: the server's registration differs from the configuration, and the server has not given that answer to
  /// the same request already.
  public var registrationDiffers: Bool {
    currentRegistration?.asked != settings.wishes && !registrationDifferences.isEmpty
  }

  /// Where the server's registration differs from the configuration. A member that the server leaves out is no difference.
  public var registrationDifferences: [RegistrationDifference] {
    guard registers, let document = currentRegistration?.document else { return [] }
    func lacks(_ name: String, _ wanted: RedirectURI) -> Bool {
      guard let known = document[name]?.stringArray else { return false }
      return !known.contains(where: wanted.isRegistered)
    }
    func names(_ scope: String) -> Set<Substring> { Set(scope.split(scalar: " ")) }
    return RegistrationDifference.allCases.filter { difference in
      switch difference {
      case .redirectURI: lacks("redirect_uris", settings.redirectURI)
      case .postLogoutRedirectURI: lacks("post_logout_redirect_uris", settings.postLogoutRedirectURI)
      case .scope: document["scope"]?.stringValue.map { names($0) != names(settings.scope) } ?? false
      }
    }
  }
}

/// The parts of a registration that may differ from config.json.
public enum RegistrationDifference: Hashable, Sendable, CaseIterable { case redirectURI, postLogoutRedirectURI, scope }

extension AppSettings {
  /// The metadata that a registration or an update asks the server for.
  var wishes: JSON {
    [
      "redirect_uris": [.string(redirectURI.text)], "post_logout_redirect_uris": [.string(postLogoutRedirectURI.text)],
      "scope": .string(scope),
    ]
  }
}
