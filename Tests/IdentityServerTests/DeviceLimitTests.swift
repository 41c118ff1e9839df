import Foundation
import GRDB
import SharedValues
import TestTime
import Testing

@testable import IdentityServer

/// Whom a flood of devices, or of wrong codes, keeps out: nobody who comes from elsewhere or is signed in (docs/decisions/0036, 0050).
@Suite struct DeviceLimitTests {
  // MARK: Devices that wait

  /// The address that has most makes room, and not the oldest device of another one: within a client's places, and within those of all
  /// clients together, which are bounded also where a client's are not.
  @Test(arguments: [(5, 100), (100, 5), (0, 5)])
  func anotherAddressIsNotHeldUp(_ limit: Int, _ all: Int) async throws {
    try await TestServer.with { server in
      let phone = try #require(try server.server.provider.store.client("mobile-dcr-client"))
      try await server.wait("mine", of: phone, from: "127.0.0.1", limit: limit, all: all)
      for number in 0..<20 {
        try await server.wait("\(number)", of: phone, from: "127.0.0.2", limit: limit, all: all)
      }
      #expect(try await server.deviceAuthorizations() == 5)
      #expect(try await server.devices(["mine", "19", "16", "15"]) == [true, true, true, false])
    }
  }

  @Test func aClientWithManyDevicesMakesRoomForOneWithFew() async throws {
    try await TestServer.with { server in
      let quiet = try #require(try server.server.provider.store.client("mobile-dcr-client"))
      let loud = Client(id: "loud", kind: .dynamic, metadata: ClientMetadata())
      for (number, client) in ([quiet] + Array(repeating: loud, count: 12)).enumerated() {
        try await server.wait("\(number)", of: client, from: "", limit: 100, all: 10)
      }
      #expect(try await server.deviceAuthorizations() == 10)
      #expect(try await server.devices(["0", "1", "3", "4", "12"]) == [true, false, false, true, true])
    }
  }

  /// What has expired is kept for a while and takes nobody's place: neither does it count, nor does it go in place of one that waits.
  @Test func whatHasExpiredTakesNoPlace() async throws {
    try await TestServer.with(adjusting: { $0.limits.deviceAuthorizations = 2 }) { server in
      let phone = TestApp(server: server)
      let expired = [try await phone.askForCodes().json, try await phone.askForCodes().json]
      server.clock.advance(by: 600)
      var codes: [JSON] = []
      for _ in 0..<3 { codes.append(try await phone.askForCodes().json) }
      #expect(try await phone.poll(codes[0]).error == "invalid_grant")
      for code in codes[1...] { #expect(try await phone.poll(code).error == "authorization_pending") }
      for code in expired { #expect(try await phone.poll(code).error == "expired_token") }
    }
  }

  // MARK: Wrong codes

  /// Somebody at the same address guesses on and on: who is signed in types their code all the same.
  @Test func whoIsSignedInDoesNotWaitForOthers() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let browser = TestBrowser(server)
      #expect(try await browser.signIn(app.authorizationURL()).code != nil)
      for _ in 0..<310 {
        server.server.provider.codeThrottle.recordFailure([.address("in-process")], now: server.clock.now)
      }
      let code = try #require(codes["user_code"]?.stringValue)
      #expect(try await TestBrowser(server).type(code, at: codes).status == 429, "the control: others have to wait")
      #expect(try await browser.type(code, at: codes).text.contains("name=\"decision\""))
    }
  }

  /// An account is no way around: it has as few guesses as a browser, in whatever browsers, and a right code gives it no new ones.
  @Test func whoIsSignedInMayGuessNoMore() async throws {
    try await TestServer.with { server in
      let app = TestApp(server: server)
      let codes = try await app.askForCodes().json
      let code = try #require(codes["user_code"]?.stringValue)
      let browser = TestBrowser(server)
      #expect(try await browser.signIn(app.authorizationURL()).code != nil)
      let session = try #require(browser.cookies[Cookie.session])
      func attempt(_ code: String) async throws -> HTTPResponse {
        let fresh = TestBrowser(server)
        fresh.cookies[Cookie.session] = session
        return try await fresh.type(code, at: codes)
      }
      for _ in 0..<4 { #expect(try await attempt("BBBB-BBBB").status == 200) }
      #expect(try await attempt(code).text.contains("name=\"decision\""))
      #expect(try await attempt("BBBB-BBBB").status == 200)
      #expect(try await attempt(code).status == 429)
      server.clock.advance(by: 1)
      #expect(try await attempt(code).status == 200)
    }
  }
}

extension TestServer {
  /// A device begins to wait.
  fileprivate func wait(
    _ name: String, of client: Client, from address: String, limit: Int, all: Int
  ) async throws {
    _ = try await server.provider.store.authorizeDevice(
      name, of: client, from: address, FormParameters(), now: TestServer.start, lifetime: 600, interval: 5,
      limit: limit, all: all)
  }

  /// Which of these devices the database knows.
  fileprivate func devices(_ names: [String]) async throws -> [Bool] {
    try await database { database in
      try names.map {
        try Bool.fetchOne(
          database, sql: "SELECT 1 FROM device_authorizations WHERE device_code_hash = ?", arguments: [digest($0)])
          ?? false
      }
    }
  }
}
