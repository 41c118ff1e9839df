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

    case (.signingUp(let session), .response(.signUp, let result)):
      let response = try app.answer(result, url: app.settings.applicationServer)
      app.accountCreated(try app.judged(try SignUpRequest.judge(response)), for: session)
      return .over()

    default: return nil
    }
  }
}

extension AppState {
  /// Nothing is sent while the screen still asks for a required field.
  var canSignUp: Bool { session?.accountStatus == .noAccount && signUp?.missing.isEmpty == true }

  fileprivate mutating func accountCreated(_ account: ApplicationAccount, for session: Session) {
    var session = session
    session.accountStatus = .account(account)
    signUp = nil
    auth = .authorized(session, refreshing: false)
    end()
    notice = .accountCreated
  }

  mutating func edit(_ field: SignUpForm.Field, _ change: TextChange) {
    guard flow == nil, let form = signUp else { return }
    signUp?[field] = change.applied(to: form[field])
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
}
