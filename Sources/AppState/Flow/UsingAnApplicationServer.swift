import Foundation
import OAuthClient
import SharedValues

/// The Klaxit seed's way (seeds/004): the app asks for the code itself, and a server behind it, which keeps the client secret,
/// turns it into an access token, claims and the user's account. Nothing is registered, nothing is kept on the device.
extension AppState {
  /// Whether a code goes to an application server and not to the token endpoint.
  public var usesApplicationServer: Bool { settings.applicationServer != nil }

  /// Instead of the token request.
  func sendToApplicationServer(_ code: AuthorizationCode, _ applicationServer: String) -> [Effect] {
    // It knows the redirect URI of the configuration; another one, such as a loopback port of the moment, has to be said.
    let redirectURI = code.request.redirectURI == settings.redirectURI ? nil : code.request.redirectURI
    return send(
      ApplicationServerRequest.build(
        code, applicationServer: applicationServer, redirectURI: redirectURI,
        loginNotBefore: flow.flatMap(loginNotBefore), now: now), .application)
  }

  mutating func applicationServerAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    let answer: ApplicationAnswer
    do {
      answer = try judged { () throws(ProtocolError) in
        try ApplicationServerRequest.judge(response, loginNotBefore: flow.flatMap(loginNotBefore), now: now)
      }
    } catch {
      // Either of the two found the login too old: the next one says prompt=login.
      if [.server(.loginRequired), .server(.applicationAuthTimeTooOld)].contains(error.code) { expectsSSO = false }
      throw error
    }
    let standing: Session.Standing = answer.account.map { .account($0) } ?? .noAccount
    signUp = answer.account == nil ? SignUpForm(claims: answer.userinfo.document) : nil
    auth = .authorized(
      Session(tokens: answer.tokens, claims: nil, userinfo: answer.userinfo, standing: standing), refreshing: false)
    expectsSSO = true
    view.route = .home
    end()
    focusSignUp()
    return []
  }

  /// The eye begins where something is missing, else at the button below the fields.
  mutating func focusSignUp() {
    guard let signUp else { return }
    let fields = SignUpForm.Field.allCases
    view.button = signUp.missing.first.flatMap(fields.firstIndex(of:)) ?? fields.count
  }

  // MARK: Signing up

  /// What has to be filled in first is said on the screen, and nothing is sent.
  var canSignUp: Bool { session?.standing == .noAccount && signUp?.missing.isEmpty == true }

  mutating func sendSignUp() -> [Effect] {
    guard let session, let signUp, let applicationServer = settings.applicationServer else { return cancel() }
    return send(
      SignUpRequest.build(
        signUp, accessToken: session.tokens.accessToken, applicationServer: applicationServer), .signUp)
  }

  mutating func signUpAnswered(_ response: HTTPResponse) throws(AppError) -> [Effect] {
    guard var session else { return [] }
    let account = try judged { () throws(ProtocolError) in try SignUpRequest.judge(response) }
    session.standing = .account(account)
    signUp = nil
    auth = .authorized(session, refreshing: false)
    end()
    notice = .accountCreated
    return []
  }

  mutating func edit(_ field: SignUpForm.Field, _ change: TextChange) {
    guard flow == nil, var form = signUp else { return }
    switch change {
    case .insert(let text): form[field] += text
    case .removeLast: form[field] = String(form[field].dropLast())
    case .clear: form[field] = ""
    case .replace(let text): form[field] = text
    }
    signUp = form
  }
}

/// What a key does to a text.
public enum TextChange: Hashable, Sendable {
  case insert(String)
  case removeLast
  case clear
  /// By a whole line, where no single keys are read.
  case replace(String)
}
