import AppState
import FoundationEssentials
import SharedValues
import Workshop

/// The messages of a first start with the embedded server, in parts, so that a state can stop in between.
extension Sample {
  /// The messages up to and including this part.
  enum Part: CaseIterable { case discovery, registrationLogin, registered, loggedIn, refreshed, signedOut }

  static func messages(upTo last: Part) -> MessageLog { logs[last] ?? MessageLog() }

  /// Created once: hundreds of states share them, and the gallery holds all states.
  private static let logs: [Part: MessageLog] = {
    var log = SampleLog()
    return Part.allCases.reduce(into: [:]) { logs, part in
      switch part {
      case .discovery: log.discovery()
      case .registrationLogin: log.registrationLogin()
      case .registered: log.registered()
      case .loggedIn: log.loggedIn()
      case .refreshed: log.refreshed()
      case .signedOut: log.signedOut()
      }
      logs[part] = log.messages
    }
  }()

  /// The flow in which a step belongs in the main job, where the metadata are read only once.
  static func flow(of step: FlowStep) -> FlowMark {
    switch step {
    case .discovery, .registrationLogin, .registrationToken, .register: FlowMark(1, .registration, started: now)
    case .login, .token, .userinfo: FlowMark(2, .authentication, started: now)
    case .refresh: FlowMark(3, .refresh, started: now)
    case .logout: FlowMark(4, .signOut, started: now)
    case .unregister: FlowMark(5, .forgetDevice, started: now)
    case .signUp: FlowMark(6, .signUp, started: now)
    case .accounts: FlowMark(7, .accounts, started: now)
    case .payment: FlowMark(8, .payment, started: now)
    case .revoke: FlowMark(7, .revokeTokens, started: now)
    case .update, .check: FlowMark(8, .updateRegistration, started: now)
    }
  }
}

/// Builds a log, a little later with every message.
struct SampleLog {
  private(set) var messages = MessageLog()
  private var time = Sample.now.addingTimeInterval(-60)

  mutating func add(
    _ from: Party, _ to: Party, _ content: Message.Content, _ step: FlowStep, after seconds: Double = 0.4
  ) {
    time += seconds
    messages.append(Message(from: from, to: to, content, at: time, step: step, flow: Sample.flow(of: step)))
  }

  mutating func exchange(
    _ request: HTTPRequest, _ outcome: Result<HTTPResponse, TransportFailure>?, _ step: FlowStep,
    milliseconds: Double = 14
  ) {
    time += 0.2
    let finished = outcome.map { _ in time.addingTimeInterval(milliseconds / 1000) }
    let exchange = Exchange(request, outcome: outcome, started: time, finished: finished)
    messages.append(
      Message(from: .app, to: .server, .exchange(exchange), at: time, step: step, flow: Sample.flow(of: step)))
  }

  mutating func seen(
    _ method: String, _ path: String, _ status: Int, _ note: String, _ step: FlowStep,
    endpoint: Endpoint = .authorization, usesSession: Bool = false
  ) {
    let request = ObservedRequest(
      method: method, path: path, status: status, note: note, endpoint: endpoint, usesSession: usesSession)
    add(.browser, .server, .observed(request), step)
  }

  mutating func discovery() {
    exchange(
      HTTPRequest(
        "GET", Sample.issuer + "/.well-known/openid-configuration", headers: [HTTPHeader("Accept", "application/json")],
        endpoint: .metadata), .success(Sample.json(200, Sample.metadataDocument)), .discovery, milliseconds: 23)
  }

  mutating func registrationLogin() {
    let url = authorize(
      client: "mobile-dcr-client", scope: "dcr", extra: "&prompt=login", state: "q7PvYhT2mR5sKdXw9LcB3g")
    add(.app, .browser, .userAgentOpened(url: url), .registrationLogin)
    seen("GET", "/oauth/v2/oauth-authorize", 200, "login form", .registrationLogin)
    seen("POST", "/oauth/v2/oauth-authorize/login", 303, "SSO session created", .registrationLogin)
    seen("GET", "/oauth/v2/oauth-authorize", 303, "redirect with code", .registrationLogin)
    add(
      .browser, .app, .redirect(url: redirect("Cg85vgCfElPckCgzPYDcZUrMekzA1iv5", "q7PvYhT2mR5sKdXw9LcB3g")),
      .registrationLogin)
  }

  mutating func registered() {
    let dcr: JSON = [
      "access_token": .string(Sample.dcrToken), "token_type": "bearer", "expires_in": 300, "scope": "dcr",
    ]
    exchange(
      form(
        "grant_type=authorization_code&client_id=mobile-dcr-client&code=Cg85vgCfElPckCgzPYDcZUrMekzA1iv5"
          + "&code_verifier=ex_OaauEnB0cLdBwXUXypYxr4j2CrkPNfWOsdI&redirect_uri=io.curity.dcrclient%3A%2Fcallback"),
      .success(Sample.json(200, dcr)), .registrationToken)
    exchange(
      Sample.registering(Sample.document("registration-request")),
      .success(Sample.json(201, Sample.registrationDocument)), .register, milliseconds: 31)
    add(.app, .keystore, .keystoreSaved(file: "keystore.age"), .register)
  }

  mutating func loggedIn() {
    add(
      .app, .browser,
      .userAgentOpened(
        url: authorize(
          client: Sample.clientID, scope: "openid%20profile", extra: "&nonce=n-0S6_WzA2Mj", state: "zV4nE8uJbW1yRf6T")),
      .login, after: 4)
    seen("GET", "/oauth/v2/oauth-authorize", 303, "SSO session used", .login, usesSession: true)
    add(.browser, .app, .redirect(url: redirect("b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i", "zV4nE8uJbW1yRf6T")), .login)
    exchange(
      form(
        "grant_type=authorization_code&code=b9TkLm3VxQzR7pYwNs2HdFa5Ue8GjC4i"
          + "&code_verifier=Zb6mTq1WcXv9RkYh3PsLd8NgUe4JfAo7&redirect_uri=io.curity.dcrclient%3A%2Fcallback",
        authenticated: true), .success(Sample.json(200, Sample.tokenDocument)), .token)
    let key: JSON = ["kty": "RSA", "kid": "2021-06-18", "use": "sig", "alg": "RS256", "e": "AQAB", "n": "x2Qm8v"]
    exchange(
      HTTPRequest("GET", Sample.issuer + "/jwks", endpoint: .jwks), .success(Sample.json(200, ["keys": [key]])), .token,
      milliseconds: 4)
    exchange(
      HTTPRequest(
        "GET", Sample.base + "/oauth/v2/oauth-userinfo",
        headers: [HTTPHeader("Authorization", "Bearer \(Sample.accessToken)")], endpoint: .userinfo),
      .success(Sample.json(200, Sample.userinfoDocument)), .userinfo, milliseconds: 6)
    add(.app, .keystore, .keystoreSaved(file: "keystore.age"), .userinfo)
  }

  mutating func refreshed() {
    exchange(
      form("grant_type=refresh_token&refresh_token=\(Sample.refreshToken)", authenticated: true, endpoint: .refresh),
      .success(Sample.json(200, Sample.tokenDocument)), .refresh, milliseconds: 11)
  }

  mutating func signedOut() {
    let url =
      Sample.base + "/oauth/v2/oauth-session/logout?id_token_hint=\(Sample.idToken)"
      + "&post_logout_redirect_uri=io.curity.dcrclient%3A%2Flogoutcallback&state=Hx2Rw8Tq5Vn1"
    add(.app, .browser, .userAgentOpened(url: url), .logout, after: 3)
    seen("GET", "/oauth/v2/oauth-session/logout", 303, "SSO session ended", .logout, endpoint: .endSession)
    add(.browser, .app, .redirect(url: "\(Sample.logoutURI)?state=Hx2Rw8Tq5Vn1"), .logout)
    add(.app, .keystore, .keystoreSaved(file: "keystore.age"), .logout)
  }

  private func authorize(client: String, scope: String, extra: String, state: String) -> String {
    Sample.base + "/oauth/v2/oauth-authorize?response_type=code&client_id=\(client)"
      + "&redirect_uri=io.curity.dcrclient%3A%2Fcallback&scope=\(scope)&state=\(state)"
      + "&code_challenge=E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM&code_challenge_method=S256" + extra
  }

  private func redirect(_ code: String, _ state: String) -> String {
    "\(Sample.redirectURI)?code=\(code)&state=\(state)&iss=https%3A%2F%2Flocalhost%3A8443%2Foauth%2Fv2%2Foauth-anonymous"
  }

  func form(_ body: String, authenticated: Bool = false, endpoint: Endpoint = .token) -> HTTPRequest {
    var request = Sample.form("/oauth/v2/oauth-token", body, endpoint: endpoint)
    if authenticated {
      request.headers.append(HTTPHeader("Authorization", "Basic ODdmMWQ5ZGU6dGZzOW5hZDNkd2VGQWExQ3FwVWo1cDZO"))
    }
    return request
  }
}

extension AppState {
  /// The log of this phone. A new one also becomes what the phone itself remembers.
  package var messages: MessageLog {
    get { self[MessagesTool.self].log }
    set {
      tools[MessagesTool.self].log = newValue
      (recentMessages, lastMessage) = (Array(newValue.suffix(8)), newValue.lastNumber)
    }
  }
}
