import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// Limits of registrations: clients per user, registrations per minute, bytes of metadata. No refusal uses up a token.
@Suite struct RegistrationLimitTests {
  @Test func aUsersLiveClientsAreLimited() async throws {
    try await TestServer.with(adjusting: { $0.limits.clientsPerUser = 2 }) { server in
      let (_, _, first) = try await server.registeredApp()
      _ = try await server.registeredApp()
      let token = try await server.registrationToken(TestBrowser(server))
      let refused = try await server.register(token: token)
      #expect(refused.status == 403)
      #expect(refused.error == "access_denied")
      // Other users are not affected, nor is a user who gives up a client.
      #expect(try await server.registeredApp(as: "jd", "password").app.clientID.isEmpty == false)
      try await server.server.administration.revokeClient(first["client_id"]?.stringValue ?? "")
      #expect(try await server.register(token: token).status == 201)
    }
  }

  @Test func aUsersRegistrationsAreLimited() async throws {
    try await TestServer.with(adjusting: { $0.limits.registrationsPerMinute = 3 }) { server in
      for _ in 0..<3 { _ = try await server.registeredApp() }
      let token = try await server.registrationToken(TestBrowser(server))
      let refused = try await server.register(token: token)
      #expect(refused.status == 429)
      #expect(refused.error == "temporarily_unavailable")
      #expect(refused.headers[first: "Retry-After"] == "20")
      #expect(try await server.registeredApp(as: "jd", "password").app.clientID.isEmpty == false)
      server.clock.advance(by: 19)
      #expect(try await server.register(token: token).status == 429)
      server.clock.advance(by: 1)
      #expect(try await server.register(token: token).status == 201)
    }
  }

  /// A class of 200 with one demo user, followed by a flood, at an open server.
  @Test(arguments: TestServer.Way.allCases)
  func twoHundredAtOncePassAndAFloodIsStopped(_ way: TestServer.Way) async throws {
    try await TestServer.with(way, adjusting: { $0.policies.registration = .open }) { server in
      func flood(_ count: Int) async throws -> [Int: Int] {
        try await withThrowingTaskGroup(of: Int.self) { group in
          for _ in 0..<count {
            group.addTask { try await server.registrationOpen(TestServer.tutorialMetadata).status }
          }
          return try await group.reduce(into: [:]) { $0[$1, default: 0] += 1 }
        }
      }
      let first = try await flood(200)
      #expect(first == [201: 200])
      let second = try await flood(200)
      #expect(second == [201: 100, 429: 100])
      // A user's token still registers.
      #expect(try await server.registeredApp().app.clientID.isEmpty == false)
      #expect(try await server.server.administration.clients().count == 301)
    }
  }

  /// Clients without an owner have a separate limit, because nothing else ends them at an open server. Those that stay unused for an
  /// hour make room.
  @Test func clientsWithoutAnOwnerAreLimited() async throws {
    try await TestServer.with(
      adjusting: {
        $0.policies.registration = .open
        $0.limits.clientsWithoutOwner = 3
      }
    ) { server in
      let (used, browser) = try await server.openApp()
      #expect(try await browser.signIn(used.authorizationURL()).code != nil)
      let first = try await server.openApp().app.clientID
      server.clock.advance(by: 60)
      let second = try await server.openApp().app.clientID

      let refused = try await server.registrationOpen(TestServer.tutorialMetadata)
      #expect(refused.status == 503)
      #expect(refused.error == "temporarily_unavailable")
      #expect(refused.headers[first: "Retry-After"] == "3540")
      // Tokens are not affected, and have an equal limit; nor is a user's own login.
      func token() async throws -> String {
        try await server.server.administration.issueInitialAccessToken(lifetime: 10_000).revealed
      }
      for _ in 0..<3 { #expect(try await server.register(token: token()).status == 201) }
      let waiting = try await token()
      #expect(try await server.register(token: waiting).status == 503)
      #expect(try await server.registeredApp().app.clientID.isEmpty == false)

      server.clock.advance(by: 3540)
      #expect(try await server.registrationOpen(TestServer.tutorialMetadata).status == 201)
      let ids = try await server.server.administration.clients().map(\.id)
      #expect(ids.contains(used.clientID) && ids.contains(second) && !ids.contains(first))
      #expect(try await server.registrationOpen(TestServer.tutorialMetadata).status == 503)

      #expect(try await server.register(token: waiting).status == 503)
      server.clock.advance(by: 60)
      #expect(try await server.register(token: waiting).status == 201, "a refused request used the token up")
    }
  }

  /// If every client is in use or revoked, only an administrator can remove one.
  @Test func aUsedClientIsNeverRemovedForAnother() async throws {
    try await TestServer.with(
      adjusting: {
        $0.policies.registration = .open
        $0.limits.clientsWithoutOwner = 1
      }
    ) { server in
      let (used, browser) = try await server.openApp()
      #expect(try await browser.signIn(used.authorizationURL()).code != nil)
      server.clock.advance(by: 1_000_000)
      let refused = try await server.registrationOpen(TestServer.tutorialMetadata)
      #expect(refused.status == 503)
      #expect(refused.headers[first: "Retry-After"] == "3600")
      try await server.server.administration.revokeClient(used.clientID)
      #expect(try await server.registrationOpen(TestServer.tutorialMetadata).status == 201)
    }
  }

  /// An update counts as use (RFC 7592 §2.2), and a lowered limit is reached step by step.
  @Test func aLoweredLimitRemovesTheOldestFirst() async throws {
    let home = ServerHome()
    let ids = try await TestServer.with(
      .inProcess, in: home, adjusting: { $0.policies.registration = .open }
    ) { server in
      var ids: [String] = []
      for _ in 0..<4 {
        ids.append(try await server.openApp().app.clientID)
        home.clock.advance(by: 1)
      }
      return ids
    }
    home.clock.advance(by: 3600)
    try await TestServer.with(
      .inProcess, in: home,
      adjusting: {
        $0.policies.registration = .open
        $0.limits.clientsWithoutOwner = 2
      }
    ) { server in
      #expect(try await server.registrationOpen(TestServer.tutorialMetadata).status == 201)
      let left = try await server.server.administration.clients().map(\.id)
      #expect(left.count == 2 && left.contains(ids[3]))
    }
  }

  @Test func metadataHasALimit() async throws {
    try await TestServer.with(adjusting: { $0.limits.metadataBytes = 2000 }) { server in
      let token = try await server.registrationToken(TestBrowser(server))
      let large = (0..<4).reduce(TestServer.tutorialMetadata) {
        $0.setting("client_name#x\($1)", .string(String(repeating: "n", count: 500)))
      }
      let refused = try await server.register(large, token: token)
      #expect(refused.error == "invalid_client_metadata")
      #expect(try await server.register(token: token).status == 201)
    }
  }

  @Test func theBucketRefillsSteadily() {
    let rate = RegistrationRate()
    var now = TestServer.start
    for _ in 0..<60 { #expect(rate.wait("a", limit: 60, now: now) == nil) }
    #expect(rate.wait("a", limit: 60, now: now) == 1)
    #expect(rate.wait("b", limit: 60, now: now) == nil)
    #expect(rate.wait("a", limit: 0, now: now) == nil)
    now += 1
    #expect(rate.wait("a", limit: 60, now: now) == nil)
    #expect(rate.wait("a", limit: 60, now: now) == 1)
    // Setting the clock back grants nothing.
    #expect(rate.wait("a", limit: 60, now: now - 3600) == 1)
    #expect(rate.wait("c", limit: 1, now: now) == nil)
    #expect(rate.wait("c", limit: 1, now: now) == 60)
  }
}
