import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// RFC 7592, with the registration access token of one client.
@Suite struct RegistrationManagementTests {
  @Test func readUpdateDelete() async throws {
    try await TestServer.with { server in
      let (app, browser, created) = try await server.registeredApp()
      let uri = try #require(created["registration_client_uri"]?.stringValue)
      let token = try #require(created["registration_access_token"]?.stringValue)

      let read = try await server.registration("GET", uri, token: token)
      #expect(read.status == 200)
      #expect(read.json["client_id"] == .string(app.clientID))
      #expect(read.json["client_secret"] == nil)
      // RFC 7592 §3: a client that keeps what it last read can still manage itself.
      #expect(read.json["registration_access_token"]?.stringValue == token)
      #expect(read.json["registration_client_uri"]?.stringValue == uri)

      let update = TestServer.tutorialMetadata.setting("client_id", .string(app.clientID))
        .setting("client_secret", .string(app.secret ?? "")).setting("client_name", "Renamed")
      let updated = try await server.registration("PUT", uri, update, token: token)
      #expect(updated.status == 200)
      #expect(updated.json["client_name"] == "Renamed")
      let rotated = try #require(updated.json["registration_access_token"]?.stringValue)
      #expect(rotated != token)
      #expect(try await server.registration("GET", uri, token: token).status == 401)

      // The secret stays the same.
      let redirect = try await browser.get(app.authorizationURL())
      let tokens = try await app.redeem(try #require(redirect.code))
      #expect(tokens.status == 200)

      #expect(try await server.registration("DELETE", uri, token: rotated).status == 204)
      #expect(try await server.registration("GET", uri, token: rotated).status == 401)
      #expect(try await app.userInfo(tokens.json["access_token"]?.stringValue ?? "").status == 401)
      #expect(try await app.redeem("x").error == "invalid_client")
      #expect(try await browser.get(app.authorizationURL()).status == 400)
    }
  }

  static let forbidden: [(String, JSON?)] = [
    ("registration_access_token", "x"), ("registration_client_uri", "https://a.example"),
    ("client_secret_expires_at", 0), ("client_id_issued_at", 1), ("client_secret", "another"), ("client_id", "another"),
    ("client_id", nil),
  ]

  @Test(arguments: forbidden)
  func refusesForbiddenMembers(_ name: String, _ value: JSON?) async throws {
    try await TestServer.with { server in
      let (app, _, created) = try await server.registeredApp()
      let update = TestServer.tutorialMetadata.setting("client_id", .string(app.clientID)).setting(name, value)
      let answer = try await server.registration(
        "PUT", created["registration_client_uri"]?.stringValue ?? "", update,
        token: created["registration_access_token"]?.stringValue ?? "")
      #expect(answer.status == 400)
      #expect(answer.error == "invalid_request")
    }
  }

  /// Clients write `null` for what they do not have.
  @Test func nullIsNoForbiddenMember() async throws {
    try await TestServer.with { server in
      let (app, _, created) = try await server.registeredApp()
      var update = TestServer.tutorialMetadata.setting("client_id", .string(app.clientID))
      let names = [
        "registration_access_token", "registration_client_uri", "client_secret_expires_at", "client_id_issued_at",
        "client_secret",
      ]
      for name in names { update = update.setting(name, JSON.null) }
      let answer = try await server.registration(
        "PUT", created["registration_client_uri"]?.stringValue ?? "", update,
        token: created["registration_access_token"]?.stringValue ?? "")
      #expect(answer.status == 200)
    }
  }

  @Test func tokenOfAnotherClientAndOfARevokedOneAreRefused() async throws {
    try await TestServer.with { server in
      let (app, _, created) = try await server.registeredApp()
      let (_, _, other) = try await server.registeredApp()
      let uri = try #require(created["registration_client_uri"]?.stringValue)
      let foreign = other["registration_access_token"]?.stringValue ?? ""
      #expect(try await server.registration("DELETE", uri, token: foreign).status == 401)
      try await server.server.administration.revokeClient(app.clientID)
      let own = created["registration_access_token"]?.stringValue ?? ""
      #expect(try await server.registration("GET", uri, token: own).status == 401)
      #expect(try await server.server.administration.clients().count == 2)
    }
  }

  @Test func becomingConfidentialGivesASecret() async throws {
    try await TestServer.with { server in
      let metadata = TestServer.tutorialMetadata.setting("token_endpoint_auth_method", "none")
      let (app, _, created) = try await server.registeredApp(metadata)
      let update = TestServer.tutorialMetadata.setting("client_id", .string(app.clientID))
      let updated = try await server.registration(
        "PUT", created["registration_client_uri"]?.stringValue ?? "", update,
        token: created["registration_access_token"]?.stringValue ?? "")
      #expect(updated.json["client_secret"]?.stringValue?.count == 43)
    }
  }
}
