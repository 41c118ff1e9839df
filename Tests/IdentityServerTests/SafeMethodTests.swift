import Foundation
import GRDB
import SharedValues
import Testing

@testable import IdentityServer

/// HEAD is safe, and so is GET except at two endpoints whose specifications demand otherwise (RFC 9110 §9.2.1).
@Suite struct SafeMethodTests {
  /// GET ends a session (OpenID Connect RP-Initiated Logout 1.0 §2) and issues a code (RFC 6749 §3.1). Neither answers HEAD.
  static let withEffects: Set = [Addresses.endSessionPath, Addresses.authorizationPath]

  /// Every route of every port, requested by a person with all rights there: HEAD leaves the database unchanged, and GET changes it
  /// only at the listed paths.
  @Test(arguments: ["HEAD", "GET"]) func readingChangesNothing(_ method: String) async throws {
    try await TestServer.with(
      adjusting: { $0.claim = .init(appID: "A.b", paths: ["/app/callback"], fingerprints: ["00"]) }
    ) { server in
      try await server.server.provider.keys.prepare()
      try await server.server.provider.passwords.prepare()
      let world = try await World(server)
      var changing: Set<String> = []
      var answered = 0
      for side in [Answering.Side.server, .admin, .devices] {
        let entries = server.side(side).table.listing
        // After the sign-out no other request would be allowed, so it comes last.
        let isLast: (RoutingTable.Entry) -> Bool = { SafeMethodTests.withEffects.contains($0.path) }
        for entry in entries.filter({ !isLast($0) }) + entries.filter(isLast) {
          let before = try await server.contents()
          let answer = try await world.ask(method, side, entry.path)
          if try await server.contents() != before { changing.insert(entry.path) }
          let answersGet = entry.methods.contains("GET")
          let isMeant = answersGet && (method == "GET" || !SafeMethodTests.withEffects.contains(entry.path))
          #expect((answer.status == 405) != isMeant, "\(method) \(entry.path): \(answer.status)")
          guard isMeant else { continue }
          answered += 1
          // A refused request would prove nothing.
          #expect(answer.status < 400, "\(method) \(entry.path): \(answer.status)")
        }
      }
      #expect(changing == (method == "GET" ? SafeMethodTests.withEffects : []))
      #expect(answered > 20)
    }
  }

  /// A person signed in as user and administrator, with an app, its tokens and a value for every variable path segment.
  private struct World {
    var server: TestServer
    var app: TestApp
    var browser: TestBrowser
    var administrator: Administrator
    var hint: String
    var accessToken: String
    var registrationToken: String

    init(_ server: TestServer) async throws {
      self.server = server
      administrator = try await Administrator(server)
      let scope = "openid profile accounts payments"
      let metadata = TestServer.tutorialMetadata.setting("scope", .string(scope))
      let (app, browser, registration) = try await server.registeredApp(as: "demouser", "Password1", metadata)
      (self.app, self.browser) = (app, browser)
      let redirect = try await browser.get(
        app.authorizationURL(["scope": scope, "resource": server.origin + "/api"]))
      let tokens = try await app.redeem(try #require(redirect.code)).json
      (hint, accessToken) = (tokens.token("id_token"), tokens.token("access_token"))
      registrationToken = registration.token("registration_access_token")
      let test = try server.server.provider.clientTests.start(ClientTestOrder(["client": .string(app.clientID)]))
      test.stop()
      await test.hasEnded()
      // The clock moves, so that recorded times would differ from earlier ones.
      server.clock.advance(by: 1)
    }

    func ask(_ method: String, _ side: Answering.Side, _ route: String) async throws -> HTTPResponse {
      let token = route.hasPrefix(Addresses.registrationPath) ? registrationToken : accessToken
      let cookies = (side == .admin ? administrator.browser : browser).cookies
      let request = HTTPRequest(
        method, "https://localhost:\(server.side(side).port)" + path(route),
        headers: [
          HTTPHeader("Authorization", "Bearer " + token),
          HTTPHeader("Cookie", cookies.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")),
        ])
      return await server.server.respond(to: request)
    }

    /// The variable segment of the administration's addresses that are not about a client.
    private let names = ["users": "demouser", "templates": "mobile-dcr-template-client", "exchanges": "1"]

    private func path(_ route: String) -> String {
      switch route {
      case Addresses.endSessionPath: route + "?" + String(decoding: form([("id_token_hint", hint)]), as: UTF8.self)
      case Addresses.authorizationPath: route + "?" + app.authorizationURL().split(separator: "?", maxSplits: 1)[1]
      default:
        // Of the protocol's addresses only a registration's has one, the client's id.
        route.replacing(
          "*", with: route.split(separator: "/").dropFirst().first.flatMap { names[String($0)] } ?? app.clientID)
      }
    }
  }
}

extension TestServer {
  /// All rows of all tables.
  fileprivate func contents() async throws -> [String: [String]] {
    try await database { database in
      let tables = try String.fetchAll(database, sql: "SELECT name FROM sqlite_master WHERE type = 'table'")
      return try Dictionary(
        uniqueKeysWithValues: tables.map { table in
          (table, try Row.fetchAll(database, sql: "SELECT * FROM \"\(table)\"").map { "\($0)" }.sorted())
        })
    }
  }
}
