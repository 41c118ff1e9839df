import Foundation
import SharedValues
import Testing

@testable import IdentityServer

/// What the edge checks before any endpoint sees a request: deadlines, Host, Expect, the number of connections.
@Suite struct EdgeTests {
  private static func quick(_ change: (inout IdentityServerConfiguration.ConnectionLimits) -> Void)
    -> (inout IdentityServerConfiguration) -> Void
  {
    var limits = IdentityServerConfiguration.ConnectionLimits(
      head: .seconds(60), body: .seconds(60), idle: .seconds(60), answer: .seconds(60))
    change(&limits)
    return { [limits] in $0.connections = limits }
  }

  /// A deadline for each read alone would be prolonged by every byte.
  @Test func aHeadSentByteByByteIsTimedOut() async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.head = .milliseconds(300) }) { server in
      let connection = try await server.connection()
      try await connection.send("GET / HTTP/1.1\r\nHost: \(server.host)\r\nX-Slow: ")
      try await server.drip(connection)
      #expect(await connection.status() == 408)
      #expect(!(await connection.received()).contains("200"))
      #expect(server.server.provider.metrics.counts.cutOff == ["head_timeout": 1])
      #expect(try await server.servesStill())
    }
  }

  @Test func aBodySentByteByByteIsTimedOut() async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.body = .milliseconds(300) }) { server in
      let connection = try await server.connection()
      try await connection.send(
        "POST /oauth/v2/oauth-token HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: 1000\r\n\r\n")
      try await server.drip(connection)
      #expect(await connection.status() == 408)
      #expect(server.server.provider.metrics.counts.cutOff == ["body_timeout": 1])
      #expect(try await server.servesStill())
    }
  }

  /// RFC 9110 §9.3.7: the asterisk stands for the server as a whole.
  @Test func theServerAsAWholeHasOptions() async throws {
    try await TestServer.with(.socket) { server in
      let connection = try await server.connection()
      try await connection.send("OPTIONS * HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      #expect(await connection.status() == 204)
      #expect(await connection.received { $0.contains("\r\n\r\n") }.contains("Allow: DELETE, GET, HEAD, POST, PUT\r\n"))
    }
  }

  @Test func anIdleConnectionEnds() async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.idle = .milliseconds(300) }) { server in
      let bare = try await server.connection(secure: false)
      let fresh = try await server.connection()
      let used = try await server.connection()
      try await used.send("GET /assets/style.css HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
      #expect(await used.status() == 200)
      #expect((await fresh.received()).isEmpty)
      #expect((await bare.received()).isEmpty)
      _ = await used.received()
      #expect(![bare, fresh, used].contains { $0.isOpen })
    }
  }

  /// RFC 9112 §9.3: a client with HTTP/1.0, as w3m, reads until the connection ends, and so does one that asked to close it.
  @Test(arguments: [
    ("HTTP/1.0", nil, true), ("HTTP/1.0", "keep-alive", true), ("HTTP/1.1", "close", true), ("HTTP/1.1", "Close", true),
    ("HTTP/1.1", "x-some, close", true), ("HTTP/1.1", nil, false), ("HTTP/1.1", "closed", false),
  ])
  func aConnectionEndsWithTheAnswerWhereItShould(_ version: String, _ option: String?, _ ends: Bool) async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.idle = .seconds(60) }) { server in
      let connection = try await server.connection()
      let field = option.map { "Connection: \($0)\r\n" } ?? ""
      let request = "GET /assets/style.css \(version)\r\nHost: \(server.host)\r\n\(field)\r\n"
      guard ends else {
        try await connection.send(request)
        #expect(await connection.status() == 200)
        connection.forget()
        try await connection.send(request)
        #expect(await connection.status() == 200)
        return
      }
      // The second request gets no answer.
      try await connection.send(request + request)
      let answer = await connection.received()
      #expect(answer.components(separatedBy: "HTTP/1.1 200").count == 2)
      #expect(answer.hasPrefix("HTTP/1.1 200") && answer.lowercased().contains("\r\nconnection: close\r\n"))
      #expect(!connection.isOpen)
    }
  }

  struct Head: Sendable, CustomTestStringConvertible {
    var lines: [String]
    var status: Int
    var testDescription: String { lines.joined(separator: " | ") }
  }

  static let heads = [
    Head(lines: ["GET /assets/style.css HTTP/1.1", "Host: OWN"], status: 200),
    // RFC 9112 §3.2
    Head(lines: ["GET /assets/style.css HTTP/1.1", "Host: OWN", "Host: OWN"], status: 400),
    Head(lines: ["GET /assets/style.css HTTP/1.1", "Host: OWN", "host: evil.example"], status: 400),
    Head(lines: ["GET /assets/style.css HTTP/1.1"], status: 400),
    Head(lines: ["GET /assets/style.css HTTP/1.1", "Host: evil.example"], status: 421),
    Head(lines: ["GET /assets/style.css HTTP/1.0"], status: 421),
    Head(lines: ["GET /assets/style.css HTTP/1.0", "Host: OWN"], status: 200),
    // §3.2.2: the absolute target counts, not Host.
    Head(lines: ["GET https://OWN/assets/style.css HTTP/1.1", "Host: OWN"], status: 200),
    Head(lines: ["GET https://OWN/assets/style.css?a=b HTTP/1.1", "Host: evil.example"], status: 200),
    Head(lines: ["GET https://evil.example/assets/style.css HTTP/1.1", "Host: OWN"], status: 421),
    Head(lines: ["GET https://evil.example HTTP/1.1", "Host: OWN"], status: 421),
    Head(lines: ["GET https://user@OWN/assets/style.css HTTP/1.1", "Host: OWN"], status: 421),
    Head(lines: ["GET /assets/style.css?next=https://evil.example/ HTTP/1.1", "Host: OWN"], status: 200),
  ]

  @Test func aRequestHasOneHost() async throws {
    try await TestServer.with(.socket) { server in
      for head in EdgeTests.heads {
        let connection = try await server.connection()
        let text = head.lines.joined(separator: "\r\n").replacing("OWN", with: server.host)
        try await connection.send(text + "\r\n\r\n")
        #expect(await connection.status() == head.status, "\(head.testDescription)")
        await connection.close()
      }
    }
  }

  @Test func expectationsAreAnswered() async throws {
    try await TestServer.with(.socket) { server in
      func head(_ length: Int) -> String {
        """
        POST /oauth/v2/oauth-token HTTP/1.1\r\nHost: \(server.host)\r\nExpect: 100-continue\r
        Content-Type: application/x-www-form-urlencoded\r\nContent-Length: \(length)\r\n\r\n
        """
      }
      let patient = try await server.connection()
      try await patient.send(head(3))
      #expect(await patient.status() == 100)
      patient.forget()
      try await patient.send("a=b")
      #expect(await patient.status() == 401)
      // Too large anyway: the refusal comes instead of 100 Continue, before any byte of the body.
      let large = try await server.connection()
      try await large.send(head(100_000_000))
      #expect(await large.status() == 413)
    }
  }

  @Test func twoHundredIdleConnectionsDoNotBlockOthers() async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.count = 220 }) { server in
      var idle: [RawConnection] = []
      for index in 0..<200 { idle.append(try await server.connection(secure: index % 2 == 0)) }
      #expect(try await server.servesStill())
      #expect(idle.allSatisfy { $0.isOpen })
    }
  }

  @Test func theLongestIdleConnectionMakesRoom() async throws {
    try await TestServer.with(.socket, adjusting: EdgeTests.quick { $0.count = 4 }) { server in
      func asking() async throws -> RawConnection {
        let connection = try await server.connection()
        try await connection.send("GET /assets/style.css HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
        #expect(await connection.status() == 200)
        return connection
      }
      var connections: [RawConnection] = []
      for _ in 0..<6 { connections.append(try await asking()) }
      for first in connections.prefix(2) { _ = await first.received() }
      #expect(connections.map(\.isOpen) == [false, false, true, true, true, true])
      // If no connection is idle, the oldest incomplete request is closed, not the newcomer.
      let begun = Array(connections.suffix(4))
      for (index, connection) in begun.enumerated() {
        connection.forget()
        try await connection.send(
          "POST /oauth/v2/oauth-token HTTP/1.1\r\nHost: \(server.host)\r\nContent-Length: 3\r\n")
        // Until the server has read a line from them they count as idle.
        while server.server.provider.connections.busyCount <= index { await Task.yield() }
      }
      let late = try await asking()
      _ = await begun[0].received()
      #expect(begun.map(\.isOpen) == [false, true, true, true])
      for connection in begun.dropFirst() { try await connection.send("\r\na=b") }
      for connection in begun.dropFirst() { #expect(await connection.status() == 400) }
      #expect(late.isOpen)
    }
  }

  /// A request that is being answered is never closed in favour of another; the newcomer is closed instead.
  @Test func aRequestBeingAnsweredIsNotClosed() async throws {
    try await TestServer.with(.socket) { server in
      func connection(_ use: OpenConnection.Use) async throws -> OpenConnection {
        let connection = OpenConnection(try await server.connection(secure: false).channel)
        connection.becomes(use, at: .now())
        return connection
      }
      let (reading, answering, idle) = try await (
        connection(.reading), connection(.answering), connection(.idle)
      )
      let all = OpenConnections(limit: 3)
      for open in [reading, answering, idle] { #expect(all.admit(open)) }
      for closed in [idle, reading] {
        #expect(all.admit(try await connection(.answering)))
        try await closed.channel.closeFuture.get()
      }
      #expect(try await !all.admit(connection(.answering)))
      #expect(answering.channel.isActive)
    }
  }
}
