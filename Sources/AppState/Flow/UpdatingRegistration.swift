import OAuthClient
import SharedValues

/// Update Registration (RFC 7592 §2.2): the server gets this configuration's redirect URIs and scope, and may answer with
/// a new secret and a new registration access token. Those are on disk before the old ones are given up.
enum Updating: FlowStages {
  case waitingForServer(ClientRegistration, HTTPRequest)
  /// The client gets another key; until the server has confirmed it, the one before is the one that counts.
  case makingKey(ClientRegistration)
  case updating(ClientRegistration)
  case saving(ClientRegistration)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Turn<Updating>? {
    switch (self, answer) {
    case (.waitingForServer(let client, let request), .serverReady):
      app.go(to: .update)
      guard client.usesKey else { return Turn(.updating(client), .send(id, request, .registrationUpdate)) }
      let key = KeyNeeds(client: .new(demandsUser: app.settings.keys.userPresence))
      return Turn(.makingKey(client), .prepareKeys(id, key))

    case (.makingKey(let client), .keys(let result)):
      try app.keysArrived(result)
      guard let request = app.update(of: client, to: app.keys.client) else { return .over() }
      return Turn(.updating(client), .send(id, request, .registrationUpdate))

    case (.updating(let client), .response(.registrationUpdate, let result)):
      let response = try app.certainAnswer(result, url: client.registrationClientURI, otherwise: .updateAnswerLost)
      let accepted = try app.judged { () throws(ProtocolError) in
        try RegistrationUpdate.judge(
          response, of: client, redirectURI: app.settings.redirectURI,
          keys: client.usesKey ? app.keys.client.map { RegisteredKeys(client: $0) } : nil,
          now: app.now,
          allowPlainHTTPLoopback: app.settings.allowPlainHTTPLoopback)
      }
      return Updating.save(app.asked(accepted), id, &app)

    case (.saving(let accepted), .saved):
      app.logSaved()
      app.updated(accepted)
      return .over(app.retireOtherKeys())
    case (.saving(let accepted), .notSaved(let error)): throw app.keeps(unsaved: accepted, because: error)

    default: return nil
    }
  }

  static func save(_ accepted: ClientRegistration, _ id: FlowID, _ app: inout AppState) -> Turn<Updating> {
    app.go(to: .update)
    return Turn(.saving(accepted), .saveRegistration(id, accepted, registeredAt: app.registeredAt ?? app.now))
  }
}

extension AppState {
  /// - Parameter key: the client's from now on; `nil` leaves what it has.
  func update(of client: ClientRegistration, to key: P256PublicKey? = nil) -> HTTPRequest? {
    RegistrationUpdate.build(
      client, redirectURI: settings.redirectURI, postLogoutRedirectURI: settings.postLogoutRedirectURI,
      scope: settings.scope, keys: key.map { RegisteredKeys(client: $0) })
  }

  /// The client is the same: who is signed in stays so.
  fileprivate mutating func updated(_ saved: ClientRegistration) {
    let hasNewSecret = saved.credentials != registration?.credentials
    replaceRegistration(by: saved)
    let kept = registrationDifferences
    notice = kept.isEmpty ? .registrationUpdated(newSecret: hasNewSecret) : .registrationUpdatedInPart(kept)
  }

  /// The server has it, and the disk.
  mutating func replaceRegistration(by saved: ClientRegistration) {
    unsavedRegistration = nil
    isRegistrationInDoubt = false
    registration = saved
    view.route = .home
    end()
    if case .failed = auth { auth = .idle }
  }
}
