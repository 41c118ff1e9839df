import Foundation
import HTTPTransport
import IdentityServer
import SharedValues
import Synchronization
import Testing
import TestSupport

@testable import DCRTerminal

/// The running app survives a rotation of the server's signing key: an unknown `kid` makes it fetch the keys once more.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct KeyRotationFlowTests {
  @Test func aRotationBeforeTheRefreshCostsOneMoreRequestForKeys() async throws {
    let server = try await TestServer(listens: false)
    let transport = RotatingTransport(inner: InProcessTransport(server: server.server))
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    let outcome = await device.run(until: .refresh)
    #expect(outcome.ending == .reached(.refresh))
    #expect(transport.seen.rotations.withLock { $0 } == 1)
    #expect(transport.seen.keySets.withLock { $0 } == 2)
  }
}

/// Rotates the key just before the first refresh is answered, and counts the requests for keys.
private struct RotatingTransport: Transport {
  final class Seen: Sendable {
    let keySets = Mutex(0)
    let rotations = Mutex(0)
  }

  var inner: InProcessTransport
  let seen = Seen()

  func send(_ request: HTTPRequest) async throws(TransportFailure) -> HTTPResponse {
    if request.url.hasSuffix("/jwks") { seen.keySets.withLock { $0 += 1 } }
    if String(decoding: request.body, as: UTF8.self).contains("grant_type=refresh_token"),
      (try? await inner.server.rotateKeys()) != nil
    {
      seen.rotations.withLock { $0 += 1 }
    }
    return try await inner.send(request)
  }
}
