import FoundationEssentials
import OAuthClient
import SharedValues

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
    focusSignUp()
  }

  /// Focuses the first field that is missing, or else the button below the fields.
  mutating func focusSignUp() {
    guard let signUp else { return }
    let fields = SignUpForm.Field.allCases
    view.button = signUp.missing.first.flatMap(fields.firstIndex(of:)) ?? fields.count
  }
}
