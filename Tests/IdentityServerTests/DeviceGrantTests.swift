import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// The device authorization grant (RFC 8628): from the two codes to the tokens.
@Suite struct DeviceGrantTests {
  /// The requests of §3.1 and §3.4, as far as this server has such a client.
  @Test(arguments: TestServer.Way.allCases) func theExampleOfTheRFC(_ way: TestServer.Way) async throws {
    try await TestServer.with(way) { server in
      try await server.database { database in
        var metadata = ClientMetadata()
        (metadata.authMethod, metadata.grantTypes) = (.none, [TestApp.deviceGrant])
        metadata.scope = ["example_scope"]
        try database.execute(
          sql: "INSERT INTO configured_clients (client_id, kind, metadata) VALUES ('1406020730', 'static', ?)",
          arguments: [metadata.json.compact])
      }
      let type = HTTPHeader("Content-Type", "application/x-www-form-urlencoded")
      let answer = try await server.send(
        HTTPRequest(
          "POST", server.origin + "/oauth/v2/oauth-device-authorization", headers: [type],
          body: Array("client_id=1406020730&scope=example_scope".utf8)))
      #expect(answer.status == 200)
      #expect(answer.headers[first: "Content-Type"] == "application/json")
      #expect(answer.headers[first: "Cache-Control"] == "no-store")
      let codes = answer.json
      #expect(codes["device_code"]?.stringValue?.wholeMatch(of: /[A-Za-z0-9_-]{43}/) != nil)
      let userCode = try #require(codes["user_code"]?.stringValue)
      #expect(userCode.wholeMatch(of: /[BCDFGHJKLMNPQRSTVWXZ]{4}-[BCDFGHJKLMNPQRSTVWXZ]{4}/) != nil)
      #expect(codes["verification_uri"]?.stringValue == server.origin + "/device")
      #expect(codes["verification_uri_complete"]?.stringValue == server.origin + "/device?user_code=" + userCode)
      #expect(codes["expires_in"] == 600)
      #expect(codes["interval"] == 5)

      func poll() async throws -> HTTPResponse {
        try await server.send(
          HTTPRequest(
            "POST", server.origin + "/oauth/v2/oauth-token", headers: [type],
            body: Array(
              ("grant_type=urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Adevice_code&client_id=1406020730&device_code="
                + (codes["device_code"]?.stringValue ?? "")).utf8)))
      }
      let pending = try await poll()
      #expect(pending.status == 400 && pending.error == "authorization_pending")
      #expect(try await TestBrowser(server).decide(codes).status == 200)
      server.clock.advance(by: 5)
      let tokens = try await poll()
      #expect(tokens.status == 200)
      #expect(tokens.json["scope"] == "example_scope")
      #expect(tokens.json["access_token"]?.stringValue != nil)
    }
  }

  @Test func theMetadataNamesIt() async throws {
    try await TestServer.with { server in
      let metadata = try await server.send(HTTPRequest("GET", server.issuer + "/.well-known/openid-configuration")).json
      #expect(
        metadata["device_authorization_endpoint"]?.stringValue == server.origin + "/oauth/v2/oauth-device-authorization"
      )
      #expect(metadata["grant_types_supported"]?.stringArray?.contains(TestApp.deviceGrant) == true)
    }
  }

  /// The product's main way: a phone without a browser registers, then signs in as its own client.
  @Test func bothLoginsOfThePhone() async throws {
    try await TestServer.with { server in
      let browser = TestBrowser(server)
      let first = TestApp(server: server)
      let codes = try await first.askForCodes().json
      #expect(try await browser.decide(codes).status == 200)
      let token = try #require(try await first.poll(codes).json["access_token"]?.stringValue)
      let registration = try await server.register(TestServer.deviceMetadata, token: token).json
      #expect(registration["grant_types"] == TestServer.deviceMetadata["grant_types"])
      let app = TestApp(
        server: server, clientID: try #require(registration["client_id"]?.stringValue),
        secret: registration["client_secret"]?.stringValue, scope: "openid profile")
      let second = try await app.askForCodes().json
      // The browser has a session; the user is asked all the same.
      let question = try await browser.bring(second)
      #expect(question.text.contains(try #require(second["user_code"]?.stringValue)))
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 200)
      let tokens = try await app.poll(second).json
      #expect(tokens["scope"] == "openid profile")
      #expect(tokens["refresh_token"]?.stringValue != nil)
      let claims = try unverifiedClaims(of: tokens["id_token"])
      #expect(claims["sub"] == "demouser")
      #expect(claims["aud"]?.stringValue == app.clientID)
      #expect(claims["nonce"] == nil)
      #expect(try await app.userInfo(try #require(tokens["access_token"]?.stringValue)).status == 200)
      #expect(try await app.refresh(try #require(tokens["refresh_token"]?.stringValue)).status == 200)
    }
  }

  // MARK: The device's question (§3.5)

  @Test func pollingTooSoonLengthensTheInterval() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      #expect(try await app.poll(codes).error == "authorization_pending")
      server.clock.advance(by: 3)
      #expect(try await app.poll(codes).error == "slow_down")
      // After this early poll the interval is 10 seconds, for good.
      server.clock.advance(by: 8)
      #expect(try await app.poll(codes).error == "slow_down")
      server.clock.advance(by: 13)
      #expect(try await app.poll(codes).error == "slow_down")
      server.clock.advance(by: 20)
      #expect(try await app.poll(codes).error == "authorization_pending")
      // A device that polls too early does not get an answer that was allowed meanwhile.
      #expect(try await TestBrowser(server).decide(codes).status == 200)
      #expect(try await app.poll(codes).error == "slow_down")
      server.clock.advance(by: 25)
      #expect(try await app.poll(codes).status == 200)
    }
  }

  /// The clock counts whole seconds and timers are inexact: from 1.05 to 5.98 is 4.93 seconds, or 4 whole ones.
  @Test func aTimerOfFiveSecondsIsNotTooFast() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      server.clock.advance(by: 1.05)
      #expect(try await app.poll(codes).error == "authorization_pending")
      for seconds in [4.93, 5.06, 4.95] {
        server.clock.advance(by: seconds)
        #expect(try await app.poll(codes).error == "authorization_pending", "\(seconds)")
      }
    }
  }

  @Test func theUserRefuses() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      #expect(try await TestBrowser(server).decide(codes, "deny").status == 200)
      #expect(try await app.poll(codes).error == "access_denied")
      // A later yes has no effect either.
      let page = try await TestBrowser(server).type(codes["user_code"]?.stringValue ?? "", at: codes)
      #expect(page.text.contains("name=\"user_code\""))
    }
  }

  @Test func codesExpire() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let browser = TestBrowser(server)
      let question = try await browser.bring(codes)
      server.clock.advance(by: 600)
      #expect(try await browser.submit(question, [("decision", "allow")]).status == 400)
      #expect(try await app.poll(codes).error == "expired_token")
      let page = try await browser.type(codes["user_code"]?.stringValue ?? "", at: codes)
      #expect(page.text.contains("name=\"user_code\""))
      // Tokens that were allowed in time must be fetched in time.
      let again = try await app.askForCodes().json
      #expect(try await browser.decide(again).status == 200)
      server.clock.advance(by: 600)
      #expect(try await app.poll(again).error == "expired_token")
    }
  }

  /// One code, one answer; a second redemption means that the code was copied, and revokes its tokens.
  @Test func aCodeIsGoodOnce() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      #expect(try await TestBrowser(server).decide(codes).status == 200)
      let answers = try await withThrowingTaskGroup(of: HTTPResponse.self) { group in
        for _ in 0..<8 { group.addTask { try await app.poll(codes) } }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      #expect(answers.count { $0.status == 200 } == 1)
      let token = try #require(answers.first { $0.status == 200 }?.json["access_token"]?.stringValue)
      #expect(try await app.poll(codes).error == "invalid_grant")
      #expect(try await server.register(token: token).status == 401)
    }
  }

  @Test func aCodeWorksForItsClientOnly() async throws {
    try await TestServer.with { server in
      let (other, browser, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      #expect(try await browser.decide(codes).status == 200)
      #expect(try await other.poll(codes).error == "invalid_grant")
      #expect(try await app.poll(codes).status == 200)
      #expect(try await app.poll(["device_code": "unknown"]).error == "invalid_grant")
      #expect(try await app.poll([:]).error == "invalid_request")
    }
  }

  // MARK: Who may ask, and for what

  @Test func theClientHasToBeRegisteredForIt() async throws {
    try await TestServer.with { server in
      let (app, _, registration) = try await server.registeredApp()
      #expect(registration["grant_types"] == ["authorization_code", "refresh_token"])
      #expect(try await app.askForCodes().error == "unauthorized_client")
      #expect(try await app.poll(["device_code": "a"]).error == "unauthorized_client")
      var impostor = app
      impostor.secret = "wrong"
      #expect(try await impostor.askForCodes().status == 401)
    }
  }

  /// RFC 7591 §2: only grants that redirect need redirect URIs.
  @Test func aClientWithoutRedirects() async throws {
    try await TestServer.with(adjusting: { $0.policies.registration = .open }) { server in
      let answer = try await server.registrationOpen(["grant_types": [.string(TestApp.deviceGrant)]])
      #expect(answer.status == 201)
      #expect(answer.json["grant_types"] == ["refresh_token", .string(TestApp.deviceGrant)])
      #expect(answer.json["response_types"] == [])
      #expect(
        try await server.registrationOpen(["grant_types": ["authorization_code"]]).error == "invalid_redirect_uri")
      let app = TestApp(
        server: server, clientID: answer.json["client_id"]?.stringValue ?? "",
        secret: answer.json["client_secret"]?.stringValue, scope: "openid")
      let codes = try await app.askForCodes().json
      #expect(try await TestBrowser(server).decide(codes).status == 200)
      #expect(try await app.poll(codes).status == 200)
    }
  }

  /// §3.1: the scope is optional, and the client's authentication is in the header.
  @Test(arguments: [nil, "application/x-www-form-urlencoded"] as [String?])
  func nothingNeedsToBeSent(_ type: String?) async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let pair = Data("\(app.clientID):\(app.secret ?? "")".utf8).base64EncodedString()
      let headers =
        [HTTPHeader("Authorization", "Basic " + pair)] + (type.map { [HTTPHeader("Content-Type", $0)] } ?? [])
      for (path, status) in [("device-authorization", 200), ("token", 400), ("revoke", 400)] {
        let answer = try await server.send(
          HTTPRequest("POST", server.origin + "/oauth/v2/oauth-" + path, headers: headers, body: []))
        #expect(answer.status == status, "\(path)")
        #expect(status == 200 || answer.error == "invalid_request", "\(path)")
      }
    }
  }

  static let refused: [([String: String?], String)] = [
    (["scope": "unknown"], "invalid_scope"), (["resource": "https://api.example/"], "invalid_target"),
    (["max_age": "-1"], "invalid_request"), (["claims": "{", "scope": "openid"], "invalid_request"),
    (["claims": #"{"id_token":{"acr":{"essential":true,"value":"urn:x"}}}"#], "unmet_authentication_requirements"),
  ]

  @Test(arguments: refused) func refuses(_ changes: [String: String?], _ error: String) async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp(as: "demouser", "Password1", TestServer.deviceMetadata)
      let answer = try await app.askForCodes(changes)
      #expect(answer.status == 400)
      #expect(answer.error == error)
      #expect(try await server.deviceAuthorizations() == 0)
    }
  }

  /// If a client has no scope left without `scope`, its user would be asked to allow nothing.
  @Test func anEmptyScopeIsRefused() async throws {
    try await TestServer.with { server in
      let (app, _, _) = try await server.registeredApp(
        as: "demouser", "Password1", TestServer.deviceMetadata.setting("scope", "openid"))
      let answer = try await app.askForCodes(["scope": nil, "ui_locales": "en"])
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_scope", "\(String(decoding: answer.body, as: UTF8.self))")
      #expect(try await server.deviceAuthorizations() == 0)
      #expect(try await app.askForCodes(["scope": "openid"]).status == 200)
    }
  }

  /// §3.1: unknown parameters are ignored, repeated ones refused.
  @Test func unknownAndRepeatedParameters() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      #expect(try await app.askForCodes(["redirect_uri": "https://evil.example/", "x": "y"]).status == 200)
      #expect(try await app.askForCodes(adding: [("scope", "dcr")]).error == "invalid_request")
      let kept = try await server.database {
        try String.fetchAll($0, sql: "SELECT parameters FROM device_authorizations")
      }
      #expect(kept == ["scope=dcr"])
    }
  }

  /// No code stands in clear in any column or page of the database.
  @Test func codesAreKeptAsHashes() async throws {
    try await TestServer.with { server in
      let codes = try await TestApp(server: server).askForCodes().json
      let deviceCode = try #require(codes["device_code"]?.stringValue)
      let userCode = try #require(codes["user_code"]?.stringValue)
      let letters = userCode.replacingOccurrences(of: "-", with: "")
      let hashes = try await server.database { database in
        try Row.fetchAll(database, sql: "SELECT device_code_hash, user_code_hash FROM device_authorizations")
          .flatMap { row -> [Data] in [row["device_code_hash"], row["user_code_hash"]] }
      }
      #expect(hashes == [digest(deviceCode), digest(letters)])
      var contents = Data()
      for name in ["idsvr.sqlite", "idsvr.sqlite-wal"] {
        contents.append((try? Data(contentsOf: server.folder.appendingPathComponent(name))) ?? Data())
      }
      #expect(contents.range(of: Data("scope=dcr".utf8)) != nil, "the control: the row is in these files")
      for secret in [deviceCode, userCode, letters] {
        #expect(contents.range(of: Data(secret.utf8)) == nil)
      }
    }
  }
}
