import Foundation
import HTTPTransport
import Logging
import SharedValues
import Synchronization
import TestSupport
import TestTime

@testable import IdentityServer

/// A server in its own folder, with a clock that stands still, reached in process or through real TLS sockets.
final class TestServer: Sendable {
  enum Way: String, CaseIterable, Sendable {
    case inProcess, socket
  }

  let server: IdentityServer
  let clock: ManualClock
  let folder: URL
  let events = Mutex<[ServerEvent]>([])
  /// Sees every exchange.
  let observer = Mutex<(@Sendable (HTTPRequest, HTTPResponse) -> Void)?>(nil)
  private let transport: HTTPClientTransport?

  var issuer: String { server.issuer }
  var origin: String { String(server.issuer.dropLast("/oauth/v2/oauth-anonymous".count)) }
  var databasePath: String { folder.appendingPathComponent("idsvr.sqlite").path }

  static let start = Date(timeIntervalSince1970: 1_767_225_600)

  private init(_ server: IdentityServer, _ clock: ManualClock, _ folder: URL, _ transport: HTTPClientTransport?) {
    self.server = server
    self.clock = clock
    self.folder = folder
    self.transport = transport
  }

  func send(_ request: HTTPRequest) async throws -> HTTPResponse {
    let response: HTTPResponse
    if let transport {
      response = try await transport.send(request)
    } else {
      response = await server.respond(to: request)
    }
    observer.withLock { $0 }?(request, response)
    return response
  }

  /// Runs `body` with a new server and then removes everything.
  static func with<Result: Sendable>(
    _ way: Way = .inProcess, adjusting: (inout IdentityServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    try await with(way, in: ServerHome(), adjusting: adjusting, body)
  }

  /// The same in a folder and with a clock that stay, for restarts.
  static func with<Result: Sendable>(
    _ way: Way, in home: ServerHome, adjusting: (inout IdentityServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    defer { withExtendedLifetime(home) {} }
    return try await with(way, in: home.folder, clock: home.clock, adjusting: adjusting, body)
  }

  static func with<Result: Sendable>(
    _ way: Way, in folder: URL, clock: ManualClock, adjusting: (inout IdentityServerConfiguration) -> Void = { _ in },
    _ body: (TestServer) async throws -> Result
  ) async throws -> Result {
    let recorder = EventRecorder()
    // Otherwise server, test and recorder would retain each other, with the database open.
    defer { recorder.target = nil }
    var configuration = IdentityServerConfiguration(
      directory: folder, port: 0, adminPort: 0, passwordCost: 4, time: clock.source, onEvent: recorder.record)
    adjusting(&configuration)
    let server = try IdentityServer(configuration)
    try await server.takeSharedSigningKey()
    guard way == .socket else {
      let test = TestServer(server, clock, folder, nil)
      recorder.target = test
      return try await body(test)
    }
    let (ready, signal) = AsyncThrowingStream<Void, any Error>.makeStream()
    let running = Task {
      do {
        try await server.run { signal.yield() }
        signal.finish()
      } catch {
        signal.finish(throwing: error)
        throw error
      }
    }
    for try await _ in ready { break }
    let transport = HTTPClientTransport(
      trustedCertificates: [configuration.certificateAuthorityPath], deadlines: .ofTests)
    let test = TestServer(server, clock, folder, transport)
    recorder.target = test
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body(test)) } catch { result = .failure(error) }
    await transport.shutdown()
    running.cancel()
    try await running.value
    return try result.get()
  }
}

/// What outlives a server that is started again. The folder is removed with this object.
final class ServerHome: Sendable {
  let folder = FileManager.default.temporaryDirectory.appendingPathComponent("idsvr-\(UUID().uuidString)")
  let clock = ManualClock(TestServer.start)

  deinit { try? FileManager.default.removeItem(at: folder) }
}

/// Passes events to the test server, which is created after the configuration.
private final class EventRecorder: Sendable {
  private let held = Mutex<TestServer?>(nil)
  var target: TestServer? {
    get { held.withLock { $0 } }
    set { held.withLock { $0 = newValue } }
  }
  func record(_ event: ServerEvent) { target?.events.withLock { $0.append(event) } }
}
