import FoundationEssentials
import OAuthClient
import SharedValues

/// Create Account (seeds/004): a user who has logged in creates an account at the application server.
enum SigningUp: FlowStages {
  case waitingForServer(Session, HTTPRequest)
  case signingUp(Session)

  func next(_ answer: FlowAnswer, _ id: FlowID, _ app: inout AppState) throws(AppError) -> Transition<SigningUp>? {
    switch (self, answer) {
    case (.waitingForServer(let session, let request), .serverReady):
      return Transition(.signingUp(session), .send(id, request, .signUp))

    case (.signingUp(var session), .response(.signUp, let result)):
      let response = try app.answer(result, url: app.settings.applicationServer)
      session.accountStatus = .account(try app.judged(try SignUpRequest.judge(response)))
      app.signUp = nil
      app.auth = .authorized(session, refreshing: false)
      app.end()
      app.notice = .accountCreated
      return .over()

    default: return nil
    }
  }
}

/// How a key changes a text.
public enum TextChange: Hashable, Sendable {
  case insert(String)
  case removeLast
  case clear
  /// Replaces the whole text, where lines are read instead of keys.
  case replace(String)

  /// The text of a field in one line after the change. Typing and pasting add no line breaks and no tabs.
  package func applied(to text: String) -> String {
    switch self {
    case .insert(let typed): text + typed.filter { !$0.isNewline && $0 != "\t" }
    case .removeLast: String(text.dropLast())
    case .clear: ""
    case .replace(let typed): typed
    }
  }

  /// The same, without what is beyond `limit` bytes of UTF-8.
  package func applied(to text: String, limit: Int) -> String {
    var text = applied(to: text)
    while text.utf8.count > limit { text.removeLast() }
    return text
  }
}

/// The Klaxit seed's way (seeds/004): the app asks for the code itself, and a server behind it, which keeps the client secret, turns it into an
/// access token, claims and the user's account. Nothing is registered and nothing is kept on the device.
extension AppState {
  /// Whether a code goes to an application server and not to the token endpoint.
  public var usesApplicationServer: Bool { settings.applicationServer != nil }

  /// Replaces the token request.
  func sendToApplicationServer(
    _ id: FlowID, _ code: AuthorizationCode, _ applicationServer: String, loginNotBefore: Date?
  ) -> Effect {
    // The server knows the configured redirect URI; any other, such as one with a loopback port of the moment, has to be sent.
    let redirectURI = code.request.redirectURI == settings.redirectURI ? nil : code.request.redirectURI
    return .send(
      id,
      ApplicationServerRequest.build(
        code, applicationServer: applicationServer, redirectURI: redirectURI, loginNotBefore: loginNotBefore,
        now: now), .application)
  }

  mutating func applicationServerAnswered(_ response: HTTPResponse, loginNotBefore: Date?) throws(AppError) {
    let answer: ApplicationAnswer
    do {
      answer = try judged(try ApplicationServerRequest.judge(response, loginNotBefore: loginNotBefore, now: now))
    } catch {
      // The identity server or the application server found the login too old: the next one forces it with prompt=login.
      if [.server(.loginRequired), .server(.applicationAuthTimeTooOld)].contains(error.code) { expectsSSO = false }
      throw error
    }
    let accountStatus: Session.AccountStatus = answer.account.map { .account($0) } ?? .noAccount
    signUp = answer.account == nil ? SignUpForm(claims: answer.userinfo.document) : nil
    auth = .authorized(
      Session(tokens: answer.tokens, claims: nil, userinfo: answer.userinfo, accountStatus: accountStatus),
      refreshing: false)
    expectsSSO = true
    view.route = .home
    end()
    if let signUp { focus(firstOf: signUp.missing) }
  }

  /// Focuses the first field that is missing, or else the button below the fields.
  mutating func focus<Field: CaseIterable & Equatable>(firstOf missing: [Field]) where Field.AllCases == [Field] {
    view.button = missing.first.flatMap(Field.allCases.firstIndex(of:)) ?? Field.allCases.count
  }
}
