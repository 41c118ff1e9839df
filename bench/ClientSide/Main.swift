import Foundation
import OAuthClient
import SharedValues

/// Measures the client's own work in one flow, without server, network and screen: builds every request and judges every
/// answer, repeatedly, with answers from a file. `bench/client_side.py` does the same work with Authlib.
///
/// usage: client-bench ANSWERS.json ROUNDS; prints the average microseconds of one whole flow.
@main
struct ClientBench {
  static func main() async throws {
    let arguments = CommandLine.arguments
    guard arguments.count == 3, let rounds = Int(arguments[2]), rounds > 0 else {
      FileHandle.standardError.write(Data("usage: client-bench ANSWERS.json ROUNDS\n".utf8))
      exit(64)
    }
    let flow = try Flow(JSON.parse(Array(Data(contentsOf: URL(fileURLWithPath: arguments[1])))))
    // The first run warms up and shows that the answers are accepted.
    try await flow.run()
    let began = ContinuousClock.now
    for _ in 0..<rounds { try await flow.run() }
    let took = ContinuousClock.now - began
    let microseconds = Double(took.components.seconds) * 1e6 + Double(took.components.attoseconds) / 1e12
    print(microseconds / Double(rounds))
  }
}

/// One flow against fixed answers.
struct Flow {
  let issuer: Issuer
  let redirectURI: RedirectURI
  let logoutURI: RedirectURI
  let clientID: String
  let scope: String
  let secrets: AuthorizationSecrets
  let now: Date
  let answers: [String: HTTPResponse]
  let redirects: [String: String]

  struct Unfit: Error {
    let what: String
  }

  init(_ document: JSON) throws {
    func text(_ name: String) throws -> String {
      guard let value = document[name]?.stringValue else { throw Unfit(what: name) }
      return value
    }
    issuer = try Issuer(try text("issuer"), allowPlainHTTPLoopback: false)
    redirectURI = try RedirectURI(text("redirect_uri"))
    logoutURI = try RedirectURI(text("post_logout_redirect_uri"))
    clientID = try text("client_id")
    scope = try text("scope")
    secrets = AuthorizationSecrets(
      state: Secret(try text("state")), nonce: Secret(try text("nonce")), codeVerifier: Secret(try text("verifier")))
    guard let seconds = Double(try text("now")) else { throw Unfit(what: "now") }
    now = Date(timeIntervalSince1970: seconds)
    answers = (document["answers"]?.objectValue ?? []).reduce(into: [:]) { all, member in
      let body = Array((member.value.stringValue ?? "").utf8)
      all[member.name] = HTTPResponse(
        member.name == "registration" ? 201 : 200, headers: [HTTPHeader("Content-Type", "application/json")], body: body
      )
    }
    redirects = (document["redirects"]?.objectValue ?? []).reduce(into: [:]) { $0[$1.name] = $1.value.stringValue }
  }

  /// Not optimised, because Swift 6.3's optimiser crashes on it; the measured functions that it calls are optimised.
  @_optimize(none)
  func run() async throws {
    _ = Discovery.openIDRequest(issuer: issuer)
    let metadata = try Discovery.judge(answer("metadata"), issuer: issuer, needsRegistration: true)

    let first = try AuthorizationRequest.build(
      metadata: metadata, clientID: clientID, redirectURI: redirectURI, scope: "dcr", secrets: secrets, prompt: "login",
      idTokenHint: nil)
    let firstCode = try AuthorizationResponse.judge(redirect("first"), for: first, metadata: metadata)
    _ = TokenRequest.build(
      firstCode, metadata: metadata, credentials: ClientCredentials(clientID: clientID, authentication: .none))
    let allowed = try TokenRequest.judge(answer("first_tokens"), expectsIDToken: false, now: now)

    _ = try RegistrationRequest.build(
      metadata: metadata, initialAccessToken: try InitialAccessToken(allowed.accessToken), redirectURI: redirectURI,
      postLogoutRedirectURI: logoutURI, scope: scope, softwareID: nil)
    let client = try RegistrationRequest.judge(answer("registration"), redirectURI: redirectURI, now: now)
    let id = client.credentials.clientID

    let second = try AuthorizationRequest.build(
      metadata: metadata, clientID: id, redirectURI: redirectURI, scope: scope, secrets: secrets, prompt: nil,
      idTokenHint: nil)
    let code = try AuthorizationResponse.judge(redirect("second"), for: second, metadata: metadata)
    _ = TokenRequest.build(code, metadata: metadata, credentials: client.credentials)
    let tokens = try TokenRequest.judge(answer("tokens"), expectsIDToken: true, now: now)
    _ = JWKSRequest.build(metadata: metadata)
    let keys = try JWKSRequest.judge(answer("jwks"))
    let claims = try await check(tokens, keys, client, nonce: secrets.nonce, previous: nil)

    _ = UserInfoRequest.build(metadata: metadata, accessToken: tokens.access)
    _ = try UserInfoRequest.judge(answer("userinfo"), subject: claims.subject)

    guard let refreshToken = tokens.refreshToken else { throw Unfit(what: "refresh_token") }
    _ = RefreshRequest.build(metadata: metadata, credentials: client.credentials, refreshToken: refreshToken)
    let refreshed = try RefreshRequest.judge(answer("refreshed"), previous: tokens, now: now)
    _ = try await check(refreshed, keys, client, nonce: nil, previous: claims)

    guard
      let end = EndSessionRequest.build(
        metadata: metadata, idTokenHint: refreshed.idToken, clientID: id, postLogoutRedirectURI: logoutURI,
        state: secrets.state)
    else { throw Unfit(what: "end_session_endpoint") }
    try EndSessionResponse.judge(redirect("logged_out"), for: end)
  }

  private func check(
    _ tokens: TokenSet, _ keys: JSON, _ client: ClientRegistration, nonce: Secret?, previous: IDTokenClaims?
  ) async throws -> IDTokenClaims {
    guard let token = tokens.idToken else { throw Unfit(what: "id_token") }
    return try await IDTokenCheck(
      token: token, jwks: keys, issuer: issuer, clientID: client.credentials.clientID,
      algorithm: client.idTokenAlgorithm, nonce: nonce, accessToken: tokens.accessToken, previous: previous, now: now
    ).judge()
  }

  private func answer(_ name: String) throws -> HTTPResponse {
    guard let answer = answers[name] else { throw Unfit(what: name) }
    return answer
  }

  private func redirect(_ name: String) throws -> String {
    guard let redirect = redirects[name] else { throw Unfit(what: name) }
    return redirect
  }
}
