import Foundation
import GRDB
import SharedValues
import Synchronization
import Testing

@testable import IdentityServer

/// No cache outlives a change of the database, whoever made it.
@Suite struct VersionedCacheTests {
  /// Over a separate connection, as another process or a person with an SQL prompt has.
  private func change(_ server: TestServer, _ sql: String) async throws {
    try await DatabaseQueue(path: server.databasePath).write { try $0.execute(sql: sql) }
  }

  static let endings = [
    "UPDATE dynamically_registered_clients SET status = 'revoked'", "DELETE FROM dynamically_registered_clients",
    "UPDATE grants SET revoked = 1", "UPDATE tokens SET revoked = 1", "UPDATE tokens SET expires = 0",
    "DELETE FROM tokens", "UPDATE users SET status = 'inactive'",
  ]

  @Test(arguments: endings)
  func aChangeBySQLCountsOnTheNextRequest(_ sql: String) async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let token = try #require(tokens["access_token"]?.stringValue)
      for _ in 0..<3 { #expect(try await app.userInfo(token).status == 200) }
      try await change(server, sql)
      #expect(try await app.userInfo(token).status == 401)
    }
  }

  @Test func changedClaimsAreInTheNextAnswer() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let token = try #require(tokens["access_token"]?.stringValue)
      #expect(try await app.userInfo(token).json["given_name"] == "Demo")
      try await change(server, "UPDATE users SET given_name = 'Dora'")
      #expect(try await app.userInfo(token).json["given_name"] == "Dora")
    }
  }

  /// A token that was unknown at first is looked up again after a change.
  @Test func aMissIsNotRememberedBeyondAChange() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let token = try #require(tokens["access_token"]?.stringValue)
      try await change(server, "UPDATE tokens SET revoked = 1")
      #expect(try await app.userInfo(token).status == 401)
      try await change(server, "UPDATE tokens SET revoked = 0")
      #expect(try await app.userInfo(token).status == 200)
    }
  }

  /// Time passes without any change of the database.
  @Test func aTokenThatExpiresIsRefusedThoughNothingChanged() async throws {
    try await TestServer.withTokens { server, app, _, tokens in
      let token = try #require(tokens["access_token"]?.stringValue)
      server.clock.advance(by: 299)
      #expect(try await app.userInfo(token).status == 200)
      server.clock.advance(by: 1)
      #expect(try await app.userInfo(token).status == 401)
    }
  }

  @Test func holdsNoMoreThanItsCapacity() {
    let cache = VersionedCache<Int, Int, Int>(capacity: 3)
    let made = Mutex(0)
    func ask(_ key: Int, _ version: Int = 1) -> Int {
      cache.value(key, version: version) {
        made.withLock { $0 += 1 }
        return key * 10
      }
    }
    #expect([1, 2, 3, 1, 2, 3].map { ask($0) } == [10, 20, 30, 10, 20, 30])
    #expect(made.withLock { $0 } == 3)
    // The fourth entry empties the cache, and so does another version.
    #expect([4, 1].map { ask($0) } == [40, 10])
    #expect(made.withLock { $0 } == 5)
    #expect(ask(1, 2) == 10)
    #expect(made.withLock { $0 } == 6)
  }
}
