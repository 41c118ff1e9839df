import AppState
import Foundation
import HTTPTransport
import IdentityServer
import SharedValues
import TestValues
import Testing
import TestSupport

@testable import DCRTerminal
@testable import Edge
@testable import Workshop

/// What the panel **Server** reads and changes in the database of a real server that has a real device.
@Suite(.timeLimit(.minutes(5)))
@MainActor
struct ServerReaderTests {
  private static let clients = ServerInquiry.clients(filter: "", order: .registered, at: .first)

  private func content(_ inquiry: ServerInquiry, _ reader: ServerReader) async throws -> ServerReading.Content {
    try await reader.read(inquiry).get().content
  }

  private func onlyClient(_ reader: ServerReader) async throws -> RegisteredClient {
    guard case .clients(let window) = try await content(Self.clients, reader) else { throw Unexpected() }
    #expect(window.total == 1)
    return try #require(window.clients.first)
  }

  private func opened(_ id: String, _ reader: ServerReader) async throws -> OpenedServerClient? {
    guard case .client(let opened) = try await content(.client(id), reader) else { throw Unexpected() }
    return opened
  }

  @Test func aDevicesRowsAreShownAndARevocationReachesIt() async throws {
    let server = try await TestServer(listens: false)
    let transport = InProcessTransport(server: server.server)
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    let reader = ServerReader(database: ServerDatabase(path: server.folder.path + "/idsvr/idsvr.sqlite"))

    guard case .clients(let none) = try await content(Self.clients, reader) else { throw Unexpected() }
    #expect(none.clients.isEmpty)

    let run = await device.run(until: .userinfo)
    let id = run.state.registration?.credentials.clientID
    let client = try await onlyClient(reader)
    #expect(client.id == id)
    #expect(client.owner == "alice")
    #expect(client.isActive)
    #expect(client.lastUsed != nil)
    #expect(client.liveGrants == 1)
    let grants = try #require(try await opened(client.id, reader)).grants
    #expect(grants.map(\.tokens).map { $0.map(\.kind) } == [[.access, .refresh]])
    #expect(grants.first?.scope == ["openid", "profile"])
    guard case .sessions(let sessions) = try await content(.sessions, reader) else { throw Unexpected() }
    #expect(sessions.map(\.user) == ["alice"])
    #expect(grants.first?.session == sessions.first?.id)
    #expect(try await reader.read(.totals).get().totals == .init(clients: 1, sessions: 1))

    #expect(await reader.administer(.revoke(client: client.id)) == nil)
    #expect(try await onlyClient(reader).status == "revoked")
    #expect(try await opened(client.id, reader)?.grants.isEmpty == true)
    guard case .failed(_, let error) = await device.run().ending else {
      throw Unexpected("a revoked client was accepted")
    }
    #expect(
      error.code.rawValue == "invalid_client" || error.code.rawValue == "unauthorized_client", "\(error.code.rawValue)")

    #expect(await reader.administer(.activate(client: client.id)) == nil)
    let again = try await onlyClient(reader)
    #expect(again.isActive)
    #expect(again.liveGrants == 0, "activation restores no grant")
    #expect(await device.run(until: .userinfo).ending == .reached(.userinfo))
    #expect(try await onlyClient(reader).id == client.id)
  }

  @Test func endingASessionKeepsItsGrants() async throws {
    let server = try await TestServer(listens: false)
    let transport = InProcessTransport(server: server.server)
    let agent = ScriptedUserAgent(transport, username: "alice", password: TestServer.password)
    let device = TestDevice(issuer: server.server.issuer, transport: transport, userAgent: agent)
    let reader = ServerReader(database: ServerDatabase(path: server.folder.path + "/idsvr/idsvr.sqlite"))
    _ = await device.run(until: .userinfo)
    guard case .sessions(let sessions) = try await content(.sessions, reader) else { throw Unexpected() }
    let session = try #require(sessions.first)
    let end = ServerChange.endSession(session.id, user: session.user)
    #expect(await reader.administer(end) == nil)
    guard case .sessions(let left) = try await content(.sessions, reader) else { throw Unexpected() }
    #expect(left.isEmpty)
    #expect(try await onlyClient(reader).liveGrants == 1)
    #expect(await reader.administer(end)?.code.rawValue == "unknown_session")
  }

  @Test func everyFailureHasACode() async throws {
    let folder = TemporaryFolder()
    let path = folder.path + "/idsvr.sqlite"
    let reader = ServerReader(database: ServerDatabase(path: path))
    func code(_ result: Result<ServerReading, ServerProblem>) -> String? {
      if case .failure(let problem) = result { problem.code.rawValue } else { nil }
    }
    #expect(code(await reader.read(Self.clients)) == "server_database_missing")
    #expect(await reader.administer(.revoke(client: "x"))?.code.rawValue == "server_database_missing")
    #expect(!FileManager.default.fileExists(atPath: path))
    try Data(repeating: 0x41, count: 4096).write(to: URL(fileURLWithPath: path))
    let damaged = await reader.read(Self.clients)
    #expect(code(damaged) == "server_database_damaged")
    // The panel may be recorded: it names the file without the user's home folder.
    if case .failure(let problem) = damaged { #expect(problem.subject == "idsvr.sqlite") }

    let server = try await TestServer(listens: false)
    let real = ServerReader(database: ServerDatabase(path: server.folder.path + "/idsvr/idsvr.sqlite"))
    #expect(await real.administer(.revoke(client: "nobody"))?.code.rawValue == "unknown_client")
    #expect(try await opened("nobody", real) == nil)
  }

  /// A line of the server as ``ServerEvents`` reads it, the app's own requests included.
  @Test func everyRequestOfTheServerIsAnEvent() throws {
    let line: JSON = [
      "event": "request", "method": "POST", "path": "/oauth/v2/oauth-token", "status": 401, "endpoint": "token",
      "note": "invalid_client", "client": "87f1", "id": "1",
    ]
    #expect(
      ServerEvents.event(line)
        == .serverPanel(
          .event(
            method: "POST", path: "/oauth/v2/oauth-token", status: 401, note: "invalid_client", client: "87f1",
            endpoint: .token)))
    #expect(ServerEvents.observed(line) == nil)
    #expect(ServerEvents.event(["issuer": "https://localhost"]) == nil)
  }

  @Test(arguments: ClientSort.allCases)
  func everyOrderAndAnchorIsUnderstood(_ order: ClientSort) async throws {
    let server = try await TestServer(listens: false)
    let reader = ServerReader(database: ServerDatabase(path: server.folder.path + "/idsvr/idsvr.sqlite"))
    for anchor in [ClientAnchor.first, .last, .around("no position")] {
      _ = try await content(.clients(filter: "%_", order: order, at: anchor), reader)
    }
  }
}
