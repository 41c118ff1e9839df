import Foundation
import Logging
import SharedValues
import Synchronization
import Testing

@testable import IdentityServer

/// A whole flow with many errors: no secret of it is in the log, in the events or in the metrics.
@Suite struct SecrecyTests {
  @Test(arguments: TestServer.Way.allCases)
  func logAndEventsHoldNoSecret(_ way: TestServer.Way) async throws {
    let log = LogRecorder()
    try await TestServer.with(
      way, adjusting: { $0.logger = Logger(label: "idsvr", factory: { _ in RecordingHandler(recorder: log) }) }
    ) { server in
      var secrets: [String: String] = ["password": "Password1", "wrong password": "a-wrong-password-7"]
      func keep(_ name: String, _ value: String?) throws {
        let secret: String = try #require(value)
        secrets[name] = secret
      }

      let browser = TestBrowser(server)
      let anonymous = TestApp(server: server)
      let login = try await browser.get(anonymous.authorizationURL(["prompt": "login", "state": "state-secret-1"]))
      try keep("form", login.hiddenForm)
      try keep("browser cookie", browser.cookies[Cookie.browser])
      _ = try await browser.submit(login, [("username", "demouser"), ("password", "a-wrong-password-7")])
      let code = try await browser.submit(login, [("username", "demouser"), ("password", "Password1")])
      try keep("dcr code", code.code)
      try keep("session", browser.cookies[Cookie.session])
      let dcr = try await anonymous.redeem(code.code ?? "").json["access_token"]?.stringValue
      try keep("dcr token", dcr)
      _ = try await server.register(["redirect_uris": 7], token: dcr ?? "")
      let registration = try await server.register(token: dcr ?? "").json
      for name in ["client_secret", "registration_access_token"] { try keep(name, registration[name]?.stringValue) }
      _ = try await server.register(token: dcr ?? "")

      let id = registration["client_id"]?.stringValue ?? ""
      let app = TestApp(
        server: server, clientID: id, secret: secrets["client_secret"], scope: "openid profile")
      let second = try await browser.get(app.authorizationURL(["nonce": "nonce-secret-1"]))
      try keep("code", second.code)
      let tokens = try await app.redeem(second.code ?? "", basic: false).json
      for name in ["access_token", "refresh_token", "id_token"] { try keep(name, tokens[name]?.stringValue) }
      secrets["verifier"] = TestApp.verifier
      let refreshed = try await app.refresh(secrets["refresh_token"] ?? "").json
      for name in ["access_token", "refresh_token"] { try keep("second " + name, refreshed[name]?.stringValue) }

      // Secrets in the wrong places.
      let access = secrets["second access_token"] ?? ""
      let userInfo = server.origin + "/oauth/v2/oauth-userinfo"
      #expect(try await app.userInfo(access).status == 200)
      _ = try await server.send(HTTPRequest("GET", userInfo + "?access_token=" + access))
      _ = try await app.redeem(second.code ?? "")
      _ = try await app.refresh(secrets["refresh_token"] ?? "")
      var impostor = app
      impostor.secret = "a-wrong-secret-7"
      secrets["wrong secret"] = "a-wrong-secret-7"
      _ = try await impostor.refresh(secrets["second refresh_token"] ?? "")
      _ = try await app.post("/oauth/v2/oauth-token", [("grant_type", secrets["session"] ?? "")])
      _ = try await app.post("/oauth/v2/oauth-introspect", [("token", access)])
      for path in ["/nothing/", "/oauth/v2/oauth-userinfo/", "/token-service/oauth-registration/"] {
        _ = try await server.send(HTTPRequest("GET", server.origin + path + access))
      }
      _ = try await app.post("/oauth/v2/oauth-revoke", [("token", access)])
      _ = try await browser.get(
        app.authorizationURL(["redirect_uri": "https://evil.example/?p=a-wrong-password-7", "prompt": secrets["code"]]))
      _ = try await browser.get(
        server.origin + "/oauth/v2/oauth-session/logout?id_token_hint=" + (secrets["id_token"] ?? ""))
      _ = try await server.registration(
        "DELETE", "/token-service/oauth-registration/" + id, token: secrets["registration_access_token"] ?? "")
      // An internal failure of the server.
      try await server.server.provider.store.pool.write {
        try $0.execute(sql: "ALTER TABLE tokens RENAME TO gone")
      }
      #expect(try await app.userInfo(secrets["access_token"] ?? "").status == 500)

      let events = server.events.withLock { $0.map { "\($0)" } }
      let lines = log.lines
      #expect(events.contains { $0.contains("\"\(id)\"") })
      #expect(lines.contains { $0.contains("client=\(id)") && $0.contains("status=200") && $0.contains("ms=") })
      #expect(lines.contains { $0.contains("status=500") && $0.contains("error") && $0.contains("no such table") })
      #expect(lines.filter { $0.contains("request ") }.count == events.count)
      let text = (lines + events).joined(separator: "\n") + (try await metrics(server))
      for (name, secret) in secrets {
        #expect(!text.contains(secret), "\(name)")
        // Nor in the spelling of a URL or a form.
        #expect(!text.contains(PercentCoding.encode(secret, .unreserved)), "\(name)")
      }
    }
  }

  /// The administrator's pages ask several times a second: that fills no log. A refusal is logged as any other.
  @Test func whatPagesAskAgainAndAgainIsLoggedForDebugging() async throws {
    let log = LogRecorder()
    try await TestServer.with(adjusting: {
      $0.logger = Logger(label: "idsvr", factory: { _ in RecordingHandler(recorder: log) })
    }) { server in
      let administrator = try await Administrator(server)
      for path in AdministrationFrame.polledPaths {
        #expect(try await administrator.get(path).status == 200)
        #expect(log.lines.last?.hasPrefix("debug request ") == true)
        let url = server.server.adminURL + String(path.dropFirst("/admin".count))
        #expect(try await TestBrowser(server).get(url).status == 401)
        #expect(log.lines.last?.hasPrefix("info request ") == true)
      }
    }
  }

  private func metrics(_ server: TestServer) async throws -> String { try await server.metrics() }
}

/// What a log file would contain, line by line, from trace level on.
final class LogRecorder: Sendable {
  private let kept = Mutex<[String]>([])
  var lines: [String] { kept.withLock { $0 } }
  func add(_ line: String) { kept.withLock { $0.append(line) } }
}

private struct RecordingHandler: LogHandler {
  var recorder: LogRecorder
  var logLevel: Logger.Level = .trace
  var metadata: Logger.Metadata = [:]

  init(recorder: LogRecorder) { self.recorder = recorder }

  subscript(metadataKey key: String) -> Logger.Metadata.Value? {
    get { metadata[key] }
    set { metadata[key] = newValue }
  }

  func log(event: LogEvent) {
    let pairs = metadata.merging(event.metadata ?? [:]) { $1 }.sorted { $0.key < $1.key }
    recorder.add("\(event.level) \(event.message) " + pairs.map { "\($0.key)=\($0.value)" }.joined(separator: " "))
  }
}
