import Foundation
import GRDB
import SharedValues
import TestTime
import Testing

@testable import IdentityServer

/// A flood of devices or of wrong codes does not lock out users at other addresses or signed-in users (docs/decisions/0036, 0050).
@Suite struct DeviceLimitTests {
  // MARK: Devices that wait

  /// The address with the most devices loses its oldest, never another address: within a client's limit, and within the limit of all
  /// clients together, which exists even if a client has none.
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

  /// Expired rows are kept for a while but use no place: they do not count, and are not removed instead of waiting ones.
  @Test func expiredDevicesUseNoPlace() async throws {
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

  /// While another user of the address keeps guessing, a signed-in user can still enter a code.
  @Test func aSignedInUserDoesNotWaitForOthers() async throws {
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

  /// An account is no way around: it has as few guesses as a browser, in any browsers, and a right code adds no new ones.
  @Test func aSignedInUserHasNoExtraGuesses() async throws {
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
  /// Stores a device that waits.
  fileprivate func wait(
    _ name: String, of client: Client, from address: String, limit: Int, all: Int
  ) async throws {
    _ = try await server.provider.store.authorizeDevice(
      name, of: client, from: address, FormParameters(), now: TestServer.start, lifetime: 600, interval: 5,
      limit: limit, all: all)
  }

  /// For each of these devices, whether the database has it.
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
