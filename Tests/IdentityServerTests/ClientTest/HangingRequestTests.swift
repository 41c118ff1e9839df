import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// A request that gets no answer: whether the client or the server has ended the wait.
@Suite struct HangingRequestTests {
  private func finding(_ server: TestServer, after start: Int) throws -> Finding? {
    let check = try #require(ClientCheck.all.first { $0.id == "net-slow" })
    let record = TrialRecord(
      check: check, trial: try #require(check.trial), baseline: [.code: 2],
      exchanges: server.trace.seen().filter(TestedClient(named: nil).sends),
      span: start + 1..<server.trace.lastNumber + 1, control: .worked)
    return record.finding
  }

  private func hold(_ server: TestServer) throws {
    let trial = try #require(ClientCheck.all.first { $0.id == "net-slow" }?.trial)
    server.server.provider.faults.set(trial.faults(for: .applications, name: "net-slow"))
  }

  private func untilHeld(_ server: TestServer) async {
    while server.faults.heldSince(of: 0) == nil { await Task.yield() }
  }

  @Test func whoLeavesIsSeenAtOnce() async throws {
    try await TestServer.withApp(.socket) { server, app, _ in
      let start = server.trace.lastNumber
      try hold(server)
      let connection = try await server.connection()
      let body = "grant_type=authorization_code&code=x&client_id=\(app.clientID)&client_secret=\(app.secret ?? "")"
      try await connection.send(
        "POST \(Addresses.tokenPath) HTTP/1.1\r\nHost: \(server.host)\r\n"
          + "Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
      await untilHeld(server)
      await connection.close()
      while server.trace.lastNumber == start { await Task.yield() }
      #expect(server.faults.heldSince(of: 0) == nil)
      server.faults.set([])
      #expect(try finding(server, after: start)?.kind == .careful)
    }
  }

  @Test func whoWaitsGetsTheAnswerLater() async throws {
    try await TestServer.withApp { server, app, _ in
      let start = server.trace.lastNumber
      try hold(server)
      let waiting = Task { try await app.redeem("no-such-code").error }
      await untilHeld(server)
      server.faults.set([])
      #expect(try await waiting.value == "invalid_grant")
      // Two minutes were not over.
      #expect(try finding(server, after: start)?.kind == .doubtful)
    }
  }

  /// A client that waits for ever gets its answer before its command would be ended.
  @Test func theTestLetsItGoBeforeThePatienceIsOver() async throws {
    let order = try ClientTestOrder(["checks": ["net-slow"], "driven": true, "patience": 1])
    try await TestServer.withApp { server, app, browser in
      let (messages, said) = AsyncStream<JSON>.makeStream()
      let test = ClientTestRun(server.server, order, pace: 0.001) { said.yield($0) }
      async let running: Void = test.run()
      var verdict: JSON?
      for await message in messages {
        if message["type"] == "act", let number = message["number"] {
          let isLogin = message["action"] == "login"
          if isLogin { _ = try await app.redeem(try #require(try await browser.get(app.authorizationURL()).code)) }
          test.receive(["type": "acted", "number": number, "status": .number(isLogin ? "0" : "64")])
        }
        if message["type"] == "verdict" { verdict = message["check"] }
        if message["type"] == "report" { break }
      }
      await running
      #expect(verdict?["id"] == "net-slow" && verdict?["verdict"] == "warning")
      #expect(server.faults.isEmpty)
    }
  }
}

extension TestServer {
  fileprivate var faults: ServerFaults { server.provider.faults }
}
