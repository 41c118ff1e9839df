import Faults
import SharedValues
import Testing

@testable import IdentityServer

/// Answers that are sent in lawful and rare ways.
@Suite struct TransferFaultTests {
  private func ask(_ server: TestServer) async throws -> String {
    let connection = try await server.connection()
    try await connection.send("GET /oauth/v2/oauth-anonymous/jwks HTTP/1.1\r\nHost: \(server.host)\r\n\r\n")
    return await connection.received { $0.hasPrefix("HTTP/1.1") && $0.contains("\r\n\r\n") }
  }

  /// The content is the same for a client that reads the coding, and the server keeps it as text.
  @Test func contentIsCompressed() async throws {
    try await TestServer.with(.socket) { server in
      let keys = HTTPRequest("GET", server.issuer + "/jwks")
      let real = try await server.send(keys).body
      try await server.switchOn([FaultRule(.jwks, .transfer(.gzip))])
      #expect(try await server.send(keys).body == real)
      #expect(try await ask(server).lowercased().contains("content-encoding: gzip"))
      let line = try #require(server.lastLine)
      #expect(line.fault == "jwks: gzip")
      #expect(server.trace.exchange(line.number)?.response.body.contains("\"keys\"") == true)
    }
  }

  /// Without length and chunks: the body ends with the connection.
  @Test func anAnswerEndsWithItsConnection() async throws {
    try await TestServer.with(.socket) { server in
      let keys = HTTPRequest("GET", server.issuer + "/jwks")
      let real = try await server.send(keys).body
      try await server.switchOn([FaultRule(.jwks, .transfer(.oldHTTP))])
      let answer = try await ask(server)
      let head = answer.prefix { $0 != "{" }.lowercased()
      #expect(head.hasPrefix("http/1.0 200 ok") && head.contains("connection: close"))
      #expect(!head.contains("content-length") && !head.contains("transfer-encoding"))
      #expect(answer.hasSuffix("\r\n\r\n" + String(decoding: real, as: UTF8.self)))
      #expect(try await server.send(keys).body == real)
    }
  }

  /// RFC 1952, RFC 1951 §3.2.4.
  @Test func gzipIsStored() {
    #expect(StoredGzip.of([]).count == 23)
    let long = StoredGzip.of([UInt8](repeating: 7, count: 70_000))
    #expect(long.count == 10 + 5 + 65_535 + 5 + 4_465 + 8)
    #expect(long[10] == 0 && long[10 + 5 + 65_535] == 1)
    #expect(Array(StoredGzip.of(Array("a".utf8)).suffix(8)) == [0x43, 0xBE, 0xB7, 0xE8, 1, 0, 0, 0])
  }
}
