import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// A client that registers, signs in three times, uses its token, renews it once and signs out, with all care. Each member that a test
/// changes is one slip.
struct ClientFlow: Sendable {
  typealias Parameters = [String: String?]

  var metadataPath: String? = Addresses.openIDMetadataPaths[0]
  /// Registrations that are sent before the good one.
  var attempts: [JSON] = []
  var logins = 3
  /// Of the login with this number, which begins at 0.
  var request: @Sendable (Int) -> Parameters = { _ in [:] }
  var redemption: @Sendable (Int) -> Parameters = { _ in [:] }
  var verifier: @Sendable (Int) -> String = { _ in freshSecret() }
  var usesBasic: @Sendable (Int) -> Bool = { _ in true }
  /// One more authorization request, whose code the client does not redeem.
  var another: Parameters?
  var agent = ClientFlow.browser
  /// The name of the access token in the address of one more userinfo request.
  var hasTokenInAddress = false
  var sendsInitialTokenElsewhere = false
  var refreshes = true
  /// Which of its tokens the client revokes.
  var revokes: String? = "refresh_token"
  /// `nil`: the client does not end the session.
  var logout: Parameters? = [:]
  var registersAgain = false

  static let browser = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"

  /// What the client and the server must not tell anybody, by name.
  struct Traces: Sendable {
    var clientID = ""
    var secrets: [String: String] = [:]
  }

  func run(on server: TestServer) async throws -> Traces {
    let browser = TestBrowser(server)
    if let metadataPath { _ = try await server.send(HTTPRequest("GET", server.origin + metadataPath)) }
    let initialToken = try await server.registrationToken(browser)
    for metadata in attempts { _ = try await server.register(metadata, token: initialToken) }
    let registration = try await server.register(token: initialToken).json
    let app = TestApp(
      server: server, clientID: registration.token("client_id"), secret: registration.token("client_secret"),
      redirectURI: "io.curity.dcrclient:/callback", scope: "openid profile")
    var traces = Traces(clientID: app.clientID)
    traces.secrets = ["initial token": initialToken, "secret": registration.token("client_secret")]
    traces.secrets["registration token"] = registration.token("registration_access_token")
    if sendsInitialTokenElsewhere { _ = try await app.userInfo(initialToken) }
    var tokens: JSON?
    for number in 0..<logins {
      let answer = try await signIn(number, app, browser, &traces)
      if answer["access_token"] != nil, tokens == nil { tokens = answer }
    }
    if let another { _ = try await open(app.authorizationURL(fresh(freshSecret()).merging(another) { $1 }), browser) }
    if let tokens { try await use(tokens, app) }
    if let logout { try await signOut(tokens, logout, app, browser) }
    if registersAgain { _ = try await server.register(token: server.registrationToken(browser)) }
    return traces
  }

  private func fresh(_ verifier: String) -> Parameters {
    [
      "state": freshSecret(), "nonce": freshSecret(),
      "code_challenge": Base64URL.encode(Primitives.sha256(verifier.utf8)),
    ]
  }

  private func open(_ url: String, _ browser: TestBrowser) async throws -> HTTPResponse {
    try await browser.get(url, headers: [HTTPHeader("User-Agent", agent)])
  }

  private func signIn(
    _ number: Int, _ app: TestApp, _ browser: TestBrowser, _ traces: inout Traces
  ) async throws -> JSON {
    let verifier = verifier(number)
    let parameters = fresh(verifier).merging(request(number)) { $1 }
    let code = try #require(try await open(app.authorizationURL(parameters), browser).code)
    var changes: Parameters = ["code_verifier": verifier]
    changes.merge(redemption(number)) { $1 }
    let tokens = try await app.redeem(code, changes, basic: usesBasic(number)).json
    for (name, value) in [("verifier", verifier), ("code", code)] { traces.secrets["\(name) \(number)"] = value }
    for name in ["state", "nonce"] {
      if let value = parameters[name] ?? nil { traces.secrets["\(name) \(number)"] = value }
    }
    for name in ["access_token", "refresh_token", "id_token"] {
      if let value = tokens[name]?.stringValue { traces.secrets["\(name) \(number)"] = value }
    }
    return tokens
  }

  private func use(_ tokens: JSON, _ app: TestApp) async throws {
    #expect(try await app.userInfo(tokens.token("access_token")).status == 200)
    if hasTokenInAddress {
      let address = app.server.origin + Addresses.userInfoPath + "?access_token=" + tokens.token("access_token")
      _ = try await app.server.send(HTTPRequest("GET", address))
    }
    var tokens = tokens
    if refreshes {
      tokens = try await app.refresh(tokens.token("refresh_token")).json
      #expect(try await app.userInfo(tokens.token("access_token")).status == 200)
    }
    if let revokes { _ = try await app.post(Addresses.revocationPath, [("token", tokens.token(revokes))]) }
  }

  private func signOut(
    _ tokens: JSON?, _ changes: Parameters, _ app: TestApp, _ browser: TestBrowser
  ) async throws {
    var parameters: Parameters = [
      "client_id": app.clientID, "id_token_hint": tokens?["id_token"]?.stringValue,
      "post_logout_redirect_uri": "io.curity.dcrclient:/logoutcallback", "state": freshSecret(),
    ]
    parameters.merge(changes) { $1 }
    let pairs = parameters.compactMap { name, value in value.map { (name, $0) } }.sorted { $0.0 < $1.0 }
    let query = String(decoding: form(pairs), as: UTF8.self)
    _ = try await open(app.server.origin + Addresses.endSessionPath + "?" + query, browser)
  }
}

extension TestServer {
  func report(on id: String) throws -> ClientReport {
    let client = try #require(try server.provider.store.client(id))
    return trace.report(on: client, server.addresses)
  }
}

extension ClientReport {
  typealias Outcomes = [String: CheckOutcome]

  /// Of the checks that only look on.
  var outcomes: Outcomes {
    Dictionary(uniqueKeysWithValues: verdicts.filter { $0.check.kind == .passive }.map { ($0.check.id, $0.outcome) })
  }

  func verdict(_ id: String) -> CheckVerdict? { verdicts.first { $0.check.id == id } }
}
