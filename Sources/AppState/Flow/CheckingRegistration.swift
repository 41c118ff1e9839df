import OAuthClient
import SharedValues

/// Check Registration (RFC 7592 §2.1): what became of an update whose answer was not awaited or got lost.
///
/// It uses the token that this app has. A server that refuses it has done the update and issued a new token in the lost answer: then the registration
/// is out of reach, and only Register Again is left. A client with a key keeps working: the old key counts until a new one is confirmed.
enum CheckingRegistration: FlowStages {
  case waitingForServer(ClientRegistration, HTTPRequest)
  case reading(ClientRegistration)
  case saving(ClientRegistration)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<Self>? {
    switch (self, answer) {
    case (.waitingForServer(let client, let request), .serverReady):
      app.go(to: .check)
      return Transition(.reading(client), .send(id, request, .registrationRead))

    case (.reading(let client), .response(.registrationRead, let result)):
      let response = try app.answer(result, url: client.registrationClientURI)
      if client.usesKey, app.isRegistrationInDoubt, response.status == 401 {
        return CheckingRegistration.save(client.unmanaged, id, &app)
      }
      let known = try app.judged(
        try RegistrationReading.judge(
          response, of: client, redirectURI: app.settings.redirectURI, isFAPI: app.refusesRS256, now: app.now,
          allowPlainHTTPLoopback: app.settings.allowPlainHTTPLoopback, mustAnswer: true))
      guard known != app.registration else {
        app.checked(known)
        return .over()
      }
      return CheckingRegistration.save(known, id, &app)

    case (.saving(let known), .saved):
      app.logSaved()
      app.checked(known)
      return .over(app.retireOtherKeys())
    case (.saving(let known), .notSaved(let error)): throw app.keeps(unsaved: known, because: error)

    default: return nil
    }
  }

  private static func save(_ known: ClientRegistration, _ id: FlowID, _ app: inout AppState) -> Transition<Self> {
    Transition(.saving(known), .saveRegistration(id, known, registeredAt: app.registeredAt ?? app.now))
  }
}

extension AppState {
  fileprivate mutating func checked(_ known: ClientRegistration) {
    let before = registration
    replaceRegistration(by: known)
    let isOutOfReach = before?.registrationClientURI != nil && known.registrationClientURI == nil
    notice = isOutOfReach ? .registrationOutOfReach : .registrationChecked(changed: known != before)
  }
}
