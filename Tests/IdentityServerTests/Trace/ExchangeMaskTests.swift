import Faults
import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Whole flows with many errors: nothing that the trace returns has a secret of theirs. Equal secrets can be followed.
@Suite struct ExchangeMaskTests {
  /// The secrets of a flow by name, and what has to be searched for them.
  private final class Secrets {
    private(set) var values: [String: String] = [:]

    func keep(_ name: String, _ value: String?) throws -> String {
      let secret = try #require(value.flatMap { $0.isEmpty ? nil : $0 }, "\(name)")
      values[name] = secret
      return secret
    }

    /// - Returns: the names of secrets in the text, as they are or as a URL and a form spell them.
    func found(in text: String) -> [String] {
      values.filter { text.contains($0.value) || text.contains(PercentCoding.encode($0.value, .unreserved)) }
        .map(\.key).sorted()
    }
  }

  /// Everything that the trace returns, as values print themselves and as scripts get it.
  private func everything(_ server: TestServer) -> String {
    var query = ExchangeQuery()
    query.limit = ExchangeQuery.maximumLimit
    let exchanges = server.trace.exchanges(query)
    let single = exchanges.compactMap { server.trace.exchange($0.line.number) }
    return exchanges.map { $0.json.compact }.joined() + "\(exchanges) \(single) \(server.trace.lines(query))"
  }

  @Test(arguments: TestServer.Way.allCases)
  func noSecretLeavesTheTrace(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      let secrets = Secrets()
      let browser = TestBrowser(server)
      let anonymous = TestApp(server: server)
      _ = try secrets.keep("password", "Password1")
      _ = try secrets.keep("wrong password", "a-wrong-password-7")
      _ = try secrets.keep("verifier", TestApp.verifier)
      let state = try secrets.keep("state", "state-secret-1-state-secret")
      let login = try await browser.get(anonymous.authorizationURL(["prompt": "login", "state": state]))
      for part in try secrets.keep("form", login.hiddenForm).split(separator: ".") {
        _ = try secrets.keep("form \(part.count)", String(part))
      }
      _ = try secrets.keep("browser cookie", browser.cookies[Cookie.browser])
      _ = try await browser.submit(login, [("username", "demouser"), ("password", "a-wrong-password-7")])
      let answer = try await browser.submit(login, [("username", "demouser"), ("password", "Password1")])
      let session = try secrets.keep("session", browser.cookies[Cookie.session])
      _ = try secrets.keep("known browser", browser.cookies[Cookie.known])
      let dcr = try await anonymous.redeem(secrets.keep("dcr code", answer.code)).json["access_token"]?.stringValue
      _ = try await server.register(["redirect_uris": 7], token: secrets.keep("dcr token", dcr))
      let registration = try await server.register(token: dcr ?? "").json
      let access = try secrets.keep("registration token", registration["registration_access_token"]?.stringValue)
      let secret = try secrets.keep("client secret", registration["client_secret"]?.stringValue)

      let id = registration["client_id"]?.stringValue ?? ""
      let app = TestApp(server: server, clientID: id, secret: secret, scope: "openid profile")
      let nonce = try secrets.keep("nonce", "nonce-secret-1-nonce-secret")
      let code = try secrets.keep("code", try await browser.get(app.authorizationURL(["nonce": nonce])).code)
      let tokens = try await app.redeem(code, basic: false).json
      for name in ["access_token", "refresh_token", "id_token"] {
        _ = try secrets.keep(name, tokens[name]?.stringValue)
      }
      let signature = secrets.values["id_token"]?.split(separator: ".").last
      _ = try secrets.keep("signature", signature.map(String.init))
      let refreshed = try await app.refresh(secrets.values["refresh_token"] ?? "").json
      let token = try secrets.keep("second access token", refreshed["access_token"]?.stringValue)

      // Secrets in the wrong places.
      let userInfo = server.origin + "/oauth/v2/oauth-userinfo"
      _ = try await server.send(HTTPRequest("GET", userInfo + "?access_token=" + token))
      _ = try await server.send(HTTPRequest("GET", userInfo, headers: [HTTPHeader("X-Debug", "token \(token)")]))
      _ = try await server.send(HTTPRequest("GET", server.origin + "/nothing/" + token))
      _ = try await app.post("/oauth/v2/oauth-token", [("grant_type", session)])
      _ = try await app.post("/oauth/v2/oauth-token", [("grant_type", "x"), ("scope", secret), ("redirect_uri", code)])
      _ = try await browser.get(
        app.authorizationURL(["redirect_uri": "https://evil.example/?p=\(code)", "prompt": code]))
      _ = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?id_token_hint=" + (tokens["id_token"]?.stringValue ?? ""))
      let path = "/token-service/oauth-registration/" + id
      let managed = try await server.registration("GET", path, token: access)
      #expect(managed.status == 200)
      _ = try await server.registration("PUT", path, ["client_name": .string(access)], token: access)

      let text = everything(server)
      #expect(secrets.found(in: text) == [])
      #expect(text.contains(id) && text.contains("demouser"), "what is no secret can be read")
      // The texts would be found if they were not masked.
      for name in ["code", "access_token", "client secret", "registration token"] {
        #expect(text.contains(Secret(secrets.values[name] ?? "").masked), "\(name)")
      }
    }
  }

  @Test func neitherPushedRequestsNorDevicesGiveTheirCodesAway() async throws {
    try await TestServer.with { server in
      let secrets = Secrets()
      let app = TestApp(server: server)
      let reference = try await app.pushed()
      let prefix = "urn:ietf:params:oauth:request_uri:"
      _ = try secrets.keep("request_uri", String(reference.dropFirst(prefix.count)))
      _ = try await TestBrowser(server).signIn(app.presenting(reference))
      let codes = try await app.askForCodes().json
      _ = try secrets.keep("device code", codes["device_code"]?.stringValue)
      let userCode = try secrets.keep("user code", codes["user_code"]?.stringValue)
      _ = try secrets.keep("typed", userCode.lowercased().replacing("-", with: ""))
      let browser = TestBrowser(server)
      _ = try await browser.get(codes["verification_uri_complete"]?.stringValue ?? "")
      _ = try await browser.type(secrets.values["typed"] ?? "", at: codes)
      _ = try await browser.decide(codes)
      server.clock.advance(by: 5)
      _ = try secrets.keep("token", try await app.poll(codes).json["access_token"]?.stringValue)
      let text = everything(server)
      #expect(secrets.found(in: text) == [])
      #expect(text.contains(prefix) && text.contains("device question"))
    }
  }

  /// Tokens that the server really gave in an answer that a fault spoiled: also half an answer can be used.
  @Test(arguments: [BodyDefect.wrongContentType, .truncated])
  func tokensInASpoiledAnswerAreKnown(_ defect: BodyDefect) async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
      try await server.switchOn([FaultRule(.token, .body(defect))])
      let body = try await app.redeem(code).text
      let token = try #require(body.firstMatch(of: #/"access_token":"([^"]+)"/#)).1
      _ = try await server.send(HTTPRequest("GET", server.origin + "/nothing/" + token))
      #expect(server.lastLine?.target == "/nothing/" + Secret(String(token)).masked)
    }
  }

  /// A client that sends its form as `multipart/form-data`, as some libraries do by default, is refused. Its secrets are no less secret.
  @Test(arguments: ["\r\n", "\n"])
  func secretsInPartsOfAFormAreMasked(_ lineEnd: String) async throws {
    try await TestServer.with { server in
      let lines = [
        "--b", #"Content-Disposition: form-data; name="grant_type""#, "", "password",
        "--b", #"Content-Disposition: form-data; name="client_secret""#, "", "a-secret-of-the-test-1",
        "--b", #"Content-Disposition: form-data; name="refresh_token""#, "Content-Type: text/plain", "",
        "a-token-of-the-test-2", "--b", "Content-Disposition: form-data; name=password", "", "correct horse", "--b--",
        "",
      ]
      _ = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-token",
          headers: [HTTPHeader("Content-Type", "multipart/form-data; boundary=b")],
          body: Array(lines.joined(separator: lineEnd).utf8)))
      let body = try #require(server.lastLine.flatMap { server.trace.exchange($0.number) }).request.body
      #expect(body.contains("name=\"grant_type\"") && body.contains("Content-Type: text/plain"))
      for secret in ["a-secret-of-the-test-1", "a-token-of-the-test-2", "correct horse"] {
        #expect(!body.contains(secret), "\(secret)")
      }
      #expect(body.contains(Secret("a-secret-of-the-test-1").masked), "\(body)")
    }
  }

  /// So is a client that sends XML. What has the name of an element of HTML stays, in every page.
  @Test func secretsInXMLAreMasked() async throws {
    try await TestServer.with { server in
      let xml =
        #"<request id="1"><grant_type>password</grant_type><client_secret>a-secret-of-the-test-1</client_secret></request>"#
      _ = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-token", headers: [HTTPHeader("Content-Type", "application/xml")],
          body: Array(xml.utf8)))
      let body = try #require(server.lastLine.flatMap { server.trace.exchange($0.number) }).request.body
      let masked = Secret("a-secret-of-the-test-1").masked
      #expect(body == xml.replacingBytes(of: "a-secret-of-the-test-1", with: masked))
      _ = try await TestBrowser(server).get(TestApp(server: server).authorizationURL(["prompt": "login"]))
      let page = try #require(server.lastLine.flatMap { server.trace.exchange($0.number) }).response.body
      #expect(page.contains("<form") && page.contains("name=\"password\""))
    }
  }

  @Test func aCodeCanBeFollowed() async throws {
    try await TestServer.withApp { server, app, browser in
      let code = try #require(try await browser.get(app.authorizationURL(["nonce": "n-1"])).code)
      _ = try await app.redeem(code)
      let exchanges = server.lines(of: app.clientID).suffix(2).compactMap { server.trace.exchange($0.number) }
      let mask = "code=\(code.prefix(8))••••"
      #expect(exchanges.first?.response.headers[first: "Location"]?.contains(mask) == true)
      #expect(exchanges.last?.request.body.contains(mask) == true)
      #expect(exchanges.last?.request.headers[first: "Authorization"] == "Basic ••••")
    }
  }

  /// A challenge is as long as a secret, and is none. A value does not become a secret because a request calls it one.
  @Test func whatIsNoSecretStays() async throws {
    try await TestServer.withApp { server, app, browser in
      let userInfo = server.origin + "/oauth/v2/oauth-userinfo"
      _ = try await server.send(HTTPRequest("GET", userInfo + "?access_token=" + app.clientID))
      _ = try await browser.get(app.authorizationURL(["nonce": "n-1", "code": app.clientID]))
      let line = try #require(server.lines(of: app.clientID).last)
      #expect(line.target.contains("code_challenge=" + TestApp.challenge))
      #expect(line.target.contains("client_id=" + app.clientID))
    }
  }

  /// A request that the server accepts may have another value where its endpoint does not look.
  @Test func whatNoEndpointReadsIsNoSecret() async throws {
    try await TestServer.withApp { server, app, browser in
      let id = app.clientID
      let code = try #require(try await browser.get(app.authorizationURL()).code)
      let tokens = try await app.redeem(code).json
      let access = HTTPHeader("Authorization", "Bearer " + (tokens["access_token"]?.stringValue ?? ""))
      let wrong = HTTPHeader("Authorization", "Bearer " + id)
      for (target, header) in [
        ("/oauth/v2/oauth-userinfo?access_token=" + id, access), ("/oauth/v2/oauth-anonymous/jwks", wrong),
        ("/oauth/v2/oauth-session/logout?id_token_hint=" + id, wrong), ("/device?user_code=" + id, wrong),
      ] {
        let answer = try await server.send(HTTPRequest("GET", server.origin + target, headers: [header]))
        #expect(answer.status == 200, "\(target)")
      }
      _ = try await browser.get(app.authorizationURL(["id_token_hint": id]))
      _ = try await browser.get(app.authorizationURL(["request_uri": id]))
      let fields = [
        ("grant_type", "refresh_token"), ("refresh_token", tokens["refresh_token"]?.stringValue ?? ""),
        ("code_verifier", id),
      ]
      _ = try await app.post("/oauth/v2/oauth-token?refresh_token=" + id, fields)
      // The login that registered the client is another client's.
      let naming = server.lines(of: id).filter {
        $0.target.contains("client_id=") && !$0.target.contains("client_id=mobile-dcr-client")
      }
      #expect(!naming.isEmpty)
      for line in naming { #expect(line.target.contains("client_id=" + id)) }
    }
  }

  /// What the server gave before it started is known by its name alone, or once it was accepted.
  @Test(arguments: ["refreshToken", "accessToken", "Client-Secret", "secret", "codeVerifier", "api_key", "pwd"])
  func otherSpellingsOfNamesAreMasked(_ name: String) async throws {
    try await TestServer.with { server in
      let secret = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
      let target = "/oauth/v2/oauth-userinfo?" + name + "=" + secret
      _ = try await server.send(HTTPRequest("GET", server.origin + target))
      #expect(server.lastLine?.target.contains(secret) == false)
      #expect(server.lastLine?.target.contains(name + "=") == true)
    }
  }

  @Test func theSecretOfBasicIsMaskedElsewhere() {
    let secret = "a-secret-of-the-server-before"
    let basic = "Basic " + Data(("id:" + secret).utf8).base64EncodedString()
    let request = ServerRequest(
      method: "POST", target: Addresses.tokenPath, headers: [HTTPHeader("Authorization", basic)], host: "localhost",
      body: [], address: "192.0.2.1")
    let found = FoundKeys(request, FormParameters(), FormParameters())
    #expect(found.secrets == [recognitionMark(secret.utf8)])
  }
}
